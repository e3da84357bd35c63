//! Every way to a network's value gives the same value.

use super::line::{Bytes, LANES, Line};
use super::*;
use ferz_rules::{MoveSet, Position, Random, Side, Variant, chess, xiangqi};
use std::sync::Arc;

/// A number from minus `most` to `most`.
fn within(random: &mut Random, most: i16) -> i16 {
    (random.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16
}

fn shape(game: Game) -> Architecture {
    Architecture {
        game,
        hidden: 64,
        mirrored: true,
        king_buckets: Vec::new(),
        output_buckets: 4,
        second: 0,
    }
}

/// Regions of the own king: the own first two ranks by file, the rest together.
pub(crate) fn with_kings(game: Game) -> Architecture {
    let squares = 0..game.squares;
    let bucket = |square: usize| if square < 18 { (square % game.files / 2) as u8 } else { 5 };
    Architecture { king_buckets: squares.map(bucket).collect(), ..shape(game) }
}

pub(crate) fn network(shape: Architecture, seed: u64) -> Arc<Network> {
    let mut random = Random::new(seed);
    let (hidden, outputs) = (shape.hidden, shape.output_buckets);
    let neurons = outputs * shape.second;
    let numbers = Numbers {
        inputs: (0..shape.inputs() * hidden).map(|_| within(&mut random, 60)).collect(),
        biases: (0..hidden).map(|_| within(&mut random, 200)).collect(),
        output: (0..outputs * 2 * hidden).map(|_| within(&mut random, 127)).collect(),
        output_biases: (0..outputs).map(|_| within(&mut random, 10_000).into()).collect(),
        second: (0..shape.second_weights()).map(|_| within(&mut random, 127) as i8).collect(),
        second_biases: (0..neurons).map(|_| within(&mut random, 8000).into()).collect(),
        last: (0..neurons).map(|_| within(&mut random, 8000)).collect(),
    };
    Arc::new(Network::new(shape, 300, "seed 1", &numbers).expect("a network"))
}

/// The value by the definition: all inputs added up, one number at a time.
pub(super) fn by_definition<P: Inputs>(network: &Network, position: &P) -> i32 {
    let numbers = network.numbers();
    let shape = network.architecture();
    let hidden = shape.hidden;
    let bucket = shape.output_bucket(position.count());
    let mut sum = 0i64;
    let mut squares = Vec::new();
    for (half, side) in [position.side(), !position.side()].into_iter().enumerate() {
        let mut values: Vec<i32> = numbers.biases.iter().map(|&bias| bias.into()).collect();
        network.lookup.active(position, side, |input| {
            let row = &numbers.inputs[input * hidden..][..hidden];
            values.iter_mut().zip(row).for_each(|(value, weight)| *value += i32::from(*weight));
        });
        let weights = &numbers.output[(2 * bucket + half) * hidden..][..hidden];
        for (value, weight) in values.iter().zip(weights) {
            let value = i64::from(*value).clamp(0, 255);
            sum += value * value * i64::from(*weight);
            squares.push((value * value + 256) / 512);
        }
    }
    let mut output = sum / 255 + i64::from(numbers.output_biases[bucket]);
    let mut second = 0;
    for neuron in bucket * shape.second..(bucket + 1) * shape.second {
        let weights = &numbers.second[neuron * 2 * hidden..][..2 * hidden];
        let products =
            squares.iter().zip(weights).map(|(square, weight)| square * i64::from(*weight));
        let sum: i64 = products.sum::<i64>() + i64::from(numbers.second_biases[neuron]);
        let value = sum.clamp(0, 8128);
        second += value * value / 8128 * i64::from(numbers.last[neuron]);
    }
    output += second * (255 * 64) / (8128 * 4096);
    (output * 300 / (255 * 64)).clamp(-15_000, 15_000) as i32
}

/// Plays random games until it has seen this number of positions, and compares the sums that were carried
/// along, by each kernel, with each other and with the definition.
pub(super) fn whole_games<P: Inputs>(
    start: &P,
    network: &Arc<Network>,
    positions: usize,
    seed: u64,
) {
    let mut random = Random::new(seed);
    let mut judges: Vec<Accumulators> =
        kernels().iter().map(|kernel| Accumulators::with(network.clone(), kernel)).collect();
    let mut fresh = Accumulators::new(network.clone());
    let mut seen = 0;
    let mut moves = Vec::new();
    while seen < positions {
        let mut board = start.clone();
        judges.iter_mut().for_each(|judge| judge.start(&board));
        let mut number = 0;
        for _ in 0..200 {
            moves.clear();
            board.generate(MoveSet::All, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let mut after = board.clone();
            after.play(mv);
            let next = judges.iter_mut().map(|judge| judge.step(&board, mv, &after, number)).max();
            number = next.expect("a kernel");
            board = after;
            seen += 1;
            // Now and then nobody asks, and the next one has more to do.
            if random.below(3) == 0 {
                continue;
            }
            let expected = by_definition(network, &board);
            for (judge, kernel) in judges.iter_mut().zip(kernels()) {
                assert_eq!(judge.value(&board, number), expected, "{}", kernel.name());
            }
            assert_eq!(fresh.fresh_value(&board), expected);
        }
    }
}

#[test]
fn all_kernels_carry_the_same_sums_through_games_of_chess() {
    let start = chess::Board::start(Variant::NORMAL);
    whole_games(&start, &network(shape(Game::CHESS), 1), 50_000, 1);
    whole_games(&start, &network(with_kings(Game::CHESS), 2), 20_000, 2);
    for (hidden, second) in [(32, 16), (96, 4), (1024, 32)] {
        let shape = Architecture { hidden, second, ..shape(Game::CHESS) };
        whole_games(&start, &network(shape, 5), 5_000, 5);
    }
}

#[test]
fn all_kernels_carry_the_same_sums_through_games_of_xiangqi() {
    let start = xiangqi::Board::start(Variant::XIANGQI);
    whole_games(&start, &network(shape(Game::XIANGQI), 3), 40_000, 3);
    whole_games(&start, &network(with_kings(Game::XIANGQI), 4), 20_000, 4);
}

/// Walks a random tree as a search does: siblings, passes, positions that nobody asks about.
pub(super) fn walk<P: Inputs>(
    judge: &mut Accumulators,
    board: &P,
    number: usize,
    depth: usize,
    random: &mut Random,
) -> usize {
    let mut asked = 0;
    if random.below(4) > 0 {
        let expected = by_definition(judge.network(), board);
        assert_eq!(judge.value(board, number), expected);
        asked += 1;
    }
    if depth == 0 {
        return asked;
    }
    if !board.in_check() && random.below(3) == 0 {
        let mut after = board.clone();
        after.pass();
        asked += walk(judge, &after, number, depth - 1, random);
    }
    let mut moves = Vec::new();
    board.generate(MoveSet::All, &mut moves);
    for _ in 0..3.min(moves.len()) {
        let mv = moves[random.below(moves.len())];
        let mut after = board.clone();
        after.play(mv);
        let next = judge.step(board, mv, &after, number);
        asked += walk(judge, &after, next, depth - 1, random);
    }
    asked
}

#[test]
fn a_search_gets_the_values_of_its_positions() {
    let mut random = Random::new(9);
    for game in Game::NUMBERED {
        let mut judge = Accumulators::new(network(with_kings(game), 5));
        let asked = if game == Game::CHESS {
            // Kings that walk and castle on both wings.
            let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
            let board = chess::Board::from_fen(fen, Variant::NORMAL).expect("a position");
            judge.start(&board);
            walk(&mut judge, &board, 0, 7, &mut random)
        } else {
            let board = xiangqi::Board::start(Variant::XIANGQI);
            judge.start(&board);
            walk(&mut judge, &board, 0, 7, &mut random)
        };
        assert!(asked > 2000, "{asked}");
    }
}

/// In Chess960 the king may castle to the rook's square and the reverse, or stay.
#[test]
fn changes_of_castling() {
    for (fen, mv, off, on) in [
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", 2, 2),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", 1, 1),
        ("4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1", 2, 2),
        ("4k3/8/8/8/8/8/8/2R1K3 w C - 0 1", "e1c1", 2, 2),
    ] {
        let board = chess::Board::from_fen(fen, Variant::CHESS960).expect("a position");
        let mut moves = Vec::new();
        Position::generate(&board, MoveSet::All, &mut moves);
        let castling = moves.into_iter().find(|castling| castling.is_castling());
        let castling = castling.expect("castling");
        assert_eq!(castling.to_string(), mv);
        let mut after = board;
        after.play(castling);
        let mut changes = Changes::NONE;
        board.changes(castling, &after, &mut changes);
        assert_eq!((changes.taken().len(), changes.put_on().len()), (off, on), "{fen}");
        let mut judge = Accumulators::new(network(shape(Game::CHESS), 6));
        judge.start(&board);
        let number = judge.step(&board, castling, &after, 0);
        assert_eq!(judge.value(&after, number), by_definition(judge.network(), &after));
    }
}

#[test]
fn kernels_agree_on_any_numbers() {
    let mut random = Random::new(7);
    for lines in [1, 2, 3, 8] {
        let mut all = |count: usize, most: i16| -> Vec<Line> {
            let line = |random: &mut Random| Line(std::array::from_fn(|_| within(random, most)));
            (0..count * lines).map(|_| line(&mut random)).collect()
        };
        let weights = all(20, i16::MAX);
        let (from, them, output) = (all(1, i16::MAX), all(1, 400), all(2, 127));
        let bytes = |random: &mut Random| Bytes(std::array::from_fn(|_| random.next_u64() as i8));
        let second: Vec<Bytes> = (0..8 * lines).map(|_| bytes(&mut random)).collect();
        let results: Vec<(Vec<Line>, i32, [i32; 8])> = kernels()
            .iter()
            .map(|kernel| {
                let mut to = vec![Line::ZERO; lines];
                kernel.update(&weights, &from, &mut to, &[3, 19, 0], &[7, 1]);
                let sum = kernel.output(&to, &them, &output);
                let mut sums = [0; 8];
                kernel.second(&to, &them, &second, &mut sums);
                (to, sum, sums)
            })
            .collect();
        let plain = results.last().expect("the plain kernel");
        assert!(results.iter().all(|result| result == plain));
        assert_eq!(from.len() * LANES, lines * 32);
    }
}

/// The position with colours exchanged, or left and right.
pub(super) fn image(fen: &str, colours: bool) -> String {
    let mut fields = fen.split(' ');
    let (board, side) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
    let mut ranks: Vec<String> = board.split('/').map(str::to_owned).collect();
    if !colours {
        ranks = ranks.iter().map(|rank| rank.chars().rev().collect()).collect();
        return format!("{} {side} - - 0 1", ranks.join("/"));
    }
    let swapped = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    ranks.reverse();
    let board: String = ranks.join("/").chars().map(swapped).collect();
    format!("{board} {} - - 0 1", if side == "w" { "b" } else { "w" })
}

#[test]
fn mirror_images_have_the_same_value() {
    let mut judge = Accumulators::new(network(with_kings(Game::CHESS), 8));
    for fen in [
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 1",
        "8/2k5/3p4/p2P1p2/P2P1P2/8/8/4K3 b - - 0 1",
    ] {
        let mut value = |fen: &str| {
            let board = chess::Board::from_fen(fen, Variant::NORMAL).expect("a position");
            judge.fresh_value(&board)
        };
        let here = value(fen);
        assert_eq!([value(&image(fen, true)), value(&image(fen, false))], [here; 2], "{fen}");
    }
    let mut judge = Accumulators::new(network(with_kings(Game::XIANGQI), 8));
    // The kings are not on the file in the middle, which has no other side.
    let fen = "3k1ab2/4a4/n3b1n2/p1p1p3p/6p2/2P6/P3P1P1P/N1C1C1N2/4A4/2B1KAB2 w - - 0 1";
    let fen = fen.replace("2B1KAB2", "2B2KB2");
    let mut value = |fen: &str| {
        let board = xiangqi::Board::from_fen(fen, Variant::XIANGQI).expect("a position");
        judge.fresh_value(&board)
    };
    let here = value(&fen);
    assert_eq!([value(&image(&fen, true)), value(&image(&fen, false))], [here; 2]);
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let second = Architecture { second: 8, ..shape(Game::CHESS) };
    for shape in [shape(Game::CHESS), with_kings(Game::XIANGQI), second] {
        let network = network(shape.clone(), 11);
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes).expect("the file just written");
        assert_eq!(read.architecture(), &shape);
        assert_eq!(read.numbers(), network.numbers());
        assert_eq!((read.note(), read.scale()), ("seed 1", 300));
        assert_eq!(read.to_bytes(), bytes);
        let other = Game::NUMBERED.into_iter().find(|game| *game != shape.game).expect("two games");
        let error = Network::for_game(other, &bytes).expect_err("another game");
        assert_eq!(error, FileError::OtherGame(shape.game.name, other.name));
    }
}

#[test]
fn what_is_no_network_is_said_to_be_none() {
    let bytes = network(shape(Game::CHESS), 12).to_bytes();
    assert_eq!(Network::from_bytes(b"RIFF").err(), Some(FileError::NotANetwork));
    assert_eq!(Network::from_bytes(b"FERZNET").err(), Some(FileError::Length));
    let mut newer = bytes.clone();
    newer[7] = 9;
    assert_eq!(Network::from_bytes(&newer).err(), Some(FileError::Version(9)));
    for length in (16..bytes.len()).step_by(997) {
        assert_eq!(Network::from_bytes(&bytes[..length]).err(), Some(FileError::Damaged));
    }
    let mut random = Random::new(13);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        let place = 16 + random.below(damaged.len() - 16);
        damaged[place] ^= 1 << random.below(8);
        assert_eq!(Network::from_bytes(&damaged).err(), Some(FileError::Damaged));
    }
}

/// Files whose check sum is right and whose content is not.
#[test]
fn nonsense_under_a_good_check_sum() {
    let bytes = network(shape(Game::CHESS), 14).to_bytes();
    let mut random = Random::new(15);
    let mut refused = 0;
    for round in 0..400 {
        let mut body = bytes[16..].to_vec();
        let place = if round % 2 == 0 { random.below(24) } else { random.below(body.len()) };
        body[place] = random.next_u64() as u8;
        if round % 5 == 0 {
            body.truncate(random.below(body.len()));
        }
        let mut forged = bytes[..8].to_vec();
        forged.extend(file::sum(&body).to_le_bytes());
        forged.extend(body);
        // It may be a network all the same; what counts is that nothing panics.
        refused += usize::from(Network::from_bytes(&forged).is_err());
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn views_differ_by_side() {
    let lookup = Lookup::new(&shape(Game::CHESS));
    // Both kings at home look from e1, the right half.
    assert_eq!(lookup.view(Side::First, 4), lookup.view(Side::Second, 60));
    assert_ne!(lookup.view(Side::First, 4), lookup.view(Side::First, 3));
    assert_eq!(lookup.views(), 2);
}
