//! Matches of our own program with itself: protocols, games, openings, output.

use crate::support::*;
use ferz_arena::record::{GameRecord, GameResult, Reason};
use ferz_engine::book::{Book, Elephant, Polyglot};
use serde_json::Value;

#[test]
fn any_protocol_against_any_other_in_chess() {
    let run = plays("'proto=uci FERZ' 'proto=cecp FERZ' --depth 3 --rounds 2 --concurrency 2");
    run.assert_clean();
    assert_eq!(run.games.len(), 4);
    let colours: Vec<_> = run.games.iter().map(|game| (game.first, game.second)).collect();
    assert_eq!(colours, [(0, 1), (1, 0), (0, 1), (1, 0)]);
    // The names of two engines that call themselves the same are told apart.
    assert!(run.pgn.contains(" (2)\"]"), "{}", run.pgn);
}

#[test]
fn any_protocol_against_any_other_in_xiangqi() {
    for pair in ["'proto=uci FERZ' 'proto=ucci FERZ'", "'proto=ucci FERZ' 'proto=cecp FERZ'"] {
        let run = plays(&format!("{pair} --depth 3 --variant xiangqi --max-moves 40"));
        run.assert_clean();
        assert!(run.pgn.contains("[Format \"ICCS\"]"), "{}", run.pgn);
    }
}

/// U-461: castling is spelled as each side has it.
#[test]
fn chess960_with_a_clock() {
    let place = Place::new();
    let fens = "bqnrknbr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNBR w KQkq - 0 1\n\
                nrkbbrqn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBRQN w KQkq - 0 1\n";
    let book = place.file("960.fen", fens).display().to_string();
    let engines = [format!("proto=uci {FERZ}"), format!("proto=cecp {FERZ}")];
    let run = place.plays(&[
        &engines[0],
        &engines[1],
        "--variant",
        "chess960",
        "--tc",
        "1+0.02",
        // A busy machine is not what this is about.
        "--margin",
        "3000",
        "--rounds",
        "2",
        "--openings",
        &book,
        "--order",
        "sequential",
    ]);
    run.assert_clean();
    let openings: Vec<_> = run.games.iter().map(|game| game.opening).collect();
    assert_eq!(openings, [1, 1, 2, 2]);
    assert!(run.pgn.contains("[Variant \"fischerandom\"]"));
    for game in &run.games {
        assert!(game.moves.iter().all(|mv| mv.micros.is_some() && mv.clock.is_some()));
    }
}

#[test]
fn cutechess_arguments() {
    let run = plays(
        "-engine cmd=FERZ name=one proto=uci depth=2 -engine cmd=FERZ name=two proto=xboard \
         -each depth=1 tc=inf -rounds 1 -games 2 -repeat -maxmoves 30 -recover \
         -draw movenumber=20 movecount=5 score=5 -resign movecount=3 score=900",
    );
    assert_eq!(run.games.len(), 2);
    assert!(run.pgn.contains("[White \"one\"]") && run.pgn.contains("[White \"two\"]"));
}

/// As it is told to: each side its own limits, and what is said of a move is its own.
#[test]
fn limits_of_each_engine() {
    let run =
        plays("'name=a nodes=500 proto=uci FERZ' 'name=b depth=2 proto=uci FERZ' --max-moves 9");
    for game in &run.games {
        for (ply, mv) in game.moves.iter().enumerate() {
            let engine = if ply % 2 == 0 { game.first } else { game.second };
            match engine {
                0 => assert!(mv.nodes.is_some_and(|nodes| (300..=600).contains(&nodes)), "{mv:?}"),
                _ => assert_eq!(mv.depth, Some(2)),
            }
        }
        assert_eq!((game.result, game.reason), (GameResult::Draw, Reason::MoveLimit));
        assert_eq!(game.moves.len(), 18);
    }
}

#[test]
fn output_for_programs() {
    let place = Place::new();
    let engine = format!("proto=uci {FERZ}");
    let output = place.runs(&[&engine, &engine, "--depth", "1", "--max-moves", "5", "--json"]);
    assert!(output.status.success(), "{}", said(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["begins"]["games"], 2);
    assert_eq!(lines[1]["game"]["number"], 1);
    assert_eq!(lines[3]["result"]["score"]["draws"], 2);
    assert_eq!(lines[3]["result"]["finished"], true);
}

#[test]
fn what_cannot_begin_says_why() {
    let place = Place::new();
    for (arguments, why) in [
        (["no-such-engine", "no-such-engine"], "cannot start \"no-such-engine\""),
        (["proto=uci option.Hsah=4 FERZ", "proto=uci FERZ"], "Hsah"),
        (["proto=uci dir=no-such-folder FERZ", "proto=uci FERZ"], "cannot start"),
    ] {
        let arguments = arguments.map(|text| text.replace("FERZ", FERZ));
        let output = place.runs(&[&arguments[0], &arguments[1], "--depth", "1"]);
        assert!(!output.status.success());
        assert!(said(&output).contains(why), "{why}: {}", said(&output));
        assert!(!place.path("run").join("events.jsonl").exists());
    }
}

/// An option for all is for those that have it.
#[test]
fn an_option_that_one_engine_lacks() {
    let place = Place::new();
    let engines = [format!("proto=uci {FERZ}"), format!("proto=cecp {FERZ}")];
    let all = [&engines[0], &engines[1], "--option", "UCI_ShowWDL=true", "--depth", "1"];
    let output = place.runs(&[&all[..], &["--max-moves", "3"]].concat());
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("option UCI_ShowWDL"), "{}", said(&output));
}

/// A test ends the match as soon as it has shown enough, and a run that is resumed knows it.
#[test]
fn a_test_that_is_soon_decided() {
    let place = Place::new();
    let engines = [format!("proto=uci nodes=2000 {FERZ}"), format!("proto=uci depth=1 {FERZ}")];
    let output = place.runs(&[
        &engines[0],
        &engines[1],
        "--sprt",
        "0:400",
        "--resign",
        "2:300",
        "--concurrency",
        "2",
    ]);
    assert!(said(&output).contains("H1: at least as good"), "{}", said(&output));
    let run = Run::read(&place.path("run"));
    assert!((4..200).contains(&run.games.len()), "{}", run.games.len());
    let page = std::fs::read_to_string(place.path("run").join("report.html")).unwrap();
    assert!(page.contains("Logarithm of the likelihood ratio") && page.contains("H1: at least"));
    assert!(!page.contains("http:") && !page.contains("https:"), "{page}");
    assert!(!page.contains("NaN"), "{page}");
    let again = place.runs(&["--resume", &place.path("run").display().to_string()]);
    assert!(said(&again).contains("H1: at least as good"), "{}", said(&again));
    assert_eq!(Run::read(&place.path("run")).games.len(), run.games.len());
}

/// U-228, U-229, U-261, X-222, C-332: they think on their opponent's time, each as its protocol has it.
#[test]
fn pondering() {
    for pair in ["'proto=uci FERZ' 'proto=cecp FERZ'", "'proto=ucci FERZ' 'proto=uci FERZ'"] {
        let variant = if pair.contains("ucci") { "xiangqi" } else { "normal" };
        let run = plays(&format!(
            "{pair} --ponder --tc 1+0.02 --margin 3000 --max-moves 15 --variant {variant}"
        ));
        run.assert_clean();
        // A hit has cost no time, or nearly none.
        let fast = |game: &&GameRecord| {
            game.moves.iter().any(|mv| mv.micros.is_some_and(|micros| micros < 3_000))
        };
        assert!(run.games.iter().any(|game| fast(&game)), "{run:#?}");
    }
}

/// Books of both games: the engine's own, as files.
#[test]
fn openings_from_books() {
    let place = Place::new();
    let chess = place.path("own.bin");
    std::fs::write(&chess, Book::<Polyglot>::own().bytes()).unwrap();
    let xiangqi = place.path("own.dat");
    std::fs::write(&xiangqi, Book::<Elephant>::own().bytes()).unwrap();
    let engine = format!("proto=uci option.OwnBook=false {FERZ}");
    for (book, variant) in [(chess, "normal"), (xiangqi, "xiangqi")] {
        let place = Place::new();
        let run = place.plays(&[
            &engine,
            &engine,
            "--depth",
            "1",
            "--max-moves",
            "8",
            "--rounds",
            "3",
            "--variant",
            variant,
            "--openings",
            &book.display().to_string(),
            "--plies",
            "4",
        ]);
        let opening = |game: &GameRecord| -> Vec<String> {
            let book = game.moves.iter().take_while(|mv| mv.micros.is_none());
            book.map(|mv| mv.text.clone()).collect()
        };
        let openings: Vec<_> = run.games.iter().map(opening).collect();
        assert!(openings.iter().all(|moves| moves.len() == 4), "{openings:?}");
        assert_eq!(openings[0], openings[1]);
        assert_ne!(openings[1], openings[2]);
    }
}
