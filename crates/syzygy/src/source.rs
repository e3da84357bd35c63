//! The bytes of a table's file, without mapping it into memory.
//!
//! Small files are read whole as long as there is room for them. Of others, pages are kept in a cache
//! that all tables share, so that probing takes a bounded amount of memory however many tables there
//! are. A file that has shrunk meanwhile gives an error, not a signal.

use crate::error::Problem;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Bytes of a page.
const PAGE: u64 = 4096;

/// How much memory and how many open files tables may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Longer files are not read whole.
    pub(crate) whole_file: u64,
    /// All that are read whole take no more than this.
    pub(crate) whole_files: u64,
    /// Pages of other files.
    pub(crate) pages: usize,
    /// Files that stay open; others are opened whenever a page is missing.
    pub(crate) open_files: u64,
}

impl Limits {
    /// 64 MiB for each of the two ways, and a quarter of the files that a process usually may open.
    pub(crate) const USUAL: Limits =
        Limits { whole_file: 1 << 20, whole_files: 64 << 20, pages: 16 << 10, open_files: 256 };
}

/// A page in the cache.
#[derive(Default)]
struct Page {
    /// Number of the source, and of the page in it, from 1 on.
    name: (u64, u64),
    bytes: Vec<u8>,
}

/// What the sources of a set of tables share.
pub(crate) struct Cache {
    limits: Limits,
    whole_bytes: AtomicU64,
    open_files: AtomicU64,
    sources: AtomicU64,
    /// Each page has one place. Made when the first is needed.
    pages: OnceLock<Box<[Mutex<Page>]>>,
}

impl Cache {
    pub(crate) fn new(limits: Limits) -> Cache {
        Cache {
            limits,
            whole_bytes: AtomicU64::new(0),
            open_files: AtomicU64::new(0),
            sources: AtomicU64::new(0),
            pages: OnceLock::new(),
        }
    }

    /// The place of a page.
    fn place(&self, name: (u64, u64)) -> &Mutex<Page> {
        let pages = self.pages.get_or_init(|| {
            (0..self.limits.pages.max(1)).map(|_| Mutex::new(Page::default())).collect()
        });
        // Multiplied by the golden ratio, so that neighbours go far from each other.
        let mixed = (name.0 << 40 ^ name.1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &pages[mixed as usize % pages.len()]
    }

    /// Takes from what is left of a limit.
    fn take(counter: &AtomicU64, amount: u64, limit: u64) -> bool {
        let more = |taken: u64| taken.checked_add(amount).filter(|sum| *sum <= limit);
        counter.fetch_update(Relaxed, Relaxed, more).is_ok()
    }
}

/// The bytes of a file, in any order.
pub(crate) enum Source {
    Whole(Box<[u8]>),
    Paged { path: PathBuf, file: Option<File>, number: u64, cache: Arc<Cache> },
}

impl Source {
    /// Opens a file of `length` bytes.
    pub(crate) fn open(path: &Path, length: u64, cache: &Arc<Cache>) -> Result<Source, Problem> {
        let limits = &cache.limits;
        if length <= limits.whole_file
            && Cache::take(&cache.whole_bytes, length, limits.whole_files)
        {
            let mut bytes = Vec::with_capacity(length as usize);
            open(path)?.take(length).read_to_end(&mut bytes)?;
            if (bytes.len() as u64) < length {
                return Err(Problem::Short { announced: length, length: bytes.len() as u64 });
            }
            return Ok(Source::Whole(bytes.into_boxed_slice()));
        }
        let keep = Cache::take(&cache.open_files, 1, limits.open_files);
        let file = if keep { Some(open(path)?) } else { None };
        let number = cache.sources.fetch_add(1, Relaxed) + 1;
        Ok(Source::Paged { path: path.to_owned(), file, number, cache: cache.clone() })
    }

    /// Bytes of a file that is here whole.
    #[inline(always)]
    pub(crate) fn borrowed(&self, at: u64, count: usize) -> Option<&[u8]> {
        match self {
            Source::Whole(bytes) => {
                let at = usize::try_from(at).ok()?;
                bytes.get(at..at.checked_add(count)?)
            }
            Source::Paged { .. } => None,
        }
    }

    /// Bytes of the file; those that have to be copied go into the buffer.
    #[inline]
    pub(crate) fn bytes<'a>(
        &'a self,
        at: u64,
        count: usize,
        buffer: &'a mut Vec<u8>,
    ) -> Result<&'a [u8], Problem> {
        match self {
            Source::Whole(bytes) => {
                let announced = at.saturating_add(count as u64);
                let length = bytes.len() as u64;
                self.borrowed(at, count).ok_or(Problem::Short { announced, length })
            }
            Source::Paged { path, file, number, cache } => {
                buffer.clear();
                let end = at.checked_add(count as u64).ok_or(Problem::Measure)?;
                let mut next = at;
                while next < end {
                    let page = next / PAGE;
                    let from = (next % PAGE) as usize;
                    let to = (end - page * PAGE).min(PAGE) as usize;
                    let place = cache.place((*number, page + 1));
                    let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
                    if place.name != (*number, page + 1) {
                        place.name = (0, 0);
                        place.bytes.resize(PAGE as usize, 0);
                        let read = match file {
                            Some(file) => read_at(file, page * PAGE, &mut place.bytes)?,
                            None => read_at(&open(path)?, page * PAGE, &mut place.bytes)?,
                        };
                        place.bytes.truncate(read);
                        place.name = (*number, page + 1);
                    }
                    let known = place.bytes.len() as u64;
                    let Some(part) = place.bytes.get(from..to) else {
                        return Err(Problem::Short { announced: end, length: page * PAGE + known });
                    };
                    buffer.extend_from_slice(part);
                    next = page * PAGE + to as u64;
                }
                Ok(buffer)
            }
        }
    }
}

/// Opens a regular file.
fn open(path: &Path) -> Result<File, Problem> {
    // Asked before, since opening a FIFO waits for a writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(Problem::NoFile);
    }
    Ok(File::open(path)?)
}

/// Reads until the buffer is full or the file ends; says how much.
fn read_at(file: &File, at: u64, buffer: &mut [u8]) -> Result<usize, Problem> {
    let mut done = 0;
    while done < buffer.len() {
        match read_some_at(file, at + done as u64, &mut buffer[done..]) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(done)
}

#[cfg(unix)]
fn read_some_at(file: &File, at: u64, buffer: &mut [u8]) -> std::io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_some_at(file: &File, at: u64, buffer: &mut [u8]) -> std::io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// The head of a file, from its beginning on.
pub(crate) struct Reader {
    file: BufReader<File>,
    at: u64,
    length: u64,
}

impl Reader {
    pub(crate) fn open(path: &Path) -> Result<Reader, Problem> {
        let file = open(path)?;
        let length = file.metadata()?.len();
        Ok(Reader { file: BufReader::new(file), at: 0, length })
    }

    /// Bytes of the file.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Bytes that have been read.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Problem> {
        let announced = self.at + N as u64;
        let mut bytes = [0; N];
        match self.file.read_exact(&mut bytes) {
            Ok(()) => {
                self.at = announced;
                Ok(bytes)
            }
            Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                Err(Problem::Short { announced, length: self.length.min(announced - 1) })
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Problem> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn word(&mut self) -> Result<u16, Problem> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn long(&mut self) -> Result<u32, Problem> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn skip(&mut self, count: u64) -> Result<(), Problem> {
        (0..count).try_for_each(|_| self.byte().map(drop))
    }

    /// Goes on to an even place.
    pub(crate) fn align(&mut self) -> Result<(), Problem> {
        self.skip(self.at & 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some");
        std::fs::write(&path, bytes).unwrap();
        (folder, path)
    }

    #[test]
    fn whole_and_paged_files_have_the_same_bytes() {
        let bytes: Vec<u8> = (0..20_000u32).map(|n| ((n * n) >> 5) as u8).collect();
        let (_folder, path) = file(&bytes);
        let paged = |pages, open_files| Limits { whole_file: 0, whole_files: 0, pages, open_files };
        for limits in [Limits::USUAL, paged(1, 1), paged(3, 0), paged(100, 1)] {
            let cache = Arc::new(Cache::new(limits));
            let source = Source::open(&path, 20_000, &cache).unwrap();
            let mut buffer = Vec::new();
            for (at, count) in [(0, 1), (4095, 2), (4096, 4096), (100, 12_000), (19_999, 1), (7, 0)]
            {
                let read = source.bytes(at, count, &mut buffer).unwrap();
                assert_eq!(read, &bytes[at as usize..at as usize + count], "{limits:?}");
            }
            for (at, count) in [(19_999, 2), (20_000, 1), (u64::MAX, 1), (1 << 40, 9)] {
                assert!(source.bytes(at, count, &mut buffer).is_err(), "{limits:?}: {at}");
            }
        }
    }

    #[test]
    fn a_file_that_shrinks_is_an_error() {
        let (_folder, path) = file(&[1; 9000]);
        let limits = Limits { whole_file: 0, ..Limits::USUAL };
        let source = Source::open(&path, 9000, &Arc::new(Cache::new(limits))).unwrap();
        std::fs::write(&path, [1; 100]).unwrap();
        let mut buffer = Vec::new();
        assert!(source.bytes(50, 50, &mut buffer).is_ok());
        assert!(source.bytes(50, 51, &mut buffer).is_err());
        assert!(source.bytes(8000, 1, &mut buffer).is_err());
    }

    #[test]
    fn what_is_read_whole_has_a_limit() {
        let (_folder, path) = file(&[1; 600]);
        let cache = Arc::new(Cache::new(Limits { whole_files: 1000, ..Limits::USUAL }));
        let is_whole = |source| matches!(source, Source::Whole(_));
        assert!(is_whole(Source::open(&path, 600, &cache).unwrap()));
        assert!(!is_whole(Source::open(&path, 600, &cache).unwrap()));
    }
}
