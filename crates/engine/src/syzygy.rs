//! Syzygy endgame tables of chess, through pyrrhic-rs: win, draw or loss inside the search, the
//! distance to the next capture or pawn move at the root.
//!
//! The crate keeps its tables in global memory: one set for the process. So there is one owner
//! here, shared by all engines that ask for the same path. It compiles only where C's `char` has a
//! sign; elsewhere `no_syzygy.rs` stands for this file.

use crate::endgame::{Endgames, Usage, Verdict};
use crate::search::score::{DRAW, TABLE_WIN, Value};
use ferz_rules::chess::{Bitboard, Board, Kind, Move, Square, attacks};
use ferz_rules::{Position, Side};
use pyrrhic_rs::{Color, DtzProbeValue, EngineAdapter, Piece, TBError, TableBases, WdlProbeResult};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Our attack tables for pyrrhic-rs.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::at(index as usize % 8, index as usize / 8 % 8)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, index: u64) -> u64 {
        let side = if color == Color::White { Side::First } else { Side::Second };
        attacks::pawn(side, square(index)).0
    }

    fn knight_attacks(index: u64) -> u64 {
        attacks::knight(square(index)).0
    }

    fn bishop_attacks(index: u64, occupied: u64) -> u64 {
        attacks::bishop(square(index), Bitboard(occupied)).0
    }

    fn rook_attacks(index: u64, occupied: u64) -> u64 {
        attacks::rook(square(index), Bitboard(occupied)).0
    }

    fn queen_attacks(index: u64, occupied: u64) -> u64 {
        attacks::queen(square(index), Bitboard(occupied)).0
    }

    fn king_attacks(index: u64) -> u64 {
        attacks::king(square(index)).0
    }
}

/// The tables of a path.
struct Tables {
    bases: TableBases<Attacks>,
    largest: u32,
    /// Probing the root is not for several threads at a time.
    root: Mutex<()>,
}

/// The tables that are open, and their path.
static OPEN: Mutex<Option<(String, Weak<Tables>)>> = Mutex::new(None);

/// Syzygy tables as an engine uses them.
pub(crate) struct Syzygy {
    tables: Arc<Tables>,
    usage: Usage,
}

impl Syzygy {
    /// Opens the tables of a path (directories, joined as the system joins them); says why not.
    pub(crate) fn open(path: &str, usage: Usage) -> Result<Syzygy, String> {
        let mut largest = 0;
        let mut directories = Vec::new();
        for directory in std::env::split_paths(path) {
            let men = largest_in(&directory);
            if men > 0 {
                largest = largest.max(men);
                directories.push(directory.to_string_lossy().into_owned());
            }
        }
        // The crate never recovers from a path without tables, so it does not get to see one.
        if directories.is_empty() {
            return Err(format!("no Syzygy tables in \"{path}\""));
        }
        let path = directories.join(":");
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, tables)) = &*open
            && let Some(tables) = tables.upgrade()
        {
            if *known == path {
                return Ok(Syzygy { tables, usage });
            }
            return Err(format!("Syzygy tables of \"{known}\" are in use"));
        }
        let bases = TableBases::new(&path).map_err(|error| match error {
            TBError::AlreadyInitialized => "Syzygy tables are in use".to_owned(),
            other => format!("Syzygy tables in \"{path}\": {other:?}"),
        })?;
        let tables = Arc::new(Tables { bases, largest, root: Mutex::new(()) });
        *open = Some((path, Arc::downgrade(&tables)));
        Ok(Syzygy { tables, usage })
    }

    /// Men of the largest tables.
    pub(crate) fn largest(&self) -> u32 {
        self.tables.largest
    }

    /// Whether tables with so many men can be asked about a position.
    fn covers(&self, board: &Board) -> bool {
        let men = board.occupied().count();
        men <= self.largest().min(self.usage.men) && board.castling_rooks().is_empty()
    }

    fn counts_as(&self, result: WdlProbeResult) -> Standing {
        match result {
            WdlProbeResult::Win => Standing::Win,
            WdlProbeResult::CursedWin if !self.usage.fifty_moves => Standing::Win,
            WdlProbeResult::Loss => Standing::Loss,
            WdlProbeResult::BlessedLoss if !self.usage.fifty_moves => Standing::Loss,
            _ => Standing::Draw,
        }
    }
}

/// What a result is worth under the rules in force; better ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Loss,
    Draw,
    Win,
}

impl Standing {
    fn value(self, ply: usize) -> Value {
        match self {
            Standing::Win => TABLE_WIN - ply as Value,
            Standing::Draw => DRAW,
            Standing::Loss => ply as Value - TABLE_WIN,
        }
    }
}

/// Men of the largest table in a directory, by the names of its files (`KRvKB.rtbw`): pyrrhic-rs
/// itself says seven whatever there is.
fn largest_in(directory: &Path) -> u32 {
    let Ok(entries) = std::fs::read_dir(directory) else { return 0 };
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "rtbw"))
        .filter_map(|path| {
            let name = path.file_stem()?.to_str()?;
            let men = name.chars().filter(|letter| "KQRBNP".contains(*letter)).count();
            (men + 1 == name.len() && name.contains('v')).then_some(men as u32)
        })
        .max()
        .unwrap_or(0)
}

/// The bitboards in the order in which pyrrhic-rs takes them.
fn sets(board: &Board) -> [u64; 8] {
    [
        board.of_side(Side::First),
        board.of_side(Side::Second),
        board.kind(Kind::King),
        board.kind(Kind::Queen),
        board.kind(Kind::Rook),
        board.kind(Kind::Bishop),
        board.kind(Kind::Knight),
        board.kind(Kind::Pawn),
    ]
    .map(|set| set.0)
}

fn en_passant(board: &Board) -> u32 {
    board.en_passant().map_or(0, |square| square.index() as u32)
}

fn is_white(board: &Board) -> bool {
    Position::side(board) == Side::First
}

/// Tables for those who judge games and do not search.
pub struct Judge(Syzygy);

impl Judge {
    /// Opens the tables of a path (directories, joined as the system joins them); says why not. Larger
    /// tables than those with so many men are not asked; without the fifty-move rule, what it would
    /// make a draw is won.
    pub fn open(path: &str, men: Option<u32>, fifty_moves: bool) -> Result<Judge, String> {
        let usage = Usage { depth: 0, men: men.unwrap_or(u32::MAX), fifty_moves };
        Syzygy::open(path, usage).map(Judge)
    }

    /// Who wins with best play; `Some(None)`: nobody. Only behind a capture or a pawn move are the
    /// tables right about the fifty-move rule, so elsewhere they are not asked.
    pub fn winner(&self, board: &Board) -> Option<Option<Side>> {
        if Position::halfmove_clock(board) != 0 || !self.0.covers(board) {
            return None;
        }
        let [white, black, k, q, r, b, n, p] = sets(board);
        let (en_passant, turn) = (en_passant(board), is_white(board));
        let bases = &self.0.tables.bases;
        let result = bases.probe_wdl(white, black, k, q, r, b, n, p, en_passant, turn).ok()?;
        let side = Position::side(board);
        Some(match self.0.counts_as(result) {
            Standing::Win => Some(side),
            Standing::Draw => None,
            Standing::Loss => Some(!side),
        })
    }
}

impl Endgames<Board> for Syzygy {
    fn value(&self, board: &Board, ply: usize, depth: i32) -> Option<Value> {
        // Only after a capture or pawn move: the tables do not know the fifty-move counter.
        if Position::halfmove_clock(board) != 0 || !self.covers(board) {
            return None;
        }
        if board.occupied().count() == self.largest() && depth < self.usage.depth {
            return None;
        }
        let [white, black, k, q, r, b, n, p] = sets(board);
        let (en_passant, turn) = (en_passant(board), is_white(board));
        let bases = &self.tables.bases;
        let result = bases.probe_wdl(white, black, k, q, r, b, n, p, en_passant, turn).ok()?;
        Some(self.counts_as(result).value(ply))
    }

    fn root(&self, board: &Board, repeated: bool) -> Option<Verdict<Board>> {
        if !self.covers(board) {
            return None;
        }
        let [white, black, k, q, r, b, n, p] = sets(board);
        let fifty = Position::halfmove_clock(board).min(255);
        let (en_passant, turn) = (en_passant(board), is_white(board));
        let probe = {
            let _one_at_a_time = self.tables.root.lock().unwrap_or_else(PoisonError::into_inner);
            let bases = &self.tables.bases;
            bases.probe_root(white, black, k, q, r, b, n, p, fifty, en_passant, turn).ok()?
        };
        let legal = board.legal();
        let mut rated: Vec<(Standing, u32, Move)> = Vec::new();
        for value in &probe.moves[..probe.num_moves] {
            let DtzProbeValue::DtzResult(result) = value else { continue };
            let promotion = match result.promotion {
                Piece::Queen => Some(Kind::Queen),
                Piece::Rook => Some(Kind::Rook),
                Piece::Bishop => Some(Kind::Bishop),
                Piece::Knight => Some(Kind::Knight),
                _ => None,
            };
            let mv = legal.iter().copied().find(|mv| {
                mv.from().index() == result.from_square as usize
                    && mv.to().index() == result.to_square as usize
                    && mv.promotion() == promotion
            })?;
            rated.push((self.counts_as(result.wdl), result.dtz as u32, mv));
        }
        if rated.len() != legal.len() {
            return None;
        }
        let best = rated.iter().map(|rated| rated.0).max()?;
        rated.retain(|rated| rated.0 == best);
        match best {
            // The search may choose freely among wins that come in time, until the game turns in
            // circles.
            Standing::Win => {
                rated.sort_by_key(|rated| rated.1);
                let quickest = rated.first()?.1;
                let in_time = |dtz: u32| !repeated && dtz + fifty <= 99;
                rated.retain(|rated| rated.1 == quickest || in_time(rated.1));
            }
            Standing::Loss => rated.sort_by_key(|rated| std::cmp::Reverse(rated.1)),
            Standing::Draw => {}
        }
        Some(Verdict {
            moves: rated.into_iter().map(|rated| rated.2).collect(),
            value: best.value(1),
        })
    }
}
