//! What may be wrong with tables, and why a probe may have no answer.

use crate::Material;
use std::fmt::{self, Write as _};
use std::io;
use std::path::PathBuf;

/// What a table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Win, draw or loss: the files `*.rtbw`.
    Wdl,
    /// The distance to the next capture or pawn move: the files `*.rtbz`.
    Dtz,
}

impl Content {
    /// The end of the names of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Content::Wdl => "rtbw",
            Content::Dtz => "rtbz",
        }
    }

    /// How its files begin.
    pub(crate) fn magic(self) -> [u8; 4] {
        match self {
            Content::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Content::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// A file or folder that is of no use, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Problem,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Names of files may hold anything but must not end a line of a protocol.
        for letter in self.path.to_string_lossy().chars() {
            f.write_char(if letter.is_control() { '\u{fffd}' } else { letter })?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for Fault {}

/// What is wrong with a file or a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The folder cannot be read; the system's words.
    Folder(String),
    /// The file cannot be read; the system's words.
    Unreadable(String),
    /// It is a folder or a device.
    NoFile,
    /// It is not called as a table is, like `KRvK.rtbw`.
    Name,
    /// No table has this size in bytes.
    Size(u64),
    /// It does not begin as a table does.
    Magic,
    /// Its flags are those of other pieces.
    Flags,
    /// The pieces it lists are not those of its name.
    Pieces,
    /// It orders its pieces as nobody can.
    Order,
    /// It ends before what it announces does.
    Short {
        /// Bytes that it announces.
        announced: u64,
        /// Bytes that it has.
        length: u64,
    },
    /// A size in its head is one that no table has.
    Measure,
    /// Its code of symbols contradicts itself.
    Symbols,
    /// A block of its data contradicts the rest.
    Block,
    /// It holds a value that means nothing.
    Value,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Folder(why) => write!(f, "no folder that can be read: {why}"),
            Problem::Unreadable(why) => write!(f, "cannot be read: {why}"),
            Problem::NoFile => f.write_str("no regular file"),
            Problem::Name => f.write_str("not the name of a table"),
            Problem::Size(0) => f.write_str("an empty file"),
            Problem::Size(bytes) => write!(f, "no table has {bytes} bytes"),
            Problem::Magic => f.write_str("does not begin as a table does"),
            Problem::Flags => f.write_str("a table of other pieces, by its flags"),
            Problem::Pieces => f.write_str("a table of other pieces"),
            Problem::Order => f.write_str("damaged: an impossible order of pieces"),
            Problem::Short { announced, length } => {
                write!(f, "incomplete: {length} bytes instead of at least {announced}")
            }
            Problem::Measure => f.write_str("damaged: impossible sizes"),
            Problem::Symbols => f.write_str("damaged: an impossible code"),
            Problem::Block => f.write_str("damaged: an impossible block"),
            Problem::Value => f.write_str("damaged: an impossible value"),
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Unreadable(error.to_string())
    }
}

/// Why a probe has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProbeError {
    /// Tables know nothing of castling.
    Castling,
    /// A table that the answer needs is not there.
    Missing(Material, Content),
    /// A table that the answer needs is damaged: see [`Tablebase::take_faults`].
    ///
    /// [`Tablebase::take_faults`]: crate::Tablebase::take_faults
    Damaged(Material, Content),
}

impl fmt::Display for ProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProbeError::Castling => f.write_str("tables know nothing of castling"),
            ProbeError::Missing(material, content) => {
                write!(f, "there is no {material}.{}", content.extension())
            }
            ProbeError::Damaged(material, content) => {
                write!(f, "{material}.{} is damaged", content.extension())
            }
        }
    }
}

impl std::error::Error for ProbeError {}
