//! How a game stands, with all its positions in view.

use super::board::Board;
use super::ends::{End, Why};
use super::rules::{Prize, Repetition, Royalty};
use super::set::{Bits, Set};
use crate::{Position, Side};

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Open,
    /// The side to move may claim a draw.
    Claimable(Why),
    /// The side to move may declare that it has won.
    MayDeclare,
    /// It is over.
    Over(End),
}

/// How a game stands whose positions are these, the present one last.
///
/// # Panics
/// If there is no position.
pub fn standing<B: Bits>(boards: &[Board<B>]) -> Standing {
    let (board, past) = boards.split_last().expect("a position");
    let rules = &board.layout().rules;
    // Mate and stalemate come before all counting (FIDE 9.6.2).
    let stuck = || if board.count_legal() == 0 { board.no_moves() } else { None };
    let end = board.end().or_else(stuck);
    if let Some(end) = end {
        return Standing::Over(end);
    }
    let drawn = |why| Standing::Over(End { winner: None, why });
    if board.is_counted_out() {
        return drawn(Why::Counted);
    }
    if board.is_dead_draw() {
        return drawn(Why::Material);
    }
    let reach = board.reversible() as usize;
    let earlier: Vec<usize> = (0..past.len())
        .rev()
        .take(reach)
        .filter(|index| past[*index].key() == board.key())
        .collect();
    let occurrences = 1 + earlier.len();
    match rules.repetition {
        Repetition::Western if occurrences >= 5 => return drawn(Why::Repetition),
        Repetition::Japanese if occurrences >= 4 => {
            let first = earlier[earlier.len() - 1];
            return Standing::Over(match perpetual_checker(&boards[first..]) {
                Some(checker) => End { winner: Some(!checker), why: Why::PerpetualCheck },
                None => End { winner: None, why: Why::Repetition },
            });
        }
        Repetition::Attacks if occurrences >= 4 => {
            let first = earlier[earlier.len() - 1];
            return Standing::Over(match perpetual_attacker(&boards[first..]) {
                Some(attacker) => End { winner: Some(!attacker), why: Why::PerpetualAttack },
                None => End { winner: Some(board.side()), why: Why::Repetition },
            });
        }
        Repetition::Times { times, prize, first, checks }
            if times > 0 && occurrences >= times as usize =>
        {
            let since = earlier.last().map_or(&boards[..0], |first| &boards[*first..]);
            let checker = if checks { perpetual_checker(since) } else { None };
            let side = if first { Side::First } else { board.side() };
            return Standing::Over(match (checker, prize) {
                (Some(checker), _) => End { winner: Some(!checker), why: Why::PerpetualCheck },
                (None, Prize::Win) => End { winner: Some(side), why: Why::Repetition },
                (None, Prize::Loss) => End { winner: Some(!side), why: Why::Repetition },
                (None, _) => End { winner: None, why: Why::Repetition },
            });
        }
        _ => {}
    }
    let (claim, over) = rules.quiet.unwrap_or((u32::MAX, u32::MAX));
    if board.clock() >= over {
        return drawn(Why::QuietMoves);
    }
    if rules.repetition == Repetition::Western && occurrences >= 3 {
        return Standing::Claimable(Why::Repetition);
    }
    if board.clock() >= claim {
        return Standing::Claimable(Why::QuietMoves);
    }
    if board.may_declare_win() { Standing::MayDeclare } else { Standing::Open }
}

/// The side that has given check with each move between these positions, if the other has not.
pub(super) fn perpetual_checker<B: Bits>(boards: &[Board<B>]) -> Option<Side> {
    let rules = &boards.first()?.layout().rules;
    if matches!(rules.royalty, Royalty::Nothing | Royalty::Last) {
        return None;
    }
    always(boards, |_, after| after.in_check())
}

/// The side that has attacked something with each move between these positions, if the other has not.
///
/// A move attacks if a piece of its side now attacks another from where it did not before, however
/// well that is protected ("however futile", as the rule of the Japanese association is told).
pub(super) fn perpetual_attacker<B: Bits>(boards: &[Board<B>]) -> Option<Side> {
    always(boards, |before, after| {
        let side = before.side();
        let was = before.of(side);
        after.of(side).into_iter().any(|from| {
            let now = after.victims(side, from);
            let then = if was.has(from) { before.victims(side, from) } else { Set::none() };
            (now - then).any()
        })
    })
}

/// The side whose every move between these positions does something, if not every one of the other's
/// does; of a move, the positions before and after it are asked.
fn always<B: Bits>(
    boards: &[Board<B>],
    does: impl Fn(&Board<B>, &Board<B>) -> bool,
) -> Option<Side> {
    let always = Side::BOTH.map(|side| {
        let steps = boards.windows(2).map(|pair| (&pair[0], &pair[1]));
        let mut own = steps.filter(|(_, after)| after.side() != side).peekable();
        own.peek().is_some() && own.all(|(before, after)| does(before, after))
    });
    match always {
        [true, false] => Some(Side::First),
        [false, true] => Some(Side::Second),
        _ => None,
    }
}
