//! The machine that speaks with an engine, whichever protocol it is of.

use crate::launch::Telling;
use ferz_link::host::{Cecp, HostHalf, Profile, Ucci, Uci};
use ferz_link::{Protocol, Referee};

/// The host's half of this protocol.
pub(crate) fn machine(
    protocol: Protocol,
    profile: Profile,
    telling: Telling,
    referee: Option<Box<dyn Referee>>,
) -> Box<dyn HostHalf> {
    match protocol {
        Protocol::Uci if telling == Telling::Latest => {
            Box::new(Uci::new(profile, referee).only_latest_news())
        }
        Protocol::Uci => Box::new(Uci::new(profile, referee)),
        Protocol::Ucci => Box::new(Ucci::new(profile, referee)),
        Protocol::Cecp => Box::new(Cecp::new(profile, referee)),
    }
}
