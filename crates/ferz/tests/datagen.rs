//! `ferz datagen`, as a user runs it.
#![cfg(feature = "datagen")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const FERZ: &str = env!("CARGO_BIN_EXE_ferz");

fn datagen(folder: &Path, words: &str) -> Output {
    let words = words.split_whitespace();
    let mut command = Command::new(FERZ);
    command.arg("datagen").args(words).current_dir(folder).output().expect("ferz starts")
}

/// What a run that succeeds prints.
fn said(folder: &Path, words: &str) -> String {
    let output = datagen(folder, words);
    let (text, complaint) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{words}: {text}{complaint}");
    text.into_owned()
}

/// The only file of games in a folder.
fn file(folder: &Path) -> Vec<u8> {
    let mut files = fs::read_dir(folder).expect("the folder is there");
    let path = files.next().expect("a file").expect("its name").path();
    assert!(files.next().is_none(), "one file");
    fs::read(path).expect("the file is there")
}

/// How many side lines of four there are in the folder `lines`: which of them are decided at once, and so
/// left out, depends on the network.
fn lines(folder: &Path) -> usize {
    let text = said(folder, "stat lines");
    let lines = text.split(" files, ").nth(1).and_then(|rest| rest.split(' ').next());
    let lines = lines.and_then(|count| count.parse().ok()).unwrap_or_default();
    assert!((1..=4).contains(&lines), "{text}");
    lines
}

#[test]
fn games_and_their_side_lines_are_counted_by_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    said(folder, "play --out chess --nodes 60 --games 3 --seed 5");
    said(folder, "play --game xiangqi --out xiangqi --nodes 60 --games 2 --seed 5");
    said(folder, "branch xiangqi --game xiangqi --out lines --nodes 60 --lines 4 --seed 6");

    let lines = lines(folder);
    let text = said(folder, "stat chess xiangqi lines");
    assert!(text.starts_with("chess: 1 files, 3 games, "), "{text}");
    assert!(text.contains(&format!("\nxiangqi: 2 files, {} games, ", 2 + lines)), "{text}");
    assert!(!text.contains(".games: "), "nothing is wrong with a file: {text}");
}

/// Every task, in a game without an evaluation of its own.
#[test]
fn games_by_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    said(folder, "play --variant crazyhouse --out games --nodes 40 --games 3 --seed 5");
    said(folder, "branch games --variant crazyhouse --out lines --nodes 40 --lines 4 --seed 5");
    said(folder, "rescore games --variant crazyhouse --out newer --nodes 80");
    let lines = lines(folder);
    let text = said(folder, "stat games lines newer");
    assert!(text.starts_with(&format!("crazyhouse: 3 files, {} games, ", 6 + lines)), "{text}");
    let text = said(folder, "duel --variant crazyhouse --nodes 30 --other-nodes 20 --pairs 2");
    let tally: Vec<u32> = text.split([',', ' ']).filter_map(|word| word.parse().ok()).collect();
    assert_eq!(tally.iter().sum::<u32>(), 4, "{text}");

    let refused = datagen(folder, "play --variant crazyhouse --out x --games 1 --net net");
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(complaint.contains("cannot read net"), "{complaint}");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/nets/chess.net");
    let refused =
        datagen(folder, &format!("play --variant crazyhouse --out x --games 1 --net {network}"));
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(complaint.contains("it is for chess, not for crazyhouse"), "{complaint}");
    let refused = datagen(folder, "branch games --out x --lines 1");
    let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(complaint.contains("a game of \"crazyhouse\", which was not asked for"), "{complaint}");
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for out in ["one", "two"] {
        said(folder, &format!("play --out {out} --nodes 60 --games 3 --seed 5"));
    }
    said(folder, "play --out other --nodes 60 --games 3 --seed 6");
    assert_eq!(file(&folder.join("one")), file(&folder.join("two")));
    assert_ne!(file(&folder.join("one")), file(&folder.join("other")));
}

#[test]
fn old_games_get_new_scores() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    said(folder, "play --out old --nodes 60 --games 2 --seed 5");
    said(folder, "rescore old --out new --nodes 200 --net none");
    let count =
        |name: &str| said(folder, &format!("stat {name}")).lines().next().map(str::to_owned);
    assert_eq!(count("old"), count("new"));
    assert_ne!(file(&folder.join("old")), file(&folder.join("new")));
}

#[test]
fn a_duel_against_itself_is_even() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = said(folder.path(), "duel --nodes 60 --pairs 2");
    let (won, rest) = text.split_once(" won, ").expect("the result");
    let lost = rest.split_once("drawn, ").and_then(|(_, rest)| rest.split_once(" lost"));
    assert_eq!(Some(won), lost.map(|(lost, _)| lost), "{text}");
}

#[test]
fn what_is_wrong_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("letter.games"), "Dear Ferz").expect("it can be written");
    let text = said(folder, "stat letter.games");
    assert!(text.contains("letter.games: not a file of games"), "{text}");

    said(folder, "play --out chess --nodes 60 --games 1 --seed 5");
    fs::create_dir(folder.join("empty")).expect("it can be made");
    for (words, complaint) in [
        ("branch chess --game xiangqi --out lines", "a game of \"normal\""),
        ("rescore chess --game xiangqi --out new", "a game of \"normal\""),
        ("branch empty --out lines", "no games"),
        ("stat nowhere", "nowhere"),
        ("play --out games --net letter.games", "letter.games"),
        ("branch nowhere --out lines", "nowhere"),
        ("duel --other nowhere --pairs 1", "nowhere"),
    ] {
        let output = datagen(folder, words);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && text.contains(complaint), "{words}: {text}");
    }
}
