//! FEN: lenient in, strict out.

use super::{Bitboard, Board, Kind, Piece, Square, attacks};
use crate::fen::{error, noted, number, push_count, without_hands};
use crate::{Family, FenError, FenStyle, Side, Variant};
use std::fmt::Write;

/// How many pieces of each kind a side has at most, the pawn first.
const LIMITS: [u32; 7] = [5, 2, 2, 2, 2, 2, 1];

impl Board {
    /// Reads a FEN in the dialects met: elephants `B` or `E`, horses `N` or `H`, Red to move `w` or
    /// `r`, all fields behind the board optional, those that are always `-` also by themselves.
    ///
    /// ```
    /// use ferz_rules::{Variant, xiangqi::Board};
    ///
    /// let board = Board::from_fen("3k5/9/9/9/9/9/9/9/9/2E1KA1H1 r", Variant::XIANGQI).unwrap();
    /// assert_eq!(board.to_string(), "3k5/9/9/9/9/9/9/9/9/2B1KA1N1 w - - 0 1");
    ///
    /// let error = Board::from_fen("4k4/9/9/9/9/9/9/9/9/4K4", Variant::XIANGQI).unwrap_err();
    /// assert_eq!(error.reason, "the side not to move is in check");
    /// ```
    pub fn from_fen(fen: &str, variant: Variant) -> Result<Board, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let placement = fields.next().ok_or_else(|| error(fen, "empty position"))?;
        if variant.family != Family::Xiangqi {
            return Err(error(variant.name, "no variant of xiangqi"));
        }
        let mut board = Board::empty(variant.demotes);
        let mut faults = place(&mut board, placement);
        let in_place = Side::BOTH.iter().all(|side| {
            let kings = board.pieces(*side, Kind::King);
            kings.count() == 1 && (kings - attacks::palace(*side)).is_empty()
        });

        let side = match fields.next() {
            None | Some("w" | "W" | "r" | "R") => Ok(Side::First),
            Some("b" | "B") => Ok(Side::Second),
            Some(other) => Err(error(other, "side to move is neither w nor b")),
        };
        let side = noted(side, Side::First, &mut faults);
        // XBoard leaves out the two fields that are always the same.
        let mut fields = fields.peekable();
        for _ in 0..2 {
            let is_count = |field: &&str| field.starts_with(|c: char| c.is_ascii_digit());
            match fields.next_if(|field| !is_count(field)) {
                None | Some("-") => {}
                Some(field) => faults.push(error(field, "no such right in xiangqi")),
            }
        }
        let halfmove_clock = noted(number(fields.next().unwrap_or("0")), 0, &mut faults);
        let fullmove = noted(number(fields.next().unwrap_or("1")), 1, &mut faults).max(1);
        if let Some(rest) = fields.next() {
            faults.push(error(rest, "text after the position"));
        }
        if in_place {
            board.set_up(side, halfmove_clock, fullmove);
            let king = board.king(!side);
            if board.is_king_attacked(king, side, Bitboard::ALL, board.occupied()) {
                faults.push(error(fen, "the side not to move is in check"));
            }
        }
        FenError::of(faults)?;
        Ok(board)
    }

    /// The position as FEN, six fields.
    pub fn fen(&self, style: FenStyle) -> String {
        let letter = |piece: Piece| match (style, piece.letter()) {
            (FenStyle::HorseElephant, 'N') => 'H',
            (FenStyle::HorseElephant, 'n') => 'h',
            (FenStyle::HorseElephant, 'B') => 'E',
            (FenStyle::HorseElephant, 'b') => 'e',
            (_, letter) => letter,
        };
        let mut fen = String::with_capacity(100);
        for rank in (0..10).rev() {
            let mut empty = 0;
            for file in 0..9 {
                match self.piece_on(Square::at(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        push_count(&mut fen, empty);
                        empty = 0;
                        fen.push(letter(piece));
                    }
                }
            }
            push_count(&mut fen, empty);
            if rank > 0 {
                fen.push('/');
            }
        }
        let side = if self.side() == Side::First { 'w' } else { 'b' };
        _ = write!(fen, " {side} - - {} {}", self.halfmove_clock(), self.fullmove());
        fen
    }
}

/// Puts the pieces on a board; all that is wrong with them.
fn place(board: &mut Board, placement: &str) -> Vec<FenError> {
    let (placement, held) = without_hands(placement);
    let mut faults = Vec::new();
    noted(held, (), &mut faults);
    let ranks: Vec<&str> = placement.split('/').collect();
    if ranks.len() != 10 {
        faults.push(error(placement, "not ten ranks"));
        return faults;
    }
    for (rank, text) in (0..10).rev().zip(ranks) {
        if let Err(fault) = place_rank(board, text, rank) {
            faults.push(fault);
        }
    }
    // Kings may stand where nobody could read.
    if !faults.is_empty() {
        return faults;
    }
    for side in Side::BOTH {
        let pieces = |kind| board.pieces(side, kind);
        let mut check = |is_wrong: bool, reason| {
            if is_wrong {
                faults.push(error(placement, reason));
            }
        };
        check(pieces(Kind::King).count() != 1, "not one king on each side");
        // It is a slip, and bounds the number of moves.
        let crowded = |kind: Kind| pieces(kind).count() > LIMITS[kind.index()];
        let others = Kind::ALL.into_iter().filter(|kind| *kind != Kind::King);
        check(others.into_iter().any(crowded), "too many pieces");
        let outside = (pieces(Kind::King) - attacks::palace(side)).any()
            || (pieces(Kind::Advisor) - attacks::advisor_points(side)).any();
        check(outside, "king or advisor outside its points");
        let strayed = (pieces(Kind::Elephant) - attacks::elephant_points(side)).any();
        check(strayed, "elephant outside its points");
        let behind = |square: Square| square.rank_of(side) < 3;
        let backward = !board.promotes() && pieces(Kind::Pawn).into_iter().any(behind);
        check(backward, "pawn behind its start");
    }
    faults
}

fn place_rank(board: &mut Board, text: &str, rank: usize) -> Result<(), FenError> {
    let mut file = 0;
    for letter in text.bytes() {
        match letter {
            b'1'..=b'9' => file += (letter - b'0') as usize,
            _ => {
                let piece =
                    Piece::from_letter(letter).ok_or_else(|| error(text, "no such piece"))?;
                if file > 8 {
                    return Err(error(text, "not nine files"));
                }
                board.put(piece, Square::at(file, rank));
                file += 1;
            }
        }
    }
    if file == 9 { Ok(()) } else { Err(error(text, "not nine files")) }
}
