//! Whether the hub's server can work: how much room its disk has, and whether it still answers.
//!
//! On a disk that is full to the last byte 2.9.10 answers nobody any more who asks for a stream, and
//! nothing else that comes over the same connection, even when there is room again: only a new start helps.
//! So the hub asks for streams on a connection of its own here, and its users on another one.

use super::{Hub, Shared};
use crate::streams::{self, Silent};
use crate::{Address, ClusterError, Server};
use async_nats::Client;
use async_nats::connection::State;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often it looks.
const LOOK: Duration = Duration::from_secs(1);

/// A disk with less room is soon full.
const LOW: u64 = 64 << 20;

/// A server that does not answer is started again if there is so much room: the longest message has it.
const NEEDED: u64 = crate::server::LONGEST as u64;

/// A server that has left so many looks without an answer is taken for stuck.
const PATIENT_LOOKS: u32 = 2;

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// There is not much room.
    Low(Place),
    /// The server does not answer, and there is no room to start it again.
    Full(Place),
    /// The server does not answer, and is started again.
    Silent,
    /// The same of a server that is not the hub's own.
    Foreign(String),
    /// It does not start.
    Down(String),
}

/// A folder, and how much room it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    folder: PathBuf,
    room: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has {} left", self.folder.display(), amount(self.room))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Low(place) => write!(f, "there is little room on the disk: {place}"),
            Trouble::Full(place) => write!(
                f,
                "the disk of the server is full: {place}. It is started again when there are {}",
                amount(NEEDED)
            ),
            Trouble::Silent => f.write_str("it does not answer any more, and is started again"),
            Trouble::Foreign(address) => write!(
                f,
                "{address} does not answer any more. Perhaps its disk is full: make room there, and \
                 start it again"
            ),
            Trouble::Down(reason) => f.write_str(reason),
        }
    }
}

impl Trouble {
    /// Whether the server does nothing just now.
    pub(super) fn stops_all(&self) -> bool {
        !matches!(self, Trouble::Low(_))
    }
}

fn amount(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} kB", bytes >> 10),
        _ => format!("{} MB", bytes >> 20),
    }
}

/// The room that programs of users have on the disk of a folder, as far as the system tells.
fn room(folder: &Path) -> Option<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

/// The fuller one of these.
fn fullest<'a>(folders: impl Iterator<Item = &'a Path>) -> Option<Place> {
    let places =
        folders.filter_map(|folder| Some(Place { folder: folder.to_owned(), room: room(folder)? }));
    places.min_by_key(|place| place.room)
}

/// Sees to it that a server of the hub's own works before the hub needs it: the one that a killed hub has
/// left may be stuck.
pub(super) async fn begin(hub: &Hub, server: &mut Server) -> Result<(), ClusterError> {
    let mut looks = Looks::default();
    while !looks.look(&hub.address).await {
        if looks.are_in_vain() {
            full(server.folder()).map_or(Ok(()), Err)?;
            (hub.say)(&format!("the server: {}", Trouble::Silent));
            return server.renew().await;
        }
    }
    Ok(())
}

/// The folder of a server, if it has no room to be started there.
fn without_room(folder: &Path) -> Option<Place> {
    fullest([folder].into_iter()).filter(|place| place.room < NEEDED)
}

/// Why a hub cannot begin.
pub(super) fn full(folder: &Path) -> Option<ClusterError> {
    let place = without_room(folder)?;
    Some(ClusterError::NotHere(format!(
        "the disk of the server is full: {place}. Make room, {} at least, and start the hub again",
        amount(NEEDED)
    )))
}

/// Keeps the server at work as long as it is let, and says what is wrong with it.
pub(super) async fn keep(shared: &Shared, server: &mut Option<Server>) {
    let mut looks = Looks::default();
    loop {
        tokio::time::sleep(LOOK).await;
        if let Some(server) = server
            && shared.client.connection_state() != State::Connected
            && let Err(error) = server.keep_up().await
        {
            shared.has_trouble(Some(Trouble::Down(error.to_string())));
            continue;
        }
        looks.look(&shared.hub.address).await;
        let trouble = match (looks.are_in_vain(), &mut *server) {
            (false, server) => {
                let of_server = server.as_ref().map(Server::folder);
                let folders = of_server.into_iter().chain([&*shared.hub.folder]);
                fullest(folders).filter(|place| place.room < LOW).map(Trouble::Low)
            }
            (true, None) => Some(Trouble::Foreign(shared.hub.address.to_string())),
            (true, Some(server)) => match without_room(server.folder()) {
                Some(place) => Some(Trouble::Full(place)),
                None => {
                    shared.has_trouble(Some(Trouble::Silent));
                    looks = Looks::default();
                    // Whether it does is seen at the next look.
                    let Err(error) = server.renew().await else { continue };
                    Some(Trouble::Down(error.to_string()))
                }
            },
        };
        shared.has_trouble(trouble);
    }
}

/// Looks whether the server answers.
#[derive(Default)]
struct Looks {
    client: Option<Client>,
    in_vain: u32,
}

impl Looks {
    /// Whether it answers; one that cannot be reached is not stuck, but away.
    async fn look(&mut self, address: &Address) -> bool {
        let client = match self.client.take() {
            Some(client) => Ok(client),
            None => address.connect("ferz hub, a look").await,
        };
        let Ok(client) = client else { return true };
        match streams::answer(&client).await {
            Ok(()) => {
                self.client = Some(client);
                self.in_vain = 0;
                true
            }
            // What has once been left without an answer is left without one for ever.
            Err(Silent) => {
                self.in_vain += 1;
                false
            }
        }
    }

    fn are_in_vain(&self) -> bool {
        self.in_vain >= PATIENT_LOOKS
    }
}
