//! UCCI: positions, moves to leave out, probes.

use super::{MILLIS, check, idle, playing};
use crate::script::feed;
use ferz_link::host::{HostHalf, Profile, RankBase, Ucci};
use ferz_referee::{Catalogue, Rules};

/// the document's example, in its five lines; the list goes on
/// from the capture, and a pawn that steps forward begins no new one.
#[test]
fn restarts_at_captures() {
    check(
        idle(&[]),
        "! place in xiangqi startpos
         > position fen START
         ! place in xiangqi startpos h2e2
         > position fen START moves h2e2
         ! place in xiangqi startpos h2e2 h7e7
         > position fen START moves h2e2 h7e7
         ! place in xiangqi startpos h2e2 h7e7 e2e6
         > position fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2
         ! place in xiangqi startpos h2e2 h7e7 e2e6 d9e8
         > position fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2 moves d9e8
         ! place in xiangqi startpos c3c4 g6g5
         > position fen START moves c3c4 g6g5",
    );
}

/// the document's letters and six fields, with the rules and without.
#[test]
fn fens_by_the_book() {
    let line = "! place in xiangqi fen 3k5/9/9/9/9/9/9/9/9/2E1KA1H1 r
                > position fen 3k5/9/9/9/9/9/9/9/9/2B1KA1N1 w - - 0 1";
    check(idle(&[]), line);
    let alone =
        || feed(Ucci::new(Profile::default(), Some(Box::new(Catalogue))), "~ start\n< ucciok");
    check(alone(), line);
    check(
        alone(),
        "! place in xiangqi startpos h2e2 h7e7 e2e6
         > position fen START moves h2e2 h7e7 e2e6
         ! place in xiangqi fen 3k5/9/9/9/9/9/9/9/9/4K4 b - - 5 40
         > position fen 3k5/9/9/9/9/9/9/9/9/4K4 b - - 5 40",
    );
}

/// where nobody knows the game, the start has its own word.
#[test]
fn start_of_an_unknown_game() {
    check(
        feed(Ucci::new(Profile::default(), None), "~ start\n< ucciok"),
        "! place in xiangqi startpos h2e2\n> position startpos moves h2e2",
    );
}

/// the line of a long game stays short, with a capture now and then.
#[test]
fn long_games() {
    let shuffle = " a0a1 a9a8 a1a0 a8a9".repeat(200);
    let place = format!("! place in xiangqi startpos{shuffle} b2b9 a9b9");
    let fen = "1rbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 402";
    check(idle(&[]), &format!("{place}\n> position fen {fen}"));
}

/// a passed turn is told as the position after it.
#[test]
fn passes() {
    check(
        idle(&[]),
        "! place in xiangqi fen 5k3/9/9/9/9/9/9/9/9/3K5 w | 0000
         > position fen 5k3/9/9/9/9/9/9/9/9/3K5 b - - 1 1",
    );
}

/// A position that the rules do not know is not given to the engine.
#[test]
fn illegal_moves_of_the_caller() {
    check(
        idle(&[]),
        "! place in xiangqi startpos h2e2 h2e2
         x refused: illegal move h2e2
         ! place in xiangqi fen nonsense
         x refused: not ten ranks: \"nonsense\"
         ! go depth 1
         x refused: no position",
    );
}

/// the position with each search, bans behind it; the next position ends them.
#[test]
fn bans() {
    check(
        playing(),
        "! go depth 1 without h2e2 b2e2
         > banmoves b2e2 h2e2
         > go depth 1
         < bestmove b0c2
         = best b0c2
         ! go depth 1 without h2e2
         > position fen START
         > banmoves h2e2
         > go depth 1
         < bestmove h2e2
         ? banned move of the engine: bestmove h2e2
         = best h2e2
         ! go depth 1
         > position fen START
         > go depth 1",
    );
}

/// moves to consider alone are the others banned.
#[test]
fn moves_alone() {
    let placed = || feed(idle(&[]), "! place in xiangqi fen 5k3/9/9/9/9/9/9/9/9/3K5 w");
    check(placed(), "! go depth 1 only d0d1\n> banmoves d0e0\n> go depth 1");
    check(placed(), "! go depth 1 without d0d1 d0e0\nx refused: no legal move is left to search");
    let alone = feed(Ucci::new(Profile::default(), Some(Box::new(Catalogue))), "~ start\n< ucciok");
    check(
        feed(alone, "! place in xiangqi startpos"),
        "! go depth 1 only h2e2
         x refused: UCCI bans moves, and nobody knows the legal ones
         ! go depth 1 without h2e2
         > banmoves h2e2
         > go depth 1",
    );
}

/// the league bans what would go on with perpetual check; nobody else does by himself.
#[test]
fn losing_repetitions() {
    check(
        idle(&[]),
        "! place in xiangqi fen 3k5/R8/9/9/9/9/9/9/9/4K4 w | a8a9 d9d8 a9a8 d8d9
         > position fen 3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1 moves a8a9 d9d8 a9a8 d8d9
         ! go depth 1
         > go depth 1",
    );
    let profile = Profile { league: true, ..Profile::default() };
    let league = feed(Ucci::new(profile, Some(Box::new(Rules))), "~ start\n< ucciok");
    check(
        league,
        "! place in xiangqi fen 3k5/R8/9/9/9/9/9/9/9/4K4 w | a8a9 d9d8 a9a8 d8d9
         > position fen 3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1 moves a8a9 d9d8 a9a8 d8d9
         ! go depth 1
         > banmoves a8a9
         > go depth 1
         < bestmove a8a9
         ? banned move of the engine: bestmove a8a9
         = best a8a9",
    );
}

/// probes, idle and thinking; one that is never answered is answered
/// with the next `readyok`.
#[test]
fn probes() {
    check(
        playing(),
        "! probe in xiangqi startpos h2e2
         > probe fen START moves h2e2
         < pophash bestmove H7-E7 lowerbound 12 depth 5 upperbound 15 depth 4
         = Probed { best: Some(\"h7e7\"), lower: Some((12, 5)), upper: Some((15, 4)) }
         ! go analyse
         > go infinite
         ! probe in xiangqi startpos
         > probe fen START
         ! ping 5
         > isready
         w Pong
         < readyok
         ? engine leaves a probe unanswered
         = Probed { best: None, lower: None, upper: None }
         = pong 5
         w -
         < pophash
         ? no probe asked for it: pophash",
    );
}

/// An engine that counts ranks from 1 all the same.
#[test]
fn other_ranks() {
    let mut ucci = idle(&[MILLIS]);
    ucci.profile_mut().rank_base.force(RankBase::One);
    check(
        ucci,
        "! place in xiangqi startpos h2e2
         > position fen START moves h3e3
         ! go depth 1
         > go depth 1
         < info depth 1 score 3 pv h10g8
         = info depth 1 score cp 3 pv h9g7
         < bestmove h10g8
         = best h9g7",
    );
}
