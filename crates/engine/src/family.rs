//! One engine for all games: a driver for each family of games, and the change from one to another.

use crate::api::{Engine, OptionError, OptionSpec, Probe, Request, Setup, Sink};
use crate::driver::{Driver, Settings};
use ferz_rules::chess::ChessGame;
use ferz_rules::xiangqi::XiangqiGame;
use ferz_rules::{Notation, Variant};
use std::time::Duration;

/// The driver at work.
enum Member {
    Chess(Box<Driver<ChessGame>>),
    Xiangqi(Box<Driver<XiangqiGame>>),
}

/// An engine that plays whatever game the next position is of. Options, notation and memory stay
/// when the game changes; what was learnt of the game goes.
pub(crate) struct Family(Member);

impl Family {
    /// An engine at the start position of a game.
    pub(crate) fn new(variant: Variant) -> Result<Family, String> {
        Ok(Family(match variant {
            Variant::Xiangqi | Variant::XiangqiPromotion => {
                Member::Xiangqi(Box::new(Driver::new(variant)?))
            }
            _ => Member::Chess(Box::new(Driver::new(variant)?)),
        }))
    }

    fn driver(&self) -> &dyn Engine {
        match &self.0 {
            Member::Chess(driver) => &**driver,
            Member::Xiangqi(driver) => &**driver,
        }
    }

    fn driver_mut(&mut self) -> &mut dyn Engine {
        match &mut self.0 {
            Member::Chess(driver) => &mut **driver,
            Member::Xiangqi(driver) => &mut **driver,
        }
    }

    fn hand_over(&mut self) -> Settings {
        match &mut self.0 {
            Member::Chess(driver) => driver.hand_over(),
            Member::Xiangqi(driver) => driver.hand_over(),
        }
    }
}

fn is_xiangqi(variant: Variant) -> bool {
    matches!(variant, Variant::Xiangqi | Variant::XiangqiPromotion)
}

impl Engine for Family {
    fn options(&self) -> Vec<OptionSpec> {
        self.driver().options()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        self.driver_mut().set_option(name, value)
    }

    fn prepare(&mut self) {
        self.driver_mut().prepare();
    }

    fn new_game(&mut self) {
        self.driver_mut().new_game();
    }

    fn place(&mut self, setup: &Setup) -> Result<(), String> {
        let plays_xiangqi = matches!(self.0, Member::Xiangqi(_));
        let error = match (is_xiangqi(setup.variant), plays_xiangqi) {
            (true, false) => {
                let (driver, error) = Driver::take_over(setup, || self.hand_over())?;
                self.0 = Member::Xiangqi(Box::new(driver));
                error
            }
            (false, true) => {
                let (driver, error) = Driver::take_over(setup, || self.hand_over())?;
                self.0 = Member::Chess(Box::new(driver));
                error
            }
            _ => return self.driver_mut().place(setup),
        };
        error.map_or(Ok(()), Err)
    }

    fn set_notation(&mut self, notation: Notation) {
        self.driver_mut().set_notation(notation);
    }

    fn start(&mut self, request: Request, sink: Sink) {
        self.driver_mut().start(request, sink);
    }

    fn ponder_hit(&mut self) {
        self.driver_mut().ponder_hit();
    }

    fn stop(&mut self) {
        self.driver_mut().stop();
    }

    fn pause(&mut self, paused: bool) {
        self.driver_mut().pause(paused);
    }

    fn wait(&mut self) {
        self.driver_mut().wait();
    }

    fn explain(&mut self) -> String {
        self.driver_mut().explain()
    }

    fn network(&mut self) -> Option<Vec<u8>> {
        self.driver_mut().network()
    }

    /// Nothing is known of a position of another game than the present one.
    fn probe(&self, setup: &Setup) -> Probe {
        self.driver().probe(setup)
    }

    fn book_moves(&self) -> Vec<(String, u32)> {
        self.driver().book_moves()
    }

    fn set_value(&mut self, setup: &Setup, value: Option<i32>) -> Result<(), String> {
        self.driver_mut().set_value(setup, value)
    }

    fn clear_values(&mut self) {
        self.driver_mut().clear_values();
    }

    fn bench(&mut self, variant: Variant, depth: u32) -> (u64, Duration) {
        self.driver_mut().bench(variant, depth)
    }
}
