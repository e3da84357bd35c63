//! Several games of one process.

use super::{RICH, Uci};
use crate::expectation::{
    Ability, Expectation, Finding, ensure, must, not_applicable, on_demand, should,
};
use crate::monitor::Monitor;

pub(super) const ALL: &[Expectation<Uci>] = &[
    must("uci-games", "several games in one process, with ucinewgame", "U-190 U-316", |e| {
        for opening in ["e2e4", "d2d4", "g1f3"] {
            e.say("ucinewgame");
            e.ping()?;
            play(e, opening, 6)?;
        }
        Ok(())
    }),
    must("uci-games-old", "several games in one process, without ucinewgame", "U-191 U-192", |e| {
        e.fresh()?;
        e.ping()?;
        for opening in ["c2c4", "e2e4"] {
            play(e, opening, 6)?;
        }
        Ok(())
    }),
    should(
        "uci-newgame-forgets",
        "after ucinewgame the same search is the same",
        "U-190 U-195",
        |e| {
            e.talk.needs(Ability::Output)?;
            e.fresh()?;
            let mut first = None;
            for _ in 0..2 {
                e.say("ucinewgame");
                e.ping()?;
                let nodes = e.search(RICH, "depth 6")?.nodes();
                let first = *first.get_or_insert(nodes);
                ensure(first == nodes, format!("{first:?} nodes again, not {nodes:?}"))?;
            }
            Ok(())
        },
    ),
    on_demand(
        "uci-bench",
        "the argument bench has it count nodes of a fixed search, and end",
        "U-010",
        |e| {
            e.monitor.close();
            e.talk.spoiled = true;
            if e.talk.start_with(&["bench"]).is_err() {
                return not_applicable("it cannot be started so");
            }
            // One that knows nothing of it waits for commands.
            e.talk.close_input();
            let Some((_, said)) = e.talk.ends(std::time::Duration::from_secs(40)) else {
                return ensure(false, "the end of the program within 40 s");
            };
            let counts = |text: &str| {
                let mut words = text.split_whitespace();
                words.any(|word| word.eq_ignore_ascii_case("nps"))
            };
            let told = said
                .iter()
                .map(|line| line.text.clone())
                .chain(e.talk.log.iter().map(|it| it.text.clone()));
            ensure(
                told.into_iter().any(|text| counts(&text) || text.contains("odes/second")),
                "N nodes M nps",
            )
        },
    ),
    must("uci-many-searches", "fifty short searches in a row bring fifty moves", "U-316", |e| {
        for _ in 0..50 {
            e.search("startpos", "depth 1")?;
        }
        e.has_ignored_it()
    }),
    must(
        "uci-many-stops",
        "twenty searches begun and stopped at once bring twenty moves",
        "U-262 U-316",
        |e| {
            e.talk.needs(Ability::Stop)?;
            e.position(RICH);
            for _ in 0..20 {
                e.say_all(&["go infinite", "stop"]);
                e.finish(Ability::Stop, "bestmove after stop")?;
            }
            e.has_ignored_it()
        },
    ),
];

fn play(e: &mut Uci, opening: &str, plies: usize) -> Result<(), Finding> {
    let mut moves = opening.to_owned();
    for _ in 0..plies {
        let search = e.search(&format!("startpos moves {moves}"), "depth 3")?;
        let Some(best) = &search.best else { break };
        moves.push(' ');
        moves.push_str(best.as_str());
    }
    Ok(())
}
