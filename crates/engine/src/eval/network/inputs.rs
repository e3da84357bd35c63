//! Which inputs of a network a position switches on.
//!
//! Each side sees the board from its own end: its own pieces first, its first rank at the bottom.
//! Where the network is mirrored, a side whose king stands on the right half sees left and right
//! exchanged too. A network with king buckets has a set of inputs for each region of the own king.

use super::{Architecture, Places};
use ferz_rules::{Searched, Side, Variant};
use std::fmt;

/// A game that networks can be made for.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// Its number in a file.
    pub number: u8,
    /// What people call it.
    pub name: &'static str,
    /// Files of the board.
    pub files: usize,
    /// Squares of the board.
    pub squares: usize,
    /// Codes of pieces, both sides together.
    pub pieces: usize,
    /// The file of the network inside the program.
    pub own: Option<&'static [u8]>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.number == other.number
    }
}

impl Eq for Game {}

impl Game {
    /// Chess and its cousins on the same board.
    pub const CHESS: Game = Game {
        number: 0,
        name: "chess",
        files: 8,
        squares: 64,
        pieces: 12,
        own: Some(include_bytes!("../../../nets/chess.net")),
    };

    /// Xiangqi.
    pub const XIANGQI: Game = Game {
        number: 1,
        name: "xiangqi",
        files: 9,
        squares: 90,
        pieces: 14,
        own: Some(include_bytes!("../../../nets/xiangqi.net")),
    };

    /// All of them.
    pub const ALL: [Game; 2] = [Game::CHESS, Game::XIANGQI];

    /// The game whose networks judge this one; `None` for a game that has none.
    pub fn of(variant: Variant) -> Option<Game> {
        let usual = variant.family.usual()?;
        Game::ALL.into_iter().find(|game| Variant::by_name(game.name) == Some(usual))
    }

    /// Places of a piece: the squares, and as many as of one kind can be in hand.
    pub const fn places(self) -> usize {
        self.squares
    }

    /// The square in the mirror between left and right.
    pub const fn mirrored(self, square: usize) -> usize {
        let files = self.files;
        square - square % files + (files - 1 - square % files)
    }

    /// The square as the other side counts ranks.
    pub const fn turned(self, square: usize) -> usize {
        let files = self.files;
        self.squares - files - (square - square % files) + square % files
    }

    /// The square as a side counts ranks: its first is the lowest.
    pub const fn seen_by(self, side: Side, square: usize) -> usize {
        match side {
            Side::First => square,
            Side::Second => self.turned(square),
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A piece on a square: the code of [`Order::moved_piece`](ferz_rules::Order::moved_piece), and the square's index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man {
    /// The piece.
    pub piece: u8,
    /// The square, or the place in hand: see [`Places`].
    pub square: u8,
}

/// The most that one move changes: an explosion takes the piece that moved and all around it.
const MOST_CHANGES: usize = 12;

/// What a move takes off the board and puts on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    off: Men,
    on: Men,
}

/// A few men.
#[derive(Clone, Copy, Debug, Default)]
struct Men {
    men: [Man; MOST_CHANGES],
    count: u8,
}

impl Men {
    const NONE: Men = Men { men: [Man { piece: 0, square: 0 }; MOST_CHANGES], count: 0 };

    #[inline(always)]
    fn push(&mut self, piece: usize, place: usize) {
        // A bug in a game, which would otherwise be wrong sums without a word.
        let slot = self.men.get_mut(self.count as usize).expect("a move changes few places");
        *slot = Man { piece: piece as u8, square: place as u8 };
        self.count += 1;
    }

    #[inline(always)]
    fn all(&self) -> &[Man] {
        &self.men[..self.count as usize]
    }
}

impl Changes {
    /// No move changes more places one way.
    pub const MOST: usize = MOST_CHANGES;

    /// Nothing.
    pub const NONE: Changes = Changes { off: Men::NONE, on: Men::NONE };

    /// Takes a piece off its place.
    ///
    /// # Panics
    /// If that is more than [`MOST`](Self::MOST).
    #[inline(always)]
    pub fn take(&mut self, piece: usize, place: usize) {
        self.off.push(piece, place);
    }

    /// Puts a piece on a place.
    ///
    /// # Panics
    /// As [`take`](Self::take).
    #[inline(always)]
    pub fn put(&mut self, piece: usize, place: usize) {
        self.on.push(piece, place);
    }

    /// What leaves its place.
    #[inline(always)]
    pub fn taken(&self) -> &[Man] {
        self.off.all()
    }

    /// What comes to one.
    #[inline(always)]
    pub fn put_on(&self) -> &[Man] {
        self.on.all()
    }
}

/// A position that networks can judge.
pub trait Inputs: Searched {
    /// Its game.
    const GAME: Game;
    /// Whether it is a position of the game that the networks are made for, not of a cousin.
    fn suits(&self) -> bool;
    /// Whether rules made by hand shall judge this position: an ending that they know, and that a
    /// network knows nothing of, because the games that it learned from were given up before.
    fn is_for_rules(&self) -> bool;
    /// Whether the position with left and right exchanged is worth the same.
    fn may_be_mirrored(&self) -> bool;
    /// Where the pieces of one code stand, or wait in hand.
    fn men(&self, piece: usize) -> Places;
    /// How many pieces there are.
    fn count(&self) -> usize;
    /// Where a side's king stands.
    fn king_square(&self, side: Side) -> usize;
    /// What the move that led from `self` to `after` changed.
    fn changes(&self, mv: Self::Move, after: &Self) -> Changes;
}

/// How a side sees the board: mirrored or not, and the bucket of its king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View(u8);

impl View {
    const fn new(bucket: usize, mirrored: bool) -> View {
        View((bucket as u8) << 1 | mirrored as u8)
    }

    /// A number below [`Lookup::views`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The numbers of inputs for one architecture, by table.
#[derive(Clone, Debug)]
pub struct Lookup {
    /// Views by side and king's square, which is a byte.
    views: [[View; 256]; 2],
    count: usize,
    /// Inputs of a bucket by side, mirroring, and the code of a man.
    inputs: [[Vec<u16>; 2]; 2],
    /// Places of a piece.
    places: usize,
    /// Inputs of one bucket.
    base: usize,
}

impl Lookup {
    /// The tables of an architecture.
    pub fn new(architecture: &Architecture) -> Lookup {
        let game = architecture.game;
        let (squares, places, pieces) = (game.squares, game.places(), game.pieces);
        assert!(
            places <= Places::ROOM && places * pieces <= usize::from(u16::MAX),
            "inputs have 16 bits"
        );
        let mut views = [[View::default(); 256]; 2];
        let mut inputs: [[Vec<u16>; 2]; 2] = Default::default();
        for side in Side::BOTH {
            for (king, view) in views[side.index()][..squares].iter_mut().enumerate() {
                let seen = game.seen_by(side, king);
                let mirrored = architecture.mirrored && seen % game.files > (game.files - 1) / 2;
                let seen = if mirrored { game.mirrored(seen) } else { seen };
                let bucket = architecture.king_buckets.get(seen).copied().unwrap_or(0);
                *view = View::new(bucket as usize, mirrored);
            }
            for mirrored in [false, true] {
                let table = &mut inputs[side.index()][mirrored as usize];
                for piece in 0..pieces {
                    // Own pieces come first.
                    let owner = (piece / (pieces / 2)) ^ side.index();
                    let kind = piece % (pieces / 2);
                    for place in 0..places {
                        // What is in hand looks the same from everywhere.
                        let seen = match place < squares {
                            true if mirrored => game.mirrored(game.seen_by(side, place)),
                            true => game.seen_by(side, place),
                            false => place,
                        };
                        table.push(((owner * (pieces / 2) + kind) * places + seen) as u16);
                    }
                }
            }
        }
        let count = 2 * architecture.buckets();
        Lookup { views, count, inputs, places, base: places * pieces }
    }

    /// How many views there are.
    pub fn views(&self) -> usize {
        self.count
    }

    /// How the side whose king stands there sees the board.
    #[inline(always)]
    pub fn view(&self, side: Side, king: usize) -> View {
        self.views[side.index()][king as u8 as usize]
    }

    /// The number of an input.
    #[inline(always)]
    pub fn input(&self, side: Side, view: View, man: Man) -> usize {
        self.input_of(side, view, man.piece as usize * self.places + man.square as usize)
    }

    /// The number of the input for a man with this code: his piece times the number of places, and
    /// his place.
    #[inline(always)]
    pub fn input_of(&self, side: Side, view: View, code: usize) -> usize {
        (view.index() >> 1) * self.base + self.inputs[side.index()][view.index() & 1][code] as usize
    }

    /// The inputs that a position switches on for a side.
    pub fn active<P: Inputs>(&self, position: &P, side: Side, mut each: impl FnMut(usize)) {
        let view = self.view(side, position.king_square(side));
        for piece in 0..position.shape().pieces {
            for square in position.men(piece) {
                each(self.input(side, view, Man { piece: piece as u8, square }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(count: usize) -> Changes {
        let mut changes = Changes::NONE;
        (0..count).for_each(|number| changes.take(number, 10 * number));
        changes.put(3, 191);
        changes
    }

    /// An explosion takes a dozen, and each of them is kept.
    #[test]
    fn a_move_may_change_many_places() {
        let changes = changed(Changes::MOST);
        let taken: Vec<_> = changes.taken().iter().map(|man| (man.piece, man.square)).collect();
        let expected: Vec<_> =
            (0..Changes::MOST as u8).map(|number| (number, 10 * number)).collect();
        assert_eq!(taken, expected);
        assert_eq!(changes.put_on(), [Man { piece: 3, square: 191 }]);
    }

    #[test]
    #[should_panic(expected = "a move changes few places")]
    fn one_change_too_many_is_no_wrong_sum() {
        changed(Changes::MOST + 1);
    }
}
