//! Weights that inputs have in common: those of a kind of man wherever it stands, and on each rank and
//! each file. What is learnt of a man on one square is then known on the others, too, and what is
//! special about a square is learnt beside it. In the end the sums are the weights of the network
//! (factorization: Yu Nasu's NNUE and the trainers of Stockfish).
//!
//! Where the network tells men apart by what they are exposed to, other weights are shared: those of
//! a man on his square, whatever he is exposed to, and those of a kind of man with one exposure on all
//! squares. What is special about an exposure decays faster than the rest.

use crate::model::{Layout, uniform, widest};
use ferz_engine::eval::network::Architecture;
use ferz_rules::Random;
use std::ops::Range;

/// Which rows of weights the inputs share.
#[derive(Debug)]
pub struct Shared {
    /// An input and a row that it shares, by input.
    links: Vec<(u32, u32)>,
    /// How many there are.
    rows: usize,
    /// The rows that a new network begins with: not on all squares the same at random.
    first: Vec<usize>,
    /// Rows of exposures; those of men on their squares follow.
    exposures: usize,
    /// Exposures of a man; 1 where they are not told apart.
    split: usize,
    places: usize,
    /// Where the network's own numbers end, and the shared ones begin.
    own: usize,
    /// Numbers of the inputs' own weights.
    inputs: usize,
    hidden: usize,
}

impl Shared {
    /// What the inputs of a network share: all that they can if they are told apart by exposures,
    /// otherwise all or nothing.
    pub fn new(layout: &Layout, shares: bool) -> Shared {
        let architecture = &layout.architecture;
        let shared = Shared {
            links: Vec::new(),
            rows: 0,
            first: Vec::new(),
            exposures: 0,
            split: architecture.codes() / architecture.game.pieces,
            places: architecture.game.places,
            own: layout.len(),
            inputs: architecture.inputs() * architecture.hidden,
            hidden: architecture.hidden,
        };
        match architecture.exposed {
            true => shared.by_exposures(architecture),
            false if shares => shared.by_squares(architecture),
            false => shared,
        }
    }

    /// A row for each man, each rank and each file. Places in hand have none of them.
    fn by_squares(self, architecture: &Architecture) -> Shared {
        let game = architecture.game;
        let ranks = game.squares / game.files;
        // One for all squares, then those of ranks, then those of files.
        let of_man = 1 + ranks + game.files;
        let rows = |input: usize| {
            let (man, place) = (input / game.places % game.pieces, input % game.places);
            let (rank, file) = (place / game.files, place % game.files);
            let rows = [0, 1 + rank, 1 + ranks + file];
            let is_on_board = place < game.squares;
            let links = rows.map(|row| (input as u32, (man * of_man + row) as u32));
            links.into_iter().filter(move |_| is_on_board)
        };
        Shared {
            links: (0..architecture.inputs()).flat_map(rows).collect(),
            rows: game.pieces * of_man,
            first: (0..game.pieces).map(|man| man * of_man).collect(),
            ..self
        }
    }

    /// A row for each man with each exposure, and one for each man on each square.
    fn by_exposures(self, architecture: &Architecture) -> Shared {
        let exposures = architecture.codes();
        let rows = |input: usize| {
            let (code, place) = (input / self.places, input % self.places);
            let man = exposures + code / self.split * self.places + place;
            [code % exposures, man].map(|row| (input as u32, row as u32))
        };
        let links = (0..architecture.inputs()).flat_map(rows).collect();
        let rows = exposures + architecture.inputs() / self.split;
        Shared { links, rows, exposures, ..self }
    }

    /// Makes numbers to begin with: what a new network has, but for most of its inputs' weights, which
    /// are the same on all squares.
    pub fn begin(&self, seed: u64, numbers: &mut Vec<f32>) {
        let hidden = self.hidden;
        numbers.resize(self.own + self.len(), 0.0);
        if self.first.is_empty() {
            return;
        }
        let (own, common) = numbers.split_at_mut(self.own);
        for links in self.links.chunk_by(|a, b| a.0 == b.0) {
            let weights = &mut own[links[0].0 as usize * hidden..][..hidden];
            weights.iter_mut().for_each(|weight| *weight *= 0.1);
        }
        let mut random = Random::part(seed, 0);
        for row in &self.first {
            common[row * hidden..][..hidden].fill_with(|| uniform(&mut random, 0.15));
        }
    }

    /// Moves what all exposures of a man on a square have in common to the row that they share.
    pub fn gather_men(&self, numbers: &mut [f32]) {
        if self.exposures == 0 {
            return;
        }
        let (hidden, places) = (self.hidden, self.places);
        let (own, common) = numbers.split_at_mut(self.own);
        let men = common[self.exposures * hidden..].chunks_exact_mut(hidden);
        for (man, row) in men.enumerate() {
            let first = man / places * self.split * places + man % places;
            for (neuron, sum) in row.iter_mut().enumerate() {
                let at = |exposure: usize| (first + exposure * places) * hidden + neuron;
                let all = (0..self.split).map(|exposure| own[at(exposure)]);
                let mean = all.sum::<f32>() / self.split as f32;
                *sum += mean;
                (0..self.split).for_each(|exposure| own[at(exposure)] -= mean);
            }
        }
    }

    /// How many numbers are shared. They come behind those of the network.
    pub fn len(&self) -> usize {
        self.rows * self.hidden
    }

    /// Whether nothing is shared.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The numbers that say what is special about exposures: of the inputs, and shared ones.
    pub fn special(&self) -> [Range<usize>; 2] {
        match self.exposures {
            0 => [0..0, 0..0],
            rows => [0..self.inputs, self.own..self.own + rows * self.hidden],
        }
    }
}

#[inline(always)]
fn fold_all(shared: &Shared, numbers: &[f32], network: &mut [f32]) {
    let (own, common) = numbers.split_at(shared.own);
    network.copy_from_slice(own);
    let hidden = shared.hidden;
    for (input, row) in &shared.links {
        let common = &common[*row as usize * hidden..][..hidden];
        let weights = &mut network[*input as usize * hidden..][..hidden];
        for (weight, common) in weights.iter_mut().zip(common) {
            *weight += common;
        }
    }
}

#[inline(always)]
fn gather_all(shared: &Shared, gradient: &mut [f32]) {
    let (own, common) = gradient.split_at_mut(shared.own);
    let hidden = shared.hidden;
    for (input, row) in &shared.links {
        let slopes = &own[*input as usize * hidden..][..hidden];
        let common = &mut common[*row as usize * hidden..][..hidden];
        for (sum, slope) in common.iter_mut().zip(slopes) {
            *sum += slope;
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
            exposed: false,
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
