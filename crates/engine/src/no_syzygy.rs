//! No Syzygy endgame tables, where pyrrhic-rs does not compile: who asks for them is told.

use crate::endgame::{Endgames, Usage, Verdict};
use crate::search::score::Value;
use ferz_rules::Side;
use ferz_rules::chess::Board;

/// There are none.
pub(crate) enum Syzygy {}

impl Syzygy {
    pub(crate) fn open(path: &str, _: Usage) -> Result<Syzygy, String> {
        Err(format!("no Syzygy tables in \"{path}\": this processor's version cannot read them"))
    }

    pub(crate) fn largest(&self) -> u32 {
        match *self {}
    }
}

impl Endgames<Board> for Syzygy {
    fn value(&self, _: &Board, _: usize, _: i32) -> Option<Value> {
        match *self {}
    }

    fn root(&self, _: &Board, _: bool) -> Option<Verdict<Board>> {
        match *self {}
    }
}

/// Tables for those who judge games and do not search: there are none.
pub struct Judge(Syzygy);

impl Judge {
    /// Says why not.
    pub fn open(path: &str, men: Option<u32>, fifty_moves: bool) -> Result<Judge, String> {
        let usage = Usage { depth: 0, men: men.unwrap_or(u32::MAX), fifty_moves };
        Syzygy::open(path, usage).map(Judge)
    }

    /// Who wins with best play.
    pub fn winner(&self, _: &Board) -> Option<Option<Side>> {
        match self.0 {}
    }
}
