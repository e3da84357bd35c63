//! Endgame tables that end games. Who reads them is the owner's business.

use crate::config::TablesSpec;
use ferz_rules::{Game, Side};

/// Tables that know how endgames end.
pub trait Tables: Send + Sync {
    /// How the game would end with best play, if the tables know; the winner, or nobody.
    fn outcome(&self, game: &dyn Game) -> Option<Option<Side>>;
    /// What the user should know of the tables since the last call: damaged files, each once.
    fn news(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Opens tables; says why not.
pub type Opener<'a> = &'a dyn Fn(&TablesSpec) -> Result<Box<dyn Tables>, String>;
