//! What a board is told while a person moves: where the piece in hand may go, and what it may become.

use super::Cecp;
use super::edit::Grid;
use ferz_wire::cecp::FromEngine;

/// Colours of `highlight` (C-651), as capitals: all of them are squares to go to (C-659). The later
/// in this list wins where moves share a square.
const COLOURS: [char; 4] = [
    'C', // the move goes on from here (C-654)
    'Y', // it ends on an empty square, or castles
    'R', // it takes what stands there (C-652)
    'M', // it promotes, or may (C-653)
];

/// A legal move as a person makes it: from a square, or from the hand (`P@`), to its first square.
struct Gesture<'a> {
    from: &'a str,
    to: &'a str,
    /// What follows: `q`, `+`, or another leg after a comma.
    rest: &'a str,
}

impl<'a> Gesture<'a> {
    fn of(mv: &'a str) -> Option<Gesture<'a>> {
        let (from, rest) = match mv.find('@') {
            Some(at) => mv.split_at(at + 1),
            None => square(mv)?,
        };
        let (to, rest) = square(rest)?;
        Some(Gesture { from, to, rest })
    }

    fn goes_on(&self) -> bool {
        self.rest.starts_with(',')
    }
}

/// The square that a text begins with, and the rest.
fn square(text: &str) -> Option<(&str, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let begins = text.starts_with(|file: char| file.is_ascii_lowercase());
    text.split_at_checked(1 + digits).filter(|_| begins && digits > 0)
}

impl Cecp {
    /// `lift SQUARE`: the squares that the piece there may go to.
    pub(super) fn lift(&mut self, from: &str) {
        let fen = self.table.fen();
        let board = fen.split(['[', ' ']).next().unwrap_or_default();
        let pieces = Grid::parse(board);
        let mut marks = pieces.clone();
        marks.clear();
        let mut strongest: Vec<(&str, usize)> = Vec::new();
        let moves = self.table.legal_moves();
        for step in moves.iter().filter_map(|mv| Gesture::of(mv)).filter(|it| it.from == from) {
            let takes = pieces.is_taken(from, step.to);
            let rank = match step.rest {
                _ if step.goes_on() => 0,
                "" => 1 + usize::from(takes),
                _ => 3,
            };
            match strongest.iter_mut().find(|(to, _)| *to == step.to) {
                Some((_, known)) => *known = rank.max(*known),
                None => strongest.push((step.to, rank)),
            }
        }
        for (to, rank) in strongest {
            marks.put(to, COLOURS.get(rank).map(char::to_string));
        }
        self.table.lifted = Some(from.to_owned());
        self.say(FromEngine::Highlight(marks.to_string()));
    }

    /// `put SQUARE`: where the piece may promote, what it may become, the usual choice first
    /// (C-524, C-662).
    pub(super) fn put(&mut self, to: &str) {
        let Some(from) = self.table.lifted.take() else { return };
        let moves = self.table.legal_moves();
        let made = |it: &Gesture<'_>| it.from == from && it.to == to && !it.goes_on();
        let mut pieces = String::new();
        let mut plain = false;
        for step in moves.iter().filter_map(|mv| Gesture::of(mv)).filter(made) {
            match step.rest.chars().next() {
                Some(piece) => pieces.push(piece.to_ascii_uppercase()),
                None => plain = true,
            }
        }
        if pieces.is_empty() {
            return;
        }
        if let Some(queen) = pieces.find('Q') {
            let queen = pieces.remove(queen);
            pieces.insert(0, queen);
        }
        if plain {
            pieces.push('=');
        }
        self.say(FromEngine::Choice(pieces));
    }
}
