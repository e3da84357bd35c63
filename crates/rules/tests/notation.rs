//! Moves in their spellings.

use ferz_rules::{Game, Notation, Variant, chess::ChessGame, new_game};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn game(variant: Variant, fen: &str) -> Box<dyn Game> {
    new_game(variant, Some(fen)).expect(fen)
}

/// The move as coordinates, king takes rook, with castling words, and as SAN.
#[track_caller]
fn check(variant: Variant, fen: &str, text: &str, expected: [&str; 4]) {
    let game = game(variant, fen);
    let notations =
        [Notation::Coordinate, Notation::KingTakesRook, Notation::CastlingWords, Notation::San];
    for (notation, expected) in notations.into_iter().zip(expected) {
        assert_eq!(game.rewrite(text, notation).as_deref(), Ok(expected), "{text} in {fen}");
    }
}

#[track_caller]
fn san(fen: &str, text: &str, expected: &str) {
    let written = game(Variant::NORMAL, fen).rewrite(text, Notation::San);
    assert_eq!(written.as_deref(), Ok(expected), "{text} in {fen}");
}

#[track_caller]
fn refused(variant: Variant, fen: &str, text: &str, expected: &str) {
    let error = game(variant, fen).play(text).unwrap_err();
    assert_eq!(error.to_string(), expected, "in {fen}");
}

/// U-070, C-311
#[test]
fn coordinates() {
    check(Variant::NORMAL, START, "e2e4", ["e2e4", "e2e4", "e2e4", "e4"]);
    check(Variant::NORMAL, START, "e2-e4", ["e2e4", "e2e4", "e2e4", "e4"]);
    check(Variant::NORMAL, START, "b1c3!?", ["b1c3", "b1c3", "b1c3", "Nc3"]);
}

/// U-071, U-075, C-312, C-327
#[test]
fn promotions() {
    let fen = "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for text in ["e7d8q", "e7d8Q", "e7d8=q", "e7d8=Q", "e7xd8=Q", "exd8=Q", "exd8Q", "ed8=Q+"] {
        check(Variant::NORMAL, fen, text, ["e7d8q", "e7d8q", "e7d8q", "exd8=Q+"]);
    }
    san(fen, "e7d8b", "exd8=B");
    san(fen, "e7d8n", "exd8=N");
    san(fen, "e7d8r", "exd8=R+");
    refused(Variant::NORMAL, fen, "e7d8", "illegal move \"e7d8\": no promotion piece named");
    refused(Variant::NORMAL, fen, "e7d8k", "illegal move \"e7d8k\": no promotion to that piece");
    refused(Variant::NORMAL, fen, "e1d1q", "illegal move \"e1d1q\": no promotion there");
}

/// U-072, U-468, C-313, C-327
#[test]
fn castling_in_normal_chess() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["e1g1", "e1h1", "O-O", "0-0", "O-O!"] {
        check(Variant::NORMAL, fen, text, ["e1g1", "e1h1", "O-O", "O-O"]);
    }
    for text in ["e1c1", "e1a1", "O-O-O", "0-0-0"] {
        check(Variant::NORMAL, fen, text, ["e1c1", "e1a1", "O-O-O", "O-O-O"]);
    }
    let black = fen.replace(" w ", " b ");
    check(Variant::NORMAL, &black, "e8g8", ["e8g8", "e8h8", "O-O", "O-O"]);
    check(Variant::NORMAL, &black, "e8c8", ["e8c8", "e8a8", "O-O-O", "O-O-O"]);
    // A step is no castling, and SAN of the king means a step.
    check(Variant::NORMAL, fen, "e1f1", ["e1f1", "e1f1", "e1f1", "Kf1"]);
    refused(Variant::NORMAL, fen, "Kg1", "illegal move \"Kg1\": no such piece moves there");
    let attacked = "r3k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1";
    refused(Variant::NORMAL, attacked, "O-O", "illegal move \"O-O\": castling is not possible");
    let in_check = "r3k2r/8/8/8/8/8/3p4/R3K2R w KQkq - 0 1";
    refused(Variant::NORMAL, in_check, "e1g1", "illegal move \"e1g1\": in check");
    let without = "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1";
    refused(Variant::NORMAL, without, "O-O", "illegal move \"O-O\": no right to castle");
    let reason = "the piece does not move so";
    refused(Variant::NORMAL, without, "e1g1", &format!("illegal move \"e1g1\": {reason}"));
}

/// U-463, U-464, U-468, C-316, C-328
#[test]
fn castling_in_chess960() {
    // King on f1, rook on h1: to g1 he steps, to h1 he castles.
    let fen = "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1";
    check(Variant::CHESS960, fen, "f1g1", ["f1g1", "f1g1", "f1g1", "Kg1"]);
    check(Variant::CHESS960, fen, "f1h1", ["f1h1", "f1h1", "O-O", "O-O+"]);
    check(Variant::CHESS960, fen, "O-O", ["f1h1", "f1h1", "O-O", "O-O+"]);
    check(Variant::CHESS960, fen, "f1c1", ["f1a1", "f1a1", "O-O-O", "O-O-O"]);
    // From the e-file the king's two squares are enough.
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    check(Variant::CHESS960, fen, "e1h1", ["e1g1", "e1h1", "O-O", "O-O"]);
    check(Variant::CHESS960, fen, "e1g1", ["e1g1", "e1h1", "O-O", "O-O"]);
    // The king may stay where he is.
    let fen = "4k3/8/8/8/8/8/8/6KR w K - 0 1";
    check(Variant::CHESS960, fen, "O-O", ["g1h1", "g1h1", "O-O", "O-O"]);
}

/// C-315
#[test]
fn castling_from_the_d_file() {
    let fen = "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1";
    check(Variant::WILD_CASTLE, fen, "d1f1", ["d1f1", "d1h1", "O-O", "O-O"]);
    check(Variant::WILD_CASTLE, fen, "d1b1", ["d1b1", "d1a1", "O-O-O", "O-O-O"]);
    let black = fen.replace(" w ", " b ");
    check(Variant::WILD_CASTLE, &black, "d8f8", ["d8f8", "d8h8", "O-O", "O-O"]);
    check(Variant::WILD_CASTLE, &black, "d8b8", ["d8b8", "d8a8", "O-O-O", "O-O-O"]);
    let mut game = game(Variant::WILD_CASTLE, fen);
    game.play("d1f1").unwrap();
    assert_eq!(game.fen(ferz_rules::FenStyle::XFen), "r2k3r/8/8/8/8/8/8/R3RK2 b kq - 1 1");
}

/// C-322
#[test]
fn san_says_the_least_that_is_clear() {
    san(START, "g1f3", "Nf3");
    san("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "g1f3", "Nf3");
    // File, rank, both; a pinned rival is none.
    san("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2");
    san("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3");
    san("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1");
    san("4k3/8/8/8/4r3/8/4N3/1N2K3 w - - 0 1", "b1c3", "Nc3");
    san("8/8/8/3pP3/8/k7/8/4K3 w - d6 0 1", "e5d6", "exd6");
    san("6k1/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#");
    san("r3k2r/8/8/8/8/8/5n2/R3K1NR w KQkq - 0 1", "e1f2", "Kxf2");
    for text in ["Bxf7+", "Bxf7", "Bf7", "Bxf7#", "c4xf7", "Bc4xf7+"] {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
        san(fen, text, "Bxf7+");
    }
    let fen = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    refused(Variant::NORMAL, fen, "Nd2", "ambiguous move \"Nd2\"");
    san(fen, "Nb1d2", "Nbd2");
}

/// U-076, C-325, C-329, and the reasons for `Illegal move`
#[test]
fn refusals_say_why() {
    let normal = |fen, text, reason: &str| {
        refused(Variant::NORMAL, fen, text, &format!("illegal move \"{text}\": {reason}"));
    };
    normal(START, "e2e5", "the piece does not move so");
    normal(START, "e4e5", "no piece there");
    normal(START, "e7e5", "not in turn");
    normal(START, "Nd4", "no such piece moves there");
    normal(START, "e1h1", "castling is not possible");
    let checked = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1";
    normal(checked, "a1a2", "in check");
    normal(checked, "e1d2", "moving into check");
    normal(checked, "O-O", "in check");
    let pinned = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1";
    normal(pinned, "e2d3", "moving into check");
    normal(pinned, "Bd3", "moving into check");
}

/// U-073, U-074, C-314, C-318: passing is not a move, but a thing of its own.
#[test]
fn what_is_no_move() {
    for text in ["0000", "@@@@", "--", "", "e", "P@h3", "e2e4e5", "i1i2", "e2e9", "foo"] {
        refused(Variant::NORMAL, START, text, &format!("not a move: \"{text}\""));
    }
    let mut game = ChessGame::new(Variant::NORMAL, None).unwrap();
    game.pass().unwrap();
    game.play("e7e5").unwrap();
    assert_eq!(game.moves(Notation::Coordinate), ["0000", "e7e5"]);
    assert_eq!(game.moves(Notation::San), ["--", "e5"]);
    assert!(game.undo() && game.undo() && !game.undo());
    assert_eq!(game.board().to_string(), START);

    let fen = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    let mut game = ChessGame::new(Variant::NORMAL, Some(fen)).unwrap();
    assert_eq!(game.pass().unwrap_err().to_string(), "illegal move \"0000\": in check");
}
