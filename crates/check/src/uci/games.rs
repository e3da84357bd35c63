//! Several games of one process.

use super::{RICH, Uci};
use crate::expectation::{
    Ability, Expectation, Finding, ensure, must, not_applicable, on_demand, should,
};
use crate::monitor::Monitor;
use crate::run::Subject;
use ferz_rules::{Variant, new_game};
use ferz_wire::uci::OptionKind;
use std::time::{Duration, Instant};

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
            e.talk().needs(Ability::Output)?;
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
        "the argument bench has it count nodes of a fixed search, the same each time, and end",
        "U-010",
        |e| {
            e.watched.monitor.close();
            e.talk().spoiled = true;
            let began = Instant::now();
            let first = bench(e)?;
            // Test servers ask several times, and want one answer.
            if began.elapsed() < Duration::from_secs(15) {
                let second = bench(e)?;
                ensure(first == second, format!("{first} nodes again, not {second}"))?;
            }
            Ok(())
        },
    ),
    should(
        "uci-variants-played",
        "every choice of UCI_Variant that is known here is played from its start",
        "U-443",
        |e| {
            let games = variants(e);
            if games.is_empty() {
                return not_applicable("UCI_Variant has no other game that is known here");
            }
            e.fresh()?;
            // The others ask about chess.
            e.talk().spoiled = true;
            for (name, game) in games {
                e.set("UCI_Variant", &name);
                e.say("ucinewgame");
                e.ping()?;
                // Some begin a game elsewhere.
                let start = format!("fen {}", game.spec().start_fen);
                let best = e.search(&start, "depth 2")?.best;
                let missing = || Finding::Unmet(format!("a move in {name}"));
                let best = best.ok_or_else(missing)?;
                let mut board = new_game(game, None).map_err(|_| missing())?;
                let legal = board.play(best.as_str()).is_ok();
                ensure(legal, format!("a legal move in {name}, not {best}"))?;
                e.search(&format!("{start} moves {best}"), "depth 2")?.best.ok_or_else(missing)?;
            }
            Ok(())
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
            e.talk().needs(Ability::Stop)?;
            e.position(RICH);
            for _ in 0..20 {
                e.say_all(&["go infinite", "stop"]);
                e.finish(Ability::Stop, "bestmove after stop")?;
            }
            e.has_ignored_it()
        },
    ),
];

/// The choices of `UCI_Variant` with expectations nowhere else.
fn variants(e: &Uci) -> Vec<(String, Variant)> {
    let options = e.hello().options;
    let choice = options.iter().find(|it| it.name.eq_ignore_ascii_case("UCI_Variant"));
    let Some(OptionKind::Combo { vars, .. }) = choice.map(|it| &it.kind) else { return Vec::new() };
    let known = vars.iter().filter_map(|name| Some((name.clone(), Variant::by_name(name)?)));
    // Where ranks may count from 0, moves are spelled in two ways.
    let is_asked =
        |game: Variant| game != Variant::NORMAL && !game.partners && game.first_rank == 1;
    known.filter(|(_, game)| is_asked(*game)).collect()
}

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

/// The number of nodes that the program counts when it is started with the argument `bench`. Test
/// servers look in its output for `N nodes` and `M nps`, or the other way round.
fn bench(e: &mut Uci) -> Result<u64, Finding> {
    if e.talk().start_with(&["bench"]).is_err() {
        return not_applicable("it cannot be started so");
    }
    // One that knows nothing of it waits for commands.
    e.talk().close_input();
    let Some((_, said)) = e.talk().ends(Duration::from_secs(60)) else {
        return Err(Finding::Unmet("the end of the program within 60 s".to_owned()));
    };
    let said = said.iter().map(|line| &line.text).chain(e.talk().log.iter().map(|it| &it.text));
    let said: Vec<String> = said.map(|text| text.to_lowercase()).collect();
    let last = |names: &[&str]| said.iter().rev().find_map(|line| number_beside(line, names));
    match (last(&["nodes", "nodes searched"]), last(&["nps", "nodes second"])) {
        (Some(nodes), Some(_)) => Ok(nodes),
        _ => Err(Finding::Unmet("N nodes M nps".to_owned())),
    }
}

/// The number before or behind one of these names, signs left out.
fn number_beside(line: &str, names: &[&str]) -> Option<u64> {
    let words: Vec<&str> =
        line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |index: Option<usize>| words.get(index?)?.parse().ok();
    names.iter().find_map(|name| {
        let name: Vec<&str> = name.split(' ').collect();
        let mut places = words.windows(name.len()).enumerate().filter(|(_, words)| *words == name);
        places
            .find_map(|(at, _)| number(at.checked_sub(1)).or_else(|| number(Some(at + name.len()))))
    })
}

#[cfg(test)]
mod tests {
    use super::number_beside;

    #[test]
    fn counts_of_benches() {
        let nodes = |line: &str| number_beside(line, &["nodes", "nodes searched"]);
        let speed = |line: &str| number_beside(line, &["nps", "nodes second"]);
        assert_eq!(nodes("4712113 nodes 1532112 nps"), Some(4_712_113));
        assert_eq!(speed("4712113 nodes 1532112 nps"), Some(1_532_112));
        assert_eq!(nodes("nodes searched  : 4590150"), Some(4_590_150));
        assert_eq!(speed("nodes/second    : 813200"), Some(813_200));
        assert_eq!((nodes("no nodes here"), speed("bench: 45")), (None, None));
    }
}
