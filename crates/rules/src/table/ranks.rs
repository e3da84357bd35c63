//! Ranks counted from 1 where the game itself counts them from 0, as Fairy-Stockfish does on boards of
//! ten ranks: only the numbers in a text change.

/// The text of a move with all its ranks counted from 1.
pub(super) fn from_one(text: &str) -> String {
    counted(text, |rank| rank.checked_add(1)).unwrap_or_else(|| text.to_owned())
}

/// The text of a move whose ranks are counted from 1, as the game counts them; nothing if it has a rank 0.
pub(super) fn from_zero(text: &str) -> Option<String> {
    counted(text, |rank| rank.checked_sub(1))
}

/// The text with other numbers behind letters of files.
fn counted(text: &str, other: impl Fn(usize) -> Option<usize>) -> Option<String> {
    let mut written = String::with_capacity(text.len() + 2);
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        written.push(letter);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, behind) = rest.split_at(digits);
        rest = behind;
        match number.parse::<usize>() {
            Ok(rank) if letter.is_ascii_lowercase() => written += &other(rank)?.to_string(),
            _ => written += number,
        }
    }
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ranks_change() {
        for (zero, one) in [
            ("a9j0", "a10j1"),
            ("c4d5,d5e6", "c5d6,d6e7"),
            ("e8e9q", "e9e10q"),
            ("b7b9+", "b8b10+"),
            ("P@a9", "P@a10"),
            ("O-O", "O-O"),
            ("", ""),
            ("歩a0", "歩a1"),
        ] {
            assert_eq!(from_one(zero), one);
            assert_eq!(from_zero(one).as_deref(), Some(zero));
        }
        assert_eq!(from_zero("a1a0"), None);
    }
}
