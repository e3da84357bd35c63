//! Books of chess in the Polyglot format: sixteen bytes an entry, big-endian.
//!
//! ```text
//! key: 8 bytes | move: 2 | weight: 2 | learn: 4 (not used)
//! ```

use super::{Book, Entry, Format, Weighted};
use ferz_rules::chess::{Board, ChessGame, Kind, Move, Wing};
use ferz_rules::{MoveError, Position, Side, Variant};

static RANDOM: [u64; 781] = include!("random.in");

/// Where the numbers of castling, en passant and turn begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const TURN: usize = 780;

/// The format of Polyglot.
pub struct Polyglot;

impl Format for Polyglot {
    type Position = Board;
    const NAME: &'static str = "Polyglot";
    const SIZE: usize = 16;

    fn start() -> Board {
        *ChessGame::new(Variant::NORMAL, None).expect("the start position is a position").board()
    }

    fn read_move(board: &Board, text: &str) -> Result<Move, MoveError> {
        board.read_move(text)
    }

    fn read(bytes: &[u8]) -> Entry {
        match *bytes {
            [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] => Entry {
                key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
                mv: u16::from_be_bytes([m0, m1]).into(),
                weight: u16::from_be_bytes([w0, w1]),
            },
            _ => Entry { key: 0, mv: 0, weight: 0 },
        }
    }

    fn write(entry: Entry, out: &mut Vec<u8>) {
        out.extend(entry.key.to_be_bytes());
        out.extend((entry.mv as u16).to_be_bytes());
        out.extend(entry.weight.to_be_bytes());
        out.extend([0; 4]);
    }

    fn fault(_: Entry) -> Option<&'static str> {
        // Some makers fill places with moves of their own meaning.
        None
    }

    fn moves(book: &Book<Self>, board: &Board) -> Vec<Weighted<Self>> {
        let legal = board.legal();
        let known = |entry: Entry| {
            let mv = legal.iter().copied().find(|&mv| encode(mv) == entry.mv)?;
            Some((mv, entry.weight as u32))
        };
        book.find(key(board)).filter_map(known).collect()
    }

    fn places(board: &Board, mv: Move) -> Vec<(u64, u32)> {
        vec![(key(board), encode(mv))]
    }

    fn own() -> &'static [u8] {
        include_bytes!("own-chess.bin")
    }
}

/// A move in the format's bits; castling is king takes rook there too.
pub(super) fn encode(mv: Move) -> u32 {
    let promotion = match mv.promotion() {
        None | Some(Kind::Pawn | Kind::King) => 0,
        Some(kind) => kind.index() as u32,
    };
    mv.to().index() as u32 | (mv.from().index() as u32) << 6 | promotion << 12
}

/// The key of a position in the format.
pub(super) fn key(board: &Board) -> u64 {
    let mut key = 0;
    for side in Side::BOTH {
        for kind in Kind::ALL {
            // Black pawn, white pawn, black knight and so on.
            let piece = 2 * kind.index() + 1 - side.index();
            for square in board.pieces(side, kind) {
                key ^= RANDOM[64 * piece + square.index()];
            }
        }
        for (i, wing) in [Wing::King, Wing::Queen].into_iter().enumerate() {
            if board.castling_rook(side, wing).is_some() {
                key ^= RANDOM[CASTLING + 2 * side.index() + i];
            }
        }
    }
    if let Some(square) = board.en_passant() {
        key ^= RANDOM[EN_PASSANT + square.file()];
    }
    if Position::side(board) == Side::First {
        key ^= RANDOM[TURN];
    }
    key
}
