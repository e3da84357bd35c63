//! The program: networks for games by table and from files, from nothing but their rules.

use ferz_engine::eval::network::{Game, Network};
use ferz_rules::Variant;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn trainer(words: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_ferz-trainer");
    Command::new(program).args(words).output().expect("the program starts")
}

fn text(output: &Output) -> String {
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}{errors}")
}

/// A folder of this test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder for the test");
    path
}

/// A network that is there is trained further; its shape stays, and a wrong one is refused by name.
#[test]
fn training_goes_on_with_a_network() {
    let out = folder("from");
    new_game("crazyhouse", &out, &["--more-games", "0"]);
    let path = |name: &str| out.join(name).display().to_string();
    let (first, games, second) = (path("1/crazyhouse.net"), path("1/games"), path("second.net"));
    let common = ["train", "--game", "crazyhouse", "--data", &games, "--epochs", "1", "--out"];
    let train = |more: &[&str]| text(&trainer(&[&common[..], &[&second], more].concat()));
    let said = train(&["--from", &first, "--look-ahead", "0.5"]);
    assert!(said.contains("(1120→32)×2→1") && said.contains("bytes written"), "{said}");
    let info = text(&trainer(&["info", &second]));
    assert!(info.contains("went on with a network of fingerprint"), "{info}");
    assert!(info.contains("before: games 40") || info.contains("before: games 3"), "{info}");
    let said =
        train(&["--from", &first, "--hidden", "64", "--output-buckets", "4", "--second", "8"]);
    assert!(
        said.contains("(1120→64)×2→8→1, mirrored, 4 output buckets; ")
            && said.contains("bytes written"),
        "{said}"
    );
    let refused = train(&["--from", &second, "--hidden", "32"]);
    assert!(refused.contains("cannot grow to ") && refused.contains("more neurons"), "{refused}");
    let refused = train(&["--from", &first, "--second", "6"]);
    assert!(refused.contains("no second layer of 6 neurons"), "{refused}");
    let refused = train(&["--from", &first, "--scale", "300"]);
    assert!(refused.contains("cannot be used with") && refused.contains("--scale"), "{refused}");
    let refused = train(&["--from", &games]);
    assert!(refused.contains("1/games"), "{refused}");
}

/// Positions for which there is no room in memory come in parts; threads do not matter.
#[test]
fn training_in_parts() {
    let out = folder("parts");
    new_game("crazyhouse", &out, &["--more-games", "0"]);
    let path = |name: &str| out.join(name).display().to_string();
    let games = path("1/games");
    let train = |name: &str, more: &[&str]| {
        let common = ["train", "--game", "crazyhouse", "--data", &games, "--epochs", "2", "--out"];
        let output = trainer(&[&common[..], &[&path(name), "--hidden", "32"], more].concat());
        assert!(output.status.success(), "{}", text(&output));
        (text(&output), std::fs::read(path(name)).expect("the network just made"))
    };
    let near = ["--imitate", "1", "--look-ahead", "0.5"];
    let (said, parts) = train("a.net", &[&near[..], &["--held", "400", "--threads", "1"]].concat());
    let count = said.lines().find_map(|line| line.strip_prefix("read in ")).expect("it is said");
    assert!(count.ends_with(" parts, again in each epoch") && !count.starts_with("1 "), "{said}");
    let (_, again) = train("b.net", &[&near[..], &["--held", "400", "--threads", "3"]].concat());
    assert_eq!(parts, again);
    let (said, whole) = train("c.net", &near);
    assert!(!said.contains("read in ") && whole != parts, "{said}");
    let info = text(&trainer(&["info", &path("a.net")]));
    assert!(info.lines().any(|line| line.starts_with("parts ")), "{info}");
}

/// Gothic chess has the men and the board of Capablanca's, janus has others.
#[test]
fn training_goes_on_with_a_network_of_the_same_men() {
    let out = folder("from-another-game");
    // Of these games some are there to judge by.
    new_game("gothic", &out, &["--more-games", "0", "--seed", "2"]);
    let path = |name: &str| out.join(name).display().to_string();
    let (games, second) = (path("1/games"), path("second.net"));
    let common = ["train", "--game", "gothic", "--data", &games, "--epochs", "1", "--out"];
    let train = |name: &str| {
        let from = format!("{}/../engine/nets/{name}.net", env!("CARGO_MANIFEST_DIR"));
        trainer(&[&common[..], &[&second, "--from", &from]].concat())
    };
    let output = train("capablanca");
    assert!(output.status.success(), "{}", text(&output));
    let gothic = Game::of(Variant::by_name("gothic").expect("a game")).expect("networks");
    let bytes = std::fs::read(&second).expect("the network just made");
    Network::for_game(gothic, &bytes).expect("a network of the game");
    let refused = text(&train("janus"));
    assert!(refused.contains("it is for janus, not for gothic"), "{refused}");
}

/// Networks are compared by the scores of the same games; what learned from a game knows it better.
#[test]
fn networks_are_judged_by_games() {
    let out = folder("judge");
    new_game("crazyhouse", &out, &["--more-games", "0"]);
    let path = |name: &str| out.join(name).display().to_string();
    let (first, games, learned) = (path("1/crazyhouse.net"), path("1/games"), path("learned.net"));
    let output = trainer(&[
        "train",
        "--game",
        "crazyhouse",
        "--data",
        &games,
        "--epochs",
        "30",
        "--from",
        &first,
        "--out",
        &learned,
    ]);
    assert!(output.status.success(), "{}", text(&output));
    let judge = |more: &[&str]| {
        text(&trainer(&[&["judge", "--game", "crazyhouse", "--data", &games], more].concat()))
    };
    let said = judge(&["--scale", "300", &first, &learned]);
    let error = |name: &str| -> f64 {
        let line = said.lines().find(|line| line.ends_with(name)).expect("a line for each");
        line.split(' ').next().and_then(|number| number.parse().ok()).expect("an error")
    };
    assert!(said.starts_with("40 games, ") && said.contains(" positions; scale 300"), "{said}");
    assert!(error(&learned) < error(&first) && error("by hand") > 0.0, "{said}");
    let own =
        Network::from_bytes(&std::fs::read(&first).expect("a network")).expect("a network").scale();
    assert!(judge(&[&first]).contains(&format!("; scale {own}\n")), "the first network's");
    let refused = judge(&[&games]);
    assert!(refused.contains("1/games"), "{refused}");
    let other = format!("{}/../engine/nets/janus.net", env!("CARGO_MANIFEST_DIR"));
    let refused = judge(&[&other]);
    assert!(refused.contains("it is for janus, not for crazyhouse"), "{refused}");
}

/// Each kind has a line; who has more men has more.
#[test]
fn games_say_what_men_are_worth() {
    let out = folder("worths");
    new_game("crazyhouse", &out, &["--more-games", "0"]);
    let games = out.join("1/games").display().to_string();
    let worths = |game: &str| text(&trainer(&["worths", "--game", game, "--data", &games]));
    let said = worths("crazyhouse");
    assert!(said.starts_with("crazyhouse: 40 games, "), "{said}");
    let numbers = |kind: &str| -> Vec<f64> {
        let words = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let line = words.into_iter().find(|words| words.first() == Some(&kind)).expect("a line");
        line[1..].iter().map(|word| word.parse().expect("a number")).collect()
    };
    let (pawn, queen) = (numbers("P"), numbers("Q"));
    assert!(pawn[0] > 0.0 && queen[0] > pawn[0] && queen[1] > pawn[1], "{said}");
    assert_eq!(numbers("K"), [0.0, 0.0]);
    let refused = worths("xiangqi");
    assert!(refused.contains("the kinds of its men are not in a table"), "{refused}");
}

const TWO_ROUNDS: &[&str] = &["--more-games", "30"];

/// The whole recipe, as small as it can be.
fn new_game(game: &str, out: &Path, more: &[&str]) -> String {
    let out = out.display().to_string();
    let few = "--games 40 --nodes 20 --random-plies 4 --lines 1 --steps 20 --hidden 32 \
               --pairs 2 --duel-nodes 20 --threads 1";
    let mut words = vec!["new-game", game, "--out", &out];
    words.extend(few.split_whitespace());
    words.extend(more);
    let output = trainer(&words);
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    said
}

fn networks(out: &Path, game: &str) -> [Vec<u8>; 2] {
    ["1", "2"].map(|round| {
        std::fs::read(out.join(round).join(format!("{game}.net"))).expect("a network of this round")
    })
}

#[test]
fn a_new_game_gets_a_network_and_the_same_one_again() {
    let out = folder("new-crazyhouse");
    let said = new_game("crazyhouse", &out, TWO_ROUNDS);
    assert!(said.contains("round 2: 30 games by the network"), "{said}");
    let report = std::fs::read_to_string(out.join("report.txt")).expect("a report");
    for line in [
        "round 1: 40 games by the evaluation made by hand, ",
        "Elo at 20 nodes a move for the network of round 2 against that of round 1",
        "all of it: 0 minutes",
    ] {
        assert!(report.contains(line), "{line}: {report}");
    }
    let made = networks(&out, "crazyhouse");
    let game = Game::of(Variant::by_name("crazyhouse").expect("a game")).expect("networks");
    for bytes in &made {
        Network::for_game(game, bytes).expect("a network of the game");
    }
    assert_ne!(made[0], made[1]);

    // What was done is not done again.
    let again = new_game("crazyhouse", &out, TWO_ROUNDS);
    assert_eq!(again.matches("done before: ").count(), 9, "{again}");
    assert_eq!(networks(&out, "crazyhouse"), made);

    // A run that was killed goes on: what is there of the games counts, and the network is made again.
    let games = out.join("1/games");
    std::fs::remove_file(out.join("1/games.done")).expect("a note");
    std::fs::remove_file(out.join("2/network.done")).expect("a note");
    std::fs::remove_file(out.join("2/crazyhouse.net")).expect("a network");
    let resumed = new_game("crazyhouse", &out, TWO_ROUNDS);
    assert!(
        resumed.contains(" side lines") && !resumed.contains(" games at 20 nodes"),
        "{resumed}"
    );
    assert_eq!(std::fs::read_dir(&games).expect("games").count(), 1);
    assert_eq!(networks(&out, "crazyhouse"), made);

    // The same seed, elsewhere.
    let other = folder("new-crazyhouse-again");
    new_game("crazyhouse", &other, TWO_ROUNDS);
    assert!(networks(&other, "crazyhouse") == made, "the same seed gives the same networks");
    let third = folder("new-crazyhouse-other");
    new_game("crazyhouse", &third, &["--seed", "2", "--more-games", "0"]);
    assert_ne!(std::fs::read(third.join("1/crazyhouse.net")).expect("a network"), made[0]);
    assert!(!third.join("2").exists());
}

#[test]
fn a_network_goes_on_with_its_own_games() {
    let out = folder("new-before");
    new_game("crazyhouse", &out, &["--more-games", "0"]);
    let before = out.join("1/crazyhouse.net").display().to_string();
    let out = folder("new-further").display().to_string();
    let words = ["new-game", "crazyhouse", "--out", &out, "--from", &before];
    let few = "--games 60 --more-games 50 --nodes 20 --random-plies 4 --lines 1 --steps 20 --pairs 2 \
               --duel-nodes 20 --threads 1";
    let all: Vec<&str> = words.into_iter().chain(few.split_whitespace()).collect();
    let said = text(&trainer(&all));
    for line in [
        "round 1: 60 games by the network, ",
        "for the network of round 1 against the network before",
        "for the network of round 2 against that of round 1",
        "all of it: 0 minutes",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    let told = |round: usize| text(&trainer(&["info", &format!("{out}/{round}/crazyhouse.net")]));
    let (first, second) = (told(1), told(2));
    // The shape and the scale stay, and each round learns from its own games alone.
    assert!(first.starts_with("crazyhouse, (1120→32)×2→1, mirrored, 4 output buckets"), "{first}");
    assert!(first.contains("\ngames 60 with ") && second.contains("\ngames 50 with "), "{second}");
    assert!(
        first.contains("rate 0.0008 to") && second.contains("  before: games 60 with "),
        "{second}"
    );

    let refused = text(&trainer(&[&all[..], &["--hidden", "64"]].concat()));
    assert!(refused.contains("--hidden") && refused.contains("--from"), "{refused}");
    let elsewhere = format!("{out}-atomic");
    let other = ["new-game", "atomic", "--out", &elsewhere, "--from", &before];
    let refused = text(&trainer(&other));
    assert!(refused.contains("it is for crazyhouse, not for atomic"), "{refused}");

    // What was done is not done again, and nobody else's games come to these.
    let again = text(&trainer(&all));
    assert_eq!(again.matches("done before: ").count(), 9, "{again}");
    let second = format!("{out}/2/crazyhouse.net");
    let refused = text(&trainer(&["new-game", "crazyhouse", "--out", &out, "--from", &second]));
    assert!(refused.contains(&format!("its games are not those of {second}")), "{refused}");
    let refused = text(&trainer(&["new-game", "crazyhouse", "--out", &out]));
    assert!(refused.contains("its games are those of a network: go on with --from"), "{refused}");
    let by_hand = folder("new-by-hand").display().to_string();
    std::fs::create_dir_all(format!("{by_hand}/1")).expect("a folder");
    let refused = text(&trainer(&["new-game", "crazyhouse", "--out", &by_hand, "--from", &before]));
    assert!(refused.contains(&format!("its games are not those of {before}")), "{refused}");
}

const FILE: &str = "[trained-here:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\ncheckCounting = true\n";

#[test]
fn a_game_from_a_file_gets_one_too() {
    let out = folder("new-from-file");
    let file = out.join("games.ini");
    std::fs::write(&file, FILE).expect("a file for the test");
    let file = file.display().to_string();
    let made = out.join("made");
    new_game("trained-here", &made, &["--variants", &file, "--more-games", "0"]);
    let network = made.join("1/trained-here.net").display().to_string();
    let output = trainer(&["info", &network, "--variants", &file]);
    assert!(text(&output).starts_with("trained-here, ("), "{}", text(&output));
    // Without the file nobody knows the game.
    let output = trainer(&["info", &network]);
    assert!(!output.status.success());
    let said = text(&output);
    assert!(said.contains("it is for an unknown game, \"trained-here\""), "{said}");
    let output = trainer(&["new-game", "trained-here", "--out", "nowhere"]);
    assert!(text(&output).contains("no game \"trained-here\""), "{}", text(&output));

    // Games of one are no games of another, though their boards are alike.
    let games = made.join("1/games").display().to_string();
    let out = out.join("wrong.net").display().to_string();
    let words = ["train", "--game", "atomic", "--data", &games, "--out", &out, "--variants", &file];
    let said = text(&trainer(&words));
    assert!(said.contains("a game of \"trained-here\", which was not asked for"), "{said}");
    assert!(said.contains("too few positions: 0 and 0"), "{said}");
}
