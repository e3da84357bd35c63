//! Networks from files: the options `EvalFile` and `Evaluation`, and what they say.

mod common;

use common::*;
use ferz_engine::eval::network::{Architecture, Game, Network, Numbers};
use ferz_engine::{Engine, Report, Score, Setup, engine};
use ferz_rules::{Family, Variant};
use std::path::{Path, PathBuf};

/// A network that counts own pieces less the opponent's, by code, and nothing else.
fn counting(game: Game, worth: impl Fn(usize) -> i16) -> Network {
    let hidden = 32;
    let shape = Architecture {
        game,
        hidden,
        mirrored: false,
        king_buckets: Vec::new(),
        output_buckets: 1,
        second: 0,
    };
    let (places, kinds) = (game.places, game.pieces / 2);
    let mut inputs = Vec::new();
    for input in 0..shape.inputs() {
        let (kind, own) = (input / places % kinds, input / places < kinds);
        inputs.extend([if own { worth(kind) } else { 0 }; 32]);
    }
    let output = [[100; 32], [-100; 32]].concat();
    let biases = vec![0; hidden];
    let numbers = Numbers { inputs, biases, output, output_biases: vec![0], ..Numbers::default() };
    Network::new(shape, 400, "made for a test", &numbers).expect("a network")
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("a file for the test");
    path
}

fn with_file(path: &Path) -> Box<dyn Engine> {
    let mut engine = at("startpos", "");
    engine.set_option("EvalFile", Some(&path.to_string_lossy())).expect("a file is a text");
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

/// Queens count, knights do not.
fn fond_of_queens() -> Network {
    counting(Game::CHESS, |kind| if kind == 4 { 40 } else { 0 })
}

const QUEEN_OR_ROOK: &str = "4k3/8/8/8/1q3r2/8/3N4/4K3 w - - 0 1";

#[test]
fn a_network_judges() {
    let network = fond_of_queens();
    let path = file("queens.net", &network.to_bytes());
    let mut engine = with_file(&path);
    engine.place(&setup("4k3/4n3/8/8/8/8/8/QQ2K3 w - - 0 1", "")).expect("a position");
    let (reports, done) = search(&mut *engine, request(depth(1)));
    let named = format!("network \"{}\": chess, (768→32)×2→1", path.display());
    assert_eq!(notes(&reports), [named]);
    // 80² times 100 in 32 neurons, in 255² × 64ths of 400 centipawns.
    assert!(matches!(done.score, Some(Score::Cp(1900..2000))), "{done:?}");
    let text = engine.explain();
    let value = "network (chess, (768→32)×2→1): +19.6";
    assert!(text.starts_with(value) && text.contains("by hand, not in use:"), "{text}");
    assert_eq!(engine.network(), Some(network.to_bytes()));
    // It is loaded once.
    let (reports, _) = search(&mut *engine, request(depth(4)));
    assert!(notes(&reports).is_empty());
}

/// Rules know how a king ends that has nothing left.
#[test]
fn a_lone_king_is_not_for_networks() {
    let path = file("queens-lone.net", &fond_of_queens().to_bytes());
    for (fen, by_rules) in [
        ("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4K2r w - - 0 1", true),
        ("4k3/4n3/8/8/8/8/8/QQ2K3 w - - 0 1", false),
    ] {
        let mut by_hand = at(fen, "");
        by_hand.set_option("Evaluation", Some("hand-made")).expect("an option");
        let mut engine = with_file(&path);
        engine.place(&setup(fen, "")).expect("a position");
        assert_eq!(engine.explain().starts_with("network: not asked"), by_rules, "{fen}");
        let score = |engine: &mut dyn Engine| search(engine, request(depth(1))).1.score;
        assert_eq!(score(&mut *engine) == score(&mut *by_hand), by_rules, "{fen}");
    }
}

#[test]
fn threads_share_a_network() {
    let path = file("queens-threads.net", &fond_of_queens().to_bytes());
    let mut engine = with_file(&path);
    engine.set_option("Threads", Some("3")).expect("an option");
    engine.place(&setup(QUEEN_OR_ROOK, "")).expect("a position");
    for _ in 0..2 {
        let (_, done) = search(&mut *engine, request(depth(6)));
        assert!(matches!(done.score, Some(Score::Cp(_))), "{done:?}");
    }
}

/// With the option the rules made by hand play again, as if there were no network.
#[test]
fn the_evaluation_made_by_hand_is_a_choice() {
    let mut by_hand = at(QUEEN_OR_ROOK, "");
    by_hand.set_option("Evaluation", Some("hand-made")).expect("an option");
    let (_, usual) = search(&mut *by_hand, request(depth(5)));
    assert_eq!(by_hand.network(), None);

    let path = file("queens-choice.net", &fond_of_queens().to_bytes());
    let mut engine = with_file(&path);
    engine.place(&setup(QUEEN_OR_ROOK, "")).expect("a position");
    search(&mut *engine, request(depth(5)));
    engine.set_option("Evaluation", Some("hand-made")).expect("an option");
    let (reports, done) = search(&mut *engine, request(depth(5)));
    assert!(notes(&reports)[0].ends_with("not in use, the options want none"));
    assert_eq!(done.score, usual.score);
    engine.set_option("Evaluation", Some("network")).expect("an option");
    let (reports, _) = search(&mut *engine, request(depth(5)));
    assert!(notes(&reports)[0].ends_with("×2→1"));
}

/// Whatever is wrong with the file is said with its name, and the engine plays as without it.
#[test]
fn files_that_are_of_no_use() {
    let good = fond_of_queens().to_bytes();
    let mut torn = good.clone();
    torn.truncate(good.len() / 2);
    let mut newer = good.clone();
    newer[7] = 7;
    let other = counting(Game::XIANGQI, |_| 1).to_bytes();
    let (_, usual) = search(&mut *at("startpos", ""), request(depth(4)));
    for (path, why) in [
        (file("text.net", b"no network"), "it is not a network"),
        (file("torn.net", &torn), "its check sum differs"),
        (file("newer.net", &newer), "its version is 7, ours is 2"),
        (file("other.net", &other), "it is for xiangqi, not for chess"),
    ] {
        let mut engine = with_file(&path);
        let (reports, done) = search(&mut *engine, request(depth(4)));
        let notes = notes(&reports);
        let named = format!("network \"{}\": {why}", path.display());
        assert!(matches!(&notes[..], [note] if note.starts_with(&named)), "{named}: {notes:?}");
        assert!(notes[0].ends_with(" plays"), "{notes:?}");
        assert_eq!(done, usual);
    }
    let mut engine = at("startpos", "");
    let refused = engine.set_option("EvalFile", Some("no/such/file.net")).unwrap_err().to_string();
    assert!(refused.contains("no/such/file.net") && refused.contains("No such file"), "{refused}");
    assert_eq!(search(&mut *engine, request(depth(4))).1, usual);
}

/// The networks inside the program, written to a file and read from there, are the same.
#[test]
fn the_networks_inside_go_out_and_in() {
    for variant in [Variant::NORMAL, Variant::XIANGQI] {
        let mut engine = engine(variant);
        let bytes = engine.network().expect("the game has a network");
        let (inside, _) = engine.bench(variant, 4);
        let path = file(&format!("exported-{variant:?}.net"), &bytes);
        engine.set_option("EvalFile", Some(&path.to_string_lossy())).expect("a file is a text");
        assert_eq!(engine.network(), Some(bytes));
        assert_eq!(engine.bench(variant, 4).0, inside);
        engine.set_option("EvalFile", None).expect("an option");
        engine.set_option("Evaluation", Some("hand-made")).expect("an option");
        assert_ne!(engine.bench(variant, 4).0, inside);
    }
}

/// The bench searches with the evaluation that the options ask for.
#[test]
fn the_bench_of_a_network() {
    let path = file("queens-bench.net", &fond_of_queens().to_bytes());
    let (by_hand, _) = at("startpos", "").bench(Variant::NORMAL, 4);
    let mut engine = with_file(&path);
    let (by_network, _) = engine.bench(Variant::NORMAL, 4);
    assert_ne!(by_network, by_hand);
    assert_eq!(engine.bench(Variant::NORMAL, 4).0, by_network);
    engine.set_option("EvalFile", None).expect("an option");
    assert_eq!(engine.bench(Variant::NORMAL, 4).0, by_hand);
}

/// A network of xiangqi plays xiangqi, and neither the game with promotion nor chess.
#[test]
fn every_game_for_itself() {
    let network = counting(Game::XIANGQI, |kind| if kind == 5 { 60 } else { 0 });
    let path = file("rooks.net", &network.to_bytes());
    let mut engine = engine(Variant::XIANGQI);
    engine.set_option("EvalFile", Some(&path.to_string_lossy())).expect("a file is a text");
    let mut told = |variant: Variant| {
        let fen = match variant.family {
            Family::Chess | Family::Other => "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1",
            Family::Xiangqi => "3k5/9/9/9/9/9/9/4B4/9/R1B1K4 w - - 0 1",
        };
        engine.place(&Setup { variant, fen: Some(fen.into()), moves: Vec::new() }).expect("one");
        let (reports, done) = search(&mut *engine, request(depth(1)));
        let text = notes(&reports).join("; ");
        let begin = format!("network \"{}\": ", path.display());
        (text.strip_prefix(&begin).map(str::to_owned).unwrap_or(text), done.score)
    };
    let (text, score) = told(Variant::XIANGQI);
    assert_eq!(text, "xiangqi, (1260→32)×2→1");
    assert!(matches!(score, Some(Score::Cp(1080..1120))), "{score:?}");
    assert_eq!(
        told(Variant::XIANGQI_PROMOTION).0,
        "not in use, this game is played without a network"
    );
    assert!(told(Variant::NORMAL).0.starts_with("it is for xiangqi, not for chess; "));
    assert_eq!(told(Variant::XIANGQI).0, "xiangqi, (1260→32)×2→1");
}
