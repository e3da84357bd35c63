//! One engine for all games: a driver for each family of games, and the change from one to another.

use crate::api::{Engine, OptionError, OptionSpec, Probe, Request, Setup, Sink};
use crate::drive::{Driver, Settings};
use crate::game::Record;
use ferz_rules::chess::ChessGame;
use ferz_rules::xiangqi::XiangqiGame;
use ferz_rules::{Family, Notation, Variant};
use std::time::Duration;

/// A driver that can leave its place to that of another game.
trait Drive: Engine {
    /// What another driver may have too.
    fn settings(&self) -> Settings;
    /// What the other driver may take over; ends a running search.
    fn hand_over(&mut self) -> Settings;
}

impl<G: Record> Drive for Driver<G> {
    fn settings(&self) -> Settings {
        Driver::settings(self)
    }

    fn hand_over(&mut self) -> Settings {
        Driver::hand_over(self)
    }
}

/// A driver at the start position of a game.
fn driver(variant: Variant, settings: Settings) -> Result<Box<dyn Drive>, String> {
    Ok(match variant.family {
        Family::Chess => Box::new(Driver::<ChessGame>::new(variant, settings)?),
        Family::Xiangqi => Box::new(Driver::<XiangqiGame>::new(variant, settings)?),
        Family::Other => return Err(not_played(variant)),
    })
}

/// Why a game is not played.
fn not_played(game: Variant) -> String {
    format!("the engine does not play {game}")
}

/// An engine that plays whatever game the next position is of. Options, notation and memory stay
/// when the game changes; what was learnt of the game goes.
pub(crate) struct AnyGame {
    /// Whose driver is at work.
    family: Family,
    driver: Box<dyn Drive>,
}

impl AnyGame {
    /// An engine at the start position of a game.
    pub(crate) fn new(variant: Variant) -> Result<AnyGame, String> {
        let driver = driver(variant, Settings::default())?;
        Ok(AnyGame { family: variant.family, driver })
    }

    /// Changes to the game of a position; the complaint is about its moves.
    fn change<G: Record>(&mut self, setup: &Setup) -> Result<Option<String>, String> {
        let (driver, complaint) = Driver::<G>::take_over(setup, || self.driver.hand_over())?;
        self.family = setup.variant.family;
        self.driver = Box::new(driver);
        Ok(complaint)
    }
}

impl Engine for AnyGame {
    fn options(&self) -> Vec<OptionSpec> {
        self.driver.options()
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
        if setup.variant.family == self.family {
            return self.driver.place(setup);
        }
        let complaint = match setup.variant.family {
            Family::Chess => self.change::<ChessGame>(setup)?,
            Family::Xiangqi => self.change::<XiangqiGame>(setup)?,
            Family::Other => return Err(not_played(setup.variant)),
        };
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
        if variant.family == self.family {
            return self.driver.bench(variant, depth);
        }
        match driver(variant, self.driver.settings()) {
            Ok(mut other) => other.bench(variant, depth),
            Err(_) => Default::default(),
        }
    }
}
