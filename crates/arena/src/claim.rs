//! The folder of a run, and the claim on it: one runner at a time writes there.
//!
//! The claim is a lock on the file `lock` in the folder, which the system releases however the runner
//! ends. The number of the process that holds it stands in the file. Engines do not inherit it.

use crate::log::{FILE, LogError};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The file that is locked.
const LOCK: &str = "lock";

/// A runner that was killed is gone when its engines' guards have let go of what they got from it.
const PATIENCE: Duration = Duration::from_millis(500);

/// A folder that nobody else writes in.
#[derive(Debug)]
pub struct Claim {
    folder: PathBuf,
    /// Locked as long as it is open.
    _lock: File,
    /// The folder was not there before.
    is_new: bool,
    /// Why others are not kept out, where the system has no locks.
    pub(crate) warning: Option<String>,
}

impl Claim {
    /// The folder of a new run; it is made if it is missing.
    ///
    /// # Errors
    /// When it cannot be made, holds a run already or belongs to somebody else.
    pub fn on(folder: &Path) -> Result<Claim, LogError> {
        let failed = |reason| LogError::Io { file: folder.to_owned(), reason };
        let is_new = !folder.is_dir();
        fs::create_dir_all(folder).map_err(failed)?;
        let claim = Claim::lock(folder, is_new)?;
        match folder.join(FILE).exists() {
            true => Err(LogError::Exists(folder.to_owned())),
            false => Ok(claim),
        }
    }

    /// A new folder in this one, named by the day and a word.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn anew(base: &Path) -> Result<Claim, LogError> {
        let failed = |reason| LogError::Io { file: base.to_owned(), reason };
        fs::create_dir_all(base).map_err(failed)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let lot = now.subsec_nanos() as usize / 1_000 + std::process::id() as usize;
        for name in names(now.as_secs() / 86_400, lot) {
            let folder = base.join(name);
            // Who makes it has it: two runs that begin at once get two.
            match fs::create_dir(&folder) {
                Ok(()) => return Claim::lock(&folder, true),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(failed(io::ErrorKind::AlreadyExists.into()))
    }

    /// The folder of a run that goes on.
    ///
    /// # Errors
    /// When it holds no run, or a run that somebody else plays.
    pub fn again(folder: &Path) -> Result<Claim, LogError> {
        match folder.join(FILE).exists() {
            true => Claim::lock(folder, false),
            false => Err(LogError::Nothing(folder.to_owned())),
        }
    }

    /// Whether somebody plays the run in this folder just now.
    pub fn is_held(folder: &Path) -> bool {
        let lock = File::open(folder.join(LOCK));
        // A lock that is shared is released as soon as the file is closed.
        lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn lock(folder: &Path, is_new: bool) -> Result<Claim, LogError> {
        let path = folder.join(LOCK);
        let failed = |reason| LogError::Io { file: path.clone(), reason };
        let end = Instant::now() + PATIENCE;
        loop {
            let mut options = OpenOptions::new();
            let options = options.read(true).write(true).create(true).truncate(false);
            let mut lock = options.open(&path).map_err(failed)?;
            let warning = match lock.try_lock() {
                // Its earlier owner may have removed it.
                Ok(()) if !is_same(&lock, &path) => continue,
                Ok(()) => None,
                Err(TryLockError::WouldBlock) if Instant::now() < end => {
                    std::thread::sleep(Duration::from_millis(20));
                    continue;
                }
                Err(TryLockError::WouldBlock) => {
                    let holder = fs::read_to_string(&path).unwrap_or_default();
                    let holder = holder.trim().parse().ok();
                    return Err(LogError::Busy { folder: folder.to_owned(), holder });
                }
                Err(TryLockError::Error(error)) => Some(format!(
                    "{} cannot be locked ({error}): nothing keeps a second runner out of it",
                    folder.display()
                )),
            };
            let number = format!("{}\n", std::process::id());
            let written = lock.set_len(0).and_then(|()| lock.write_all(number.as_bytes()));
            written.map_err(failed)?;
            return Ok(Claim { folder: folder.to_owned(), _lock: lock, is_new, warning });
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        // Nothing came of it: nothing is left behind.
        if !self.folder.join(FILE).exists() {
            let _ = fs::remove_file(self.folder.join(LOCK));
            if self.is_new {
                let _ = fs::remove_dir(&self.folder);
            }
        }
    }
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

/// A file that is open cannot be taken away there.
#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> bool {
    true
}

/// Names for a folder, each word once and then with numbers: `2026-11-22-otter`.
fn names(day: u64, lot: usize) -> impl Iterator<Item = String> {
    let (year, month, day) = ferz_rules::pgn::civil(day);
    (0..WORDS.len() * 1_000).map(move |count| {
        let word = WORDS[(lot + count) % WORDS.len()];
        let name = format!("{year:04}-{month:02}-{day:02}-{word}");
        match count / WORDS.len() {
            0 => name,
            more => format!("{name}-{}", more + 1),
        }
    })
}

#[rustfmt::skip]
const WORDS: [&str; 64] = [
    "ant", "badger", "bat", "bear", "beaver", "bee", "bison", "camel", "carp", "cat", "cobra", "crab",
    "crane", "crow", "deer", "dove", "duck", "eagle", "eel", "falcon", "ferret", "finch", "fox", "frog",
    "goat", "goose", "hare", "hawk", "heron", "horse", "ibex", "jackal", "kite", "koala", "lark", "lion",
    "lizard", "llama", "lynx", "marten", "mole", "moth", "mouse", "newt", "otter", "owl", "panda", "pike",
    "puma", "quail", "rabbit", "raven", "robin", "salmon", "seal", "shrew", "snail", "stork", "swan",
    "tiger", "toad", "trout", "wolf", "wren",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_runner() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("run");
        let claim = Claim::on(&folder).unwrap();
        fs::write(folder.join(FILE), "").unwrap();
        let refused = Claim::again(&folder).unwrap_err().to_string();
        let wanted = format!("process {} plays in", std::process::id());
        assert!(refused.starts_with(&wanted), "{refused}");
        drop(claim);
        Claim::again(&folder).unwrap();
        assert!(matches!(Claim::on(&folder), Err(LogError::Exists(_))));
    }

    #[test]
    fn what_came_to_nothing_leaves_nothing() {
        let place = tempfile::tempdir().unwrap();
        let (made, found) = (place.path().join("a/b"), place.path().join("found"));
        fs::create_dir(&found).unwrap();
        drop(Claim::on(&made).unwrap());
        drop(Claim::on(&found).unwrap());
        assert!(!made.exists() && found.exists());
        assert_eq!(fs::read_dir(&found).unwrap().count(), 0);
        assert!(matches!(Claim::again(&found), Err(LogError::Nothing(_))));
    }

    /// However many begin at the same moment, each has a folder of its own.
    #[test]
    fn folders_of_their_own() {
        let place = tempfile::tempdir().unwrap();
        let claims = std::thread::scope(|scope| {
            let begin = || scope.spawn(|| Claim::anew(place.path()).unwrap());
            let threads: Vec<_> = (0..80).map(|_| begin()).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let folders: std::collections::BTreeSet<_> = claims.iter().map(Claim::folder).collect();
        assert_eq!(folders.len(), 80);
    }

    #[test]
    fn names_have_the_day_and_a_word() {
        let names: Vec<_> = names(20_779, 44).take(65).collect();
        assert_eq!(names[0], "2026-11-22-otter");
        assert_eq!(names[64], "2026-11-22-otter-2");
    }
}
