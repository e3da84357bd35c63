//! Games that are kept: everything played, imported or watched, in one SQLite file.
//!
//! - [`Archive`] is the file. A game is [begun](Archive::begin) with its first move and
//!   [kept up](Archive::update) with every other, so that a program that is killed in the middle of a
//!   game loses nothing of it; files of games are [imported](Archive::import).
//! - A [`Query`] finds games by player, date, game, result, opening or position;
//!   [`Archive::replies`] says what was played in a position, and how that ended.
//! - What is kept of a game is its PGN, whole, with comments and variations. Everything else in the
//!   file is made from it, to find it by.
//!
//! Several programs may use one file at the same time.
//!
//! ```
//! use ferz_archive::{Archive, Query, Source};
//! use ferz_rules::pgn;
//!
//! let mut archive = Archive::in_memory()?;
//! let game = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.05.01\"]\n\n1. e4 c5 1-0";
//! archive.keep(&pgn::games(game).next().unwrap(), Source::Played)?;
//!
//! let found = archive.find(&Query { player: "ann".to_owned(), ..Query::default() })?;
//! assert_eq!((found.total, found.games[0].second.as_str()), (1, "Bob"));
//! # Ok::<(), ferz_archive::Error>(())
//! ```

mod find;
mod import;
mod mark;
mod places;
mod schema;
mod split;
mod summary;

pub use find::{Found, Query, Reply};
pub use import::{Imported, Progress};
pub use summary::{Source, Summary};

use crate::places::Trail;
use crate::summary::Facts;
use ferz_rules::pgn::PgnGame;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for another program that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(10);

/// What went wrong with the file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file of something else.
    #[error("{}: not a file of games: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is, or what SQLite says of it.
        why: String,
    },
    /// Made by a later version of this program.
    #[error("made by a later version (format {found}, this program knows {known})")]
    Newer {
        /// Its format.
        found: i64,
        /// The latest that is known here.
        known: i64,
    },
    /// No game has this number.
    #[error("no game has the number {0}")]
    NoGame(i64),
    /// A text that was to be a position and is none.
    #[error("no position: {0}")]
    Position(#[from] ferz_rules::FenError),
    /// SQLite's own: no space, no permission, a damaged file.
    #[error("file of games: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// A file that is imported or exported fails.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// What may go wrong here.
pub type Result<T> = std::result::Result<T, Error>;

/// A game's number in its file.
pub type Id = i64;

/// Whether a game was new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// It is kept now.
    New(Id),
    /// The same game was there already: same players, date, start, moves and result.
    Known(Id),
}

/// A file of games.
#[derive(Debug)]
pub struct Archive {
    connection: Connection,
}

impl Archive {
    /// Opens a file of games, or makes it, with the folders above it.
    ///
    /// # Errors
    /// [`Error::Foreign`] if the file is something else, [`Error::Newer`] if a later version made it.
    pub fn open(path: impl AsRef<Path>) -> Result<Archive> {
        let path = path.as_ref();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if let Ok(there) = std::fs::metadata(path)
            && !there.is_file()
        {
            let why = "no regular file".to_owned();
            return Err(Error::Foreign { path: path.to_owned(), why });
        }
        let named = |error| match error {
            Error::Sqlite(error) if is_foreign(&error) => {
                Error::Foreign { path: path.to_owned(), why: error.to_string() }
            }
            error => error,
        };
        Archive::with(Connection::open(path)?).map_err(named)
    }

    /// Games that are forgotten with the program.
    ///
    /// # Errors
    /// SQLite's.
    pub fn in_memory() -> Result<Archive> {
        Archive::with(Connection::open_in_memory()?)
    }

    fn with(mut connection: Connection) -> Result<Archive> {
        connection.busy_timeout(PATIENCE)?;
        schema::prepare(&mut connection)?;
        Ok(Archive { connection })
    }

    /// Keeps a game that is over, or as far as it came.
    ///
    /// # Errors
    /// SQLite's.
    pub fn keep(&mut self, game: &PgnGame, source: Source) -> Result<Kept> {
        let change = self.change()?;
        let kept = keep(&change, game, source)?;
        change.commit()?;
        Ok(kept)
    }

    /// Begins to keep a game that is being played: it is in the file from now on, even if it is the
    /// same as another.
    ///
    /// # Errors
    /// SQLite's.
    pub fn begin(&mut self, game: &PgnGame, source: Source) -> Result<Id> {
        let change = self.change()?;
        let id = insert(&change, game, source, None)?;
        change.commit()?;
        Ok(id)
    }

    /// Keeps what a game has become: more moves, fewer after a take-back, its result.
    ///
    /// # Errors
    /// [`Error::NoGame`] if it was removed.
    pub fn update(&mut self, id: Id, game: &PgnGame) -> Result<()> {
        let change = self.change()?;
        let (facts, trail) = (Facts::of(game), Trail::of(game));
        let changed = change.prepare_cached(schema::UPDATE)?.execute(params![
            id,
            facts.variant,
            facts.first,
            facts.second,
            facts.names(),
            facts.event,
            facts.date,
            facts.result,
            facts.opening,
            facts.plies,
            game.to_string(),
        ])?;
        if changed == 0 {
            return Err(Error::NoGame(id));
        }
        change.prepare_cached("DELETE FROM place WHERE game = ?1")?.execute([id])?;
        trail.write(&change, id)?;
        if facts.result != "*" {
            // It is over: from now on it is known again. Another that is the same has the mark already.
            let mut set =
                change.prepare_cached("UPDATE OR IGNORE game SET mark = ?2 WHERE id = ?1")?;
            set.execute(params![id, mark::of(game)])?;
        }
        change.commit()?;
        Ok(())
    }

    /// A game, whole.
    ///
    /// # Errors
    /// [`Error::NoGame`] if there is none.
    pub fn game(&self, id: Id) -> Result<PgnGame> {
        let mut find = self.connection.prepare_cached("SELECT pgn FROM game WHERE id = ?1")?;
        let text: Option<String> = find.query_row([id], |row| row.get(0)).optional()?;
        let game = text.and_then(|text| ferz_rules::pgn::games(&text).next());
        game.ok_or(Error::NoGame(id))
    }

    /// Removes a game for good.
    ///
    /// # Errors
    /// [`Error::NoGame`] if there is none.
    pub fn remove(&mut self, id: Id) -> Result<()> {
        let change = self.change()?;
        change.execute("DELETE FROM place WHERE game = ?1", [id])?;
        let removed = change.execute("DELETE FROM game WHERE id = ?1", [id])?;
        change.commit()?;
        if removed == 0 { Err(Error::NoGame(id)) } else { Ok(()) }
    }

    /// A change of the file: all of it or nothing. It takes its turn among the programs that write
    /// at once, not in the middle, where SQLite could only give up.
    fn change(&mut self) -> Result<Transaction<'_>> {
        Ok(self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
    }
}

fn is_foreign(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseCorrupt, NotADatabase};
    matches!(error.sqlite_error_code(), Some(NotADatabase | DatabaseCorrupt | CannotOpen))
}

fn keep(change: &Transaction<'_>, game: &PgnGame, source: Source) -> Result<Kept> {
    let mark = mark::of(game);
    let mut find = change.prepare_cached("SELECT id FROM game WHERE mark = ?1")?;
    match find.query_row([&mark], |row| row.get(0)).optional()? {
        Some(id) => Ok(Kept::Known(id)),
        None => Ok(Kept::New(insert(change, game, source, Some(&mark))?)),
    }
}

fn insert(
    change: &Transaction<'_>,
    game: &PgnGame,
    source: Source,
    mark: Option<&[u8]>,
) -> Result<Id> {
    let facts = Facts::of(game);
    change.prepare_cached(schema::INSERT)?.execute(params![
        facts.variant,
        facts.first,
        facts.second,
        facts.names(),
        facts.event,
        facts.date,
        facts.result,
        facts.opening,
        facts.plies,
        source.name(),
        mark,
        game.to_string(),
    ])?;
    let id = change.last_insert_rowid();
    Trail::of(game).write(change, id)?;
    Ok(id)
}
