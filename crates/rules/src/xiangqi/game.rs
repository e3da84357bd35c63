//! A game of xiangqi with its record.

use super::{Board, Judgement, Move, Piece, Square, judge};
use crate::{
    DrawReason, FenError, FenStyle, Game, MoveError, Notation, Offence, Pieces, Repetition, Side,
    Variant, Verdict, WinReason,
};
use std::fmt::Write;

/// How a game of xiangqi is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Who must vary when a position comes back.
    pub repetition: Repetition,
    /// After how many half-moves without capture the game is drawn; `None` for never.
    pub natural_limit: Option<u32>,
}

impl Default for Rules {
    /// The Asian rules for repetition, and sixty moves by each side without capture.
    fn default() -> Rules {
        Rules { repetition: Repetition::Asian, natural_limit: Some(120) }
    }
}

/// A game of xiangqi, or of the game with promotion, with all its positions.
///
/// ```
/// use ferz_rules::{Digits, Game, Notation, Script, Variant, xiangqi::XiangqiGame};
///
/// let mut game = XiangqiGame::new(Variant::XIANGQI, None).unwrap();
/// for text in ["h2e2", "H7-E7", "C5+4", "士4进5"] {
///     game.play(text).unwrap();
/// }
/// assert_eq!(game.moves(Notation::Wxf), ["C2=5", "c8=5", "C5+4", "a4+5"]);
/// assert_eq!(
///     game.moves(Notation::Chinese(Script::Simplified, Digits::Half)),
///     ["炮二平五", "炮8平5", "炮五进四", "士4进5"],
/// );
/// ```
#[derive(Clone, Debug)]
pub struct XiangqiGame {
    variant: Variant,
    rules: Rules,
    /// All positions but the last.
    past: Vec<Board>,
    board: Board,
    /// Between the positions; `None` for a pass.
    moves: Vec<Option<Move>>,
    /// Hashes of all positions, the last one included.
    keys: Vec<u64>,
}

impl XiangqiGame {
    /// A game from a FEN, or from the start position, under the usual [`Rules`].
    pub fn new(variant: Variant, fen: Option<&str>) -> Result<XiangqiGame, FenError> {
        XiangqiGame::with_rules(variant, fen, Rules::default())
    }

    /// A game under other rules.
    pub fn with_rules(
        variant: Variant,
        fen: Option<&str>,
        rules: Rules,
    ) -> Result<XiangqiGame, FenError> {
        let board = Board::from_fen(fen.unwrap_or(variant.start_fen), variant)?;
        Ok(XiangqiGame {
            variant,
            rules,
            past: Vec::new(),
            board,
            moves: Vec::new(),
            keys: vec![board.key()],
        })
    }

    /// How the game is judged.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All positions of the record, the present one last.
    pub fn boards(&self) -> Vec<Board> {
        self.boards_from(0)
    }

    fn boards_from(&self, index: usize) -> Vec<Board> {
        self.past.iter().skip(index).chain([&self.board]).copied().collect()
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

    /// Where in the record a position with this key occurred since the last capture, the latest
    /// first; the present one is not counted.
    fn earlier(&self, key: u64) -> impl Iterator<Item = usize> {
        let reach = self.board.halfmove_clock() as usize + 1;
        let now = self.past.len();
        (0..now).rev().take(reach).filter(move |index| self.keys[*index] == key)
    }

    /// How often the position has occurred, now included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier(self.board.key()).count()
    }

    /// Who must vary if the position has occurred before: the cycle since then, judged. It ends the
    /// game only when the position occurs for the third time.
    pub fn standing(&self) -> Option<Judgement> {
        let since = self.earlier(self.board.key()).next()?;
        Some(judge(self.rules.repetition, &self.boards_from(since), &self.moves[since..]))
    }

    /// The legal moves that repeat a position so that the mover would lose by it in the end: what
    /// UCCI's `banmoves` is for.
    pub fn banned(&self) -> Vec<Move> {
        let mut banned = self.board.legal();
        banned.retain(|mv| {
            let mut next = self.board;
            next.play(*mv);
            let Some(since) = self.earlier(next.key()).next() else { return false };
            let mut boards = self.boards_from(since);
            boards.push(next);
            let moves: Vec<_> = self.moves[since..].iter().copied().chain([Some(*mv)]).collect();
            let judgement = judge(self.rules.repetition, &boards, &moves);
            matches!(judgement, Judgement::Loses(side, _) if side == self.board.side())
        });
        banned
    }

    /// The verdict on the third occurrence of a position, all that happened since the first.
    fn repetition(&self) -> Option<Verdict> {
        let first = self.earlier(self.board.key()).nth(1)?;
        let boards = self.boards_from(first);
        Some(match judge(self.rules.repetition, &boards, &self.moves[first..]) {
            Judgement::Draw => Verdict::Draw(DrawReason::Repetition),
            Judgement::Loses(side, Offence::PerpetualCheck) => {
                Verdict::Win(!side, WinReason::PerpetualCheck)
            }
            Judgement::Loses(side, Offence::PerpetualChase) => {
                Verdict::Win(!side, WinReason::PerpetualChase)
            }
        })
    }
}

impl Game for XiangqiGame {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn size(&self) -> (usize, usize) {
        (9, 10)
    }

    fn boxed(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn side(&self) -> Side {
        self.board.side()
    }

    fn in_check(&self) -> bool {
        self.board.checkers().any()
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

    fn losing_repetitions(&self, notation: Notation) -> Vec<String> {
        self.banned().into_iter().map(|mv| self.board.write_move(mv, notation)).collect()
    }

    fn rewrite(&self, text: &str, notation: Notation) -> Result<String, MoveError> {
        Ok(self.board.write_move(self.board.read_move(text)?, notation))
    }

    fn rewrite_from(
        &self,
        text: &str,
        from: Notation,
        notation: Notation,
    ) -> Result<String, MoveError> {
        Ok(self.board.write_move(self.board.read_move_in(text, from)?, notation))
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
            None => PASS.to_owned(),
        };
        self.past.iter().zip(&self.moves).map(write).collect()
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn verdict(&self) -> Verdict {
        // Who has no move has lost, in check or not; that comes before all counting.
        if self.board.count_legal() == 0 {
            let reason = if self.in_check() { WinReason::Checkmate } else { WinReason::Stalemate };
            return Verdict::Win(!self.side(), reason);
        }
        if self.board.is_dead_draw() {
            return Verdict::Draw(DrawReason::InsufficientMaterial);
        }
        if let Some(verdict) = self.repetition() {
            return verdict;
        }
        match self.rules.natural_limit {
            Some(limit) if self.board.halfmove_clock() >= limit => {
                Verdict::Draw(DrawReason::NaturalMoves)
            }
            _ => Verdict::Open,
        }
    }

    fn picture_with(&self, pieces: Pieces) -> String {
        // A Chinese character takes the place of a letter and the blank before it.
        let look = |piece: Option<Piece>| match (pieces, piece) {
            (Pieces::Letters, piece) => format!(" {}", piece.map_or('.', Piece::letter)),
            (Pieces::Symbols, piece) => piece.map_or('．', Piece::symbol).to_string(),
        };
        let mut picture = String::from("  +-------------------+\n");
        for rank in (0..10).rev() {
            _ = write!(picture, "{rank} |");
            for file in 0..9 {
                let piece = self.board.piece_on(Square::at(file, rank));
                picture.push_str(&look(piece));
            }
            picture.push_str(" |\n");
        }
        picture.push_str("  +-------------------+\n    a b c d e f g h i\n");
        picture
    }

    fn perft(&self, depth: u32) -> u64 {
        self.board.perft(depth)
    }
}

/// How a pass is written in a list of moves.
const PASS: &str = "0000";
