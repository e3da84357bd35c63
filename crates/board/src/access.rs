//! Who may talk to the server: whoever has the key, from a page of this very server.
//!
//! Three things are checked, because any page of any site may send requests to 127.0.0.1:
//!
//! - `Host` must name this machine, so that a stranger's name that resolves to it (DNS rebinding) is
//!   no way in;
//! - `Origin`, where a browser sends one, must be this server;
//! - the socket, behind which everything happens, wants the random key of the address.

use axum::http::{HeaderMap, HeaderValue, header};

/// The secret in the address of the page: 128 random bits in hexadecimal digits.
#[derive(Clone, Debug)]
pub struct Key(String);

impl Key {
    /// A new one, from the system's source of randomness.
    pub fn random() -> Result<Key, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Key(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// As it stands in the address.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether this is it. How long the answer takes says nothing about where they differ.
    pub fn fits(&self, given: &str) -> bool {
        let pairs = self.0.bytes().zip(given.bytes());
        given.len() == self.0.len() && pairs.fold(0, |wrong, (a, b)| wrong | (a ^ b)) == 0
    }
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another name than this machine's.
    #[error("this server answers to 127.0.0.1 and localhost only, not to {0:?}")]
    Host(String),
    /// A page of somebody else.
    #[error("pages of {0:?} may not ask this server")]
    Origin(String),
    /// Not the address that the program printed.
    #[error("the key in the address is wrong: use the address that `ferz board` printed")]
    Key,
}

/// Whether these headers are of a page of ours, on this port.
pub fn check(headers: &HeaderMap, port: u16) -> Result<(), Refusal> {
    let names = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let host = headers.get(header::HOST).map(text).unwrap_or_default();
    if !names.contains(&host) {
        return Err(Refusal::Host(host));
    }
    match headers.get(header::ORIGIN).map(text) {
        Some(origin) if !names.iter().any(|name| origin == format!("http://{name}")) => {
            Err(Refusal::Origin(origin))
        }
        _ => Ok(()),
    }
}

/// What a browser may do with our page: nothing inline, nothing from elsewhere, in nobody's frame. Its own
/// script makes a picture of a board (`blob:`) to turn it into a PNG.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn pages_of_ours_alone() {
        for (host, origin, allowed) in [
            ("127.0.0.1:80", None, true),
            ("localhost:80", Some("http://localhost:80"), true),
            ("127.0.0.1:80", Some("http://localhost:80"), true),
            ("127.0.0.1:81", None, false),
            ("127.0.0.1", None, false),
            ("evil.example:80", None, false),
            ("127.0.0.1.evil.example:80", None, false),
            ("127.0.0.1:80", Some("http://evil.example"), false),
            ("127.0.0.1:80", Some("https://127.0.0.1:80"), false),
            ("127.0.0.1:80", Some("null"), false),
        ] {
            let found = check(&headers(host, origin), 80);
            assert_eq!(found.is_ok(), allowed, "{host} {origin:?}");
        }
        assert!(check(&HeaderMap::new(), 80).is_err());
    }

    #[test]
    fn keys() {
        let (key, other) = (Key::random().unwrap(), Key::random().unwrap());
        assert_eq!(key.text().len(), 32);
        assert!(key.fits(key.text()) && !key.fits(other.text()));
        assert!(!key.fits("") && !key.fits(&key.text()[1..]));
    }
}
