//! Positions as a network sees them.

use ferz_engine::eval::network::{Architecture, Game, Inputs, Lookup, NOWHERE};
use ferz_rules::Side;

/// Positions with more inputs on than this are left out; no game begins with so many.
pub const MOST_MEN: usize = 192;

/// The points of a position of a game whose end is unknown.
pub const OPEN: u8 = 3;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    start: u32,
    count: u8,
    /// How many men stand on the board.
    pieces: u8,
    /// The side to move.
    pub side: Side,
    /// Where the kings stand; see [`NOWHERE`].
    pub kings: [u8; 2],
    /// What the search said, in centipawns for the side to move.
    pub score: i16,
    /// Twice the points of the side to move, or [`OPEN`].
    pub points: u8,
    /// What the evaluation made by hand says, for the side to move; 0 where nobody asked.
    pub by_hand: i16,
}

/// Positions.
#[derive(Clone, Debug)]
pub struct Data {
    /// Of which game.
    pub game: Game,
    /// All of them.
    pub entries: Vec<Entry>,
    men: Vec<u16>,
}

impl Data {
    /// No positions yet.
    pub fn new(game: Game) -> Data {
        Data { game, entries: Vec::new(), men: Vec::new() }
    }

    /// How many men stand in all positions.
    pub(crate) fn all_men(&self) -> usize {
        self.men.len()
    }

    /// Makes room for so many positions with so many men.
    pub(crate) fn reserve(&mut self, positions: usize, men: usize) {
        self.entries.reserve_exact(positions);
        self.men.reserve_exact(men);
    }

    /// Adds all positions of another one.
    pub(crate) fn append(&mut self, other: &Data) {
        let start = self.men.len() as u32;
        self.men.extend(&other.men);
        let moved = |entry: &Entry| Entry { start: start + entry.start, ..*entry };
        self.entries.extend(other.entries.iter().map(moved));
    }

    /// The men of a position: a code for each, `piece * places + place`.
    #[inline(always)]
    pub fn men(&self, entry: &Entry) -> &[u16] {
        &self.men[entry.start as usize..][..entry.count as usize]
    }

    /// Tells the processor that this position is needed soon: in random order none is near another.
    #[inline(always)]
    pub fn announce(&self, index: Option<&u32>) {
        if let Some(entry) = index.and_then(|index| self.entries.get(*index as usize)) {
            prefetch(entry);
        }
    }

    /// The same for the men of a position that was announced before.
    #[inline(always)]
    pub fn announce_men(&self, index: Option<&u32>) {
        if let Some(entry) = index.and_then(|index| self.entries.get(*index as usize))
            && let [first, .., last] = self.men(entry)
        {
            prefetch(first);
            prefetch(last);
        }
    }

    /// Adds a position; `score` is for the side to move, `points` are twice its own.
    pub fn push<P: Inputs>(&mut self, board: &P, score: i32, points: u8, by_hand: i32) {
        self.push_image(board, score, points, by_hand, |square| square);
    }

    /// Adds the position with left and right exchanged.
    pub fn push_mirrored<P: Inputs>(&mut self, board: &P, score: i32, points: u8, by_hand: i32) {
        let game = self.game;
        self.push_image(board, score, points, by_hand, |square| game.mirrored(square));
    }

    fn push_image<P: Inputs>(
        &mut self,
        board: &P,
        score: i32,
        points: u8,
        by_hand: i32,
        image: impl Fn(usize) -> usize,
    ) {
        let start = self.men.len();
        let (squares, places) = (self.game.squares, self.game.places);
        for piece in 0..self.game.pieces {
            for place in board.men(piece).map(usize::from) {
                let seen = if place < squares { image(place) } else { place };
                self.men.push((piece * places + seen) as u16);
            }
        }
        let count = self.men.len() - start;
        if count > MOST_MEN {
            // From a start of somebody's own.
            self.men.truncate(start);
            return;
        }
        let king = |side| match board.king_square(side) {
            NOWHERE => NOWHERE as u8,
            square => image(square) as u8,
        };
        self.entries.push(Entry {
            start: start as u32,
            count: count as u8,
            pieces: board.count() as u8,
            side: board.side(),
            kings: Side::BOTH.map(king),
            score: score as i16,
            points,
            by_hand: by_hand as i16,
        });
    }

    /// The inputs that a position switches on, for the side to move and for the other.
    #[inline(always)]
    pub fn inputs(
        &self,
        entry: &Entry,
        lookup: &Lookup,
        inputs: &mut [[u32; MOST_MEN]; 2],
    ) -> usize {
        let men = self.men(entry);
        for (inputs, side) in inputs.iter_mut().zip([entry.side, !entry.side]) {
            let view = lookup.view(side, entry.kings[side.index()] as usize);
            for (input, man) in inputs.iter_mut().zip(men) {
                *input = lookup.input_of(side, view, *man as usize) as u32;
            }
        }
        men.len()
    }

    /// The output bucket of a position.
    #[inline(always)]
    pub fn bucket(&self, entry: &Entry, architecture: &Architecture) -> usize {
        architecture.output_bucket(entry.pieces as usize)
    }

    /// A number that differs for different positions.
    pub fn fingerprint(&self) -> u64 {
        let numbers = self
            .entries
            .iter()
            .flat_map(|entry| [entry.start as u64, entry.score as u16 as u64, entry.points as u64]);
        numbers
            .chain(self.men.iter().map(|&man| man as u64))
            .fold(self.game.number.map_or(self.game.kinds, u64::from), |hash, number| {
                (hash.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            })
    }
}

/// A hint; processors without it do the same more slowly.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that the program could see, and the place is a reference.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
