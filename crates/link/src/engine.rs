//! An engine as a type: who takes commands and yields events.

use crate::{Command, Event};
use std::sync::Arc;

/// An engine: a search in this program, a process behind a host, a script of a test, a person.
///
/// Its owner gives it commands in the order of a session: no search while one runs, and neither
/// [`Command::Stop`] nor [`Command::PonderHit`] while none does.
///
/// ```
/// use ferz_link::{Command, Engine, Event};
///
/// /// Plays nothing, and answers pings.
/// struct Idler;
///
/// impl Engine for Idler {
///     fn introduction(&self) -> Vec<Event> {
///         vec![Event::Identity { key: "name".into(), text: "Idler".into() }]
///     }
///     fn command(&mut self, command: Command) -> Vec<Event> {
///         match command {
///             Command::Ping(number) => vec![Event::Pong(number)],
///             _ => Vec::new(),
///         }
///     }
/// }
///
/// assert_eq!(Idler.command(Command::Ping(7)), [Event::Pong(7)]);
/// ```
pub trait Engine: Send {
    /// Who it is and what can be set, before anything is set. [`Event::Ready`] is not among it.
    fn introduction(&self) -> Vec<Event>;

    /// Takes a command, and says what it can say at once. Everything else it posts later.
    fn command(&mut self, command: Command) -> Vec<Event>;

    /// Its search is over: its owner has its [`Event::BestMove`].
    fn searched(&mut self) {}
}

/// Where an engine posts its events, from any thread: its owner gives it when it makes the engine.
pub type Post = Arc<dyn Fn(Event) + Send + Sync>;
