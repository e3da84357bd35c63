//! The machine that speaks with an engine, whichever protocol it is of.

use crate::launch::Telling;
use ferz_link::host::{Cecp, Profile, State, Ucci, Uci};
use ferz_link::{Dialect, Protocol, Referee, Refused};

/// The host's half of one of the protocols.
pub(crate) enum Machine {
    Uci(Box<Uci>),
    Ucci(Box<Ucci>),
    Cecp(Box<Cecp>),
}

impl Machine {
    pub(crate) fn new(
        protocol: Protocol,
        profile: Profile,
        telling: Telling,
        referee: Option<Box<dyn Referee>>,
    ) -> Machine {
        match protocol {
            Protocol::Uci if telling == Telling::Latest => {
                Machine::Uci(Box::new(Uci::new(profile, referee).only_latest_news()))
            }
            Protocol::Uci => Machine::Uci(Box::new(Uci::new(profile, referee))),
            Protocol::Ucci => Machine::Ucci(Box::new(Ucci::new(profile, referee))),
            Protocol::Cecp => Machine::Cecp(Box::new(Cecp::new(profile, referee))),
        }
    }

    pub(crate) fn state(&self) -> State {
        match self {
            Machine::Uci(machine) => machine.state(),
            Machine::Ucci(machine) => machine.state(),
            Machine::Cecp(machine) => machine.state(),
        }
    }

    pub(crate) fn profile(&mut self) -> &mut Profile {
        match self {
            Machine::Uci(machine) => machine.profile_mut(),
            Machine::Ucci(machine) => machine.profile_mut(),
            Machine::Cecp(machine) => machine.profile_mut(),
        }
    }

    pub(crate) fn can_play(&self, variant: &str) -> Result<(), Refused> {
        match self {
            Machine::Uci(machine) => machine.can_play(variant),
            Machine::Ucci(machine) => machine.can_play(variant),
            Machine::Cecp(machine) => machine.can_play(variant),
        }
    }

    pub(crate) fn dialect(&mut self) -> &mut dyn Dialect {
        match self {
            Machine::Uci(machine) => &mut **machine,
            Machine::Ucci(machine) => &mut **machine,
            Machine::Cecp(machine) => &mut **machine,
        }
    }
}
