//! What keeps the machines honest: a front and a host's half of the same protocol, wired back to
//! back, give out every legal sequence of commands and events as it went in.
//!
//! ```text
//!   commands ->  host::X  -- lines ->  front::X  -> commands
//!   events   <-           <- lines --            <- events
//! ```
//!
//! A session is what a caller does with an engine and what the engine says meanwhile, all of it
//! within what the protocol can express. What is compared is its meaning, see `meaning`.

mod meaning;
mod pair;
mod session;
mod ucci;

use ferz_link::{front, host};
use ferz_referee::Rules;
use pair::Pair;
use proptest::prelude::*;
use session::{Session, Speech};

fn uci() -> Pair<host::Uci, front::Uci> {
    let offers = front::UciOffers {
        position_values: true,
        opponent: true,
        registration: true,
        console: &["d"],
        ..Default::default()
    };
    Pair::new(
        host::Uci::new(host::Profile::default(), Some(Box::new(Rules))),
        front::Uci::new(Box::new(Rules), offers),
    )
}

fn ucci() -> Pair<host::Ucci, front::Ucci> {
    // A player that leaves draws and resignations to the engine.
    let policy = front::UcciPolicy {
        resign_score: 0,
        glad_of_draw: i32::MAX,
        level: -1,
        few_attackers: 0,
        ..Default::default()
    };
    let offers =
        front::UcciOffers { minor_piece: 100, policy, console: &["d"], ..Default::default() };
    let profile = host::Profile { minor_piece: 100, ..Default::default() };
    Pair::new(
        host::Ucci::new(profile, Some(Box::new(Rules))),
        front::Ucci::new(Box::new(Rules), offers),
    )
}

fn cecp() -> Pair<host::Cecp, front::Cecp> {
    Pair::new(
        host::Cecp::new(host::Profile::default(), Some(Box::new(Rules))),
        front::Cecp::new(Box::new(Rules)),
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// U-050 to U-060, U-200 to U-288, seen from both sides at once.
    #[test]
    fn uci_back_to_back(choices in prop::collection::vec(any::<u16>(), 0..250)) {
        let session = Session::new(Speech::Uci, &choices);
        session.holds(uci(), Speech::Uci)?;
    }

    /// X-046 to X-058, X-220 to X-242, X-300 to X-306, X-320 to X-323, X-365 to X-374, seen from
    /// both sides at once.
    #[test]
    fn ucci_back_to_back(choices in prop::collection::vec(any::<u16>(), 0..250)) {
        let session = ucci::session(&choices);
        session.holds(ucci(), Speech::Ucci)?;
    }

    /// C-800 to C-806, seen from both sides at once.
    #[test]
    fn cecp_back_to_back(choices in prop::collection::vec(any::<u16>(), 0..250)) {
        let session = Session::new(Speech::Cecp, &choices);
        session.holds(cecp(), Speech::Cecp)?;
    }
}
