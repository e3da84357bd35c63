//! What men are worth where they stand: all that the engine knows of a game by table, before
//! anybody has measured anything. A pawn is worth 100.

use super::board::Board;
use super::layout::Layout;
use super::rules::{Bare, Prize, Rules};
use super::set::Bits;
use crate::Side;

/// What a man in hand is worth more than on the board: it may go anywhere.
const IN_HAND: i32 = 15;
/// What a king step towards the middle of the board is worth to a piece.
const CENTRE: i32 = 5;
/// What a rank is worth to a king that should stay at home.
const HOME: i32 = 8;
/// What a king step is worth to a king that wins by reaching a square.
const GOAL: i32 = 30;
/// What it is worth to be this number of checks away from the win.
const CHECKS: [i32; 4] = [0, 500, 180, 0];
/// Of what men are worth, the share that they are a burden where who has none wins: they move, too.
const BURDEN: i32 = -4;

impl<B: Bits> Layout<B> {
    /// What a man of a side is worth on a square.
    fn worth(&self, kind: usize, side: Side, square: usize) -> i32 {
        let (rules, grid) = (&self.rules, self.grid);
        let is = &rules.kinds[kind];
        let rank = match side {
            Side::First => grid.rank(square),
            Side::Second => grid.ranks - 1 - grid.rank(square),
        } as i32;
        if is.royal {
            let goal = &self.goal[side.index()];
            let away = goal.into_iter().map(|there| grid.distance(square, there)).min();
            let place = away.map_or(-HOME * rank, |away| -GOAL * away as i32);
            // Where kings can be lost one by one they count as other men.
            return place + self.values[kind];
        }
        if is.pawn {
            // The last steps are worth most.
            let far = grid.ranks as i32 - 1;
            return self.values[kind] + 80 * rank * rank * rank / (far * far * far);
        }
        let off = |at: usize, size: usize| (2 * at as i32 - (size as i32 - 1)).abs() / 2;
        let off = off(grid.file(square), grid.files).max(off(grid.rank(square), grid.ranks));
        self.values[kind] - CENTRE * off
    }
}

/// Whether it is good to have no men: there captures are compulsory, and who has lost all wins.
pub(super) fn gives_away(rules: &Rules) -> bool {
    rules.compulsory
        && (rules.extinct.as_ref().is_some_and(|extinct| extinct.prize == Prize::Win)
            || rules.bare == Some(Bare::Win))
}

impl<B: Bits> Board<B> {
    /// What a side has, on the board, in hand, and of checks.
    pub(super) fn possessions(&self, side: Side) -> i32 {
        let layout = self.layout;
        let mut sum = 0;
        for square in self.of(side) {
            if let Some((kind, _)) = self.piece(square) {
                sum += layout.worth(kind, side, square);
            }
        }
        if layout.drops_pieces {
            for (kind, count) in self.hands[side.index()].iter().enumerate() {
                if *count > 0 {
                    sum += i32::from(*count) * (layout.values[kind] + IN_HAND);
                }
            }
        }
        if gives_away(&layout.rules) {
            sum /= BURDEN;
        }
        let left = usize::from(self.checks[side.index()]);
        if layout.rules.checks == 0 { sum } else { sum + CHECKS[left.min(CHECKS.len() - 1)] }
    }

    /// Whether a side has its royal piece alone where only mate wins: there is nothing to count but
    /// where that can go.
    #[inline(always)]
    pub fn has_lone_king(&self) -> bool {
        let layout = self.layout;
        let rules = &layout.rules;
        if !layout.keeps_kings || rules.goal.is_some() || gives_away(rules) {
            return false;
        }
        let royals = self.union(&layout.royals);
        let is_alone = |side: &Side| {
            (self.of(*side) - royals).is_empty() && self.hand(*side).iter().all(|held| *held == 0)
        };
        Side::BOTH.iter().any(is_alone)
    }
}
