//! The games that are played and kept.

use ferz_engine::eval::Evaluated;

/// A position that the engine plays and that files hold.
pub trait Playable: Evaluated + ferz_rules::Playable {}

impl<P: Evaluated + ferz_rules::Playable> Playable for P {}
