//! How long to wait for an engine.

use ferz_link::Awaited;
use std::time::Duration;

/// How long an engine may take for what it owes. The figures are those that the requirements
/// recommend; all can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From the start to the end of the handshake (`U-095`, `X-144`).
    pub handshake: Duration,
    /// The same for an engine of CECP, where silence is an answer (`C-079`, `C-094`).
    pub features: Duration,
    /// The end of a slow handshake that the engine announced (`C-081`).
    pub slow_handshake: Duration,
    /// The answer to a ping (`U-125`, `C-360`).
    pub pong: Duration,
    /// The move after a stop (`U-265`).
    pub stop: Duration,
    /// A silence that stands for an answer (`C-361`).
    pub silence: Duration,
    /// The end of the process after `quit` (`U-304`, `X-333`).
    pub quit: Duration,
    /// The end of the process after it was asked to terminate, before it is killed (`U-304`).
    pub terminate: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            handshake: Duration::from_secs(10),
            features: Duration::from_secs(2),
            slow_handshake: Duration::from_secs(3600),
            pong: Duration::from_secs(15),
            stop: Duration::from_secs(5),
            silence: Duration::from_millis(200),
            quit: Duration::from_secs(5),
            terminate: Duration::from_secs(1),
        }
    }
}

impl Patience {
    /// How long to wait for this; `features` for a handshake of CECP.
    pub(crate) fn of(&self, awaited: Awaited, cecp: bool) -> Duration {
        match awaited {
            Awaited::Handshake if cecp => self.features,
            Awaited::Handshake => self.handshake,
            Awaited::SlowHandshake => self.slow_handshake,
            Awaited::Pong => self.pong,
            Awaited::StopMove => self.stop,
            Awaited::Silence => self.silence,
            Awaited::Exit => self.quit,
        }
    }
}
