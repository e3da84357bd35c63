//! Tournaments of several engines, and lists of engines.

use crate::support::*;
use ferz_testkit::peer;
use std::collections::BTreeMap;

/// A list of four engines of all protocols, told apart by their depth.
fn list(place: &Place) -> String {
    let entry = |name: &str, protocol: &str, depth: u32| {
        format!(
            "[[engine]]\nname = \"{name}\"\ncommand = \"'{FERZ}'\"\nprotocol = \"{protocol}\"\n\
             limits = [\"depth={depth}\"]\n"
        )
    };
    let text = entry("four", "uci", 4)
        + &entry("three", "cecp", 3)
        + &entry("two", "uci", 2)
        + &entry("one", "cecp", 1);
    place.file("engines.toml", &text).display().to_string()
}

/// A tournament to its end: what it said, and what it left behind.
fn plays(place: &Place, arguments: &[&str]) -> (String, Run) {
    let folder = place.path("run").display().to_string();
    let mut command = place.command(&[]);
    command = {
        let mut tournament = std::process::Command::new(command.get_program());
        tournament.arg("tournament").args(arguments).args(["--dir", &folder]);
        tournament.envs(command.get_envs().filter_map(|(key, value)| Some((key, value?))));
        tournament
    };
    let output = command.output().expect("ferz starts");
    assert!(output.status.success(), "{}", said(&output));
    (said(&output), Run::read(&place.path("run")))
}

#[test]
fn each_against_each() {
    let place = Place::new();
    let engines = list(&place);
    let (said, run) =
        plays(&place, &["--engines", &engines, "--max-moves", "30", "--concurrency", "2"]);
    run.assert_clean();
    assert_eq!(run.games.len(), 12);
    let mut met = BTreeMap::new();
    for game in &run.games {
        *met.entry((game.first, game.second)).or_insert(0) += 1;
    }
    assert_eq!(met.len(), 12);
    let table = said.lines().skip_while(|line| !line.starts_with("rank")).skip(1);
    let names: Vec<_> = table.take(4).filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names.len(), 4, "{said}");
    assert!(names.contains(&"four") && names.contains(&"one"), "{said}");
}

#[test]
fn systems() {
    for (system, games) in [("gauntlet", 6), ("swiss", 8), ("knockout", 6)] {
        let place = Place::new();
        let engines = list(&place);
        let rounds = if system == "swiss" { "2" } else { "1" };
        let (said, run) = plays(
            &place,
            &[
                "--engines",
                &engines,
                "--system",
                system,
                "--rounds",
                rounds,
                "--concurrency",
                "2",
                // So short that many games are drawn: knockouts are played again.
                "--max-moves",
                "40",
                "--resign",
                "2:300",
            ],
        );
        run.assert_clean();
        match system {
            "knockout" => assert!(run.games.len() >= games, "{said}"),
            _ => assert_eq!(run.games.len(), games, "{said}"),
        }
    }
}

/// A tournament whose rounds depend on results, killed and resumed: the same games.
#[test]
fn resumed_where_it_stopped() {
    let place = Place::new();
    let engines = list(&place);
    let (_, run) = plays(
        &place,
        &[
            "--engines",
            &engines,
            "--system",
            "swiss",
            "--rounds",
            "3",
            "--max-moves",
            "8",
            "--concurrency",
            "2",
        ],
    );
    let bytes = std::fs::read(place.path("run").join("events.jsonl")).unwrap();
    let folder = place.path("cut");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("events.jsonl"), &bytes[..bytes.len() * 2 / 3]).unwrap();
    let output = place.runs(&["--resume", &folder.display().to_string()]);
    assert!(output.status.success(), "{}", said(&output));
    let facts = |run: &Run| -> Vec<_> {
        let moves = |game: &ferz_arena::record::GameRecord| {
            game.moves.iter().map(|mv| mv.text.clone()).collect::<Vec<_>>()
        };
        run.games.iter().map(|game| (game.number, game.first, game.second, moves(game))).collect()
    };
    assert_eq!(facts(&Run::read(&folder)), facts(&run));
}

/// Three protocols, four programs, one game.
#[test]
fn xiangqi_engines_in_one_tournament() {
    let place = Place::new();
    let text = format!(
        "[[engine]]\nname = \"Ferz UCI\"\ncommand = \"'{FERZ}'\"\nprotocol = \"uci\"\n\
         [[engine]]\nname = \"Ferz UCCI\"\ncommand = \"'{FERZ}'\"\nprotocol = \"ucci\"\n\
         [[engine]]\nname = \"Fairy\"\ncommand = \"{}\"\nprotocol = \"uci\"\n\
         [[engine]]\nname = \"Hoi\"\ncommand = \"{}\"\nprotocol = \"cecp\"\n",
        peer("fairy-stockfish").display(),
        peer("hoixiangqi").display()
    );
    let engines = place.file("engines.toml", &text).display().to_string();
    let (said, run) = plays(
        &place,
        &[
            "--engines",
            &engines,
            "--games",
            "1",
            "--variant",
            "xiangqi",
            "--tc",
            "1+0.02",
            "--margin",
            "3000",
            "--max-moves",
            "40",
            "--concurrency",
            "2",
        ],
    );
    run.assert_clean();
    assert_eq!(run.games.len(), 6, "{said}");
}

/// A short round robin of these, clean.
fn mixed(engines: &[String], variant: &str) {
    let place = Place::new();
    let mut arguments: Vec<&str> = engines.iter().map(String::as_str).collect();
    arguments.extend([
        "--variant",
        variant,
        "--tc",
        "10+1",
        "--margin",
        "3000",
        "--games",
        "1",
        "--max-moves",
        "4",
        "--concurrency",
        "4",
    ]);
    let (_, run) = plays(&place, &arguments);
    run.assert_clean();
    let pairings = engines.len() * (engines.len() - 1) / 2;
    assert_eq!(run.games.len(), pairings);
}

fn engine(before: &str, name: &str) -> String {
    format!("{before} {}", peer(name).display())
}

mod real_engines {
    use super::*;

    /// UCI and CECP in one event.
    #[test]
    fn in_one_event() {
        let engines = [
            format!("name=u proto=uci nodes=500 {FERZ}"),
            format!("name=c proto=cecp depth=3 {FERZ}"),
            engine("proto=uci nodes=500", "stockfish"),
            engine("proto=cecp depth=3", "hoichess"),
            engine("proto=cecp st=0.05", "fairymax"),
        ];
        mixed(&engines, "normal");
    }
}

mod xiangqi_engines {
    use super::*;

    /// UCI, CECP and UCCI in one event.
    #[test]
    fn in_one_event() {
        let engines = [
            format!("name=x proto=ucci nodes=500 {FERZ}"),
            format!("name=u proto=uci nodes=500 {FERZ}"),
            engine("proto=uci nodes=500", "fairy-stockfish"),
            engine("proto=cecp st=0.05", "hoixiangqi"),
        ];
        mixed(&engines, "xiangqi");
    }
}
