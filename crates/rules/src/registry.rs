//! Games that are added while the program runs: those from files, and those of tests.

use crate::{FenError, GameSpec, Rulings, Variant};
use std::fmt;
use std::sync::{PoisonError, RwLock};

/// Rows beside those in the program. They stay until it ends.
static ADDED: RwLock<Vec<Variant>> = RwLock::new(Vec::new());

/// Why a game was not added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddError {
    /// A name that nobody could type: empty, with blanks, or not in lower case.
    Name(String),
    /// Another game has this name.
    Taken {
        /// The name.
        name: String,
        /// Whose it is.
        by: Variant,
    },
    /// The board has no files, no ranks, or more than twenty-six files.
    Board {
        /// Files of the board.
        files: usize,
        /// Ranks of the board.
        ranks: usize,
    },
    /// The start is no position of the game.
    Start(FenError),
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AddError::Name(name) => {
                write!(f, "no name for a game: \"{name}\" (lower case, without blanks)")
            }
            AddError::Taken { name, by } => {
                write!(f, "the name \"{name}\" is that of {}", by.title)
            }
            AddError::Board { files, ranks } => {
                write!(f, "no board has {files} files and {ranks} ranks")
            }
            AddError::Start(error) => write!(f, "start position: {error}"),
        }
    }
}

impl std::error::Error for AddError {}

/// The games that were added, the oldest first.
pub(crate) fn added() -> Vec<Variant> {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

impl Variant {
    /// Adds a game to those of the program: from now on it has its names, and everything that takes
    /// a game takes it. Files of ours call it by name.
    ///
    /// # Errors
    /// Says which name is no name or another game's, or what is wrong with board or start.
    pub fn add(row: GameSpec) -> Result<Variant, AddError> {
        let (files, ranks) = (row.files, row.ranks);
        if !(1..=26).contains(&files) || ranks == 0 {
            return Err(AddError::Board { files, ranks });
        }
        check_names(&row)?;
        // A row is needed as long as a game of it may be played.
        let game = Variant::of(Box::leak(Box::new(GameSpec { number: None, ..row })));
        (game.open)(game, None, Rulings::default()).map_err(AddError::Start)?;
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have been quicker.
        check_against(&game, &added)?;
        added.push(game);
        Ok(game)
    }
}

fn check_names(row: &GameSpec) -> Result<(), AddError> {
    let is_name = |name: &str| {
        let fits = |c: char| !c.is_whitespace() && !c.is_control() && !c.is_uppercase();
        !name.is_empty() && name.chars().all(fits)
    };
    match row.aliases.iter().chain([&row.name]).find(|name| !is_name(name)) {
        Some(name) => Err(AddError::Name((*name).to_owned())),
        None => check_against(row, &Variant::all()),
    }
}

fn check_against(row: &GameSpec, games: &[Variant]) -> Result<(), AddError> {
    for name in row.aliases.iter().chain([&row.name]) {
        if let Some(by) = games.iter().find(|&&game| game.is_called(name)) {
            return Err(AddError::Taken { name: (*name).to_owned(), by: *by });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess;

    fn row(name: &'static str) -> GameSpec {
        GameSpec { name, aliases: &[], title: "A game", ..*Variant::NORMAL.spec() }
    }

    #[test]
    fn an_added_game_is_a_game() {
        let game = Variant::add(row("added"));
        let game = game.expect("a new name");
        assert_eq!(Variant::by_name("Added"), Some(game));
        assert!(Variant::all().contains(&game));
        assert!(game != Variant::NORMAL && game.number.is_none());
        let opened = crate::new_game(game, None).expect("it opens");
        assert_eq!((opened.variant(), opened.perft(2)), (game, 400));
    }

    #[test]
    fn what_cannot_be_added_says_why() {
        let fails = |row| Variant::add(row).expect_err("no game").to_string();
        assert_eq!(fails(row("xiangqi")), "the name \"xiangqi\" is that of Xiangqi");
        assert_eq!(
            fails(GameSpec { aliases: &["chess960"], ..row("other") }),
            "the name \"chess960\" is that of Chess960"
        );
        assert!(fails(row("two words")).starts_with("no name for a game: \"two words\""));
        assert!(fails(row("Upper")).starts_with("no name for a game"));
        assert_eq!(fails(GameSpec { files: 0, ..row("flat") }), "no board has 0 files and 8 ranks");
        assert_eq!(
            fails(GameSpec { start_fen: "8/8 w - -", ..row("short") }),
            "start position: not eight ranks: \"8/8\""
        );
        assert_eq!(Variant::by_name("short"), None);
    }

    /// Of many threads that add one name, one succeeds.
    #[test]
    fn a_name_is_given_once() {
        let added: Vec<_> = std::thread::scope(|scope| {
            let add = || scope.spawn(|| Variant::add(row("contested")).is_ok());
            let threads: Vec<_> = (0..8).map(|_| add()).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        assert_eq!(added.iter().filter(|added| **added).count(), 1);
        _ = chess::Board::start(Variant::by_name("contested").expect("it is there"));
    }
}
