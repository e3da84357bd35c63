//! The trainer finds its way, does the same twice, and its networks are those that the engine plays.

use ferz_datagen::game::Playable;
use ferz_engine::eval::network::{Accumulators, Architecture, Game, Inputs, Network};
use ferz_rules::Random;
use ferz_rules::table::Board;
use ferz_rules::table::set::Wide;
use ferz_rules::{Side, Variant, chess, xiangqi};
use ferz_trainer::checkpoint::{self, Unusable};
use ferz_trainer::data::Data;
use ferz_trainer::grow::grown;
use ferz_trainer::model::{Layout, Scratch, judge, learn};
use ferz_trainer::quantise::{quantise, unrounded, value};
use ferz_trainer::supply::Supply;
use ferz_trainer::train::{Plan, Trainer, fitted_scale};
use std::borrow::Cow;
use std::sync::Arc;

fn shape(game: Game) -> Architecture {
    // Buckets by file for a king at home, one for all others.
    let bucket = |square: usize| match square {
        0..9 => (square % game.files / 2) as u8,
        _ => 5,
    };
    Architecture {
        game,
        hidden: 32,
        mirrored: true,
        king_buckets: (0..game.squares).map(bucket).collect(),
        output_buckets: 3,
        second: 8,
    }
}

/// Positions of random games.
fn positions<P: Playable>(variant: Variant, games: u64) -> Vec<P> {
    let mut boards = Vec::new();
    for game in 0..games {
        let mut random = Random::new(game);
        let mut board = P::start(variant);
        for _ in 0..100 {
            let moves = board.legal();
            if moves.is_empty() {
                break;
            }
            board.play(moves[random.below(moves.len())]);
            boards.push(board);
        }
    }
    boards
}

fn chess_positions(games: u64) -> Vec<chess::Board> {
    positions(Variant::NORMAL, games)
}

/// Positions that are worth more the more queens and rooks a side has, pieces of the codes 3 and 4.
fn data(boards: &[chess::Board]) -> Data {
    let mut data = Data::new(Game::CHESS);
    for board in boards {
        let count = |side: Side| {
            let of = |kind| board.pieces(side, kind).count() as i32;
            5 * of(chess::Kind::Rook) + 9 * of(chess::Kind::Queen)
        };
        let ahead = count(board.side()) - count(!board.side());
        data.push(board, 60 * ahead, (1 + ahead.signum()) as u8, 0);
    }
    data
}

fn plan() -> Plan {
    Plan { epochs: 3, batch: 256, warm_up: 10, rate: [3e-3, 1e-4], ..Plan::new(shape(Game::CHESS)) }
}

/// Positions that come in parts.
struct Parts(Vec<Data>);

impl Supply for Parts {
    fn parts(&self) -> Vec<usize> {
        self.0.iter().map(|data| data.entries.len()).collect()
    }

    fn part(&self, part: usize, _: usize) -> Cow<'_, Data> {
        Cow::Owned(self.0[part].clone())
    }

    fn fingerprint(&self) -> u64 {
        self.0.iter().map(Data::fingerprint).fold(0, |sum, part| sum.rotate_left(1) ^ part)
    }
}

fn trained(plan: &Plan, supply: &dyn Supply, threads: usize) -> Vec<u8> {
    let mut trainer = Trainer::new(plan.clone(), supply, threads);
    while !trainer.is_done() {
        trainer.step();
    }
    bytes(&trainer, plan)
}

fn bytes(trainer: &Trainer<'_>, plan: &Plan) -> Vec<u8> {
    let rounded = quantise(plan, trainer.layout(), trainer.network(), "a test");
    rounded.expect("a network").network.to_bytes()
}

#[test]
fn the_gradient_is_the_slope() {
    let data = data(&chess_positions(2));
    let layout = Layout::new(shape(Game::CHESS));
    let mut numbers = layout.begin(3);
    let targets: Vec<f32> = data.entries.iter().map(|entry| plan().target(entry)).collect();
    let mut scratch = Scratch::new(&layout);
    let mut gradient = vec![0.0; layout.len()];
    let at = 57;
    learn(&layout, &numbers, &data, &targets, &[at as u32], &mut gradient, &mut scratch);
    let mut slopes: Vec<usize> = (0..layout.len()).collect();
    slopes.sort_by(|&a, &b| gradient[b].abs().total_cmp(&gradient[a].abs()));
    // The steepest ones are known best; those of inputs that are off are flat.
    let chosen = slopes.iter().step_by(7).take(250).chain(slopes.iter().rev().take(20));
    // Seven lists, one after another.
    let parts = layout.parts(&gradient);
    let ends = [parts.inputs, parts.biases, parts.output, parts.output_biases]
        .into_iter()
        .chain([parts.second, parts.second_biases])
        .scan(0, |end, part| {
            *end += part.len();
            Some(*end)
        });
    let ends: Vec<usize> = ends.collect();
    let mut of_parts = [0; 7];
    for &index in chosen {
        let here = numbers[index];
        let mut error = |number: f32| {
            numbers[index] = number;
            judge(&layout, &numbers, &data, &targets, at..at + 1, &mut scratch)
        };
        let known = f64::from(gradient[index]);
        // Where a neuron is clipped, one of the sides is flat.
        let (below, middle, above) = (error(here - 5e-3), error(here), error(here + 5e-3));
        numbers[index] = here;
        let slopes = [(above - below) / 1e-2, (middle - below) / 5e-3, (above - middle) / 5e-3];
        let agrees = |slope: &f64| (slope - known).abs() < 5e-5 + 0.03 * known.abs();
        assert!(slopes.iter().any(agrees), "{index}: {known} {slopes:?}");
        of_parts[ends.iter().filter(|end| index >= **end).count()] += 1;
    }
    let [inputs, _, output, _, second, second_biases, last] = of_parts;
    assert!(inputs > 20 && output > 5 && second > 5, "{of_parts:?}");
    assert!(second_biases > 0 && last > 0, "{of_parts:?}");
}

#[test]
fn it_learns_what_the_positions_are_worth() {
    let boards = chess_positions(200);
    let (fit, unseen) = boards.split_at(16_000);
    let (fit, unseen) = (data(fit), data(unseen));
    let architecture = Architecture { king_buckets: Vec::new(), ..shape(Game::CHESS) };
    let plan = Plan { epochs: 10, batch: 128, architecture, ..plan() };
    let mut trainer = Trainer::new(plan, &fit, 2);
    let before = trainer.error(&unseen);
    while !trainer.is_done() {
        trainer.step();
    }
    let after = trainer.error(&unseen);
    assert!(after < before / 4.0, "{before} {after}");
}

#[test]
fn the_same_seed_gives_the_same_network() {
    let data = data(&chess_positions(20));
    let first = trained(&plan(), &data, 1);
    assert!(first == trained(&plan(), &data, 1), "twice");
    assert!(first == trained(&plan(), &data, 3), "threads must not matter");
    assert!(first != trained(&Plan { seed: 2, ..plan() }, &data, 1), "the seed must");
}

/// Of few positions more is learnt together. The seed, threads and interruptions do what they do without.
#[test]
fn inputs_share_what_they_learn() {
    let boards = chess_positions(60);
    let (fit, unseen) = (data(&boards[..1500]), data(&boards[3000..]));
    let architecture = Architecture { king_buckets: Vec::new(), ..shape(Game::CHESS) };
    let alone = Plan { epochs: 10, architecture, ..plan() };
    let together = Plan { shares: true, ..alone.clone() };
    let [apart, shared] = [&alone, &together].map(|plan| {
        let mut trainer = Trainer::new(plan.clone(), &fit, 1);
        while !trainer.is_done() {
            trainer.step();
        }
        (trainer.error(&unseen), bytes(&trainer, plan))
    });
    assert!(shared.0 < 0.8 * apart.0, "{} {}", shared.0, apart.0);
    assert!(shared.1 == trained(&together, &fit, 3), "threads must not matter");
    let mut first = Trainer::new(together.clone(), &fit, 1);
    while first.state().steps < 7 {
        first.step();
    }
    let mut resumed = Trainer::resume(together.clone(), &fit, 2, first.state().clone());
    while !resumed.is_done() {
        resumed.step();
    }
    assert!(shared.1 == bytes(&resumed, &together), "interruptions must not matter");

    // A network that goes on is the same before the first step.
    let network = Network::from_bytes(&shared.1).expect("a network");
    let trainer = Trainer::with(together.clone(), &fit, 1, unrounded(&network));
    assert!(shared.1 == bytes(&trainer, &together));
}

/// What is learnt with rounded numbers is what the engine plays with, to the last bit.
#[test]
fn what_rounding_does_is_learnt_too() {
    let data = data(&chess_positions(20));
    let plan = Plan { rounds: true, shares: true, ..plan() };
    let mut trainer = Trainer::new(plan.clone(), &data, 1);
    let begun = trainer.error(&data);
    while !trainer.is_done() {
        trainer.step();
    }
    assert!(trainer.error(&data) < 0.5 * begun, "{} {begun}", trainer.error(&data));
    let network = Network::from_bytes(&bytes(&trainer, &plan)).expect("a network");
    assert!(unrounded(&network) == trainer.network());
    assert!(bytes(&trainer, &plan) == trained(&plan, &data, 3), "threads must not matter");
    // The numbers behind them move by less than rounding shows.
    let behind = &trainer.state().numbers[..trainer.network().len()];
    assert!(behind != trainer.network());
    let resumed = Trainer::resume(plan.clone(), &data, 2, trainer.state().clone());
    assert!(bytes(&trainer, &plan) == bytes(&resumed, &plan));
}

#[test]
fn an_interrupted_run_ends_as_an_undisturbed_one() {
    interrupted("whole", &data(&chess_positions(20)));
    let part = |games: std::ops::Range<usize>| {
        data(&chess_positions(20)[100 * games.start..][..100 * games.len()])
    };
    interrupted("parts", &Parts(vec![part(0..9), part(9..10), part(10..18)]));
}

fn interrupted(name: &str, data: &dyn Supply) {
    let name = format!("ferz-{name}-{}.checkpoint", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    assert!(matches!(checkpoint::load(&path, &plan(), data), Ok(None)));
    // In the middle of an epoch, and twice.
    for steps in [5, 13] {
        let state = checkpoint::load(&path, &plan(), data).expect("a checkpoint");
        let mut trainer = match state {
            None => Trainer::new(plan(), data, 1),
            Some(state) => Trainer::resume(plan(), data, 2, state),
        };
        while trainer.state().steps < steps {
            trainer.step();
        }
        checkpoint::save(&path, &plan(), data, trainer.state()).expect("a file");
    }
    let state = checkpoint::load(&path, &plan(), data).expect("a checkpoint").expect("a state");
    assert_eq!(state.steps, 13);
    let mut trainer = Trainer::resume(plan(), data, 1, state);
    while !trainer.is_done() {
        trainer.step();
    }
    assert!(bytes(&trainer, &plan()) == trained(&plan(), data, 1));

    let other = Plan { decay: 0.5, ..plan() };
    assert!(matches!(checkpoint::load(&path, &other, data), Err(Unusable::Plan)));
    let fewer = self::data(&chess_positions(19));
    assert!(matches!(checkpoint::load(&path, &plan(), &fewer), Err(Unusable::Data)));
    let mut damaged = std::fs::read(&path).expect("the checkpoint");
    damaged[1000] ^= 1;
    std::fs::write(&path, &damaged).expect("a file");
    assert!(matches!(checkpoint::load(&path, &plan(), data), Err(Unusable::Damaged)));
    std::fs::write(&path, &damaged[..20]).expect("a file");
    assert!(matches!(checkpoint::load(&path, &plan(), data), Err(Unusable::Damaged)));
    std::fs::remove_file(&path).expect("the checkpoint");
}

/// Parts are gone over one after another, each position once in each epoch, and teach what the whole does.
#[test]
fn positions_in_parts() {
    let boards = chess_positions(200);
    let (fit, unseen) = boards.split_at(16_000);
    let unseen = data(unseen);
    let parts = Parts(fit.chunks(6_000).map(data).collect());
    let architecture = Architecture { king_buckets: Vec::new(), ..shape(Game::CHESS) };
    let plan = Plan { epochs: 10, batch: 128, architecture, ..plan() };
    let mut trainer = Trainer::new(plan.clone(), &parts, 2);
    let steps: u64 = [6_000u64, 6_000, 4_000].iter().map(|part| part.div_ceil(128)).sum();
    assert_eq!((trainer.steps_of_epoch(), trainer.steps()), (steps, 10 * steps));
    let before = trainer.error(&unseen);
    let mut positions = 0;
    while !trainer.is_done() {
        positions += trainer.step().0;
    }
    assert_eq!(positions, 10 * 16_000);
    let after = trainer.error(&unseen);
    assert!(after < before / 4.0, "{before} {after}");
    assert_eq!(bytes(&trainer, &plan), trained(&plan, &parts, 1), "threads must not matter");
}

/// Training goes on from a network's file: what was rounded is not lost, and more steps make it better.
#[test]
fn a_network_is_trained_further() {
    let boards = chess_positions(60);
    let data = data(&boards);
    let first = Network::from_bytes(&trained(&plan(), &data, 1)).expect("a network");
    let plan = Plan { rate: [1e-3, 1e-5], seed: 7, from: Some(1), ..plan() };
    let mut trainer = Trainer::with(plan.clone(), &data, 1, unrounded(&first));
    assert_eq!(bytes(&trainer, &plan), first.to_bytes(), "the same before the first step");
    let before = trainer.error(&data);
    while !trainer.is_done() {
        trainer.step();
    }
    assert!(trainer.error(&data) < 0.9 * before, "{} {before}", trainer.error(&data));
}

/// A network that grows judges as before, and learns on with all that it has.
#[test]
fn a_network_grows() {
    for second in [0, 8] {
        grows(second);
    }
}

fn grows(second: usize) {
    let boards = chess_positions(60);
    let data = data(&boards);
    let king_buckets = Vec::new();
    let small = Architecture { king_buckets, output_buckets: 2, second, ..shape(Game::CHESS) };
    let small = Plan { architecture: small, ..plan() };
    let first = Network::from_bytes(&trained(&small, &data, 1)).expect("a network");
    let kings = shape(Game::CHESS).king_buckets;
    let large = |hidden, output_buckets| Architecture {
        hidden,
        output_buckets,
        king_buckets: kings.clone(),
        second: 8,
        ..small.architecture.clone()
    };
    let grow = |to: &Architecture| grown(&first, &Layout::new(to.clone()), 7);
    let architecture = large(64, 4);
    assert_ne!(kings, [], "its inputs split");
    let numbers = grow(&architecture).expect("it is larger in all ways");
    let plan = Plan { rate: [1e-3, 1e-5], from: Some(1), architecture, ..small.clone() };
    let mut trainer = Trainer::with(plan.clone(), &data, 1, numbers.clone());
    let same = Network::from_bytes(&bytes(&trainer, &plan)).expect("a network");
    let [mut old, mut new] = [first.clone(), same].map(|it| Accumulators::new(Arc::new(it)));
    for board in &boards {
        assert_eq!(old.fresh_value(board), new.fresh_value(board), "{board}");
    }
    let before = trainer.error(&data);
    while !trainer.is_done() {
        trainer.step();
    }
    assert!(trainer.error(&data) < 0.9 * before, "{} {before}", trainer.error(&data));
    let layout = trainer.layout();
    let [was, is] = [&numbers, &trainer.state().numbers].map(|numbers| layout.parts(numbers));
    let is_silent = |at: &usize| was.output[*at] == 0.0;
    let heard = (0..is.output.len()).filter(is_silent).filter(|at| is.output[*at] != 0.0).count();
    assert!(heard > 4 * 32, "{heard} of the new neurons' weights");
    if second == 0 {
        assert!(was.last.iter().all(|weight| *weight == 0.0));
        let heard = is.last.iter().filter(|weight| **weight != 0.0).count();
        assert!(heard > 16, "{heard} of the second layer's neurons");
    } else {
        let other = Architecture { second: 4, ..large(64, 4) };
        assert_eq!(grow(&other).unwrap_err(), "it has another second layer");
    }

    assert_eq!(grow(&large(64, 3)).unwrap_err(), "its output buckets cannot be split into as many");
    let mirrored = Architecture { mirrored: !small.architecture.mirrored, ..large(64, 4) };
    assert_eq!(grow(&mirrored).unwrap_err(), "one mirrors the board, the other does not");
}

/// The trainer's integers, the engine's sums carried along, and the real numbers agree.
fn as_the_engine<P: Playable + Inputs>(boards: &[P]) {
    let game = boards[0].game();
    let mirrored = game.mirrors;
    let plan = Plan { scale: 300, ..Plan::new(Architecture { mirrored, ..shape(game) }) };
    let layout = Layout::new(plan.architecture.clone());
    let numbers = layout.begin(5);
    let rounded = quantise(&plan, &layout, &numbers, "a test").expect("a network");
    assert_eq!(rounded.cut, 0);
    assert!(rounded.largest_sum < 32_767 / 2, "{}", rounded.largest_sum);
    let network = Network::from_bytes(&rounded.network.to_bytes()).expect("its own file");
    let mut data = Data::new(game);
    for board in boards {
        data.push(board, 0, 1, 0);
    }
    let whole = network.numbers();
    let mut engine = Accumulators::new(Arc::new(network.clone()));
    let mut scratch = Scratch::new(&layout);
    let mut apart = 0.0;
    for (at, board) in boards.iter().enumerate() {
        let here = value(&network, &whole, &layout, &data, at);
        assert_eq!(engine.fresh_value(board), here, "{board}");
        // Against the target 0 the root of the error is the expectation.
        let mut targets = vec![1.0; at + 1];
        targets[at] = 0.0;
        let error = judge(&layout, &numbers, &data, &targets, at..at + 1, &mut scratch);
        let expected = 1.0 / (1.0 + (-f64::from(here) / 300.0).exp());
        apart += (error.sqrt() - expected).abs();
    }
    apart /= boards.len() as f64;
    assert!(apart < 0.01, "{apart}");
}

#[test]
fn the_engine_plays_the_network_that_was_trained() {
    as_the_engine(&chess_positions(6));
    as_the_engine(&positions::<xiangqi::Board>(Variant::XIANGQI, 6));
}

#[test]
fn the_engine_plays_networks_of_games_by_table() {
    let game = |name| Variant::by_name(name).expect("a game");
    // Hands and marks, checks, no kings, a wider and a wide board.
    for name in ["crazyhouse", "3check", "antichess", "horde", "twokings"] {
        as_the_engine(&positions::<Board<u64>>(game(name), 4));
    }
    as_the_engine(&positions::<Board<u128>>(game("shogi"), 4));
    as_the_engine(&positions::<Board<Wide>>(game("chu"), 2));
}

/// A mirrored network sees the mirror image of a position as the position.
#[test]
fn mirror_images() {
    let mut boards: Vec<xiangqi::Board> = positions(Variant::XIANGQI, 100);
    // In the middle of the palace a king has no other side.
    boards.retain(|board| Side::BOTH.iter().all(|&side| board.king(side).file() != 4));
    assert!(boards.len() > 50, "{}", boards.len());
    let layout = Layout::new(shape(Game::XIANGQI));
    let mut data = Data::new(Game::XIANGQI);
    for board in &boards {
        data.push(board, 0, 1, 0);
        data.push_mirrored(board, 0, 1, 0);
    }
    let mut inputs = [[[0; ferz_trainer::data::MOST_MEN]; 2]; 2];
    for pair in data.entries.chunks_exact(2) {
        for (inputs, entry) in inputs.iter_mut().zip(pair) {
            let count = data.inputs(entry, &layout.lookup, inputs);
            inputs.iter_mut().for_each(|inputs| inputs[..count].sort_unstable());
        }
        assert_eq!(inputs[0], inputs[1]);
    }
}

#[test]
fn the_scale_is_that_of_the_games() {
    let mut data = Data::new(Game::CHESS);
    let board = chess::Board::start(Variant::NORMAL);
    let mut random = Random::new(4);
    for _ in 0..40_000 {
        let score = random.below(1200) as i32 - 600;
        let chance = 1.0 / (1.0 + (-f64::from(score) / 170.0).exp());
        let luck = random.below(1 << 20) as f64 / f64::from(1 << 20);
        data.push(&board, score, if luck < chance { 2 } else { 0 }, 0);
    }
    let scale = fitted_scale(&data);
    assert!((155..185).contains(&scale), "{scale}");
}
