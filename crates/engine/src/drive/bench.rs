//! The bench: a fixed search whose node count is the signature of the search's behaviour.

use crate::drive::clock::Plan;
use crate::drive::control::{Control, TimeSource};
use crate::eval::Evaluator;
use crate::games::Plays;
use crate::search::params::Params;
use crate::search::{STACK, Task, Worker};
use crate::table::Table;
use ferz_rules::{Playable, Position, Random, Variant};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Megabytes of the table.
const HASH: usize = 16;
/// Plies when nobody asks for others.
pub const DEFAULT_DEPTH: u32 = 12;
/// How many positions a game has for which nobody chose any, each some random moves further from the
/// start.
const RANDOM: usize = 12;
/// These moves, in plies.
const PLIES: usize = 4;

/// Searches all positions of a game with this judge and returns nodes and time.
pub(crate) fn run<G: Plays>(
    game: Variant,
    depth: u32,
    params: Params,
    judge: impl Evaluator<G::Position>,
) -> (u64, Duration) {
    let roots = match G::BENCH {
        Some((game, fens)) => chosen(game, fens),
        None => random(game),
    };
    let depth = if depth == 0 { DEFAULT_DEPTH } else { depth };
    std::thread::scope(|scope| {
        let bench = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, move || search_all::<G>(roots, depth, params, judge));
        bench.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
    })
}

fn chosen<P: Playable>(game: Variant, fens: &[&str]) -> Vec<P> {
    fens.iter().filter_map(|fen| P::from_fen(fen, game).ok()).collect()
}

/// The same positions each time: the start, and positions of random games.
fn random<P: Playable>(game: Variant) -> Vec<P> {
    let Ok(start) = P::from_fen(game.start_fen, game) else { return Vec::new() };
    let after = |number: usize| {
        let mut random = Random::part(0, number as u64);
        let mut position = start;
        for _ in 0..number * PLIES {
            let moves = position.legal();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
        }
        position
    };
    (0..RANDOM).map(after).filter(|position| !position.legal().is_empty()).collect()
}

fn search_all<G: Plays>(
    roots: Vec<G::Position>,
    depth: u32,
    params: Params,
    judge: impl Evaluator<G::Position>,
) -> (u64, Duration) {
    let table = Arc::new(Table::new(HASH));
    let mut worker = Worker::new(0, judge, table.clone());
    let began = Instant::now();
    let mut nodes = 0;
    for root in roots {
        let moves = root.legal();
        let task = Task {
            root,
            record: Arc::new([]),
            past: Arc::new([]),
            rulings: Default::default(),
            params,
            moves: moves.into(),
            ranks: 1,
            max_depth: depth as i32,
            node_limit: u64::MAX,
            mate_plies: None,
            values: Arc::default(),
            endgames: None,
        };
        table.next_search();
        let control = Control::new(Plan::default(), TimeSource::Wall, false, 1);
        worker.think(&task, Arc::new(control), None);
        nodes += worker.nodes;
    }
    (nodes, began.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluated;
    use crate::eval::network::{Accumulators, Game, Standard, kernels, tests};
    use crate::games::Full;
    use ferz_rules::{chess, xiangqi};

    type ChessGame = Full<chess::Board>;
    type XiangqiGame = Full<xiangqi::Board>;

    fn are_positions<G: Plays>(least: usize) {
        let (variant, positions) = G::BENCH.expect("there is one");
        for (i, fen) in positions.iter().enumerate() {
            assert!(G::Position::from_fen(fen, variant).is_ok(), "{fen}");
            assert!(!positions[..i].contains(fen), "{fen}");
        }
        assert!(positions.len() >= least, "{}", positions.len());
    }

    #[test]
    fn all_positions_are_positions_and_no_two_are_the_same() {
        are_positions::<ChessGame>(40);
        are_positions::<XiangqiGame>(30);
    }

    fn params<G: Plays>(game: Variant) -> Params {
        G::params(&G::Position::from_fen(game.start_fen, game).expect("a start position"))
    }

    fn by_hand<G: Plays<Position: Evaluated>>() -> u64 {
        let (game, _) = G::BENCH.expect("there is one");
        run::<G>(game, 5, params::<G>(game), Standard::new(G::Position::evaluator(), None)).0
    }

    #[test]
    fn two_runs_count_the_same() {
        let first = [by_hand::<ChessGame>(), by_hand::<XiangqiGame>()];
        assert_eq!(first, [by_hand::<ChessGame>(), by_hand::<XiangqiGame>()]);
        assert!(first[0] > 10_000 && first[1] > 10_000, "{first:?}");
    }

    /// A number that nothing reads cannot be tuned. Position by position, until one is searched otherwise.
    #[test]
    fn every_number_changes_a_search() {
        fn unread() -> Vec<&'static str> {
            let (game, fens) = ChessGame::BENCH.expect("there is one");
            let count = |root: &chess::Board, params| {
                let judge = Standard::new(chess::Board::evaluator(), None);
                search_all::<ChessGame>(vec![*root], 11, params, judge).0
            };
            let roots = chosen::<chess::Board>(game, fens);
            let usual: Vec<_> = roots.iter().map(|root| count(root, Params::USUAL)).collect();
            let changed = |name: &str, value: i32| {
                let mut params = Params::USUAL;
                let field = params.fields().into_iter().find(|(known, _)| *known == name);
                *field.expect("its own name").1 = value;
                roots.iter().zip(&usual).any(|(root, usual)| count(root, params) != *usual)
            };
            let numbers = Params::USUAL.numbers().into_iter();
            let unread =
                numbers.filter(|it| !changed(it.name, it.min) && !changed(it.name, it.max));
            unread.map(|it| it.name).collect()
        }
        let search = std::thread::Builder::new().stack_size(STACK).spawn(unread);
        assert_eq!(search.expect("a thread").join().expect("a search"), [""; 0]);
    }

    #[test]
    fn every_game_counts_the_same_twice() {
        let mut engine = crate::engine(Variant::NORMAL);
        for game in Variant::all() {
            let [first, second] = [(); 2].map(|()| engine.bench(game, 3).0);
            assert_eq!(first, second, "{game}");
            assert!(first > 100, "{game}: {first}");
        }
    }

    /// With a network the search is the same by every instruction set.
    #[test]
    fn all_kernels_count_the_same() {
        fn counts<G: Plays<Position: Evaluated>>(game: Game) -> Vec<u64> {
            let network = tests::network(tests::with_kings(game), 21);
            let count = |kernel| {
                let network = Accumulators::with(network.clone(), kernel);
                let (game, _) = G::BENCH.expect("there is one");
                let judge = Standard::by(G::Position::evaluator(), network);
                run::<G>(game, 5, params::<G>(game), judge).0
            };
            kernels().iter().map(count).collect()
        }
        for counts in [counts::<ChessGame>(Game::CHESS), counts::<XiangqiGame>(Game::XIANGQI)] {
            assert!(
                counts.iter().all(|count| *count == counts[0] && *count > 10_000),
                "{counts:?}"
            );
        }
    }
}
