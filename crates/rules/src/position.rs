//! The typed view of a game for the search, in three parts.
//!
//! | part | says | a new game writes |
//! |---|---|---|
//! | [`Position`] | what is played: moves, and how a game ends | all of it |
//! | [`Order`] | which moves are worth a look first | two types: it plays, only slower |
//! | [`Cycles`] | what repetition and the count of moves without progress mean | nothing, if repetition is a draw |
//!
//! [`Searched`] is all three.

use crate::Rulings;
use std::fmt::Debug;
use std::hash::Hash;

/// Methods of a trait that a board has itself under the same names.
macro_rules! forward {
    ($(fn $name:ident(&self $(, $value:ident: $type:ty)*) $(-> $result:ty)?;)*) => {$(
        #[inline(always)]
        fn $name(&self $(, $value: $type)*) $(-> $result)? {
            self.$name($($value),*)
        }
    )*};
}
pub(crate) use forward;

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

/// How a game ended, for the side that would be to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The side to move has lost.
    Lost,
    /// Nobody has won.
    Drawn,
    /// The side to move has won.
    Won,
}

/// Which legal moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveSet {
    /// All legal moves.
    All,
    /// What a quiescence search looks at: captures and promotions to the strongest piece.
    Noisy,
    /// The others: `Noisy` and `Quiet` together are `All`, without overlap.
    Quiet,
}

/// How large the tables must be that squares and pieces are indices of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many squares the board has; [`from`](Position::from) and [`to`](Position::to) of every
    /// move are below it.
    pub squares: usize,
    /// How many piece codes there are, both sides together; see
    /// [`moved_piece`](Order::moved_piece).
    pub pieces: usize,
}

/// A position: a value, moves made on a copy.
///
/// What the wider family needs, and where it goes:
///
/// * boards of up to 12×12: squares are indices below those of the [`shape`](Self::shape), and a
///   packed move has 32 bits;
/// * drops start on the square where they end, and [`moved_piece`](Order::moved_piece) is the
///   dropped one;
/// * moves of several legs go from their first square to their last, and
///   [`captured_piece`](Order::captured_piece) is the most valuable of what they take;
/// * several royal pieces, or none: [`in_check`](Self::in_check) says whether the side to move must
///   answer a threat, whatever to;
/// * games that end by another rule than mate say so by [`end`](Self::end).
pub trait Position: Clone + Send + Sync + 'static {
    /// A move: small and `Copy`. Meaningless without its position.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The shape of the board. All positions of a game have the same.
    fn shape(&self) -> Shape;
    /// The side to move.
    fn side(&self) -> Side;
    /// Hash of everything that makes two positions the same for the rules.
    fn key(&self) -> u64;
    /// Half-moves without progress, as the rules count them. A pass counts as one.
    fn halfmove_clock(&self) -> u32;
    /// How many half-moves back a position may lie that comes back, at most. Where captured men are
    /// dropped again, no capture and no pawn's move is for good.
    #[inline(always)]
    fn reversible(&self) -> u32 {
        self.halfmove_clock()
    }
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool {
        false
    }

    /// How the game has ended by another rule than that a side cannot move: a king on the hill, the
    /// third check, bare kings. There are no legal moves then.
    #[inline(always)]
    fn end(&self) -> Option<End> {
        None
    }
    /// What it means to have no legal move here, where the game has not [ended](Self::end): mate and
    /// stalemate. `None` where it goes on: the side to move waits for a piece from another board
    /// (bughouse).
    fn no_moves(&self) -> Option<End>;
    /// Whether neither side can ever win, though both can move.
    fn is_dead_draw(&self) -> bool {
        false
    }

    /// Appends the legal moves of `set` to `out`. Where no move is [noisy](Order::is_noisy), all are
    /// quiet.
    fn generate(&self, set: MoveSet, out: &mut Vec<Self::Move>);
    /// The legal moves.
    fn legal(&self) -> Vec<Self::Move> {
        let mut moves = Vec::with_capacity(64);
        self.generate(MoveSet::All, &mut moves);
        moves
    }
    /// How many legal moves there are.
    fn count_legal(&self) -> u64 {
        self.legal().len() as u64
    }
    /// Counts the leaves of the tree of legal moves, `depth` plies deep; those of the last ply are
    /// not made.
    fn perft(&self, depth: u32) -> u64 {
        let after = |mv| {
            let mut next = self.clone();
            next.play(mv);
            next.perft(depth - 1)
        };
        match depth {
            0 => 1,
            1 => self.count_legal(),
            _ => self.legal().into_iter().map(after).sum(),
        }
    }
    /// Whether `mv`, a move from any other position, is legal here.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.legal().contains(&mv)
    }
    /// Makes the legal move `mv`.
    fn play(&mut self, mv: Self::Move);
    /// Passes. Only when not in check.
    fn pass(&mut self);

    /// Index of the square a move starts from.
    fn from(mv: Self::Move) -> usize;
    /// Index of the square a move ends on.
    fn to(mv: Self::Move) -> usize;
    /// The move as bits for a hash table; never 0.
    fn pack(mv: Self::Move) -> u32;
    /// The reverse of [`pack`](Self::pack); `None` for bits that no move has. The move may be
    /// illegal here.
    fn unpack(bits: u32) -> Option<Self::Move>;
}

/// What helps a search to look at the right moves first. Nearly every answer has a default that is
/// true of all games; better ones make the search quicker.
pub trait Order: Position {
    /// What the opponent attacks, as far as the order of moves is concerned; `()` where that is
    /// not worth its time.
    type Threats: Clone + Default + Send;

    /// What the moves that give check have in common; `()` where that is nothing of use.
    type Checks;

    /// Hash of the pawns (soldiers) alone.
    fn pawn_key(&self) -> u64 {
        0
    }
    /// Hash of one side's pieces without its pawns.
    fn piece_key(&self, side: Side) -> u64 {
        _ = side;
        0
    }
    /// Whether the side to move is in check, or its next move must stop a win by another rule: its
    /// last king would be taken where there is no check, the other king would reach its goal, the
    /// last check would be given.
    #[inline(always)]
    fn in_danger(&self) -> bool {
        self.in_check()
    }
    /// Whether the side to move is [in danger](Self::in_danger), or must make the one capture where
    /// captures are compulsory: it cannot stand pat, and a static value says little.
    #[inline(always)]
    fn is_forced(&self) -> bool {
        self.in_danger()
    }
    /// Whether the side to move wins by its next move where that is no mate, as the other side would
    /// [in danger](Self::in_danger): no move needs to be looked for.
    #[inline(always)]
    fn wins_at_once(&self) -> bool {
        false
    }
    /// Whether `side` has more than king and pawns. With these alone its moves are few, and each
    /// counts.
    fn has_pieces(&self, side: Side) -> bool {
        _ = side;
        true
    }
    /// Whether `side` hardly comes into zugzwang, so that a null move says something.
    fn may_pass(&self, side: Side) -> bool {
        self.has_pieces(side)
    }
    /// What the men of `side` are worth together, those in hand too, in centipawns: for games that
    /// have no evaluation of their own.
    fn material(&self, side: Side) -> i32 {
        _ = side;
        0
    }
    /// Roughly the key after `mv`: good enough to prefetch a table entry.
    fn key_after(&self, mv: Self::Move) -> u64 {
        _ = mv;
        self.key()
    }

    /// Whether `mv` belongs to [`MoveSet::Noisy`].
    fn is_noisy(&self, mv: Self::Move) -> bool {
        _ = mv;
        false
    }
    /// Whether `mv` takes something.
    fn is_capture(&self, mv: Self::Move) -> bool {
        self.captured_piece(mv).is_some()
    }
    /// Code of the piece that `mv` moves, side included.
    fn moved_piece(&self, mv: Self::Move) -> usize {
        _ = mv;
        0
    }
    /// Code of the piece that `mv` takes, side included.
    fn captured_piece(&self, mv: Self::Move) -> Option<usize> {
        _ = mv;
        None
    }
    /// What `mv` wins at once, in the units of [`see`](Self::see): captured piece and promotion.
    fn gain(&self, mv: Self::Move) -> i32 {
        _ = mv;
        0
    }
    /// Static exchange evaluation: whether the exchanges that `mv` starts win at least `threshold`
    /// (a pawn is 100).
    fn see(&self, mv: Self::Move, threshold: i32) -> bool {
        self.gain(mv) >= threshold
    }

    /// Whether the other side is in check, or its last king attacked, after the legal move `mv`.
    fn gives_check(&self, mv: Self::Move) -> bool {
        let mut after = self.clone();
        after.play(mv);
        after.in_danger()
    }
    /// What [`gives_check_by`](Self::gives_check_by) asks for: worth its time for many moves.
    fn checks(&self) -> Self::Checks;
    /// Whether the legal move `mv` gives check; the checks are those of this position.
    fn gives_check_by(&self, checks: &Self::Checks, mv: Self::Move) -> bool {
        _ = checks;
        self.gives_check(mv)
    }

    /// Whether each check brings the win nearer, so that a man may be given for one.
    fn counts_checks(&self) -> bool {
        false
    }

    /// What the opponent attacks.
    fn threats(&self) -> Self::Threats {
        Self::Threats::default()
    }
    /// The same as [`see`](Self::see), perhaps sooner: `threats` are those of this position, or none.
    fn see_by(&self, threats: &Self::Threats, mv: Self::Move, threshold: i32) -> bool {
        _ = threats;
        self.see(mv, threshold)
    }
    /// 0 to 3: whether the start and the end of a move are attacked.
    fn threat_index(threats: &Self::Threats, mv: Self::Move) -> usize {
        _ = (threats, mv);
        0
    }
    /// What a quiet move gains by leaving the attack of a lesser piece, or loses by walking into
    /// one, in pawns at stake.
    fn threat_balance(&self, threats: &Self::Threats, mv: Self::Move) -> i32 {
        _ = (threats, mv);
        0
    }
}

/// What the rules say of lines that lead nowhere. By default a position that comes back is a draw,
/// and nobody counts moves.
pub trait Cycles: Position {
    /// The [`halfmove_clock`](Position::halfmove_clock) at which the game is drawn.
    fn drawn_at(&self, rulings: Rulings) -> u32 {
        _ = rulings;
        u32::MAX
    }
    /// Whether coming back to a position may be anything but a draw: only then
    /// [`loser_of_cycle`](Self::loser_of_cycle) is asked.
    #[inline(always)]
    fn repetition_may_lose(&self) -> bool {
        false
    }
    /// Who loses by the cycle that leads from the first of these positions to the same one at the
    /// end, if it is no draw. `moves` lead from each position to the next; `None` is a pass.
    fn loser_of_cycle(
        rulings: Rulings,
        positions: &[Self],
        moves: &[Option<Self::Move>],
    ) -> Option<Side> {
        _ = (rulings, positions, moves);
        None
    }

    /// Key difference of a pair of opposing reversible moves, for upcoming repetition (Marcel van
    /// Kervinck's cuckoo tables): if `key_difference` is that of one reversible move of a piece of
    /// the side to move between two squares that stand in reach of each other here, the two squares.
    fn reversible_move(&self, key_difference: u64) -> Option<(usize, usize)> {
        _ = key_difference;
        None
    }
    /// The move between two squares that takes nothing and promotes nothing.
    fn plain_move(&self, from: usize, to: usize) -> Option<Self::Move> {
        _ = (from, to);
        None
    }
}

/// All that a search asks of a position.
pub trait Searched: Order + Cycles {}

impl<P: Order + Cycles> Searched for P {}
