//! Networks of games by table: the inputs are those that the rules need, and every way to a value
//! gives the same one.

use super::tests::{by_definition, image, network, walk, whole_games, with_kings};
use super::*;
use ferz_rules::table::set::{Bits, Wide};
use ferz_rules::table::{self, Board, Width};
use ferz_rules::{GameSpec, MoveSet, Playable, Random, Side, Variant};

fn game(name: &str) -> Variant {
    Variant::by_name(name).unwrap_or_else(|| panic!("no game {name}"))
}

fn shape(game: Game) -> Architecture {
    let king_buckets = Vec::new();
    Architecture {
        game,
        hidden: 32,
        mirrored: game.mirrors,
        king_buckets,
        output_buckets: 4,
        second: 0,
    }
}

/// Random games and random trees of a game, by networks of all shapes that it can have.
fn carried<B: Bits>(variant: Variant) {
    let start = Board::<B>::start(variant);
    let game = start.game();
    assert_eq!(Game::of(variant), Some(game), "{variant}");
    assert!(game.most_on >= game.men && game.men == start.count() + in_hands(&start), "{variant}");
    let mut shapes = vec![shape(game)];
    if game.mirrors {
        shapes.push(Architecture { hidden: 32, output_buckets: 1, ..with_kings(game) });
    }
    for (seed, shape) in shapes.into_iter().enumerate() {
        let network = network(shape, seed as u64);
        whole_games(&start, &network, 600, seed as u64);
        let mut judge = Accumulators::new(network);
        judge.start(&start);
        walk(&mut judge, &start, 0, 5, &mut Random::new(3));
    }
}

fn in_hands<B: Bits>(board: &Board<B>) -> usize {
    Side::BOTH.iter().flat_map(|side| board.hand(*side)).map(|held| usize::from(*held)).sum()
}

#[test]
fn all_kernels_carry_the_same_sums_through_all_games_by_table() {
    for name in table::names() {
        let variant = game(name);
        match table::width(variant) {
            Some(Width::Narrow) => carried::<u64>(variant),
            Some(Width::Middle) => carried::<u128>(variant),
            Some(Width::Wide) => carried::<Wide>(variant),
            None => assert!(Game::of(variant).is_some(), "{name}"),
        }
    }
}

/// Squares, places in hand, codes of men; whether kings mirror.
#[test]
fn inputs_are_those_of_the_rules() {
    for (name, squares, waiting, pieces, men, mirrors) in [
        // A queen that was a pawn is one again in hand.
        ("crazyhouse", 64, 16, 14, 32, true),
        ("bughouse", 64, 16, 14, 32, true),
        ("atomic", 64, 0, 12, 32, true),
        ("kingofthehill", 64, 0, 12, 32, true),
        ("racingkings", 64, 0, 12, 16, true),
        // Checks that are still to be given.
        ("3check", 64, 3, 14, 32, true),
        // Kings that are no kings, and a side without one.
        ("antichess", 64, 0, 12, 32, false),
        ("horde", 64, 0, 12, 52, false),
        ("twokings", 64, 0, 12, 32, false),
        ("capablanca", 80, 0, 16, 40, true),
        ("makruk", 64, 0, 12, 32, true),
        // Promoted men are kinds of their own here.
        ("shogi", 81, 18, 28, 40, true),
        ("chu", 144, 0, 78, 92, false),
    ] {
        let game = Game::of(game(name)).expect(name);
        let found = (game.squares, game.places - game.squares, game.pieces, game.men, game.mirrors);
        assert_eq!(found, (squares, waiting, pieces, men, mirrors), "{name}");
    }
}

/// Both sides of racing kings run the same way, so neither sees the board turned upside down.
#[test]
fn only_racing_kings_see_the_same_board() {
    let unturned: Vec<_> = table::names()
        .filter(|name| Game::of(game(name)).is_some_and(|game| !game.turns))
        .collect();
    assert_eq!(unturned, ["racingkings"]);
    let mut judge =
        Accumulators::new(network(shape(Game::of(game("racingkings")).expect("it")), 8));
    let mut value = |fen: &str| judge.fresh_value(&board("racingkings", fen));
    let here = value("8/8/1K6/8/4n3/3R4/6k1/8 w - - 0 1");
    assert_eq!(value("8/8/1k6/8/4N3/3r4/6K1/8 b - - 0 1"), here, "colours exchanged");
    assert_eq!(value("8/8/6K1/8/3n4/4R3/1k6/8 w - - 0 1"), here, "left and right exchanged");
    assert_ne!(value("8/6K1/3r4/4N3/8/1k6/8/8 b - - 0 1"), here, "upside down");
}

fn board(name: &str, fen: &str) -> Board<u64> {
    Playable::from_fen(fen, game(name)).expect(fen)
}

/// How many inputs differ between two positions, as the first side sees them.
fn apart(name: &str, one: &str, other: &str) -> usize {
    let lookup = Lookup::new(&shape(Game::of(game(name)).expect(name)));
    let inputs = |fen: &str| {
        let mut inputs = std::collections::BTreeSet::new();
        lookup.active(&board(name, fen), Side::First, |input| assert!(inputs.insert(input)));
        inputs
    };
    inputs(one).symmetric_difference(&inputs(other)).count()
}

#[test]
fn hands_marks_and_checks_are_told() {
    let hand = |held: &str| format!("4k3/8/8/8/8/8/8/4K3[{held}] w - - 0 1");
    assert_eq!(apart("crazyhouse", &hand(""), &hand("PPP")), 3);
    assert_eq!(apart("crazyhouse", &hand("P"), &hand("PN")), 1);
    assert_eq!(apart("crazyhouse", &hand("P"), &hand("p")), 2);
    // More than there are men for is not told.
    assert_eq!(apart("crazyhouse", &hand(&"P".repeat(16)), &hand(&"P".repeat(30))), 0);
    let queen = |mark: &str| format!("4k3/8/8/8/8/8/8/Q{mark}3K3[] w - - 0 1");
    assert_eq!(apart("crazyhouse", &queen(""), &queen("~")), 1);
    let checks = |left: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - {left} 0 1");
    assert_eq!(apart("3check", &checks("3+3"), &checks("1+3")), 2);
    assert_eq!(apart("3check", &checks("1+3"), &checks("3+1")), 4);
}

/// Exchanged colours are the same to the side to move, hands and checks too; left and right are where
/// kings mirror the board.
#[test]
fn images_have_the_same_value() {
    for (name, fen, rest) in [
        ("crazyhouse", "r1b1k2r/pp3ppp/2n2n2/8/8/2N5/PPP2PPP/R1B2RK1", ""),
        ("atomic", "r1b1k2r/pp3ppp/2n2n2/8/8/2N5/PPP2PPP/R1B2RK1", ""),
        ("antichess", "r1b1k2r/pp3ppp/2n2n2/8/8/2N5/PPP2PPP/R1B2RK1", ""),
        ("makruk", "r1s1k2r/8/pppn1ppp/8/3P4/PPP2PPP/2SN4/R2K1M1R", ""),
    ] {
        let mut judge = Accumulators::new(network(shape(Game::of(game(name)).expect(name)), 8));
        let mut value = |fen: &str| judge.fresh_value(&board(name, fen));
        let fen = format!("{fen} w - - {rest}0 1");
        let here = value(&fen);
        assert_eq!(value(&image(&fen, true)), here, "{name}");
        let mirrors = Game::of(game(name)).is_some_and(|game| game.mirrors);
        assert_eq!(value(&image(&fen, false)) == here, mirrors, "{name}");
    }
    let mut judge = Accumulators::new(network(shape(Game::of(game("3check")).expect("it")), 9));
    let mut value = |fen: &str| judge.fresh_value(&board("3check", fen));
    let here = value("4k3/pp6/8/8/8/8/P7/4K3 w - - 1+3 0 1");
    assert_eq!(value("4k3/p7/8/8/8/8/PP6/4K3 b - - 3+1 0 1"), here);
    assert_ne!(value("4k3/p7/8/8/8/8/PP6/4K3 b - - 1+3 0 1"), here);
    let mut judge = Accumulators::new(network(shape(Game::of(game("crazyhouse")).expect("it")), 9));
    let mut value = |fen: &str| judge.fresh_value(&board("crazyhouse", fen));
    let here = value("4k3/8/8/8/8/8/8/4K2q~[PPn] w - - 0 1");
    assert_eq!(value("4k2Q~/8/8/8/8/8/8/4K3[ppN] b - - 0 1"), here);
}

/// Where a move changes more than there is room to note, the position is looked at anew.
#[test]
fn a_move_that_changes_everything() {
    let mut rules = table::rules("crazyhouse").expect("a game");
    rules.explosions = true;
    rules.name = "crazy-atomic".to_owned();
    let row = table::spec(rules).expect("rules that fit together");
    let variant = Variant::add(GameSpec { name: "crazy-atomic", ..row }).expect("a new name");
    let fen = "4k3/8/8/8/2q~q~q~3/2q~q~q~3/2q~1q~3/3R3K[] w - - 0 1";
    let before: Board<u64> = Playable::from_fen(fen, variant).expect("a position");
    let explosion = before.read_move("d1d3").expect("a capture");
    let mut after = before;
    after.play(explosion);
    let mut changes = Changes::NONE;
    before.changes(explosion, &after, &mut changes);
    assert!(!changes.are_all(), "{changes:?}");
    for kernel in kernels() {
        let mut judge = Accumulators::with(network(shape(before.game()), 6), kernel);
        judge.start(&before);
        let first = judge.step(&before, explosion, &after, 0);
        // Whoever is asked first, and whoever is asked two moves later.
        let mut moves = Vec::new();
        after.generate(MoveSet::All, &mut moves);
        let mut last = after;
        last.play(moves[0]);
        let second = judge.step(&after, moves[0], &last, first);
        assert_eq!(judge.value(&last, second), by_definition(judge.network(), &last));
        assert_eq!(judge.value(&after, first), by_definition(judge.network(), &after));
    }
}

#[test]
fn a_file_names_its_game() {
    let of = |name: &str| Game::of(game(name)).expect(name);
    for name in ["crazyhouse", "shogi", "chu", "horde"] {
        let network = network(shape(of(name)), 11);
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes).expect("the file just written");
        assert_eq!(
            (read.architecture(), read.numbers()),
            (network.architecture(), network.numbers())
        );
        assert_eq!(read.to_bytes(), bytes);
        let error = Network::for_game(Game::CHESS, &bytes).expect_err("another game");
        assert_eq!(error, FileError::OtherGame(of(name).name, "chess"));
    }
    let bytes = network(shape(of("crazyhouse")), 12).to_bytes();
    // The bytes behind the check sum: a length, the name, kinds and numbers.
    let forged = |at: usize, byte: u8| {
        let mut body = bytes[16..].to_vec();
        body[at] ^= byte;
        let mut forged = bytes[..8].to_vec();
        forged.extend(file::sum(&body).to_le_bytes());
        forged.extend(body);
        Network::from_bytes(&forged).err()
    };
    assert_eq!(forged(1, b'c' ^ b'C'), None);
    assert_eq!(forged(1, b'c' ^ b'd'), Some(FileError::Name("drazyhouse".to_owned())));
    for number in 11..11 + 12 {
        assert_eq!(forged(number, 1), Some(FileError::Rules("crazyhouse".to_owned())));
    }
    // Lengths that do not fit, no output bucket, too many.
    for (at, byte) in [(0, 200), (0, 9), (24, 4), (24, 99)] {
        assert!(forged(at, byte).is_some(), "{at} {byte}");
    }
    // No king says which way the board of antichess is to be mirrored.
    let mut mirrored = shape(of("antichess"));
    mirrored.mirrored = true;
    assert_eq!(mirrored.check(), Err(Unfit::Mirrored));
}
