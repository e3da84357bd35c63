//! `go` with every limit, scores, time.

use super::{MATE_IN_1, MATED_IN_1, RICH, START, Ucci, ms};
use crate::expectation::{
    Ability, Expectation, Finding, Outcome, ensure, must, not_applicable, should,
};
use crate::run::Subject;
use std::time::Duration;

pub(super) const ALL: &[Expectation<Ucci>] = &[
    must("ucci-info", "a search shows depth, score and a line of play", "X-259 X-255", |e| {
        let search = e.search(RICH, "depth 5")?;
        if search.infos.iter().all(|info| info.pv.is_empty() || info.score.is_none()) {
            return Err(e
                .talk()
                .missing(Ability::Output, "info depth D score S pv MOVES".to_owned()));
        }
        e.talk().works(Ability::Output);
        Ok(())
    }),
    must("ucci-depth", "go depth searches to this depth", "X-221", |e| {
        e.talk().needs(Ability::Output)?;
        let search = e.search(RICH, "depth 4")?;
        ensure(
            search.depth().is_some_and(|depth| depth <= 5),
            format!("depth 4, not {:?}", search.depth()),
        )
    }),
    should("ucci-depth-0", "go depth 0 is answered by nobestmove", "X-222 X-223", |e| {
        let search = e.search(START, "depth 0")?;
        ensure(search.best.is_none(), format!("nobestmove, not {}", search.best()))
    }),
    should("ucci-depth-0-score", "go depth 0 shows the score of the position", "X-222", |e| {
        let search = e.search(START, "depth 0")?;
        ensure(search.score().is_some(), "info with a score")
    }),
    must("ucci-nodes", "go nodes ends by itself", "X-226", |e| {
        e.search(RICH, "nodes 20000").map(drop)
    }),
    must("ucci-infinite", "go infinite goes on until stop", "X-224", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(RICH);
        e.begin("infinite");
        e.no_best_within(ms(300), "before stop")?;
        e.stop().map(drop)
    }),
    must(
        "ucci-infinite-mate",
        "go infinite may end on a mate, and is answered in any case",
        "X-225",
        |e| {
            e.talk().needs(Ability::Stop)?;
            e.fresh()?;
            e.position(MATE_IN_1);
            e.begin("infinite");
            if e.best_within(ms(300))?.is_none() {
                e.stop()?;
            }
            Ok(())
        },
    ),
    should("ucci-no-limit", "go without a limit goes on until stop", "X-234", |e| {
        e.talk().needs(Ability::Stop)?;
        e.nonsense()?;
        e.position(RICH);
        e.begin("");
        e.no_best_within(ms(200), "before stop")?;
        e.stop().map(drop)
    }),
    must("ucci-time", "a clock: the flag does not fall", "X-227 X-229", |e| {
        within(e, "", ms(3000), "increment 0", ms(3000))
    }),
    must(
        "ucci-time-movestogo",
        "the last move of a period: the flag does not fall",
        "X-228",
        |e| within(e, "", ms(2000), "movestogo 1", ms(2200)),
    ),
    should(
        "ucci-time-shared",
        "of four seconds for forty moves, one move takes not half",
        "X-228",
        |e| within(e, "", ms(4000), "movestogo 40", ms(2000)),
    ),
    must(
        "ucci-time-opponent",
        "the engine thinks on its own clock, not on its opponent's",
        "X-227 X-230",
        |e| {
            let other = e.time(Duration::from_secs(600));
            let rest = format!("increment 0 opptime {other} oppincrement 0");
            within(e, "", ms(2000), &rest, ms(2100))
        },
    ),
    must("ucci-draw-offer", "go draw is a go", "X-241 X-243", |e| {
        within(e, "draw ", ms(3000), "increment 0", ms(3000))
    }),
    should(
        "ucci-time-alone",
        "time without movestogo and increment is sudden death",
        "X-232",
        |e| within(e, "", ms(4000), "", ms(2500)),
    ),
    should("ucci-time-order", "the words of go may come in any order", "X-236", |e| {
        e.nonsense()?;
        e.position(RICH);
        let time = e.time(ms(2000));
        e.begin(&format!("increment 0 time {time}"));
        ensure(e.best_within(ms(2500))?.is_some(), "bestmove in time")
    }),
    should("ucci-time-zero", "no time left: the move comes at once", "X-246", |e| {
        e.fresh()?;
        e.position(START);
        e.begin("time 0 increment 0");
        e.talk().spoiled = true;
        ensure(e.best_within(ms(1000))?.is_some(), "bestmove at once")
    }),
    should("ucci-limits", "of several limits the first one ends the search", "X-237", |e| {
        e.fresh()?;
        e.position(RICH);
        let time = e.time(Duration::from_secs(600));
        e.begin(&format!("depth 2 time {time} increment 0"));
        e.talk().spoiled = true;
        ensure(e.best_within(ms(2000))?.is_some(), "bestmove at depth 2")
    }),
    must("ucci-clock-once", "a clock counts for its own go only", "X-057", |e| {
        within(e, "", ms(1000), "increment 0", ms(1300))?;
        e.search(RICH, "depth 4").map(drop)
    }),
    must("ucci-mate-played", "a mate in one is played", "X-300", |e| {
        let search = e.search(MATE_IN_1, "depth 4")?;
        ensure(search.best() == "b7b9", format!("bestmove b7b9, not {}", search.best()))
    }),
    should("ucci-mate-score", "a mate in one is a score above 9800", "X-263", |e| {
        let score = score(e, MATE_IN_1)?;
        ensure(score > 9800, format!("10000 less the plies, not {score}"))
    }),
    should(
        "ucci-mated-score",
        "who is mated by the next move has a score below -9800",
        "X-263",
        |e| {
            let score = score(e, MATED_IN_1)?;
            ensure(score < -9800, format!("the plies less 10000, not {score}"))
        },
    ),
    must("ucci-score-up", "a rook more is a plus for the side to move", "X-262", |e| {
        let score =
            score(e, "fen rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")?;
        ensure(score > 50, format!("a clear plus, not {score}"))
    }),
    must("ucci-score-down", "a rook less is a minus for the side to move", "X-262", |e| {
        let score =
            score(e, "fen rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1")?;
        ensure(score < -50, format!("a clear minus, not {score}"))
    }),
    should("ucci-score-unit", "a horse more is about a hundred", "X-261", |e| {
        let score =
            score(e, "fen r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")?;
        ensure((40..=400).contains(&score), format!("between 40 and 400, not {score}"))
    }),
    must(
        "ucci-many-searches",
        "thirty short searches in a row bring thirty answers",
        "X-047",
        |e| {
            for _ in 0..30 {
                e.search(START, "depth 1")?;
            }
            Ok(())
        },
    ),
];

/// The answer comes before this time is over.
fn within(e: &mut Ucci, before: &str, clock: Duration, rest: &str, limit: Duration) -> Outcome {
    let time = e.time(clock);
    let arguments = format!("{before}time {time} {rest}");
    e.in_time(limit, &format!("bestmove after go {arguments}"), |e| {
        let search = e.search(RICH, arguments.trim_end())?;
        match search.best {
            Some(_) => Ok(search.took),
            None => Err(Finding::Unmet("bestmove".to_owned())),
        }
    })
}

fn score(e: &mut Ucci, position: &str) -> Result<i32, Finding> {
    e.talk().needs(Ability::Output)?;
    match e.search(position, "depth 5")?.score() {
        Some(score) => Ok(score),
        None => not_applicable("no score was shown"),
    }
}
