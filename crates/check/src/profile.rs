//! What certain hosts need of an engine.

use crate::report::{Judged, Verdict};
use ferz_link::Protocol;
use serde_json::{Value, json};

/// A host, or a kind of hosts, and what it needs.
#[derive(Debug)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// Its protocol.
    pub protocol: Protocol,
    /// What it is, as a sentence.
    pub about: &'static str,
    /// The expectations without which it cannot use an engine; a name that ends in `-` stands for
    /// all that begin so.
    pub needs: &'static [&'static str],
    /// Those that make it work better.
    pub likes: &'static [&'static str],
}

impl Profile {
    /// All that are known.
    pub fn all() -> &'static [Profile] {
        &[]
    }

    /// The profile with this name.
    pub fn by_name(name: &str) -> Option<&'static Profile> {
        Profile::all().iter().find(|profile| profile.name == name)
    }
}

/// Whether an engine is ready for a host.
#[derive(Clone, Debug)]
pub struct Readiness {
    /// The profile's name.
    pub profile: &'static str,
    /// What it needs and the engine does not do.
    pub missing: Vec<String>,
    /// What it would like.
    pub wishes: Vec<String>,
}

impl Readiness {
    /// Compares what was found with what a host needs.
    pub(crate) fn of(profile: &'static Profile, judged: &[Judged]) -> Readiness {
        let unmet = |names: &[&str], needed: bool| -> Vec<String> {
            let chosen = judged.iter().filter(|it| names.iter().any(|name| is_named(name, it.id)));
            let unmet = chosen.filter(|it| match it.verdict {
                Verdict::Pass => false,
                Verdict::Fail | Verdict::Warn => true,
                // What a host needs must be there to be used.
                Verdict::NotApplicable => needed && names.contains(&it.id),
            });
            unmet.map(|it| format!("{}: {}", it.id, it.title)).collect()
        };
        Readiness {
            profile: profile.name,
            missing: unmet(profile.needs, true),
            wishes: unmet(profile.likes, false),
        }
    }

    /// Whether nothing is missing.
    pub fn is_ready(&self) -> bool {
        self.missing.is_empty()
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        lines.push(match self.is_ready() {
            true => format!("ready for {}", self.profile),
            false => format!("not ready for {}; missing:", self.profile),
        });
        lines.extend(self.missing.iter().map(|missing| format!("  {missing}")));
        lines.extend(self.wishes.iter().map(|wish| format!("  better with {wish}")));
        lines.join("\n")
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "profile": self.profile,
            "ready": self.is_ready(),
            "missing": self.missing,
            "wishes": self.wishes,
        })
    }
}

pub(crate) fn is_named(name: &str, id: &str) -> bool {
    name == id || name.ends_with('-') && id.starts_with(name)
}
