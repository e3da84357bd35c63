//! The games: one row for each, with everything that can be said of a game without a board.

use crate::registry;
use crate::{FenError, Game, Notation, Played, Rulings, chess, table, xiangqi};
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// What a game is.
#[derive(Clone, Debug)]
pub struct GameSpec {
    /// Number in files of ours, where games had numbers before they had names there.
    pub number: Option<u8>,
    /// The name that CECP gives it: `normal`, `fischerandom`, `xiangqi`.
    pub name: &'static str,
    /// Other names that interfaces, engines and people use, in lower case.
    pub aliases: &'static [&'static str],
    /// What people call it, as a title.
    pub title: &'static str,
    /// Whose board and rules it shares.
    pub family: Family,
    /// Files of the board.
    pub files: usize,
    /// Ranks of the board.
    pub ranks: usize,
    /// The number of the first rank in coordinates.
    pub first_rank: usize,
    /// The usual start position; for shuffled games it is one of many.
    pub start_fen: &'static str,
    /// What the two sides are called, the first to move first.
    pub sides: [&'static str; 2],
    /// Whether programs begin it from arrays of their own, so that one must be told even the start.
    pub starts_differ: bool,
    /// Where kings may castle.
    pub castling: Castling,
    /// Whether pieces of other kinds may become pawns: UCCI's option `promotion`.
    pub demotes: bool,
    /// How moves are written between machines and engines.
    pub wire: Notation,
    /// Letters of pieces in FENs: ours, and another one that programs use, both of the first side.
    pub letters: &'static [(char, char)],
    /// Whether engines that play it alone need not name it to whom they serve.
    pub unnamed: bool,
    /// Whether programs judge its ends by rules of their own where moves are left: repetitions and
    /// long play without a capture.
    pub disputed: bool,
    /// Whether it has a name of its own in the protocols: the others are options of a game.
    pub offered: bool,
    /// Whether it is played by pairs on two boards, and one board alone is only a part of it.
    pub partners: bool,
    /// How a game is written down.
    pub pgn: PgnForm,
    /// Short lines from the start for matches without openings of their own, one in each line of the
    /// text: moves with blanks between them.
    pub openings: Option<&'static str>,
    /// What openings are called; the text says how it is to be read.
    pub opening_names: Option<&'static str>,
    /// Opens a game from a FEN or from its start: [`Played::open`] of its positions.
    pub open: Open,
    /// What else its positions need to know, in a type of their own.
    pub data: Option<&'static (dyn Any + Send + Sync)>,
}

impl GameSpec {
    /// The notation that people read: SAN, and WXF in xiangqi.
    pub fn readable(&self) -> Notation {
        match self.pgn.moves {
            Notation::Iccs => Notation::Wxf,
            usual => usual,
        }
    }
}

/// Opens a game from a FEN or from its start.
pub type Open = fn(Variant, Option<&str>, Rulings) -> Result<Box<dyn Game>, FenError>;

/// How a game is written down in PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnForm {
    /// The value of the tag `Game`, where its programs write one.
    pub game: Option<&'static str>,
    /// The tag for the name of the player who moves first.
    pub first: &'static str,
    /// The usual notation: [`Notation::San`], or [`Notation::Iccs`] together with a tag `Format`.
    pub moves: Notation,
}

impl PgnForm {
    /// That of the standard of 1994.
    pub const STANDARD: PgnForm = PgnForm { game: None, first: "White", moves: Notation::San };
}

/// Games that share a board and most of their rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// [`chess`].
    Chess,
    /// [`xiangqi`].
    Xiangqi,
    /// None: it has rules of its own; its row says everything.
    Other,
}

impl Family {
    /// Those that have a game which they are named after.
    pub const ALL: [Family; 2] = [Family::Chess, Family::Xiangqi];

    /// The game that the family is named after.
    pub const fn usual(self) -> Option<Variant> {
        match self {
            Family::Chess => Some(Variant::NORMAL),
            Family::Xiangqi => Some(Variant::XIANGQI),
            Family::Other => None,
        }
    }

    /// Its games, the usual one first.
    pub fn games(self) -> impl Iterator<Item = Variant> {
        Variant::all().into_iter().filter(move |game| game.family == self)
    }
}

/// Where kings may castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Castling {
    /// Nowhere.
    None,
    /// From the e-file, with rooks in the corners.
    Usual,
    /// From the d-file and the e-file, with rooks in the corners (ICS wild 0 and 1).
    Wild,
    /// From any file between two rooks (Chess960).
    AnyFile,
}

const ORTHODOX: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const NORMAL: GameSpec = GameSpec {
    number: Some(0),
    name: "normal",
    // `From Position` is what lichess calls chess from a start of one's own.
    aliases: &["chess", "standard", "classical", "fromposition"],
    title: "Chess",
    family: Family::Chess,
    files: 8,
    ranks: 8,
    first_rank: 1,
    start_fen: ORTHODOX,
    sides: ["White", "Black"],
    starts_differ: false,
    castling: Castling::Usual,
    demotes: false,
    letters: &[],
    unnamed: false,
    disputed: false,
    wire: Notation::Coordinate,
    offered: true,
    partners: false,
    pgn: PgnForm::STANDARD,
    openings: Some(include_str!("chess/openings.txt")),
    opening_names: Some(include_str!("chess/opening_names.txt")),
    open: Played::<chess::Board>::open,
    data: None,
};

const XIANGQI: GameSpec = GameSpec {
    number: Some(4),
    name: "xiangqi",
    aliases: &[],
    title: "Xiangqi",
    family: Family::Xiangqi,
    files: 9,
    ranks: 10,
    first_rank: 0,
    start_fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    sides: ["Red", "Black"],
    starts_differ: false,
    castling: Castling::None,
    demotes: false,
    letters: &[('N', 'H'), ('B', 'E')],
    unnamed: true,
    disputed: true,
    wire: Notation::Coordinate,
    offered: true,
    partners: false,
    // As Chinese programs exchange it.
    pgn: PgnForm { game: Some("Chinese Chess"), first: "Red", moves: Notation::Iccs },
    openings: Some(include_str!("xiangqi/openings.txt")),
    opening_names: Some(include_str!("xiangqi/opening_names.txt")),
    open: Played::<xiangqi::Board>::open,
    data: None,
};

static GAMES: [GameSpec; 6] = [
    NORMAL,
    GameSpec {
        number: Some(1),
        name: "fischerandom",
        aliases: &["chess960", "fischerrandom", "wild/fr", "frc"],
        title: "Chess960",
        castling: Castling::AnyFile,
        // The king's own squares would not say which way it castles.
        wire: Notation::KingTakesRook,
        openings: None,
        opening_names: None,
        ..NORMAL
    },
    GameSpec {
        number: Some(2),
        name: "nocastle",
        aliases: &[],
        title: "Shuffle chess without castling",
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        castling: Castling::None,
        openings: None,
        opening_names: None,
        ..NORMAL
    },
    GameSpec {
        number: Some(3),
        name: "wildcastle",
        aliases: &[],
        title: "Shuffle chess",
        castling: Castling::Wild,
        openings: None,
        opening_names: None,
        ..NORMAL
    },
    XIANGQI,
    GameSpec {
        number: Some(5),
        name: "xiangqi-promotion",
        title: "Xiangqi with promotion",
        demotes: true,
        offered: false,
        partners: false,
        opening_names: None,
        ..XIANGQI
    },
];

/// A game of the chess family: its row.
///
/// ```
/// use ferz_rules::Variant;
///
/// let game = Variant::by_name("xiangqi").unwrap();
/// assert_eq!((game.files, game.ranks, game.sides[0]), (9, 10, "Red"));
/// ```
#[derive(Clone, Copy)]
pub struct Variant(&'static GameSpec);

impl Variant {
    /// Orthodox chess.
    pub const NORMAL: Variant = Variant(&GAMES[0]);
    /// Chess960, Fischer random chess.
    pub const CHESS960: Variant = Variant(&GAMES[1]);
    /// Shuffled chess without castling.
    pub const NO_CASTLE: Variant = Variant(&GAMES[2]);
    /// Shuffled chess where a king on the d-file castles too.
    pub const WILD_CASTLE: Variant = Variant(&GAMES[3]);
    /// Chinese chess.
    pub const XIANGQI: Variant = Variant(&GAMES[4]);
    /// Xiangqi where advisors and elephants may become pawns.
    pub const XIANGQI_PROMOTION: Variant = Variant(&GAMES[5]);

    /// The handle of a row that lasts.
    pub(crate) const fn of(row: &'static GameSpec) -> Variant {
        Variant(row)
    }

    /// Every game: those of the program, normal chess first, then those that were
    /// [added](Variant::add).
    pub fn all() -> Vec<Variant> {
        Variant::own().chain(registry::added()).collect()
    }

    /// The games of the program: those with a board of their own, then those by table.
    fn own() -> impl Iterator<Item = Variant> {
        GAMES.iter().chain(table::ROWS.iter()).map(Variant)
    }

    /// Its row, for constants; elsewhere the fields are at hand: `game.name`.
    pub const fn spec(self) -> &'static GameSpec {
        self.0
    }

    /// The game with this name or [title](GameSpec::title), in any case; blanks, hyphens and low
    /// lines do not count, nor does the word `chess` at the end.
    ///
    /// ```
    /// use ferz_rules::Variant;
    ///
    /// assert_eq!(Variant::by_name("fischerandom"), Some(Variant::CHESS960));
    /// assert_eq!(Variant::by_name("Chess 960"), Some(Variant::CHESS960));
    /// assert_eq!(Variant::by_name("King of the Hill"), Variant::by_name("kingofthehill"));
    /// assert_eq!(Variant::by_name("ludo"), None);
    /// ```
    pub fn by_name(name: &str) -> Option<Variant> {
        // Machines write the name itself, and often.
        if let Some(game) = Variant::own().find(|game| game.name == name) {
            return Some(game);
        }
        let is_it = |game: &Variant| game.is_called(name);
        Variant::own().find(is_it).or_else(|| registry::added().into_iter().find(is_it))
    }

    /// Whether this is a name of the game, as [`Variant::by_name`] takes it.
    pub(crate) fn is_called(self, name: &str) -> bool {
        let name = key(name);
        self.aliases.iter().chain([&self.name, &self.title]).any(|known| key(known) == name)
    }

    /// A start position drawn by a number; `None` where all games begin alike.
    ///
    /// ```
    /// use ferz_rules::Variant;
    ///
    /// assert_eq!(Variant::CHESS960.drawn_start(518).as_deref(), Some(Variant::NORMAL.start_fen));
    /// assert_eq!(Variant::NORMAL.drawn_start(518), None);
    /// ```
    pub fn drawn_start(self, number: u64) -> Option<String> {
        match self.castling {
            Castling::AnyFile if self.family == Family::Other => {
                Some(table::caparandom_start(number))
            }
            Castling::AnyFile => crate::chess::chess960_start((number % 960) as usize),
            _ => None,
        }
    }

    /// The game with this [number](GameSpec::number).
    pub fn by_number(number: u8) -> Option<Variant> {
        GAMES.iter().map(Variant).find(|game| game.number == Some(number))
    }
}

/// A name of a game without what programs spell differently.
fn key(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
    let key: String = letters.flat_map(char::to_lowercase).collect();
    match key.strip_suffix("chess") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => key,
    }
}

impl Deref for Variant {
    type Target = GameSpec;

    #[inline(always)]
    fn deref(&self) -> &GameSpec {
        self.0
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self.0, state);
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_are_of_one_game() {
        for game in Variant::own() {
            assert_eq!(game.number.is_none(), table::width(game).is_some(), "{game}");
            assert_eq!(game.number.and_then(Variant::by_number), game.number.map(|_| game));
            for name in game.aliases.iter().chain([&game.name]) {
                assert_eq!(Variant::by_name(name), Some(game));
                assert_eq!(name.to_ascii_lowercase(), *name);
            }
        }
    }

    /// As cutechess, python-chess, lichess, Fairy-Stockfish, XBoard and the servers call them.
    #[test]
    fn names_of_others() {
        for (name, names) in [
            ("normal", "standard|Chess|From Position|Classical|Standard"),
            ("fischerandom", "Chess960|chess 960|wild/fr|fischerandom|Fischerandom"),
            ("crazyhouse", "Crazy House|crazyhouse|ZH|House"),
            ("antichess", "Anti chess|antichess|Antichess|anti"),
            ("giveaway", "Giveaway|Give away chess"),
            ("suicide", "Suicide chess"),
            ("3check", "threeCheck|Three-check|3-check|3check|Three check chess|threecheck"),
            ("kingofthehill", "King of the Hill|kingOfTheHill|KOTH"),
            ("racingkings", "racingKings|Racing Kings|Race"),
            ("horde", "Horde chess|horde"),
            ("atomic", "Atomic chess|Atom"),
            ("capablanca", "Capablanca|capablanca chess|capa"),
            ("super", "superchess|Superchess"),
            ("lion", "mighty-lion|Mighty-lion chess"),
        ] {
            for other in names.split('|') {
                let found = Variant::by_name(other).map(|game| game.name);
                assert_eq!(found, Some(name), "{other}");
            }
        }
        assert_eq!(Variant::by_name(""), None);
    }

    #[test]
    fn start_positions_have_the_shape_of_their_board() {
        for game in GAMES.iter().map(Variant) {
            let placement = game.start_fen.split(' ').next().unwrap();
            let ranks: Vec<&str> = placement.split('/').collect();
            assert_eq!(ranks.len(), game.ranks, "{game}");
            for rank in ranks {
                let width = rank.chars().map(|c| c.to_digit(10).unwrap_or(1) as usize);
                assert_eq!(width.sum::<usize>(), game.files, "{game}: {rank}");
            }
            assert_eq!(crate::new_game(game, None).unwrap().start_fen(), game.start_fen);
        }
    }
}
