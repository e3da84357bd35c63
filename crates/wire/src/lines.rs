//! Bytes to lines, whatever ends them.

use crate::bytes;
use std::borrow::Cow;

/// Cuts a stream of bytes into lines.
///
/// A line ends with LF, CR, CR LF or LF CR, in any mixture (`U-015`, `C-026`, `X-025`), or with
/// the stream (`U-021`). It is given out as soon as its first terminator byte is there. Lines may
/// be long (`U-018`), but what goes beyond a cap is dropped, so that an engine that never ends
/// its line cannot fill the memory (`U-495`).
///
/// ```
/// use ferz_wire::LineSplitter;
/// let mut lines = LineSplitter::new();
/// let mut seen = Vec::new();
/// for piece in ["uci\r", "\nisre", "ady\ngo"] {
///     lines.push(piece.as_bytes());
///     while let Some(line) = lines.next_line() {
///         seen.push(line.text().into_owned());
///     }
/// }
/// seen.extend(lines.end().map(|line| line.text().into_owned()));
/// assert_eq!(seen, ["uci", "isready", "go"]);
/// ```
#[derive(Clone, Debug)]
pub struct LineSplitter {
    buffer: Vec<u8>,
    /// Where the current line begins in `buffer`.
    start: usize,
    /// No terminator stands before this place.
    searched: usize,
    /// What may follow the last terminator as its second half.
    second_half: Option<u8>,
    cap: usize,
    /// Bytes of the current line that were dropped already.
    dropped: usize,
}

/// A line without its terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The line, or its beginning if it is cut.
    pub bytes: &'a [u8],
    /// How many bytes beyond the cap were dropped. A line with `dropped > 0` is not what
    /// was sent.
    pub dropped: usize,
}

impl<'a> Line<'a> {
    /// The line as text, without loss: see [`bytes::decode`].
    pub fn text(&self) -> Cow<'a, str> {
        bytes::decode(self.bytes)
    }
}

impl LineSplitter {
    /// What a line may hold unless told otherwise: a thousand times what a long game needs.
    pub const CAP: usize = 1 << 20;

    /// A splitter for lines of up to [`CAP`](LineSplitter::CAP) bytes.
    pub fn new() -> LineSplitter {
        LineSplitter::with_cap(LineSplitter::CAP)
    }

    /// A splitter for lines of up to `cap` bytes.
    pub fn with_cap(cap: usize) -> LineSplitter {
        let buffer = Vec::new();
        LineSplitter { buffer, start: 0, searched: 0, second_half: None, cap, dropped: 0 }
    }

    /// Takes the next bytes of the stream. Ask for lines after each piece, or they pile up.
    pub fn push(&mut self, bytes: &[u8]) {
        // Moving the rest to the front only when it is the smaller half keeps this linear.
        if self.start > self.buffer.len() / 2 || self.start == self.buffer.len() {
            self.buffer.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next complete line.
    pub fn next_line(&mut self) -> Option<Line<'_>> {
        if let Some(&first) = self.buffer.get(self.start)
            && let Some(second_half) = self.second_half.take()
            && first == second_half
        {
            self.start += 1;
            self.searched = self.start;
        }
        let found = self.buffer[self.searched..].iter().position(|b| matches!(b, b'\n' | b'\r'));
        let Some(distance) = found else {
            if let Some(kept) = self.start.checked_add(self.cap)
                && kept < self.buffer.len()
            {
                self.dropped += self.buffer.len() - kept;
                self.buffer.truncate(kept);
            }
            self.searched = self.buffer.len();
            return None;
        };
        let end = self.searched + distance;
        self.second_half = Some(if self.buffer[end] == b'\n' { b'\r' } else { b'\n' });
        Some(self.take(end, end + 1))
    }

    /// The last line, at the end of the stream, if it has no terminator.
    pub fn end(&mut self) -> Option<Line<'_>> {
        let end = self.buffer.len();
        (self.start < end || self.dropped > 0).then(|| self.take(end, end))
    }

    /// The current line, which ends here; the next one begins there.
    fn take(&mut self, end: usize, next: usize) -> Line<'_> {
        let kept = end.min(self.start.saturating_add(self.cap));
        let bytes = &self.buffer[self.start..kept];
        let dropped = std::mem::take(&mut self.dropped) + (end - kept);
        (self.start, self.searched) = (next, next);
        Line { bytes, dropped }
    }
}

impl Default for LineSplitter {
    fn default() -> LineSplitter {
        LineSplitter::new()
    }
}
