//! What the FENs of all games share.

use crate::FenError;
use std::fmt::Write;

/// What is wrong with a part of the text.
pub(crate) fn error(text: &str, reason: &'static str) -> FenError {
    FenError { text: text.to_owned(), reason }
}

/// Writes a run of empty squares.
pub(crate) fn push_count(fen: &mut String, empty: usize) {
    if empty > 0 {
        _ = write!(fen, "{empty}");
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
