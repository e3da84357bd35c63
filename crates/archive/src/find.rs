//! Finding games again.

use crate::summary::{Source, Summary};
use crate::{Archive, Error, Id, Result, mark};
use ferz_rules::{Variant, new_game};
use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use std::io::Write;

/// What games are looked for; what is empty does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// A part of a player's name, in any case.
    pub player: String,
    /// The game by its name.
    pub variant: String,
    /// A part of the event.
    pub event: String,
    /// A part of the opening's name or code.
    pub opening: String,
    /// The first day: `2024`, `2024.05`, `2024.05.01`.
    pub since: String,
    /// The last day, in the same form: all of 2024 with `2024`.
    pub until: String,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    pub result: String,
    /// Where it came from.
    pub source: Option<Source>,
    /// A position that was reached in the first forty plies, as FEN, in a game of this kind.
    pub position: Option<(Variant, String)>,
    /// The number of games found that are skipped.
    pub skip: usize,
    /// The most games that are listed; 0 for all.
    pub most: usize,
}

/// Games that were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many there are in all.
    pub total: usize,
    /// Those that were asked for, the latest first.
    pub games: Vec<Summary>,
}

/// What was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move, in SAN.
    pub san: String,
    /// The move as machines write it.
    pub text: String,
    /// How many games went on so.
    pub games: usize,
    /// How many of them the first side won, nobody won, the second side won.
    pub results: [usize; 3],
}

/// A part of a query in SQL, with its values.
#[derive(Default)]
struct Filter {
    clauses: Vec<&'static str>,
    values: Vec<Value>,
}

impl Filter {
    fn and(&mut self, clause: &'static str, value: impl Into<Value>) {
        self.clauses.push(clause);
        self.values.push(value.into());
    }

    fn contains(&mut self, clause: &'static str, part: &str) {
        if !part.is_empty() {
            self.and(clause, part.to_owned());
        }
    }

    fn of(query: &Query) -> Result<Filter> {
        let mut filter = Filter::default();
        filter.contains("instr(names, ?) > 0", &query.player.to_lowercase());
        filter.contains("variant = ?", &query.variant);
        filter.contains("instr(lower(event), lower(?)) > 0", &query.event);
        filter.contains("instr(lower(opening), lower(?)) > 0", &query.opening);
        filter.contains("day >= ?", &query.since);
        if !query.until.is_empty() {
            // And all that begins so.
            filter.and("day < ?", format!("{}\u{10ffff}", query.until));
            filter.clauses.push("day <> ''");
        }
        filter.contains("result = ?", &query.result);
        if let Some(source) = query.source {
            filter.and("source = ?", source.name().to_owned());
        }
        if let Some((variant, fen)) = &query.position {
            filter
                .and("id IN (SELECT game FROM place WHERE position = ?)", position(*variant, fen)?);
        }
        Ok(filter)
    }

    fn sql(&self) -> String {
        if self.clauses.is_empty() {
            return String::new();
        }
        format!("WHERE {}", self.clauses.join(" AND "))
    }
}

fn position(variant: Variant, fen: &str) -> Result<i64> {
    Ok(mark::of_position(&*new_game(variant, Some(fen))?))
}

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    Ok(Summary {
        id: row.get("id")?,
        variant: row.get("variant")?,
        first: row.get("first")?,
        second: row.get("second")?,
        event: row.get("event")?,
        date: row.get("date")?,
        result: row.get("result")?,
        opening: row.get("opening")?,
        plies: row.get("plies")?,
        source: Source::named(&row.get::<_, String>("source")?).unwrap_or(Source::Imported),
    })
}

impl Archive {
    /// The games that a query asks for.
    ///
    /// # Errors
    /// [`Error::Position`] if the position is none, and SQLite's.
    pub fn find(&self, query: &Query) -> Result<Found> {
        let filter = Filter::of(query)?;
        let (sql, values) = (filter.sql(), &filter.values);
        let count = format!("SELECT count(*) FROM game {sql}");
        let mut count = self.connection.prepare_cached(&count)?;
        let total = count.query_row(params_from_iter(values), |row| row.get(0))?;
        let most = if query.most == 0 { -1 } else { i64::try_from(query.most).unwrap_or(-1) };
        let list = format!(
            "SELECT id, variant, first, second, event, date, result, opening, plies, source FROM game {sql}
             ORDER BY day DESC, id DESC LIMIT {most} OFFSET {}",
            query.skip
        );
        let mut list = self.connection.prepare_cached(&list)?;
        let games = list.query_map(params_from_iter(values), summary)?;
        Ok(Found { total, games: games.collect::<rusqlite::Result<_>>()? })
    }

    /// The last game that was begun here and has no result: it can be gone on with.
    ///
    /// # Errors
    /// SQLite's.
    pub fn unfinished(&self) -> Result<Option<Id>> {
        use rusqlite::OptionalExtension;
        let find = "SELECT id FROM game WHERE source = 'played' AND result = '*'
                    ORDER BY id DESC LIMIT 1";
        Ok(self.connection.query_row(find, [], |row| row.get(0)).optional()?)
    }

    /// What was played in a position, the most frequent first.
    ///
    /// # Errors
    /// [`Error::Position`] if the position is none, and SQLite's.
    pub fn replies(&self, variant: Variant, fen: &str) -> Result<Vec<Reply>> {
        let game = new_game(variant, Some(fen))?;
        let mut count = self.connection.prepare_cached(
            "SELECT reply, count(*), sum(result = '1-0'), sum(result = '1/2-1/2'), sum(result = '0-1')
             FROM place JOIN game ON game.id = place.game
             WHERE position = ?1 AND reply IS NOT NULL
             GROUP BY reply ORDER BY count(*) DESC, reply",
        )?;
        let rows = count.query_map([mark::of_position(&*game)], |row| {
            let text: String = row.get(0)?;
            let results = [row.get(2)?, row.get(3)?, row.get(4)?];
            Ok(Reply { san: text.clone(), text, games: row.get(1)?, results })
        })?;
        let mut replies = rows.collect::<rusqlite::Result<Vec<Reply>>>()?;
        for reply in &mut replies {
            if let Ok(san) = game.readable(&reply.text) {
                reply.san = san;
            }
        }
        Ok(replies)
    }

    /// Writes the games that a query asks for as one PGN file; how many there were.
    ///
    /// # Errors
    /// Those of [`find`](Archive::find), and the output's.
    pub fn export(&self, query: &Query, mut out: impl Write) -> Result<usize> {
        let games = self.find(query)?.games;
        let mut text = self.connection.prepare_cached("SELECT pgn FROM game WHERE id = ?1")?;
        let mut written = 0;
        for game in &games {
            match text.query_row([game.id], |row| row.get::<_, String>(0)) {
                Ok(pgn) => {
                    writeln!(out, "{pgn}")?;
                    written += 1;
                }
                // Another program has just removed it.
                Err(rusqlite::Error::QueryReturnedNoRows) => {}
                Err(error) => return Err(Error::from(error)),
            }
        }
        out.flush()?;
        Ok(written)
    }
}
