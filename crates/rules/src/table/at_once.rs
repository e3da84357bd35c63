//! Moves that end the game at once by another rule than mate: a last king taken, a king at its
//! goal, the last check. What the other side could do of these is as urgent as a check.

use super::board::Board;
use super::moves::{Move, Sort};
use super::rules::Royalty;
use super::set::Bits;
use crate::{Position, Side};

impl<B: Bits> Board<B> {
    /// Whether a side wins by its next move, if it is its turn. Every such win is real, but in games
    /// with odd rules some are not found.
    #[inline]
    pub(super) fn may_win_at_once(&self, side: Side) -> bool {
        self.may_lose_last(!side) || self.may_arrive(side) || self.may_check_last(side)
    }

    /// The one royal piece that a side has left, in games that end when the last one is taken.
    pub(super) fn last_royal(&self, side: Side) -> Option<usize> {
        if self.layout.rules.royalty != Royalty::Last {
            return None;
        }
        let royals = self.union(&self.layout.royals) & self.of(side);
        royals.first().filter(|_| !royals.several())
    }

    /// Whether the other side can take the last royal piece of a side.
    pub(super) fn may_lose_last(&self, side: Side) -> bool {
        self.last_royal(side).is_some_and(|last| {
            self.attackers::<true>(last, !side, self.occupied(), self.of(!side)).any()
        })
    }

    /// Whether the king of a side wins by a step to its goal, where the other king may not follow: in
    /// racing kings it was of no use to know.
    fn may_arrive(&self, side: Side) -> bool {
        if self.layout.rules.goal.as_ref().is_none_or(|goal| goal.last_word) {
            return false;
        }
        let Some(king) = self.royal(side) else { return false };
        let steps = self.layout.around[king] & self.layout.goal[side.index()];
        if steps.is_empty() {
            return false;
        }
        let board = self.with_turn_of(side);
        steps.into_iter().map(|to| Move::new(king, to, Sort::Plain)).any(|mv| {
            let won = |after: Self| after.end().is_some_and(|end| end.winner == Some(side));
            board.is_legal(mv) && won(board.after(mv))
        })
    }

    /// Whether a side can give its last check.
    fn may_check_last(&self, side: Side) -> bool {
        if self.checks_left(side) != 1 {
            return false;
        }
        let board = self.with_turn_of(side);
        let checks = board.checks();
        board.legal().into_iter().any(|mv| board.gives_check_by(&checks, mv))
    }

    /// The board with this side to move.
    fn with_turn_of(&self, side: Side) -> Self {
        let mut board = *self;
        if side != self.side {
            board.pass();
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::layout::Layout;
    use crate::table::set::Wide;
    use crate::table::{Rules, rules};
    use crate::{End, Order, Random};

    fn layout<B: Bits>(game: &str) -> &'static Layout<B> {
        let rules: Rules = rules(game).expect(game).clone();
        Box::leak(Box::new(Layout::new(rules).expect("it fits")))
    }

    fn danger_and_win<B: Bits>(game: &str, fen: &str) -> (bool, bool) {
        let board = Board::<B>::from_fen(fen, layout(game)).expect(fen);
        assert!(!board.in_check(), "{fen}");
        (board.in_danger(), board.wins_at_once())
    }

    /// Chu shogi has no check: what must be answered is an attack on the last of king and prince.
    #[test]
    fn the_last_king_is_in_danger() {
        for (men, side, in_danger, wins) in [
            ("6k5/12/12/12/12/6R5/12/12/12/12/12/5K6", 'b', true, false),
            ("6k5/12/12/12/12/6R5/12/12/12/12/12/5K6", 'w', false, true),
            ("5k6/12/12/12/12/6R5/12/12/12/12/12/5K6", 'b', false, false),
            // A prince can go on, and a man stands between.
            ("6k5/12/12/9+e2/12/6R5/12/12/12/12/12/5K6", 'b', false, false),
            ("6k5/12/12/6p5/12/6R5/12/12/12/12/12/5K6", 'b', false, false),
        ] {
            let found = danger_and_win::<Wide>("chu", &format!("{men} {side} - - 0 1"));
            assert_eq!(found, (in_danger, wins), "{men} {side}");
        }
    }

    #[test]
    fn a_king_beside_its_goal_and_the_last_check_are_dangers() {
        for (game, fen, in_danger, wins) in [
            ("kingofthehill", "k7/8/8/8/8/3K4/8/8 b - - 0 1", true, false),
            ("kingofthehill", "k7/8/8/8/8/3K4/8/8 w - - 0 1", false, true),
            ("kingofthehill", "k7/8/8/8/8/8/3K4/8 w - - 0 1", false, false),
            // Both squares that it could step to are guarded.
            ("kingofthehill", "k7/8/8/7r/7r/3K4/8/8 b - - 0 1", false, false),
            ("3check", "7k/8/8/8/8/8/8/KR6 w - - 1+3 0 1", false, true),
            ("3check", "7k/8/8/8/8/8/8/KR6 b - - 1+3 0 1", true, false),
            ("3check", "7k/8/8/8/8/8/8/KR6 w - - 2+3 0 1", false, false),
        ] {
            assert_eq!(danger_and_win::<u64>(game, fen), (in_danger, wins), "{game} {fen}");
        }
    }

    /// In games where a side wins by a goal or by checks: every such win, and no other.
    #[test]
    fn wins_at_once_are_what_trying_all_moves_finds() {
        let mut random = Random::new(6);
        for game in ["kingofthehill", "3check"] {
            let layout = layout::<u64>(game);
            let mut wins = 0;
            for _ in 0..200 {
                let mut board = Board::from_fen(&layout.rules.start, layout).expect("a start");
                for _ in 0..120 {
                    let moves = board.legal();
                    let won = |mv: &Move| Position::end(&board.after(*mv)) == Some(End::Lost);
                    let tried = moves.iter().any(won);
                    assert_eq!(board.wins_at_once(), tried, "{game}: {board}");
                    wins += tried as usize;
                    let Some(mv) = (!moves.is_empty()).then(|| random.of(&moves)) else { break };
                    board = board.after(mv);
                }
            }
            assert!(wins > 30, "{game}: {wins} wins");
        }
    }
}
