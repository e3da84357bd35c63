//! Ports for servers that a test starts, ends and starts again.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::TcpListener;

/// A port of this machine on which nobody listens, and which stays free between two starts of a server: it
/// is below those that systems give away by themselves. One of those may meanwhile be the near end of
/// somebody's connection, even of one to itself, when a client dials a server that is not there yet.
///
/// # Panics
/// When there is none.
pub fn free_port() -> u16 {
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    // Tests run side by side, in processes of their own.
    let any = |number: u16| 10_000 + (RandomState::new().hash_one(number) % 20_000) as u16;
    (0..1000).map(any).find(is_free).expect("a port that is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_can_be_listened_on_and_is_none_that_the_system_gives_away() {
        let port = free_port();
        assert!((10_000..30_000).contains(&port));
        let taken = TcpListener::bind(("127.0.0.1", port)).unwrap();
        assert!((0..200).all(|_| free_port() != port));
        drop(taken);
    }
}
