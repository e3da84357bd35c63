//! A game of chess with its record.

use super::{Board, Move, Piece, Square};
use crate::{
    DrawReason, FenError, FenStyle, Game, MoveError, Notation, Pieces, Position, Side, Variant,
    Verdict, WinReason,
};
use std::fmt::Write;

/// A game of chess, or of one of its castling variants, with all its positions.
///
/// ```
/// use ferz_rules::{Game, Notation, Variant, Verdict, WinReason, Side, chess::ChessGame};
///
/// let mut game = ChessGame::new(Variant::NORMAL, None).unwrap();
/// for text in ["f2f3", "e7-e5", "g4", "Qh4"] {
///     game.play(text).unwrap();
/// }
/// assert_eq!(game.moves(Notation::San), ["f3", "e5", "g4", "Qh4#"]);
/// assert_eq!(game.verdict(), Verdict::Win(Side::Second, WinReason::Checkmate));
/// ```
#[derive(Clone, Debug)]
pub struct ChessGame {
    variant: Variant,
    /// All positions but the last.
    past: Vec<Board>,
    board: Board,
    /// Between the positions; `None` for a pass.
    moves: Vec<Option<Move>>,
    /// Hashes of all positions, the last one included.
    keys: Vec<u64>,
}

impl ChessGame {
    /// A game from a FEN, or from the start position.
    pub fn new(variant: Variant, fen: Option<&str>) -> Result<ChessGame, FenError> {
        let board = Board::from_fen(fen.unwrap_or(variant.start_fen), variant)?;
        Ok(ChessGame {
            variant,
            past: Vec::new(),
            board,
            moves: Vec::new(),
            keys: vec![board.key()],
        })
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The hashes of all positions of the record; the last is that of [`board`](Self::board).
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The moves of the record; `None` is a pass.
    pub fn record(&self) -> &[Option<Move>] {
        &self.moves
    }

    /// Makes a legal move.
    pub fn play_move(&mut self, mv: Move) {
        self.step(Some(mv));
    }

    fn step(&mut self, mv: Option<Move>) {
        self.past.push(self.board);
        self.moves.push(mv);
        match mv {
            Some(mv) => self.board.play(mv),
            None => self.board.pass(),
        }
        self.keys.push(self.board.key());
    }

    /// How often the position has occurred, now included.
    pub fn occurrences(&self) -> usize {
        let reach = self.board.halfmove_clock() as usize + 1;
        self.keys.iter().rev().take(reach).filter(|key| **key == self.board.key()).count()
    }
}

impl Game for ChessGame {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn size(&self) -> (usize, usize) {
        (8, 8)
    }

    fn boxed(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn side(&self) -> Side {
        self.board.side()
    }

    fn in_check(&self) -> bool {
        self.board.in_check()
    }

    fn fen(&self, style: FenStyle) -> String {
        self.board.fen(style)
    }

    fn start_fen(&self) -> String {
        self.past.first().unwrap_or(&self.board).to_string()
    }

    fn key(&self) -> u64 {
        self.board.key()
    }

    fn legal_moves(&self, notation: Notation) -> Vec<String> {
        self.board.legal().into_iter().map(|mv| self.board.write_move(mv, notation)).collect()
    }

    fn rewrite(&self, text: &str, notation: Notation) -> Result<String, MoveError> {
        Ok(self.board.write_move(self.board.read_move(text)?, notation))
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.play_move(self.board.read_move(text)?);
        Ok(())
    }

    fn pass(&mut self) -> Result<(), MoveError> {
        if self.in_check() {
            return Err(MoveError::Illegal(PASS.to_owned(), "in check"));
        }
        self.step(None);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let Some(board) = self.past.pop() else { return false };
        self.board = board;
        self.moves.pop();
        self.keys.pop();
        true
    }

    fn moves(&self, notation: Notation) -> Vec<String> {
        let write = |(board, mv): (&Board, &Option<Move>)| match mv {
            Some(mv) => board.write_move(*mv, notation),
            None if notation == Notation::San => "--".to_owned(),
            None => PASS.to_owned(),
        };
        self.past.iter().zip(&self.moves).map(write).collect()
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn verdict(&self) -> Verdict {
        // Mate and stalemate come before all counting (FIDE 9.6.2).
        if self.board.count_legal() == 0 {
            return if self.in_check() {
                Verdict::Win(!self.side(), WinReason::Checkmate)
            } else {
                Verdict::Draw(DrawReason::Stalemate)
            };
        }
        if self.board.is_dead_draw() {
            return Verdict::Draw(DrawReason::InsufficientMaterial);
        }
        let occurrences = self.occurrences();
        match self.board.halfmove_clock() {
            _ if occurrences >= 5 => Verdict::Draw(DrawReason::Repetition),
            150.. => Verdict::Draw(DrawReason::SeventyFiveMoves),
            _ if occurrences >= 3 => Verdict::Claimable(DrawReason::Repetition),
            100.. => Verdict::Claimable(DrawReason::FiftyMoves),
            _ => Verdict::Open,
        }
    }

    fn picture_with(&self, pieces: Pieces) -> String {
        let look = |piece: Piece| match pieces {
            Pieces::Letters => piece.letter(),
            Pieces::Symbols => piece.symbol(),
        };
        let mut picture = String::from("  +-----------------+\n");
        for rank in (0..8).rev() {
            _ = write!(picture, "{} |", rank + 1);
            for file in 0..8 {
                let piece = self.board.piece_on(Square::at(file, rank));
                _ = write!(picture, " {}", piece.map_or('.', look));
            }
            picture.push_str(" |\n");
        }
        picture.push_str("  +-----------------+\n    a b c d e f g h\n");
        picture
    }

    fn perft(&self, depth: u32) -> u64 {
        self.board.perft(depth)
    }
}

/// How a pass is written in a list of moves.
const PASS: &str = "0000";
