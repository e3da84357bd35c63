//! A hand-made evaluation of xiangqi.

mod psq;

use super::Evaluator;
use super::chess::Pair;
use ferz_rules::Position;
use ferz_rules::xiangqi::{Board, Kind};

/// The game phase with all pieces on the board.
const FULL_PHASE: i32 = 24;

/// No position is worth more than this, short of a mate.
const LIMIT: i32 = 15_000;

/// The evaluation of xiangqi by rules made by hand: material and where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandMade;

impl HandMade {
    /// An evaluation.
    pub fn new() -> HandMade {
        HandMade
    }
}

fn phase(board: &Board) -> i32 {
    let count = |kind| board.kind(kind).count() as i32;
    (3 * count(Kind::Rook) + 2 * count(Kind::Cannon) + count(Kind::Horse)).min(FULL_PHASE)
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
        let phase = phase(position);
        let value =
            (state.middlegame() * phase + state.endgame() * (FULL_PHASE - phase)) / FULL_PHASE;
        let value = if position.side().index() == 0 { value } else { -value };
        (value + 10).clamp(-LIMIT, LIMIT)
    }

    fn explain(&mut self, position: &Board) -> String {
        let squares = psq::fresh(position);
        let phase = phase(position);
        format!(
            "Material and squares: {:+.2} in the middlegame, {:+.2} in the endgame, for Red\n\
             Phase {phase} of {FULL_PHASE}\n",
            squares.middlegame() as f64 / 100.0,
            squares.endgame() as f64 / 100.0,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;
    use proptest::prelude::*;

    proptest! {
        /// The state kept along a game is the one computed from nothing.
        #[test]
        fn the_state_is_kept(steps in proptest::collection::vec(0usize..1000, 0..120)) {
            for variant in [Variant::Xiangqi, Variant::XiangqiPromotion] {
                let mut board = Board::start(variant);
                let mut evaluation = HandMade::new();
                let (mut state, mut fresh) = (Pair::ZERO, Pair::ZERO);
                evaluation.refresh(&board, &mut state);
                for &step in &steps {
                    let moves = board.legal();
                    if moves.is_empty() {
                        break;
                    }
                    let mv = moves[step % moves.len()];
                    let before = board;
                    board.play(mv);
                    let from = state;
                    evaluation.update(&before, mv, &board, &from, &mut state);
                    evaluation.refresh(&board, &mut fresh);
                    prop_assert_eq!(state, fresh);
                }
            }
        }
    }
}
