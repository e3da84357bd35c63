//! A position as a board shows it: what stands where, what is in hand, what is legal, in squares and
//! letters. Who shows a game needs no FEN and no notation.
//!
//! Squares are numbers, file by file from the left of the first side, rank by rank from its own: on
//! a board of eight files, a2 is 8. The first side sits below.

use crate::{Game, Notation, Playable, Played, Side};

/// A position as a board shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// What stands on each square.
    pub cells: Vec<Option<Man>>,
    /// What each side has in hand, the first side's first; `None` in games without hands.
    pub hands: Option<[Vec<Held>; 2]>,
    /// Who is to move.
    pub side: Side,
    /// Where royal pieces of the side to move are in check.
    pub checked: Vec<usize>,
    /// The legal moves.
    pub moves: Vec<ViewMove>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose it is.
    pub side: Side,
    /// How FEN writes it for the first side: `N`, `+R`.
    pub letter: String,
    /// Whether it goes to hand as what it was before: `Q~`.
    pub promoted: bool,
}

/// Pieces of a kind in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// How FEN writes it for the first side.
    pub letter: String,
    /// How many; at least one.
    pub count: usize,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewMove {
    /// In [coordinates](Notation::Coordinate).
    pub text: String,
    /// The way it goes.
    pub path: Path,
    /// Where it takes something, explosions included.
    pub takes: Vec<usize>,
}

/// The way of a move over the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// Where it starts; `None` for a drop.
    pub from: Option<usize>,
    /// What is dropped: its letter for the first side.
    pub drop: Option<String>,
    /// Squares on the way where it takes something.
    pub via: Vec<usize>,
    /// Where it ends. Castling ends where its [text](ViewMove::text) says: on the king's square, or
    /// on that of the rook.
    pub to: usize,
    /// What it becomes: the letter for the first side.
    pub promotes: Option<String>,
}

/// What a game says of its looks: the same for all its positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// What the pieces stand on.
    pub ground: Ground,
    /// The ranks on both sides of a river.
    pub river: Option<[usize; 2]>,
    /// Left, bottom, right and top of each palace.
    pub palaces: &'static [[usize; 4]],
    /// Whether the sides are told by where the pieces point, as in shogi.
    pub wedges: bool,
    /// The kinds of piece, in the order of the game.
    pub kinds: Vec<Face>,
}

/// What pieces stand on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Squares in two colours.
    #[default]
    Chequered,
    /// Squares in one colour.
    Plain,
    /// The points where lines meet.
    Points,
}

/// How a kind of piece looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// How FEN writes it for the first side.
    pub letter: String,
    /// What it is called in English: `knight`. `None` where nobody has named it.
    pub name: Option<&'static str>,
    /// The characters on it, of the first side's and the second's.
    pub characters: Option<[&'static str; 2]>,
    /// Whether it can be in hand.
    pub held: bool,
}

impl Face {
    /// A kind with a name, without characters.
    pub fn new(letter: &str, name: &'static str) -> Face {
        Face { letter: letter.to_owned(), name: Some(name), characters: None, held: false }
    }
}

impl<P: Playable> Played<P> {
    /// The position as a board shows it.
    pub(crate) fn viewed(&self) -> View {
        let board = self.board();
        let files = self.variant().files;
        let man = |board: &P, square: usize| board.man(square % files, square / files);
        let cells: Vec<_> =
            (0..files * self.variant().ranks).map(|square| man(board, square)).collect();
        let side = board.side();
        let view_move = |mv| {
            let mut after = *board;
            after.play(mv);
            // Also where nobody has moved to: explosions, pawns taken in passing.
            let lost = |square: &usize| {
                let was = cells[*square].as_ref();
                was.is_some_and(|was| was.side != side)
                    && man(&after, *square).is_none_or(|is| is.side == side)
            };
            ViewMove {
                text: board.write_move(mv, Notation::Coordinate),
                path: board.path(mv),
                takes: (0..cells.len()).filter(lost).collect(),
            }
        };
        let moves = board.legal().into_iter().map(view_move).collect();
        View { hands: board.hands(), side, checked: board.checked(&cells), moves, cells }
    }
}

/// A man by a letter in the case of its side.
pub(crate) fn man_of(letter: char) -> Man {
    let side = if letter.is_uppercase() { Side::First } else { Side::Second };
    Man { side, letter: letter.to_uppercase().collect(), promoted: false }
}
