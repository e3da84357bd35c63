//! What a FEN can say, apart from what can be played: for editors and checkers.

use crate::fen::{error, push_count};
use crate::{FenError, Held, Man, Side, Variant, new_game};
use std::fmt::Write;

/// A position of a game, playable or not. Everything that the FEN said is kept.
///
/// ```
/// use ferz_rules::{Setup, Variant};
///
/// let fen = "8/8/8/8/8/8/8/P3K3 w - - 0 1";
/// let setup = Setup::read(Variant::NORMAL, fen).unwrap();
/// let faults: Vec<&str> = setup.faults().iter().map(|fault| fault.reason).collect();
/// assert_eq!(faults, ["not one king on each side", "pawn on the first or last rank"]);
/// assert_eq!(setup.fen(), fen);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The game.
    pub variant: Variant,
    /// What stands on each square, as [`View::cells`](crate::View::cells).
    pub cells: Vec<Option<Man>>,
    /// What each side has in hand; `None` where the FEN says nothing of hands.
    pub hands: Option<[Vec<Held>; 2]>,
    /// Who is to move.
    pub side: Side,
    /// The fields behind the side to move, as they were: castling, the square that was passed,
    /// counters.
    pub fields: Vec<String>,
}

impl Setup {
    /// A board without pieces.
    pub fn empty(variant: Variant) -> Setup {
        Setup {
            variant,
            cells: vec![None; variant.files * variant.ranks],
            hands: None,
            side: Side::First,
            fields: ["-", "-", "0", "1"].map(str::to_owned).into(),
        }
    }

    /// Reads a FEN. The letters of pieces may be any.
    ///
    /// # Errors
    /// Names all that no board of the game can show: ranks and files that do not fit, a side that is
    /// none, hands in the middle of a text.
    pub fn read(variant: Variant, fen: &str) -> Result<Setup, FenError> {
        let mut words = fen.split_whitespace();
        let placement = words.next().ok_or_else(|| error(fen, "empty position"))?;
        let mut setup = Setup { fields: Vec::new(), ..Setup::empty(variant) };
        let mut faults = Vec::new();
        let placement = match placement.split_once('[') {
            None => placement,
            Some((placement, hands)) => {
                match hands.strip_suffix(']') {
                    Some(hands) => setup.hands = Some(held(hands)),
                    None => faults.push(error(hands, "brackets stay open")),
                }
                placement
            }
        };
        let mut ranks: Vec<&str> = placement.split('/').collect();
        // Hands as one more rank.
        if ranks.len() == variant.ranks + 1 && setup.hands.is_none() {
            setup.hands = ranks.pop().map(held);
        }
        if ranks.len() != variant.ranks {
            faults.push(error(placement, "wrong number of ranks"));
        }
        for (text, rank) in ranks.iter().zip((0..variant.ranks).rev()) {
            match rank_of(text) {
                cells if cells.len() == variant.files => {
                    for (file, cell) in cells.into_iter().enumerate() {
                        setup.cells[rank * variant.files + file] = cell;
                    }
                }
                _ => faults.push(error(text, "wrong number of files")),
            }
        }
        setup.side = match words.next().unwrap_or("w") {
            "w" | "W" | "r" | "R" => Side::First,
            "b" | "B" => Side::Second,
            other => {
                faults.push(error(other, "side to move is neither w nor b"));
                Side::First
            }
        };
        setup.fields = words.map(str::to_owned).collect();
        FenError::of(faults)?;
        Ok(setup)
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for (row, cells) in self.cells.chunks(self.variant.files).rev().enumerate() {
            if row > 0 {
                fen.push('/');
            }
            let mut empty = 0;
            for cell in cells {
                let Some(man) = cell else {
                    empty += 1;
                    continue;
                };
                push_count(&mut fen, empty);
                empty = 0;
                fen.push_str(&in_case(&man.letter, man.side));
                if man.promoted {
                    fen.push('~');
                }
            }
            push_count(&mut fen, empty);
        }
        if let Some(hands) = &self.hands {
            fen.push('[');
            for (side, hand) in Side::BOTH.into_iter().zip(hands) {
                for held in hand {
                    fen.push_str(&in_case(&held.letter, side).repeat(held.count));
                }
            }
            fen.push(']');
        }
        fen.push_str(if self.side == Side::First { " w" } else { " b" });
        for field in &self.fields {
            _ = write!(fen, " {field}");
        }
        fen
    }

    /// All that keeps the position from being played; empty if nothing does.
    pub fn faults(&self) -> Vec<FenError> {
        match new_game(self.variant, Some(&self.fen())) {
            Ok(_) => Vec::new(),
            Err(error) => {
                error.all().map(|fault| FenError::new(&fault.text, fault.reason)).collect()
            }
        }
    }
}

fn in_case(letter: &str, side: Side) -> String {
    match side {
        Side::First => letter.to_owned(),
        Side::Second => letter.to_lowercase(),
    }
}

/// The cells of a rank; more than enough at the most.
fn rank_of(text: &str) -> Vec<Option<Man>> {
    /// No board is wider.
    const WIDEST: usize = 26;
    let mut cells = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if cells.len() > WIDEST {
            break;
        }
        if letter.is_ascii_digit() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let count = rest[..digits].parse().unwrap_or(usize::MAX).min(WIDEST + 1);
            cells.extend(std::iter::repeat_n(None, count));
            rest = &rest[digits..];
            continue;
        }
        let mut letters = rest.char_indices().skip(usize::from(letter == '+'));
        let end = letters.next().map_or(rest.len(), |(at, letter)| at + letter.len_utf8());
        let (name, after) = rest.split_at(end);
        let after_mark = after.strip_prefix('~');
        cells.push(Some(Man { promoted: after_mark.is_some(), ..man(name) }));
        rest = after_mark.unwrap_or(after);
    }
    cells
}

fn man(name: &str) -> Man {
    let side = match name.chars().any(char::is_lowercase) {
        true => Side::Second,
        false => Side::First,
    };
    Man { side, letter: name.to_uppercase(), promoted: false }
}

/// The hands of both sides: letters, perhaps with numbers before them.
fn held(text: &str) -> [Vec<Held>; 2] {
    /// More is no number of pieces.
    const MOST: usize = 1000;
    let mut hands = [Vec::new(), Vec::new()];
    let mut count = 0;
    for letter in text.chars().filter(|letter| *letter != '-') {
        if let Some(digit) = letter.to_digit(10) {
            count = (10 * count + digit as usize).min(MOST);
            continue;
        }
        let man = man(&letter.to_string());
        let hand: &mut Vec<Held> = &mut hands[man.side.index()];
        let more = count.max(1);
        match hand.iter_mut().find(|held| held.letter == man.letter) {
            Some(held) => held.count = (held.count + more).min(MOST),
            None => hand.push(Held { letter: man.letter, count: more }),
        }
        count = 0;
    }
    hands
}
