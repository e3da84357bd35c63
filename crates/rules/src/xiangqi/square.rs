//! Points of the board, kinds of pieces and pieces.

use crate::Side;
use std::fmt;

/// A point of the board: a0 is 0, b0 is 1, i9 is 89.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 90;

    /// The square with this index; `None` if there is none.
    #[inline]
    pub const fn new(index: usize) -> Option<Square> {
        if index < 90 { Some(Square(index as u8)) } else { None }
    }

    /// The square on this file and rank, both counted from 0.
    #[inline]
    pub const fn at(file: usize, rank: usize) -> Square {
        assert!(file < 9 && rank < 10, "a square lies on files 0 to 8 and ranks 0 to 9");
        Square((rank * 9 + file) as u8)
    }

    /// The square with an index that is known to be below 90.
    #[inline(always)]
    pub(super) const fn known(index: u32) -> Square {
        debug_assert!(index < 90);
        Square(index as u8)
    }

    /// Reads `h2`, ranks from 0.
    pub const fn read(text: &[u8]) -> Option<Square> {
        match *text {
            [file @ b'a'..=b'i', rank @ b'0'..=b'9'] => {
                Some(Square((rank - b'0') * 9 + file - b'a'))
            }
            _ => None,
        }
    }

    /// 0 to 89.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the a-file, at Red's left hand.
    #[inline(always)]
    pub const fn file(self) -> usize {
        (self.0 % 9) as usize
    }

    /// 0 for Red's first rank.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        (self.0 / 9) as usize
    }

    /// The rank as `side` counts it: 0 is its own first rank.
    #[inline]
    pub const fn rank_of(self, side: Side) -> usize {
        match side {
            Side::First => self.rank(),
            Side::Second => 9 - self.rank(),
        }
    }

    /// The square in the mirror between Red and Black: h2 for h7.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square::at(self.file(), 9 - self.rank())
    }

    /// All squares, a0 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..90).map(Square)
    }
}

/// As ICCS and UCCI write it: `h2`, ranks from 0.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank())
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
    Advisor,
    Elephant,
    Horse,
    Cannon,
    Rook,
    King,
}

impl Kind {
    /// All kinds, the pawn first.
    pub const ALL: [Kind; 7] = [
        Kind::Pawn,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Cannon,
        Kind::Rook,
        Kind::King,
    ];

    /// 0 for the pawn, 6 for the king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The capital letter: `P`, `A`, `B`, `N`, `C`, `R`, `K`.
    pub const fn letter(self) -> char {
        ['P', 'A', 'B', 'N', 'C', 'R', 'K'][self as usize]
    }

    /// The kind with this letter, in either case; `E` and `H` are known too.
    pub const fn from_letter(letter: u8) -> Option<Kind> {
        Some(match letter.to_ascii_uppercase() {
            b'P' => Kind::Pawn,
            b'A' => Kind::Advisor,
            b'B' | b'E' => Kind::Elephant,
            b'N' | b'H' => Kind::Horse,
            b'C' => Kind::Cannon,
            b'R' => Kind::Rook,
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
    /// `kind + 7 * side`: 0 to 13, for tables.
    #[inline(always)]
    pub const fn code(self) -> usize {
        self.kind as usize + 7 * self.side as usize
    }

    /// The letter of a FEN: capital for Red.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The character on it: Red's and Black's differ.
    pub const fn symbol(self) -> char {
        match self.side {
            Side::First => ['兵', '仕', '相', '傌', '炮', '俥', '帥'][self.kind as usize],
            Side::Second => ['卒', '士', '象', '馬', '砲', '車', '將'][self.kind as usize],
        }
    }

    /// The piece with this FEN letter, in either dialect.
    pub const fn from_letter(letter: u8) -> Option<Piece> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece { kind, side }),
            None => None,
        }
    }
}
