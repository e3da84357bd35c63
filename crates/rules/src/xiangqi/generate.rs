//! Generating and counting legal moves, whole sets of squares at a time.

use super::{Bitboard, Board, Kind, Move, Square, attacks};
use crate::{MoveSet, Side};

/// Takes the moves as they are found. Lists them or counts them.
trait Sink {
    /// A piece goes to each of these squares.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Each of these squares is reached by a pawn from the square `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: i32);
}

struct List<'a>(&'a mut Vec<Move>);

impl Sink for List<'_> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.0.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.0.push(Move::new(Square::known((to.index() as i32 - step) as u32), to));
        }
    }
}

struct Count(u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count() as u64;
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i32) {
        self.0 += targets.count() as u64;
    }
}

/// More pawns than this at once no side has.
const PAWNS: u32 = 5;

impl Board {
    /// Appends the legal moves of `set` to `out`.
    pub fn generate(&self, set: MoveSet, out: &mut Vec<Move>) {
        // Three copies, so that each has its set as a constant.
        match set {
            MoveSet::All => self.find_moves(MoveSet::All, &mut List(out)),
            MoveSet::Noisy => self.find_moves(MoveSet::Noisy, &mut List(out)),
            MoveSet::Quiet => self.find_moves(MoveSet::Quiet, &mut List(out)),
        }
    }

    /// How many legal moves there are, without making a list.
    pub fn count_legal(&self) -> u64 {
        let mut count = Count(0);
        self.find_moves(MoveSet::All, &mut count);
        count.0
    }

    #[inline(always)]
    fn find_moves<S: Sink>(&self, set: MoveSet, sink: &mut S) {
        match self.side() {
            Side::First => self.find_moves_of::<true, S>(set, sink),
            Side::Second => self.find_moves_of::<false, S>(set, sink),
        }
    }

    #[inline(always)]
    fn find_moves_of<const FIRST: bool, S: Sink>(&self, set: MoveSet, sink: &mut S) {
        let us = if FIRST { Side::First } else { Side::Second };
        let (own, enemy) = (self.of_side(us), self.of_side(!us));
        let occupied = own | enemy;
        let king = self.king(us);
        let wanted = match set {
            MoveSet::All => !own,
            MoveSet::Noisy => enemy,
            MoveSet::Quiet => !occupied,
        };
        let tried = |from: Square, targets: Bitboard| -> Bitboard {
            targets.into_iter().filter(|to| self.is_safe(from, *to)).collect()
        };
        sink.piece(king, tried(king, attacks::king(king) & wanted));

        // Two checks at once are rare, and a cannon's screen may be one of the checkers: then every
        // move is tried. Else only the guards' are.
        let checkers = self.checkers();
        let (answers, guards) = match checkers.first() {
            None => (Bitboard::ALL, self.guards()),
            Some(_) if checkers.several() => (Bitboard::EMPTY, own - king),
            Some(checker) => (self.answers(checker), self.guards()),
        };
        for from in guards {
            if let Some(piece) = self.piece_on(from) {
                sink.piece(from, tried(from, self.reach(piece, from) & wanted));
            }
        }

        let free = own - guards;
        let targets = wanted & (answers - self.barred());
        let pawns = self.kind(Kind::Pawn) & free;
        let crossed = pawns & Bitboard::beyond_river(us);
        sink.pawns(pawns.forward(us) & targets, if FIRST { 9 } else { -9 });
        sink.pawns(crossed.east() & targets, 1);
        sink.pawns(crossed.west() & targets, -1);
        for from in self.kind(Kind::Horse) & free {
            sink.piece(from, attacks::horse(from, occupied) & targets);
        }
        for from in self.kind(Kind::Rook) & free {
            sink.piece(from, attacks::rook(from, occupied) & targets);
        }
        for from in self.kind(Kind::Cannon) & free {
            let (moves, captures) = attacks::rook_and_cannon(from, occupied);
            sink.piece(from, ((moves - occupied) | (captures & enemy)) & targets);
        }
        for from in self.kind(Kind::Advisor) & free {
            sink.piece(from, attacks::advisor(from) & targets);
        }
        for from in self.kind(Kind::Elephant) & free {
            sink.piece(from, attacks::elephant(from, occupied) & targets);
        }
        if self.promotes() && set != MoveSet::Noisy {
            for from in self.promoting() {
                sink.piece(from, Bitboard::of(from));
            }
        }
    }

    /// The squares on which a piece that is no guard answers the only check: the checker, and those
    /// that come between.
    #[inline]
    pub(super) fn answers(&self, checker: Square) -> Bitboard {
        let king = self.king(self.side());
        let way = if self.kind(Kind::Pawn).has(checker) {
            Bitboard::EMPTY
        } else if self.kind(Kind::Horse).has(checker) {
            Bitboard::of(attacks::leg(checker, king))
        } else {
            attacks::between_king(king, checker) - self.occupied()
        };
        way | checker
    }

    /// The advisors and elephants that may become pawns now: on the own first rank, while there are
    /// fewer than five pawns, not in check.
    #[inline]
    pub(super) fn promoting(&self) -> Bitboard {
        let us = self.side();
        if self.checkers().any() || self.pieces(us, Kind::Pawn).count() >= PAWNS {
            return Bitboard::EMPTY;
        }
        let first = Bitboard::rank(match us {
            Side::First => 0,
            Side::Second => 9,
        });
        (self.kind(Kind::Advisor) | self.kind(Kind::Elephant)) & self.of_side(us) & first
    }
}
