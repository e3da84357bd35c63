//! A position of any game on a board of one width: a value, moves made on a copy.

use super::layout::{HELD, Layout, NOWHERE};
use super::set::{Bits, Set};
use crate::Side;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Board<B: Bits> {
    pub(super) layout: &'static Layout<B>,
    /// Where the pieces of each kind stand, of both sides.
    pub(super) kinds: B::Kinds,
    /// Where the pieces of each side stand.
    pub(super) sides: [Set<B>; 2],
    /// What stands on each square: twice the kind and the side, or [`EMPTY`].
    pub(super) cells: B::Cells,
    /// Pieces that go to hand as what they were.
    pub(super) promoted: Set<B>,
    pub(super) hands: [[u8; HELD]; 2],
    pub(super) side: Side,
    /// Where the kings that may castle stand.
    pub(super) castlers: [u8; 2],
    /// The rooks that they may castle with: towards the files from a on, and the others.
    pub(super) rooks: [[u8; 2]; 2],
    /// The square that was passed and can be taken, and what stands to be taken there.
    pub(super) passed: (u8, u8),
    /// Where a piece that is no lion has just taken one.
    pub(super) lion: u8,
    /// Checks that each side has still to give.
    pub(super) checks: [u8; 2],
    /// Whether captured pieces fill a stock.
    pub(super) stocked: bool,
    pub(super) count: Count,
    pub(super) clock: u16,
    pub(super) ply: u16,
    pub(super) key: u64,
    /// What threatens the side to move.
    pub(super) danger: Danger<B>,
}

/// What threatens the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Danger<B: Bits> {
    /// Where pieces other than the royal one may go to.
    pub allowed: Set<B>,
    /// Pieces whose moves need a closer look.
    pub suspects: Set<B>,
    /// Whether there is a check.
    pub check: bool,
}

/// How far a count has come, in half-moves; a limit of 0: nobody counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub limit: u16,
    pub ply: u16,
}

/// An empty square.
pub(super) const EMPTY: u8 = 255;

impl<B: Bits> PartialEq for Board<B> {
    fn eq(&self, other: &Board<B>) -> bool {
        std::ptr::eq(self.layout, other.layout)
            && self.key == other.key
            && self.cells == other.cells
            && self.hands == other.hands
            && (self.side, self.rooks, self.passed) == (other.side, other.rooks, other.passed)
            && (self.clock, self.ply, self.count) == (other.clock, other.ply, other.count)
    }
}

impl<B: Bits> Eq for Board<B> {}

impl<B: Bits> Board<B> {
    /// A board without pieces.
    pub(super) fn empty(layout: &'static Layout<B>) -> Board<B> {
        let checks = [layout.rules.checks; 2];
        let mut board = Board {
            layout,
            kinds: B::no_kinds(),
            sides: [Set::none(); 2],
            cells: B::cells(EMPTY),
            promoted: Set::none(),
            hands: [[0; HELD]; 2],
            side: Side::First,
            castlers: [NOWHERE; 2],
            rooks: [[NOWHERE; 2]; 2],
            passed: (NOWHERE, NOWHERE),
            lion: NOWHERE,
            checks,
            stocked: true,
            count: Count::default(),
            clock: 0,
            ply: 0,
            key: 0,
            danger: Danger { allowed: layout.all, suspects: Set::none(), check: false },
        };
        board.key = board.fresh_key();
        board
    }

    /// The game.
    pub fn layout(&self) -> &'static Layout<B> {
        self.layout
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Hash of everything that makes two positions the same for the rules.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// All pieces of a kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: usize) -> Set<B> {
        self.kinds.as_ref()[kind]
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn of(&self, side: Side) -> Set<B> {
        self.sides[side.index()]
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Set<B> {
        self.sides[0] | self.sides[1]
    }

    /// All pieces of some kinds, of both sides.
    #[inline(always)]
    pub(super) fn union(&self, kinds: &[usize]) -> Set<B> {
        kinds.iter().fold(Set::none(), |set, kind| set | self.kind(*kind))
    }

    /// The piece on a square: its kind and side.
    #[inline(always)]
    pub fn piece(&self, square: usize) -> Option<(usize, Side)> {
        match self.cells.as_ref()[square] {
            EMPTY => None,
            cell => Some(((cell >> 1) as usize, Side::BOTH[(cell & 1) as usize])),
        }
    }

    /// How many pieces of a kind are in hand.
    pub fn held(&self, side: Side, kind: usize) -> u8 {
        self.hands[side.index()].get(kind).copied().unwrap_or(0)
    }

    /// Half-moves since the last capture or pawn move.
    pub fn clock(&self) -> u32 {
        self.clock as u32
    }

    /// Men that go to hand as the pawns that they were.
    #[inline(always)]
    pub fn promoted(&self) -> Set<B> {
        self.promoted
    }

    /// What a side holds in hand, by kind.
    #[inline(always)]
    pub fn hand(&self, side: Side) -> &[u8] {
        &self.hands[side.index()]
    }

    /// Whether a side holds anything in hand.
    pub(super) fn holds_any(&self, side: Side) -> bool {
        self.hands[side.index()] != [0; HELD]
    }

    /// Checks that a side has still to give to win; 0 where checks do not win.
    #[inline(always)]
    pub fn checks_left(&self, side: Side) -> u8 {
        self.checks[side.index()]
    }

    /// Whether a king may still castle.
    pub fn has_castling_rights(&self) -> bool {
        self.rooks != [[NOWHERE; 2]; 2]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, kind: usize, side: Side, square: usize) {
        let set = Set::of(square);
        self.kinds.as_mut()[kind] |= set;
        self.sides[side.index()] |= set;
        let cell = 2 * kind + side.index();
        self.cells.as_mut()[square] = cell as u8;
        self.key ^= self.layout.keys.piece(cell, square);
    }

    /// Takes what stands on a square off the board.
    #[inline(always)]
    pub(super) fn lift(&mut self, square: usize) -> Option<(usize, Side)> {
        let cell = self.cells.as_ref()[square];
        if cell == EMPTY {
            return None;
        }
        let (kind, side) = ((cell >> 1) as usize, (cell & 1) as usize);
        let set = Set::of(square);
        self.kinds.as_mut()[kind] -= set;
        self.sides[side] -= set;
        self.cells.as_mut()[square] = EMPTY;
        self.key ^= self.layout.keys.piece(cell as usize, square);
        Some((kind, Side::BOTH[side]))
    }

    /// Marks a piece as one that was another, or not.
    pub(super) fn set_promoted(&mut self, square: usize, is: bool) {
        if self.promoted.has(square) != is {
            self.promoted ^= Set::of(square);
            self.key ^= self.layout.keys.promoted(square);
        }
    }

    pub(super) fn set_held(&mut self, side: Side, kind: usize, count: u8) {
        let keys = &self.layout.keys;
        let held = &mut self.hands[side.index()][kind];
        self.key ^= keys.hand(side.index(), kind, *held) ^ keys.hand(side.index(), kind, count);
        *held = count;
    }

    pub(super) fn set_rook(&mut self, side: usize, wing: usize, square: u8) {
        let keys = &self.layout.keys;
        let rook = &mut self.rooks[side][wing];
        self.key ^= keys.castling(*rook) ^ keys.castling(square);
        *rook = square;
    }

    pub(super) fn set_passed(&mut self, target: u8, victim: u8) {
        let keys = &self.layout.keys;
        self.key ^= keys.passed(self.passed.0) ^ keys.passed(target);
        self.passed = (target, victim);
    }

    pub(super) fn set_lion(&mut self, square: u8) {
        let keys = &self.layout.keys;
        self.key ^= keys.lion(self.lion) ^ keys.lion(square);
        self.lion = square;
    }

    pub(super) fn set_checks(&mut self, side: Side, count: u8) {
        let keys = &self.layout.keys;
        let checks = &mut self.checks[side.index()];
        self.key ^= keys.checks(side.index(), *checks) ^ keys.checks(side.index(), count);
        *checks = count;
    }

    pub(super) fn set_side(&mut self, side: Side) {
        if self.side != side {
            self.side = side;
            self.key ^= self.layout.keys.side;
        }
    }

    /// The hash, computed anew.
    pub fn fresh_key(&self) -> u64 {
        let keys = &self.layout.keys;
        let mut key = 0;
        for square in self.occupied() {
            key ^= keys.piece(self.cells.as_ref()[square] as usize, square);
        }
        for square in self.promoted {
            key ^= keys.promoted(square);
        }
        for side in 0..2 {
            for (kind, count) in self.hands[side].iter().enumerate() {
                key ^= keys.hand(side, kind, *count);
            }
            for rook in self.rooks[side] {
                key ^= keys.castling(rook);
            }
            if self.layout.rules.checks > 0 {
                key ^= keys.checks(side, self.checks[side]);
            }
        }
        if self.side == Side::Second {
            key ^= keys.side;
        }
        key ^ keys.passed(self.passed.0) ^ keys.lion(self.lion)
    }

    /// The royal piece of a side that must not be attacked, if it has one.
    #[inline(always)]
    pub fn royal(&self, side: Side) -> Option<usize> {
        let royals = self.union(&self.layout.royals) & self.of(side);
        self.first_king(royals)
    }

    /// Of several royal pieces the one that counts.
    #[inline(always)]
    pub(super) fn first_king(&self, royals: Set<B>) -> Option<usize> {
        use super::rules::Royalty;
        let grid = self.layout.grid;
        match self.layout.rules.royalty {
            Royalty::One => royals.first(),
            Royalty::FirstKing => {
                royals.into_iter().min_by_key(|square| (grid.file(*square), grid.rank(*square)))
            }
            // Of several the one that matters is found by `at_risk`.
            Royalty::Few(_) => royals.first(),
            Royalty::Nothing | Royalty::Last => None,
        }
    }

    /// The royal pieces of a side that must not be attacked.
    pub(super) fn at_risk(&self, side: Side) -> Set<B> {
        use super::rules::Royalty;
        let own = self.of(side);
        match self.layout.rules.royalty {
            Royalty::Few(most) => self.layout.royals.iter().fold(Set::none(), |risk, kind| {
                let men = self.kind(*kind) & own;
                if men.count() <= most { risk | men } else { risk }
            }),
            _ => self.royal(side).map_or(Set::none(), Set::of),
        }
    }
}
