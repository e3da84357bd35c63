//! Engines inside the program that runs the games: built in, scripted, a person.

use ferz_link::{Engine, Post};

/// Engines that play in the place of child processes.
pub trait Inside: Send + Sync {
    /// What makes the engine that stands at `index` in the list; `None` if it is a program. The
    /// `program` of one that is made here is only a word.
    fn open(&self, index: usize) -> Option<Opener>;
}

/// Makes an engine, which is told where it posts its events.
pub type Opener = Box<dyn FnOnce(Post) -> Box<dyn Engine> + Send>;
