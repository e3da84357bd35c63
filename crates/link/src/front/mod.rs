//! Engines' halves: what an interface says becomes commands.

mod cecp;
mod uci;

pub use cecp::{Cecp, Policy as CecpPolicy};
pub use uci::{Uci, UciOffers};
