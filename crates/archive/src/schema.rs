//! The tables of the file, and how a file of an older format becomes one of this.

use crate::{Error, Result};
use rusqlite::{Connection, TransactionBehavior};

/// `application_id` of our files: "Ferz" in ASCII.
const OURS: i64 = 0x4665_727a;

/// What turns each format into the next; the first makes an empty file one of format 1.
const STEPS: &[&str] = &["
    CREATE TABLE game (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        variant TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        -- Both names in lower case, one on each line: SQLite's own LIKE knows the letters of ASCII alone.
        names TEXT NOT NULL,
        event TEXT NOT NULL,
        date TEXT NOT NULL,
        -- To sort by: what is unknown of a date comes before everything.
        day TEXT NOT NULL GENERATED ALWAYS AS (replace(date, '?', '0')) VIRTUAL,
        result TEXT NOT NULL,
        opening TEXT NOT NULL,
        plies INTEGER NOT NULL,
        source TEXT NOT NULL,
        -- By which the same game is known again; a game in progress has none.
        mark BLOB UNIQUE,
        pgn TEXT NOT NULL
    ) STRICT;
    CREATE INDEX game_by_day ON game (day, id);
    CREATE TABLE place (
        position INTEGER NOT NULL,
        game INTEGER NOT NULL REFERENCES game (id),
        ply INTEGER NOT NULL,
        -- What was played there; nothing at the end of the game.
        reply TEXT,
        PRIMARY KEY (position, game, ply)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX place_of_game ON place (game);
"];

pub(crate) const INSERT: &str = "
    INSERT INTO game (variant, first, second, names, event, date, result, opening, plies, source, mark, pgn)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";

pub(crate) const UPDATE: &str = "
    UPDATE game SET variant = ?2, first = ?3, second = ?4, names = ?5, event = ?6, date = ?7,
        result = ?8, opening = ?9, plies = ?10, pgn = ?11
    WHERE id = ?1";

/// Makes a new or older file one of today's format.
pub(crate) fn prepare(connection: &mut Connection) -> Result<()> {
    // Readers and one writer at a time; a killed program leaves a file that is whole.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let known = STEPS.len() as i64;
    // Two programs may find a new file at the same time: the second waits, and finds it made.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number = |name: &str| change.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (id, format) = (number("application_id")?, number("user_version")?);
    let tables: i64 =
        change.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if id != OURS && (id != 0 || tables > 0) {
        let why = "an SQLite file of another program".to_owned();
        let path = change.path().unwrap_or_default().into();
        return Err(Error::Foreign { path, why });
    }
    let done = match usize::try_from(format) {
        Ok(done) if done <= STEPS.len() => done,
        _ => return Err(Error::Newer { found: format, known }),
    };
    for step in &STEPS[done..] {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "application_id", OURS)?;
    change.pragma_update(None, "user_version", known)?;
    change.commit()?;
    Ok(())
}
