//! Games by table through the door of all games.

use ferz_rules::{Game, Notation, Side, Variant, Verdict, WinReason, new_game, table};

/// A game after these moves.
fn played(name: &str, fen: Option<&str>, moves: &str) -> Box<dyn Game> {
    let variant = Variant::by_name(name).expect("a game of the program");
    let mut game = new_game(variant, fen).expect("it opens");
    for text in moves.split_whitespace() {
        game.play(text).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    game
}

#[test]
fn every_game_of_the_catalogue_opens_at_its_start() {
    for name in table::names() {
        let game = played(name, None, "");
        let row = Variant::by_name(name).unwrap();
        assert_eq!(game.start_fen(), row.start_fen, "{name}");
        assert_eq!(game.size(), (row.files, row.ranks), "{name}");
        assert_eq!(game.verdict(), Verdict::Open, "{name}");
        assert_eq!(game.perft(1), game.legal_moves(Notation::San).len() as u64, "{name}");
        assert_eq!(game.picture().lines().count(), row.ranks + 3, "{name}");
    }
}

#[test]
fn games_end_by_rules_of_their_own() {
    let won = |name: &'static str, fen, moves, side, reason| {
        let game = played(name, fen, moves);
        assert_eq!(game.verdict(), Verdict::Win(side, reason), "{name}");
        assert_eq!(game.perft(1), 0, "{name}");
    };
    let hill = Some("7k/8/8/8/8/4K3/8/8 w - - 0 1");
    won("kingofthehill", hill, "Ke4", Side::First, WinReason::Rule("king at its goal"));
    let checks = Some("4k3/8/8/8/8/8/8/Q3K3 w - - 1+3 0 1");
    won("3check", checks, "Qa4+", Side::First, WinReason::Rule("enough checks"));
    let royals = Some("6k5/6R5/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1");
    let taken = WinReason::Rule("last royal piece taken");
    won("chu", royals, "g11g12", Side::First, taken);
    let last = Some("8/8/8/8/8/8/1p6/K7 w - - 0 1");
    won("suicide", last, "Kxb2", Side::Second, WinReason::Rule("no pieces left"));
}

/// From the start on what a side of great shatranj loses is what its pawns become, besides soldiers.
#[test]
fn pawns_of_great_shatranj_become_what_was_captured() {
    let moves = "b1c3 e7e6 c3d5 e6d5 a2a3 i8h6 a3a4 h6i8 a4a5 i8h6 a5a6 h6i8 a6b7 i8h6";
    let promotions = played("great", None, moves).legal_moves(Notation::Coordinate);
    let promotions: Vec<&str> =
        promotions.iter().filter_map(|mv| mv.strip_prefix("b7a8")).collect();
    assert_eq!(promotions, ["s", "n"]);
}

/// The 27-point rule of the Computer Shogi Association: who has entered may say so, and need not.
#[test]
fn a_king_that_has_entered_may_declare() {
    let entered = "4K4/+R+R+B+B5/PPPPPPPP1/9/9/9/9/9/4k4[] w - - 0 1";
    let game = played("shogi", Some(entered), "");
    assert_eq!((game.verdict(), game.may_declare_win()), (Verdict::Open, true));
    let short = entered.replace("PPPPPPPP1", "PPPPPPP2");
    assert!(!played("shogi", Some(&short), "").may_declare_win());
    // The other side is on move.
    assert!(!played("shogi", Some(entered), "e9f9").may_declare_win());
    assert!(!played("normal", None, "").may_declare_win());
}

/// Where a bare king can win, bare kings are no draw.
#[test]
fn kings_alone_play_on_around_the_hill() {
    let kings = Some("k7/8/8/8/8/8/8/7K w - - 0 1");
    assert_eq!(played("kingofthehill", kings, "").verdict(), Verdict::Open);
    assert!(matches!(played("normal", kings, "").verdict(), Verdict::Draw(_)));
}

#[test]
fn moves_of_all_sorts_are_written_and_taken_back() {
    let written = |name: &'static str, fen, moves, san: &[&str], coordinates: &[&str]| {
        let mut game = played(name, fen, moves);
        assert_eq!(game.moves(Notation::San), san, "{name}");
        assert_eq!(game.moves(Notation::Coordinate), coordinates, "{name}");
        while game.undo() {}
        assert_eq!(game.fen(ferz_rules::FenStyle::XFen), game.start_fen(), "{name}");
    };
    written("shogi", None, "7g7f 3c3d 8h2b+", &["Pc4", "Pg6", "Bxh8+"], &["c3c4", "g7g6", "b2h8+"]);
    written(
        "crazyhouse",
        None,
        "e4 d5 exd5 Qxd5 P@e6 Qxe6+",
        &["e4", "d5", "exd5", "Qxd5", "P@e6", "Qxe6+"],
        &["e2e4", "d7d5", "e4d5", "d8d5", "P@e6", "d5e6"],
    );
    written(
        "lion",
        Some("4k3/8/2l5/3n4/4L3/8/8/4K3 w - - 0 1"),
        "e4d5,d5c6",
        &["Lxd5xc6+"],
        &["e4d5,d5c6"],
    );
    written(
        "capablanca",
        Some("r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"),
        "f1i1 O-O-O",
        &["O-O", "O-O-O"],
        &["f1i1", "f8c8"],
    );
}
