//! Evaluations from shared libraries, as `docs/evalapi.h` describes them: X-166 for the engine.
//!
//! The libraries are written in C and compiled here, so that the header is what a C compiler reads.
#![cfg(unix)]

mod common;

use common::*;
use ferz_engine::{Engine, Report, Score, Setup, engine};
use ferz_rules::{Family, Variant};
use std::path::PathBuf;
use std::process::Command;

/// Compiles a library of `tests/data/evalapi`; `name` tells it from others of the same source.
fn library(source: &str, name: &str, definitions: &[&str]) -> PathBuf {
    let here = env!("CARGO_MANIFEST_DIR");
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = directory.join(format!("libeval-{name}.so"));
    let output = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-O1"])
        .args(definitions)
        .arg(format!("-I{here}/../../docs"))
        .arg(format!("{here}/tests/data/evalapi/{source}"))
        .arg("-o")
        .arg(&file)
        .output()
        .expect("a C compiler by the name cc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    file
}

fn engine_with(file: &std::path::Path) -> Box<dyn Engine> {
    let mut engine = at("startpos", "");
    engine.allow_libraries();
    engine.set_option("EvalAPI", Some(&file.to_string_lossy())).unwrap();
    engine
}

fn notes(reports: &[Report]) -> Vec<&str> {
    let mut notes = Vec::new();
    for report in reports {
        if let Report::Note(note) = report {
            notes.push(note.as_str());
        }
    }
    notes
}

/// The library plays: its move, its score, its name; without it the engine is as before.
#[test]
fn x166_a_library_judges() {
    let file = library("likes_a4.c", "likes-a4", &[]);
    let mut engine = engine_with(&file);
    let (reports, done) = search(&mut *engine, request(depth(1)));
    let named = format!("evaluation library \"{}\": fond of a4", file.display());
    assert_eq!(notes(&reports), [named]);
    assert_eq!((best(&done), done.score), ("a2a4", Some(Score::Cp(500))));
    // It is loaded once.
    let (reports, done) = search(&mut *engine, request(depth(3)));
    assert!(notes(&reports).is_empty());
    assert_eq!(best(&done), "a2a4");
    // Whoever asks for the evaluation alone has no search and no root.
    let text = engine.explain();
    assert!(text.starts_with("fond of a4: +0.12 for the side to move"), "{text}");

    engine.set_option("EvalAPI", Some("")).unwrap();
    let (reports, done) = search(&mut *engine, request(depth(1)));
    assert!(notes(&reports).is_empty());
    assert!(matches!(done.score, Some(Score::Cp(-200..=200))), "{done:?}");
    assert!(!engine.explain().contains("a4: "));
}

/// Every thread has a context of its own, and ends well.
#[test]
fn x166_threads() {
    let file = library("likes_a4.c", "likes-a4-threads", &[]);
    let mut engine = engine_with(&file);
    engine.set_option("Threads", Some("4")).unwrap();
    for _ in 0..3 {
        let (_, done) = search(&mut *engine, request(depth(6)));
        assert!(matches!(done.score, Some(Score::Cp(300..=700))), "{done:?}");
    }
    engine.set_option("Threads", Some("1")).unwrap();
    engine.new_game();
    assert_eq!(best(&search(&mut *engine, request(depth(2))).1), "a2a4");
}

/// A library without the function that may be absent; values beyond all measure are no mates.
#[test]
fn x166_values_are_no_mates() {
    let file = library("plain.c", "huge", &["-DFACTOR=100000000"]);
    let mut engine = engine_with(&file);
    engine.place(&setup("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "")).unwrap();
    let (_, done) = search(&mut *engine, request(depth(1)));
    assert!(matches!(done.score, Some(Score::Cp(10_000..))), "{done:?}");
}

/// A library of the first version judges as it did: what it knew of a position stands where it stood.
#[test]
fn x166_libraries_of_version_one() {
    let position = setup("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "");
    for version in ["-DVERSION=1", "-DVERSION=2"] {
        let file = library("plain.c", &format!("of{version}"), &[version]);
        let mut engine = engine_with(&file);
        engine.place(&position).unwrap();
        let (reports, _) = search(&mut *engine, request(depth(1)));
        let named = format!("evaluation library \"{}\": plain", file.display());
        assert_eq!(notes(&reports), [named]);
        let text = engine.explain();
        assert!(text.starts_with("plain: +2.00 for the side to move"), "{text}");
    }
}

/// Whatever is wrong with the file is said with its name, and the engine plays as without it.
#[test]
fn x166_libraries_that_are_none() {
    let text = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("libeval-text.so");
    std::fs::write(&text, "no library").unwrap();
    let (_, usual) = search(&mut *at("startpos", ""), request(depth(4)));
    for (file, why) in [
        (text, "not loaded: "),
        (library("plain.c", "old", &["-DVERSION=0"]), "its version is 0, ours is 2"),
        (library("plain.c", "lacking", &["-DLACKING"]), "it has no function ferz_eval_value"),
        (library("plain.c", "other", &["-DTAKES=FERZ_XIANGQI"]), "it does not take chess"),
    ] {
        let mut engine = engine_with(&file);
        let (reports, done) = search(&mut *engine, request(depth(4)));
        let notes = notes(&reports);
        let named = format!("evaluation library \"{}\": {why}", file.display());
        assert!(matches!(&notes[..], [note] if note.starts_with(&named)), "{named}: {notes:?}");
        assert_eq!(done, usual);
    }
}

/// A file that is not there is refused at once; and every file, where nobody has given leave.
#[test]
fn x166_libraries_that_are_refused() {
    let mut engine = at("startpos", "");
    let refused = |engine: &mut dyn Engine, why: &str| {
        let error = engine.set_option("EvalAPI", Some("no/such/libeval.so")).unwrap_err();
        assert!(error.to_string().contains(why), "{error}");
    };
    refused(&mut *engine, "no libraries");
    engine.allow_libraries();
    refused(&mut *engine, "No such file");
}

/// A library of xiangqi judges xiangqi, and not the game with promotion nor chess.
#[test]
fn x166_every_game_for_itself() {
    let file = library("plain.c", "xiangqi", &["-DTAKES=FERZ_XIANGQI", "-DFACTOR=7"]);
    let place = |engine: &mut dyn Engine, variant: Variant| {
        let fen = match variant.family {
            Family::Chess | Family::Other => "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1",
            Family::Xiangqi => "3k5/9/9/9/9/9/9/4B4/9/R1B1K4 w - - 0 1",
        };
        engine.place(&Setup { variant, fen: Some(fen.into()), moves: Vec::new() }).unwrap();
    };
    let named = format!("evaluation library \"{}\": ", file.display());
    let mut engine = engine(Variant::XIANGQI);
    engine.allow_libraries();
    engine.set_option("EvalAPI", Some(&file.to_string_lossy())).unwrap();
    for (variant, told, value) in [
        (Variant::XIANGQI, "plain", "plain: +0.21 for the side to move"),
        (Variant::XIANGQI_PROMOTION, "it does not take xiangqi with promotion", ""),
        (Variant::NORMAL, "it does not take chess", ""),
        (Variant::XIANGQI, "plain", "plain: +0.21 for the side to move"),
    ] {
        place(&mut *engine, variant);
        let (reports, _) = search(&mut *engine, request(depth(1)));
        assert_eq!(notes(&reports), [format!("{named}{told}")], "{variant:?}");
        let text = engine.explain();
        assert!(text.starts_with(value) && text.contains("plain") != value.is_empty(), "{text}");
    }
}
