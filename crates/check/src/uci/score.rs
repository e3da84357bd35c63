//! Scores: their sign, mates and their distance, dead positions.

use super::{MATE, MATE_IN_1, MATE_IN_2, MATED_IN_1, STALEMATE, Uci};
use crate::expectation::{Ability, Expectation, Finding, Outcome, ensure, must, should};
use crate::run::Subject;
use ferz_wire::uci::{Info, ScoreValue};

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-score", "lines of play have a score in cp or mate", "U-331 U-342", |e| {
        e.talk().needs(Ability::Output)?;
        let search = e.search("startpos", "depth 4")?;
        ensure(search.score().is_some(), "score cp or score mate")
    }),
    must("uci-score-white", "a queen more is a plus for White to move", "U-342 U-347", |e| {
        let cp = cp(e, "fen 4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1")?;
        ensure(cp > 150, format!("a clear plus, not {cp}"))
    }),
    must("uci-score-black", "a queen less is a minus for Black to move", "U-342 U-347", |e| {
        let cp = cp(e, "fen 4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1")?;
        ensure(cp < -150, format!("a clear minus, not {cp}"))
    }),
    must("uci-score-black-up", "a queen more is a plus for Black to move", "U-342 U-347", |e| {
        let cp = cp(e, "fen 3qk3/4p3/8/8/8/8/8/4K3 b - - 0 1")?;
        ensure(cp > 150, format!("a clear plus, not {cp}"))
    }),
    should("uci-score-mirror", "a mirrored position has the same score", "U-342", |e| {
        let one = "fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let other = "fen rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 2 3";
        e.say("ucinewgame");
        let one = cp(e, one)?;
        e.say("ucinewgame");
        let other = cp(e, other)?;
        ensure(one.abs_diff(other) <= 60, format!("about the same, not {one} and {other}"))
    }),
    should("uci-score-draw", "two kings alone are a draw", "U-342", |e| {
        let cp = cp(e, "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
        ensure(cp.abs() <= 30, format!("a score near 0, not {cp}"))
    }),
    must("uci-mate-in-1", "a mate in one is played", "U-315 U-343", |e| {
        let search = e.search(MATE_IN_1, "depth 4")?;
        ensure(search.best() == "a1a8", "bestmove a1a8")
    }),
    must("uci-mate-in-1-score", "a mate in one is score mate 1", "U-343", |e| {
        mate(e, MATE_IN_1, "depth 4", 1)
    }),
    must(
        "uci-mate-in-2-score",
        "a mate in two moves, three plies, is score mate 2",
        "U-343",
        |e| mate(e, MATE_IN_2, "depth 10", 2),
    ),
    must("uci-mated-score", "who is mated by the next move says score mate -1", "U-344", |e| {
        mate(e, MATED_IN_1, "depth 5", -1)
    }),
    must(
        "uci-mated",
        "a mated side has no move: bestmove comes all the same",
        "U-316 U-320",
        |e| dead(e, MATE).map(drop),
    ),
    must(
        "uci-stalemated",
        "a stalemated side has no move: bestmove comes all the same",
        "U-316 U-320",
        |e| dead(e, STALEMATE).map(drop),
    ),
    should("uci-null-word", "where there is no move, bestmove says 0000", "U-073 U-320", |e| {
        dead(e, MATE)?;
        let word = e.talk().log.iter().rev().find_map(|it| it.text.strip_prefix("bestmove "));
        let word = word.unwrap_or_default().to_owned();
        ensure(word == "0000", format!("0000, not {word:?}"))
    }),
    should("uci-mate-0", "a mated side says score mate 0", "U-348 U-320", |e| {
        e.talk().needs(Ability::Output)?;
        let infos = dead(e, MATE)?;
        let value = infos.iter().filter_map(|info| info.score).next_back().map(|it| it.value);
        ensure(value == Some(ScoreValue::Mate(0)), format!("mate 0, not {value:?}"))
    }),
    should("uci-stalemate-0", "a stalemate is score cp 0", "U-320", |e| {
        e.talk().needs(Ability::Output)?;
        let infos = dead(e, STALEMATE)?;
        let value = infos.iter().filter_map(|info| info.score).next_back().map(|it| it.value);
        ensure(value == Some(ScoreValue::Cp(0)), format!("cp 0, not {value:?}"))
    }),
];

/// The score in centipawns; a mate counts as much as can be.
fn cp(e: &mut Uci, position: &str) -> Result<i32, Finding> {
    e.talk().needs(Ability::Output)?;
    let search = e.search(position, "depth 6")?;
    match search.score().map(|score| score.value) {
        Some(ScoreValue::Cp(cp)) => Ok(cp),
        Some(ScoreValue::Mate(moves)) => Ok(if moves > 0 { 30_000 } else { -30_000 }),
        None => Err(Finding::Unmet("a score".to_owned())),
    }
}

fn mate(e: &mut Uci, position: &str, arguments: &str, moves: i32) -> Outcome {
    e.talk().needs(Ability::Output)?;
    let search = e.search(position, arguments)?;
    let value = search.score().map(|score| score.value);
    ensure(value == Some(ScoreValue::Mate(moves)), format!("score mate {moves}, not {value:?}"))
}

fn dead(e: &mut Uci, position: &str) -> Result<Vec<Info>, Finding> {
    let search = e.search(position, "depth 2")?;
    match search.best {
        None => Ok(search.infos),
        Some(_) => Err(Finding::Unmet("no move: there is none".to_owned())),
    }
}
