//! Reading PGN: one pass over the characters, nothing refused.

use super::{Line, Oddity, PgnGame, Step};
use std::iter::Peekable;
use std::str::Chars;

/// Nesting limit of variations. What is deeper is passed over, and said.
const DEEPEST: usize = 64;

/// The games of a text, one after another.
pub fn games(text: &str) -> Games<'_> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Games { rest: text.chars().peekable(), line: 1, at_line_start: true }
}

/// See [`games`].
#[derive(Clone, Debug)]
pub struct Games<'a> {
    rest: Peekable<Chars<'a>>,
    line: usize,
    /// Nothing but blanks stands before this on its line.
    at_line_start: bool,
}

/// A game while it is read.
struct Draft {
    game: PgnGame,
    /// The line of play and the variations that are open, the innermost last.
    open: Vec<Line>,
    /// Variations open beyond the limit.
    too_deep: usize,
    /// Movetext has begun: a tag belongs to the next game.
    in_moves: bool,
}

impl Draft {
    fn new() -> Draft {
        Draft {
            game: PgnGame::default(),
            open: vec![Line::default()],
            too_deep: 0,
            in_moves: false,
        }
    }

    fn line(&mut self) -> &mut Line {
        self.open.last_mut().expect("the line of play stays open")
    }

    fn odd(&mut self, line: usize, what: impl Into<String>) {
        self.game.oddities.push(Oddity { line, what: what.into() });
    }

    fn comment(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.too_deep > 0 || text.is_empty() {
            return;
        }
        let line = self.line();
        match line.moves.last_mut() {
            Some(step) => step.comments.push(text),
            None => line.intro.push(text),
        }
    }

    fn opens(&mut self, at: usize) {
        if self.open.len() > DEEPEST || self.line().moves.is_empty() {
            if self.too_deep == 0 {
                let why = if self.open.len() > DEEPEST { "too deep" } else { "before any move" };
                self.odd(at, format!("a variation {why} is left out"));
            }
            self.too_deep += 1;
        } else if self.too_deep > 0 {
            self.too_deep += 1;
        } else {
            self.open.push(Line::default());
        }
    }

    fn closes(&mut self, at: usize) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if self.open.len() == 1 {
            self.odd(at, "\")\" closes no variation");
        } else if let Some(line) = self.open.pop()
            && let Some(step) = self.line().moves.last_mut()
        {
            step.variations.push(line);
        }
    }

    fn glyph(&mut self, glyph: u8) {
        if self.too_deep == 0
            && let Some(step) = self.line().moves.last_mut()
        {
            step.glyphs.push(glyph);
        }
    }

    /// A word of the movetext; `true` if it ends the game.
    fn word(&mut self, at: usize, word: &str) -> bool {
        if is_result(word) {
            if self.open.len() > 1 || self.too_deep > 0 {
                // A result within a variation says nothing of the game.
                return false;
            }
            self.game.result = Some(word.to_owned());
            return true;
        }
        let move_part = word.trim_end_matches(['!', '?']);
        let suffix = &word[move_part.len()..];
        let text = match without_number(move_part) {
            "--" | "Z0" | "0000" | "@@@@" | "null" => Some("--"),
            "" | "e.p." => None,
            // With a number before it or a mark behind it.
            text if is_result(text) => {
                self.odd(at, format!("\"{word}\" is no move"));
                None
            }
            // Promoted pieces, drops of pawns, and marks of sides in shogi come before letters.
            text if text
                .trim_start_matches(['+', '@', '▲', '△', '☗', '☖'])
                .starts_with(char::is_alphanumeric) =>
            {
                Some(text)
            }
            other => {
                self.odd(at, format!("\"{other}\" is no move"));
                None
            }
        };
        if let Some(text) = text
            && self.too_deep == 0
        {
            self.line().moves.push(Step { text: text.to_owned(), ..Step::default() });
        }
        match suffix {
            "" => {}
            "!" => self.glyph(1),
            "?" => self.glyph(2),
            "!!" => self.glyph(3),
            "??" => self.glyph(4),
            "!?" => self.glyph(5),
            "?!" => self.glyph(6),
            other => self.odd(at, format!("\"{other}\" is no annotation")),
        }
        false
    }

    /// The game; `None` if there was nothing.
    fn end(mut self, at: usize) -> Option<PgnGame> {
        if self.open.len() > 1 || self.too_deep > 0 {
            self.odd(at, "a variation is not closed");
            self.too_deep = 0;
            while self.open.len() > 1 {
                self.closes(at);
            }
        }
        self.game.line = self.open.pop()?;
        let there = self.in_moves || !self.game.tags.is_empty();
        there.then_some(self.game)
    }
}

impl Iterator for Games<'_> {
    type Item = PgnGame;

    fn next(&mut self) -> Option<PgnGame> {
        let mut draft = Draft::new();
        while let Some(&c) = self.rest.peek() {
            let (at, first) = (self.line, self.at_line_start);
            if c == '[' && first && draft.open.len() == 1 && draft.too_deep == 0 {
                if draft.in_moves {
                    break;
                }
                begins(&mut draft, at);
                self.tag(&mut draft);
                continue;
            }
            self.take();
            match c {
                // A line that begins with a percent sign is for programs of their own (standard, 6).
                '%' if first && self.line == at => _ = self.until('\n'),
                c if c.is_whitespace() => {}
                '{' | ';' => {
                    begins(&mut draft, at);
                    draft.in_moves = true;
                    let (text, closed) = self.until(if c == '{' { '}' } else { '\n' });
                    if c == '{' && !closed {
                        draft.odd(at, "a comment is not closed");
                    }
                    draft.comment(&text);
                }
                '}' => draft.odd(at, "\"}\" closes no comment"),
                '(' => draft.opens(at),
                ')' => draft.closes(at),
                '$' => {
                    let digits = self.word(String::new());
                    match digits.parse() {
                        Ok(glyph) => draft.glyph(glyph),
                        Err(_) => draft.odd(at, format!("\"${digits}\" is no annotation")),
                    }
                }
                // Reserved by the standard (7).
                '<' | '>' => {}
                c => {
                    let word = self.word(String::from(c));
                    begins(&mut draft, at);
                    draft.in_moves = true;
                    if draft.word(at, &word) {
                        break;
                    }
                }
            }
        }
        let nothing_left = self.rest.peek().is_none();
        match draft.end(self.line) {
            None if nothing_left => None,
            // Only what is no part of a game: a closing bracket, say.
            None => self.next(),
            some => some,
        }
    }
}

/// Whether a word ends a game.
fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// A word without the number before it: `12.`, `12...`, or `12.e4` without a blank.
fn without_number(mut word: &str) -> &str {
    loop {
        let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
        match after.strip_prefix('.') {
            Some(rest) => word = rest.trim_start_matches('.'),
            None if after.is_empty() && word != "0000" => return "",
            None => return word,
        }
    }
}

fn begins(draft: &mut Draft, at: usize) {
    if draft.game.starts_at == 0 {
        draft.game.starts_at = at;
    }
}

impl Games<'_> {
    fn take(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.line += 1;
            self.at_line_start = true;
        } else if !c.is_whitespace() {
            self.at_line_start = false;
        }
        Some(c)
    }

    /// What comes before `end`, and whether it came. The end of the text ends a line, too.
    fn until(&mut self, end: char) -> (String, bool) {
        let mut text = String::new();
        while let Some(c) = self.take() {
            if c == end {
                return (text, true);
            }
            text.push(c);
        }
        (text, false)
    }

    /// The rest of a word.
    fn word(&mut self, mut word: String) -> String {
        while let Some(&c) = self.rest.peek() {
            if c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '$' | '<' | '>') {
                break;
            }
            word.push(c);
            self.take();
        }
        word
    }

    /// `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self, draft: &mut Draft) {
        let at = self.line;
        let (line, _) = self.until('\n');
        let line = line.trim();
        let pair = line.strip_prefix('[').and_then(|line| line.split_once('"'));
        let Some((name, rest)) = pair else {
            return draft.odd(at, format!("\"{line}\" is no tag"));
        };
        let mut value = String::new();
        let mut letters = rest.chars();
        let mut closed = false;
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => value.extend(letters.next()),
                // Programs forget to escape quotes: only the last one ends the value.
                '"' if !letters.as_str().contains('"') => {
                    closed = true;
                    break;
                }
                letter => value.push(letter),
            }
        }
        let name = name.trim();
        let named = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !closed || !named {
            draft.odd(at, format!("\"{line}\" is no tag"));
        }
        if named {
            draft.game.tags.push((name.to_owned(), value));
        }
    }
}
