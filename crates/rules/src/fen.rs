//! What the FENs of all games share.

use crate::FenError;
use std::fmt::Write;

/// What is wrong with a part of the text.
pub(crate) fn error(text: &str, reason: &'static str) -> FenError {
    FenError::new(text, reason)
}

/// Writes a run of empty squares.
pub(crate) fn push_count(fen: &mut String, empty: usize) {
    if empty > 0 {
        _ = write!(fen, "{empty}");
    }
}

/// The placement of a game without hands. Programs for many games write empty ones all the same.
pub(crate) fn without_hands(placement: &str) -> (&str, Result<(), FenError>) {
    match placement.split_once('[') {
        None => (placement, Ok(())),
        Some((board, "]" | "-]")) => (board, Ok(())),
        Some((board, hands)) => (
            board,
            Err(match hands.strip_suffix(']') {
                Some(hands) => error(hands, "no pieces are held in this game"),
                None => error(hands, "brackets stay open"),
            }),
        ),
    }
}

/// A counter; too large a number counts as the largest.
pub(crate) fn number(field: &str) -> Result<u16, FenError> {
    if field == "-" {
        return Ok(0);
    }
    if !field.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(error(field, "unreadable counter"));
    }
    Ok(field.parse().unwrap_or(u16::MAX))
}

/// The value; where there is none, the fault is noted and another value stands in for it.
pub(crate) fn noted<T>(found: Result<T, FenError>, otherwise: T, faults: &mut Vec<FenError>) -> T {
    found.unwrap_or_else(|fault| {
        faults.push(fault);
        otherwise
    })
}
