//! `go` with every limit but clocks.

use super::{MATE_IN_1, MATE_IN_2, RICH, Uci, ms};
use crate::expectation::{Ability, Expectation, Finding, ensure, must, not_applicable, should};
use crate::run::Subject;
use ferz_wire::uci::ScoreValue;
use std::time::Duration;

pub(super) const ALL: &[Expectation<Uci>] = &[
    must(
        "uci-info",
        "a search shows at least one line of play with its depth",
        "U-330 U-338",
        |e| {
            let search = e.search(RICH, "depth 5")?;
            if search.infos.iter().all(|info| info.pv.is_empty()) {
                return Err(e.talk().missing(Ability::Output, "info with depth and pv".to_owned()));
            }
            e.talk().works(Ability::Output);
            Ok(())
        },
    ),
    must("uci-depth", "go depth searches to this depth and no further", "U-237", |e| {
        e.talk().needs(Ability::Output)?;
        let search = e.search(RICH, "depth 4")?;
        ensure(search.depth() == Some(4), format!("depth 4 at last, not {:?}", search.depth()))
    }),
    should("uci-nodes", "go nodes ends soon after so many nodes", "U-238", |e| {
        e.talk().needs(Ability::Output)?;
        let search = e.search(RICH, "nodes 20000")?;
        let nodes = search.nodes().unwrap_or(0);
        ensure(nodes <= 30_000, format!("about 20000 nodes, not {nodes}"))
    }),
    must("uci-nodes-far", "go nodes does not go on far beyond so many nodes", "U-238", |e| {
        e.talk().needs(Ability::Output)?;
        let search = e.search(RICH, "nodes 100000")?;
        let nodes = search.nodes().unwrap_or(0);
        ensure(nodes <= 400_000, format!("about 100000 nodes, not {nodes}"))
    }),
    must("uci-nodes-ends", "go nodes ends by itself", "U-238", |e| {
        e.search(RICH, "nodes 5000").map(drop)
    }),
    must("uci-movetime", "go movetime ends when the time is over", "U-240", |e| {
        e.in_time(ms(900), "bestmove after go movetime 400", |e| {
            Ok(e.search(RICH, "movetime 400")?.took)
        })
    }),
    should("uci-movetime-exact", "go movetime is neither much earlier nor later", "U-240", |e| {
        let mut took = Duration::ZERO;
        for _ in 0..3 {
            took = e.search(RICH, "movetime 500")?.took;
            if (ms(400)..=ms(550)).contains(&took) {
                return Ok(());
            }
        }
        ensure(false, format!("bestmove after 400 to 550 ms, not {took:?}"))
    }),
    must("uci-movetime-used", "go movetime uses most of its time", "U-240", |e| {
        let took = e.search(RICH, "movetime 600")?.took;
        ensure(took >= ms(300), format!("bestmove after about 600 ms, not {took:?}"))
    }),
    must("uci-time-unit", "info time is in milliseconds", "U-336", |e| {
        e.talk().needs(Ability::Output)?;
        let search = e.search(RICH, "movetime 1000")?;
        let Some(said) = search.infos.iter().filter_map(|info| info.time).max() else {
            return not_applicable("no time was shown");
        };
        // The last line of play may be an old one, but not as old as that.
        let near = said * 8 >= search.took && said <= search.took + ms(300);
        ensure(near, format!("at last about {:?}, not {said:?}", search.took))
    }),
    should(
        "uci-movetime-forced",
        "go movetime takes its time with a single legal move too",
        "U-250",
        |e| {
            let search = e.search("fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "movetime 300")?;
            ensure(search.took >= ms(200), format!("about 300 ms, not {:?}", search.took))
        },
    ),
    must(
        "uci-first-limit",
        "of several limits the first one reached ends the search",
        "U-222",
        |e| {
            e.in_time(ms(800), "bestmove after go depth 60 movetime 300", |e| {
                Ok(e.search(RICH, "depth 60 movetime 300")?.took)
            })
        },
    ),
    must("uci-first-limit-depth", "a depth ends a search that has more time", "U-222 U-221", |e| {
        e.in_time(ms(2000), "bestmove after go movetime 9000 depth 2", |e| {
            Ok(e.search(RICH, "movetime 9000 depth 2")?.took)
        })
    }),
    must("uci-searchmoves-pv", "every line begins with one of the searchmoves", "U-223", |e| {
        e.talk().needs(Ability::Restrict)?;
        let search = e.search("startpos", "depth 4 searchmoves a2a3 h2h3")?;
        let mut firsts = search.infos.iter().filter_map(|info| info.pv.first());
        let other = firsts.find(|mv| !["a2a3", "h2h3"].contains(&mv.as_str()));
        ensure(other.is_none(), format!("a2a3 or h2h3 first, not {other:?}"))
    }),
    should("uci-searchmoves-first", "searchmoves need not be the last word of go", "U-225", |e| {
        e.nonsense()?;
        e.position("startpos");
        e.begin("searchmoves a2a3 depth 2");
        let best = e.best_within(ms(1000))?.map(|search| search.best().to_owned());
        ensure(best.as_deref() == Some("a2a3"), format!("bestmove a2a3 by itself, not {best:?}"))
    }),
    should(
        "uci-searchmoves-illegal",
        "searchmoves without a legal move still bring a move",
        "U-226",
        |e| {
            e.nonsense()?;
            let search = e.search("startpos", "depth 1 searchmoves e2e5")?;
            ensure(search.best.is_some(), "a legal move")
        },
    ),
    must("uci-infinite", "go infinite goes on until stop", "U-241 U-260", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(RICH);
        e.begin("infinite");
        e.no_best_within(ms(300), "before stop")?;
        e.stop().map(drop)
    }),
    must("uci-infinite-mate", "go infinite goes on when a mate was found", "U-241", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position(MATE_IN_1);
        e.begin("infinite");
        e.no_best_within(ms(500), "before stop")?;
        e.stop().map(drop)
    }),
    must("uci-infinite-single", "go infinite goes on with a single legal move", "U-241", |e| {
        e.talk().needs(Ability::Stop)?;
        e.position("fen k7/8/1K6/8/8/8/8/7R b - - 0 1");
        e.begin("infinite");
        e.no_best_within(ms(500), "before stop")?;
        e.stop().map(drop)
    }),
    should(
        "uci-infinite-dead",
        "go infinite waits for stop in a mated position too",
        "U-243",
        |e| {
            e.talk().needs(Ability::Stop)?;
            e.nonsense()?;
            e.position(super::MATE);
            e.begin("infinite");
            e.no_best_within(ms(200), "before stop")?;
            e.stop().map(drop)
        },
    ),
    should("uci-no-limit", "go without a limit goes on until stop", "U-242", |e| {
        e.talk().needs(Ability::Stop)?;
        e.nonsense()?;
        e.position(RICH);
        e.begin("");
        e.no_best_within(ms(300), "before stop")?;
        e.stop().map(drop)
    }),
    must("uci-mate", "go mate finds the mate", "U-239", |e| {
        let search = e.search(MATE_IN_2, "mate 2")?;
        ensure(["a2a7", "b1b7"].contains(&search.best()), "bestmove a2a7 or b1b7")
    }),
    should("uci-mate-score", "go mate ends with the mate as score", "U-239", |e| {
        e.talk().needs(Ability::Output)?;
        let search = e.search(MATE_IN_2, "mate 2")?;
        let value = search.score().map(|score| score.value);
        ensure(matches!(value, Some(ScoreValue::Mate(1 | 2))), "score mate 2")
    }),
    should("uci-mate-none", "go mate ends by itself where there is none", "U-249", |e| {
        e.nonsense()?;
        e.position("startpos");
        e.begin("mate 1");
        e.talk().spoiled = true;
        ensure(e.best_within(ms(1500))?.is_some(), "bestmove without stop")
    }),
    should("uci-zero-depth", "go depth 0 is answered by a move", "U-246", |e| zero(e, "depth 0")),
    should("uci-zero-nodes", "go nodes 0 is answered by a move", "U-246", |e| zero(e, "nodes 0")),
    should("uci-zero-movetime", "go movetime 0 is answered by a move", "U-246", |e| {
        zero(e, "movetime 0")
    }),
    should("uci-bad-number", "a number that is none makes only its own word void", "U-039", |e| {
        e.nonsense()?;
        e.position("startpos");
        e.begin("depth abc movetime 100");
        e.talk().spoiled = true;
        ensure(e.best_within(ms(2000))?.is_some_and(|it| it.best.is_some()), "a move after 100 ms")
    }),
    should("uci-unknown-limit", "an unknown word of go is skipped", "U-031 U-032", |e| {
        e.nonsense()?;
        e.position("startpos");
        e.begin("foo 7 depth 1");
        e.talk().spoiled = true;
        ensure(e.best_within(ms(2000))?.is_some_and(|it| it.best.is_some()), "a move")
    }),
];

fn zero(e: &mut Uci, arguments: &str) -> Result<(), Finding> {
    e.nonsense()?;
    e.position("startpos");
    e.begin(arguments);
    e.talk().spoiled = true;
    ensure(e.best_within(ms(1500))?.is_some_and(|it| it.best.is_some()), "a move")
}
