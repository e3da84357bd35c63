//! What the rules say of a line: draws, and losses by repetition where a game has them.

use super::Worker;
use super::score::{Value, ended, lost_by_rule, mate_in, won_by_rule};
use crate::eval::Evaluator;
use ferz_rules::{End, Searched, Side};

/// Who loses by which cycle, as far as it was asked of late: the same cycles come again and again
/// all over the tree.
#[derive(Default)]
pub(crate) struct Cycles(Vec<(u64, Option<Side>)>);

/// How many cycles are remembered; a power of two.
const REMEMBERED: usize = 1 << 12;

impl Cycles {
    /// Makes room where cycles matter.
    pub(crate) fn prepare(&mut self, needed: bool) {
        if needed && self.0.is_empty() {
            self.clear();
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
        self.0.resize(REMEMBERED, (0, None));
    }

    /// The number of the cycle through positions with these keys; never 0.
    fn number(keys: &[u64]) -> u64 {
        let mix = |sum: u64, key: &u64| (sum ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        keys.iter().fold(keys.len() as u64, |sum, key| mix(sum, key).rotate_left(29)).max(1)
    }
}

impl<P: Searched, E: Evaluator<P>> Worker<P, E> {
    /// What the rules settle: ends by another rule than mate, a last king to be taken, the counted
    /// moves without progress, dead material, repetition. Once in the tree is as good as three times:
    /// what was best then is best again.
    pub(super) fn ruled(&mut self, position: &P, ply: usize) -> Option<Value> {
        if let Some(end) = position.end() {
            return Some(ended(end, ply));
        }
        if position.wins_at_once() {
            return Some(mate_in(ply + 1));
        }
        if position.halfmove_clock() >= self.drawn_at && self.can_go_on(position)
            || position.is_dead_draw()
        {
            return Some(self.draw_value());
        }
        let back = self.repeats(ply)?;
        if position.repetition_may_lose()
            && let Some(loser) = self.loser(ply, back, None)
        {
            let ours = loser == position.side();
            return Some(if ours { lost_by_rule(ply) } else { won_by_rule(ply) });
        }
        Some(self.draw_value())
    }

    /// Whether the game is not over for want of moves, as far as that is no draw.
    fn can_go_on(&self, position: &P) -> bool {
        position.no_moves().is_none_or(|end| end == End::Drawn) || self.any_legal(position)
    }

    /// How many plies ago the position at `ply` occurred, if that is in the tree, or the second time
    /// in all.
    fn repeats(&self, ply: usize) -> Option<usize> {
        let reversible = self.frame_at(ply).reversible as usize;
        let now = self.keys.len() - 1;
        let key = self.keys[now];
        let mut seen = 0;
        for back in (4..=reversible.min(now)).step_by(2) {
            if self.keys[now - back] == key {
                seen += 1;
                if back < ply || seen == 2 {
                    return Some(back);
                }
            }
        }
        None
    }

    /// Upcoming repetition: whether the side to move can go back to a position of this line, or to
    /// one of the game that occurred twice already, without losing by it.
    pub(super) fn repetition_ahead(&mut self, position: &P, ply: usize) -> bool {
        let reversible = self.frame_at(ply).reversible as usize;
        let now = self.keys.len() - 1;
        let key = self.keys[now];
        for back in (3..=reversible.min(now)).step_by(2) {
            let then = now - back;
            if let Some((from, to)) = position.reversible_move(key ^ self.keys[then]) {
                let in_tree = back < ply;
                let mut earlier = (4..=reversible - back).step_by(2);
                let occurred_twice = in_tree
                    || earlier.any(|more| {
                        then.checked_sub(more).is_some_and(|i| self.keys[i] == self.keys[then])
                    });
                if occurred_twice
                    && (!position.repetition_may_lose() || {
                        let closing = position.plain_move(from, to);
                        closing.is_some() && self.loser(ply, back, closing) != Some(position.side())
                    })
                {
                    return true;
                }
            }
        }
        false
    }

    /// Who loses by the cycle of the last `back` plies, and the move that closes it if it is not
    /// closed yet.
    fn loser(&mut self, ply: usize, back: usize, closing: Option<P::Move>) -> Option<Side> {
        let first = self.keys.len() - 1 - back;
        // The key at which the cycle ends is the one at which it begins.
        let end = self.keys.len() - closing.is_none() as usize;
        let number = Cycles::number(&self.keys[first..end]);
        let place = number as usize & (REMEMBERED - 1);
        if self.cycles.0[place].0 != number {
            let (positions, moves) = self.way(ply, first, closing);
            let loser = P::loser_of_cycle(self.rulings, &positions, &moves);
            self.cycles.0[place] = (number, loser);
        }
        self.cycles.0[place].1
    }

    /// The positions of the line from the one with key number `first` on, and the moves between
    /// them. Made anew from the root: repetitions are rare enough that keeping copies costs more.
    #[cold]
    fn way(
        &self,
        ply: usize,
        first: usize,
        closing: Option<P::Move>,
    ) -> (Vec<P>, Vec<Option<P::Move>>) {
        let mut positions = Vec::new();
        let mut moves = Vec::new();
        for (position, mv) in self.past.iter().skip(first) {
            positions.push(position.clone());
            moves.push(*mv);
        }
        let Some(mut position) = self.root.clone() else { return (positions, moves) };
        let made = (0..ply).map(|ply| self.frame_at(ply).mv).chain(closing.map(Some));
        for (number, mv) in made.enumerate() {
            if self.record_len + number >= first {
                positions.push(position.clone());
                moves.push(mv);
            }
            match mv {
                Some(mv) => position.play(mv),
                None => position.pass(),
            }
        }
        positions.push(position);
        (positions, moves)
    }
}
