//! The networks inside the program.

use super::{Game, Network};
use std::sync::{Arc, Mutex, PoisonError};

/// The network inside the program for a game; `None` for a game that has none yet.
pub fn embedded(game: Game) -> Option<Arc<Network>> {
    /// Those that were asked for.
    static NETWORKS: Mutex<Vec<Arc<Network>>> = Mutex::new(Vec::new());
    let own = game.own?;
    let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |network: &&Arc<Network>| network.architecture().game == game;
    if let Some(network) = networks.iter().find(is_it) {
        return Some(Arc::clone(network));
    }
    let network = Network::for_game(game, own);
    let network = Arc::new(network.expect("the networks inside the program are networks"));
    networks.push(Arc::clone(&network));
    Some(network)
}
