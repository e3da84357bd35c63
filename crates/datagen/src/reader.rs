//! Reading games back: one after another, as counts, or as a shuffled stream of positions.

use crate::format::{Ending, FileStart, FormatError, Outcome, Record, Version, read_file_start};
use crate::game::Playable;
use ferz_rules::Random;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// How the names of files of games end.
pub const EXTENSION: &str = "games";

/// The files of games in a directory, by name; a file is taken as it is.
pub fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The games of one file. Ends at the first that cannot be read; [`problem`](Games::problem) says
/// why.
pub struct Games<P> {
    game: PhantomData<P>,
    bytes: Vec<u8>,
    at: usize,
    version: Version,
    header: String,
    problem: Option<FormatError>,
}

impl<P: Playable> Games<P> {
    /// Opens a file.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::from_bytes(fs::read(path)?))
    }

    /// Reads a file's bytes.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        match read_file_start(&bytes) {
            Ok(FileStart { version, header, len }) => {
                Games { game: PhantomData, bytes, at: len, version, header, problem: None }
            }
            Err(error) => Games {
                game: PhantomData,
                at: bytes.len(),
                bytes,
                version: Version::CURRENT,
                header: String::new(),
                problem: Some(error),
            },
        }
    }

    /// The format of the games.
    pub fn version(&self) -> Version {
        self.version
    }

    /// What the program that wrote the file noted.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Why the file ended early. A killed program leaves [`FormatError::Truncated`], which is no
    /// cause for worry.
    pub fn problem(&self) -> Option<&FormatError> {
        self.problem.as_ref()
    }

    /// How many bytes were read well: up to here a file can be trusted.
    pub fn position(&self) -> usize {
        self.at
    }

    /// All bytes of the file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

impl<P: Playable> Iterator for Games<P> {
    type Item = Record<P>;
    fn next(&mut self) -> Option<Record<P>> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        if self.problem.is_some() {
            return None;
        }
        match Record::read(self.version, rest) {
            Ok((record, len)) => {
                self.at += len;
                Some(record)
            }
            Err(error) => {
                self.problem = Some(error);
                None
            }
        }
    }
}

/// A position with what became of it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<P: Playable> {
    /// The position.
    pub board: P,
    /// The move that was played.
    pub mv: P::Move,
    /// The search's score in centipawns from White's point of view.
    pub score: i32,
    /// How the game ended.
    pub outcome: Outcome,
    /// Half-moves since the start of the game.
    pub ply: usize,
}

/// Which positions to keep.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// None before this ply, counted from the start of the game.
    pub first_ply: usize,
    /// Only where no check and no capture or promotion is at hand: positions whose static value
    /// means something.
    pub quiet: bool,
    /// None with a score beyond this.
    pub max_score: i32,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { first_ply: 16, quiet: true, max_score: 2000 }
    }
}

impl Filter {
    /// Whether to keep a position.
    pub fn keeps<P: Playable>(&self, sample: &Sample<P>) -> bool {
        sample.ply >= self.first_ply
            && sample.score.abs() <= self.max_score
            && !(self.quiet && (sample.board.in_check() || sample.board.is_noisy(sample.mv)))
    }
}

/// The positions of a game that a filter keeps. Searched moves only.
pub fn samples<P: Playable>(
    record: &Record<P>,
    filter: &Filter,
) -> Result<Vec<Sample<P>>, FormatError> {
    let mut board = record.start()?;
    for mv in &record.opening {
        board.play(*mv);
    }
    let mut samples = Vec::new();
    for (number, played) in record.moves.iter().enumerate() {
        let sample = Sample {
            board,
            mv: played.mv,
            score: played.score,
            outcome: record.outcome,
            ply: record.opening.len() + number,
        };
        if filter.keeps(&sample) {
            samples.push(sample);
        }
        board.play(played.mv);
    }
    Ok(samples)
}

/// Positions of many files in an order that is random but for a seed: each is drawn from a pool
/// that is refilled from the files.
pub struct Shuffled<P: Playable> {
    files: std::vec::IntoIter<PathBuf>,
    games: Option<Games<P>>,
    filter: Filter,
    pool: Vec<Sample<P>>,
    size: usize,
    random: Random,
}

impl<P: Playable> Shuffled<P> {
    /// Reads `files` through a pool of `size` positions. Unreadable files are skipped.
    pub fn new(files: Vec<PathBuf>, filter: Filter, size: usize, seed: u64) -> Self {
        let files = files.into_iter();
        let random = Random::new(seed);
        Shuffled { files, games: None, filter, pool: Vec::new(), size: size.max(1), random }
    }

    fn fill(&mut self) {
        while self.pool.len() < self.size {
            match self.games.as_mut().and_then(Games::next) {
                Some(record) => {
                    self.pool.extend(samples(&record, &self.filter).unwrap_or_default());
                }
                None => match self.files.next() {
                    Some(path) => self.games = Games::open(&path).ok(),
                    None => return,
                },
            }
        }
    }
}

impl<P: Playable> Iterator for Shuffled<P> {
    type Item = Sample<P>;
    fn next(&mut self) -> Option<Sample<P>> {
        self.fill();
        if self.pool.is_empty() {
            return None;
        }
        let index = self.random.below(self.pool.len());
        Some(self.pool.swap_remove(index))
    }
}

/// What is in some files.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Games.
    pub games: usize,
    /// Different games: copies count once.
    pub different: usize,
    /// Different openings: starts and moves that were not searched.
    pub openings: usize,
    /// Searched positions.
    pub positions: usize,
    /// Those that the default filter keeps.
    pub kept: usize,
    /// Bytes that hold them.
    pub bytes: usize,
    /// Games by outcome.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// Games by ending.
    pub endings: BTreeMap<Ending, usize>,
    /// What is wrong with a file.
    pub problems: Vec<(PathBuf, FormatError)>,
}

/// Counts the games of some files.
pub fn statistics<P: Playable>(files: &[PathBuf]) -> io::Result<Statistics> {
    let mut all = Statistics::default();
    let (mut different, mut openings) = (HashSet::new(), HashSet::new());
    for path in files {
        let mut games = Games::<P>::open(path)?;
        for record in games.by_ref() {
            all.games += 1;
            different.insert(record.hash(usize::MAX));
            openings.insert(record.hash(record.opening.len()));
            all.positions += record.moves.len();
            all.kept += samples(&record, &Filter::default()).map_or(0, |samples| samples.len());
            *all.outcomes.entry(record.outcome).or_default() += 1;
            *all.endings.entry(record.ending).or_default() += 1;
        }
        all.bytes += games.position();
        if let Some(problem) = games.problem() {
            all.problems.push((path.clone(), problem.clone()));
        }
    }
    (all.different, all.openings) = (different.len(), openings.len());
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Played, file_start, ordered_moves};
    use ferz_rules::{Position, Variant, chess::Board};

    type Record = crate::format::Record<Board>;
    type Games = super::Games<Board>;

    fn game(seed: u64, plies: usize) -> Record {
        let mut random = Random::new(seed);
        let mut record = Record { ending: Ending::TooLong, ..Record::new(Variant::NORMAL, None) };
        let mut board = record.start().expect("the start position");
        for _ in 0..plies {
            let moves = ordered_moves(&board);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            record.moves.push(Played { mv, score: random.below(4000) as i32 - 2000 });
            board.play(mv);
        }
        record
    }

    fn file(games: usize) -> Vec<u8> {
        let mut bytes = file_start("test");
        (0..games as u64).for_each(|seed| game(seed, 60).write(&mut bytes));
        bytes
    }

    #[test]
    fn a_torn_tail_costs_one_game() {
        let mut bytes = file(5);
        let whole = bytes.len();
        game(99, 60).write(&mut bytes);
        bytes.truncate(bytes.len() - 7);
        let mut games = Games::from_bytes(bytes);
        assert_eq!(games.by_ref().count(), 5);
        assert_eq!(games.problem(), Some(&FormatError::Truncated));
        assert_eq!(games.position(), whole);
    }

    #[test]
    fn damage_is_noticed() {
        let mut bytes = file(3);
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        let mut games = Games::from_bytes(bytes);
        assert!(games.by_ref().count() < 3);
        assert!(games.problem().is_some());
    }

    #[test]
    fn the_filter_keeps_what_it_says() {
        let record = game(7, 80);
        let filter = Filter { first_ply: 10, quiet: true, max_score: 1000 };
        let kept = samples(&record, &filter).expect("a game");
        assert!(!kept.is_empty());
        for sample in kept {
            assert!(sample.ply >= 10 && sample.score.abs() <= 1000);
            assert!(!sample.board.in_check() && !sample.board.is_capture(sample.mv));
        }
        let all = Filter { first_ply: 0, quiet: false, max_score: i32::MAX };
        assert_eq!(samples(&record, &all).expect("a game").len(), record.moves.len());
    }

    #[test]
    fn shuffling_loses_nothing_and_depends_on_the_seed() {
        let directory = std::env::temp_dir().join(format!("ferz-shuffle-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory for the test");
        for name in ["a.games", "b.games"] {
            fs::write(directory.join(name), file(4)).expect("a file for the test");
        }
        let files = files(&directory).expect("the files just written");
        let all = Filter { first_ply: 0, quiet: false, max_score: i32::MAX };
        let read = |seed: u64| -> Vec<(u64, usize)> {
            let stream = Shuffled::<Board>::new(files.clone(), all, 100, seed);
            stream.map(|sample| (sample.board.key(), sample.ply)).collect()
        };
        let (one, again, other) = (read(1), read(1), read(2));
        let statistics = statistics::<Board>(&files).expect("the files just written");
        fs::remove_dir_all(&directory).expect("the directory of the test");
        assert_eq!(one, again);
        assert_ne!(one, other);
        let sorted = |mut list: Vec<(u64, usize)>| {
            list.sort_unstable();
            list
        };
        assert_eq!(sorted(one.clone()), sorted(other));
        assert_eq!(one.len(), statistics.positions);
        // Both files have the same games, which begin where the game does.
        assert_eq!((statistics.games, statistics.different, statistics.openings), (8, 4, 1));
    }
}
