//! Damaged texts for every reader of games by table: no panic, and what is read is whole.
//!
//! The number is small here. By hand, longer: `FERZ_FUZZ_TEXTS=100000`.

use ferz_rules::table::set::{Bits, Wide};
use ferz_rules::table::{self, Board, Layout, Rules, betza, ini};
use ferz_rules::{FenStyle, Notation, Position, Random};

/// How many texts each reader gets: a few, or what the environment says.
fn texts(few: u64) -> u64 {
    std::env::var("FERZ_FUZZ_TEXTS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// The text with some characters changed, moved, doubled or gone.
fn damaged(text: &str, random: &mut Random, words: &[&str]) -> String {
    let mut all: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(all.len() + 1);
        match random.below(5) {
            0 if at < all.len() => drop(all.remove(at)),
            1 => all.splice(at..at, random.of(words).chars()).for_each(drop),
            2 if at < all.len() => all[at] = random.of(words).chars().next().unwrap_or('x'),
            3 => {
                let end = (at + random.below(12)).min(all.len());
                let part: Vec<char> = all[at..end].to_vec();
                let to = random.below(all.len() + 1);
                all.splice(to..to, part);
            }
            _ => all.truncate(at.max(all.len() / 2)),
        }
    }
    all.into_iter().collect()
}

const BETZA: &[&str] = &[
    "f", "b", "l", "r", "s", "v", "m", "c", "e", "i", "n", "p", "g", "o", "a", "W", "F", "D", "N",
    "A", "H", "C", "Z", "G", "K", "R", "B", "Q", "0", "2", "99", "O", "y", "ä",
];

#[test]
fn moves_of_pieces() {
    let mut random = Random::new(1);
    let mut read = 0;
    for _ in 0..texts(20_000) {
        let name = table::names().nth(random.below(table::names().count())).expect("a game");
        let kinds = table::rules(name).expect("its rules").kinds;
        let text = damaged(&kinds[random.below(kinds.len())].moves, &mut random, BETZA);
        if let Ok(walks) = betza::read(&text) {
            assert_eq!(betza::read(&walks.to_string()), Ok(walks), "{text}");
            read += 1;
        }
    }
    assert!(read > 0);
}

/// Games that can be played are played, on the board that holds every one.
#[test]
fn games_from_files() {
    let mut random = Random::new(2);
    let words = [
        "[",
        "]",
        ":",
        "=",
        "-",
        "*",
        "+",
        "/",
        "#",
        "\n",
        "true",
        "false",
        "0",
        "1",
        "9",
        "26",
        "1000",
        "k",
        "p",
        "customPiece1 = x:",
        "king = k\n",
        "maxRank = 1\n",
        "maxFile = z\n",
        "pieceDrops = true\n",
        "extinctionPieceTypes = *\n",
        "extinctionPseudoRoyal = true\n",
        "blastOnCapture = true\n",
        "ä",
        " ",
        "capturesToHand = true\n",
        "extinctionValue = loss\n",
        "mustCapture = true\n",
        "*8",
        "a1",
    ];
    let sample = include_str!("data/games.ini");
    let mut played = 0;
    for _ in 0..texts(400) {
        for found in ini::read(&damaged(sample, &mut random, &words)) {
            let Ok(rules) = found.rules else { continue };
            let start = rules.start.clone();
            let Ok(layout) = Layout::<Wide>::new(rules) else { continue };
            // Only some: they stay in memory.
            if random.below(40) == 0 {
                played += walk(&start, Box::leak(Box::new(layout)), &mut random);
            }
        }
    }
    assert!(played > 0);
}

fn walk<B: Bits>(start: &str, layout: &'static Layout<B>, random: &mut Random) -> usize {
    let Ok(mut board) = Board::from_fen(start, layout) else { return 0 };
    for _ in 0..40 {
        let moves = board.legal();
        let _ = board.end();
        assert_eq!(board.count_legal(), moves.len() as u64, "{board}");
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.below(moves.len())];
        let _ = board.write_move(mv, Notation::San);
        board = board.after(mv);
        assert_eq!(board.key(), board.fresh_key(), "{board}");
    }
    1
}

fn positions<B: Bits>(rules: Rules, random: &mut Random) -> usize {
    let words = [
        "/", "[", "]", "+", "~", "-", "w", "b", "K", "Q", "k", "q", "P", "p", "R", "n", "N", "0",
        "1", "9", "99", "*", "e3", "3+3", "+0+0", " ", "ä", "A", "h", "L", "g", "s",
    ];
    let name = rules.name.clone();
    let start = rules.start.clone();
    let layout: &'static Layout<B> = Box::leak(Box::new(Layout::new(rules).expect("a game")));
    let mut read = 0;
    for _ in 0..texts(300) {
        let fen = damaged(&start, random, &words);
        let Ok(board) = Board::from_fen(&fen, layout) else { continue };
        read += 1;
        let again = Board::from_fen(&board.fen(FenStyle::XFen), layout);
        let again = again.unwrap_or_else(|why| panic!("{name}: {fen}: {board}: {why}"));
        assert_eq!(again.fen(FenStyle::XFen), board.fen(FenStyle::XFen), "{name}: {fen}");
        for mv in board.legal() {
            let text = board.write_move(mv, Notation::Coordinate);
            let next = board.after(mv);
            assert_eq!(next.key(), next.fresh_key(), "{name}: {fen}: {text}");
            let _ = next.in_check();
            let _ = board.read_move(&damaged(&text, random, &words));
        }
    }
    read
}

#[test]
fn positions_and_moves_of_all_games() {
    let mut random = Random::new(3);
    for name in table::names() {
        let rules = table::rules(name).expect("a game");
        let read = match rules.files * rules.ranks {
            ..=64 => positions::<u64>(rules, &mut random),
            65..=128 => positions::<u128>(rules, &mut random),
            _ => positions::<Wide>(rules, &mut random),
        };
        assert!(read > 0, "{name}: no damaged position is read");
    }
}

/// How USI has positions of shogi: SFEN, read whole or not at all, and written as it was read.
fn positions_of_usi<B: Bits>(rules: Rules, random: &mut Random) -> usize {
    let words = [
        "sfen ",
        "/",
        "+",
        "-",
        "w",
        "b",
        "K",
        "k",
        "2P",
        "p",
        "R",
        "10n",
        "0",
        "1",
        "9",
        "99",
        "18p",
        "[",
        "]",
        " ",
        "ä",
        "+G",
        "startpos",
        "4294967295",
    ];
    let name = rules.name.clone();
    let start = rules.start.clone();
    let layout: &'static Layout<B> = Box::leak(Box::new(Layout::new(rules).expect("a game")));
    let mut board = Board::from_fen(&start, layout).expect("its start");
    let mut read = 0;
    for _ in 0..texts(300) {
        let sfen = board.fen(FenStyle::Sfen);
        if sfen == board.fen(FenStyle::XFen) {
            return 0;
        }
        let text = damaged(&sfen, random, &words);
        if let Ok(other) = Board::from_fen(&text, layout) {
            read += 1;
            let written = other.fen(FenStyle::Sfen);
            let again = Board::from_fen(&written, layout)
                .unwrap_or_else(|why| panic!("{name}: {text}: {written}: {why}"));
            assert_eq!(again.fen(FenStyle::Sfen), written, "{name}: {text}");
            assert_eq!(again.key(), other.key(), "{name}: {text}: {written}");
        }
        // On with the game: hands fill, and pieces are promoted.
        let moves = board.legal();
        board = match moves.len() {
            0 => Board::from_fen(&start, layout).expect("its start"),
            moves_here => board.after(moves[random.below(moves_here)]),
        };
    }
    read
}

#[test]
fn positions_of_shogi_in_usi() {
    let mut random = Random::new(4);
    let mut games = Vec::new();
    for name in table::names() {
        let rules = table::rules(name).expect("a game");
        let read = match rules.files * rules.ranks {
            ..=64 => positions_of_usi::<u64>(rules, &mut random),
            65..=128 => positions_of_usi::<u128>(rules, &mut random),
            _ => positions_of_usi::<Wide>(rules, &mut random),
        };
        if read > 0 {
            games.push(name);
        }
    }
    assert_eq!(games, ["shogi"]);
}
