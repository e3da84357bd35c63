//! The board in the browser: a web server on this machine alone, with one page.
//!
//! - [`table`] is the game: who plays, the moves, clocks, results. It does no input or output and is
//!   told the time.
//! - [`room`] is the one task that owns a table; pages ask it and hear its news. Its engines have a
//!   task of their own, `seats`.
//! - [`shelf`] is the user's list of engines, [`about`] what one says of itself, [`conversations`]
//!   what was said.
//! - [`desk`] is where a page analyses, with engines of the shelf; [`lines`] is what they say.
//! - [`known`] is what books and endgame tables know.
//! - [`report`] judges the moves of a game.
//! - [`runs`] are matches: one that is played, and those of earlier days.
//! - `notation` is how people read and type moves; `attacks` what could take on a square.
//! - `handicaps` are positions to begin with where one player is much stronger.
//! - [`kept`] are the games in their file; a thread writes what is played there.
//! - [`web`] is the server; [`access`] says who may ask it.
//! - The page is plain modules, embedded by `assets`. It knows no rules: squares, pieces and legal
//!   moves come from here.

pub mod about;
pub mod access;
mod assets;
mod attacks;
pub mod conversations;
pub mod desk;
mod door;
mod handicaps;
mod keeper;
pub mod kept;
pub mod known;
pub mod lines;
pub mod news;
mod notation;
pub mod report;
pub mod room;
pub mod runs;
mod seats;
pub mod setup;
pub mod shelf;
pub mod table;
pub mod view;
pub mod web;

pub use access::Key;
pub use kept::Games;
pub use known::{Outcome, Says, Source, Sources};
pub use room::Room;
pub use runs::Runs;
pub use shelf::{Opener, Shelf};
pub use view::View;
pub use web::serve;
