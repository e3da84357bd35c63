//! Which expectations are meant by the names that people give.

use crate::run::is_wanted;
use crate::{Listed, listed};
use ferz_link::Protocol;

/// A name that means no expectation.
#[derive(Debug, thiserror::Error)]
pub enum BadName {
    /// It is one of another protocol.
    #[error("{name:?} is of {of}, and the engine is asked in {protocol}")]
    OtherProtocol {
        /// As it was given.
        name: String,
        /// Whose it is.
        of: Protocol,
        /// What the engine speaks.
        protocol: Protocol,
    },
    /// There is none.
    #[error("no expectation is named {name:?}{}", offered(near))]
    Unknown {
        /// As it was given.
        name: String,
        /// What may have been meant.
        near: Vec<&'static str>,
    },
}

fn offered(near: &[&str]) -> String {
    match near {
        [] => "; --list names them all".to_owned(),
        near => format!("; is it {}?", near.join(", ")),
    }
}

/// The names, or beginnings of names, of this protocol's expectations that are meant; without a
/// protocol, those of all.
pub(crate) fn chosen(
    wanted: &[String],
    protocol: Option<Protocol>,
) -> Result<Vec<String>, BadName> {
    let all = listed();
    let mut chosen = Vec::new();
    for name in wanted {
        let of = |protocol: Protocol| meant(name, &all, protocol);
        let in_it = match protocol {
            Some(protocol) => of(protocol),
            None => PROTOCOLS.into_iter().flat_map(of).collect(),
        };
        if !in_it.is_empty() {
            chosen.extend(in_it);
            continue;
        }
        let name = name.clone();
        let other = PROTOCOLS.into_iter().find(|protocol| !of(*protocol).is_empty());
        return Err(match (other, protocol) {
            (Some(of), Some(protocol)) => BadName::OtherProtocol { name, of, protocol },
            _ => BadName::Unknown { near: alike(&name, &all, protocol), name },
        });
    }
    Ok(chosen)
}

const PROTOCOLS: [Protocol; 3] = [Protocol::Uci, Protocol::Cecp, Protocol::Ucci];

/// What a name means in a protocol: `uci-go`, `go`, or a requirement.
fn meant(name: &str, all: &[Listed], protocol: Protocol) -> Vec<String> {
    let of = || all.iter().filter(move |it| it.protocol == protocol);
    for name in [name.to_owned(), format!("{protocol}-{name}")] {
        if of().any(|it| is_wanted(std::slice::from_ref(&name), it.id)) {
            return vec![name];
        }
    }
    let demanded =
        |it: &&Listed| it.requirements.split(' ').any(|id| id.eq_ignore_ascii_case(name));
    of().filter(demanded).map(|it| it.id.to_owned()).collect()
}

/// Most names offered.
const OFFERED: usize = 4;

/// Names like this one, the likeliest first.
fn alike(name: &str, all: &[Listed], protocol: Option<Protocol>) -> Vec<&'static str> {
    let name = name.to_ascii_lowercase();
    let likeness = |id: &str| -> f64 {
        let (_, own) = id.split_once('-').unwrap_or(("", id));
        match own.contains(&name) {
            true => 1.0,
            false => strsim::jaro_winkler(&name, id).max(strsim::jaro_winkler(&name, own)),
        }
    };
    let of = all.iter().filter(|it| protocol.is_none_or(|protocol| it.protocol == protocol));
    let mut alike: Vec<(f64, &'static str)> = of.map(|it| (likeness(it.id), it.id)).collect();
    alike.retain(|(likeness, _)| *likeness > 0.85);
    alike.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    alike.into_iter().take(OFFERED).map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(wanted: &str, protocol: Option<Protocol>) -> Result<Vec<String>, String> {
        chosen(&[wanted.to_owned()], protocol).map_err(|why| why.to_string())
    }

    #[test]
    fn names_in_every_form() {
        let uci = Some(Protocol::Uci);
        assert_eq!(names("uci-multipv", uci).unwrap(), ["uci-multipv"]);
        assert_eq!(names("multipv", uci).unwrap(), ["uci-multipv"]);
        assert_eq!(names("clock", uci).unwrap(), ["uci-clock"]);
        let demanded = names("u-260", uci).unwrap();
        assert!(demanded.iter().any(|id| id == "uci-stop"), "{demanded:?}");
        assert_eq!(names("ping", None).unwrap(), ["cecp-ping"]);
    }

    #[test]
    fn what_may_have_been_meant() {
        let complaint = |name: &str, protocol| names(name, protocol).unwrap_err();
        let said = complaint("cecp-ping", Some(Protocol::Uci));
        assert_eq!(said, "\"cecp-ping\" is of cecp, and the engine is asked in uci");
        assert!(complaint("uci-uciko", None).contains("is it uci-uciok"));
        assert!(complaint("readyokk", Some(Protocol::Ucci)).contains("ucci-readyok"));
        assert!(complaint("wings", None).ends_with("--list names them all"));
    }
}
