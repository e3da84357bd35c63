//! Reading and writing moves: coordinates, ICCS, WXF, Chinese.

use super::spelling::{self, Spelling, Turn, Which};
use super::{Bitboard, Board, Kind, Move, Square, attacks};
use crate::{MoveError, Notation, Side};

impl Board {
    /// Reads a legal move: coordinates with ranks from 0 (`h2e2`, `H2-E2`), WXF (`C2=5`, `C2.5`)
    /// or Chinese.
    ///
    /// ```
    /// use ferz_rules::{Variant, xiangqi::Board};
    ///
    /// let board = Board::start(Variant::XIANGQI);
    /// let cannon = board.read_move("h2e2").unwrap();
    /// for text in ["H2-E2", "C2=5", "C2.5", "炮二平五", "砲2平５"] {
    ///     assert_eq!(board.read_move(text), Ok(cannon));
    /// }
    /// assert_eq!(board.read_move("h10e3").unwrap_err().to_string(), "not a move: \"h10e3\"");
    /// assert_eq!(
    ///     board.read_move("a0b1").unwrap_err().to_string(),
    ///     "illegal move \"a0b1\": the piece does not move so",
    /// );
    /// ```
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_spelling(text, 0)
    }

    /// Reads a legal move that is written in `notation`. Only there can ranks count from 1.
    pub fn read_move_in(&self, text: &str, notation: Notation) -> Result<Move, MoveError> {
        self.read_spelling(text, u8::from(notation == Notation::CoordinateFromOne))
    }

    fn read_spelling(&self, text: &str, first_rank: u8) -> Result<Move, MoveError> {
        let illegal = |reason| MoveError::Illegal(text.to_owned(), reason);
        let spelling = spelling::read(text, first_rank)
            .ok_or_else(|| MoveError::Unreadable(text.to_owned()))?;
        let (kind, which) = match spelling {
            Spelling::Squares(squares) => {
                let [from, to] =
                    squares.map(|(file, rank)| Square::at(file as usize, rank as usize));
                return self.check_legal(from, to).map_err(illegal);
            }
            Spelling::Relative { kind, which, .. } | Spelling::Promotion { kind, which } => {
                (kind, which)
            }
        };
        let mut found = None;
        let mut reason = "no such piece moves there";
        for from in self.pieces(self.side(), kind) {
            if !self.fits(from, kind, which) {
                continue;
            }
            let targets = match (spelling, self.piece_on(from)) {
                (Spelling::Promotion { .. }, _) => Bitboard::of(from),
                (_, Some(piece)) => self.reach(piece, from),
                _ => continue,
            };
            for to in targets {
                if from != to && self.relative(from, to, kind, which) != spelling {
                    continue;
                }
                match self.check_legal(from, to) {
                    Ok(_) if found.is_some() => {
                        return Err(MoveError::Ambiguous(text.to_owned()));
                    }
                    Ok(mv) => found = Some(mv),
                    Err(why) => reason = why,
                }
            }
        }
        found.ok_or_else(|| illegal(reason))
    }

    /// The move from one square to another if it is legal, else why it is not.
    fn check_legal(&self, from: Square, to: Square) -> Result<Move, &'static str> {
        let us = self.side();
        let piece = self.piece_on(from).ok_or("no piece there")?;
        if piece.side != us {
            return Err("not in turn");
        }
        if from == to {
            let promoting = self.promotes() && self.promoting().has(from);
            return if promoting { Ok(Move::new(from, to)) } else { Err("no promotion there") };
        }
        if !self.reach(piece, from).has(to) {
            return Err("the piece does not move so");
        }
        let mv = Move::new(from, to);
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let king = if piece.kind == Kind::King { to } else { self.king(us) };
        let occupied = (self.occupied() - Bitboard::of(from)) | to;
        let facing = king.file() == self.king(!us).file()
            && attacks::rook(king, occupied).has(self.king(!us));
        Err(match (facing, self.checkers().any() && piece.kind != Kind::King) {
            (true, _) => "the kings would face each other",
            (_, true) => "in check",
            (_, false) => "moving into check",
        })
    }

    /// Writes a legal move. What has no form here is written in coordinates.
    pub fn write_move(&self, mv: Move, notation: Notation) -> String {
        let (from, to) = (mv.from(), mv.to());
        let from_one = |square: Square| format!("{}{}", file_letter(square), square.rank() + 1);
        let side = self.side();
        match notation {
            Notation::CoordinateFromOne => from_one(from) + &from_one(to),
            Notation::Iccs => format!("{from}-{to}").to_ascii_uppercase(),
            Notation::Wxf => spelling::write_wxf(self.spell(mv), side, '='),
            Notation::WxfDotted => spelling::write_wxf(self.spell(mv), side, '.'),
            Notation::Chinese(script, digits) => {
                spelling::write_chinese(self.spell(mv), side, script, digits)
            }
            _ => mv.to_string(),
        }
    }

    /// The usual words for a legal move.
    fn spell(&self, mv: Move) -> Spelling {
        let kind = self.piece_on(mv.from()).map_or(Kind::Pawn, |piece| piece.kind);
        let which = self.which(mv.from(), kind);
        if mv.is_promotion() {
            Spelling::Promotion { kind, which }
        } else {
            self.relative(mv.from(), mv.to(), kind, which)
        }
    }

    fn relative(&self, from: Square, to: Square, kind: Kind, which: Which) -> Spelling {
        let side = self.side();
        let (before, after) = (from.rank_of(side), to.rank_of(side));
        let turn = match after.cmp(&before) {
            std::cmp::Ordering::Equal => Turn::Level,
            std::cmp::Ordering::Greater => Turn::Forward,
            std::cmp::Ordering::Less => Turn::Back,
        };
        let oblique = matches!(kind, Kind::Advisor | Kind::Elephant | Kind::Horse);
        let number = if oblique || turn == Turn::Level {
            file_number(to, side)
        } else {
            after.abs_diff(before) as u8
        };
        Spelling::Relative { kind, which, turn, number }
    }

    /// How to say which piece moves: by its file, unless others of its kind share it. Two advisors
    /// or elephants on a file are told apart by where they go.
    fn which(&self, from: Square, kind: Kind) -> Which {
        let column = self.column(from, kind);
        let place = column.iter().position(|square| *square == from).unwrap_or(0);
        if column.len() < 2 || matches!(kind, Kind::Advisor | Kind::Elephant) {
            return Which::File(file_number(from, self.side()));
        }
        let shared = self.shared(kind);
        let several_files = shared.iter().any(|square| square.file() != from.file());
        match (place, column.len()) {
            _ if several_files || column.len() > 3 => {
                let number = shared.iter().position(|square| *square == from).unwrap_or(0);
                Which::Number(number as u8 + 1)
            }
            (0, _) => Which::Front,
            (1, 3) => Which::Middle,
            _ => Which::Rear,
        }
    }

    /// Whether a piece is one that these words can mean.
    fn fits(&self, from: Square, kind: Kind, which: Which) -> bool {
        let column = self.column(from, kind);
        match which {
            Which::File(number) => file_number(from, self.side()) == number,
            Which::Front => column.len() > 1 && column.first() == Some(&from),
            Which::Rear => column.len() > 1 && column.last() == Some(&from),
            Which::Middle => column.len() == 3 && column[1] == from,
            Which::Number(number) => {
                self.shared(kind).get(number as usize - 1).is_some_and(|square| *square == from)
            }
        }
    }

    /// The own pieces of a kind on the file of a square, the foremost first.
    fn column(&self, from: Square, kind: Kind) -> Vec<Square> {
        let pieces = self.pieces(self.side(), kind) & Bitboard::file(from.file());
        let mut column: Vec<Square> = pieces.into_iter().collect();
        if self.side() == Side::First {
            column.reverse();
        }
        column
    }

    /// The own pieces of a kind that share their file with another: from the player's right to the
    /// left, the foremost of a file first.
    fn shared(&self, kind: Kind) -> Vec<Square> {
        let side = self.side();
        let mut shared: Vec<Square> = self
            .pieces(side, kind)
            .into_iter()
            .filter(|square| self.column(*square, kind).len() > 1)
            .collect();
        shared.sort_by_key(|square| (file_number(*square, side), 9 - square.rank_of(side)));
        shared
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file() as u8) as char
}

/// A file as the player counts it: from 1, at the right hand.
fn file_number(square: Square, side: Side) -> u8 {
    let file = square.file() as u8;
    match side {
        Side::First => 9 - file,
        Side::Second => file + 1,
    }
}
