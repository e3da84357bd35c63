//! Engines' halves: what an interface says becomes commands.

mod cecp;
mod ucci;
mod uci;

pub use cecp::{Cecp, Policy as CecpPolicy, Room};
pub use ucci::{Policy as UcciPolicy, Ucci, UcciOffers};
pub use uci::{Uci, UciOffers};
