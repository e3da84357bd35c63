//! Playing many games into a file.

use crate::branch;
use crate::format::{Record, file_start};
use crate::game::{Evaluation, Playable, Player};
use crate::reader::EXTENSION;
use crate::selfplay::{Plan, play};
use ferz_engine::solo::STACK;
use ferz_rules::Random;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// What to play.
#[derive(Clone, Debug)]
pub struct Job {
    /// Directory to write to. Each run writes a new file there, so that what is there stays.
    pub out: PathBuf,
    /// How the games are played, but for the seed.
    pub plan: Plan,
    /// Seed of all games; `None` for another one each time. The file notes it.
    pub seed: Option<u64>,
    /// Games; [`u64::MAX`] for no end.
    pub games: u64,
    /// Threads, each with a game of its own. The games do not depend on them, their order does.
    pub threads: usize,
    /// Megabytes of each thread's hash table.
    pub hash: usize,
    /// Which evaluation plays.
    pub evaluation: Evaluation,
    /// What to note in the file.
    pub note: String,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Games that are written.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
}

impl Job {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| Random::by_chance().next_u64())
    }
}

/// Creates the first file that is not there yet.
fn new_file(directory: &Path) -> io::Result<(File, PathBuf)> {
    fs::create_dir_all(directory)?;
    let mut number = 1;
    loop {
        let path = directory.join(format!("{number:05}.{EXTENSION}"));
        match OpenOptions::new().append(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Plays the games of a job and returns the file. `report` is called after each game, from any
/// thread; `false` ends the job. A killed run loses the games that were being played, and at most
/// one more at the end of the file.
pub fn run<P: Playable>(
    job: &Job,
    report: &(dyn Fn(Progress) -> bool + Sync),
) -> io::Result<PathBuf> {
    let new = new_file(&job.out)?;
    let plan = Plan { seed: job.seed(), ..job.plan.clone() };
    let header = format!("seed {}\nplan {plan:?}", plan.seed);
    write::<P>(job, new, &header, &|player, game| Some(play(&plan, game, player)), report)
}

/// Plays side lines of `games` as [`run`] plays games; the seed of `lines` is that of the job.
pub fn run_branches<P: Playable>(
    job: &Job,
    lines: &branch::Plan,
    games: &[Record<P>],
    report: &(dyn Fn(Progress) -> bool + Sync),
) -> io::Result<PathBuf> {
    let new = new_file(&job.out)?;
    let plan = branch::Plan { seed: job.seed(), ..lines.clone() };
    let header = format!("seed {}\nside lines of {} games {plan:?}", plan.seed, games.len());
    write::<P>(
        job,
        new,
        &header,
        &|player, line| branch::branch(&plan, line, games, player),
        report,
    )
}

/// Makes a game of its number.
type Maker<'a, P> = dyn Fn(&mut Player<P>, u64) -> Option<Record<P>> + Sync + 'a;

/// Writes what `make` makes of the numbers from 0 on.
fn write<P: Playable>(
    job: &Job,
    (mut file, path): (File, PathBuf),
    header: &str,
    make: &Maker<'_, P>,
    report: &(dyn Fn(Progress) -> bool + Sync),
) -> io::Result<PathBuf> {
    let header = format!("{header}\nhash {}\nnote {}", job.hash, job.note);
    file.write_all(&file_start(&header))?;
    let written = Mutex::new((file, Progress::default()));
    let next = AtomicU64::new(0);
    let ended = AtomicBool::new(false);
    let work = || -> io::Result<()> {
        let mut player = P::player(job.plan.variant, job.hash, &job.evaluation);
        while !ended.load(Relaxed) {
            let game = next.fetch_add(1, Relaxed);
            if game >= job.games {
                break;
            }
            let Some(record) = make(&mut player, game) else { continue };
            let mut bytes = Vec::new();
            record.write(&mut bytes);
            let mut written = written.lock().expect("no thread panics while it writes");
            let (file, progress) = &mut *written;
            // One write for a game, so that a killed run leaves whole games.
            file.write_all(&bytes)?;
            progress.games += 1;
            progress.positions += record.moves.len() as u64;
            if !report(*progress) {
                ended.store(true, Relaxed);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..job.threads.max(1) {
            let builder = std::thread::Builder::new().stack_size(STACK);
            threads.push(builder.spawn_scoped(scope, work)?);
        }
        for thread in threads {
            match thread.join() {
                Ok(result) => result?,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        io::Result::Ok(())
    })?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{FormatError, first_game};
    use crate::reader::{Games, files, statistics};
    use ferz_rules::chess::Board;
    use ferz_rules::table::set::Wide;
    use ferz_rules::{Variant, table};

    fn games(path: &Path) -> Vec<Record<Board>> {
        Games::open(path).expect("a file just written").collect()
    }

    #[test]
    fn a_run_is_repeatable_and_leaves_other_files_alone() {
        let out = std::env::temp_dir().join(format!("ferz-run-{}", std::process::id()));
        let plan = Plan { nodes: 60, ..Plan::default() };
        let job = Job {
            out: out.clone(),
            plan,
            seed: Some(7),
            games: 3,
            threads: 1,
            hash: 1,
            evaluation: Evaluation::Usual,
            note: "test".into(),
        };
        let first = run::<Board>(&job, &|_| true).expect("a run");
        let second = run::<Board>(&job, &|_| true).expect("a second run");
        let job = Job { seed: None, ..job };
        let third = run::<Board>(&job, &|progress| progress.games < 2).expect("a run");
        let elsewhere = Job { out: out.join("other"), games: 1, ..job };
        let fourth = run::<Board>(&elsewhere, &|_| true).expect("a run elsewhere");
        let [one, two, three, four] = [&first, &second, &third, &fourth].map(|path| games(path));
        let all = statistics::<Board>(&files(&out).expect("the directory")).expect("the files");
        let header = Games::<Board>::open(&first).expect("the file").header().to_owned();
        fs::remove_dir_all(&out).expect("the directory of the test");
        assert_eq!(one, two);
        assert_ne!(one[0], three[0]);
        assert_ne!(three[0], four[0], "two runs without a seed play the same games");
        assert_eq!((one.len(), three.len(), all.games), (3, 2, 8));
        assert!(all.problems.is_empty());
        assert!(header.contains("seed 7") && header.contains("note test"), "{header}");
    }

    /// Games by table, one of each width, are played, written and read again.
    #[test]
    fn games_by_table() {
        fn of<P: Playable>(name: &str) {
            let variant = Variant::by_name(name).expect("a game");
            let out = std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
            let plan = Plan {
                variant,
                drawn_starts: true,
                nodes: 20,
                max_plies: 30,
                max_opening_score: 1000,
                ..Plan::default()
            };
            let job = Job {
                out: out.clone(),
                plan,
                seed: Some(5),
                games: 2,
                threads: 1,
                hash: 1,
                evaluation: Evaluation::Usual,
                note: String::new(),
            };
            let path = run::<P>(&job, &|_| true).expect("a run");
            let bytes = fs::read(&path).expect("the file");
            let games: Vec<Record<P>> = Games::open(&path).expect("the file").collect();
            let all = statistics::<P>(&[path]).expect("the file");
            fs::remove_dir_all(&out).expect("the directory of the test");
            assert_eq!(first_game(&bytes), Ok(Some(variant)));
            assert_eq!((games.len(), all.games, all.problems.len()), (2, 2, 0), "{name}");
            assert!(games.iter().all(|game| game.variant == variant && game.moves.len() > 5));
            let is_drawn = variant.drawn_start(0).is_some();
            assert!(games.iter().all(|game| game.fen.is_some() == is_drawn), "{name}");
            // Another board does not take them for its own.
            let mut others = Games::<Board>::from_bytes(bytes);
            assert_eq!(others.next(), None);
            assert_eq!(others.problem(), Some(&FormatError::OtherGame(variant)));
        }
        of::<table::Board<u64>>("crazyhouse");
        of::<table::Board<u128>>("shogi");
        of::<table::Board<u128>>("caparandom");
        of::<table::Board<Wide>>("chu");
    }

    #[test]
    fn side_lines_are_repeatable_and_left_open() {
        let out = std::env::temp_dir().join(format!("ferz-lines-{}", std::process::id()));
        let plan = Plan { nodes: 40, max_plies: 40, ..Plan::default() };
        let job = Job {
            out: out.clone(),
            plan,
            seed: Some(3),
            games: 20,
            threads: 1,
            hash: 1,
            evaluation: Evaluation::ByHand,
            note: String::new(),
        };
        let lines = branch::Plan { nodes: 30, random_plies: 2, plies: 5, max_score: 3000, seed: 0 };
        let whole = games(&run::<Board>(&Job { games: 2, ..job.clone() }, &|_| true).expect("two"));
        let branches = || games(&run_branches(&job, &lines, &whole, &|_| true).expect("lines"));
        let (first, second) = (branches(), branches());
        fs::remove_dir_all(&out).expect("the directory of the test");
        assert_eq!(first, second);
        assert!(first.len() > 10, "{}", first.len());
        for line in &first {
            assert_eq!(line.ending, crate::format::Ending::Open);
            assert!(whole.iter().any(|game| line.source() == Some(game.fingerprint())));
            assert!((1..=5).contains(&line.moves.len()));
            let of_game = |game: &Record<Board>| {
                let moves = game.moves.iter().map(|played| played.mv);
                let moves: Vec<_> = game.opening.iter().copied().chain(moves).collect();
                // The last random moves, one or two, may be those of the game too.
                moves.starts_with(&line.opening[..line.opening.len() - 2])
            };
            assert!(whole.iter().any(of_game));
        }
        assert_ne!(first[0], first[1]);
    }
}
