//! A game with its record, whatever its board.

use crate::view::man_of;
use crate::{
    DrawReason, End, Family, FenError, FenStyle, Game, Held, Look, Man, MoveError, Notation, Path,
    Pieces, Rulings, Searched, Side, Variant, Verdict, View, WinReason,
};
use std::borrow::Cow;
use std::fmt::{Debug, Display, Write};

/// What a game asks of its positions beside what a search does: texts, and the verdict on a record
/// of them.
pub trait Playable: Searched + Copy + Eq + Debug + Display {
    /// Whose board it is.
    const FAMILY: Family;
    /// Whether its symbols are as wide as two letters, as Chinese characters are.
    const WIDE_SYMBOLS: bool;

    /// Reads a FEN.
    ///
    /// # Errors
    /// Says what is wrong with the text, or that the game is of another family.
    fn from_fen(fen: &str, variant: Variant) -> Result<Self, FenError>;
    /// Writes a FEN.
    fn fen(&self, style: FenStyle) -> String;
    /// The [key](crate::Position::key) made anew, where it is kept up from move to move: it must be
    /// the same.
    fn fresh_key(&self) -> u64 {
        self.key()
    }
    /// Whether a FEN says everything of the position.
    fn is_told_by_fen(&self) -> bool {
        true
    }
    /// How the piece on a square looks, the first file and rank being 0.
    fn look(&self, file: usize, rank: usize, pieces: Pieces) -> Option<char>;
    /// What stands on a square, the first file and rank being 0.
    fn man(&self, file: usize, rank: usize) -> Option<Man> {
        self.look(file, rank, Pieces::Letters).map(man_of)
    }
    /// What each side has in hand; `None` in games without hands.
    fn hands(&self) -> Option<[Vec<Held>; 2]> {
        None
    }
    /// Where royal pieces of the side to move are in check, of the men on the squares: by default
    /// those with a `K`.
    fn checked(&self, men: &[Option<Man>]) -> Vec<usize> {
        let is_king = |square: &usize| {
            men[*square].as_ref().is_some_and(|man| man.side == self.side() && man.letter == "K")
        };
        match self.in_check() {
            true => (0..men.len()).filter(is_king).collect(),
            false => Vec::new(),
        }
    }
    /// The way of a legal move over the board: by default from its first square to its last.
    fn path(&self, mv: Self::Move) -> Path {
        Path { from: Some(Self::from(mv)), to: Self::to(mv), ..Path::default() }
    }
    /// What the game says of its looks.
    fn looks(variant: Variant) -> Look {
        _ = variant;
        Look::default()
    }
    /// Reads a legal move in any notation.
    ///
    /// # Errors
    /// Says why the text is no legal move.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError> {
        let mut legal = self.legal().into_iter();
        let is_it = |mv: &Self::Move| self.write_move(*mv, Notation::Coordinate) == text;
        legal.find(is_it).ok_or_else(|| MoveError::Illegal(text.to_owned(), "no such move here"))
    }
    /// Reads a legal move known to be in a notation, where that makes a difference.
    ///
    /// # Errors
    /// As [`read_move`](Self::read_move).
    fn read_move_in(&self, text: &str, notation: Notation) -> Result<Self::Move, MoveError> {
        _ = notation;
        self.read_move(text)
    }
    /// Writes a legal move.
    fn write_move(&self, mv: Self::Move, notation: Notation) -> String;
    /// How [`Notation::Japanese`] names a square; `None` in games that are not written so.
    fn square_in_japanese(&self, square: usize) -> Option<String> {
        _ = square;
        None
    }

    /// How the game stands: by default as the positions say it, the third occurrence of one a draw
    /// unless somebody loses by it.
    fn verdict(game: &Played<Self>) -> Verdict {
        game.usual_verdict()
    }
    /// Whether the side to move may declare that it has won.
    fn may_declare_win(&self) -> bool {
        false
    }
    /// The legal moves that repeat a position so that the mover would lose by it in the end.
    fn losing_repetitions(game: &Played<Self>) -> Vec<Self::Move> {
        _ = game;
        Vec::new()
    }

    /// The usual start position of a game; for shuffled games it is one of many.
    ///
    /// # Panics
    /// If the game is of another family.
    fn start(variant: Variant) -> Self {
        Self::from_fen(variant.start_fen, variant).expect("the start position is a position")
    }
}

/// A game with all its positions.
#[derive(Clone, Debug)]
pub struct Played<P: Playable> {
    variant: Variant,
    rulings: Rulings,
    /// All positions but the last.
    past: Vec<P>,
    board: P,
    /// Between the positions; `None` for a pass.
    moves: Vec<Option<P::Move>>,
    /// Hashes of all positions, the last one included.
    keys: Vec<u64>,
}

impl<P: Playable> Played<P> {
    /// A game from a FEN, or from the start position, under the usual rulings.
    ///
    /// # Errors
    /// Says what is wrong with the FEN.
    pub fn new(variant: Variant, fen: Option<&str>) -> Result<Played<P>, FenError> {
        Played::with_rulings(variant, fen, Rulings::default())
    }

    /// The same without its type, for the [row](crate::GameSpec::open) of a game.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn open(
        variant: Variant,
        fen: Option<&str>,
        rulings: Rulings,
    ) -> Result<Box<dyn Game>, FenError> {
        Ok(Box::new(Played::<P>::with_rulings(variant, fen, rulings)?))
    }

    /// A game judged in this way where its rules leave a choice.
    ///
    /// # Errors
    /// Says what is wrong with the FEN.
    pub fn with_rulings(
        variant: Variant,
        fen: Option<&str>,
        rulings: Rulings,
    ) -> Result<Played<P>, FenError> {
        let board = P::from_fen(fen.unwrap_or(variant.start_fen), variant)?;
        let keys = vec![board.key()];
        Ok(Played { variant, rulings, past: Vec::new(), board, moves: Vec::new(), keys })
    }

    /// How the game is judged.
    pub fn rulings(&self) -> Rulings {
        self.rulings
    }

    /// The position.
    pub fn board(&self) -> &P {
        &self.board
    }

    /// All positions of the record, the present one last.
    pub fn boards(&self) -> Vec<P> {
        self.boards_from(0)
    }

    /// The positions from the one with this number on.
    pub(crate) fn boards_from(&self, index: usize) -> Vec<P> {
        self.past.iter().skip(index).chain([&self.board]).copied().collect()
    }

    /// The hashes of all positions of the record; the last is that of [`board`](Self::board).
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The moves of the record; `None` is a pass.
    pub fn record(&self) -> &[Option<P::Move>] {
        &self.moves
    }

    /// Makes a legal move.
    pub fn play_move(&mut self, mv: P::Move) {
        self.step(Some(mv));
    }

    fn step(&mut self, mv: Option<P::Move>) {
        self.past.push(self.board);
        self.moves.push(mv);
        match mv {
            Some(mv) => self.board.play(mv),
            None => self.board.pass(),
        }
        self.keys.push(self.board.key());
    }

    /// Where the move before the one with this index ended, as Japanese notation has it.
    fn same(&self, index: usize) -> Option<String> {
        let last = (*self.moves.get(index.checked_sub(1)?)?)?;
        self.board.square_in_japanese(P::to(last))
    }

    /// A text of a move that says all by itself: `同` is where the other side has just moved to.
    fn in_full<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match self.same(self.moves.len()) {
            Some(same) if text.contains(SAME) => Cow::Owned(text.replacen(SAME, &same, 1)),
            _ => Cow::Borrowed(text),
        }
    }

    /// A move of the position before the move with this index.
    fn written(&self, index: usize, board: &P, mv: P::Move, notation: Notation) -> String {
        let text = board.write_move(mv, notation);
        if notation == Notation::Japanese
            && let Some(same) = self.same(index)
            && let Some(rest) = text.strip_prefix(&same)
        {
            return format!("{SAME}{rest}");
        }
        text
    }

    fn write(&self, mv: P::Move, notation: Notation) -> String {
        self.written(self.moves.len(), &self.board, mv, notation)
    }

    /// Where in the record a position with this key occurred, as far back as one may come back, the
    /// latest first; the present one is not counted.
    pub(crate) fn earlier(&self, key: u64) -> impl Iterator<Item = usize> {
        let reach = (self.board.reversible() as usize).saturating_add(1);
        let now = self.past.len();
        (0..now).rev().take(reach).filter(move |index| self.keys[*index] == key)
    }

    /// How the game stands by what its positions say.
    fn usual_verdict(&self) -> Verdict {
        let board = &self.board;
        let over = |end, won, drawn| match end {
            End::Lost => Verdict::Win(!board.side(), won),
            End::Won => Verdict::Win(board.side(), won),
            End::Drawn => Verdict::Draw(drawn),
        };
        if let Some(end) = board.end() {
            return over(
                end,
                WinReason::Rule("a rule of the game"),
                DrawReason::Rule("a rule of the game"),
            );
        }
        if board.legal().is_empty()
            && let Some(end) = board.no_moves()
        {
            let won = match board.in_check() {
                true => WinReason::Checkmate,
                false => WinReason::Stalemate,
            };
            return over(end, won, DrawReason::Stalemate);
        }
        if board.is_dead_draw() {
            return Verdict::Draw(DrawReason::InsufficientMaterial);
        }
        if let Some(first) = self.earlier(board.key()).nth(1) {
            let (boards, moves) = (self.boards_from(first), &self.moves[first..]);
            return match P::loser_of_cycle(self.rulings, &boards, moves) {
                Some(loser) => Verdict::Win(!loser, WinReason::Rule("a rule of the game")),
                None => Verdict::Draw(DrawReason::Repetition),
            };
        }
        match board.halfmove_clock() >= board.drawn_at(self.rulings) {
            true => Verdict::Draw(DrawReason::NaturalMoves),
            false => Verdict::Open,
        }
    }

    /// How often the position has occurred, now included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier(self.board.key()).count()
    }
}

impl<P: Playable> Game for Played<P> {
    fn variant(&self) -> Variant {
        self.variant
    }

    fn size(&self) -> (usize, usize) {
        (self.variant.files, self.variant.ranks)
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
        self.board.legal().into_iter().map(|mv| self.write(mv, notation)).collect()
    }

    fn losing_repetitions(&self, notation: Notation) -> Vec<String> {
        let moves = P::losing_repetitions(self).into_iter();
        moves.map(|mv| self.write(mv, notation)).collect()
    }

    fn rewrite(&self, text: &str, notation: Notation) -> Result<String, MoveError> {
        Ok(self.write(self.board.read_move(&self.in_full(text))?, notation))
    }

    fn rewrite_from(
        &self,
        text: &str,
        from: Notation,
        notation: Notation,
    ) -> Result<String, MoveError> {
        Ok(self.write(self.board.read_move_in(&self.in_full(text), from)?, notation))
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.play_move(self.board.read_move(&self.in_full(text))?);
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
        let write = |(index, (board, mv)): (usize, (&P, &Option<P::Move>))| match mv {
            Some(mv) => self.written(index, board, *mv, notation),
            None if notation == Notation::San => "--".to_owned(),
            None => PASS.to_owned(),
        };
        self.past.iter().zip(&self.moves).enumerate().map(write).collect()
    }

    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn verdict(&self) -> Verdict {
        P::verdict(self)
    }

    fn may_declare_win(&self) -> bool {
        self.board.may_declare_win() && P::verdict(self) == Verdict::Open
    }

    fn can_win_something(&self) -> bool {
        let wins = |mv: &P::Move| self.board.is_noisy(*mv) && self.board.see(*mv, 1);
        self.board.legal().iter().any(wins)
    }

    fn view(&self) -> View {
        self.viewed()
    }

    fn look(&self) -> Look {
        P::looks(self.variant)
    }

    fn picture_with(&self, pieces: Pieces) -> String {
        let (files, ranks) = self.size();
        let last = self.variant.first_rank + ranks - 1;
        let margin = last.to_string().len();
        // A wide symbol takes the place of a letter and the blank before it.
        let (blank, empty) = match pieces {
            Pieces::Symbols if P::WIDE_SYMBOLS => ("", '．'),
            Pieces::Letters | Pieces::Symbols => (" ", '.'),
        };
        let edge = format!("{:margin$} +{}+\n", "", "-".repeat(2 * files + 1));
        let mut picture = edge.clone();
        for rank in (0..ranks).rev() {
            _ = write!(picture, "{:margin$} |", rank + self.variant.first_rank);
            for file in 0..files {
                let look = self.board.look(file, rank, pieces).unwrap_or(empty);
                _ = write!(picture, "{blank}{look}");
            }
            picture.push_str(" |\n");
        }
        picture.push_str(&edge);
        _ = write!(picture, "{:margin$}  ", "");
        for file in (b'a'..).take(files) {
            _ = write!(picture, " {}", file as char);
        }
        picture.push('\n');
        picture
    }

    fn perft(&self, depth: u32) -> u64 {
        self.board.perft(depth)
    }
}

/// The square of the move before, in Japanese notation.
const SAME: char = '同';
/// How a pass is written in a list of moves.
const PASS: &str = "0000";
