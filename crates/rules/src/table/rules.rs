//! The rules of a game as data: what a row of the games says.
//!
//! All of it is seen by the first side; for the second the board is turned upside down. Texts are
//! short forms that people write: FEN for positions, [Betza notation](super::betza) for pieces,
//! lists of squares for regions (`d4 e4 *8`, where `*8` is a rank and `c*` a file). Where sides have
//! different regions both are given as the first side sees them: `*8 / *1 *2`.

/// How a game is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Its name, for messages.
    pub name: String,
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// The start position.
    pub start: String,
    /// The kinds of piece; those that can be held in hand come first.
    pub kinds: Vec<Kind>,
    /// What must not be lost.
    pub royalty: Royalty,
    /// How pieces promote.
    pub promotion: Promotion,
    /// Where captured pieces go.
    pub hands: Hands,
    /// How a king castles; `None`: it does not.
    pub castling: Option<Castling>,
    /// Whether captures explode (atomic).
    pub explosions: bool,
    /// Whether a side that can capture must.
    pub compulsory: bool,
    /// Whether no side may give check (racing kings).
    pub checkless: bool,
    /// Whether kings may not see each other along a rank or file, as the generals of xiangqi.
    pub facing: bool,
    /// What protects lions from one another.
    pub lions: Option<Lions>,
    /// Squares on which a piece wins.
    pub goal: Option<Goal>,
    /// How many checks win; 0: none do.
    pub checks: u8,
    /// What a side gets that has run out of pieces, or of some.
    pub extinct: Option<Extinct>,
    /// What a side gets that has only its royal piece left.
    pub bare: Option<Bare>,
    /// What a side gets that is in check without a legal move.
    pub mated: Prize,
    /// What a side gets that is not in check and has no legal move.
    pub stalemated: Prize,
    /// What the return of a position means.
    pub repetition: Repetition,
    /// Half-moves without capture or pawn move after which a draw may be claimed, and after which
    /// the game is over.
    pub quiet: Option<(u32, u32)>,
    /// In how many moves a side that is ahead must mate.
    pub counting: Counting,
    /// Which material cannot mate.
    pub material: Material,
    /// Whether a king far ahead may declare that it has won.
    pub entering: bool,
    /// Whether a side that can drop something must do so.
    pub must_drop: bool,
}

/// A kind of piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// How FEN writes it for the first side: a letter, perhaps after a `+`.
    pub letter: String,
    /// How it goes.
    pub moves: String,
    /// What it may promote to.
    pub promotes: Vec<String>,
    /// What it becomes in hand, if not itself.
    pub demotes: Option<String>,
    /// Whether it must not be lost.
    pub royal: bool,
    /// Whether its moves cannot be taken back: they reset the count of quiet moves.
    pub pawn: bool,
    /// Whether it has the privileges of a lion.
    pub lion: bool,
    /// Where it has its first moves; empty: nowhere.
    pub first: String,
    /// From where a double step can be taken in passing; empty: as `first`.
    pub passed: String,
    /// Squares that it never leaves; empty: the whole board.
    pub domain: String,
    /// Squares on which it may be dropped; empty: where it can ever move.
    pub drops: String,
    /// How many of its kind may stand on a file for it to be dropped there; 0: any number.
    pub per_file: u8,
    /// Whether dropping it may not mate.
    pub no_drop_mate: bool,
    /// Whether dropping it may not give check.
    pub no_drop_check: bool,
    /// By which moves it promotes, and whether it must, where that is not as in the whole game.
    pub promoting: Option<(By, bool)>,
    /// Whether those of a side are dropped on squares of both colours.
    pub both_colours: bool,
    /// Of how many on the board none is promoted to one more; 0: of any number.
    pub most: u8,
    /// What it is worth on the board, in centipawns; 0: nobody measured it.
    pub worth: u16,
}

/// What must not be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Royalty {
    /// Nothing.
    Nothing,
    /// One royal piece. A side may lack it (horde): then it has none.
    One,
    /// Each royal piece, as long as its side has at most this number of the kind. A side may have none.
    Few(u32),
    /// Of several kings the first in the files from a on, and there in the ranks from 1 on.
    FirstKing,
    /// All royal pieces: the last one is captured at last. There is no check.
    Last,
}

/// How pieces promote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promotion {
    /// Where.
    pub zone: String,
    /// By which moves.
    pub by: By,
    /// Whether they must.
    pub forced: bool,
    /// Whether the new piece comes from the hand, and its kinds that never run out.
    pub stock: Option<Vec<String>>,
}

/// Which moves promote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Those that end in the zone.
    #[default]
    Ending,
    /// Those that start or end there.
    StartingOrEnding,
    /// Those that enter it, and captures that start or end there; for pawns also those to the last
    /// rank.
    EnteringOrTaking,
}

/// Where captured pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// Out of the game.
    None,
    /// To the hand of the side that takes.
    Taker,
    /// To the other board; what comes to hand comes from there.
    Partner,
    /// To the owner's stock, from which its pawns promote.
    Owner,
    /// Out of the game: what is in hand was there at the start.
    Given,
}

/// How a king castles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// Where it goes: towards the files from a on, and towards the others. The rook comes to its
    /// inner side.
    pub to: CastlingTo,
    /// The letter of the piece that castles; empty: K, or the first royal piece.
    pub king: String,
    /// The letter of the piece that it castles with.
    pub rook: String,
    /// The file on which a king starts, where several kings could; else that of the king.
    pub from: Option<usize>,
    /// Whether it castles out of and through check.
    pub through_check: bool,
    /// Whether king and rook may castle that were dropped on the e-file and in the corner of their
    /// first rank.
    pub dropped: bool,
}

impl Castling {
    /// The king goes there with a rook, as in chess.
    pub fn with_rook(to: CastlingTo) -> Castling {
        Castling {
            to,
            king: String::new(),
            rook: "R".into(),
            from: None,
            through_check: false,
            dropped: false,
        }
    }
}

/// Where a king castles to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingTo {
    /// To these files, counted from 0.
    Files(usize, usize),
    /// As many files away.
    Steps(usize),
}

/// What protects lions from one another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lions {
    /// Whether the king counts as a protector.
    pub king_protects: bool,
    /// After another piece has taken a lion: whether lions, too, may not take a lion in turn.
    pub lions_wait: bool,
    /// What is too little to be taken on the way to a protected lion.
    pub trifles: Vec<String>,
}

/// Squares on which a piece wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// The squares.
    pub squares: String,
    /// Which pieces; none: the royal ones.
    pub kinds: Vec<String>,
    /// How many of them must be there.
    pub count: u32,
    /// Whether they count only while nothing attacks them.
    pub safe: bool,
    /// Whether the second side may draw by reaching them at once.
    pub last_word: bool,
}

/// When a side has run out of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extinct {
    /// Of which kinds, each for itself: all letters of one are counted together. None: of all
    /// kinds together.
    pub kinds: Vec<Vec<String>>,
    /// How many may be left, those in hand included.
    pub most: u32,
    /// How many the other side must have.
    pub others: u32,
    /// What it gets.
    pub prize: Prize,
}

/// What a side gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    /// The game.
    Win,
    /// A draw.
    Draw,
    /// Nothing.
    Loss,
    /// The game, if it has fewer pieces; a draw, if as many.
    Fewer,
}

/// What a side gets that has only its royal piece left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bare {
    /// The game, at once.
    Win,
    /// It loses, unless it can do the same to the other side at once: then it draws.
    Loss,
}

/// What the return of a position means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// A draw may be claimed at the third occurrence; the fifth ends the game.
    Western,
    /// The fourth draws; but a side that gave check with each move since the first loses.
    Japanese,
    /// The fourth ends the game: a side that attacked something with each move since the first loses,
    /// if the other did not, and otherwise the side that brought the position back (chu shogi).
    Attacks,
    /// A number of occurrences that ends the game, with this result for the side to move, or for the
    /// first side if that is set. A side that gave check with each move since the first may lose.
    Times {
        /// The number; 0 for a repetition that means nothing.
        times: u32,
        /// What.
        prize: Prize,
        /// Whether it is the first side that gets it.
        first: bool,
        /// Whether perpetual check loses.
        checks: bool,
    },
}

/// In how many moves a side that is ahead must mate; else the game is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// In any number.
    #[default]
    None,
    /// By the honour of the board and of the pieces (makruk).
    Makruk,
    /// By the pieces that a lone king faces (ASEAN chess).
    Asean,
}

/// Which material cannot mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// None is judged.
    Any,
    /// Kings alone, or with one knight or bishop, or with bishops of one colour of square.
    Chess,
    /// Kings alone.
    Kings,
    /// A bishop each, on squares of different colours (antichess).
    Bishops,
}

impl Kind {
    /// A kind with a letter that goes so.
    pub fn new(letter: &str, moves: &str) -> Kind {
        Kind { letter: letter.into(), moves: moves.into(), ..Kind::default() }
    }
}

impl Extinct {
    /// When a side has no pieces at all.
    pub fn all(prize: Prize) -> Extinct {
        Extinct { kinds: Vec::new(), most: 0, others: 0, prize }
    }
}

impl Rules {
    /// Whether it is good to have no men: captures are compulsory, and who has lost all wins.
    pub fn gives_away(&self) -> bool {
        self.compulsory
            && (self.extinct.as_ref().is_some_and(|extinct| extinct.prize == Prize::Win)
                || self.bare == Some(Bare::Win))
    }

    /// The kind with this letter.
    ///
    /// # Panics
    /// If the game has no such kind.
    pub fn kind(&mut self, letter: &str) -> &mut Kind {
        let mut kinds = self.kinds.iter_mut();
        kinds.find(|kind| kind.letter == letter).expect("a kind of this game")
    }

    /// With what kinds are worth.
    ///
    /// # Panics
    /// If the game lacks one of them.
    pub(super) fn with_worths(mut self, worths: &[(&str, u16)]) -> Rules {
        for (letter, worth) in worths {
            self.kind(letter).worth = *worth;
        }
        self
    }
}
