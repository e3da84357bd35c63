//! What can be told from positions as texts, without any rules.

use super::options::refused;
use super::{RankBase, ScoreView};
use crate::{Bound, Place, Record, Referee, Refused, Score, ScoreValue, Side};
use ferz_wire::{MoveText, Start};
use std::time::Duration;

/// The side to move where a list of moves begins.
pub(super) fn side_at_start(start: &Start) -> Side {
    match start {
        Start::Startpos => Side::First,
        Start::Fen(fen) => match fen.split_whitespace().nth(1) {
            Some("b") => Side::Second,
            _ => Side::First,
        },
    }
}

/// The side to move at the end of a list of moves: they alternate in every game of the family.
pub(super) fn side_to_move(place: &Place) -> Side {
    let start = side_at_start(&place.start);
    if place.moves.len().is_multiple_of(2) { start } else { !start }
}

/// A position whose moves are all moves: engines are not told of a passed turn, but of the position
/// after it (`U-074`, `C-330`). Without anybody who knows the rules it stays as it is.
pub(super) fn without_passes(
    place: &Place,
    referee: Option<&dyn Referee>,
) -> Result<Place, Refused> {
    let is_pass = |mv: &MoveText| matches!(mv.as_str(), "@@@@" | "0000");
    let (Some(last), Some(referee)) = (place.moves.iter().rposition(is_pass), referee) else {
        return Ok(place.clone());
    };
    let start = Place { moves: Vec::new(), ..place.clone() };
    let (mut record, _) = referee.place(&start).map_err(refused)?;
    let (before, after) = place.moves.split_at(last + 1);
    for mv in before {
        let made = if is_pass(mv) { record.pass() } else { record.play(mv.as_str()) };
        made.map_err(|_| refused(format!("{mv} is no legal move")))?;
    }
    let variant = place.variant.clone();
    Ok(Place { variant, start: Start::Fen(record.fen()), moves: after.to_vec() })
}

/// The position on somebody's board; `None` if nobody knows the game.
pub(super) fn record_of(
    place: &Place,
    referee: Option<&dyn Referee>,
) -> Result<Option<Box<dyn Record>>, Refused> {
    let Some(referee) = referee.filter(|referee| referee.variants().contains(&place.variant))
    else {
        return Ok(None);
    };
    match referee.place(place).map_err(refused)? {
        (record, None) => Ok(Some(record)),
        (_, Some(complaint)) => Err(refused(complaint)),
    }
}

/// Whole milliseconds, at least one: zero and less confuse engines (`U-252`).
pub(super) fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX).max(1)
}

/// Whole centiseconds, at least one (`C-302`).
pub(super) fn centis(time: Duration) -> i64 {
    i64::try_from(time.as_millis() / 10).unwrap_or(i64::MAX).max(1)
}

/// A score as the side to move sees it (`U-347`, `C-623`).
pub(super) fn seen_by_mover(score: Score, view: ScoreView, mover: Side) -> Score {
    if view == ScoreView::SideToMove || mover == Side::First {
        return score;
    }
    Score {
        value: match score.value {
            ScoreValue::Cp(cp) => ScoreValue::Cp(cp.saturating_neg()),
            ScoreValue::Mate(moves) => ScoreValue::Mate(moves.saturating_neg()),
        },
        bound: match score.bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        },
    }
}

/// Whether the boards of this game have ten ranks, which protocols count differently.
pub(super) fn has_ten_ranks(variant: &str) -> bool {
    matches!(variant, "xiangqi" | "manchu" | "janggi" | "elven" | "grand")
}

/// Counts the ranks of a move from 1 instead of 0, or back (`U-511`). What does not read as
/// coordinates stays as it is.
pub(super) fn shift_ranks(mv: &MoveText, from: RankBase, to: RankBase) -> MoveText {
    let shift: i32 = match (from, to) {
        (RankBase::Zero, RankBase::One) => 1,
        (RankBase::One, RankBase::Zero) => -1,
        _ => return mv.clone(),
    };
    let mut shifted = String::with_capacity(mv.as_str().len() + 2);
    let mut digits = String::new();
    // A rank is a run of digits; an end mark flushes the last one.
    for c in mv.as_str().chars().chain(std::iter::once('\n')) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        if !digits.is_empty() {
            match digits.parse::<i32>() {
                Ok(rank) if rank + shift >= 0 => shifted += &(rank + shift).to_string(),
                _ => return mv.clone(),
            }
            digits.clear();
        }
        if c != '\n' {
            shifted.push(c);
        }
    }
    MoveText::new(&shifted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(start: Start, moves: usize) -> Place {
        Place { variant: "normal".into(), start, moves: vec!["e2e4".into(); moves] }
    }

    #[test]
    fn sides() {
        assert_eq!(side_to_move(&place(Start::Startpos, 0)), Side::First);
        assert_eq!(side_to_move(&place(Start::Startpos, 3)), Side::Second);
        let black = || Start::Fen("8/8/8/8/8/8/k7/2K5 b - -".into());
        assert_eq!(side_to_move(&place(black(), 0)), Side::Second);
        assert_eq!(side_to_move(&place(black(), 1)), Side::First);
        assert_eq!(side_to_move(&place(Start::Fen("nonsense".into()), 0)), Side::First);
    }

    /// U-252, C-302: no clock is sent as zero.
    #[test]
    fn clocks_never_at_zero() {
        assert_eq!(millis(Duration::ZERO), 1);
        assert_eq!(millis(Duration::from_micros(1500)), 1);
        assert_eq!(centis(Duration::from_millis(9)), 1);
        assert_eq!(centis(Duration::from_secs(1)), 100);
    }

    /// U-511, U-512: the same move of xiangqi, counted from 0 and from 1.
    #[test]
    fn ranks_from_zero_and_one() {
        let shift = |text: &str, from, to| shift_ranks(&text.into(), from, to).to_string();
        assert_eq!(shift("h2e2", RankBase::Zero, RankBase::One), "h3e3");
        assert_eq!(shift("a9a0", RankBase::Zero, RankBase::One), "a10a1");
        assert_eq!(shift("a10a1", RankBase::One, RankBase::Zero), "a9a0");
        assert_eq!(shift("a0a1", RankBase::One, RankBase::Zero), "a0a1");
        assert_eq!(shift("O-O", RankBase::Zero, RankBase::One), "O-O");
        assert_eq!(shift("h2e2", RankBase::One, RankBase::One), "h2e2");
    }

    /// U-347, C-623: a score of White's view, with Black to move.
    #[test]
    fn white_relative_scores() {
        let score = Score { value: ScoreValue::Mate(3), bound: Bound::Lower };
        let seen = seen_by_mover(score, ScoreView::First, Side::Second);
        assert_eq!(seen, Score { value: ScoreValue::Mate(-3), bound: Bound::Upper });
        assert_eq!(seen_by_mover(score, ScoreView::First, Side::First), score);
        assert_eq!(seen_by_mover(score, ScoreView::SideToMove, Side::Second), score);
    }
}
