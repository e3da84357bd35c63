//! Bytes to text and back, without loss.
//!
//! Keywords are ASCII, but names, paths and messages come in whatever encoding their author
//! used, and must survive being relayed (`U-020`, `X-028`). So bytes that are not UTF-8 travel
//! as private-use characters of plane 16: the byte `b` as U+10FF00 + `b`. Genuine occurrences of
//! these characters are escaped byte by byte, so that nothing is ambiguous.
//!
//! ```
//! use ferz_wire::bytes;
//! let name = b"id name Sch\xe4fer"; // Latin-1
//! let line = bytes::decode(name);
//! assert_eq!(line, "id name Sch\u{10FFE4}fer");
//! assert_eq!(bytes::encode(&line), &name[..]);
//! assert_eq!(bytes::readable(&line), "id name Sch\u{FFFD}fer");
//! ```

use std::borrow::Cow;

const BASE: u32 = 0x10_FF00;
const FIRST: char = '\u{10FF80}';
const LAST: char = '\u{10FFFF}';

/// All escapes, and few other characters, begin with this byte.
const LEAD: u8 = 0xf4;

fn escape(byte: u8) -> char {
    debug_assert!(byte >= 0x80, "ASCII is never escaped");
    char::from_u32(BASE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn is_escape(c: char) -> bool {
    (FIRST..=LAST).contains(&c)
}

/// Whether the text stands for bytes that are not UTF-8.
pub(crate) fn has_escapes(text: &str) -> bool {
    text.as_bytes().contains(&LEAD) && text.contains(is_escape)
}

/// The bytes as text. UTF-8 stays as it is; any other byte becomes one private-use character.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && !has_escapes(text)
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() * 2);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_escape(c) {
                text.extend(c.encode_utf8(&mut [0; 4]).bytes().map(escape));
            } else {
                text.push(c);
            }
        }
        text.extend(chunk.invalid().iter().copied().map(escape));
    }
    Cow::Owned(text)
}

/// The bytes that [`decode`] made this text of.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if !has_escapes(text) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        if is_escape(c) {
            bytes.push((u32::from(c) - BASE) as u8);
        } else {
            bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(bytes)
}

/// The text for human eyes: replacement characters for bytes that are not UTF-8.
///
/// GB18030, which old programs of Chinese chess write, is not recognised (`X-028`).
pub fn readable(text: &str) -> Cow<'_, str> {
    if has_escapes(text) {
        Cow::Owned(text.replace(is_escape, "\u{FFFD}"))
    } else {
        Cow::Borrowed(text)
    }
}
