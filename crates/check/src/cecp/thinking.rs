//! `post`, thinking output, scores, `sd`.

use super::{Cecp, Played, RICH};
use crate::expectation::{
    Ability, Expectation, Finding, Outcome, ensure, must, not_applicable, should,
};
use crate::run::Subject;
use ferz_wire::cecp::FromEngine;

/// Ra8 mates.
const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
/// Either rook cuts the king off, the other one mates.
const MATE_IN_2: &str = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
/// Whatever Black does, Rb8 mates.
const MATED_IN_1: &str = "7k/R7/8/8/8/p7/8/1R5K b - - 0 1";

pub(super) const ALL: &[Expectation<Cecp>] = &[
    must("cecp-post", "after post thinking is shown", "C-444 C-605 C-606 C-609", |e| {
        e.place(RICH)?;
        let played = e.think(&["post", "level 0 1 0", "st 1", "sd 5"])?;
        if played.lines.is_empty() {
            return Err(e.talk().missing(Ability::Output, "ply score time nodes pv".to_owned()));
        }
        e.talk().works(Ability::Output);
        Ok(())
    }),
    must("cecp-nopost-silent", "after nopost no thinking is shown", "C-445 C-630", |e| {
        e.place(RICH)?;
        let played = e.think(&["nopost", "level 0 1 0", "st 1", "sd 5"])?;
        let shown = played.lines.iter().any(|line| line.ply > 0);
        ensure(!shown, "no line of thinking")
    }),
    must("cecp-sd", "sd limits the depth", "C-272 C-606", |e| {
        e.talk().needs(Ability::Output)?;
        e.fresh()?;
        e.place(RICH)?;
        let played = e.think(&["post", "level 0 5 0", "st 5", "sd 4"])?;
        let depth = played.depth();
        ensure(depth.is_some_and(|depth| depth <= 5), format!("depth 4 at most, not {depth:?}"))
    }),
    must("cecp-sd-ends", "sd ends a search that has time", "C-272", |e| {
        e.fresh()?;
        e.place(RICH)?;
        let played = e.think(&["level 0 30 0", "st 30", "sd 3"])?;
        ensure(played.took < super::ms(10_000), format!("soon, not after {:?}", played.took))
    }),
    must("cecp-sd-level", "level leaves the limit of depth", "C-273 C-276", |e| {
        e.fresh()?;
        e.place(RICH)?;
        let played = e.think(&["sd 3", "level 40 5 0"])?;
        ensure(played.took < super::ms(5000), format!("soon, not after {:?}", played.took))
    }),
    must("cecp-sd-new", "new removes the limit of depth", "C-185 C-274", |e| {
        e.talk().needs(Ability::Output)?;
        e.fresh()?;
        e.place(RICH)?;
        e.say("sd 1");
        e.place(RICH)?;
        let played = e.think(&["post", "level 0 1 0", "st 1"])?;
        let depth = played.depth();
        ensure(depth.is_some_and(|depth| depth > 2), format!("more than depth 2, not {depth:?}"))
    }),
    must("cecp-time-column", "the time of thinking is in centiseconds", "C-608", |e| {
        e.talk().needs(Ability::Output)?;
        e.place(RICH)?;
        let played = e.think(&["post", "level 0 5 0", "st 2"])?;
        let most = played.lines.iter().map(|line| line.time).max().unwrap_or(0);
        let took = played.took.as_millis() as i64 / 10;
        ensure(most <= took + 30, format!("at most {took} centiseconds, not {most}"))
    }),
    must("cecp-score-up", "a queen more is a plus for the side to move", "C-607 C-623", |e| {
        let score = score(e, "3qk3/4p3/8/8/8/8/8/4K3 b - - 0 1")?;
        ensure(score > 150, format!("a clear plus, not {score}"))
    }),
    must("cecp-score-down", "a queen less is a minus for the side to move", "C-607 C-623", |e| {
        let score = score(e, "3qk3/4p3/8/8/8/8/8/4K3 w - - 0 1")?;
        ensure(score < -150, format!("a clear minus, not {score}"))
    }),
    must("cecp-mate-played", "a mate in one is played", "C-565", |e| {
        e.place(MATE_IN_1)?;
        let played = e.think(&["level 0 1 0", "st 1", "sd 4"])?;
        let mates = ["a1a8", "Ra8", "Ra8#", "Ra8+"].contains(&played.mv.as_str());
        ensure(mates, format!("move a1a8, not {}", played.mv))
    }),
    should("cecp-mate-1-score", "a mate in one is 100001", "C-620 C-621", |e| {
        mate(e, MATE_IN_1, 100_001)
    }),
    should("cecp-mate-2-score", "a mate in two moves is 100002", "C-620", |e| {
        mate(e, MATE_IN_2, 100_002)
    }),
    should("cecp-mated-score", "who is mated by the next move says -100001", "C-620", |e| {
        mate(e, MATED_IN_1, -100_001)
    }),
    should("cecp-hint", "hint is answered by Hint: and a legal move, or nothing", "C-425", |e| {
        e.new_game()?;
        e.user_move("e2e4");
        e.user_move("e7e5");
        e.say("hint");
        let said = e.sync()?;
        let hint = said.iter().find_map(|it| match it {
            FromEngine::Hint(mv) => Some(mv.clone()),
            _ => None,
        });
        let Some(hint) = hint else { return not_applicable("the engine has no suggestion") };
        let board = e.watched.monitor.board();
        let legal = board.is_some_and(|board| board.legal(hint.as_str()).is_ok());
        ensure(legal, format!("a legal move, not {hint}"))
    }),
    should(
        "cecp-book",
        "bk is answered by indented lines and an empty one, or an error",
        "C-426 C-428",
        |e| {
            e.new_game()?;
            e.say("bk");
            let said = e.sync()?;
            let other = said.iter().find(|it| {
                !matches!(
                    it,
                    FromEngine::BookLine(_)
                        | FromEngine::Error { .. }
                        | FromEngine::Continuation(_)
                )
            });
            ensure(other.is_none(), format!("lines that begin with a blank, not {other:?}"))
        },
    ),
];

fn thought(e: &mut Cecp, fen: &str) -> Result<Played, Finding> {
    e.talk().needs(Ability::Output)?;
    e.place(fen)?;
    e.think(&["post", "level 0 1 0", "st 1", "sd 6"])
}

fn score(e: &mut Cecp, fen: &str) -> Result<i64, Finding> {
    match thought(e, fen)?.score() {
        Some(score) => Ok(score),
        None => not_applicable("no score was shown"),
    }
}

fn mate(e: &mut Cecp, fen: &str, wanted: i64) -> Outcome {
    let score = score(e, fen)?;
    ensure(score == wanted, format!("score {wanted}, not {score}"))
}
