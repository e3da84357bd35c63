//! All traffic in a file: the moment, the direction, the line.
//!
//! ```text
//!     0.000213 > uci
//!     0.000391 < id name Ferz 0.1.0
//! ```

use ferz_wire::bytes;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

/// A log of one session.
pub struct TrafficLog {
    file: BufWriter<File>,
}

impl TrafficLog {
    /// Opens the file; what it holds already stays.
    pub fn create(name: &str) -> io::Result<TrafficLog> {
        let file = ferz_input::file::append(file_name(name))?;
        Ok(TrafficLog { file: BufWriter::new(file) })
    }

    /// A line of the interface.
    pub fn heard(&mut self, at: Duration, line: &str) {
        self.write(at, '>', line);
    }

    /// A line of ours.
    pub fn said(&mut self, at: Duration, line: &str) {
        self.write(at, '<', line);
    }

    /// A full disk must not end a game: what cannot be written is lost.
    fn write(&mut self, at: Duration, direction: char, line: &str) {
        let _ = write!(self.file, "{:12.6} {direction} ", at.as_secs_f64());
        let _ = self.file.write_all(&bytes::encode(line));
        let _ = self.file.write_all(b"\n");
    }

    /// Writes out what is buffered.
    pub fn flush(&mut self) {
        let _ = self.file.flush();
    }
}

/// The name as the interface wrote it, byte by byte where the system has names of bytes.
#[cfg(unix)]
fn file_name(name: &str) -> std::path::PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes::encode(name).into_owned()).into()
}

#[cfg(not(unix))]
fn file_name(name: &str) -> std::path::PathBuf {
    name.into()
}
