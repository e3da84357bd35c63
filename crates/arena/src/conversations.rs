//! Where the conversations of engines and runner are kept, if the user wants it.

use std::io::{self, Write};

/// Keeps conversations.
pub trait Conversations: Send + Sync {
    /// A place for the conversation with a new process of the engine that stands at `index` in the
    /// list, and is called so by its owner. It becomes a transcript, as `ferz_host::transcript` has
    /// them.
    ///
    /// # Errors
    /// If there is no such place; the game is played all the same.
    fn open(&self, index: usize, name: &str) -> io::Result<Box<dyn Write + Send>>;
}
