//! One engine for all games: a driver for each family of games, and the change from one to another.

use crate::api::{Engine, Number, OptionError, OptionSpec, Probe, Request, Setup, Sink};
use crate::book::TextBook;
use crate::drive::{Driver, Settings};
use crate::games::{Bare, Full, Plays, Tabled};
use ferz_rules::table::set::Wide;
use ferz_rules::table::{self, Width};
use ferz_rules::{Family, Notation, Playable, Variant, chess, xiangqi};
use std::path::Path;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// A driver that can leave its place to that of another game.
trait Drive: Engine {
    /// What another driver may have too.
    fn settings(&self) -> Settings;
    /// What the other driver may take over; ends a running search.
    fn hand_over(&mut self) -> Settings;
}

impl<G: Plays> Drive for Driver<G> {
    fn settings(&self) -> Settings {
        Driver::settings(self)
    }

    fn hand_over(&mut self) -> Settings {
        Driver::hand_over(self)
    }
}

/// A driver at a position, and what is wrong with the moves to it.
type TakenOver = (Box<dyn Drive>, Option<String>);

/// How drivers of a game are made.
#[derive(Clone, Copy)]
struct Makers {
    /// At the start position.
    new: fn(Variant, Settings) -> Result<Box<dyn Drive>, String>,
    /// At a position, with the settings of the driver before.
    take_over: fn(&Setup, &mut dyn Drive) -> Result<TakenOver, String>,
    /// A book.
    book: fn(&Path) -> Result<Box<dyn TextBook>, String>,
    /// The book inside the program.
    own_book: fn() -> Option<Box<dyn TextBook>>,
}

impl Makers {
    /// Those of the drivers of some games.
    fn of<G: Plays>() -> Makers {
        Makers {
            new: |game, settings| Ok(Box::new(Driver::<G>::new(game, settings)?)),
            take_over: |setup, old| {
                let (driver, complaint) = Driver::<G>::take_over(setup, || old.hand_over())?;
                Ok((Box::new(driver), complaint))
            },
            book: |path| Ok(Box::new(G::open_book(path)?)),
            own_book: || Some(Box::new(G::own_book()?)),
        }
    }
}

/// The games that were added while the program runs.
static ADDED: RwLock<Vec<(Variant, Makers)>> = RwLock::new(Vec::new());

/// Lets the engine play a game that was [added](Variant::add) with a board of its own, judged by
/// material and mobility. Games by table need no such word.
///
/// `crates/ferz/tests/toy.rs` is a whole game in one file.
pub fn add_game<P: Playable>(game: Variant) {
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    added.retain(|(known, _)| *known != game);
    added.push((game, Makers::of::<Bare<P>>()));
}

/// How drivers of this game are made.
fn makers(game: Variant) -> Result<Makers, String> {
    match game.family {
        Family::Chess => Ok(Makers::of::<Full<chess::Board>>()),
        Family::Xiangqi => Ok(Makers::of::<Full<xiangqi::Board>>()),
        Family::Other => {
            match table::width(game) {
                Some(Width::Narrow) => return Ok(Makers::of::<Tabled<u64>>()),
                Some(Width::Middle) => return Ok(Makers::of::<Tabled<u128>>()),
                Some(Width::Wide) => return Ok(Makers::of::<Tabled<Wide>>()),
                None => {}
            }
            let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
            let found = added.iter().find(|(known, _)| *known == game);
            found
                .map(|(_, makers)| *makers)
                .ok_or_else(|| format!("the engine does not play {game}"))
        }
    }
}

/// Opens a book of a game.
///
/// # Errors
/// Says why the file is no book of the game, or that the game has none.
pub fn open_book(game: Variant, path: &Path) -> Result<Box<dyn TextBook>, String> {
    match game.family.usual() {
        // Their cousins have other keys.
        Some(usual) if usual != game => Err(format!("there are no books of {game}")),
        _ => (makers(game)?.book)(path),
    }
}

/// The book of a game that is inside the program.
pub fn own_book(game: Variant) -> Option<Box<dyn TextBook>> {
    game.family.usual().filter(|usual| *usual == game)?;
    (makers(game).ok()?.own_book)()
}

/// A driver at the start position of a game.
fn driver(game: Variant, settings: Settings) -> Result<Box<dyn Drive>, String> {
    (makers(game)?.new)(game, settings)
}

/// Whether one driver plays both games.
fn share_driver(one: Variant, other: Variant) -> bool {
    one == other || (one.family == other.family && one.family != Family::Other)
}

/// An engine that plays whatever game the next position is of. Options, notation and memory stay
/// when the game changes; what was learnt of the game goes.
pub(crate) struct AnyGame {
    /// Whose driver is at work.
    game: Variant,
    driver: Box<dyn Drive>,
}

impl AnyGame {
    /// An engine at the start position of a game.
    pub(crate) fn new(game: Variant) -> Result<AnyGame, String> {
        Ok(AnyGame { game, driver: driver(game, Settings::default())? })
    }
}

impl Engine for AnyGame {
    fn options(&self) -> Vec<OptionSpec> {
        self.driver.options()
    }

    fn numbers(&self) -> Vec<Number> {
        self.driver.numbers()
    }

    fn allow_libraries(&mut self) {
        self.driver.allow_libraries();
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        self.driver.set_option(name, value)
    }

    fn prepare(&mut self) {
        self.driver.prepare();
    }

    fn new_game(&mut self) {
        self.driver.new_game();
    }

    fn place(&mut self, setup: &Setup) -> Result<(), String> {
        if share_driver(setup.variant, self.game) {
            return self.driver.place(setup);
        }
        let (driver, complaint) = (makers(setup.variant)?.take_over)(setup, &mut *self.driver)?;
        self.game = setup.variant;
        self.driver = driver;
        complaint.map_or(Ok(()), Err)
    }

    fn set_notation(&mut self, notation: Notation) {
        self.driver.set_notation(notation);
    }

    fn start(&mut self, request: Request, sink: Sink) {
        self.driver.start(request, sink);
    }

    fn ponder_hit(&mut self) {
        self.driver.ponder_hit();
    }

    fn stop(&mut self) {
        self.driver.stop();
    }

    fn pause(&mut self, paused: bool) {
        self.driver.pause(paused);
    }

    fn wait(&mut self) {
        self.driver.wait();
    }

    fn explain(&mut self) -> String {
        self.driver.explain()
    }

    fn network(&mut self) -> Option<Vec<u8>> {
        self.driver.network()
    }

    /// Nothing is known of a position of another game than the present one.
    fn probe(&self, setup: &Setup) -> Probe {
        self.driver.probe(setup)
    }

    fn book_moves(&self) -> Vec<(String, u32)> {
        self.driver.book_moves()
    }

    fn set_value(&mut self, setup: &Setup, value: Option<i32>) -> Result<(), String> {
        self.driver.set_value(setup, value)
    }

    fn clear_values(&mut self) {
        self.driver.clear_values();
    }

    fn bench(&mut self, variant: Variant, depth: u32) -> (u64, Duration) {
        if share_driver(variant, self.game) {
            return self.driver.bench(variant, depth);
        }
        match driver(variant, self.driver.settings()) {
            Ok(mut other) => other.bench(variant, depth),
            Err(_) => Default::default(),
        }
    }
}
