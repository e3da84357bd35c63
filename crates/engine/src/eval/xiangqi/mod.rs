//! A hand-made evaluation of xiangqi.
//!
//! As in chess: everything that is known about a position is added up in [`Pair`]s, a value for the
//! middlegame and one for the endgame, and mixed by the material on the board. All numbers are in
//! one table, `params`, in the form that the tuner writes; what they count is in [`terms`]. The
//! evaluation is written once and compiled twice: for play, and with a [`Trace`] of what was counted.

mod endgame;
mod king;
mod material;
mod men;
mod params;
mod pieces;
mod psq;
pub mod terms;
#[cfg(test)]
mod tests;
mod threats;

pub use terms::{COUNT, fields};

use super::score::{self, Pair};
use super::terms::Field;
use super::trace::{Silent, Sink, Trace};
use super::{Evaluator, FULL_PHASE, Knowledge, Tunable, explain};
use ferz_rules::Position;
use ferz_rules::xiangqi::Board;
use material::{Material, Materials};
use men::{CANNON, HORSE, Men, ROOK};
use params::PARAMS;
use pieces::{Maps, pieces};

/// No position is worth more than this, short of a mate.
const LIMIT: i32 = 15_000;

/// The evaluation of xiangqi by rules made by hand.
pub struct HandMade {
    materials: Materials,
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
        HandMade { materials: Materials::new(), knowledge }
    }

    /// The value from Red's point of view.
    #[inline(always)]
    fn value<T: Sink>(&mut self, board: &Board, squares: Pair, sink: &mut T) -> Value {
        let men = Men::of(board);
        if T::LISTENS {
            psq::trace(&men, sink);
        }
        let material = self.materials.get(&men, sink);
        let mut sum = squares + material.score;
        if self.knowledge > Knowledge::None {
            sum += activity(&men, self.knowledge, sink);
        }
        sink.note(men.to_move, &PARAMS.tempo, 1);
        sum += PARAMS.tempo * (1 - 2 * men.to_move as i32);

        let Material { phase, scale, .. } = material;
        let endgame = sum.endgame();
        let scaled = endgame * scale[(endgame < 0) as usize] / endgame::FULL;
        let total = (sum.middlegame() * phase + scaled * (FULL_PHASE - phase)) / FULL_PHASE;
        Value { total, phase, scale }
    }
}

/// What the men do, from Red's point of view.
#[inline(always)]
fn activity<T: Sink>(men: &Men<'_>, knowledge: Knowledge, sink: &mut T) -> Pair {
    let mut maps = Maps::new(men);
    let mut sum = Pair::ZERO;
    sum += pieces::<0, HORSE, T>(men, &mut maps, sink);
    sum -= pieces::<1, HORSE, T>(men, &mut maps, sink);
    sum += pieces::<0, CANNON, T>(men, &mut maps, sink);
    sum -= pieces::<1, CANNON, T>(men, &mut maps, sink);
    sum += pieces::<0, ROOK, T>(men, &mut maps, sink);
    sum -= pieces::<1, ROOK, T>(men, &mut maps, sink);
    if knowledge < Knowledge::Medium {
        return sum;
    }
    sum += threats::pawns::<0, T>(men, &maps, sink);
    sum -= threats::pawns::<1, T>(men, &maps, sink);
    sum += threats::threats::<0, T>(men, &maps, sink);
    sum -= threats::threats::<1, T>(men, &maps, sink);
    let (red, at_black) = king::lines::<0, T>(men, sink);
    let (black, at_red) = king::lines::<1, T>(men, sink);
    sum += red - black;
    sum += king::safety::<0, T>(men, &maps, &at_red, sink);
    sum -= king::safety::<1, T>(men, &maps, &at_black, sink);
    sum
}

/// An evaluation, from Red's point of view.
struct Value {
    total: i32,
    phase: i32,
    scale: [i32; 2],
}

/// The numbers that the evaluation plays with, in the order of [`fields`].
pub fn table() -> Vec<Pair> {
    PARAMS.flatten()
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
        let value = self.value(board, psq::fresh(board), trace);
        trace.value = value.total;
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
        mv: <Board as Position>::Move,
        _: &Board,
        from: &Pair,
        to: &mut Pair,
    ) {
        *to = psq::updated(before, mv, *from);
    }

    fn evaluate(&mut self, position: &Board, state: &Pair) -> i32 {
        let value = self.value(position, *state, &mut Silent).total;
        let value = if position.side().index() == 0 { value } else { -value };
        value.clamp(-LIMIT, LIMIT)
    }

    fn explain(&mut self, position: &Board) -> String {
        let mut trace = HandMade::blank();
        self.trace(position, &mut trace);
        explain::table(&trace, &table(), &fields(), "Red")
    }
}
