//! FEN: lenient in, strict out.

use super::board::{CastlingRule, passed_pawn};
use super::{Bitboard, Board, Kind, Piece, Square, Wing};
use crate::fen::{error, noted, number, push_count, without_hands};
use crate::{Castling, Family, FenError, FenStyle, Side, Variant};
use std::fmt::Write;

impl Board {
    /// Reads a FEN with four to six fields.
    ///
    /// Castling rights may be `KQkq` (the outermost rook), the files of the rooks, or a mixture, in
    /// any order. What a position cannot have is dropped: a right without its rook, or with king
    /// and rook where the variant does not castle; an en passant square that no pawn can take on.
    ///
    /// ```
    /// use ferz_rules::{Variant, chess::Board};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w KQ e3", Variant::NORMAL).unwrap();
    /// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    ///
    /// let error = Board::from_fen("8/8/8/8/8/8/8/4K3 w - -", Variant::NORMAL).unwrap_err();
    /// assert_eq!(error.to_string(), "not one king on each side: \"8/8/8/8/8/8/8/4K3\"");
    /// ```
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Board, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let placement = fields.next().ok_or_else(|| error(fen, "empty position"))?;
        if variant.family != Family::Chess {
            return Err(error(variant.name, "no variant of chess"));
        }
        let rule = match variant.castling {
            Castling::Wild => CastlingRule::Wild,
            Castling::None | Castling::Usual | Castling::AnyFile => CastlingRule::Usual,
        };
        let mut board = Board::empty(rule);
        let mut faults = place(&mut board, placement);
        let has_kings = Side::BOTH.iter().all(|side| board.pieces(*side, Kind::King).count() == 1);

        let side = match fields.next() {
            Some("w" | "W") => Ok(Side::First),
            Some("b" | "B") => Ok(Side::Second),
            Some(other) => Err(error(other, "side to move is neither w nor b")),
            None => Err(error(fen, "no side to move")),
        };
        let side = noted(side, Side::First, &mut faults);
        // XBoard leaves castling out where nobody castles: `w - 0 1`.
        let left_out = variant.castling == Castling::None
            && fields.clone().nth(1).is_some_and(|field| number(field).is_ok() && field != "-")
            && fields.clone().count() == 3;
        let rights = if left_out { "-" } else { fields.next().unwrap_or("-") };
        let castling = match has_kings {
            true => noted(castling(&board, variant, rights), Bitboard::EMPTY, &mut faults),
            false => Bitboard::EMPTY,
        };
        let en_passant = en_passant(&board, side, fields.next().unwrap_or("-"));
        let en_passant = noted(en_passant, None, &mut faults);
        let halfmove_clock = noted(number(fields.next().unwrap_or("0")), 0, &mut faults);
        let fullmove = noted(number(fields.next().unwrap_or("1")), 1, &mut faults).max(1);
        if let Some(rest) = fields.next() {
            faults.push(error(rest, "text after the position"));
        }
        if has_kings {
            board.set_up(side, castling, en_passant, halfmove_clock, fullmove);
            let king = board.king(!side);
            if (board.attackers(king, board.occupied()) & board.of_side(side)).any() {
                faults.push(error(fen, "the side not to move is in check"));
            }
        }
        FenError::of(faults)?;
        Ok(board)
    }

    /// The position as FEN, six fields, en passant only if it is legal.
    pub fn fen(&self, style: FenStyle) -> String {
        let mut fen = String::with_capacity(80);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.piece_on(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_count(&mut fen, empty);
                        empty = 0;
                        fen.push(piece.letter());
                    }
                }
            }
            push_count(&mut fen, empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        fen.push_str(if self.side() == Side::First { " w " } else { " b " });
        if self.castling_rooks().is_empty() {
            fen.push('-');
        }
        for side in Side::BOTH {
            for wing in [Wing::King, Wing::Queen] {
                if let Some(rook) = self.castling_rook(side, wing) {
                    let letter = self.castling_letter(rook, side, wing, style);
                    fen.push(if side == Side::First {
                        letter
                    } else {
                        letter.to_ascii_lowercase()
                    });
                }
            }
        }
        match self.en_passant() {
            Some(square) => _ = write!(fen, " {square}"),
            None => fen.push_str(" -"),
        }
        _ = write!(fen, " {} {}", self.halfmove_clock(), self.fullmove());
        fen
    }

    fn castling_letter(&self, rook: Square, side: Side, wing: Wing, style: FenStyle) -> char {
        match (outermost_rook(self, side, wing) == Some(rook), style, wing) {
            (true, FenStyle::XFen | FenStyle::HorseElephant | FenStyle::Sfen, Wing::King) => 'K',
            (true, FenStyle::XFen | FenStyle::HorseElephant | FenStyle::Sfen, Wing::Queen) => 'Q',
            _ => (b'A' + rook.file() as u8) as char,
        }
    }
}

/// Puts the pieces on a board; all that is wrong with them.
fn place(board: &mut Board, placement: &str) -> Vec<FenError> {
    let (placement, held) = without_hands(placement);
    let mut faults = Vec::new();
    noted(held, (), &mut faults);
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 8 {
        faults.push(error(placement, "not eight ranks"));
        return faults;
    }
    for (rank, text) in (0..8).rev().zip(ranks) {
        if let Err(fault) = place_rank(board, text, rank) {
            faults.push(fault);
        }
    }
    // Kings may stand where nobody could read.
    if !faults.is_empty() {
        return faults;
    }
    for side in Side::BOTH {
        let count = |kind| board.pieces(side, kind).count();
        if count(Kind::King) != 1 {
            faults.push(error(placement, "not one king on each side"));
        }
        // More than pawns can become: it is a slip, and bounds the number of moves.
        let promoted = count(Kind::Knight).saturating_sub(2)
            + count(Kind::Bishop).saturating_sub(2)
            + count(Kind::Rook).saturating_sub(2)
            + count(Kind::Queen).saturating_sub(1);
        if count(Kind::Pawn) + promoted > 8 {
            faults.push(error(placement, "too many pieces"));
        }
    }
    if (board.kind(Kind::Pawn) & Bitboard::BACK_RANKS).any() {
        faults.push(error(placement, "pawn on the first or last rank"));
    }
    faults
}

fn place_rank(board: &mut Board, text: &str, rank: usize) -> Result<(), FenError> {
    let mut file = 0;
    for letter in text.bytes() {
        match letter {
            b'1'..=b'8' => file += (letter - b'0') as usize,
            _ => {
                let piece =
                    Piece::from_letter(letter).ok_or_else(|| error(text, "no such piece"))?;
                if file > 7 {
                    return Err(error(text, "not eight files"));
                }
                board.put(piece, Square::at(file, rank));
                file += 1;
            }
        }
    }
    if file == 8 { Ok(()) } else { Err(error(text, "not eight files")) }
}

/// The rooks that may castle by the third field.
fn castling(board: &Board, variant: Variant, field: &str) -> Result<Bitboard, FenError> {
    let mut rooks = [[None; 2]; 2];
    if field == "-" {
        return Ok(Bitboard::EMPTY);
    }
    for letter in field.bytes() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let king = board.king(side);
        let rook = match letter.to_ascii_uppercase() {
            b'K' => outermost_rook(board, side, Wing::King),
            b'Q' => outermost_rook(board, side, Wing::Queen),
            file @ b'A'..=b'H' => Some(Square::at((file - b'A') as usize, king.rank())),
            b'-' => None,
            _ => return Err(error(field, "unreadable castling rights")),
        };
        if let Some(rook) = rook
            && board.pieces(side, Kind::Rook).has(rook)
            && king.rank_of(side) == 0
            && may_castle(variant.castling, king.file(), rook.file())
        {
            rooks[side.index()][Wing::of(king, rook) as usize] = Some(rook);
        }
    }
    Ok(rooks.into_iter().flatten().flatten().collect())
}

/// The rook that `K` or `Q` means.
fn outermost_rook(board: &Board, side: Side, wing: Wing) -> Option<Square> {
    let king = board.king(side);
    let rooks = board.pieces(side, Kind::Rook) & Bitboard::rank(king.rank());
    let rook = match wing {
        Wing::King => rooks.last(),
        Wing::Queen => rooks.first(),
    };
    rook.filter(|rook| Wing::of(king, *rook) == wing)
}

/// Whether a king and a rook on these files can have the right to castle.
fn may_castle(castling: Castling, king: usize, rook: usize) -> bool {
    match castling {
        Castling::Usual => king == 4 && (rook == 0 || rook == 7),
        Castling::Wild => (king == 3 || king == 4) && (rook == 0 || rook == 7),
        Castling::None => false,
        // The king stands between two rooks.
        Castling::AnyFile => king != 0 && king != 7,
    }
}

/// The square of the fourth field, if a pawn has just passed it.
fn en_passant(board: &Board, side: Side, field: &str) -> Result<Option<Square>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    let square = Square::read(field.as_bytes())
        .ok_or_else(|| error(field, "unreadable en passant square"))?;
    let start = Square::at(square.file(), if side == Side::First { 6 } else { 1 });
    let possible = square.rank_of(side) == 5
        && board.pieces(!side, Kind::Pawn).has(passed_pawn(square))
        && !board.occupied().has(square)
        && !board.occupied().has(start);
    Ok(possible.then_some(square))
}
