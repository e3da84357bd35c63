//! A game of xiangqi: the texts of its positions, and how it ends.

use super::{Board, Judgement, Move, Square, judge};
use crate::{
    DrawReason, Face, Family, FenError, FenStyle, Ground, Look, MoveError, Notation, Offence, Path,
    Pieces, Playable, Played, Position, Variant, Verdict, WinReason,
};

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
pub type XiangqiGame = Played<Board>;

impl XiangqiGame {
    /// Who must vary if the position has occurred before: the cycle since then, judged. It ends the
    /// game only when the position occurs for the third time.
    pub fn standing(&self) -> Option<Judgement> {
        Some(self.judged_since(self.earlier(self.board().key()).next()?))
    }

    /// The legal moves that repeat a position so that the mover would lose by it in the end: what
    /// UCCI's `banmoves` is for.
    pub fn banned(&self) -> Vec<Move> {
        let mut banned = self.board().legal();
        banned.retain(|mv| {
            let mut next = *self.board();
            next.play(*mv);
            let Some(since) = self.earlier(next.key()).next() else { return false };
            let mut boards = self.boards_from(since);
            boards.push(next);
            let moves: Vec<_> = self.record()[since..].iter().copied().chain([Some(*mv)]).collect();
            let judgement = judge(self.rulings().repetition, &boards, &moves);
            matches!(judgement, Judgement::Loses(side, _) if side == self.board().side())
        });
        banned
    }

    /// The cycle since the position with this number, judged.
    fn judged_since(&self, index: usize) -> Judgement {
        judge(self.rulings().repetition, &self.boards_from(index), &self.record()[index..])
    }

    /// The verdict on the third occurrence of a position, all that happened since the first.
    fn repetition(&self) -> Option<Verdict> {
        let first = self.earlier(self.board().key()).nth(1)?;
        Some(match self.judged_since(first) {
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

impl Playable for Board {
    const FAMILY: Family = Family::Xiangqi;
    const WIDE_SYMBOLS: bool = true;

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
        let promotes = mv.is_promotion().then(|| "P".to_owned());
        Path { from: Some(mv.from().index()), to: mv.to().index(), promotes, ..Path::default() }
    }

    fn looks(_: Variant) -> Look {
        let kinds = [
            ("P", "soldier", ["兵", "卒"]),
            ("A", "advisor", ["仕", "士"]),
            ("B", "elephant", ["相", "象"]),
            ("N", "horse", ["傌", "馬"]),
            ("C", "cannon", ["炮", "砲"]),
            ("R", "chariot", ["俥", "車"]),
            ("K", "general", ["帥", "將"]),
        ];
        let face = |(letter, name, characters)| Face {
            characters: Some(characters),
            ..Face::new(letter, name)
        };
        Look {
            ground: Ground::Points,
            river: Some([4, 5]),
            palaces: &[[3, 0, 5, 2], [3, 7, 5, 9]],
            kinds: kinds.map(face).into(),
            ..Look::default()
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_move(text)
    }

    fn read_move_in(&self, text: &str, notation: Notation) -> Result<Move, MoveError> {
        self.read_move_in(text, notation)
    }

    fn write_move(&self, mv: Move, notation: Notation) -> String {
        self.write_move(mv, notation)
    }

    fn verdict(game: &XiangqiGame) -> Verdict {
        let board = game.board();
        // Who has no move has lost, in check or not; that comes before all counting.
        if board.count_legal() == 0 {
            let reason = if board.in_check() { WinReason::Checkmate } else { WinReason::Stalemate };
            return Verdict::Win(!board.side(), reason);
        }
        if board.is_dead_draw() {
            return Verdict::Draw(DrawReason::InsufficientMaterial);
        }
        if let Some(verdict) = game.repetition() {
            return verdict;
        }
        match game.rulings().natural_limit {
            Some(limit) if board.halfmove_clock() >= limit => {
                Verdict::Draw(DrawReason::NaturalMoves)
            }
            _ => Verdict::Open,
        }
    }

    fn losing_repetitions(game: &XiangqiGame) -> Vec<Move> {
        game.banned()
    }
}
