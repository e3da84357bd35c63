//! Generating and counting legal moves, whole sets of squares at a time.

use super::{Bitboard, Board, Kind, Move, Sort, Square, attacks};
use crate::{MoveSet, Side};

/// Takes the moves as they are found. Lists them or counts them.
trait Sink {
    /// A piece goes to each of these squares.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Each of these squares is reached by a pawn from the square `step` before it.
    fn pawns(&mut self, targets: Bitboard, step: i32);
    /// The same for pawns that promote, to each of `kinds`.
    fn promotions(&mut self, targets: Bitboard, step: i32, kinds: &[Kind]);
    /// En passant or castling.
    fn special(&mut self, mv: Move);
}

struct List<'a>(&'a mut Vec<Move>);

impl List<'_> {
    #[inline(always)]
    fn before(to: Square, step: i32) -> Square {
        Square::wrap((to.index() as i32 - step) as u32)
    }
}

impl Sink for List<'_> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.0.push(Move::new(from, to, Sort::Plain));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.0.push(Move::new(Self::before(to, step), to, Sort::Plain));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i32, kinds: &[Kind]) {
        for to in targets {
            for kind in kinds {
                self.0.push(Move::new(Self::before(to, step), to, Sort::Promotion(*kind)));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.0.push(mv);
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

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i32, kinds: &[Kind]) {
        self.0 += targets.count() as u64 * kinds.len() as u64;
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

const STRONGEST: &[Kind] = &[Kind::Queen];
const WEAKER: &[Kind] = &[Kind::Knight, Kind::Rook, Kind::Bishop];
const ALL_KINDS: &[Kind] = &[Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop];

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

        self.find_king_moves(us, set, wanted, sink);

        // Where a move by another piece answers a check: on the checker or before it.
        let checkers = self.checkers();
        let answers = match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.several() => return,
            Some(checker) => attacks::between(king, checker) | checker,
        };
        self.find_pawn_moves::<FIRST, S>(set, answers, sink);

        let targets = wanted & answers;
        let pinned = self.pinned();
        // A pinned knight never moves.
        for from in self.kind(Kind::Knight) & (own - pinned) {
            sink.piece(from, attacks::knight(from) & targets);
        }
        let (diagonal, straight) = (self.diagonal_sliders() & own, self.straight_sliders() & own);
        for from in diagonal - pinned {
            sink.piece(from, attacks::bishop(from, occupied) & targets);
        }
        for from in straight - pinned {
            sink.piece(from, attacks::rook(from, occupied) & targets);
        }
        // A pinned piece stays on its line, so it answers no check by another piece.
        if checkers.is_empty() {
            for from in diagonal & pinned & attacks::bishop_rays(king) {
                let line = attacks::line(king, from);
                sink.piece(from, attacks::bishop(from, occupied) & targets & line);
            }
            for from in straight & pinned & attacks::rook_rays(king) {
                let line = attacks::line(king, from);
                sink.piece(from, attacks::rook(from, occupied) & targets & line);
            }
        }
    }

    /// Steps and castling, whose squares are tested together.
    #[inline(always)]
    fn find_king_moves<S: Sink>(&self, us: Side, set: MoveSet, wanted: Bitboard, sink: &mut S) {
        let king = self.king(us);
        let steps = attacks::king(king) & wanted;
        let mut castling = Bitboard::EMPTY;
        let mut paths = Bitboard::EMPTY;
        if set != MoveSet::Noisy && self.checkers().is_empty() {
            for rook in self.castling_rooks() & self.of_side(us) {
                if let Some(path) = self.free_castling_path(king, rook) {
                    castling |= rook;
                    paths |= path;
                }
            }
        }
        let safe = self.safe_for_king(us, king, steps | paths);
        sink.piece(king, steps & safe);
        for rook in castling {
            if self.free_castling_path(king, rook).is_some_and(|path| (path - safe).is_empty()) {
                sink.special(Move::new(king, rook, Sort::Castling));
            }
        }
    }

    #[inline(always)]
    fn find_pawn_moves<const FIRST: bool, S: Sink>(
        &self,
        set: MoveSet,
        answers: Bitboard,
        sink: &mut S,
    ) {
        let us = if FIRST { Side::First } else { Side::Second };
        let (forward, third, last) = if FIRST {
            (8, Bitboard::rank(2), Bitboard::rank(7))
        } else {
            (-8, Bitboard::rank(5), Bitboard::rank(0))
        };
        let pawns = self.pieces(us, Kind::Pawn);
        let king = self.king(us);
        let empty = !self.occupied();
        let free = pawns - self.pinned();
        let pinned = pawns & self.pinned();

        // A pinned pawn moves along its line only: forward if it is before or behind the king on
        // the file, or taking if its diagonal is the king's.
        let single = (free | pinned & Bitboard::file(king.file())).forward(us) & empty;
        let double = (single & third).forward(us) & empty & answers;
        let single = single & answers;
        let (pushes, promotions) = (single - last, single & last);
        if set != MoveSet::Noisy {
            sink.pawns(pushes, forward);
            sink.pawns(double, 2 * forward);
        }
        if promotions.any() {
            let kinds = match set {
                MoveSet::All => ALL_KINDS,
                MoveSet::Noisy => STRONGEST,
                MoveSet::Quiet => WEAKER,
            };
            sink.promotions(promotions, forward, kinds);
        }
        if set == MoveSet::Quiet {
            return;
        }

        let enemy = self.of_side(!us) & answers;
        let (mut east, mut west) = (free, free);
        if pinned.any() {
            let [rising, falling] = attacks::diagonals(king);
            east |= pinned & if FIRST { rising } else { falling };
            west |= pinned & if FIRST { falling } else { rising };
        }
        let east = east.east().forward(us) & enemy;
        let west = west.west().forward(us) & enemy;
        sink.pawns(east - last, forward + 1);
        sink.pawns(west - last, forward - 1);
        if ((east | west) & last).any() {
            sink.promotions(east & last, forward + 1, ALL_KINDS);
            sink.promotions(west & last, forward - 1, ALL_KINDS);
        }
        if let Some(to) = self.en_passant() {
            for from in attacks::pawn(!us, to) & pawns {
                if self.en_passant_is_safe(from, to) {
                    sink.special(Move::new(from, to, Sort::EnPassant));
                }
            }
        }
    }

    /// Those of `steps` on which the king would not be attacked.
    #[inline(always)]
    pub(super) fn safe_for_king(&self, us: Side, king: Square, steps: Bitboard) -> Bitboard {
        let them = !us;
        let enemy = self.of_side(them);
        let pawns = (self.kind(Kind::Pawn) & enemy).forward(them);
        let mut attacked = pawns.east() | pawns.west() | attacks::king(self.king(them));
        for knight in self.kind(Kind::Knight) & enemy {
            attacked |= attacks::knight(knight);
        }
        let mut safe = steps - attacked;
        // The king does not hide behind himself.
        let occupied = self.occupied() ^ king;
        let (diagonal, straight) =
            (self.diagonal_sliders() & enemy, self.straight_sliders() & enemy);
        for step in safe {
            if (attacks::bishop_rays(step) & diagonal).any()
                && (attacks::bishop(step, occupied) & diagonal).any()
                || (attacks::rook_rays(step) & straight).any()
                    && (attacks::rook(step, occupied) & straight).any()
            {
                safe ^= step;
            }
        }
        safe
    }

    /// The squares that the king passes and reaches when he castles with this rook, if nothing
    /// stands in the way of the two. They must be safe.
    #[inline(always)]
    pub(super) fn free_castling_path(&self, king: Square, rook: Square) -> Option<Bitboard> {
        let (king_to, rook_to) = self.castling_targets(king, rook);
        let king_path = attacks::between(king, king_to) | king_to;
        let rook_path = attacks::between(rook, rook_to) | rook_to;
        let others = self.occupied() ^ king ^ rook;
        // In Chess960 the rook may shield the king: then it is pinned, as nothing else is between.
        let free = ((king_path | rook_path) & others).is_empty() && !self.pinned().has(rook);
        free.then_some(king_path)
    }
}
