//! What the engine has for games by table: a network, for those that have one. Without one, an
//! evaluation made by hand judges.

use super::{Bare, OpenBook, Plays, Tables, ratings};
use crate::drive::evaluations::Evaluations;
use crate::drive::strength::Scale;
use crate::endgame::Usage;
use crate::eval::network::{Changes, Game, Inputs, NOWHERE, Places, Standard};
use crate::eval::tabled::Tabled as ByHand;
use crate::eval::{Evaluated, Knowledge};
use crate::options::Options;
use crate::search::params::Params;
use crate::wdl::Chances;
use ferz_rules::table::set::{Bits, Set};
use ferz_rules::table::{Board, Features, Move};
use ferz_rules::{Side, Variant};
use std::marker::PhantomData;
use std::path::Path;

/// The squares of a set as places.
#[inline(always)]
fn places<B: Bits>(set: Set<B>) -> Places {
    set.0.words().into()
}

/// The places from the first in hand on that `count` men take up.
#[inline(always)]
fn in_hand<B: Bits>(board: &Board<B>, features: &Features, count: u8) -> std::ops::Range<usize> {
    let rules = board.layout().rules();
    let squares = rules.files * rules.ranks;
    squares..(squares + usize::from(count)).min(features.places)
}

/// Counts of one sort in hand before and after a move.
#[inline(always)]
fn change_hand(changes: &mut Changes, piece: usize, squares: usize, counts: [u8; 2], most: usize) {
    let [before, after] = counts.map(|count| (squares + usize::from(count)).min(most));
    (after..before).for_each(|place| changes.take(piece, place));
    (before..after).for_each(|place| changes.put(piece, place));
}

impl<B: Bits> Inputs for Board<B> {
    // Of several kings another may count after a capture.
    const MOVES_BOTH_KINGS: bool = true;

    fn game(&self) -> Game {
        Game::by_table(self.layout().rules())
    }

    fn suits(&self) -> bool {
        true
    }

    #[inline(always)]
    fn is_for_rules(&self) -> bool {
        self.has_lone_king()
    }

    /// Castling differs by wing.
    fn may_be_mirrored(&self) -> bool {
        !self.has_castling_rights() && self.layout().rules().is_symmetric()
    }

    #[inline]
    fn men(&self, piece: usize) -> Places {
        let features = self.layout().features();
        let (side, sort) = match piece.checked_sub(features.sorts) {
            None => (Side::First, piece),
            Some(sort) => (Side::Second, sort),
        };
        if features.checks == Some(sort) {
            let left = in_hand(self, features, self.checks_left(side));
            return Places::NONE.with_all(left);
        }
        if features.marks == Some(sort) {
            return places(self.promoted() & self.of(side));
        }
        let men = places(self.kind(sort) & self.of(side));
        match self.hand(side).get(sort) {
            None | Some(0) => men,
            Some(count) => men.with_all(in_hand(self, features, *count)),
        }
    }

    #[inline(always)]
    fn count(&self) -> usize {
        self.occupied().count() as usize
    }

    #[inline(always)]
    fn king_square(&self, side: Side) -> usize {
        self.royal(side).unwrap_or(NOWHERE)
    }

    /// All that differs: what moves do in so many games is best known by its result.
    fn changes(&self, _: Move, after: &Self, changes: &mut Changes) {
        let features = self.layout().features();
        let rules = self.layout().rules();
        let squares = rules.files * rules.ranks;
        let code = |kind: usize, side: Side| side.index() * features.sorts + kind;
        let mut touched = (self.of(Side::First) ^ after.of(Side::First))
            | (self.of(Side::Second) ^ after.of(Side::Second));
        for kind in 0..rules.kinds.len() {
            touched |= self.kind(kind) ^ after.kind(kind);
        }
        for square in touched {
            if let Some((kind, side)) = self.piece(square) {
                changes.take(code(kind, side), square);
            }
            if let Some((kind, side)) = after.piece(square) {
                changes.put(code(kind, side), square);
            }
        }
        for side in Side::BOTH {
            let hands = self.hand(side).iter().zip(after.hand(side)).enumerate();
            for (kind, (before, after)) in hands.filter(|(_, (before, after))| before != after) {
                let counts = [*before, *after];
                change_hand(changes, code(kind, side), squares, counts, features.places);
            }
            if let Some(marks) = features.marks {
                let [old, new] = [self, after].map(|board| board.promoted() & board.of(side));
                (old - new).into_iter().for_each(|square| changes.take(code(marks, side), square));
                (new - old).into_iter().for_each(|square| changes.put(code(marks, side), square));
            }
            if let Some(checks) = features.checks {
                let counts = [self.checks_left(side), after.checks_left(side)];
                change_hand(changes, code(checks, side), squares, counts, features.places);
            }
        }
    }
}

impl<B: Bits> Evaluated for Board<B> {
    type Evaluator = ByHand<B>;
    fn params(&self) -> Params {
        Params::by_table(&self.layout().rules().name)
    }
    fn evaluator_with(knowledge: Knowledge) -> ByHand<B> {
        ByHand::new(knowledge)
    }
}

/// The games by table on boards of one width.
#[derive(Clone)]
pub(crate) struct Tabled<B>(PhantomData<B>);

impl<B: Bits> Plays for Tabled<B> {
    type Position = Board<B>;
    type Judge = Standard<ByHand<B>>;
    const BENCH: Option<(Variant, &'static [&'static str])> = None;
    const HORIZON: u32 = Bare::<Board<B>>::HORIZON;
    const CHANCES: Chances = Bare::<Board<B>>::CHANCES;

    fn params(position: &Board<B>) -> Params {
        position.params()
    }

    fn strength(position: &Board<B>) -> Scale {
        ratings::by_table(&position.layout().rules().name)
            .unwrap_or_else(|| Bare::<Board<B>>::strength(position))
    }

    fn open_endgames(path: &str, usage: Usage) -> Result<(Tables<Board<B>>, String), String> {
        Bare::open_endgames(path, usage)
    }

    fn open_book(path: &Path) -> Result<OpenBook<Board<B>>, String> {
        Bare::open_book(path)
    }

    fn own_book() -> Option<OpenBook<Board<B>>> {
        Bare::own_book()
    }

    /// There may be a file beside the program, and something wrong with it.
    fn usual_evaluations(_: Variant) -> Option<Evaluations> {
        None
    }

    fn open_evaluations(
        options: &Options,
        position: &Board<B>,
        remarks: &mut Vec<String>,
    ) -> Evaluations {
        Evaluations::without_libraries(options, position, remarks)
    }

    fn judge(evaluations: &Evaluations, position: &Board<B>) -> Standard<ByHand<B>> {
        evaluations.own_judge(position)
    }

    fn are_judged_alike(one: &Board<B>, other: &Board<B>) -> bool {
        std::ptr::eq(one.layout(), other.layout())
    }
}
