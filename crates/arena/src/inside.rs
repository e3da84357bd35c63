//! Engines inside the program that runs the games: built in, scripted, a person.

use ferz_host::Streams;
use ferz_link::{Engine, Post, Protocol};

/// Engines that play in the place of child processes.
pub trait Inside: Send + Sync {
    /// The engine that stands at `index` in the list; `None` if it is a program. The `program` of
    /// one that is made here is only a word.
    fn open(&self, index: usize) -> Option<Opened>;
}

/// An engine that is no child process.
pub enum Opened {
    /// Part of this program.
    Engine(Opener),
    /// Somebody else runs it, and it speaks this protocol: on another machine, or in a test.
    Streams(Protocol, Streams),
}

/// Makes an engine, which is told where it posts its events.
pub type Opener = Box<dyn FnOnce(Post) -> Box<dyn Engine> + Send>;
