//! Which evaluation the options ask for, and what is wrong with the files they name.

use crate::eval::library::{Context, Library, Show, Unusable};
use crate::eval::network::{Game, Network, Standard, embedded, network_of, read_network};
use crate::eval::{Chosen, Evaluated, Knowledge};
use crate::options::Options;
use ferz_rules::Variant;
use std::path::Path;
use std::sync::Arc;

/// What judges positions instead of the rules made by hand.
#[derive(Default)]
pub(crate) struct Evaluations {
    foreign: Option<Arc<Library>>,
    network: Option<Arc<Network>>,
    knowledge: Knowledge,
}

impl Evaluations {
    /// What judges positions of a game when no option says otherwise.
    pub(crate) fn usual(game: Variant) -> Evaluations {
        Evaluations { network: Game::of(game).and_then(embedded), ..Evaluations::default() }
    }

    /// Loads the network that the options name, or that lies beside the program. Games whose boards
    /// libraries do not know have none.
    pub(crate) fn without_libraries<P: Evaluated>(
        options: &Options,
        position: &P,
        remarks: &mut Vec<String>,
    ) -> Evaluations {
        if !options.eval_library.is_empty() {
            let file = &options.eval_library;
            remarks
                .push(format!("evaluation library \"{file}\": not in use, none knows this game"));
        }
        let network = open_network(options, position, remarks);
        Evaluations { network, knowledge: options.knowledge, foreign: None }
    }

    /// Loads the network and the evaluation library that the options name. Where a file is of no
    /// use, what is inside the program stays; `remarks` says why.
    pub(crate) fn open<P: Evaluated + Show>(
        options: &Options,
        position: &P,
        remarks: &mut Vec<String>,
    ) -> Evaluations {
        let network = open_network(options, position, remarks);
        let knowledge = options.knowledge;
        let file = &options.eval_library;
        if file.is_empty() {
            return Evaluations { foreign: None, network, knowledge };
        }
        let foreign = match load_library(file, position) {
            Ok(library) => {
                remarks.push(format!("evaluation library \"{file}\": {}", library.name()));
                Some(library)
            }
            Err(why) => {
                remarks.push(format!("evaluation library \"{file}\": {why}"));
                None
            }
        };
        Evaluations { foreign, network, knowledge }
    }

    /// A judge for positions like this one.
    pub(crate) fn judge<P: Evaluated + Show>(
        &self,
        position: &P,
    ) -> Chosen<Standard<P::Evaluator>> {
        let open = |library| Context::open(library, position).ok();
        Chosen::new(self.own_judge(position), self.foreign.as_ref().and_then(open))
    }

    /// The same where there are no libraries.
    pub(crate) fn own_judge<P: Evaluated>(&self, _: &P) -> Standard<P::Evaluator> {
        Standard::new(P::evaluator_with(self.knowledge), self.network.clone())
    }

    /// The network that judges positions where no library does.
    pub(crate) fn network(&self) -> Option<&Network> {
        self.network.as_deref()
    }
}

fn load_library(file: &str, position: &impl Show) -> Result<Arc<Library>, Unusable> {
    let library = Arc::new(Library::load(Path::new(file))?);
    // Not every library takes every game.
    Context::open(&library, position)?;
    Ok(library)
}

fn open_network<P: Evaluated>(
    options: &Options,
    position: &P,
    remarks: &mut Vec<String>,
) -> Option<Arc<Network>> {
    let file = &options.eval_file;
    if !options.uses_networks() || !position.suits() {
        if !file.is_empty() {
            let why = match options.uses_networks() {
                true => "this game is played without a network",
                false => "the options want none",
            };
            remarks.push(format!("network \"{file}\": not in use, {why}"));
        }
        return None;
    }
    let game = position.game();
    if file.is_empty() {
        let network = network_of(game);
        remarks.extend(network.as_ref().err().cloned());
        return network.ok().flatten();
    }
    match read_network(game, Path::new(file)) {
        Ok(network) => {
            remarks.push(format!("network \"{file}\": {}", network.architecture()));
            Some(network)
        }
        Err(why) => {
            let inside = network_of(game).ok().flatten();
            let instead = match inside {
                Some(_) => "the one inside the program plays",
                None => "the evaluation made by hand plays",
            };
            remarks.push(format!("network \"{file}\": {why}; {instead}"));
            inside
        }
    }
}
