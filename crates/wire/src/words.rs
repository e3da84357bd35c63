//! The reader that all parsers share: blank-separated words, numbers, free text, remarks.

use crate::{Parsed, Remark, RemarkKind, bytes};

/// What separates words. Lines come without terminators, but a stray one does no harm (`X-024`).
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

pub(crate) fn trim_start(text: &str) -> &str {
    let start = text.bytes().position(|b| !is_blank(b)).unwrap_or(text.len());
    &text[start..]
}

pub(crate) fn trim_end(text: &str) -> &str {
    let end = text.bytes().rposition(|b| !is_blank(b)).map_or(0, |last| last + 1);
    &text[..end]
}

pub(crate) fn trim(text: &str) -> &str {
    trim_end(trim_start(text))
}

/// The words of a text, for those who have nothing to remark.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut reader = Reader::new(text);
    std::iter::from_fn(move || reader.next())
}

/// The text with every run of blanks made one.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in words(text) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// A line being read from the left, and what was odd about it so far.
///
/// `rest` neither begins nor ends with a blank, so "is there more" is `!rest.is_empty()`.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    rest: &'a str,
    /// The first run of blanks that is not exactly one space.
    odd_blanks: Option<&'a str>,
    line: &'a str,
    pub(crate) remarks: Vec<Remark>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(line: &'a str) -> Reader<'a> {
        let rest = trim(line);
        let odd_blanks = (rest.len() != line.len()).then_some(line);
        Reader { rest, odd_blanks, line, remarks: Vec::new() }
    }

    /// The next word.
    pub(crate) fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.bytes().position(is_blank).unwrap_or(self.rest.len());
        let (word, tail) = self.rest.split_at(end);
        self.rest = trim_start(tail);
        let gap = &tail[..tail.len() - self.rest.len()];
        if gap.len() > 1 || gap == "\t" {
            self.odd_blanks.get_or_insert(gap);
        }
        Some(word)
    }

    /// The next word, left where it is.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        let end = self.rest.bytes().position(is_blank).unwrap_or(self.rest.len());
        (end > 0).then(|| &self.rest[..end])
    }

    /// What is left, taken nothing.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// All that is left, interior blanks as they are.
    pub(crate) fn take_rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest)
    }

    /// The words up to one that `stops`, as they stand on the line; that word is not taken.
    pub(crate) fn take_until(&mut self, stops: impl Fn(&str) -> bool) -> &'a str {
        let start = self.rest;
        while let Some(word) = self.peek() {
            if stops(word) {
                break;
            }
            self.next();
        }
        trim_end(&start[..start.len() - self.rest.len()])
    }

    /// The integer that is `keyword`'s argument. A missing or bad one voids the keyword alone
    /// (`U-039`), one beyond the type becomes the nearest of the type (`U-040`).
    pub(crate) fn int<T: Int>(&mut self, keyword: &str, stops: impl Fn(&str) -> bool) -> Option<T> {
        let Some(word) = self.peek().filter(|word| !stops(word)) else {
            self.remark(RemarkKind::MissingArgument, keyword);
            return None;
        };
        self.next();
        let read = read_int(word);
        match read {
            None => self.remark(RemarkKind::BadNumber, word),
            Some((_, true)) => self.remark(RemarkKind::Saturated, word),
            Some((_, false)) => {}
        }
        read.map(|(value, _)| value)
    }

    /// Like [`int`](Reader::int), into a field that an earlier word may have filled: the last one
    /// wins, a void one changes nothing.
    pub(crate) fn int_into<T: Int>(
        &mut self,
        field: &mut Option<T>,
        keyword: &str,
        stops: impl Fn(&str) -> bool,
    ) {
        if field.is_some() {
            self.remark(RemarkKind::Repeated, keyword);
        }
        if let Some(value) = self.int(keyword, stops) {
            *field = Some(value);
        }
    }

    pub(crate) fn remark(&mut self, kind: RemarkKind, text: &str) {
        self.remarks.push(Remark { kind, text: text.to_owned() });
    }

    /// Notes a word, just taken, as meaning nothing here.
    pub(crate) fn skip(&mut self, word: &str) {
        self.remark(RemarkKind::UnknownToken, word);
    }

    /// Notes all that is left as meaning nothing.
    pub(crate) fn skip_rest(&mut self) {
        let rest = self.take_rest();
        if !rest.is_empty() {
            self.skip(rest);
        }
    }

    /// Forgets odd blanks, for lines that begin with blanks by the book.
    pub(crate) fn allow_blanks(&mut self) {
        self.odd_blanks = None;
    }

    pub(crate) fn finish<T>(mut self, value: T) -> Parsed<T> {
        if let Some(blanks) = self.odd_blanks {
            // The offending part of a line with blanks at its ends is the line; keep it short.
            let text = if blanks.len() > 16 { "" } else { blanks };
            self.remarks.push(Remark { kind: RemarkKind::WhiteSpace, text: text.to_owned() });
        }
        if bytes::has_escapes(self.line) {
            self.remarks.push(Remark { kind: RemarkKind::Encoding, text: String::new() });
        }
        Parsed { value, remarks: self.remarks }
    }
}

/// Reads a line of UCI or UCCI: skips the words before the first keyword (`U-031`), then has
/// `message` read what the keyword begins. `None` if there is no keyword, if its mandatory
/// arguments are missing, or if words were skipped before it and what follows it is odd as well:
/// then the line is chatter that happens to contain the word (`U-034`).
pub(crate) fn find_message<T>(
    line: &str,
    is_keyword: impl Fn(&str) -> bool,
    message: impl FnOnce(&str, &mut Reader) -> Option<T>,
) -> Option<Parsed<T>> {
    let mut reader = Reader::new(line);
    let before = reader.take_until(is_keyword);
    let value = message(reader.next()?, &mut reader)?;
    reader.skip_rest();
    if !before.is_empty() {
        if !reader.remarks.is_empty() {
            return None;
        }
        reader.skip(before);
    }
    Some(reader.finish(value))
}

/// The line as nothing known. One that begins with a keyword lacks its arguments.
pub(crate) fn unknown<T>(
    line: &str,
    is_keyword: impl Fn(&str) -> bool,
    value: impl FnOnce(String) -> T,
) -> Parsed<T> {
    let mut reader = Reader::new(line);
    if let Some(word) = reader.peek().filter(|word| is_keyword(word)) {
        reader.remark(RemarkKind::MissingArgument, word);
    }
    reader.finish(value(line.to_owned()))
}

/// A word as a decimal integer, and whether it had to be moved into the type's range.
pub(crate) fn read_int<T: Int>(word: &str) -> Option<(T, bool)> {
    let (negative, digits) = match word.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0u64;
    let mut beyond = false;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        match value.checked_mul(10).and_then(|v| v.checked_add(u64::from(digit))) {
            Some(next) if !beyond => value = next,
            _ => (value, beyond) = (u64::MAX, true),
        }
    }
    let value = if negative { -i128::from(value) } else { i128::from(value) };
    let inside = value.clamp(T::MIN, T::MAX);
    Some((T::from_clamped(inside), beyond || inside != value))
}

/// An integer type of the messages.
pub(crate) trait Int: Sized {
    const MIN: i128;
    const MAX: i128;
    /// The value; the caller has brought it into range.
    fn from_clamped(value: i128) -> Self;
}

macro_rules! int {
    ($($type:ty)*) => {$(
        impl Int for $type {
            const MIN: i128 = <$type>::MIN as i128;
            const MAX: i128 = <$type>::MAX as i128;
            fn from_clamped(value: i128) -> $type {
                value as $type
            }
        }
    )*};
}
int!(u32 u64 i32 i64);
