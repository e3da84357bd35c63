//! A set of tables: finding the files, and the table of a position.

use crate::error::{Content, Fault, ProbeError, Problem};
use crate::numbering::View;
use crate::source::{Cache, Limits};
use crate::table::{Shared, Table};
use crate::{Material, Wdl};
use ferz_rules::chess::Board;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The files of a material.
#[derive(Default)]
struct Files {
    wdl: Option<Table>,
    dtz: Option<Table>,
}

impl Files {
    fn of(&mut self, content: Content) -> &mut Option<Table> {
        match content {
            Content::Wdl => &mut self.wdl,
            Content::Dtz => &mut self.dtz,
        }
    }
}

/// Where the files of a material are.
#[derive(Clone, Copy)]
struct Entry {
    signature: u64,
    index: usize,
    /// Whether the files have the colours exchanged.
    mirrored: bool,
}

/// Syzygy tables of some folders. Several threads may probe at the same time.
pub struct Tablebase {
    files: Vec<Files>,
    /// Sorted by signature.
    entries: Vec<Entry>,
    largest: usize,
    shared: Shared,
}

impl Tablebase {
    /// Finds the tables of folders; of two with the same name the first counts. Files that are not
    /// whole are left out: beside the tables stands what is wrong with which.
    pub fn open<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> (Tablebase, Vec<Fault>) {
        Tablebase::open_within(folders, Limits::USUAL)
    }

    pub(crate) fn open_within<P: AsRef<Path>>(
        folders: impl IntoIterator<Item = P>,
        limits: Limits,
    ) -> (Tablebase, Vec<Fault>) {
        let mut faults = Vec::new();
        let mut found = BTreeMap::<String, (Material, Files)>::new();
        for folder in folders {
            for path in tables_in(folder.as_ref(), &mut faults) {
                add(path, &mut found, &mut faults);
            }
        }
        let mut tablebase = Tablebase {
            files: Vec::new(),
            entries: Vec::new(),
            largest: 0,
            shared: Shared { cache: Arc::new(Cache::new(limits)), faults: Mutex::new(Vec::new()) },
        };
        for (material, files) in found.into_values() {
            tablebase.insert(material, files);
        }
        tablebase.entries.sort_unstable_by_key(|entry| entry.signature);
        (tablebase, faults)
    }

    fn insert(&mut self, material: Material, files: Files) {
        let index = self.files.len();
        if files.wdl.is_some() {
            self.largest = self.largest.max(material.men());
        }
        self.files.push(files);
        let mut enter = |material: Material, mirrored| {
            self.entries.push(Entry { signature: material.signature(), index, mirrored });
        };
        enter(material, false);
        if !material.is_symmetric() {
            enter(material.mirrored(), true);
        }
    }

    /// Men of the largest table of results; 0 if there is none.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// How many tables there are of results, and of distances.
    pub fn counts(&self) -> (usize, usize) {
        let count = |has: fn(&Files) -> bool| self.files.iter().filter(|files| has(files)).count();
        (count(|files| files.wdl.is_some()), count(|files| files.dtz.is_some()))
    }

    /// What probing has found to be damaged since the last call. Each file is named once; it is not
    /// asked any more.
    pub fn take_faults(&self) -> Vec<Fault> {
        std::mem::take(&mut *self.shared.faults.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What the table of results stores.
    pub(crate) fn stored_result(&self, board: &Board) -> Result<Wdl, ProbeError> {
        let material = Material::of(board);
        if material.men() == 2 {
            return Ok(Wdl::Draw);
        }
        let (files, view) = self.find(board, material, Content::Wdl)?;
        let table = files.wdl.as_ref().ok_or(ProbeError::Missing(material, Content::Wdl))?;
        table.result(&view, &self.shared)
    }

    /// What the table of distances stores; `None`, if that may be, where it has the other side to move
    /// only.
    pub(crate) fn stored_distance(
        &self,
        board: &Board,
        wdl: Wdl,
        may_be_none: bool,
    ) -> Result<Option<i32>, ProbeError> {
        let material = Material::of(board);
        let (files, view) = self.find(board, material, Content::Dtz)?;
        let table = files.dtz.as_ref().ok_or(ProbeError::Missing(material, Content::Dtz))?;
        table.distance(&view, wdl, &self.shared, may_be_none)
    }

    fn find(
        &self,
        board: &Board,
        material: Material,
        content: Content,
    ) -> Result<(&Files, View), ProbeError> {
        let signature = material.signature();
        let found = self.entries.binary_search_by_key(&signature, |entry| entry.signature);
        let missing = ProbeError::Missing(material, content);
        let entry = self.entries[found.map_err(|_| missing)?];
        // Of equal sides a table has White to move only.
        let is_turned = material.is_symmetric() && board.side() == ferz_rules::Side::Second;
        let mirrored = entry.mirrored || is_turned;
        let named = if entry.mirrored { material.mirrored() } else { material };
        Ok((&self.files[entry.index], View::new(board, named, mirrored)))
    }
}

/// The files of a folder that are called like tables, by name.
fn tables_in(folder: &Path, faults: &mut Vec<Fault>) -> Vec<PathBuf> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            faults.push(Fault {
                path: folder.to_owned(),
                problem: Problem::Folder(error.to_string()),
            });
            return Vec::new();
        }
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut tables: Vec<_> = paths.filter(|path| content_of(path).is_some()).collect();
    tables.sort_unstable();
    tables
}

fn content_of(path: &Path) -> Option<Content> {
    let extension = path.extension()?;
    [Content::Wdl, Content::Dtz].into_iter().find(|content| content.extension() == extension)
}

/// Adds a file unless something is wrong with it or there is one already.
fn add(path: PathBuf, found: &mut BTreeMap<String, (Material, Files)>, faults: &mut Vec<Fault>) {
    let Some(content) = content_of(&path) else { return };
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
    let Some(material) = Material::from_name(&name) else {
        faults.push(Fault { path, problem: Problem::Name });
        return;
    };
    let (_, files) = found.entry(name).or_insert_with(|| (material, Files::default()));
    let place = files.of(content);
    if place.is_some() {
        return;
    }
    match Table::check(path, material, content) {
        Ok(table) => *place = Some(table),
        Err(fault) => faults.push(fault),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

    /// Endings of rook and of pawn with the men all over the board.
    fn boards() -> Vec<Board> {
        let squares = |number: usize| [number * 7 % 64, (number * 29 + 11) % 64, number * 53 % 64];
        let fen = |number: usize| {
            let mut board = ['1'; 64];
            let men = [['K', 'R', 'k'], ['K', 'P', 'k'], ['k', 'r', 'K']][number % 3];
            for (square, man) in squares(number).into_iter().zip(men) {
                board[square] = man;
            }
            let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
            format!("{} {} - - 0 1", ranks.join("/"), ["w", "b"][number / 3 % 2])
        };
        (0..3000).filter_map(|number| Board::from_fen(&fen(number), Variant::NORMAL).ok()).collect()
    }

    /// Whether files are here whole or page by page, and open or not; also for several threads.
    #[test]
    fn memory_changes_no_answer() {
        let boards = boards();
        assert!(boards.len() > 500, "{}", boards.len());
        let answers = |limits: Limits, threads: usize| {
            let (tables, faults) = Tablebase::open_within([TABLES], limits);
            assert_eq!(faults, []);
            let probe = |board: &Board| (tables.probe_wdl(board), tables.probe_dtz(board));
            let ask = || boards.iter().map(probe).collect::<Vec<_>>();
            let all: Vec<_> = std::thread::scope(|scope| {
                let asking: Vec<_> = (0..threads).map(|_| scope.spawn(ask)).collect();
                asking.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            assert_eq!(tables.take_faults(), []);
            assert!(all.iter().all(|answers| *answers == all[0]));
            all.into_iter().next().unwrap()
        };
        let whole = answers(Limits::USUAL, 1);
        assert!(whole.iter().all(|(wdl, dtz)| wdl.is_ok() && dtz.is_ok()));
        for (pages, open_files) in [(1, 0), (2, 100), (1000, 3)] {
            let limits = Limits { whole_file: 5000, whole_files: 6000, pages, open_files };
            assert_eq!(answers(limits, 3), whole, "{limits:?}");
        }
    }
}
