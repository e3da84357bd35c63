//! Games of a PGN file, of any number.

use crate::split::Pieces;
use crate::{Archive, Kept, Result, Source, keep};
use ferz_input::text::decode_short;
use ferz_rules::pgn::{self, Oddity};
use std::io::BufRead;
use std::ops::ControlFlow;

/// Games that become part of the file at once. Each time costs the disk one wait.
const AT_ONCE: usize = 500;
/// Remarks that are kept of one import; the others are counted.
const REMARKS: usize = 100;

/// How far an import has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games that are new.
    pub new: usize,
    /// Games that were there already.
    pub known: usize,
    /// Bytes of the file that were read.
    pub bytes: u64,
}

/// What came of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games and bytes.
    pub progress: Progress,
    /// What was strange, the first hundred of it. The games are kept all the same, as far as they could
    /// be read.
    pub remarks: Vec<Oddity>,
    /// How many remarks there were in all.
    pub remarked: usize,
    /// Whether it was broken off: what was read until then is kept.
    pub broken_off: bool,
}

impl Imported {
    fn remark(&mut self, oddity: Oddity) {
        self.remarked += 1;
        if self.remarks.len() < REMARKS {
            self.remarks.push(oddity);
        }
    }
}

impl Archive {
    /// Takes over all games of a PGN file: UTF-8, GBK or Latin-1. `told` hears how it goes and may break it off.
    /// An import that did not end can be done again: what is there is not taken twice.
    ///
    /// # Errors
    /// The file's and SQLite's. Games that were told of as taken over stay.
    pub fn import(
        &mut self,
        input: impl BufRead,
        mut told: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Imported> {
        let mut pieces = Pieces::of(input);
        let mut all = Imported::default();
        loop {
            let change = self.change()?;
            let (mut games, mut ended) = (0, false);
            while games < AT_ONCE {
                let Some(piece) = pieces.next()? else {
                    ended = true;
                    break;
                };
                all.progress.bytes += piece.bytes.len() as u64;
                for game in pgn::games(&decode_short(&piece.bytes)) {
                    games += 1;
                    match keep(&change, &game, Source::Imported)? {
                        Kept::New(_) => all.progress.new += 1,
                        Kept::Known(_) => all.progress.known += 1,
                    }
                    let starts_at = piece.lines_before + game.starts_at;
                    if let Err(why) = game.replay() {
                        all.remark(Oddity { line: starts_at, what: format!("this game: {why}") });
                    }
                    for oddity in game.oddities {
                        let line = piece.lines_before + oddity.line;
                        all.remark(Oddity { line, ..oddity });
                    }
                }
            }
            change.commit()?;
            all.broken_off = told(all.progress).is_break() && !ended;
            if ended || all.broken_off {
                return Ok(all);
            }
        }
    }
}
