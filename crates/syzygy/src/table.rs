//! One file of a table: its head, checked, and the values of single positions.
//!
//! ```text
//! magic  flags  { order and men of each part }  { code of each part }  { maps of distances }
//!        { sparse list of each part }  { lengths of blocks }  { blocks, from 64 to 64 bytes }
//! ```
//!
//! A table has a part for each side to move (tables of distances for one of them only) and, with
//! pawns, for each of four files of the foremost pawn.

use crate::error::{Content, Fault, ProbeError, Problem};
use crate::numbering::{Numbering, View};
use crate::pairs::Pairs;
use crate::source::{Cache, Reader, Source};
use crate::{Material, Wdl};
use ferz_rules::Side;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Behind the data: a checksum.
const TAIL: u64 = 16;

/// Flags of a file.
const SPLIT: u8 = 1;
const WITH_PAWNS: u8 = 2;

/// Flags of a part of a table of distances.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;

/// A part of a table.
struct Part {
    flags: u8,
    numbering: Numbering,
    pairs: Pairs,
    /// What the stored numbers of distances stand for: of wins, losses, cursed wins and blessed
    /// losses.
    maps: Option<[Vec<u16>; 4]>,
}

/// The checked head of a file.
struct Head {
    /// By file of the foremost pawn and side to move.
    parts: Vec<Part>,
    /// Parts for one file.
    sides: usize,
    /// Bytes of the file.
    length: u64,
}

impl Head {
    fn read(path: &std::path::Path, material: Material, content: Content) -> Result<Head, Problem> {
        let mut reader = Reader::open(path)?;
        let length = reader.length();
        if length < 64 + TAIL || length % 64 != TAIL {
            return Err(Problem::Size(length));
        }
        if reader.array()? != content.magic() {
            return Err(Problem::Magic);
        }
        let flags = reader.byte()?;
        let is_split = flags & SPLIT != 0;
        if is_split == material.is_symmetric() || (flags & WITH_PAWNS != 0) != material.has_pawns()
        {
            return Err(Problem::Flags);
        }
        let sides = if content == Content::Wdl && is_split { 2 } else { 1 };
        let mut numberings = Vec::new();
        for file in 0..if material.has_pawns() { 4 } else { 1 } {
            read_numberings(&mut reader, material, file, sides, &mut numberings)?;
        }
        reader.align()?;
        let mut parts = Vec::with_capacity(numberings.len());
        for numbering in numberings {
            let (pairs, flags) = Pairs::read(&mut reader, numbering.size, content)?;
            parts.push(Part { flags, numbering, pairs, maps: None });
        }
        if content == Content::Dtz {
            for part in &mut parts {
                part.maps = read_maps(&mut reader, part.flags)?;
            }
            reader.align()?;
        }
        let mut at = reader.at();
        for place in [Pairs::place_sparse, Pairs::place_lengths, Pairs::place_data] {
            for part in &mut parts {
                at = place(&mut part.pairs, at);
            }
        }
        let announced = at.saturating_add(TAIL);
        if announced > length {
            return Err(Problem::Short { announced, length });
        }
        Ok(Head { parts, sides, length })
    }

    fn part(&self, view: &View) -> &Part {
        let side = if self.sides == 2 { view.turn as usize } else { 0 };
        &self.parts[view.file() * self.sides + side]
    }
}

/// Reads the order of the men for one file of the foremost pawn.
fn read_numberings(
    reader: &mut Reader,
    material: Material,
    file: usize,
    sides: usize,
    numberings: &mut Vec<Numbering>,
) -> Result<(), Problem> {
    let has_more_pawns = material.pawns(!material.leader()) > 0;
    let first = reader.byte()?;
    let second = if has_more_pawns { reader.byte()? } else { 0xff };
    let mut men = [const { Vec::new() }; 2];
    for _ in 0..material.men() {
        let both = reader.byte()?;
        men[0].push(both & 15);
        men[1].push(both >> 4);
    }
    for (side, men) in men.into_iter().enumerate().take(sides) {
        let order = [first, second].map(|byte| usize::from(byte >> (4 * side) & 15));
        numberings.push(Numbering::new(material, men, order, file)?);
    }
    Ok(())
}

/// Reads the four lists of a part that has them.
fn read_maps(reader: &mut Reader, flags: u8) -> Result<Option<[Vec<u16>; 4]>, Problem> {
    if flags & MAPPED == 0 {
        return Ok(None);
    }
    let mut maps = [const { Vec::new() }; 4];
    if flags & WIDE != 0 {
        reader.align()?;
    }
    for map in &mut maps {
        *map = if flags & WIDE != 0 {
            let count = reader.word()?;
            (0..count).map(|_| reader.word()).collect::<Result<_, _>>()?
        } else {
            let count = reader.byte()?;
            (0..count).map(|_| reader.byte().map(u16::from)).collect::<Result<_, _>>()?
        };
    }
    Ok(Some(maps))
}

/// A head and the bytes behind it.
struct Loaded {
    head: Head,
    source: Source,
}

/// A file of a table.
pub(crate) struct Table {
    path: PathBuf,
    material: Material,
    content: Content,
    /// On first use; `None`: it cannot be read any more.
    loaded: OnceLock<Option<Loaded>>,
    /// Found damaged while it was used.
    is_broken: AtomicBool,
}

impl Table {
    /// Checks the head of a file. Nothing of it is kept: that waits until it is used.
    pub(crate) fn check(
        path: PathBuf,
        material: Material,
        content: Content,
    ) -> Result<Table, Fault> {
        match Head::read(&path, material, content) {
            Ok(_) => Ok(Table {
                path,
                material,
                content,
                loaded: OnceLock::new(),
                is_broken: AtomicBool::new(false),
            }),
            Err(problem) => Err(Fault { path, problem }),
        }
    }

    /// What a table of results stores. Where a capture is best, that may be anything below.
    pub(crate) fn result(&self, view: &View, shared: &Shared) -> Result<Wdl, ProbeError> {
        self.ask(shared, |loaded| {
            let part = loaded.head.part(view);
            let value = part.pairs.value(&loaded.source, part.numbering.number(view))?;
            Wdl::ALL.get(usize::from(value)).copied().ok_or(Problem::Value)
        })
    }

    /// The plies that a table of distances stores for a position with this result, which is no
    /// draw; `None`, if that may be: it has the other side to move only.
    pub(crate) fn distance(
        &self,
        view: &View,
        wdl: Wdl,
        shared: &Shared,
        may_be_none: bool,
    ) -> Result<Option<i32>, ProbeError> {
        self.ask(shared, |loaded| {
            let part = loaded.head.part(view);
            let side = if part.flags & BLACK_TO_MOVE != 0 { Side::Second } else { Side::First };
            let serves_both = self.material.is_symmetric() && !self.material.has_pawns();
            if side != view.turn && !serves_both {
                return if may_be_none { Ok(None) } else { Err(Problem::Flags) };
            }
            let stored = part.pairs.value(&loaded.source, part.numbering.number(view))?;
            let list = match wdl {
                Wdl::Win | Wdl::Draw => 0,
                Wdl::Loss => 1,
                Wdl::CursedWin => 2,
                Wdl::BlessedLoss => 3,
            };
            let value = match &part.maps {
                Some(maps) => *maps[list].get(usize::from(stored)).ok_or(Problem::Value)?,
                None => stored,
            };
            let is_in_plies = match wdl {
                Wdl::Win => part.flags & WINS_IN_PLIES != 0,
                Wdl::Loss => part.flags & LOSSES_IN_PLIES != 0,
                _ => false,
            };
            Ok(Some(i32::from(value) * if is_in_plies { 1 } else { 2 } + 1))
        })
    }

    /// Asks the table unless it is broken; if it turns out so, that is noted once.
    fn ask<T>(
        &self,
        shared: &Shared,
        question: impl Fn(&Loaded) -> Result<T, Problem>,
    ) -> Result<T, ProbeError> {
        let damaged = ProbeError::Damaged(self.material, self.content);
        if self.is_broken.load(Relaxed) {
            return Err(damaged);
        }
        let loaded = self.loaded.get_or_init(|| {
            self.load(&shared.cache).map_err(|problem| self.give_up(shared, problem)).ok()
        });
        let Some(loaded) = loaded else { return Err(damaged) };
        question(loaded).map_err(|problem| {
            self.give_up(shared, problem);
            damaged
        })
    }

    fn load(&self, cache: &Arc<Cache>) -> Result<Loaded, Problem> {
        let head = Head::read(&self.path, self.material, self.content)?;
        let source = Source::open(&self.path, head.length, cache)?;
        Ok(Loaded { head, source })
    }

    fn give_up(&self, shared: &Shared, problem: Problem) {
        if !self.is_broken.swap(true, Relaxed) {
            let fault = Fault { path: self.path.clone(), problem };
            shared.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
        }
    }
}

/// What the tables of a set share.
pub(crate) struct Shared {
    pub(crate) cache: Arc<Cache>,
    /// Found while probing.
    pub(crate) faults: Mutex<Vec<Fault>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Variant, chess::Board};

    fn bytes_of(hex: &str) -> Vec<u8> {
        let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (0..hex.len()).step_by(2).map(digits).collect()
    }

    /// A table with this head, and one value in each part.
    fn table(hex: &str, material: Material) -> Vec<u8> {
        let mut bytes = Content::Wdl.magic().to_vec();
        bytes.extend(bytes_of(hex));
        bytes.resize(bytes.len().next_multiple_of(2), 0);
        let files = if material.has_pawns() { 4 } else { 1 };
        let sides = if material.is_symmetric() { 1 } else { 2 };
        for _ in 0..files * sides {
            bytes.extend([0x80, 2]);
        }
        bytes.resize(bytes.len().next_multiple_of(64) + 16, 0);
        bytes
    }

    /// Up to seven men, of which the tables at hand are few.
    #[test]
    fn positions_have_the_numbers_of_python_chess() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let lines = include_str!("../tests/data/numbers.txt").lines();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, head, squares, turn, number] = words[..] else { panic!("{line}") };
            let material = Material::from_name(name).unwrap();
            std::fs::write(&path, table(head, material)).unwrap();
            let head = Head::read(&path, material, Content::Wdl).expect(line);
            let fen = format!("{squares} {turn} - - 0 1");
            let board = Board::from_fen(&fen, Variant::NORMAL).unwrap();
            let is_turned = material.is_symmetric() && board.side() == Side::Second;
            let mirrored = Material::of(&board) != material || is_turned;
            let view = View::new(&board, material, mirrored);
            let part = head.part(&view);
            let found = part.numbering.number(&view);
            assert_eq!(found.to_string(), number, "{line}");
            assert!(found < part.numbering.size, "{line}");
        }
    }
}
