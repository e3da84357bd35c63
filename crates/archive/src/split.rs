//! A file of many games, read one game after another: it may be longer than memory.

use std::io::{self, BufRead};

/// Length limit of the text of one game, in bytes. What is longer comes in pieces.
const LONGEST: usize = 16 << 20;

/// Pieces of a file, each with whole games.
pub(crate) struct Pieces<R> {
    input: R,
    /// The first line of the next piece, which had to be seen to know the end of the one before.
    ahead: Vec<u8>,
    /// How many lines were read before the next piece.
    lines: usize,
}

/// Whole games of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) bytes: Vec<u8>,
    /// Lines of the file before it.
    pub(crate) lines_before: usize,
}

impl<R: BufRead> Pieces<R> {
    pub(crate) fn of(input: R) -> Pieces<R> {
        Pieces { input, ahead: Vec::new(), lines: 0 }
    }

    /// The next piece; `None` at the end of the file.
    ///
    /// A game begins at a tag behind a line of moves. Brackets in comments begin nothing.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        let mut bytes = std::mem::take(&mut self.ahead);
        let lines_before = self.lines;
        self.lines += usize::from(!bytes.is_empty());
        let mut moves = Moves::default();
        moves.see(&bytes);
        loop {
            let start = bytes.len();
            let room = (LONGEST - start.min(LONGEST)) as u64 + 1;
            if io::Read::take(&mut self.input, room).read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let line = &bytes[start..];
            if moves.seen && !moves.in_comment && line.trim_ascii_start().starts_with(b"[") {
                self.ahead = bytes.split_off(start);
                break;
            }
            moves.see(line);
            self.lines += 1;
            if bytes.len() > LONGEST {
                break;
            }
        }
        Ok((!bytes.is_empty()).then_some(Piece { bytes, lines_before }))
    }
}

/// What was seen of a game.
#[derive(Default)]
struct Moves {
    /// A line that is no tag.
    seen: bool,
    /// The last brace was opened and not closed.
    in_comment: bool,
}

impl Moves {
    fn see(&mut self, line: &[u8]) {
        let text = line.trim_ascii_start();
        if !self.in_comment && (text.is_empty() || text.starts_with(b"[")) {
            return;
        }
        self.seen = true;
        for byte in text {
            match byte {
                b'{' => self.in_comment = true,
                b'}' => self.in_comment = false,
                b';' if !self.in_comment => break,
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(String, usize)> {
        let mut pieces = Pieces::of(text.as_bytes());
        let mut all = Vec::new();
        while let Some(piece) = pieces.next().expect("memory can be read") {
            all.push((String::from_utf8(piece.bytes).expect("text"), piece.lines_before));
        }
        all
    }

    #[test]
    fn each_game_is_a_piece() {
        let one = "[White \"A\"]\n\n1. e4 {a comment\n[that goes on]\n} e5 ; and {on\n1-0\n\n";
        let two = "[White \"B\"]\n[Black \"C\"]\n\n*\n";
        let three = "[White \"D\"]\n1. d4";
        let text = [one, two, three].concat();
        let expected = [(one.to_owned(), 0), (two.to_owned(), 7), (three.to_owned(), 11)];
        assert_eq!(pieces(&text), expected);
    }

    #[test]
    fn what_is_no_game_ends_too() {
        assert_eq!(pieces(""), []);
        assert_eq!(pieces("1. e4 {never closed\n[White \"A\"]\n").len(), 1);
        let long = "e4 ".repeat(LONGEST / 2);
        let found = pieces(&long);
        assert_eq!(found.iter().map(|(text, _)| text.len()).sum::<usize>(), long.len());
        assert!(found.iter().all(|(text, _)| text.len() <= LONGEST + 1));
    }
}
