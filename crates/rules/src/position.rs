//! The typed view of a game for the search.

use std::fmt::Debug;
use std::hash::Hash;

/// The two players. The first moves first: White, or Red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// White in chess, Red in xiangqi.
    First = 0,
    /// Black.
    Second = 1,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// 0 for the first side, 1 for the second.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Side {
    type Output = Side;
    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// Which legal moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// All legal moves.
    All,
    /// Captures and promotions to the strongest piece: what a quiescence search looks at.
    Noisy,
    /// The others: `Noisy` and `Quiet` together are `All`, without overlap.
    Quiet,
}

/// A position as the search sees it: a value, moves made on a copy.
///
/// Everything a search asks about a game is here, so that one search serves every game. Squares
/// and pieces are plain indices, meant for history tables.
///
/// What the wider family needs, and where it goes:
///
/// * boards of up to 12×12: squares are indices below [`SQUARES`](Self::SQUARES), and a packed move
///   has 32 bits;
/// * drops start on the square where they end, and `moved_piece` is the dropped one;
/// * moves of several legs go from their first square to their last, and `captured_piece` is the
///   most valuable of what they take;
/// * several royal pieces, or none: [`in_check`](Self::in_check) says whether the side to move must
///   answer a threat, whatever to;
/// * games that end by another rule than mate have no legal moves then, and the judge of results
///   says what that means.
pub trait Position: Clone + Send + Sync + 'static {
    /// A move: small and `Copy`. Meaningless without its position.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// What the opponent attacks, as far as the order of moves is concerned; `()` where that is
    /// not worth its time.
    type Threats: Clone + Default + Send;

    /// What the moves that give check have in common; `()` where that is nothing of use.
    type Checks;

    /// What the rules of the game leave to choice; `()` where that is nothing.
    type Rules: Copy + Debug + Default + Eq + Send + Sync + 'static;

    /// How many squares the board has; [`from`](Self::from) and [`to`](Self::to) are below it.
    const SQUARES: usize;
    /// How many piece codes there are, both sides together; see [`moved_piece`](Self::moved_piece).
    const PIECES: usize;
    /// No position has more legal moves than this.
    const MAX_MOVES: usize;
    /// Whether a side without a legal move has lost even when it is not in check.
    const STALEMATE_LOSES: bool;
    /// Whether coming back to a position may be anything but a draw: see
    /// [`loser_of_cycle`](Self::loser_of_cycle).
    const REPETITION_MAY_LOSE: bool;

    /// The side to move.
    fn side(&self) -> Side;
    /// Hash of everything that makes two positions the same for the rules.
    fn key(&self) -> u64;
    /// Hash of the pawns (soldiers) alone.
    fn pawn_key(&self) -> u64;
    /// Hash of one side's pieces without its pawns.
    fn piece_key(&self, side: Side) -> u64;
    /// Half-moves since the last irreversible move. A pass counts as one.
    fn halfmove_clock(&self) -> u32;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// Whether `side` has more than king and pawns: the usual guard against zugzwang.
    fn has_pieces(&self, side: Side) -> bool;
    /// Whether neither side can ever mate.
    fn is_dead_draw(&self) -> bool;
    /// The [`halfmove_clock`](Self::halfmove_clock) at which the game is drawn.
    fn drawn_at(rules: Self::Rules) -> u32;
    /// Who loses by the cycle that leads from the first of these positions to the same one at the
    /// end, if it is no draw. `moves` lead from each position to the next; `None` is a pass.
    fn loser_of_cycle(
        rules: Self::Rules,
        positions: &[Self],
        moves: &[Option<Self::Move>],
    ) -> Option<Side>;

    /// Appends the legal moves of `set` to `out`.
    fn generate(&self, set: MoveSet, out: &mut Vec<Self::Move>);
    /// Whether `mv`, a move from any other position, is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool;
    /// Whether `mv` belongs to [`MoveSet::Noisy`].
    fn is_noisy(&self, mv: Self::Move) -> bool;
    /// Whether `mv` takes something.
    fn is_capture(&self, mv: Self::Move) -> bool;
    /// Whether the legal move `mv` gives check.
    fn gives_check(&self, mv: Self::Move) -> bool;
    /// What [`gives_check_by`](Self::gives_check_by) asks for: worth its time for many moves.
    fn checks(&self) -> Self::Checks;
    /// Whether the legal move `mv` gives check; the checks are those of this position.
    fn gives_check_by(&self, checks: &Self::Checks, mv: Self::Move) -> bool;
    /// Makes the legal move `mv`.
    fn play(&mut self, mv: Self::Move);
    /// Passes. Only when not in check.
    fn pass(&mut self);
    /// Roughly the key after `mv`: good enough to prefetch a table entry.
    fn key_after(&self, mv: Self::Move) -> u64;

    /// Index of the square a move starts from.
    fn from(mv: Self::Move) -> usize;
    /// Index of the square a move ends on.
    fn to(mv: Self::Move) -> usize;
    /// Code of the piece that `mv` moves, side included.
    fn moved_piece(&self, mv: Self::Move) -> usize;
    /// Code of the piece that `mv` takes, side included.
    fn captured_piece(&self, mv: Self::Move) -> Option<usize>;
    /// What `mv` wins at once, in the units of [`see`](Self::see): captured piece and promotion.
    fn gain(&self, mv: Self::Move) -> i32;
    /// Static exchange evaluation: whether the exchanges that `mv` starts win at least `threshold`
    /// (a pawn is 100).
    fn see(&self, mv: Self::Move, threshold: i32) -> bool;

    /// What the opponent attacks.
    fn threats(&self) -> Self::Threats;
    /// 0 to 3: whether the start and the end of a move are attacked.
    fn threat_index(threats: &Self::Threats, mv: Self::Move) -> usize;
    /// What a quiet move gains by leaving the attack of a lesser piece, or loses by walking into
    /// one, in pawns at stake.
    fn threat_balance(&self, threats: &Self::Threats, mv: Self::Move) -> i32;

    /// The move as bits for a hash table; never 0.
    fn pack(mv: Self::Move) -> u32;
    /// The reverse of [`pack`](Self::pack); `None` for bits that no move has. The move may be
    /// illegal here.
    fn unpack(bits: u32) -> Option<Self::Move>;

    /// Key difference of a pair of opposing reversible moves, for upcoming repetition (Marcel van
    /// Kervinck's cuckoo tables): if `key_difference` is that of one reversible move of a piece of
    /// the side to move between two squares that stand in reach of each other here, the two squares.
    fn reversible_move(&self, key_difference: u64) -> Option<(usize, usize)>;
    /// The move between two squares that takes nothing and promotes nothing.
    fn plain_move(from: usize, to: usize) -> Option<Self::Move>;
}
