//! The networks inside the program, and those in files beside it.

use super::{FileError, Game, Network};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Those of games by table, by the names of their rows.
const BY_TABLE: &[(&str, &[u8])] = &[
    ("3check", include_bytes!("../../../nets/3check.net")),
    ("antichess", include_bytes!("../../../nets/antichess.net")),
    ("atomic", include_bytes!("../../../nets/atomic.net")),
    ("berolina", include_bytes!("../../../nets/berolina.net")),
    ("capablanca", include_bytes!("../../../nets/capablanca.net")),
    ("caparandom", include_bytes!("../../../nets/caparandom.net")),
    ("chu", include_bytes!("../../../nets/chu.net")),
    ("courier", include_bytes!("../../../nets/courier.net")),
    ("crazyhouse", include_bytes!("../../../nets/crazyhouse.net")),
    ("cylinder", include_bytes!("../../../nets/cylinder.net")),
    ("elven", include_bytes!("../../../nets/elven.net")),
    ("falcon", include_bytes!("../../../nets/falcon.net")),
    ("gothic", include_bytes!("../../../nets/gothic.net")),
    ("great", include_bytes!("../../../nets/great.net")),
    ("horde", include_bytes!("../../../nets/horde.net")),
    ("janus", include_bytes!("../../../nets/janus.net")),
    ("kingofthehill", include_bytes!("../../../nets/kingofthehill.net")),
    ("knightmate", include_bytes!("../../../nets/knightmate.net")),
    ("lion", include_bytes!("../../../nets/lion.net")),
    ("losers", include_bytes!("../../../nets/losers.net")),
    ("makruk", include_bytes!("../../../nets/makruk.net")),
    ("placement", include_bytes!("../../../nets/placement.net")),
    ("racingkings", include_bytes!("../../../nets/racingkings.net")),
    ("shatranj", include_bytes!("../../../nets/shatranj.net")),
    ("shogi", include_bytes!("../../../nets/shogi.net")),
    ("suicide", include_bytes!("../../../nets/suicide.net")),
    ("super", include_bytes!("../../../nets/super.net")),
    ("twokings", include_bytes!("../../../nets/twokings.net")),
];

/// Games that play with the network of another: the same men on the same board, from another start
/// or by another rule at the end.
const LENT: &[(&str, &str)] = &[("bughouse", "crazyhouse"), ("giveaway", "antichess")];

/// The file of the network inside the program for a game by table.
pub(super) fn bytes(name: &str) -> Option<&'static [u8]> {
    let lender = LENT.iter().find(|(game, _)| *game == name).map_or(name, |(_, lender)| *lender);
    BY_TABLE.iter().find(|(known, _)| *known == lender).map(|(_, bytes)| *bytes)
}

/// The network inside the program for a game; `None` for a game that has none.
pub fn embedded(game: Game) -> Option<Arc<Network>> {
    /// Those that were asked for.
    static NETWORKS: Mutex<Vec<Arc<Network>>> = Mutex::new(Vec::new());
    let own = game.own?;
    let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_it = |network: &&Arc<Network>| network.architecture().game == game;
    if let Some(network) = networks.iter().find(is_it) {
        return Some(Arc::clone(network));
    }
    // A game from a file may have the name of one of ours, and other men.
    let network = Arc::new(Network::from_bytes(own).ok()?.lent_to(game)?);
    networks.push(Arc::clone(&network));
    Some(network)
}

/// The network that plays a game when nobody names one: inside the program, or in the file
/// `nets/NAME.net` beside it. `None` for a game that has none.
///
/// # Errors
/// Says what is wrong with the file.
pub fn network_of(game: Game) -> Result<Option<Arc<Network>>, String> {
    if let Some(network) = embedded(game) {
        return Ok(Some(network));
    }
    match file_beside(game).filter(|file| file.exists()) {
        None => Ok(None),
        Some(file) => match read_network(game, &file) {
            Ok(network) => Ok(Some(network)),
            Err(why) => Err(format!("network \"{}\": {why}", file.display())),
        },
    }
}

/// Reads a network for a game.
///
/// # Errors
/// Says why the file is none.
pub fn read_network(game: Game, file: &Path) -> Result<Arc<Network>, String> {
    let bytes = ferz_input::file::read(file).map_err(|error| error.to_string())?;
    Network::for_game(game, &bytes).map(Arc::new).map_err(|why| why.to_string())
}

/// Reads a network for training to go on with: one for the game, or for another with the same men on the
/// same board.
///
/// # Errors
/// Says why the file is none.
pub fn read_network_alike(game: Game, file: &Path) -> Result<Network, String> {
    let bytes = ferz_input::file::read(file).map_err(|error| error.to_string())?;
    let network = Network::from_bytes(&bytes).map_err(|why| why.to_string())?;
    let made_for = network.architecture().game;
    let other = || FileError::OtherGame(made_for.name, game.name).to_string();
    network.lent_to(game).ok_or_else(other)
}

/// Where the network of a game is looked for beside the program; `None` for a game whose name is no
/// name of a file.
fn file_beside(game: Game) -> Option<PathBuf> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !game.name.chars().all(is_plain) {
        return None;
    }
    let program = std::env::current_exe().ok()?;
    Some(program.parent()?.join("nets").join(format!("{}.net", game.name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;

    #[test]
    fn networks_inside_the_program_are_for_their_games() {
        for (name, bytes) in BY_TABLE {
            let game = Variant::by_name(name).and_then(Game::of).expect(name);
            assert!(Network::for_game(game, bytes).is_ok(), "{name}");
            assert!(embedded(game).is_some(), "{name}");
        }
    }

    #[test]
    fn networks_are_lent_to_games_with_the_same_men_alone() {
        for (name, lender) in LENT {
            let [game, lender] = [name, lender]
                .map(|name| Variant::by_name(name).and_then(Game::of).expect("a game"));
            let network = embedded(game).expect(name);
            assert_eq!(network.architecture().game, game);
            assert_eq!(network.numbers(), embedded(lender).expect("a network").numbers());
        }
        let [janus, capablanca] = ["janus", "capablanca"]
            .map(|name| Variant::by_name(name).and_then(Game::of).expect("a game"));
        let network = embedded(capablanca).expect("a network").as_ref().clone();
        assert!(network.lent_to(janus).is_none(), "it has other men");
    }
}
