//! Squares, kinds of pieces and pieces.

use crate::Side;
use std::fmt;

/// A square of the board: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index; `None` if there is none.
    #[inline]
    pub const fn new(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square on this file and rank, both counted from 0.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Square {
        assert!(file < 8 && rank < 8, "a square lies on files and ranks 0 to 7");
        Square((rank * 8 + file) as u8)
    }

    /// The square whose index is `index` modulo 64.
    #[inline(always)]
    pub(super) const fn wrap(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// Reads `e4`.
    pub const fn read(text: &[u8]) -> Option<Square> {
        match *text {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Some(Square((rank - b'1') * 8 + file - b'a'))
            }
            _ => None,
        }
    }

    /// 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask is free of cost beside a bounds check in every table, which it replaces.
        (self.0 & 63) as usize
    }

    /// 0 for the a-file.
    #[inline(always)]
    pub const fn file(self) -> usize {
        (self.0 & 7) as usize
    }

    /// 0 for White's first rank.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        (self.0 as usize >> 3) & 7
    }

    /// The rank as `side` counts it: 0 is its own first rank.
    #[inline]
    pub const fn rank_of(self, side: Side) -> usize {
        self.rank() ^ (side as usize * 7)
    }

    /// The square in the mirror between White and Black: e2 for e7.
    #[inline(always)]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// All squares, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All kinds, the pawn first.
    pub const ALL: [Kind; 6] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// 0 for the pawn, 5 for the king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The capital letter: `P`, `N`, `B`, `R`, `Q`, `K`.
    pub const fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self as usize]
    }

    /// The kind with this letter, in either case.
    pub const fn from_letter(letter: u8) -> Option<Kind> {
        Some(match letter.to_ascii_uppercase() {
            b'P' => Kind::Pawn,
            b'N' => Kind::Knight,
            b'B' => Kind::Bishop,
            b'R' => Kind::Rook,
            b'Q' => Kind::Queen,
            b'K' => Kind::King,
            _ => return None,
        })
    }
}

/// A piece: its kind and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Whose it is.
    pub side: Side,
}

impl Piece {
    /// `kind + 6 * side`: 0 to 11, for tables.
    #[inline(always)]
    pub const fn code(self) -> usize {
        self.kind as usize + 6 * self.side as usize
    }

    /// The letter of a FEN: capital for the first side.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Its picture among Unicode's chess symbols.
    pub const fn symbol(self) -> char {
        match self.side {
            Side::First => ['♙', '♘', '♗', '♖', '♕', '♔'][self.kind as usize],
            Side::Second => ['♟', '♞', '♝', '♜', '♛', '♚'][self.kind as usize],
        }
    }

    /// The piece with this FEN letter.
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece { kind, side }),
            None => None,
        }
    }
}
