//! The evaluation of games that have none of their own: material and mobility.

use super::Evaluator;
use ferz_rules::{Order, Position};

/// What a move more is worth, in centipawns: of chess's men a knight gains about as much by each
/// square it reaches.
const MOVE: i32 = 4;

/// Counts men and moves.
#[derive(Clone, Copy, Default)]
pub struct Plain;

impl Plain {
    fn material<P: Order>(position: &P) -> i32 {
        let side = position.side();
        position.material(side) - position.material(!side)
    }

    fn mobility<P: Position>(position: &P) -> i32 {
        // Who is in check cannot pass, and is not asked.
        let mut turned = position.clone();
        turned.pass();
        MOVE * (position.legal().len() as i32 - turned.legal().len() as i32)
    }
}

impl<P: Order> Evaluator<P> for Plain {
    type State = ();

    fn refresh(&mut self, _: &P, (): &mut ()) {}

    fn update(&mut self, _: &P, _: P::Move, _: &P, (): &(), (): &mut ()) {}

    fn evaluate(&mut self, position: &P, (): &()) -> i32 {
        Plain::material(position) + Plain::mobility(position)
    }

    fn explain(&mut self, position: &P) -> String {
        if position.in_check() {
            return "in check: not judged".to_owned();
        }
        let (men, moves) = (Plain::material(position), Plain::mobility(position));
        let pawns = |value: i32| f64::from(value) / 100.0;
        format!("material {:+.2}, mobility {:+.2} for the side to move", pawns(men), pawns(moves))
    }
}
