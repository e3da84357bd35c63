//! Engines' halves: what an interface says becomes commands.

mod uci;

pub use uci::{Uci, UciOffers};
