//! Reading and writing moves: coordinates, castling in its spellings, SAN.

use super::{Bitboard, Board, Kind, Move, Sort, Square, Wing, attacks};
use crate::{MoveError, Notation, Position};

/// What a text says about a move.
enum Spelling {
    Castling(Wing),
    /// `e2e4`, `e7e8q`, `e1h1`.
    Squares {
        from: Square,
        to: Square,
        promotion: Option<Kind>,
    },
    /// `Nf3`, `exd5`, `R1a3`, `e8=Q`.
    San {
        kind: Kind,
        file: Option<u8>,
        rank: Option<u8>,
        to: Square,
        promotion: Option<Kind>,
    },
}

impl Board {
    /// Reads a legal move in any notation: coordinates (`e2e4`, `e7e8q`), castling as the king's
    /// move, as king takes rook or as `O-O`, SAN. Lenient: `e2-e4`, `e7e8=Q`, `0-0`, and `+#!?` at
    /// the end.
    ///
    /// ```
    /// use ferz_rules::{Variant, chess::Board};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K -", Variant::NORMAL).unwrap();
    /// let castling = board.read_move("O-O").unwrap();
    /// assert_eq!(board.read_move("e1g1"), Ok(castling));
    /// assert_eq!(board.read_move("e1h1"), Ok(castling));
    /// assert_eq!(
    ///     board.read_move("h1h9").unwrap_err().to_string(),
    ///     "not a move: \"h1h9\"",
    /// );
    /// assert_eq!(
    ///     board.read_move("e1e3").unwrap_err().to_string(),
    ///     "illegal move \"e1e3\": the piece does not move so",
    /// );
    /// ```
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let illegal = |reason| MoveError::Illegal(text.to_owned(), reason);
        match spelling(text).ok_or_else(|| MoveError::Unreadable(text.to_owned()))? {
            Spelling::Castling(wing) => {
                let us = self.side();
                let rook =
                    self.castling_rook(us, wing).ok_or_else(|| illegal("no right to castle"))?;
                let mv = Move::new(self.king(us), rook, Sort::Castling);
                self.check_legal(mv).map_err(illegal)
            }
            Spelling::Squares { from, to, promotion } => {
                let mv = self.move_between(from, to, promotion).map_err(illegal)?;
                self.check_legal(mv).map_err(illegal)
            }
            Spelling::San { kind, file, rank, to, promotion } => {
                let fits = |from: Square| {
                    file.is_none_or(|file| from.file() == file as usize)
                        && rank.is_none_or(|rank| from.rank() == rank as usize)
                };
                let mut found = None;
                let mut reason = "no such piece moves there";
                for from in self.pieces(self.side(), kind) {
                    if !fits(from) {
                        continue;
                    }
                    let Ok(mv) = self.move_between(from, to, promotion) else { continue };
                    // `Kg1` is a step, never castling.
                    if mv.is_castling() {
                        continue;
                    }
                    match self.check_legal(mv) {
                        Ok(_) if found.is_some() => {
                            return Err(MoveError::Ambiguous(text.to_owned()));
                        }
                        Ok(mv) => found = Some(mv),
                        Err(NOT_SO) => {}
                        Err(why) => reason = why,
                    }
                }
                found.ok_or_else(|| illegal(reason))
            }
        }
    }

    /// The move that goes from one square to another, if anything stands there that may move.
    fn move_between(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Kind>,
    ) -> Result<Move, &'static str> {
        let us = self.side();
        let piece = self.piece_on(from).ok_or("no piece there")?;
        if piece.side != us {
            return Err("not in turn");
        }
        if from == to {
            return Err(NOT_SO);
        }
        let promotes = piece.kind == Kind::Pawn && to.rank_of(us) == 7;
        let sort = match promotion {
            Some(_) if !promotes => return Err("no promotion there"),
            Some(Kind::Pawn | Kind::King) => return Err("no promotion to that piece"),
            Some(kind) => Sort::Promotion(kind),
            None if promotes => return Err("no promotion piece named"),
            None if piece.kind == Kind::Pawn
                && self.en_passant() == Some(to)
                && from.file() != to.file() =>
            {
                Sort::EnPassant
            }
            None if piece.kind == Kind::King => return Ok(self.king_move(from, to)),
            None => Sort::Plain,
        };
        Ok(Move::new(from, to, sort))
    }

    /// King takes own rook is castling. A step is a step, and a longer way castling to that square.
    fn king_move(&self, from: Square, to: Square) -> Move {
        let rooks = self.castling_rooks() & self.of_side(self.side());
        if rooks.has(to) {
            return Move::new(from, to, Sort::Castling);
        }
        let by_target = rooks.into_iter().find(|rook| self.castling_targets(from, *rook).0 == to);
        match by_target {
            Some(rook) if !attacks::king(from).has(to) => Move::new(from, rook, Sort::Castling),
            _ => Move::new(from, to, Sort::Plain),
        }
    }

    /// The move itself if it is legal, else why it is not.
    fn check_legal(&self, mv: Move) -> Result<Move, &'static str> {
        if self.is_legal(mv) {
            return Ok(mv);
        }
        let in_check = self.in_check();
        if mv.is_castling() {
            return Err(if in_check { "in check" } else { "castling is not possible" });
        }
        let reach = self.piece_on(mv.from()).map(|piece| self.reach(piece, mv.from()));
        if mv.sort() != Sort::EnPassant && !reach.is_some_and(|reach| reach.has(mv.to())) {
            return Err(NOT_SO);
        }
        let king_moves = mv.from() == self.king(self.side());
        Err(if in_check && !king_moves { "in check" } else { "moving into check" })
    }

    /// Where castling ends in coordinates: on the king's square where that is two files away, else
    /// on the rook's.
    pub(super) fn castling_target(&self, mv: Move) -> Square {
        let (king_to, _) = self.castling_targets(mv.from(), mv.to());
        if mv.from().file().abs_diff(king_to.file()) == 2 { king_to } else { mv.to() }
    }

    /// Writes a legal move. What has no form here is written in coordinates.
    pub fn write_move(&self, mv: Move, notation: Notation) -> String {
        match notation {
            Notation::San => self.san(mv),
            Notation::KingTakesRook => mv.to_string(),
            Notation::Coordinate if mv.is_castling() => {
                format!("{}{}", mv.from(), self.castling_target(mv))
            }
            Notation::CastlingWords if mv.is_castling() => castling_word(mv).to_owned(),
            Notation::Coordinate | Notation::CastlingWords => mv.to_string(),
            // The others are of other games.
            _ => self.write_move(mv, Notation::Coordinate),
        }
    }

    fn san(&self, mv: Move) -> String {
        let mut text = String::with_capacity(8);
        let (from, to) = (mv.from(), mv.to());
        let kind = self.piece_on(from).map_or(Kind::Pawn, |piece| piece.kind);
        if mv.is_castling() {
            text.push_str(castling_word(mv));
        } else {
            if kind != Kind::Pawn {
                text.push(kind.letter());
                self.disambiguate(kind, mv, &mut text);
            }
            if self.is_capture(mv) {
                if kind == Kind::Pawn {
                    text.push(file_letter(from));
                }
                text.push('x');
            }
            text.push_str(&to.to_string());
            if let Some(kind) = mv.promotion() {
                text.push('=');
                text.push(kind.letter());
            }
        }
        let mut next = *self;
        next.play(mv);
        if next.in_check() {
            text.push(if next.count_legal() == 0 { '#' } else { '+' });
        }
        text
    }

    /// The least that tells the piece from others of its kind that could go to the same square:
    /// its file, else its rank, else both.
    fn disambiguate(&self, kind: Kind, mv: Move, text: &mut String) {
        let from = mv.from();
        let rivals: Bitboard = (self.pieces(self.side(), kind) - from)
            .into_iter()
            .filter(|rival| self.is_legal(Move::new(*rival, mv.to(), Sort::Plain)))
            .collect();
        if rivals.is_empty() {
            return;
        }
        let file_is_shared = (rivals & Bitboard::file(from.file())).any();
        let rank_is_shared = (rivals & Bitboard::rank(from.rank())).any();
        if !file_is_shared || rank_is_shared {
            text.push(file_letter(from));
        }
        if file_is_shared {
            text.push((b'1' + from.rank() as u8) as char);
        }
    }
}

const NOT_SO: &str = "the piece does not move so";

fn file_letter(square: Square) -> char {
    (b'a' + square.file() as u8) as char
}

fn castling_word(mv: Move) -> &'static str {
    match Wing::of(mv.from(), mv.to()) {
        Wing::King => "O-O",
        Wing::Queen => "O-O-O",
    }
}

/// Takes a move's text apart, from its end: `R` `1` `x` `a3` `+`.
fn spelling(text: &str) -> Option<Spelling> {
    let text = text.trim_end_matches(['+', '#', '!', '?']).as_bytes();
    match text {
        b"O-O" | b"0-0" | b"o-o" => return Some(Spelling::Castling(Wing::King)),
        b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(Spelling::Castling(Wing::Queen)),
        _ => {}
    }
    let (text, promotion) = match text {
        [rest @ .., b'=', letter] => (rest, Some(Kind::from_letter(*letter)?)),
        [rest @ .., letter] if !letter.is_ascii_digit() => {
            (rest, Some(Kind::from_letter(*letter)?))
        }
        _ => (text, None),
    };
    let (rest, to) = text.split_last_chunk::<2>()?;
    let to = Square::read(to)?;
    let rest = match rest {
        [rest @ .., b'x' | b'-' | b':'] => rest,
        _ => rest,
    };
    let (kind, rest) = match rest {
        [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), rest @ ..] => {
            (Kind::from_letter(*letter)?, rest)
        }
        _ => match Square::read(rest) {
            Some(from) => return Some(Spelling::Squares { from, to, promotion }),
            None => (Kind::Pawn, rest),
        },
    };
    let (file, rest) = match rest {
        [letter @ b'a'..=b'h', rest @ ..] => (Some(letter - b'a'), rest),
        _ => (None, rest),
    };
    let (rank, rest) = match rest {
        [digit @ b'1'..=b'8', rest @ ..] => (Some(digit - b'1'), rest),
        _ => (None, rest),
    };
    rest.is_empty().then_some(Spelling::San { kind, file, rank, to, promotion })
}
