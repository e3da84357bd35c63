//! What to start, and how to speak with it.

use crate::patience::Patience;
use crate::transcript::Transcript;
use ferz_link::Protocol;
use ferz_link::host::Profile;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How much is told of what an engine says while it searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    /// Everything.
    #[default]
    All,
    /// The latest score and number of nodes, ten times a second and before the move. That saves much
    /// of the time that matches need for themselves. Engines of UCI only; of others all is told.
    Latest,
}

/// An engine to be started.
#[derive(Debug)]
pub struct Launch {
    /// The program. A bare name is looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where it runs; `None`: where we do.
    pub directory: Option<PathBuf>,
    /// Changes to its environment.
    pub environment: BTreeMap<OsString, OsString>,
    /// Its protocol; `None`: find out.
    pub protocol: Option<Protocol>,
    /// What is known of it.
    pub profile: Profile,
    /// From one line to the next; zero for engines that read like others.
    pub pace: Duration,
    /// It may miss a line that comes together with another one: where it owes an answer, it is sent an
    /// empty line.
    pub nudges: bool,
    /// The processor's cores that it may use; all, if none are named. Linux only.
    pub cores: Vec<usize>,
    /// How much more willingly than we it gives way to others, from 0 to 19. Not on Windows.
    pub nice: u8,
    /// How much of its news is told.
    pub telling: Telling,
    /// How long it may take.
    pub patience: Patience,
    /// Where its conversation is recorded.
    pub transcript: Option<Transcript>,
}

impl Launch {
    /// A program without arguments, with the defaults for everything else.
    pub fn new(program: impl Into<OsString>) -> Launch {
        Launch {
            program: program.into(),
            arguments: Vec::new(),
            directory: None,
            environment: BTreeMap::new(),
            protocol: None,
            profile: Profile::default(),
            pace: Duration::ZERO,
            nudges: false,
            cores: Vec::new(),
            nice: 0,
            telling: Telling::All,
            patience: Patience::default(),
            transcript: None,
        }
    }

    /// The same again, in the same record.
    pub(crate) fn again(&self) -> Launch {
        Launch {
            program: self.program.clone(),
            arguments: self.arguments.clone(),
            directory: self.directory.clone(),
            environment: self.environment.clone(),
            protocol: self.protocol,
            profile: self.profile.clone(),
            pace: self.pace,
            nudges: self.nudges,
            cores: self.cores.clone(),
            nice: self.nice,
            telling: self.telling,
            patience: self.patience.clone(),
            transcript: self.transcript.clone(),
        }
    }

    /// With these arguments.
    pub fn arguments<A: Into<OsString>>(mut self, all: impl IntoIterator<Item = A>) -> Launch {
        self.arguments = all.into_iter().map(Into::into).collect();
        self
    }

    /// With this protocol instead of finding out.
    pub fn protocol(mut self, protocol: Protocol) -> Launch {
        self.protocol = Some(protocol);
        self
    }
}
