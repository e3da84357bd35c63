//! What earlier nodes taught about moves and evaluations.

use super::params::Params;
use super::score::Value;
use ferz_rules::{Searched, Shape, Side};
use std::marker::PhantomData;

/// Moves an entry towards a bonus, slower the nearer it is to the limit (history gravity, Stefan
/// Geschwentner), so that old knowledge fades and nothing overflows.
#[inline]
fn gravity(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    *entry += (bonus - *entry as i32 * bonus.abs() / limit) as i16;
}

/// A move played earlier in the line, as an index of continuation histories: one more than its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Context(u32);

impl Context {
    /// No move: the root's past, and null moves.
    pub(crate) const NONE: Context = Context(0);

    /// The cell of a move that there is.
    #[inline(always)]
    fn cell(self) -> usize {
        self.0 as usize - 1
    }
}

/// How many cells the tables have for a piece that arrives on a square.
#[inline(always)]
fn cells(shape: Shape) -> usize {
    shape.pieces * shape.squares
}

/// How many pawn structures are told apart by pawn history; a power of two.
const PAWN_SLOTS: usize = 512;
/// How many keys correction histories tell apart; a power of two.
const CORRECTION_SLOTS: usize = 1 << 14;
/// Largest entry of correction histories.
const CORRECTION_LIMIT: i32 = 1024;
/// How far back continuation histories look, and the weight in 1/16 of an update there.
pub(crate) const CONTINUATIONS: [(usize, i32); 6] =
    [(1, 16), (2, 13), (3, 5), (4, 9), (5, 2), (6, 7)];

/// Boards with more cells than this have no place of their own for each pair of moves.
const MOST_CELLS: usize = 3_000;
/// The pairs share this many places: a power of 2.
const HASHED_BITS: u32 = 21;

/// How many places there are for pairs of moves, one after another.
fn pairs(shape: Shape) -> usize {
    match cells(shape) {
        cells if cells <= MOST_CELLS => (cells + 1) * cells,
        _ => 1 << HASHED_BITS,
    }
}

/// All histories of one thread.
pub(crate) struct Histories<P: Searched> {
    shape: Shape,
    pub(crate) params: Params,
    butterfly: Vec<i16>,
    capture: Vec<i16>,
    continuation: Vec<i16>,
    pawn: Vec<i16>,
    counter: Vec<Option<P::Move>>,
    pawn_correction: Vec<i16>,
    piece_correction: [Vec<i16>; 2],
    move_correction: Vec<i16>,
    game: PhantomData<P>,
}

/// The moves before, as indices of contexts, whose continuation histories order quiet moves.
const ORDERING: [usize; 5] = [0, 1, 2, 3, 5];

/// The parts of the histories that order the quiet moves of one node, by the cells of the moves.
pub(crate) struct Rows<'a> {
    pawn: &'a [i16],
    /// Continuation histories, as in [`ORDERING`].
    after: [&'a [i16]; 5],
}

/// What a node knows when it asks for histories.
#[derive(Clone)]
pub(crate) struct View<P: Searched> {
    /// Side to move.
    pub(crate) side: Side,
    /// What the opponent attacks.
    pub(crate) threats: P::Threats,
    /// Pawn structure.
    pub(crate) pawns: usize,
    /// The moves 1 to 6 plies ago.
    pub(crate) contexts: [Context; 6],
}

impl<P: Searched> Histories<P> {
    /// Empty histories of a game.
    pub(crate) fn new(shape: Shape) -> Self {
        let cells = cells(shape);
        Histories {
            shape,
            params: Params::USUAL,
            butterfly: vec![0; 2 * 4 * shape.squares * shape.squares],
            capture: vec![0; cells * (shape.pieces + 1)],
            continuation: vec![0; pairs(shape)],
            pawn: vec![0; PAWN_SLOTS * cells],
            counter: vec![None; cells + 1],
            pawn_correction: vec![0; 2 * CORRECTION_SLOTS],
            piece_correction: [vec![0; 2 * CORRECTION_SLOTS], vec![0; 2 * CORRECTION_SLOTS]],
            move_correction: vec![0; pairs(shape)],
            game: PhantomData,
        }
    }

    /// The shape of the boards that they are for.
    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// Forgets everything: a new game.
    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.pawn.fill(0);
        self.counter.fill(None);
        self.pawn_correction.fill(0);
        self.piece_correction.iter_mut().for_each(|table| table.fill(0));
        self.move_correction.fill(0);
    }

    /// The context that `mv` makes for what follows.
    #[inline]
    pub(crate) fn context(position: &P, mv: P::Move) -> Context {
        Context(1 + Self::cell(position, mv) as u32)
    }

    #[inline]
    fn cell(position: &P, mv: P::Move) -> usize {
        position.moved_piece(mv) * position.shape().squares + P::to(mv)
    }

    #[inline]
    fn butterfly_index(shape: Shape, side: Side, threats: &P::Threats, mv: P::Move) -> usize {
        let table = side.index() * 4 + P::threat_index(threats, mv);
        (table * shape.squares + P::from(mv)) * shape.squares + P::to(mv)
    }

    #[inline]
    fn capture_index(position: &P, mv: P::Move) -> usize {
        let pieces = position.shape().pieces;
        let victim = position.captured_piece(mv).unwrap_or(pieces);
        Self::cell(position, mv) * (pieces + 1) + victim
    }

    #[inline]
    fn continuation_index(shape: Shape, context: Context, cell: usize) -> usize {
        let index = context.0 as usize * cells(shape) + cell;
        if cells(shape) <= MOST_CELLS {
            return index;
        }
        // Fibonacci hashing (Donald Knuth): the upper bits of the product.
        ((index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - HASHED_BITS)) as usize
    }

    /// What a node needs to ask.
    #[inline]
    pub(crate) fn view(position: &P, threats: P::Threats, contexts: [Context; 6]) -> View<P> {
        View {
            side: position.side(),
            threats,
            pawns: position.pawn_key() as usize & (PAWN_SLOTS - 1),
            contexts,
        }
    }

    /// Butterfly history of a quiet move: by its squares, and by whether they are attacked
    /// (Caissa, Stormphrax).
    #[inline]
    pub(crate) fn butterfly(&self, position: &P, view: &View<P>, mv: P::Move) -> i32 {
        let index = Self::butterfly_index(position.shape(), view.side, &view.threats, mv);
        self.butterfly[index] as i32
    }

    /// Capture history.
    #[inline]
    pub(crate) fn capture(&self, position: &P, mv: P::Move) -> i32 {
        self.capture[Self::capture_index(position, mv)] as i32
    }

    /// Where the histories keep what orders the quiet moves of a node.
    #[inline]
    pub(crate) fn rows(&self, position: &P, view: &View<P>) -> Option<Rows<'_>> {
        let cells = cells(position.shape());
        if cells > MOST_CELLS {
            return None;
        }
        let after = |i: usize| &self.continuation[view.contexts[i].0 as usize * cells..][..cells];
        let pawn = &self.pawn[view.pawns * cells..][..cells];
        Some(Rows { pawn, after: ORDERING.map(after) })
    }

    /// How promising a quiet move is, for ordering. `rows` are those of its node.
    #[inline]
    pub(crate) fn quiet_order(
        &self,
        position: &P,
        view: &View<P>,
        rows: Option<&Rows<'_>>,
        mv: P::Move,
    ) -> i32 {
        let (shape, cell) = (position.shape(), Self::cell(position, mv));
        let (pawn, [first, second, third, fourth, sixth]) = match rows {
            Some(rows) => (rows.pawn[cell], rows.after.map(|row| row[cell] as i32)),
            None => (
                self.pawn[view.pawns * cells(shape) + cell],
                ORDERING.map(|i| self.after(shape, view.contexts[i], cell)),
            ),
        };
        2 * self.butterfly(position, view, mv)
            + 2 * pawn as i32
            + first
            + second
            + third / 2
            + fourth
            + sixth / 2
            + self.params.threat_order * position.threat_balance(&view.threats, mv)
    }

    /// How promising a quiet move is, for pruning.
    #[inline]
    pub(crate) fn quiet_prune(&self, position: &P, view: &View<P>, mv: P::Move) -> i32 {
        let (shape, cell) = (position.shape(), Self::cell(position, mv));
        self.after(shape, view.contexts[0], cell)
            + self.after(shape, view.contexts[1], cell)
            + self.pawn[view.pawns * cells(shape) + cell] as i32
    }

    /// Continuation history: what is known of a move after one made earlier.
    #[inline]
    fn after(&self, shape: Shape, context: Context, cell: usize) -> i32 {
        self.continuation[Self::continuation_index(shape, context, cell)] as i32
    }

    /// How promising a quiet move is, for reductions.
    #[inline]
    pub(crate) fn quiet_reduce(&self, position: &P, view: &View<P>, mv: P::Move) -> i32 {
        let (shape, cell) = (position.shape(), Self::cell(position, mv));
        2 * self.butterfly(position, view, mv)
            + self.after(shape, view.contexts[0], cell)
            + self.after(shape, view.contexts[1], cell)
    }

    /// The quiet reply that refuted the move before.
    #[inline]
    pub(crate) fn counter(&self, before: Context) -> Option<P::Move> {
        self.counter[before.0 as usize]
    }

    /// Remembers the quiet reply that refuted the move before.
    #[inline]
    pub(crate) fn set_counter(&mut self, before: Context, mv: P::Move) {
        if before != Context::NONE {
            self.counter[before.0 as usize] = Some(mv);
        }
    }

    /// A quiet move did well or badly.
    pub(crate) fn update_quiet(&mut self, position: &P, view: &View<P>, mv: P::Move, bonus: i32) {
        let (shape, cell) = (position.shape(), Self::cell(position, mv));
        self.update_butterfly(position, view.side, &view.threats, mv, bonus);
        gravity(&mut self.pawn[view.pawns * cells(shape) + cell], bonus, self.params.history_limit);
        self.update_continuation_cell(shape, &view.contexts, cell, bonus);
    }

    /// Only the butterfly history of a quiet move.
    #[inline]
    pub(crate) fn update_butterfly(
        &mut self,
        position: &P,
        side: Side,
        threats: &P::Threats,
        mv: P::Move,
        bonus: i32,
    ) {
        let index = Self::butterfly_index(position.shape(), side, threats, mv);
        gravity(&mut self.butterfly[index], bonus, self.params.history_limit);
    }

    /// A move already made, given by the context it is, did well or badly after those before it.
    pub(crate) fn update_continuation(
        &mut self,
        position: &P,
        contexts: &[Context; 6],
        made: Context,
        bonus: i32,
    ) {
        if made != Context::NONE {
            self.update_continuation_cell(position.shape(), contexts, made.cell(), bonus);
        }
    }

    fn update_continuation_cell(
        &mut self,
        shape: Shape,
        contexts: &[Context; 6],
        cell: usize,
        bonus: i32,
    ) {
        for (back, weight) in CONTINUATIONS {
            let context = contexts[back - 1];
            if context != Context::NONE {
                let index = Self::continuation_index(shape, context, cell);
                let entry = &mut self.continuation[index];
                gravity(entry, bonus * weight / 16, self.params.continuation_limit);
            }
        }
    }

    /// A capture or promotion did well or badly.
    pub(crate) fn update_capture(&mut self, position: &P, mv: P::Move, bonus: i32) {
        let entry = &mut self.capture[Self::capture_index(position, mv)];
        gravity(entry, bonus, self.params.history_limit);
    }

    /// Correction history (Caissa's idea, in this form by Stockfish and Stormphrax): how much
    /// searches differed from static evaluations with the same pawns, the same pieces, or after
    /// the same two moves. In centipawns.
    pub(crate) fn correction(&self, position: &P, last: Context, before: Context) -> Value {
        let [pawns, first, second] = Self::correction_slots(position);
        let mut sum = self.params.correction_pawn * self.pawn_correction[pawns] as i32
            + self.params.correction_pieces
                * (self.piece_correction[0][first] as i32
                    + self.piece_correction[1][second] as i32);
        if last != Context::NONE {
            let index = Self::continuation_index(position.shape(), before, last.cell());
            sum += self.params.correction_moves * self.move_correction[index] as i32;
        }
        sum / 2048
    }

    /// A search of `depth` found the static evaluation wrong by `difference`.
    pub(crate) fn update_correction(
        &mut self,
        position: &P,
        last: Context,
        before: Context,
        depth: i32,
        difference: Value,
    ) {
        let bonus = (difference * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let [pawns, first, second] = Self::correction_slots(position);
        gravity(&mut self.pawn_correction[pawns], bonus, CORRECTION_LIMIT);
        gravity(&mut self.piece_correction[0][first], bonus, CORRECTION_LIMIT);
        gravity(&mut self.piece_correction[1][second], bonus, CORRECTION_LIMIT);
        if last != Context::NONE {
            let index = Self::continuation_index(position.shape(), before, last.cell());
            gravity(&mut self.move_correction[index], bonus, CORRECTION_LIMIT);
        }
    }

    #[inline]
    fn correction_slots(position: &P) -> [usize; 3] {
        let half = position.side().index() * CORRECTION_SLOTS;
        [position.pawn_key(), position.piece_key(Side::First), position.piece_key(Side::Second)]
            .map(|key| half + (key as usize & (CORRECTION_SLOTS - 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Position;
    use ferz_rules::chess::Board;

    #[test]
    fn gravity_never_leaves_the_limit() {
        for limit in [1024, 8192, 16384] {
            let mut entry = 0;
            for _ in 0..200 {
                gravity(&mut entry, limit, limit);
                assert!((0..=limit).contains(&(entry as i32)));
            }
            assert!(entry as i32 > limit * 9 / 10);
            for _ in 0..200 {
                gravity(&mut entry, -limit * 3, limit);
                assert!((-limit..=limit).contains(&(entry as i32)));
            }
        }
    }

    /// A board of 12 by 12 with 80 kinds of pieces has 133 million pairs of moves.
    #[test]
    fn large_boards_share_places() {
        let large = Shape { squares: 144, pieces: 80 };
        assert_eq!(pairs(large), 1 << 21);
        let cells = cells(large);
        let index = |context: usize, cell: usize| {
            Histories::<Board>::continuation_index(large, Context(context as u32), cell)
        };
        let all = (0..=cells)
            .step_by(97)
            .flat_map(|context| (0..cells).step_by(89).map(move |cell| index(context, cell)));
        let mut all: Vec<usize> = all.collect();
        assert!(all.iter().all(|&index| index < pairs(large)));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert!(all.len() * 100 > count * 98, "{} of {count}", all.len());
        // Smaller ones share none.
        let chess = Board::start(ferz_rules::Variant::NORMAL).shape();
        assert_eq!(pairs(chess), 769 * 768);
        let last = Histories::<Board>::continuation_index(chess, Context(768), 767);
        assert_eq!(last, pairs(chess) - 1);
    }
}
