//! Reading files that a user names.
//!
//! `/dev/zero` has no end, and a FIFO waits for a writer that may never come. So only regular files
//! are read, and none beyond a limit. Errors are [`io::Error`]s whose text says what is wrong with
//! the file, without its name: who reports them knows how the user called it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Size limit of a file, in bytes, for those that need no other: 256 MiB.
pub const LIMIT: u64 = 256 << 20;

/// Reads a regular file of at most [`LIMIT`] bytes.
///
/// # Errors
/// The system's, or [`io::ErrorKind::InvalidInput`] if it is no regular file or too long.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_up_to(path, LIMIT)
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: impl AsRef<Path>, limit: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let expected = file.metadata()?.len();
    if expected > limit {
        return Err(too_long(limit));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0));
    // The length is only what the system promised: a file may grow, and those of /proc say 0.
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_long(limit));
    }
    Ok(bytes)
}

/// Reads a regular file of at most [`LIMIT`] bytes as text: see [`text::decode`](crate::text::decode).
///
/// # Errors
/// As [`read`].
pub fn read_text(path: impl AsRef<Path>) -> io::Result<String> {
    Ok(crate::text::decode(&read(path)?).into_owned())
}

/// Opens a regular file to read it in pieces.
///
/// # Errors
/// The system's, or [`io::ErrorKind::InvalidInput`] if it is no regular file.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    // Asked before it is opened, since opening a FIFO waits; and after, since it may have changed.
    regular(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Opens a file to append to it, for logs; makes it if it is not there.
///
/// # Errors
/// The system's, or [`io::ErrorKind::InvalidInput`] if something else than a regular file has the
/// name.
pub fn append(path: impl AsRef<Path>) -> io::Result<File> {
    let path = path.as_ref();
    match std::fs::metadata(path) {
        Ok(metadata) => regular(&metadata)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    OpenOptions::new().create(true).append(true).open(path)
}

fn regular(metadata: &std::fs::Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let what = if metadata.is_dir() { "it is a folder" } else { "it is no regular file" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, what))
}

fn too_long(limit: u64) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("it is longer than {limit} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_file_is_read_up_to_its_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some");
        std::fs::write(&path, b"12345").unwrap();
        assert_eq!(read_up_to(&path, 5).unwrap(), b"12345");
        let error = read_up_to(&path, 4).unwrap_err();
        assert_eq!(error.to_string(), "it is longer than 4 bytes");
    }

    #[test]
    fn a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap_err().to_string(), "it is a folder");
        assert_eq!(append(folder.path()).unwrap_err().to_string(), "it is a folder");
    }

    #[cfg(unix)]
    #[test]
    fn files_without_an_end_are_refused_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        let name = std::ffi::CString::new(fifo.to_str().unwrap()).unwrap();
        // SAFETY: the name is a C string that lives through the call.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        for path in [Path::new("/dev/zero"), Path::new("/dev/full"), &fifo] {
            assert_eq!(read(path).unwrap_err().to_string(), "it is no regular file", "{path:?}");
            assert_eq!(append(path).unwrap_err().to_string(), "it is no regular file", "{path:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_length_that_the_system_promises_is_not_trusted() {
        assert!(!read("/proc/self/status").unwrap().is_empty());
        assert!(read_up_to("/proc/self/status", 10).is_err());
    }

    #[test]
    fn texts_are_decoded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gbk");
        std::fs::write(&path, [0xcf, 0xf3, 0xd1, 0xdb]).unwrap();
        assert_eq!(read_text(&path).unwrap(), "象眼");
    }
}
