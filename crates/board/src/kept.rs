//! The games that are kept, as pages ask for them.

use crate::notation::written;
use ferz_archive::{Archive, Error, Id, Query, Reply, Source, Summary};
use ferz_rules::{Variant, new_game};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::mpsc::{Receiver, Sender};

/// Games on one page of a list.
const AT_ONCE: usize = 100;

/// Moves of a position that were played before, in a list.
const MOST: usize = 20;

/// What a page asks of the games.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum KeptRequest {
    /// A list of games.
    Find(Box<Wanted>),
    /// One game as PGN.
    Fetch {
        /// Its number.
        number: i64,
    },
    /// What was played in a position, and how that ended.
    Replies {
        /// The game.
        variant: String,
        /// The position as FEN.
        fen: String,
    },
    /// Removes a game for good.
    Forget {
        /// Its number.
        number: i64,
    },
}

/// Which games; what is empty does not matter.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Wanted {
    player: String,
    variant: String,
    event: String,
    opening: String,
    since: String,
    until: String,
    result: String,
    source: String,
    /// A position as FEN, of this game.
    fen: String,
    fen_variant: String,
    skip: usize,
}

/// The answer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeptAnswer {
    /// A part of the list.
    Found(List),
    /// The game as PGN.
    Pgn(String),
    /// It is removed.
    Forgotten(Id),
    /// What was played, the most frequent first.
    Replies(Vec<Before>),
}

/// A move that was played before.
#[derive(Clone, Debug, Serialize)]
pub struct Before {
    /// For people.
    san: String,
    /// How many games went on so.
    games: usize,
    /// Won by the first side, by nobody, by the second side.
    results: [usize; 3],
}

/// A part of a list of games.
#[derive(Clone, Debug, Serialize)]
pub struct List {
    /// How many there are in all.
    total: usize,
    /// How many were passed over.
    skip: usize,
    games: Vec<Row>,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize)]
struct Row {
    id: Id,
    variant: String,
    first: String,
    second: String,
    event: String,
    date: String,
    result: String,
    opening: String,
    plies: usize,
    source: &'static str,
}

impl From<Summary> for Row {
    fn from(game: Summary) -> Row {
        let Summary { id, variant, first, second, event, date, result, opening, plies, source } =
            game;
        let source = source.name();
        Row { id, variant, first, second, event, date, result, opening, plies, source }
    }
}

/// What came of an import.
#[derive(Clone, Debug, Serialize)]
pub struct Taken {
    new: usize,
    known: usize,
    /// What was strange, the first of it.
    remarks: Vec<String>,
    remarked: usize,
}

/// The file of games, for whoever asks. Each asks with a connection of his own: nobody waits for
/// another.
#[derive(Clone)]
pub struct Games {
    path: Arc<PathBuf>,
}

impl Games {
    /// Those of this file.
    pub fn of(path: PathBuf) -> Games {
        Games { path: Arc::new(path) }
    }

    fn open(&self) -> Result<Archive, String> {
        Archive::open(&*self.path).map_err(told)
    }

    /// Does what a page asks. It waits for the disk.
    ///
    /// # Errors
    /// Says what is wrong with the request or the file.
    pub fn ask(&self, request: KeptRequest) -> Result<KeptAnswer, String> {
        let mut archive = self.open()?;
        match request {
            KeptRequest::Find(wanted) => {
                let skip = wanted.skip;
                let found = archive.find(&wanted.query(AT_ONCE)?).map_err(told)?;
                let games = found.games.into_iter().map(Row::from).collect();
                Ok(KeptAnswer::Found(List { total: found.total, skip, games }))
            }
            KeptRequest::Fetch { number } => {
                Ok(KeptAnswer::Pgn(archive.game(number).map_err(told)?.to_string()))
            }
            KeptRequest::Replies { variant, fen } => {
                let game = Variant::by_name(&variant);
                let game = game.ok_or_else(|| format!("unknown game {variant:?}"))?;
                let replies = archive.replies(game, &fen).map_err(told)?;
                let place = new_game(game, Some(&fen)).map_err(|error| error.to_string())?;
                let before = |reply: Reply| {
                    let Reply { text, san, games, results } = reply;
                    Before { san: written(&*place, &text).unwrap_or(san), games, results }
                };
                Ok(KeptAnswer::Replies(replies.into_iter().take(MOST).map(before).collect()))
            }
            KeptRequest::Forget { number } => {
                archive.remove(number).map_err(told)?;
                Ok(KeptAnswer::Forgotten(number))
            }
        }
    }

    /// Takes over a PGN file. It waits for the disk and for the file.
    ///
    /// # Errors
    /// The file's.
    pub fn import(&self, pgn: impl BufRead) -> Result<Taken, String> {
        let imported = self.open()?.import(pgn, |_| ControlFlow::Continue(())).map_err(told)?;
        let remarks = imported.remarks.iter().take(20).map(ToString::to_string).collect();
        let (new, known) = (imported.progress.new, imported.progress.known);
        Ok(Taken { new, known, remarks, remarked: imported.remarked })
    }

    /// Writes games as PGN. It waits for the disk and for the reader.
    ///
    /// # Errors
    /// Says what is wrong with the request or the file.
    pub fn export(&self, wanted: &Wanted, out: impl Write) -> Result<usize, String> {
        self.open()?.export(&wanted.query(0)?, out).map_err(told)
    }
}

fn told(error: Error) -> String {
    error.to_string()
}

impl Wanted {
    fn query(&self, most: usize) -> Result<Query, String> {
        let game =
            |name: &str| Variant::by_name(name).ok_or_else(|| format!("unknown game {name:?}"));
        let position = match self.fen.trim() {
            "" => None,
            fen => Some((game(&self.fen_variant)?, fen.to_owned())),
        };
        Ok(Query {
            player: self.player.trim().to_owned(),
            variant: self.variant.clone(),
            event: self.event.trim().to_owned(),
            opening: self.opening.trim().to_owned(),
            since: self.since.trim().to_owned(),
            until: self.until.trim().to_owned(),
            result: self.result.clone(),
            source: Source::named(&self.source),
            position,
            skip: self.skip,
            most,
        })
    }
}

/// The pieces of a request's body, for those who read without a runtime.
pub(crate) struct Pieces<T> {
    pub(crate) from: Receiver<io::Result<T>>,
    /// The piece that is being read, and how much of it was.
    pub(crate) piece: Option<(T, usize)>,
}

impl<T: AsRef<[u8]>> Read for Pieces<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some((piece, done)) = &mut self.piece {
                let left = &piece.as_ref()[*done..];
                if !left.is_empty() {
                    let count = left.len().min(buffer.len());
                    buffer[..count].copy_from_slice(&left[..count]);
                    *done += count;
                    return Ok(count);
                }
            }
            match self.from.blocking_recv() {
                Some(piece) => self.piece = Some((piece?, 0)),
                None => return Ok(0),
            }
        }
    }
}

/// Pieces of an answer's body, for those who write without a runtime.
pub(crate) struct Written(pub(crate) Sender<Vec<u8>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let gone = |_| io::Error::from(io::ErrorKind::BrokenPipe);
        self.0.blocking_send(bytes.to_vec()).map_err(gone)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
