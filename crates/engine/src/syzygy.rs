//! Syzygy endgame tables of chess: win, draw or loss inside the search, the distance to the next
//! capture or pawn move at the root. The tables themselves are `ferz-syzygy`'s business.

use crate::endgame::{Endgames, Usage, Verdict};
use crate::search::score::{DRAW, TABLE_WIN, Value};
use ferz_rules::chess::{Board, Move};
use ferz_rules::{Notation, Position, Side};
pub use ferz_syzygy::Wdl;
use ferz_syzygy::{Fault, Problem, RootMove, Tablebase};
use std::sync::{Mutex, PoisonError};

/// Of more damaged files at a time only the number is told.
const FAULTS_TOLD: usize = 8;

/// Syzygy tables as an engine uses them.
pub(crate) struct Syzygy {
    tables: Tablebase,
    usage: Usage,
    /// What was wrong when they were opened, until it is told.
    faults: Mutex<Vec<Fault>>,
}

impl Syzygy {
    /// Opens the tables of a path (directories, joined as the system joins them); says why not. Where
    /// there are files, but none of them is whole, there are tables that know nothing.
    pub(crate) fn open(path: &str, usage: Usage) -> Result<Syzygy, String> {
        let (tables, faults) = Tablebase::open(std::env::split_paths(path));
        let is_folder = |fault: &Fault| matches!(fault.problem, Problem::Folder(_));
        if tables.largest() == 0 && faults.iter().all(is_folder) {
            return Err(format!("no Syzygy tables in \"{path}\""));
        }
        Ok(Syzygy { tables, usage, faults: Mutex::new(faults) })
    }

    /// Men of the largest tables; 0 if none can be used.
    pub(crate) fn largest(&self) -> u32 {
        self.tables.largest() as u32
    }

    /// Whether there are tables with this many men.
    fn covers(&self, board: &Board) -> bool {
        let men = board.occupied().count();
        men <= self.largest().min(self.usage.men) && board.castling_rooks().is_empty()
    }

    fn counts_as(&self, result: Wdl) -> Standing {
        match result {
            Wdl::Win => Standing::Win,
            Wdl::CursedWin if !self.usage.fifty_moves => Standing::Win,
            Wdl::Loss => Standing::Loss,
            Wdl::BlessedLoss if !self.usage.fifty_moves => Standing::Loss,
            _ => Standing::Draw,
        }
    }

    /// What was found to be damaged since the last call, in words.
    fn news(&self) -> Vec<String> {
        let mut faults =
            std::mem::take(&mut *self.faults.lock().unwrap_or_else(PoisonError::into_inner));
        faults.extend(self.tables.take_faults());
        let more = faults.len().saturating_sub(FAULTS_TOLD);
        let told = faults.iter().take(FAULTS_TOLD);
        let mut words: Vec<_> = told.map(|fault| format!("Syzygy: left out {fault}")).collect();
        if more > 0 {
            words.push(format!("Syzygy: left out {more} more"));
        }
        words
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

/// Tables for those who judge games and do not search.
pub struct Judge(Syzygy);

impl Judge {
    /// Opens the tables of a path (directories, joined as the system joins them); says why not. Files
    /// that are damaged are left out, and are [`news`](Self::news). Larger tables than those with so
    /// many men are not asked; without the fifty-move rule, what it would make a draw is won.
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
        let result = self.0.tables.probe_wdl(board).ok()?;
        let side = Position::side(board);
        Some(match self.0.counts_as(result) {
            Standing::Win => Some(side),
            Standing::Draw => None,
            Standing::Loss => Some(!side),
        })
    }

    /// All legal moves with what they lead to, the counter of the fifty-move rule considered, and the
    /// plies to the next capture or pawn move, this move included; nothing where the tables do not know.
    pub fn moves(&self, board: &Board) -> Vec<(String, Wdl, u32)> {
        if !self.0.covers(board) {
            return Vec::new();
        }
        let moves = self.0.tables.root_moves(board).unwrap_or_default().into_iter();
        let told = moves.map(|RootMove { mv, dtz, wdl }| {
            (board.write_move(mv, Notation::Coordinate), wdl, dtz.0.unsigned_abs())
        });
        told.collect()
    }

    /// What was found to be damaged since the last call, in words: each file once.
    pub fn news(&self) -> Vec<String> {
        self.0.news()
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
        let result = self.tables.probe_wdl(board).ok()?;
        Some(self.counts_as(result).value(ply))
    }

    fn root(&self, board: &Board, repeated: bool) -> Option<Verdict<Board>> {
        if !self.covers(board) {
            return None;
        }
        let fifty = Position::halfmove_clock(board);
        let moves = self.tables.root_moves(board).ok()?;
        let mut rated: Vec<(Standing, u32, Move)> = moves
            .iter()
            .map(|rated| (self.counts_as(rated.wdl), rated.dtz.0.unsigned_abs(), rated.mv))
            .collect();
        let best = rated.iter().map(|rated| rated.0).max()?;
        rated.retain(|rated| rated.0 == best);
        match best {
            // The search may choose freely among wins that come in time, until the game turns in
            // circles.
            Standing::Win => {
                rated.sort_by_key(|rated| rated.1);
                let quickest = rated.first()?.1;
                let in_time = |dtz: u32| !repeated && dtz.saturating_add(fifty) <= 99;
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

    fn news(&self) -> Vec<String> {
        self.news()
    }
}
