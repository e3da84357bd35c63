//! Networks of games by table in the engine: named by `EvalFile`, or in a file beside the program.

mod common;

use common::*;
use ferz_engine::eval::network::{Architecture, Game, Network, Numbers};
use ferz_engine::{Done, Engine, Report, Score, Setup, engine};
use ferz_rules::{GameSpec, Variant, table};
use std::path::{Path, PathBuf};

fn game(name: &str) -> Variant {
    Variant::by_name(name).unwrap_or_else(|| panic!("no game {name}"))
}

/// A network that counts own men of one kind less the opponent's, in hand too.
fn fond_of(variant: Variant, kind: usize) -> Network {
    let game = Game::of(variant).expect("the game can have networks");
    let hidden = 32;
    let king_buckets = Vec::new();
    let shape =
        Architecture { game, hidden, mirrored: false, king_buckets, output_buckets: 1, second: 0 };
    let own = game.places * kind..game.places * (kind + 1);
    let inputs =
        (0..shape.inputs()).flat_map(|input| [if own.contains(&input) { 40 } else { 0 }; 32]);
    let output = [[100; 32], [-100; 32]].concat();
    let numbers = Numbers {
        inputs: inputs.collect(),
        biases: vec![0; hidden],
        output,
        output_biases: vec![0],
        ..Numbers::default()
    };
    Network::new(shape, 400, "made for a test", &numbers).expect("a network")
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).expect("a file for the test");
    path
}

fn set(engine: &mut dyn Engine, option: &str, value: &str) {
    engine.set_option(option, Some(value)).expect("an option");
}

fn place(engine: &mut dyn Engine, variant: Variant, fen: &str) {
    engine.place(&Setup { variant, fen: Some(fen.into()), moves: Vec::new() }).expect(fen);
}

/// What is said, and the answer.
fn answer(engine: &mut dyn Engine, plies: u32) -> (Vec<String>, Done) {
    let (reports, done) = search(engine, request(depth(plies)));
    let note = |report| if let Report::Note(note) = report { Some(note) } else { None };
    (reports.into_iter().filter_map(note).collect(), done)
}

fn with_file(path: &Path) -> Box<dyn Engine> {
    let mut engine = engine(Variant::NORMAL);
    set(&mut *engine, "EvalFile", &path.to_string_lossy());
    engine
}

const CRAZY: &str = "4k3/4p3/8/8/8/8/4P3/4K3[NNn] w - - 0 1";

#[test]
fn a_network_judges_a_game_by_table() {
    let crazyhouse = game("crazyhouse");
    let knight = table::rules_of(crazyhouse)
        .expect("rules")
        .kinds
        .iter()
        .position(|kind| kind.letter == "N");
    let network = fond_of(crazyhouse, knight.expect("a knight"));
    let path = file("crazy-knights.net", &network.to_bytes());
    let mut engine = with_file(&path);
    place(&mut *engine, crazyhouse, CRAZY);
    let (notes, done) = answer(&mut *engine, 1);
    assert_eq!(notes, [format!("network \"{}\": crazyhouse, (1120→32)×2→1", path.display())]);
    // (80² - 40²) times 100 in 32 neurons, in 255² × 64ths of 400 centipawns.
    assert!(matches!(done.score, Some(Score::Cp(1450..1500))), "{done:?}");
    assert!(engine.explain().starts_with("network (crazyhouse, "), "{}", engine.explain());
    assert_eq!(engine.network(), Some(network.to_bytes()));

    // Another game of the same board plays with its own or goes without, and says so.
    let goes_without = added("without-a-network", "racingkings");
    for (other, instead) in [
        (game("racingkings"), "racingkings; the one inside the program plays"),
        (goes_without, "without-a-network; the evaluation made by hand plays"),
    ] {
        place(&mut *engine, other, "8/8/8/8/8/8/k1b3RK/8 w - - 0 1");
        let (notes, _) = answer(&mut *engine, 1);
        let expected = format!("it is for crazyhouse, not for {instead}");
        assert!(matches!(&notes[..], [note] if note.ends_with(&expected)), "{notes:?}");
    }
    place(&mut *engine, crazyhouse, CRAZY);
    assert!(answer(&mut *engine, 1).0[0].ends_with("×2→1"));
    set(&mut *engine, "Evaluation", "hand-made");
    let (notes, done) = answer(&mut *engine, 3);
    assert!(notes[0].ends_with("not in use, the options want none"), "{notes:?}");
    let mut plain = ferz_engine::engine(crazyhouse);
    set(&mut *plain, "Evaluation", "hand-made");
    place(&mut *plain, crazyhouse, CRAZY);
    assert_eq!(answer(&mut *plain, 3), (Vec::new(), done));
}

/// Whatever a network thinks, who has won by the rules of the game has won.
#[test]
fn ends_by_rule_stay() {
    for (name, fen) in [
        ("atomic", "rnbqkbnr/ppp1pppp/8/3pN3/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"),
        ("3check", "4k3/8/8/8/8/8/3PP3/Q3K3 w - - 1+3 0 1"),
        ("kingofthehill", "7k/p7/8/8/8/5K2/8/8 w - - 0 1"),
        ("racingkings", "8/K7/8/8/8/8/k7/8 w - - 0 1"),
        ("shatranj", "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1"),
        ("horde", "8/8/8/8/8/3k4/4P3/8 b - - 0 1"),
        ("crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1"),
        ("chu", "6k5/6R5/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1"),
    ] {
        let variant = game(name);
        let kinds = table::rules_of(variant).expect("rules").kinds.len();
        for kind in [0, kinds - 1] {
            let path = file(&format!("{name}-{kind}.net"), &fond_of(variant, kind).to_bytes());
            let mut engine = with_file(&path);
            place(&mut *engine, variant, fen);
            let (notes, done) = answer(&mut *engine, 4);
            assert!(notes[0].contains("×2→1"), "{notes:?}");
            assert_eq!(done.score, Some(Score::MateIn(1)), "{name}");
        }
    }
}

/// A game of a name that no other test has, by the rules of another.
fn added(name: &'static str, rules: &str) -> Variant {
    let mut rules = table::rules(rules).expect("rules");
    name.clone_into(&mut rules.name);
    let row = table::spec(rules).expect("rules that fit together");
    Variant::add(GameSpec { name, ..row }).expect("a new name")
}

#[test]
fn a_network_is_found_beside_the_program() {
    let variant = added("beside-the-program", "atomic");
    let program = std::env::current_exe().expect("this test has a file");
    let nets = program.parent().expect("a folder").join("nets");
    std::fs::create_dir_all(&nets).expect("a folder beside the test");
    let path = nets.join("beside-the-program.net");
    let network = fond_of(variant, 1).to_bytes();
    let fen = "4k3/4p3/8/8/8/8/4P3/4K1N1 w - - 0 1";
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    for bytes in [Some(&network[..]), Some(b"no network"), None] {
        let _ = std::fs::remove_file(&path);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).expect("a file beside the test");
        }
        let mut engine = engine(variant);
        place(&mut *engine, variant, fen);
        notes.push(answer(&mut *engine, 1).0);
        found.push(engine.network());
    }
    let said = format!("network \"{}\": it is not a network", path.display());
    assert_eq!(notes, [Vec::new(), vec![said], Vec::new()]);
    assert_eq!(found, [Some(network), None, None]);
}

/// A network is of use for the kinds of men that it was made for.
#[test]
fn a_game_with_other_men_has_other_networks() {
    let bytes = fond_of(added("two-of-a-name", "atomic"), 1).to_bytes();
    let mut other = bytes.clone();
    // Behind the check sum, a length and the name stand the kinds.
    other[16 + 1 + "two-of-a-name".len()] ^= 1;
    let sum = other[16..].iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    other[8..16].copy_from_slice(&sum.to_le_bytes());
    assert!(Network::from_bytes(&bytes).is_ok());
    let why = Network::from_bytes(&other).expect_err("other men").to_string();
    assert_eq!(
        why,
        "it is for a game with the name \"two-of-a-name\" and other men or another board"
    );
}
