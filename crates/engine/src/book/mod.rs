//! Opening books: files of entries of equal size, sorted by a key of the position.
//!
//! | file | holds |
//! |---|---|
//! | `polyglot` | chess, in the format of Polyglot |
//! | `elephant` | xiangqi, in the format of ElephantEye |
//! | `make` | a book from moves and what they are worth |

mod elephant;
mod make;
mod polyglot;
#[cfg(test)]
mod tests;

pub use elephant::Elephant;
pub use make::{BadGame, Maker};
pub use polyglot::Polyglot;

use ferz_rules::{FenStyle, Game, MoveError, Notation, Playable, Position, Random};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

/// Larger files are no books of this world.
const LARGEST: u64 = 1 << 31;

/// What every format keeps of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Hash of the position.
    pub key: u64,
    /// The move, in the bits of the format.
    pub mv: u32,
    /// How often to play it, beside the others.
    pub weight: u16,
}

/// A book move with its weight.
pub type Weighted<F> = (<<F as Format>::Position as Position>::Move, u32);

/// A format of books: one for each game.
pub trait Format: Sized + Send + Sync + 'static {
    /// The positions of the game.
    type Position: Position;
    /// Whose format it is.
    const NAME: &'static str;
    /// Bytes of an entry.
    const SIZE: usize;

    /// The position that a game begins with.
    fn start() -> Self::Position;
    /// Reads a legal move in any notation.
    fn read_move(
        position: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, MoveError>;
    /// Reads an entry; missing bytes are zeros.
    fn read(bytes: &[u8]) -> Entry;
    /// Writes an entry.
    fn write(entry: Entry, out: &mut Vec<u8>);
    /// What is wrong with an entry wherever it stands.
    fn fault(entry: Entry) -> Option<&'static str>;
    /// The legal moves that a book has for a position.
    fn moves(book: &Book<Self>, position: &Self::Position) -> Vec<Weighted<Self>>;
    /// Keys and bits under which a legal move of a position is to be entered.
    fn places(position: &Self::Position, mv: <Self::Position as Position>::Move)
    -> Vec<(u64, u32)>;
    /// The bytes of the book of our own making.
    fn own() -> &'static [u8];
}

/// Why bytes are no book, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// There is nothing.
    Empty,
    /// The last entry lacks bytes.
    Cut {
        /// Where it begins.
        offset: usize,
        /// How many bytes it should have.
        size: usize,
        /// How many there are.
        found: usize,
    },
    /// A key is smaller than the one before it, so nothing could be found.
    Unsorted {
        /// Which entry, from 0.
        index: usize,
        /// Where it begins.
        offset: usize,
    },
    /// An entry that no position could have.
    Entry {
        /// Which entry, from 0.
        index: usize,
        /// Where it begins.
        offset: usize,
        /// What is wrong with it.
        why: &'static str,
    },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Empty => f.write_str("it is empty"),
            Malformed::Cut { offset, size, found } => {
                write!(f, "the entry at byte {offset} has {found} of its {size} bytes")
            }
            Malformed::Unsorted { index, offset } => {
                write!(f, "entry {index} at byte {offset} is out of order")
            }
            Malformed::Entry { index, offset, why } => {
                write!(f, "entry {index} at byte {offset}: {why}")
            }
        }
    }
}

impl std::error::Error for Malformed {}

/// A book in memory.
pub struct Book<F> {
    bytes: Cow<'static, [u8]>,
    format: PhantomData<F>,
}

impl<F: Format> Book<F> {
    /// Reads a book from a file; says why not, and where.
    pub fn open(path: &Path) -> Result<Book<F>, String> {
        let fail = |why: &dyn fmt::Display| format!("book \"{}\": {why}", path.display());
        let bytes = ferz_input::file::read_up_to(path, LARGEST).map_err(|error| fail(&error))?;
        Book::from_bytes(bytes).map_err(|why| fail(&format_args!("no book of {}: {why}", F::NAME)))
    }

    /// A book from its bytes.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book<F>, Malformed> {
        let book = Book { bytes: bytes.into(), format: PhantomData };
        let (whole, found) = (book.len(), book.bytes.len() % F::SIZE);
        if found != 0 {
            return Err(Malformed::Cut { offset: whole * F::SIZE, size: F::SIZE, found });
        }
        if whole == 0 {
            return Err(Malformed::Empty);
        }
        for index in 0..whole {
            let (entry, offset) = (book.entry(index), index * F::SIZE);
            if index > 0 && book.entry(index - 1).key > entry.key {
                return Err(Malformed::Unsorted { index, offset });
            }
            if let Some(why) = F::fault(entry) {
                return Err(Malformed::Entry { index, offset, why });
            }
        }
        Ok(book)
    }

    /// A book of these entries.
    pub fn from_entries(mut entries: Vec<Entry>) -> Book<F> {
        entries.sort();
        let mut bytes = Vec::with_capacity(entries.len() * F::SIZE);
        entries.into_iter().for_each(|entry| F::write(entry, &mut bytes));
        Book { bytes: bytes.into(), format: PhantomData }
    }

    /// The book inside the program (`examples/make_book.rs` says how it is made).
    pub fn own() -> Book<F> {
        Book { bytes: Cow::Borrowed(F::own()), format: PhantomData }
    }

    /// The bytes, as in a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / F::SIZE
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn entry(&self, index: usize) -> Entry {
        F::read(self.bytes.get(index * F::SIZE..).unwrap_or_default())
    }

    /// All entries, sorted.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        (0..self.len()).map(|index| self.entry(index))
    }

    /// The entries with this key.
    pub fn find(&self, key: u64) -> impl Iterator<Item = Entry> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.entry(middle).key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let rest = (low..self.len()).map(|index| self.entry(index));
        rest.take_while(move |entry| entry.key == key)
    }

    /// The legal book moves of a position, the heaviest first.
    pub fn moves(&self, position: &F::Position) -> Vec<Weighted<F>> {
        let mut moves = F::moves(self, position);
        moves.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        moves
    }
}

/// What knows moves of a game's positions.
pub(crate) trait Known<P: Position>: Send + Sync {
    /// Its legal moves of a position with their weights, the heaviest first.
    fn moves(&self, position: &P) -> Vec<(P::Move, u32)>;
}

impl<F: Format> Known<F::Position> for Book<F> {
    fn moves(&self, position: &F::Position) -> Vec<Weighted<F>> {
        Book::moves(self, position)
    }
}

/// A book whose moves are asked for and told as text.
pub trait TextBook: Send + Sync {
    /// The moves that it knows in the position of a game, in coordinates, with their weights.
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)>;
}

impl<P: Playable> TextBook for Box<dyn Known<P>> {
    fn moves(&self, game: &dyn Game) -> Vec<(String, u32)> {
        let fen = game.fen(FenStyle::XFen);
        let Ok(board) = P::from_fen(&fen, game.variant()) else { return Vec::new() };
        let moves = Known::moves(&**self, &board).into_iter();
        moves.map(|(mv, weight)| (board.write_move(mv, Notation::Coordinate), weight)).collect()
    }
}

impl<F: Format> fmt::Debug for Book<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "book of {} with {} entries", F::NAME, self.len())
    }
}

/// One of the moves, as likely as its weight says; `None` if none has any.
pub fn choose<M: Copy>(moves: &[(M, u32)]) -> Option<M> {
    let total: u64 = moves.iter().map(|&(_, weight)| weight as u64).sum();
    let mut pick = Random::by_chance().next_u64().checked_rem(total)?;
    for &(mv, weight) in moves {
        if pick < weight as u64 {
            return Some(mv);
        }
        pick -= weight as u64;
    }
    None
}
