//! The networks inside the program.

use super::{Game, Network};
use std::sync::{Arc, OnceLock};

/// The file of a game's network; `None` for a game that has none yet.
const fn file(game: Game) -> Option<&'static [u8]> {
    match game {
        Game::Chess => Some(include_bytes!("../../../nets/chess.net")),
        Game::Xiangqi => Some(include_bytes!("../../../nets/xiangqi.net")),
    }
}

/// The network inside the program for a game.
pub fn embedded(game: Game) -> Option<Arc<Network>> {
    static NETWORKS: [OnceLock<Option<Arc<Network>>>; 2] = [OnceLock::new(), OnceLock::new()];
    let load = || {
        let network = Network::for_game(game, file(game)?);
        Some(Arc::new(network.expect("the networks inside the program are networks")))
    };
    NETWORKS[game as usize].get_or_init(load).clone()
}
