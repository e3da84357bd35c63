//! Old games with new scores: each position is searched again by the newest evaluation.
//!
//! Games are cheap to keep and their ends stay true; their scores are as good as the program that
//! played them. Moves stay, and so do the scores of positions that nobody trains on, unless only some
//! are to be searched: then all others lose theirs.

use crate::format::{FormatError, Outcome, Record, UNSCORED, Version, file_start};
use crate::game::{Playable, Thinker};
use crate::reader::{Filter, Games, Sample};
use ferz_engine::solo::STACK;
use ferz_rules::Side;
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// What to do with a file of games.
#[derive(Clone, Debug)]
pub struct Job {
    /// Nodes for each position.
    pub nodes: u64,
    /// Positions that get a new score.
    pub filter: Filter,
    /// Of those, only one of so many, counted in each game. If that is not each, all other positions
    /// get [`UNSCORED`].
    pub every: NonZeroUsize,
    /// Threads, each with a game of its own. The result does not depend on them.
    pub threads: usize,
    /// What to note in the file.
    pub note: String,
}

/// A game with new scores. The same game, thinker and number of nodes give the same scores.
///
/// # Errors
/// Where the game does not start from a position.
pub fn rescore<P: Playable>(
    record: &Record<P>,
    job: &Job,
    thinker: &mut dyn Thinker<P>,
) -> Result<Record<P>, FormatError> {
    let mut board = record.start()?;
    let mut past = Vec::new();
    for mv in &record.opening {
        past.push((board, *mv));
        board.play(*mv);
    }
    let mut renewed = record.clone();
    // A score of old does not keep a position from being searched.
    let filter = Filter { max_score: i32::MAX, ..job.filter };
    thinker.new_game();
    let every = job.every.get();
    // Games do not all begin with the same one.
    let mut count = record.moves.len() % every;
    for (number, played) in renewed.moves.iter_mut().enumerate() {
        let sample = Sample {
            board,
            mv: played.mv,
            score: played.score,
            outcome: Outcome::Draw,
            ply: record.opening.len() + number,
        };
        let kept = filter.keeps(&sample);
        count += usize::from(kept);
        if kept
            && count.is_multiple_of(every)
            && let Some((_, score)) = thinker.think(&board, &past, job.nodes)
        {
            played.score = if board.side() == Side::First { score } else { -score };
        } else if every > 1 {
            played.score = UNSCORED;
        }
        past.push((board, played.mv));
        board.play(played.mv);
    }
    Ok(renewed)
}

/// Games that are done and wait for those before them.
struct Written {
    file: fs::File,
    next: usize,
    waiting: BTreeMap<usize, Vec<u8>>,
}

/// Writes the games of one file with new scores into another, in their order. What is there already
/// is taken as done. `player` makes a thinker for each thread; `report` hears how many of how many
/// games are written, and ends the work by `false`.
pub fn rescore_file<P: Playable, T: Thinker<P>>(
    from: &Path,
    to: &Path,
    job: &Job,
    player: &(dyn Fn() -> T + Sync),
    report: &(dyn Fn(usize, usize) -> bool + Sync),
) -> io::Result<()> {
    let mut old = Games::<P>::open(from)?;
    let records: Vec<Record<P>> = old.by_ref().collect();
    let done = begin::<P>(to, &format!("{}\nrescored {:?}\n", old.header().trim_end(), job))?;
    let file = OpenOptions::new().append(true).open(to)?;
    let written = Mutex::new(Written { file, next: done, waiting: BTreeMap::new() });
    let next = AtomicUsize::new(done);
    let ended = AtomicBool::new(false);
    let work = || -> io::Result<()> {
        let mut thinker = player();
        while !ended.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            let Some(record) = records.get(number) else { break };
            let renewed = rescore(record, job, &mut thinker)
                .map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
            let mut bytes = Vec::new();
            renewed.write(&mut bytes);
            let mut written = written.lock().expect("no thread panics while it writes");
            let Written { file, next, waiting } = &mut *written;
            waiting.insert(number, bytes);
            while let Some(bytes) = waiting.remove(next) {
                // One write for a game, so that a killed run leaves whole games.
                file.write_all(&bytes)?;
                *next += 1;
            }
            if !report(*next, records.len()) {
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
        Ok(())
    })
}

/// Begins a file, or finds where a killed run left it; returns how many games it has. A file of an
/// older format stays as it is.
fn begin<P: Playable>(path: &Path, header: &str) -> io::Result<usize> {
    if !path.exists() {
        fs::write(path, file_start(header))?;
        return Ok(0);
    }
    let mut games = Games::<P>::open(path)?;
    if let Some(FormatError::NotGames | FormatError::Version(_)) = games.problem() {
        return Err(io::Error::new(ErrorKind::InvalidData, "not our file: name another folder"));
    }
    if games.version() != Version::CURRENT {
        let why = "its format is old: name another folder";
        return Err(io::Error::new(ErrorKind::InvalidData, why));
    }
    let count = games.by_ref().count();
    // A torn tail goes.
    OpenOptions::new().write(true).open(path)?.set_len(games.position() as u64)?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Evaluation;
    use crate::reader::{Games, samples};
    use crate::selfplay::{Plan, play};
    use ferz_engine::solo::Step;
    use ferz_rules::chess::Board;
    use ferz_rules::{Order as _, Position};

    /// Keeps to the first move and counts how often it is asked.
    struct Constant(i32);

    impl Thinker<Board> for Constant {
        fn new_game(&mut self) {}
        fn think(
            &mut self,
            board: &Board,
            _: &[Step<Board>],
            _: u64,
        ) -> Option<(<Board as Position>::Move, i32)> {
            Some((*board.legal().first()?, self.0))
        }
    }

    fn games(count: u64) -> Vec<Record<Board>> {
        let plan = Plan { nodes: 40, max_plies: 60, ..Plan::default() };
        let work = || {
            (0..count)
                .map(|number| {
                    play(
                        &plan,
                        number,
                        &mut Board::player(ferz_rules::Variant::NORMAL, 1, &Evaluation::Usual),
                    )
                })
                .collect()
        };
        crate::duel::with_stack(work).expect("a thread")
    }

    fn job(filter: Filter) -> Job {
        Job { nodes: 30, filter, every: NonZeroUsize::MIN, threads: 1, note: String::new() }
    }

    #[test]
    fn scores_are_new_where_the_filter_looks_and_nothing_else_is() {
        let record = &games(1)[0];
        let quiet = job(Filter::default());
        let renewed = rescore(record, &quiet, &mut Constant(1234)).expect("a game");
        assert_eq!(renewed.outcome, record.outcome);
        assert_eq!(renewed.moves.len(), record.moves.len());
        let mut board = record.start().expect("the start");
        record.opening.iter().for_each(|mv| board.play(*mv));
        let mut changed = 0;
        for (number, (new, old)) in renewed.moves.iter().zip(&record.moves).enumerate() {
            assert_eq!(new.mv, old.mv);
            let looks = record.opening.len() + number >= Filter::default().first_ply
                && !board.in_check()
                && !board.is_noisy(new.mv);
            let white = board.side() == Side::First;
            let expected = match (looks, white) {
                (false, _) => old.score,
                (true, true) => 1234,
                (true, false) => -1234,
            };
            assert_eq!(new.score, expected);
            changed += usize::from(looks);
            board.play(new.mv);
        }
        assert!(changed > 5, "{changed}");
    }

    #[test]
    fn one_of_several_is_searched_and_no_other_has_a_score() {
        let record = &games(1)[0];
        let scored = |every: usize| {
            let of = NonZeroUsize::new(every).expect("some");
            let some = Job { every: of, ..job(Filter::default()) };
            let renewed = rescore(record, &some, &mut Constant(77)).expect("a game");
            let all = Filter { first_ply: 0, quiet: false, ..Filter::default() };
            let kept = samples(&renewed, &all).expect("a game");
            if every > 1 {
                assert!(kept.iter().all(|sample| sample.score.abs() == 77));
            }
            kept.iter().filter(|sample| sample.score.abs() == 77).count()
        };
        let (all, some) = (scored(1), scored(3));
        assert!(all > 5 && (all / 3..=all / 3 + 1).contains(&some), "{all} {some}");
    }

    #[test]
    fn a_killed_run_goes_on_and_threads_do_not_matter() {
        let directory = std::env::temp_dir().join(format!("ferz-rescore-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory for the test");
        let old = directory.join("old.games");
        let mut bytes = file_start("seed 1");
        games(5).iter().for_each(|record| record.write(&mut bytes));
        fs::write(&old, &bytes).expect("a file for the test");
        let run = |name: &str, threads: usize, games: usize| {
            let to = directory.join(name);
            let job = Job { threads, ..job(Filter::default()) };
            let player = || Board::player(ferz_rules::Variant::NORMAL, 1, &Evaluation::Usual);
            rescore_file(&old, &to, &job, &player, &|done, _| done < games).expect("a run");
            fs::read(to).expect("the file just written")
        };
        let whole = run("whole.games", 1, 99);
        let part = run("part.games", 1, 2);
        assert!(part.len() < whole.len());
        // Killed in the middle of a game.
        fs::write(directory.join("part.games"), &part[..part.len() - 3]).expect("a file");
        let resumed = run("part.games", 1, 99);
        let several = run("several.games", 3, 99);
        fs::remove_dir_all(&directory).expect("the directory of the test");
        let of = |bytes: Vec<u8>| Games::<Board>::from_bytes(bytes).collect::<Vec<_>>();
        assert_eq!(whole, resumed);
        let (whole, several) = (of(whole), of(several));
        assert_eq!((whole.len(), &whole), (5, &several));
    }

    #[test]
    fn files_of_another_format_stay_as_they_are() {
        let folder = std::env::temp_dir().join(format!("ferz-begin-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a directory for the test");
        let path = folder.join("old.games");
        for bytes in [&b"FERZGAME\x01\0torn"[..], b"FERZGAME\x09\0", b"Dear Ferz"] {
            fs::write(&path, bytes).expect("a file for the test");
            let error = begin::<Board>(&path, "").expect_err("a refusal");
            assert!(error.to_string().contains("another folder"), "{error}");
            assert_eq!(fs::read(&path).expect("the file"), bytes);
        }
        fs::remove_dir_all(&folder).expect("the directory of the test");
    }
}
