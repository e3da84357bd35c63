//! Which inputs of a network a position switches on.
//!
//! Each side sees the board from its own end: its own pieces first, its first rank at the bottom (where
//! both sides run to the same end, as in racing kings, each sees its own pieces first, and no more).
//! Where the network is mirrored, a side whose king stands on the right half sees left and right
//! exchanged too. A network with king buckets has a set of inputs for each region of the own king.

use super::{Architecture, Game, Places};
use ferz_rules::{Searched, Side};

/// A piece on a square, by the numbers of [`Inputs::men`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Man {
    /// The piece.
    pub piece: u8,
    /// The square, or the place in hand: see [`Places`].
    pub square: u8,
}

/// As many as one move changes in the games that we know: an explosion takes the piece that moved and
/// all around it.
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
    /// More than there is room for: not all of them are here.
    count: u8,
}

impl Men {
    const NONE: Men = Men { men: [Man { piece: 0, square: 0 }; MOST_CHANGES], count: 0 };

    #[inline(always)]
    fn push(&mut self, piece: usize, place: usize) {
        if let Some(slot) = self.men.get_mut(self.count as usize) {
            *slot = Man { piece: piece as u8, square: place as u8 };
            self.count += 1;
        } else {
            self.count = MOST_CHANGES as u8 + 1;
        }
    }

    #[inline(always)]
    fn all(&self) -> &[Man] {
        &self.men[..(self.count as usize).min(MOST_CHANGES)]
    }
}

impl Changes {
    /// The most that there is room for each way.
    pub const MOST: usize = MOST_CHANGES;

    /// Nothing.
    pub const NONE: Changes = Changes { off: Men::NONE, on: Men::NONE };

    /// Forgets all.
    #[inline(always)]
    pub fn clear(&mut self) {
        (self.off.count, self.on.count) = (0, 0);
    }

    /// Whether all is here that the move changed. Where it is not, the position is to be looked at anew.
    #[inline(always)]
    pub fn are_all(&self) -> bool {
        self.off.count.max(self.on.count) <= MOST_CHANGES as u8
    }

    /// Takes a piece off its place.
    #[inline(always)]
    pub fn take(&mut self, piece: usize, place: usize) {
        self.off.push(piece, place);
    }

    /// Puts a piece on a place.
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

/// The square of a king that there is not.
pub const NOWHERE: usize = 255;

/// A position that networks can judge.
pub trait Inputs: Searched {
    /// Whether a move can change where the other side's king stands.
    const MOVES_BOTH_KINGS: bool = false;
    /// The game whose networks judge it. Not for every node: it may take its time.
    fn game(&self) -> Game;
    /// Whether it is a position of the game that the networks are made for, not of a cousin.
    fn suits(&self) -> bool;
    /// Whether rules made by hand shall judge this position: an ending that they know, and that a
    /// network knows nothing of, because the games that it learned from were given up before.
    fn is_for_rules(&self) -> bool;
    /// Whether the position with left and right exchanged is worth the same.
    fn may_be_mirrored(&self) -> bool;
    /// Where the pieces of one code stand, or wait in hand. Codes below half of [`Game::pieces`] are
    /// those of the first side.
    fn men(&self, piece: usize) -> Places;
    /// How many pieces stand on the board.
    fn count(&self) -> usize;
    /// Where a side's king stands; [`NOWHERE`] for a side that has none, or several.
    fn king_square(&self, side: Side) -> usize;
    /// Adds what the move that led from `self` to `after` changed.
    fn changes(&self, mv: Self::Move, after: &Self, changes: &mut Changes);
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
    /// Codes of pieces.
    pieces: usize,
    /// Places of a piece.
    places: usize,
    /// Inputs of one bucket.
    base: usize,
}

impl Lookup {
    /// The tables of an architecture.
    pub fn new(architecture: &Architecture) -> Lookup {
        let game = architecture.game;
        let (squares, places, pieces) = (game.squares, game.places, game.pieces);
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
        Lookup { views, count, inputs, pieces, places, base: places * pieces }
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
        for piece in 0..self.pieces {
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
        (0..count).for_each(|number| changes.take(number, 10 * number % 192));
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

    /// What there is no room for is not forgotten without a word.
    #[test]
    fn too_many_changes_are_not_all_there() {
        assert!(changed(Changes::MOST).are_all());
        for more in 1..300 {
            assert!(!changed(Changes::MOST + more).are_all());
        }
    }
}
