//! Texts of unknown encoding, and names that are shown.

use std::borrow::Cow;

/// Length limit of a name that is shown, in characters.
pub const NAME_LIMIT: usize = 100;

/// Decodes bytes that are UTF-8 (with or without a byte order mark) or GBK, as Chinese programs write
/// it. What is neither is UTF-8 with U+FFFD for every bad sequence.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::GBK
            .decode_without_bom_handling_and_without_replacement(bytes)
            .unwrap_or_else(|| String::from_utf8_lossy(bytes)),
    }
}

/// Decodes a short text like a name: as [`decode`], but as Latin-1 where a byte beyond ASCII stands
/// between letters of ASCII, as in `J\xf6rg`: two bytes make a Chinese letter, and those of the names
/// that programs have are both beyond ASCII.
pub fn decode_short(bytes: &[u8]) -> Cow<'_, str> {
    let is_western = |run: &[u8]| !run.len().is_multiple_of(2);
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    if is_utf8 || !bytes.split(u8::is_ascii).any(is_western) {
        return decode(bytes);
    }
    Cow::Owned(bytes.iter().copied().map(char::from).collect())
}

/// A name as it may be shown on a terminal and written into PGN or HTML: on one line, without control
/// characters, and at most [`NAME_LIMIT`] characters long. What was cut is marked by `…`.
pub fn name(text: &str) -> Cow<'_, str> {
    let tame = !text.chars().any(is_unsafe) && text.chars().nth(NAME_LIMIT).is_none();
    if tame && text.trim().len() == text.len() {
        return Cow::Borrowed(text);
    }
    let mut letters = text.trim().chars();
    let shown = |letter| if is_unsafe(letter) { '\u{fffd}' } else { letter };
    let mut name: String = letters.by_ref().take(NAME_LIMIT).map(shown).collect();
    if letters.next().is_some() {
        name.pop();
        name.push('…');
    }
    Cow::Owned(name)
}

/// Control characters, and those that turn the direction of what follows (Unicode's bidirectional
/// controls), with which a name can pretend to be another.
fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_and_gbk_are_told_apart() {
        assert_eq!(decode("象眼".as_bytes()), "象眼");
        assert_eq!(decode(b"\xef\xbb\xbfplain"), "plain");
        assert_eq!(decode(&[0xcf, 0xf3, 0xd1, 0xdb]), "象眼");
        assert_eq!(decode(b"a\xff\xffb"), "a\u{fffd}\u{fffd}b");
    }

    #[test]
    fn short_texts_of_the_west_and_the_east() {
        assert_eq!(decode_short(&[0xcf, 0xf3, 0xd1, 0xdb]), "象眼");
        assert_eq!(decode_short(b"ElephantEye \xcf\xf3\xd1\xdb 3"), "ElephantEye 象眼 3");
        assert_eq!(decode_short(b"J\xf6rg \xc5sa"), "Jörg Åsa");
        assert_eq!(decode_short("Jörg 象".as_bytes()), "Jörg 象");
    }

    #[test]
    fn names_are_tamed() {
        assert_eq!(name("Stockfish 15.1"), "Stockfish 15.1");
        assert_eq!(name("\x1b[2JBad\x07"), "\u{fffd}[2JBad\u{fffd}");
        assert_eq!(name("A\n[Result \"1-0\"]"), "A\u{fffd}[Result \"1-0\"]");
        assert_eq!(name(" a\0b "), "a\u{fffd}b");
        assert_eq!(name("\u{202e}exe.fdp"), "\u{fffd}exe.fdp");
        let long = "x".repeat(100_000);
        let short = name(&long);
        assert_eq!(short.chars().count(), NAME_LIMIT);
        assert!(short.ends_with('…'));
        assert_eq!(name(&"y".repeat(NAME_LIMIT)), "y".repeat(NAME_LIMIT));
    }
}
