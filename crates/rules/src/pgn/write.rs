//! Writing PGN in the export format of its standard: tags in their order, lines of 80 columns.

use super::{Line, PgnGame, Step};
use std::fmt::{self, Write};

/// Length limit of a line of moves, in characters (standard, 8.2.1).
const WIDTH: usize = 80;

/// The tags that come first (standard, 8.1.1). Xiangqi has `Red` in the place of `White`.
const FIRST: [&str; 9] =
    ["Game", "Event", "Site", "Date", "Round", "White", "Red", "Black", "Result"];

/// What may stand behind the moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl fmt::Display for PgnGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = |name: &str| {
            FIRST.iter().position(|first| first.eq_ignore_ascii_case(name)).unwrap_or(FIRST.len())
        };
        let mut tags: Vec<_> = self.tags.iter().collect();
        tags.sort_by_key(|(name, _)| rank(name));
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        if !self.tags.is_empty() {
            writeln!(f)?;
        }
        let mut text = Wrapped::default();
        text.line(&self.line, self.first());
        // What is no result would be read as a move.
        let said = self.result.as_deref().or(self.tag("Result"));
        text.word(said.filter(|said| RESULTS.contains(said)).unwrap_or("*"));
        writeln!(f, "{}", text.out)
    }
}

/// Number of a move, and whether it is the second side's.
#[derive(Clone, Copy)]
struct Number {
    number: u32,
    second: bool,
}

impl Number {
    fn next(self) -> Number {
        Number { number: self.number.saturating_add(u32::from(self.second)), second: !self.second }
    }
}

impl PgnGame {
    fn first(&self) -> Number {
        let mut fields = self.tag("FEN").unwrap_or("").split(' ').skip(1);
        let second = fields.next() == Some("b");
        let number = fields.nth(3).and_then(|field| field.parse().ok()).unwrap_or(1);
        Number { number, second }
    }
}

/// Words on lines of limited length.
#[derive(Default)]
struct Wrapped {
    out: String,
    column: usize,
    /// The last word was a bracket that opens: no blank comes behind it.
    opened: bool,
    /// A number that is being written.
    digits: String,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        self.joined([word]);
    }

    /// Parts of one word.
    fn joined<const N: usize>(&mut self, parts: [&str; N]) {
        let length: usize = parts.iter().map(|part| part.chars().count()).sum();
        if self.opened || self.out.is_empty() {
            self.opened = false;
        } else if self.column + 1 + length > WIDTH {
            self.out.push('\n');
            self.column = 0;
        } else {
            self.out.push(' ');
            self.column += 1;
        }
        parts.iter().for_each(|part| self.out.push_str(part));
        self.column += length;
    }

    /// A number and what stands behind it: `12.`, `12...`.
    fn number(&mut self, number: u32, dots: &str) {
        let mut digits = std::mem::take(&mut self.digits);
        digits.clear();
        _ = write!(digits, "{number}{dots}");
        self.word(&digits);
        self.digits = digits;
    }

    fn opens(&mut self) {
        self.word("(");
        self.opened = true;
    }

    fn closes(&mut self) {
        self.out.push(')');
        self.column += 1;
    }

    fn comment(&mut self, text: &str) {
        if text.contains('}') {
            return self.comment(&text.replace('}', "|"));
        }
        let mut words = text.split_whitespace().peekable();
        let mut open = "{";
        while let Some(word) = words.next() {
            let close = if words.peek().is_none() { "}" } else { "" };
            self.joined([std::mem::take(&mut open), word, close]);
        }
    }

    fn line(&mut self, line: &Line, first: Number) {
        line.intro.iter().for_each(|comment| self.comment(comment));
        let mut number = first;
        let mut wants_number = true;
        for step in &line.moves {
            match number {
                Number { number, second: false } => self.number(number, "."),
                Number { number, second: true } if wants_number => {
                    self.number(number, "...");
                }
                _ => {}
            }
            wants_number = self.step(step, number);
            number = number.next();
        }
    }

    /// A move with what is said about it; whether the next one needs its number again.
    fn step(&mut self, step: &Step, number: Number) -> bool {
        self.word(&step.text);
        step.glyphs.iter().for_each(|glyph| self.word(&format!("${glyph}")));
        step.comments.iter().for_each(|comment| self.comment(comment));
        for variation in &step.variations {
            self.opens();
            self.line(variation, number);
            self.closes();
        }
        !step.comments.is_empty() || !step.variations.is_empty()
    }
}
