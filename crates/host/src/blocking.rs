//! Engines for programs without a runtime: the same, waiting in place.
//!
//! ```no_run
//! use ferz_host::blocking::Engine;
//! use ferz_host::{Launch, Place, Search};
//! use std::time::Duration;
//!
//! # fn main() -> Result<(), ferz_host::Error> {
//! let mut engine = Engine::start(Launch::new("stockfish"))?;
//! engine.new_game("normal")?;
//! let place = Place::startpos().then(["e2e4", "e7e5"]);
//! let answer = engine.think(&place, Search::for_time(Duration::from_secs(1)), |_| ())?;
//! println!("{}: {:?}", engine.name(), answer.best);
//! engine.quit()
//! # }
//! ```

use crate::{About, Answer, Error, Fault, Launch, SharedReferee};
use ferz_link::{Info, Place, Protocol, Search};
use std::io;
use tokio::runtime::{Builder, Runtime};

/// A running engine, whose methods wait until they are done.
///
/// What is not here is in the engine of the runtime: see [`run`](Engine::run). Not to be used inside
/// a runtime.
pub struct Engine {
    // In this order: the conversation ends before the runtime that it runs in.
    engine: crate::Engine,
    runtime: Runtime,
}

impl Engine {
    /// Starts an engine that needs nobody who knows the rules: see [`crate::Engine::start`].
    ///
    /// # Errors
    /// What is wrong with the engine.
    pub fn start(launch: Launch) -> Result<Engine, Error> {
        Engine::start_with(launch, None)
    }

    /// Starts an engine. The referee answers what a protocol needs to know about the rules.
    ///
    /// # Errors
    /// What is wrong with the engine.
    pub fn start_with(launch: Launch, referee: Option<SharedReferee>) -> Result<Engine, Error> {
        let program = launch.program.to_string_lossy().into_owned();
        let no_runtime = |reason: io::Error| Fault::NotStarted { program, reason };
        let runtime = Builder::new_current_thread().enable_all().build().map_err(no_runtime)?;
        let engine = runtime.block_on(crate::Engine::start(launch, referee))?;
        Ok(Engine { engine, runtime })
    }

    /// The protocol it speaks.
    pub fn protocol(&self) -> Protocol {
        self.engine.protocol()
    }

    /// What it said of itself.
    pub fn about(&self) -> &About {
        self.engine.about()
    }

    /// Its name; empty when it has not said one.
    pub fn name(&self) -> &str {
        self.engine.name()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If it has none of this name, or not with this value; or fails.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        self.runtime.block_on(self.engine.set_option(name, value))
    }

    /// The next position belongs to another game.
    ///
    /// # Errors
    /// If it does not play this game, or fails.
    pub fn new_game(&mut self, variant: &str) -> Result<(), Error> {
        self.runtime.block_on(self.engine.new_game(variant))
    }

    /// Lets it search a position to the end. A search that does not end by itself is not for here.
    ///
    /// # Errors
    /// If it cannot be told the position or the limits, or fails.
    pub fn think(
        &mut self,
        place: &Place,
        search: Search,
        on_info: impl FnMut(&Info),
    ) -> Result<Answer, Error> {
        self.runtime.block_on(self.engine.think(place, search, on_info))
    }

    /// Does what there is no method for here, with the engine of the runtime.
    pub fn run<T>(&mut self, work: impl AsyncFnOnce(&mut crate::Engine) -> T) -> T {
        self.runtime.block_on(work(&mut self.engine))
    }

    /// Tells it to quit, and waits until it has ended: by itself, or not.
    ///
    /// # Errors
    /// What was wrong with its end.
    pub fn quit(self) -> Result<(), Error> {
        let Engine { engine, runtime } = self;
        Ok(runtime.block_on(engine.quit())?)
    }
}
