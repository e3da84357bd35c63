//! Moves of shogi in their spellings.

use ferz_rules::{Game, Notation, Random, Variant, new_game};

fn shogi(fen: &str) -> Box<dyn Game> {
    let variant = Variant::by_name("shogi").expect("a game of the program");
    new_game(variant, Some(fen).filter(|fen| !fen.is_empty())).expect(fen)
}

/// A move in coordinates, western and Japanese, all read back.
#[track_caller]
fn check(fen: &str, text: &str, western: &str, japanese: &str) {
    let game = shogi(fen);
    for (notation, expected) in [(Notation::Western, western), (Notation::Japanese, japanese)] {
        assert_eq!(game.rewrite(text, notation).as_deref(), Ok(expected), "{text} in {fen}");
        let back = game.rewrite(expected, Notation::Coordinate);
        assert_eq!(back.as_deref(), Ok(text), "{expected} in {fen}");
    }
}

#[track_caller]
fn reads(fen: &str, text: &str, expected: &str) {
    let read = shogi(fen).rewrite(text, Notation::Coordinate);
    assert_eq!(read.as_deref(), Ok(expected), "{text} in {fen}");
}

#[test]
fn a_game_with_its_last_squares() {
    let mut game = shogi("");
    let moves = "７六歩 P-3d 2二角成 同　銀 B*55 △３三角打 Bx3c+ 同桂";
    for text in moves.split(' ') {
        game.play(text).unwrap_or_else(|why| panic!("{why}"));
    }
    let written = "P-7f P-3d Bx2b+ Sx2b B*5e B*3c Bx3c+ Nx3c";
    assert_eq!(game.moves(Notation::Western).join(" "), written);
    let written = "７六歩 ３四歩 ２二角成 同銀 ５五角 ３三角 同角成 同桂";
    assert_eq!(game.moves(Notation::Japanese).join(" "), written);
    // What comes before a game has no square.
    assert!(shogi("").play("同歩").is_err());
}

/// What tells pieces apart, as the page of the Japan Shogi Association on notation has it.
#[test]
fn pieces_that_could_go_to_one_square() {
    let golds = "4k4/9/9/9/9/9/9/4G4/3G1G2K[] w - - 0 1";
    check(golds, "d1d2", "G6i-6h", "６八金上");
    check(golds, "e2d2", "G5h-6h", "６八金寄");
    check("4k4/9/9/9/9/9/9/9/3GG3K[] w - - 0 1", "d1d2", "G6i-6h", "６八金直");
    check("4k4/9/9/9/9/9/9/9/3GG3K[] w - - 0 1", "e1d2", "G5i-6h", "６八金右");
    check("4k4/9/9/9/9/9/9/9/3G1G2K[] w - - 0 1", "d1e2", "G6i-5h", "５八金左");
    check("4k4/9/9/9/9/9/9/9/3G1G2K[] w - - 0 1", "f1e2", "G4i-5h", "５八金右");
    let silvers = "4k4/9/9/9/3S1S3/9/3S1S3/9/8K[] w - - 0 1";
    check(silvers, "d5e4", "S6e-5f", "５六銀左引");
    check(silvers, "d3e4", "S6g-5f", "５六銀左上");
    check(silvers, "f5e4", "S4e-5f", "５六銀右引");
    check(silvers, "f3e4", "S4g-5f", "５六銀右上");
    let dragons = "8k/9/9/9/9/9/4+R4/9/2+R5K[] w - - 0 1";
    check(dragons, "e3e1", "+R5g-5i", "５九竜引");
    check(dragons, "c1e1", "+R7i-5i", "５九竜寄");
    let horses = "+B+B6k/9/9/9/9/9/9/9/8K[] w - - 0 1";
    check(horses, "a9b8", "+B9a-8b", "８二馬左");
    check(horses, "b9b8", "+B8a-8b", "８二馬右");
}

/// The other side sees the board from its own place.
#[test]
fn the_second_side_has_left_and_right_of_its_own() {
    let golds = "3g1g2k/9/9/9/9/9/9/9/4K4[] b - - 0 1";
    check(golds, "d9e8", "G6a-5b", "５二金右");
    check(golds, "f9e8", "G4a-5b", "５二金左");
    check("3g4k/4g4/9/9/9/9/9/9/4K4[] b - - 0 1", "d9d8", "G6a-6b", "６二金上");
}

#[test]
fn promotions_and_drops() {
    let fen = "8k/9/2N3P2/9/9/9/9/9/4K4[Pp] w - - 0 1";
    check(fen, "g7g8+", "P-3b+", "３二歩成");
    check(fen, "g7g8", "P-3b=", "３二歩不成");
    check(fen, "c7b9+", "N-8a+", "８一桂成");
    for text in ["３二歩生", "32歩不成", "３二歩", "P-32=", "P-3b", "P3b", "Pg8=", "３二歩(33)"]
    {
        reads(fen, text, "g7g8");
    }
    let promoted = "8k/9/9/4+N4/9/9/9/9/4K4[N] w - - 0 1";
    check(promoted, "e6e7", "+N-5c", "５三成桂");
    for text in ["５三圭", "５三成桂上", "５三成桂直"] {
        reads(promoted, text, "e6e7");
    }
    check(promoted, "N@e7", "N*5c", "５三桂");
    let both = "8k/9/9/9/9/9/9/4G4/4K4[G] w - - 0 1";
    check(both, "e2e3", "G-5g", "５七金");
    check(both, "G@e3", "G*5g", "５七金打");
    assert!(shogi(both).play("５七銀打").is_err());
    assert!(shogi(both).play("５七").is_err());
}

/// What words cannot tell apart says where it comes from.
#[test]
fn two_of_a_flank() {
    let lances = "8k/9/9/9/9/2P1P4/1+P1P5/1+P7/4K4[] w - - 0 1";
    let game = shogi(lances);
    for text in game.legal_moves(Notation::Japanese) {
        assert!(game.rewrite(&text, Notation::Coordinate).is_ok(), "{text}");
    }
}

/// A lion's two steps, on a board with files of two digits.
#[test]
fn chu() {
    let chu = Variant::by_name("chu").unwrap();
    let fen = "11k/12/12/12/12/12/4pp6/4N7/12/12/12/K11 w - - 0 1";
    let game = new_game(chu, Some(fen)).unwrap();
    for (text, western) in [("e5e6,e6f6", "Nx8gx7g"), ("e5e6,e6e5", "Nx8g-8h"), ("a1b2", "K-11k")] {
        assert_eq!(game.rewrite(text, Notation::Western).as_deref(), Ok(western));
        assert_eq!(game.rewrite(western, Notation::Coordinate).as_deref(), Ok(text));
        // Squares of more than two digits have no Japanese form here.
        assert_eq!(game.rewrite(text, Notation::Japanese).as_deref(), Ok(western));
    }
}

/// What is written in a game is read back as the same move, the record in view.
#[test]
fn random_games_are_read_back() {
    for (name, games) in [("shogi", 1000), ("chu", 10)] {
        let variant = Variant::by_name(name).unwrap();
        for seed in 0..games {
            let mut random = Random::new(seed);
            let mut game = new_game(variant, None).unwrap();
            for _ in 0..120 {
                let moves = game.legal_moves(Notation::Coordinate);
                if moves.is_empty() {
                    break;
                }
                let mv = moves[random.below(moves.len())].clone();
                for notation in [Notation::Western, Notation::Japanese] {
                    let text = game.rewrite(&mv, notation).unwrap();
                    let back = game.rewrite(&text, Notation::Coordinate);
                    assert_eq!(
                        back.as_deref(),
                        Ok(mv.as_str()),
                        "{text} in {}",
                        game.fen(ferz_rules::FenStyle::XFen)
                    );
                }
                game.play(&mv).unwrap();
            }
        }
    }
}
