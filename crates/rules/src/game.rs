//! The object-safe view of a game: text in, text out, with the record that verdicts need.

use crate::{Look, Side, Variant, View};
use std::fmt;

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on.
    Open,
    /// The player to move may claim a draw.
    Claimable(DrawReason),
    /// Over: drawn.
    Draw(DrawReason),
    /// Over: won by this side.
    Win(Side, WinReason),
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// No legal move and not in check.
    Stalemate,
    /// The third occurrence of a position (claimable), or the fifth; in xiangqi the third, when
    /// neither side or both must vary.
    Repetition,
    /// Fifty moves without capture or pawn move (claimable).
    FiftyMoves,
    /// Seventy-five moves without capture or pawn move.
    SeventyFiveMoves,
    /// No mate position exists: K-K, KN-K, KB-K, KB-KB with all bishops on one colour.
    InsufficientMaterial,
    /// Too many moves without capture (xiangqi).
    NaturalMoves,
    /// A rule that other games lack, as a lower-case fragment.
    Rule(&'static str),
}

/// Why a game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The king cannot escape.
    Checkmate,
    /// No legal move, though not in check (xiangqi).
    Stalemate,
    /// The other side has given check with every move of a cycle (xiangqi).
    PerpetualCheck,
    /// The other side has chased with every move of a cycle (xiangqi).
    PerpetualChase,
    /// A rule that other games lack, as a lower-case fragment.
    Rule(&'static str),
}

impl fmt::Display for DrawReason {
    /// A lower-case fragment.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Repetition => "repetition",
            DrawReason::FiftyMoves => "fifty moves without capture or pawn move",
            DrawReason::SeventyFiveMoves => "seventy-five moves without capture or pawn move",
            DrawReason::InsufficientMaterial => "insufficient material",
            DrawReason::NaturalMoves => "too many moves without capture",
            DrawReason::Rule(rule) => rule,
        })
    }
}

impl fmt::Display for WinReason {
    /// A lower-case fragment.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WinReason::Checkmate => "checkmate",
            WinReason::Stalemate => "no legal move",
            WinReason::PerpetualCheck => "perpetual check",
            WinReason::PerpetualChase => "perpetual chase",
            WinReason::Rule(rule) => rule,
        })
    }
}

/// How to write a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `e2e4`, `e7e8q`, castling by the king's two squares `e1g1`. In Chess960 positions where
    /// that is no castling move or is ambiguous: king takes rook.
    Coordinate,
    /// As `Coordinate`, castling always as king takes rook: `e1h1`.
    KingTakesRook,
    /// As `Coordinate`, castling always as `O-O` and `O-O-O`.
    CastlingWords,
    /// Standard algebraic notation with check signs: `Nbd7`, `exd8=Q#`.
    San,
    /// Where ranks count from 0, as in xiangqi: as `Coordinate`, ranks from 1 to 10: `h3e3`, `a10a9`.
    CoordinateFromOne,
    /// Xiangqi: `H2-E2`.
    Iccs,
    /// Xiangqi: `C2=5`, `H8+7`.
    Wxf,
    /// Xiangqi: as `Wxf`, sideways with a dot: `C2.5`.
    WxfDotted,
    /// Xiangqi: `炮二平五`.
    Chinese(Script, Digits),
    /// Shogi and games that promote like it: `P-7f`, `Bx2b+`, `P*5e`.
    Western,
    /// Shogi: `７六歩`, `同銀`, `２二角成`.
    Japanese,
}

/// The characters of Chinese notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// `马八进七`.
    Simplified,
    /// `馬八進七`.
    Traditional,
}

/// How pieces look on a board of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pieces {
    /// The letters of FEN.
    Letters,
    /// `♔`, `帥`: those of xiangqi are as wide as two letters.
    Symbols,
}

/// How Chinese notation writes the numbers of Black's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Digits {
    /// `炮8平5`.
    Half,
    /// `炮８平５`.
    Full,
}

/// Who must vary when a position of xiangqi comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The rules of the Asian Xiangqi Federation, and in this of the World Xiangqi Federation:
    /// perpetual check loses, and so does perpetual chase of one and the same piece.
    Asian,
    /// The rules of the Chinese Xiangqi Association, 2020: any mixture of checks, chases and
    /// threats of mate with every move loses, whatever the victims.
    Chinese,
    /// What programs commonly judge by: as `Asian`, but pins are not looked at.
    Computer,
}

/// What rules of games leave to those who judge them. Where a game leaves nothing, nobody looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings {
    /// Who must vary when a position comes back.
    pub repetition: Repetition,
    /// After how many half-moves without capture the game is drawn; `None` for never.
    pub natural_limit: Option<u32>,
}

impl Default for Rulings {
    /// The Asian rules for repetition, and sixty moves by each side without capture.
    fn default() -> Rulings {
        Rulings { repetition: Repetition::Asian, natural_limit: Some(120) }
    }
}

/// What the side that must vary has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offence {
    /// Given check with every move.
    PerpetualCheck,
    /// Chased with every move.
    PerpetualChase,
}

/// How to write castling rights and en passant in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenStyle {
    /// `KQkq`; X-FEN letters where that is ambiguous.
    XFen,
    /// Files of the castling rooks: `HAha`.
    Shredder,
    /// Xiangqi with `H` and `E` for horse and elephant, as XBoard writes it.
    HorseElephant,
    /// Shogi, and games that drop and promote like it, in USI's SFEN: `… b 2Pp 1`.
    Sfen,
}

/// Why a text is no playable move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no move in any notation.
    Unreadable(String),
    /// It reads as a move that is not legal; the reason is a lower-case fragment (`in check`).
    Illegal(String, &'static str),
    /// SAN that fits several legal moves.
    Ambiguous(String),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable(text) => write!(f, "not a move: \"{text}\""),
            MoveError::Illegal(text, reason) => write!(f, "illegal move \"{text}\": {reason}"),
            MoveError::Ambiguous(text) => write!(f, "ambiguous move \"{text}\""),
        }
    }
}

impl std::error::Error for MoveError {}

/// Why a text is no playable position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The offending part of the text.
    pub text: String,
    /// What is wrong with it, as a lower-case fragment.
    pub reason: &'static str,
    /// What else is wrong with the position.
    pub more: Vec<FenError>,
}

impl FenError {
    /// One thing that is wrong.
    pub fn new(text: &str, reason: &'static str) -> FenError {
        FenError { text: text.to_owned(), reason, more: Vec::new() }
    }

    /// Several as one; nothing if nothing is wrong. What is true of both sides is said once.
    ///
    /// # Errors
    /// The first, with the others in it.
    pub fn of(faults: Vec<FenError>) -> Result<(), FenError> {
        let mut faults = faults.into_iter();
        let Some(mut first) = faults.next() else { return Ok(()) };
        for fault in faults {
            if first.all().all(|known| (&known.text, known.reason) != (&fault.text, fault.reason)) {
                first.more.push(fault);
            }
        }
        Err(first)
    }

    /// All that is wrong.
    pub fn all(&self) -> impl Iterator<Item = &FenError> {
        std::iter::once(self).chain(&self.more)
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: \"{}\"", self.reason, self.text)
    }
}

impl std::error::Error for FenError {}

/// A game with its record, without its type: what protocols, files and boards use.
pub trait Game: Send + Sync {
    /// Which game it is.
    fn variant(&self) -> Variant;
    /// Files and ranks of the board.
    fn size(&self) -> (usize, usize);
    /// A copy.
    fn boxed(&self) -> Box<dyn Game>;

    /// The side to move.
    fn side(&self) -> Side;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The position as FEN.
    fn fen(&self, style: FenStyle) -> String;
    /// The FEN that the record starts from.
    fn start_fen(&self) -> String;
    /// Hash of the position.
    fn key(&self) -> u64;

    /// The legal moves, written in `notation`.
    fn legal_moves(&self, notation: Notation) -> Vec<String>;
    /// Those that repeat a position so that the mover must lose by it in the end, as perpetual
    /// check and chase do in xiangqi.
    fn losing_repetitions(&self, notation: Notation) -> Vec<String> {
        _ = notation;
        Vec::new()
    }
    /// Rewrites a legal move given in any notation; says why if it is not one.
    fn rewrite(&self, text: &str, notation: Notation) -> Result<String, MoveError>;
    /// Writes a legal move given in any notation as [people read it](crate::GameSpec::readable).
    fn readable(&self, text: &str) -> Result<String, MoveError> {
        self.rewrite(text, self.variant().readable())
    }
    /// As [`rewrite`](Self::rewrite), for a text known to be in the notation `from`. What one
    /// notation alone can say is understood only so: ranks of xiangqi from 1 to 10.
    fn rewrite_from(
        &self,
        text: &str,
        from: Notation,
        notation: Notation,
    ) -> Result<String, MoveError> {
        _ = from;
        self.rewrite(text, notation)
    }
    /// Makes a legal move given in any notation.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;
    /// Passes the turn; refused in check.
    fn pass(&mut self) -> Result<(), MoveError>;
    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// The moves of the record in `notation`.
    fn moves(&self, notation: Notation) -> Vec<String>;
    /// How many moves the record has.
    fn ply(&self) -> usize;

    /// How the game stands, with the whole record in view.
    fn verdict(&self) -> Verdict;
    /// Whether the player to move has no legal move in an open game, and waits: a piece from another
    /// board would give one (bughouse).
    fn waits(&self) -> bool {
        self.legal_moves(Notation::Coordinate).is_empty()
            && matches!(self.verdict(), Verdict::Open | Verdict::Claimable(_))
    }
    /// Whether the player to move may end an open game by declaring that it is won, as in shogi with
    /// a king that has entered the far camp. Nobody must.
    fn may_declare_win(&self) -> bool {
        false
    }
    /// Whether the side to move can win something by taking or promoting, as far as exchanges on
    /// one square tell.
    ///
    /// ```
    /// use ferz_rules::{Variant, new_game};
    ///
    /// let after = |moves: [&str; 2]| {
    ///     let mut game = new_game(Variant::NORMAL, None).unwrap();
    ///     moves.into_iter().for_each(|mv| game.play(mv).unwrap());
    ///     game.can_win_something()
    /// };
    /// assert!(after(["e4", "f5"]) && !after(["e4", "d5"]) && !after(["e4", "e5"]));
    /// ```
    fn can_win_something(&self) -> bool;
    /// The position as a board shows it, with all legal moves.
    ///
    /// ```
    /// use ferz_rules::{Variant, new_game};
    ///
    /// let view = new_game(Variant::NORMAL, None).unwrap().view();
    /// assert_eq!(view.cells[1].as_ref().unwrap().letter, "N");
    /// assert_eq!(view.moves.iter().filter(|mv| mv.path.from == Some(1)).count(), 2);
    /// ```
    fn view(&self) -> View;
    /// How the game looks, whatever the position.
    fn look(&self) -> Look;
    /// The board as text, for people.
    fn picture(&self) -> String {
        self.picture_with(Pieces::Letters)
    }
    /// The board as text, with pieces that look so.
    fn picture_with(&self, pieces: Pieces) -> String;
    /// Counts the leaves of the tree of legal moves, `depth` plies deep.
    fn perft(&self, depth: u32) -> u64;
}
