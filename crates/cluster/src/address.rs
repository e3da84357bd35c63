//! Where a hub is, and the way to it.

use crate::ClusterError;
use async_nats::{Client, ConnectOptions};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// `nats://TOKEN@HOST:PORT`, or `tls://…`. The token may be the seed of an nkey.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    scheme: &'static str,
    /// Or the seed of an nkey.
    token: String,
    place: String,
    /// Whose certificates are believed, beside those of the system.
    roots: Option<PathBuf>,
}

/// The seed of a user's nkey, as NATS writes it: `SU` and 56 more letters and digits of base 32.
fn is_seed(token: &str) -> bool {
    let is_base_32 = |c: u8| c.is_ascii_uppercase() || (b'2'..=b'7').contains(&c);
    token.len() == 58 && token.starts_with("SU") && token.bytes().all(is_base_32)
}

impl Address {
    /// An address on a private server.
    pub fn new(token: &str, host: &str, port: u16) -> Address {
        let place = match host.contains(':') {
            true => format!("[{host}]:{port}"),
            false => format!("{host}:{port}"),
        };
        Address { scheme: "nats", token: token.to_owned(), place, roots: None }
    }

    /// The same, encrypted.
    #[must_use]
    pub fn encrypted(self) -> Address {
        Address { scheme: "tls", ..self }
    }

    /// Believes certificates that were signed by those of this file, in PEM.
    #[must_use]
    pub fn with_roots(self, roots: Option<PathBuf>) -> Address {
        Address { roots, ..self }
    }

    /// With its token: for the one who shall use it.
    pub fn whole(&self) -> String {
        format!("{}://{}@{}", self.scheme, self.token, self.place)
    }

    /// Connects; from then on the client connects again by itself.
    pub(crate) async fn connect(&self, name: &str) -> Result<Client, ClusterError> {
        let options = match is_seed(&self.token) {
            true => ConnectOptions::with_nkey(self.token.clone()),
            false => ConnectOptions::with_token(self.token.clone()),
        };
        let options = match &self.roots {
            Some(file) => options.add_root_certificates(file.clone()),
            None => options,
        };
        let options = options
            .name(name)
            .connection_timeout(Duration::from_secs(5))
            // A dead link is noticed before the server would think of us as lost.
            .ping_interval(Duration::from_secs(10))
            .require_tls(self.scheme == "tls");
        let connected = options.connect(format!("{}://{}", self.scheme, self.place)).await;
        connected.map_err(|error| {
            let reason = match error.kind() {
                async_nats::ConnectErrorKind::AuthorizationViolation => {
                    match is_seed(&self.token) {
                        true => "the server does not know this nkey".to_owned(),
                        false => "the token is wrong".to_owned(),
                    }
                }
                _ if is_refused(&error) => "nobody listens there (connection refused)".to_owned(),
                async_nats::ConnectErrorKind::TimedOut => "nobody answers there in time".to_owned(),
                _ => error.to_string(),
            };
            ClusterError::Connection { address: self.to_string(), reason }
        })
    }
}

fn is_refused(error: &async_nats::ConnectError) -> bool {
    let reason = std::error::Error::source(error);
    let reason = reason.and_then(|reason| reason.downcast_ref::<std::io::Error>());
    reason.is_some_and(|reason| reason.kind() == std::io::ErrorKind::ConnectionRefused)
}

impl FromStr for Address {
    type Err = ClusterError;

    fn from_str(text: &str) -> Result<Address, ClusterError> {
        let bad = || ClusterError::Address(text.to_owned());
        let (scheme, rest) = match text.split_once("://") {
            Some(("nats", rest)) => ("nats", rest),
            Some(("tls", rest)) => ("tls", rest),
            _ => return Err(bad()),
        };
        let (token, place) = rest.rsplit_once('@').ok_or_else(bad)?;
        let place = place.trim_end_matches('/');
        let is_fine = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic());
        let has_port = place.rsplit_once(':').is_some_and(|(host, port)| {
            !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port > 0)
        });
        if !is_fine(token) || !is_fine(place) || !has_port || place.contains(['/', ',']) {
            return Err(bad());
        }
        Ok(Address { scheme, token: token.to_owned(), place: place.to_owned(), roots: None })
    }
}

/// Without the token, for messages.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.place)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_token_which_is_not_shown() {
        let address: Address = "nats://abc@host:4280".parse().unwrap();
        assert_eq!(address.to_string(), "nats://host:4280");
        assert_eq!(address.whole(), "nats://abc@host:4280");
        assert_eq!(Address::new("abc", "::1", 5).whole(), "nats://abc@[::1]:5");
        for bad in [
            "",
            "host:4280",
            "nats://host:4280",
            "nats://@host:1",
            "http://a@host:1",
            "nats://a@b,c:1",
            "nats://a@host",
            "nats://a@host:0",
            "nats://a@host:99999",
            "nats://a@:4280",
            "nats://a@host:4280/x",
        ] {
            let why = bad.parse::<Address>().unwrap_err().to_string();
            assert!(why.contains(&format!("{bad:?}")), "{why}");
        }
    }
}
