//! Weights that inputs have in common: those of a kind of man wherever it stands, and on each rank and
//! each file. What is learnt of a man on one square is then known on the others, too, and what is
//! special about a square is learnt beside it. In the end the sums are the weights of the network
//! (factorization: Yu Nasu's NNUE and the trainers of Stockfish).

use crate::model::{Layout, uniform, widest};
use ferz_engine::eval::network::Architecture;
use ferz_rules::Random;

/// Rows that an input shares: those of its man, of its rank and of its file.
const ROWS: usize = 3;

/// Which rows the inputs share.
#[derive(Debug)]
pub struct Shared {
    /// By input; places in hand have no ranks and files, and share nothing.
    rows: Vec<Option<[u32; ROWS]>>,
    /// Where the network's own numbers end, and the shared ones begin.
    own: usize,
    men: usize,
    /// Rows of a man: one for all squares, then those of ranks, then those of files.
    of_man: usize,
    hidden: usize,
}

impl Shared {
    /// What the inputs of a network share: nothing, or all that they can.
    pub fn new(layout: &Layout, shares: bool) -> Shared {
        let Architecture { game, hidden, .. } = layout.architecture;
        let ranks = game.squares / game.files;
        let of_man = 1 + ranks + game.files;
        let row = |input: usize| {
            let (man, place) = (input / game.places % game.pieces, input % game.places);
            let first = man * of_man;
            let (rank, file) = (place / game.files, place % game.files);
            let rows = [first, first + 1 + rank, first + 1 + ranks + file];
            (place < game.squares).then(|| rows.map(|row| row as u32))
        };
        let (inputs, men) = match shares {
            true => (layout.architecture.inputs(), game.pieces),
            false => (0, 0),
        };
        let rows = (0..inputs).map(row).collect();
        Shared { rows, own: layout.len(), men, of_man, hidden }
    }

    /// Makes numbers to begin with: what a new network has, but for most of its inputs' weights, which
    /// are the same on all squares.
    pub fn begin(&self, seed: u64, numbers: &mut Vec<f32>) {
        let hidden = self.hidden;
        numbers.resize(self.own + self.len(), 0.0);
        let (own, common) = numbers.split_at_mut(self.own);
        for (row, weights) in self.rows.iter().zip(own.chunks_exact_mut(hidden)) {
            if row.is_some() {
                weights.iter_mut().for_each(|weight| *weight *= 0.1);
            }
        }
        let mut random = Random::part(seed, 0);
        for man in common.chunks_exact_mut(self.of_man * hidden) {
            man[..hidden].fill_with(|| uniform(&mut random, 0.15));
        }
    }

    /// How many numbers are shared. They come behind those of the network.
    pub fn len(&self) -> usize {
        self.men * self.of_man * self.hidden
    }

    /// Whether nothing is shared.
    pub fn is_empty(&self) -> bool {
        self.men == 0
    }
}

#[inline(always)]
fn fold_all(shared: &Shared, numbers: &[f32], network: &mut [f32]) {
    let (own, common) = numbers.split_at(shared.own);
    network.copy_from_slice(own);
    let hidden = shared.hidden;
    for (row, weights) in shared.rows.iter().zip(network.chunks_exact_mut(hidden)) {
        for row in row.iter().flatten() {
            let common = &common[*row as usize * hidden..][..hidden];
            for (weight, common) in weights.iter_mut().zip(common) {
                *weight += common;
            }
        }
    }
}

#[inline(always)]
fn gather_all(shared: &Shared, gradient: &mut [f32]) {
    let (own, common) = gradient.split_at_mut(shared.own);
    let hidden = shared.hidden;
    for (row, slopes) in shared.rows.iter().zip(own.chunks_exact(hidden)) {
        for row in row.iter().flatten() {
            let common = &mut common[*row as usize * hidden..][..hidden];
            for (sum, slope) in common.iter_mut().zip(slopes) {
                *sum += slope;
            }
        }
    }
}

widest! {
    /// The numbers of the network: its own, with what is shared added.
    fold = fold_all(shared: &Shared, numbers: &[f32], network: &mut [f32]) -> ()
}

widest! {
    /// Adds the slopes of the inputs to those of what they share.
    gather = gather_all(shared: &Shared, gradient: &mut [f32]) -> ()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_engine::eval::network::Game;

    /// A shared number is in the weights of its man on all squares, of its rank or of its file; its
    /// slope is the sum of theirs.
    #[test]
    fn rows_are_shared() {
        let (game, hidden) = (Game::XIANGQI, 32);
        let architecture = Architecture {
            game,
            hidden,
            mirrored: false,
            king_buckets: (0..game.squares).map(|square| (square % 2) as u8).collect(),
            output_buckets: 1,
            second: 0,
        };
        let layout = Layout::new(architecture);
        let shared = Shared::new(&layout, true);
        let (man, rows) = (3, 1 + 10 + 9);
        assert_eq!(shared.len(), game.pieces * rows * hidden);
        let on = |row: usize| {
            let mut numbers = vec![0.0; layout.len() + shared.len()];
            numbers[layout.len() + (man * rows + row) * hidden + 5] = 1.0;
            let mut network = vec![0.0; layout.len()];
            fold(&shared, &numbers, &mut network);
            let is_on = |at: &usize| network[*at] != 0.0;
            (0..network.len()).filter(is_on).map(|at| (at / hidden, at % hidden)).collect()
        };
        let expected = |is_in: fn(usize) -> bool| -> Vec<(usize, usize)> {
            let inputs = 0..2 * game.pieces * 90;
            let of_man = inputs.filter(|input| input / 90 % game.pieces == man);
            of_man.filter(|input| is_in(input % 90)).map(|input| (input, 5)).collect()
        };
        let all: Vec<(usize, usize)> = on(0);
        assert_eq!(all, expected(|_| true));
        assert_eq!(on(1 + 4), expected(|square| square / 9 == 4));
        assert_eq!(on(1 + 10 + 7), expected(|square| square % 9 == 7));

        let mut gradient = vec![0.0; layout.len() + shared.len()];
        for (input, neuron) in &all {
            gradient[input * hidden + neuron] = (1 + input % 90) as f32;
        }
        gather(&shared, &mut gradient);
        let row = |row: usize| gradient[layout.len() + (man * rows + row) * hidden + 5];
        // Two sets of inputs, squares numbered from 1.
        assert_eq!(row(0), 2.0 * (90.0 * 91.0 / 2.0));
        assert_eq!(row(1), 2.0 * (9.0 * 10.0 / 2.0));
        assert_eq!(row(1 + 10), 2.0 * (10.0 + 9.0 * 45.0));
        let others = gradient[layout.len()..].iter().filter(|slope| **slope != 0.0).count();
        assert_eq!(others, rows);
        assert!(Shared::new(&layout, false).is_empty());
    }
}
