//! A game of chess: the texts of its positions, and how it ends.

use super::{Board, Move, Square};
use crate::{
    DrawReason, Face, Family, FenError, FenStyle, Look, MoveError, Notation, Path, Pieces,
    Playable, Played, Position, Variant, Verdict, WinReason,
};

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
pub type ChessGame = Played<Board>;

impl Playable for Board {
    const FAMILY: Family = Family::Chess;
    const WIDE_SYMBOLS: bool = false;

    fn from_fen(fen: &str, variant: Variant) -> Result<Board, FenError> {
        Board::from_fen(fen, variant)
    }

    fn fen(&self, style: FenStyle) -> String {
        self.fen(style)
    }

    fn fresh_key(&self) -> u64 {
        self.fresh_key()
    }

    fn look(&self, file: usize, rank: usize, pieces: Pieces) -> Option<char> {
        let piece = self.piece_on(Square::at(file, rank))?;
        Some(match pieces {
            Pieces::Letters => piece.letter(),
            Pieces::Symbols => piece.symbol(),
        })
    }

    fn path(&self, mv: Move) -> Path {
        let to = match mv.is_castling() {
            true => self.castling_target(mv),
            false => mv.to(),
        };
        let promotes = mv.promotion().map(|kind| kind.letter().to_string());
        Path { from: Some(mv.from().index()), to: to.index(), promotes, ..Path::default() }
    }

    fn looks(_: Variant) -> Look {
        let kinds = [
            ("P", "pawn"),
            ("N", "knight"),
            ("B", "bishop"),
            ("R", "rook"),
            ("Q", "queen"),
            ("K", "king"),
        ];
        Look {
            kinds: kinds.map(|(letter, name)| Face::new(letter, name)).into(),
            ..Look::default()
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    fn write_move(&self, mv: Move, notation: Notation) -> String {
        self.write_move(mv, notation)
    }

    fn verdict(game: &ChessGame) -> Verdict {
        let board = game.board();
        // Mate and stalemate come before all counting (FIDE 9.6.2).
        if board.count_legal() == 0 {
            return if board.in_check() {
                Verdict::Win(!board.side(), WinReason::Checkmate)
            } else {
                Verdict::Draw(DrawReason::Stalemate)
            };
        }
        if board.is_dead_draw() {
            return Verdict::Draw(DrawReason::InsufficientMaterial);
        }
        let occurrences = game.occurrences();
        match board.halfmove_clock() {
            _ if occurrences >= 5 => Verdict::Draw(DrawReason::Repetition),
            150.. => Verdict::Draw(DrawReason::SeventyFiveMoves),
            _ if occurrences >= 3 => Verdict::Claimable(DrawReason::Repetition),
            100.. => Verdict::Claimable(DrawReason::FiftyMoves),
            _ => Verdict::Open,
        }
    }
}
