//! The event log: one append-only file that is the truth of a run.
//!
//! A log is a text file, `events.jsonl` in the folder of the run. Each line is a JSON object of two
//! members:
//!
//! ```text
//! {"crc":"5d9b2e71","event":{"run":{…}}}
//! ```
//!
//! `crc` is the CRC-32 (that of gzip and PNG) of the bytes of the value of `event`, as they stand
//! in the line, in eight hexadecimal digits. The value of `event` is an object with one member,
//! whose name says what happened:
//!
//! | member | value |
//! |---|---|
//! | `run` | the first line: `version` of this format, 1; `began` in seconds since 1970; `openings`, the CRC-32 of their file; `config`, a [`Config`]; `programs`, a [`Program`] for each engine |
//! | `engine` | an engine said who it is: its `index`, and its `name`, `author`, `protocol`; `id`, what it calls itself |
//! | `game` | a game ended: a [`GameRecord`] |
//! | `resumed` | the run was killed or stopped and goes on: `at` in seconds since 1970; `rounds` and `programs`, if they are others from now on |
//! | `aside` | a worker of a cluster is not like the others, and plays no more: `at` in seconds since 1970; its name, `worker`; the `reason`, in words; `again`, whether its games until here count for nothing and are played again |
//!
//! A line is written with one write, when the game is over. So a run that is killed leaves at most
//! one line that is not whole, at the end; reading cuts it off. A damaged line before the last one
//! is an error: somebody else has written in the file. The system is asked to bring the line to the
//! disk: at once, or 100 ms after it was asked last; and in any case before the run ends. So a machine
//! that loses its power loses the games of its last 100 ms and of what its disk needed.

use crate::config::Config;
use crate::program::Program;
use crate::record::GameRecord;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::ErrorKind::{InvalidInput, Unsupported};
use std::io::{self, BufRead, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The name of the log in the folder of a run.
pub const FILE: &str = "events.jsonl";

/// Least time between two words to the system that it shall bring the log to the disk: each costs
/// about as much as a short game.
const PAUSE: Duration = Duration::from_millis(100);

/// What happened.
// There is one of the large ones in a log.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogEvent {
    /// The run began.
    Run {
        /// The version of the format.
        version: u32,
        /// In seconds since 1970.
        began: u64,
        /// The CRC-32 of the file of openings.
        openings: u32,
        /// What was to be played.
        config: Config,
        /// What plays, engine by engine, as far as that is known.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        programs: Vec<Option<Program>>,
    },
    /// An engine said who it is.
    Engine {
        /// Its number in the list, from 0.
        index: usize,
        /// What it is called in this run.
        name: String,
        /// Its author.
        author: String,
        /// Its protocol.
        protocol: String,
        /// What it calls itself; nothing if it did not start.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        id: String,
    },
    /// A game ended.
    Game(GameRecord),
    /// The run goes on after it was stopped.
    Resumed {
        /// In seconds since 1970.
        at: u64,
        /// The number of rounds from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rounds: Option<u32>,
        /// These programs play from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        programs: Option<Vec<Option<Program>>>,
    },
    /// A worker elsewhere is not like the others, and plays no more.
    Aside {
        /// In seconds since 1970.
        at: u64,
        /// Its name.
        worker: String,
        /// Why, in words.
        reason: String,
        /// Its games until here count for nothing, and are played again.
        again: bool,
    },
}

#[derive(Deserialize)]
struct Line<'a> {
    crc: &'a str,
    #[serde(borrow)]
    event: &'a RawValue,
}

/// Why there is no log.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error("{}: {reason}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's word.
        reason: io::Error,
    },
    /// The folder holds a run already.
    #[error("{} holds a run already; --resume goes on with it", .0.display())]
    Exists(PathBuf),
    /// Somebody else writes in the folder.
    #[error("{} plays in {}", holder_name(*holder), folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
        /// The number of the process.
        holder: Option<u32>,
    },
    /// A line is damaged, and more lines follow.
    #[error("{}, line {line} is damaged: {reason}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Counting from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// There is no log in the folder.
    #[error("{} holds no run: there is no {FILE}", .0.display())]
    Nothing(PathBuf),
    /// It does not begin with a run.
    #[error("{} is not the log of a run", .0.display())]
    NoRun(PathBuf),
    /// Another version wrote it.
    #[error("{}: version {version} of the log; this program knows {VERSION}", file.display())]
    Version {
        /// The file.
        file: PathBuf,
        /// Its version.
        version: u32,
    },
}

fn holder_name(holder: Option<u32>) -> String {
    holder.map_or("another process".to_owned(), |number| format!("process {number}"))
}

/// An event as a line, its end included.
fn line(event: &impl Serialize) -> String {
    let text = serde_json::to_string(event).expect("an event is JSON");
    let crc = crc32fast::hash(text.as_bytes());
    format!("{{\"crc\":\"{crc:08x}\",\"event\":{text}}}\n")
}

/// Reads a line, without its end.
pub fn read_line(line: &[u8]) -> Result<LogEvent, String> {
    let line: Line<'_> = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let crc = crc32fast::hash(line.event.get().as_bytes());
    if line.crc != format!("{crc:08x}") {
        return Err(format!("its checksum is {crc:08x}, not {}", line.crc));
    }
    serde_json::from_str(line.event.get()).map_err(|error| error.to_string())
}

/// The games of a log, but those of workers that were set aside where these are played again.
pub fn games(events: impl IntoIterator<Item = LogEvent>) -> Vec<GameRecord> {
    let mut games: Vec<GameRecord> = Vec::new();
    for event in events {
        match event {
            LogEvent::Game(game) => games.push(game),
            LogEvent::Aside { worker, again: true, .. } => {
                games.retain(|game| game.worker != worker);
            }
            _ => {}
        }
    }
    games
}

/// The events of a log, and how many bytes of it are whole.
pub fn read(bytes: &[u8], file: &Path) -> Result<(Vec<LogEvent>, usize), LogError> {
    let (mut events, mut whole) = (Vec::new(), 0);
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n').enumerate().peekable();
    while let Some((index, text)) = lines.next() {
        let event = match text.strip_suffix(b"\n") {
            Some(text) => read_line(text),
            None => Err("it has no end".to_owned()),
        };
        match event {
            Ok(event) => {
                events.push(event);
                whole += text.len();
            }
            // What was being written when the run was killed.
            Err(_) if lines.peek().is_none() => break,
            Err(reason) => {
                let (file, line) = (file.to_owned(), index + 1);
                return Err(LogError::Damaged { file, line, reason });
            }
        }
    }
    Ok((events, whole))
}

/// What the log of this folder says before its first game.
pub(crate) fn beginning(folder: &Path) -> Result<Vec<LogEvent>, LogError> {
    let path = folder.join(FILE);
    let failed = |reason| LogError::Io { file: path.clone(), reason };
    let lines = io::BufReader::new(File::open(&path).map_err(failed)?).split(b'\n');
    let mut events = Vec::new();
    for line in lines {
        match read_line(&line.map_err(failed)?) {
            Ok(LogEvent::Game(_)) | Err(_) => break,
            Ok(event) => events.push(event),
        }
    }
    Ok(events)
}

/// A log that is written.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    disk: Disk,
}

impl Log {
    /// A new log in this folder, which nobody else writes in. There is no moment in which the
    /// log is there without its first event.
    pub fn create(folder: &Path, first: &LogEvent) -> Result<Log, LogError> {
        let path = folder.join(FILE);
        let failed = |reason| LogError::Io { file: path.clone(), reason };
        if path.exists() {
            return Err(LogError::Exists(folder.to_owned()));
        }
        let new = folder.join("events.new");
        let mut file = File::create(&new).map_err(failed)?;
        file.write_all(line(first).as_bytes()).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        std::fs::rename(&new, &path).map_err(failed)?;
        // That it has its name is written in the folder; where folders cannot be opened, that is so.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        let disk = Disk::of(&file).map_err(failed)?;
        Ok(Log { file, path, disk })
    }

    /// Opens the log of this folder to go on with it; with its events. What is not whole at its end
    /// is cut off.
    pub fn open(folder: &Path) -> Result<(Log, Vec<LogEvent>), LogError> {
        let path = folder.join(FILE);
        let failed = |reason| LogError::Io { file: path.clone(), reason };
        if !path.exists() {
            return Err(LogError::Nothing(folder.to_owned()));
        }
        // Nothing without an end is read.
        drop(ferz_input::file::open(&path).map_err(failed)?);
        let mut file = OpenOptions::new().read(true).append(true).open(&path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (events, whole) = read(&bytes, &path)?;
        match events.first() {
            Some(LogEvent::Run { version: VERSION, .. }) => {}
            Some(LogEvent::Run { version, .. }) => {
                return Err(LogError::Version { file: path, version: *version });
            }
            _ => return Err(LogError::NoRun(path)),
        }
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let disk = Disk::of(&file).map_err(failed)?;
        Ok((Log { file, path, disk }, events))
    }

    /// Gives the games of the log of this folder that count to `take`, in the order of the schedule,
    /// each once: the last of a number, for half a pair may have been left out and played again.
    pub fn games_in_order(
        folder: &Path,
        config: &Config,
        mut take: impl FnMut(&GameRecord) -> io::Result<()>,
    ) -> Result<(), LogError> {
        let path = folder.join(FILE);
        let failed = |reason| LogError::Io { file: path.clone(), reason };
        let mut lines = io::BufReader::new(ferz_input::file::open(&path).map_err(failed)?);
        let (mut places, mut at, mut text) = (BTreeMap::new(), 0, Vec::new());
        loop {
            text.clear();
            let length = lines.read_until(b'\n', &mut text).map_err(failed)?;
            if length == 0 {
                break;
            }
            // Lines were checked when the log was opened.
            if let Ok(LogEvent::Game(game)) = read_line(text.trim_ascii_end())
                && game.counts(config.replay_late)
            {
                places.insert(game.number, at);
            }
            at += length as u64;
        }
        for place in places.into_values() {
            lines.seek(SeekFrom::Start(place)).map_err(failed)?;
            text.clear();
            lines.read_until(b'\n', &mut text).map_err(failed)?;
            if let Ok(LogEvent::Game(game)) = read_line(text.trim_ascii_end()) {
                take(&game).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Adds a game that ended, in one write.
    pub fn add_game(&mut self, game: &GameRecord) -> Result<(), LogError> {
        #[derive(Serialize)]
        #[serde(rename_all = "lowercase")]
        enum Event<'a> {
            Game(&'a GameRecord),
        }
        self.write(&Event::Game(game))
    }

    /// Adds an event, in one write.
    pub fn add(&mut self, event: &LogEvent) -> Result<(), LogError> {
        self.write(event)
    }

    fn write(&mut self, event: &impl Serialize) -> Result<(), LogError> {
        let written = self.disk.failure().map_or(Ok(()), Err);
        let written = written.and_then(|()| self.file.write_all(line(event).as_bytes()));
        written.map_err(|reason| LogError::Io { file: self.path.clone(), reason })?;
        self.disk.bring();
        Ok(())
    }
}

/// Brings what was written to the disk, in a thread: a disk may take long, and clocks run.
#[derive(Debug)]
struct Disk {
    shared: Arc<(Mutex<Work>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

/// What the disk has to do.
#[derive(Debug, Default)]
struct Work {
    /// Something was written that is not on the disk for certain.
    waits: bool,
    /// The log ends: nothing more comes.
    ends: bool,
    failed: Option<io::Error>,
}

impl Disk {
    fn of(file: &File) -> io::Result<Disk> {
        let file = file.try_clone()?;
        Disk::by(move || file.sync_data())
    }

    fn by(sync: impl FnMut() -> io::Result<()> + Send + 'static) -> io::Result<Disk> {
        let shared = Arc::new((Mutex::new(Work::default()), Condvar::new()));
        let theirs = shared.clone();
        let work = move || bring(sync, &theirs.0, &theirs.1);
        let thread = std::thread::Builder::new().name("disk".into()).spawn(work)?;
        Ok(Disk { shared, thread: Some(thread) })
    }

    /// What was written until now is to be on the disk soon.
    fn bring(&self) {
        let mut work = self.work();
        if !std::mem::replace(&mut work.waits, true) {
            self.shared.1.notify_one();
        }
    }

    /// The system could not do it.
    fn failure(&self) -> Option<io::Error> {
        self.work().failed.take()
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.work().ends = true;
        self.shared.1.notify_one();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Asks the system until the log ends, one word for all that was written since the last.
fn bring(mut sync: impl FnMut() -> io::Result<()>, work: &Mutex<Work>, changed: &Condvar) {
    let mut due = Instant::now();
    loop {
        let now = work.lock().unwrap_or_else(PoisonError::into_inner);
        let now = changed.wait_while(now, |work| !work.waits && !work.ends);
        let now = now.unwrap_or_else(PoisonError::into_inner);
        let rest = due.saturating_duration_since(Instant::now());
        let now = changed.wait_timeout_while(now, rest, |work| !work.ends);
        let (mut now, _) = now.unwrap_or_else(PoisonError::into_inner);
        if !std::mem::take(&mut now.waits) {
            break;
        }
        drop(now);
        let brought = sync();
        due = Instant::now() + PAUSE;
        // Not every place can be asked.
        if let Err(error) = brought
            && !matches!(error.kind(), InvalidInput | Unsupported)
        {
            work.lock().unwrap_or_else(PoisonError::into_inner).failed = Some(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<LogEvent> {
        let config = Config { event: "ein Wettkampf: 象棋".into(), ..Config::default() };
        let run =
            LogEvent::Run { version: VERSION, began: 1, openings: 2, config, programs: vec![None] };
        let text = r#"{"number":1,"round":1,"first":0,"second":1,"opening":0,
            "moves":[{"m":"e2e4","s":"+1"}],"result":"1-0","reason":"time","began":3,"seconds":0.5}"#;
        let game = serde_json::from_str::<GameRecord>(&text.replace(r#","s":"+1""#, "")).unwrap();
        vec![
            run,
            LogEvent::Game(game),
            LogEvent::Resumed { at: 9, rounds: Some(4), programs: None },
        ]
    }

    fn text() -> String {
        sample().iter().map(line).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let text = text();
        assert_eq!(read(text.as_bytes(), Path::new("x")).unwrap(), (sample(), text.len()));
    }

    /// Lines of logs that were written before there were programs and rounds in them.
    #[test]
    fn older_lines_are_read() {
        let event = r#"{"resumed":{"at":9}}"#;
        let crc = crc32fast::hash(event.as_bytes());
        let line = format!("{{\"crc\":\"{crc:08x}\",\"event\":{event}}}");
        let resumed = LogEvent::Resumed { at: 9, rounds: None, programs: None };
        assert_eq!(read_line(line.as_bytes()), Ok(resumed.clone()));
        assert_eq!(super::line(&resumed).trim_end(), line);
    }

    #[test]
    fn a_log_cut_at_any_byte_keeps_its_whole_lines() {
        let text = text();
        for length in 0..text.len() {
            let cut = &text.as_bytes()[..length];
            let (events, whole) = read(cut, Path::new("x")).unwrap();
            let lines = cut.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!(events, sample()[..lines]);
            assert_eq!(whole, cut.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1));
        }
    }

    #[test]
    fn damage_in_the_middle_is_found() {
        let text = text().replacen("\"1-0\"", "\"0-1\"", 1);
        let error = read(text.as_bytes(), Path::new("x")).unwrap_err().to_string();
        assert!(error.starts_with("x, line 2 is damaged: its checksum is"), "{error}");
    }

    #[test]
    fn a_run_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut log = Log::create(folder.path(), &sample()[0]).unwrap();
        for event in &sample()[1..] {
            log.add(event).unwrap();
        }
        drop(log);
        assert!(matches!(Log::create(folder.path(), &sample()[0]), Err(LogError::Exists(_))));
        let path = folder.path().join(FILE);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.truncate(bytes.len() - 3);
        std::fs::write(&path, bytes).unwrap();
        let (mut log, events) = Log::open(folder.path()).unwrap();
        assert_eq!(events, sample()[..2]);
        log.add(&sample()[2]).unwrap();
        drop(log);
        assert_eq!(std::fs::read_to_string(path).unwrap(), text());
    }

    /// Games that end one upon another share a word to the system; none is left out at the end.
    #[test]
    fn the_disk_is_not_asked_for_each_game() {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (written, theirs) = (Arc::new(Mutex::new(0)), asked.clone());
        let count = written.clone();
        let sync = move || {
            theirs.lock().unwrap().push(*count.lock().unwrap());
            Ok(())
        };
        let disk = Disk::by(sync).unwrap();
        for _ in 0..1000 {
            *written.lock().unwrap() += 1;
            disk.bring();
        }
        drop(disk);
        let asked = asked.lock().unwrap();
        assert!(asked.len() < 100 && asked.last() == Some(&1000), "{asked:?}");
    }

    #[test]
    fn a_disk_that_cannot_is_told_of() {
        let disk = Disk::by(|| Err(io::ErrorKind::StorageFull.into())).unwrap();
        disk.bring();
        let failure = (0..200).find_map(|_| {
            std::thread::sleep(Duration::from_millis(5));
            disk.failure()
        });
        assert_eq!(failure.unwrap().kind(), io::ErrorKind::StorageFull);
    }
}
