//! What can be told from positions as texts, without any rules.

use super::options::refused;
use super::{FenForm, RankBase, ScoreView};
use crate::{Bound, Place, Record, Referee, Refused, Score, ScoreValue, Side, Spelling};
use ferz_wire::{MoveText, Start};
use std::borrow::Cow;
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
pub(super) fn without_passes<'a>(
    place: &'a Place,
    referee: Option<&dyn Referee>,
) -> Result<Cow<'a, Place>, Refused> {
    let is_pass = |mv: &MoveText| matches!(mv.as_str(), "@@@@" | "0000");
    let (Some(last), Some(referee)) = (place.moves.iter().rposition(is_pass), referee) else {
        return Ok(Cow::Borrowed(place));
    };
    let (mut record, _) = referee.place(&place.at_start()).map_err(refused)?;
    let (before, after) = place.moves.split_at(last + 1);
    for mv in before {
        let made = if is_pass(mv) { record.pass() } else { record.play(mv.as_str()) };
        made.map_err(|_| refused(format!("{mv} is no legal move")))?;
    }
    let variant = place.variant.clone();
    Ok(Cow::Owned(Place { variant, start: Start::Fen(record.fen()), moves: after.to_vec() }))
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

/// Whether an answer to a search of this position is the move that the same side made last, and so
/// the last answer once more: a piece cannot leave a square twice without coming back. Castling in
/// Chess960 and drops can be spelled alike twice.
pub(super) fn is_last_answer(place: &Place, spelling: Spelling, answer: &MoveText) -> bool {
    let last = place.moves.len().checked_sub(2).and_then(|at| place.moves.get(at));
    spelling == Spelling::Coordinate && !answer.as_str().contains('@') && last == Some(answer)
}

/// A position as an engine reads it, where the pieces have two sets of letters; what cannot be read
/// stays as it is, for the engine to say so.
pub(super) fn fen_as(fen: &str, letters: &[(char, char)], form: FenForm) -> String {
    let mut fields = fen.split_whitespace();
    let Some(board) = fields.next().filter(|_| !letters.is_empty()) else { return fen.to_owned() };
    let letter = |c: char| {
        let upper = c.to_ascii_uppercase();
        let other = letters.iter().find_map(|&(ours, theirs)| match form {
            FenForm::Knight => (upper == theirs).then_some(ours),
            FenForm::Horse | FenForm::HorseShort => (upper == ours).then_some(theirs),
        });
        match other {
            Some(other) if c.is_ascii_lowercase() => other.to_ascii_lowercase(),
            Some(other) => other,
            None => c,
        }
    };
    let board: String = board.chars().map(letter).collect();
    let side = match fields.next() {
        Some("b" | "B") => "b",
        _ => "w",
    };
    let mut counts = fields.skip_while(|field| *field == "-");
    let (quiet, number) = (counts.next().unwrap_or("0"), counts.next().unwrap_or("1"));
    match form {
        FenForm::HorseShort => format!("{board} {side} {quiet} {number}"),
        FenForm::Knight | FenForm::Horse => format!("{board} {side} - - {quiet} {number}"),
    }
}

/// Counts the ranks of a move from 1 instead of 0, or back (`U-511`): of one leg, of several, or of a
/// drop. What does not read as squares stays as it is; `None` for a rank that is none.
pub(crate) fn try_shift_ranks(mv: &MoveText, from: RankBase, to: RankBase) -> Option<MoveText> {
    let shift: i32 = match (from, to) {
        (RankBase::Zero, RankBase::One) => 1,
        (RankBase::One, RankBase::Zero) => -1,
        _ => return Some(mv.clone()),
    };
    let legs: Option<Vec<Leg<'_>>> = mv.as_str().split(',').map(leg).collect();
    let Some(legs) = legs else { return Some(mv.clone()) };
    let mut shifted = String::with_capacity(mv.as_str().len() + 2);
    for (number, leg) in legs.iter().enumerate() {
        if number > 0 {
            shifted.push(',');
        }
        shifted += leg.dropped;
        for (file, rank) in &leg.squares {
            let rank = u32::try_from(rank + shift).ok()?;
            shifted.push(*file);
            shifted += &rank.to_string();
        }
        shifted += leg.rest;
    }
    Some(MoveText::new(&shifted))
}

/// As [`try_shift_ranks`]; a rank that is none stays as it is.
pub(crate) fn shift_ranks(mv: &MoveText, from: RankBase, to: RankBase) -> MoveText {
    try_shift_ranks(mv, from, to).unwrap_or_else(|| mv.clone())
}

/// One leg of a move: `e2e4`, `e7e8q`, `P@e4`.
struct Leg<'a> {
    /// `P@`, or nothing.
    dropped: &'a str,
    squares: Vec<(char, i32)>,
    rest: &'a str,
}

/// Reads a leg; `None` for other notations.
fn leg(text: &str) -> Option<Leg<'_>> {
    let (dropped, mut rest) = text.split_at(text.find('@').map_or(0, |at| at + 1));
    let mut squares = Vec::with_capacity(2);
    for _ in 0..if dropped.is_empty() { 2 } else { 1 } {
        let (found, behind) = square(rest)?;
        squares.push(found);
        rest = behind;
    }
    let fits = rest.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '+' | '='));
    fits.then_some(Leg { dropped, squares, rest })
}

/// `a10`, and what follows.
fn square(text: &str) -> Option<((char, i32), &str)> {
    let file = text.chars().next().filter(char::is_ascii_lowercase)?;
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let rank = rest.get(..digits).filter(|_| digits <= 2)?.parse().ok()?;
    Some(((file, rank), rest.get(digits..)?))
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
        assert_eq!(try_shift_ranks(&"a0a1".into(), RankBase::One, RankBase::Zero), None);
        assert_eq!(shift("C2=5", RankBase::Zero, RankBase::One), "C2=5");
        assert_eq!(shift("0000", RankBase::One, RankBase::Zero), "0000");
        assert_eq!(shift("a9a10+", RankBase::One, RankBase::Zero), "a8a9+");
        assert_eq!(shift("O-O", RankBase::Zero, RankBase::One), "O-O");
        assert_eq!(shift("h2e2", RankBase::One, RankBase::One), "h2e2");
        assert_eq!(shift("P@e9", RankBase::Zero, RankBase::One), "P@e10");
        assert_eq!(shift("+P@e10", RankBase::One, RankBase::Zero), "+P@e9");
        assert_eq!(shift("c4d5,d5e9", RankBase::Zero, RankBase::One), "c5d6,d6e10");
        assert_eq!(shift("c4d5,", RankBase::Zero, RankBase::One), "c4d5,");
        assert_eq!(try_shift_ranks(&"P@e0".into(), RankBase::One, RankBase::Zero), None);
    }

    /// X-106 to X-108, C-320: the same position for different readers.
    #[test]
    fn two_sets_of_letters() {
        let letters = [('N', 'H'), ('B', 'E')];
        let fen = "rhe6/9/9/9/9/9/9/9/9/2B1KA1N1 r";
        let write = |form| fen_as(fen, &letters, form);
        assert_eq!(fen_as(fen, &[], FenForm::Knight), fen);
        assert_eq!(write(FenForm::Knight), "rnb6/9/9/9/9/9/9/9/9/2B1KA1N1 w - - 0 1");
        assert_eq!(write(FenForm::Horse), "rhe6/9/9/9/9/9/9/9/9/2E1KA1H1 w - - 0 1");
        let short = fen_as("4k4/9 b - - 7 30", &letters, FenForm::HorseShort);
        assert_eq!(short, "4k4/9 b 7 30");
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
