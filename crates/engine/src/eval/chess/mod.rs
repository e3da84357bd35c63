//! A hand-made evaluation of chess.
//!
//! Everything that is known about a position is added up in [`Pair`]s, a value for the middlegame
//! and one for the endgame, and mixed by the material on the board. All numbers are in one table,
//! [`params`], written by the tuner; what they count is in [`terms`]. The evaluation is written once
//! and compiled twice: for play, and with a [`Trace`] of what was counted for the tuner and for
//! people.

mod bits;
mod endgame;
mod king;
mod kpk;
mod men;
mod params;
mod pawns;
mod pieces;
mod psq;
mod terms;
#[cfg(test)]
mod tests;
mod threats;

pub use terms::{COUNT, fields};

use super::score::{self, Pair};
use super::terms::Field;
use super::trace::{self, Silent, Sink, Trace};
use super::{Evaluator, FULL_PHASE, Knowledge, Tunable, explain};
use ferz_rules::Position;
use ferz_rules::chess::Board;
use men::{BISHOP, KNIGHT, Men, PAWN, QUEEN, ROOK};
use params::PARAMS;
use pawns::{PawnTable, Pawns};
use pieces::{Maps, pieces};

/// No position is worth more than this, short of a mate.
const LIMIT: i32 = 15_000;

/// The numbers that the evaluation plays with, in the order of [`fields`].
pub fn table() -> Vec<Pair> {
    PARAMS.flatten()
}

/// The evaluation of chess by rules made by hand.
pub struct HandMade {
    pawns: PawnTable,
    knowledge: Knowledge,
}

impl Default for HandMade {
    fn default() -> HandMade {
        HandMade::new()
    }
}

impl HandMade {
    /// An evaluation with empty caches.
    pub fn new() -> HandMade {
        HandMade::with(Knowledge::default())
    }

    /// One with this much knowledge.
    pub fn with(knowledge: Knowledge) -> HandMade {
        kpk::prepare();
        HandMade { pawns: PawnTable::new(), knowledge }
    }

    /// The value from White's point of view.
    #[inline(always)]
    fn value<T: Sink>(&mut self, board: &Board, squares: Pair, sink: &mut T) -> Value {
        let men = Men::of(board);
        if let Some(total) = endgame::known(&men, squares) {
            return Value { total, special: true, phase: 0, scale: [endgame::FULL; 2] };
        }
        if T::LISTENS {
            psq::trace(&men, sink);
        }
        let pawns = self.pawns.get(&men, board.pawn_key(), sink);
        let mut sum = squares + pawns.score;
        sum += psq::imbalance::<0, T>(&men, sink) - psq::imbalance::<1, T>(&men, sink);
        if self.knowledge > Knowledge::None {
            sum += activity(&men, &pawns, self.knowledge, sink);
        }
        sink.note(men.to_move, &PARAMS.tempo, 1);
        sum += PARAMS.tempo * (1 - 2 * men.to_move as i32);

        let phase = phase(&men);
        let middlegame = sum.middlegame();
        let endgame = sum.endgame();
        let endgame = endgame + bounded(complexity(&men, &pawns, sink), endgame);
        let scale = if T::LISTENS {
            [0, 1].map(|strong| endgame::scale(&men, &pawns, strong))
        } else {
            [endgame::scale(&men, &pawns, (endgame < 0) as usize); 2]
        };
        let total = mix(middlegame, endgame, phase, scale[(endgame < 0) as usize]);
        Value { total, special: false, phase, scale }
    }
}

/// What the men do, from White's point of view.
#[inline(always)]
fn activity<T: Sink>(men: &Men<'_>, pawns: &Pawns, knowledge: Knowledge, sink: &mut T) -> Pair {
    let mut maps = Maps::new(men);
    let mut sum = Pair::ZERO;
    sum += pieces::<0, KNIGHT, T>(men, &mut maps, pawns, sink);
    sum -= pieces::<1, KNIGHT, T>(men, &mut maps, pawns, sink);
    sum += pieces::<0, BISHOP, T>(men, &mut maps, pawns, sink);
    sum -= pieces::<1, BISHOP, T>(men, &mut maps, pawns, sink);
    sum += pieces::<0, ROOK, T>(men, &mut maps, pawns, sink);
    sum -= pieces::<1, ROOK, T>(men, &mut maps, pawns, sink);
    sum += pieces::<0, QUEEN, T>(men, &mut maps, pawns, sink);
    sum -= pieces::<1, QUEEN, T>(men, &mut maps, pawns, sink);
    if knowledge < Knowledge::Medium {
        return sum;
    }
    sum += king::safety::<0, T>(men, &maps, pawns, sink);
    sum -= king::safety::<1, T>(men, &maps, pawns, sink);
    sum += threats::threats::<0, T>(men, &maps, sink);
    sum -= threats::threats::<1, T>(men, &maps, sink);
    if pawns.passed.any() {
        sum += threats::passed::<0, T>(men, &maps, pawns, sink);
        sum -= threats::passed::<1, T>(men, &maps, pawns, sink);
    }
    sum += threats::space::<0, T>(men, &maps, sink);
    sum -= threats::space::<1, T>(men, &maps, sink);
    sum
}

/// An evaluation, from White's point of view.
struct Value {
    total: i32,
    special: bool,
    phase: i32,
    scale: [i32; 2],
}

fn phase(men: &Men<'_>) -> i32 {
    let both = |kind: usize| (men.by[0][kind] | men.by[1][kind]).count() as i32;
    (both(KNIGHT) + both(BISHOP) + 2 * both(ROOK) + 4 * both(QUEEN)).min(FULL_PHASE)
}

/// The middlegame's and the endgame's value in one; 0 where the endgame is drawn for sure.
#[inline(always)]
pub fn mix(middlegame: i32, endgame: i32, phase: i32, scale: i32) -> i32 {
    if scale == 0 {
        return 0;
    }
    let endgame = endgame * scale / endgame::FULL;
    (middlegame * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
}

/// What the difficulty of the position adds to an endgame value: towards winning chances for the
/// side ahead or away from them, never across the balance and never more than there was. (Without
/// the upper bound a single point would decide in level positions who is far ahead.)
#[inline(always)]
pub fn bounded(complexity: i32, endgame: i32) -> i32 {
    endgame.signum() * complexity.clamp(-endgame.abs(), endgame.abs())
}

/// How much there is left to play for.
#[inline(always)]
fn complexity<T: Sink>(men: &Men<'_>, pawns: &Pawns, sink: &mut T) -> i32 {
    let p = &PARAMS;
    let mut sum = Pair::ZERO;
    let mut count = |term: &Pair, times: i32| {
        sink.note(0, term, times);
        sum += *term * times;
    };
    let all_pawns = men.by[0][PAWN] | men.by[1][PAWN];
    let (white, black) = (men.king[0], men.king[1]);
    let apart =
        white.file().abs_diff(black.file()) as i32 + white.rank() as i32 - black.rank() as i32;
    count(&p.complexity_pawns, all_pawns.count() as i32);
    count(
        &p.complexity_flanks,
        ((all_pawns & bits::QUEEN_SIDE).any() && (all_pawns & bits::KING_SIDE).any()) as i32,
    );
    count(&p.complexity_bare, (men.bare(0) && men.bare(1)) as i32);
    count(&p.complexity_outflanking, apart);
    count(&p.complexity_passed, pawns.passed.count() as i32);
    count(&p.complexity_infiltration, (white.rank() > 3 || black.rank() < 4) as i32);
    count(&p.complexity_base, 1);
    sum.endgame()
}

impl Tunable<Board> for HandMade {
    fn fields() -> Vec<Field> {
        fields()
    }

    fn table() -> Vec<Pair> {
        table()
    }

    fn blank() -> Trace {
        Trace::of(&PARAMS, &fields())
    }

    fn trace(&mut self, board: &Board, trace: &mut Trace) {
        trace.clear();
        let squares = psq::fresh(board);
        let value = self.value(board, squares, trace);
        trace.value = value.total;
        trace.special = value.special;
        trace.phase = value.phase;
        trace.scale = value.scale;
    }
}

impl Evaluator<Board> for HandMade {
    type State = Pair;

    fn refresh(&mut self, position: &Board, state: &mut Pair) {
        *state = psq::fresh(position);
    }

    #[inline]
    fn update(
        &mut self,
        before: &Board,
        _: <Board as Position>::Move,
        after: &Board,
        from: &Pair,
        to: &mut Pair,
    ) {
        *to = psq::updated(before, after, *from);
    }

    fn evaluate(&mut self, position: &Board, state: &Pair) -> i32 {
        let value = self.value(position, *state, &mut Silent).total;
        let value = if position.side().index() == 0 { value } else { -value };
        value.clamp(-LIMIT, LIMIT)
    }

    fn explain(&mut self, position: &Board) -> String {
        let mut trace = HandMade::blank();
        self.trace(position, &mut trace);
        explain::table(&trace, &table(), &fields(), "White")
    }
}
