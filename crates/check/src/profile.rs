//! What certain hosts need of an engine.

use crate::judged::{Judged, Verdict};
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

/// What every host of UCI rests on.
const UCI: &[&str] = &[
    "uci-uciok",
    "uci-readyok",
    "uci-option-form",
    "uci-go-depth-1",
    "uci-moves",
    "uci-stop",
    "uci-quit-after-uciok",
    "uci-bestmove-per-go",
    "uci-bestmove-legal",
    "uci-spelling",
    "uci-well-formed",
    "uci-clock-sudden",
    "uci-clock-black",
];

const PROFILES: &[Profile] = &[
    Profile {
        name: "lichess-bot",
        protocol: Protocol::Uci,
        // A process for each game; ten seconds for its greeting; the first move by `movetime`, then
        // both clocks; it quits after a last `isready`. Options are sent only if they are declared,
        // and its sample configuration has Hash, Threads and Move Overhead.
        about: "lichess-bot, over python-chess: games on a server, pondering, Chess960",
        needs: &[
            "uci-uciok",
            "uci-readyok",
            "uci-option-form",
            "uci-go-depth-1",
            "uci-moves",
            "uci-long-game",
            "uci-movetime",
            "uci-stop",
            "uci-quit-after-uciok",
            "uci-bestmove-per-go",
            "uci-bestmove-legal",
            "uci-spelling",
            "uci-clock-",
            "uci-game-clock",
            "uci-newgame",
        ],
        likes: &[
            "uci-ponder-",
            "uci-ponderhit",
            "uci-960-",
            "uci-hash-declared",
            "uci-threads-declared",
            "uci-overhead-declared",
            "uci-searchmoves-",
            "uci-score",
            "uci-eof",
            "uci-pv-legal",
        ],
    },
    Profile {
        name: "fastchess",
        protocol: Protocol::Uci,
        about: "fastchess: matches of thousands of games",
        needs: &[
            "uci-uciok",
            "uci-readyok",
            "uci-option-form",
            "uci-go-depth-1",
            "uci-moves",
            "uci-long-game",
            "uci-stop",
            "uci-quit-after-uciok",
            "uci-bestmove-per-go",
            "uci-bestmove-legal",
            "uci-spelling",
            "uci-well-formed",
            "uci-clock-sudden",
            "uci-clock-black",
            "uci-clock-increment",
            "uci-game-clock",
            "uci-games",
            "uci-newgame",
            "uci-score",
        ],
        likes: &[
            "uci-pv-legal",
            "uci-final-info",
            "uci-pv-complete",
            "uci-clock-short",
            "uci-hash-spin",
        ],
    },
    Profile {
        name: "openbench",
        protocol: Protocol::Uci,
        // Its clients play with cutechess or fastchess, and end games by the scores.
        about: "OpenBench: a test server; bench, the options Hash and Threads, games at short clocks",
        needs: &[
            "uci-uciok",
            "uci-readyok",
            "uci-option-form",
            "uci-go-depth-1",
            "uci-moves",
            "uci-quit-after-uciok",
            "uci-bestmove-per-go",
            "uci-bestmove-legal",
            "uci-spelling",
            "uci-hash-declared",
            "uci-hash-spin",
            "uci-set-hash",
            "uci-threads-declared",
            "uci-clock-increment",
            "uci-game-clock",
            "uci-newgame",
            "uci-games",
            "uci-score",
            "uci-bench",
        ],
        likes: &[
            "uci-set-threads",
            "uci-clock-short",
            "uci-newgame-forgets",
            "uci-practice-types",
            "uci-nodes",
            "uci-960-",
        ],
    },
    Profile {
        name: "cutechess",
        protocol: Protocol::Uci,
        about: "cutechess and cutechess-cli with an engine of UCI",
        needs: UCI,
        likes: &["uci-960-", "uci-game-clock", "uci-pv-legal", "uci-ponder-", "uci-eof"],
    },
    Profile {
        name: "analysis",
        protocol: Protocol::Uci,
        about: "programs that analyse: searches without end, several lines, chosen moves",
        needs: &[
            "uci-uciok",
            "uci-readyok",
            "uci-go-depth-1",
            "uci-moves",
            "uci-fen",
            "uci-infinite",
            "uci-infinite-mate",
            "uci-stop",
            "uci-stop-soon",
            "uci-stop-at-once",
            "uci-isready-searching",
            "uci-score",
            "uci-pv-legal",
            "uci-bestmove-per-go",
            "uci-multipv",
        ],
        likes: &[
            "uci-searchmoves-",
            "uci-multipv-",
            "uci-mate-",
            "uci-pv-complete",
            "uci-show-wdl",
        ],
    },
    Profile {
        name: "xboard",
        protocol: Protocol::Cecp,
        // It plays with engines of version 1 too, judges the moves itself, and lets false claims
        // lose a match.
        about: "XBoard and WinBoard: games, analysis, take-back, set-up",
        needs: &[
            "cecp-go",
            "cecp-new-black",
            "cecp-force-silent",
            "cecp-force-go",
            "cecp-force-stops",
            "cecp-new-stops",
            "cecp-undo",
            "cecp-quit",
            "cecp-level-sudden",
            "cecp-time",
            "cecp-move-legal",
            "cecp-move-spelling",
            "cecp-move-on-turn",
            "cecp-true-claims",
            "cecp-games",
        ],
        likes: &[
            "cecp-features",
            "cecp-legal-taken",
            "cecp-illegal-kept",
            "cecp-wants-",
            "cecp-analyze",
            "cecp-setboard",
            "cecp-claims-",
            "cecp-ping-",
            "cecp-post",
        ],
    },
    Profile {
        name: "cutechess-cecp",
        protocol: Protocol::Cecp,
        about: "cutechess and cutechess-cli with an engine of CECP",
        needs: &[
            "cecp-features",
            "cecp-ping",
            "cecp-wants-setboard",
            "cecp-setboard",
            "cecp-go",
            "cecp-new-black",
            "cecp-force-go",
            "cecp-force-stops",
            "cecp-result-stops",
            "cecp-quit",
            "cecp-level-sudden",
            "cecp-level-increment",
            "cecp-time",
            "cecp-move-legal",
            "cecp-move-on-turn",
            "cecp-pong-number",
            "cecp-games",
        ],
        likes: &["cecp-wants-", "cecp-true-claims", "cecp-st-decimal", "cecp-post"],
    },
    Profile {
        name: "python-chess",
        protocol: Protocol::Cecp,
        about: "python-chess with an engine of CECP, which refuses those without ping and setboard",
        needs: &[
            "cecp-features",
            "cecp-ping",
            "cecp-wants-ping",
            "cecp-wants-setboard",
            "cecp-setboard",
            "cecp-go",
            "cecp-force-stops",
            "cecp-pong-number",
            "cecp-move-legal",
            "cecp-move-on-turn",
            "cecp-quit",
        ],
        likes: &["cecp-analyze", "cecp-st-decimal", "cecp-post", "cecp-option-"],
    },
    Profile {
        name: "ucci-league",
        protocol: Protocol::Ucci,
        about: "the computer league of Chinese chess and its simulator",
        needs: &[
            "ucci-ucciok",
            "ucci-go-depth-1",
            "ucci-fen",
            "ucci-moves",
            "ucci-captures",
            "ucci-banmoves",
            "ucci-banmoves-stay",
            "ucci-time",
            "ucci-time-opponent",
            "ucci-draw-offer",
            "ucci-league",
            "ucci-league-order",
            "ucci-quit",
            "ucci-answer-per-go",
            "ucci-bestmove-legal",
            "ucci-banned",
            "ucci-spelling",
            "ucci-idle-after-move",
        ],
        likes: &["ucci-usemillisec", "ucci-stop", "ucci-stop-soon", "ucci-bye", "ucci-games"],
    },
    Profile {
        name: "xqwizard",
        protocol: Protocol::Ucci,
        about: "interfaces of Chinese chess such as XQWizard: games, pondering, analysis",
        needs: &[
            "ucci-ucciok",
            "ucci-go-depth-1",
            "ucci-moves",
            "ucci-stop",
            "ucci-stop-idle",
            "ucci-infinite",
            "ucci-set-unknown",
            "ucci-answer-per-go",
            "ucci-bestmove-legal",
            "ucci-spelling",
            "ucci-quit",
        ],
        likes: &[
            "ucci-readyok",
            "ucci-ponder-",
            "ucci-info",
            "ucci-pv-legal",
            "ucci-newgame",
            "ucci-bye",
        ],
    },
];

impl Profile {
    /// All that are known.
    pub fn all() -> &'static [Profile] {
        PROFILES
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
                Verdict::Fail => true,
                // A whole group holds for its warnings; what is named must be there to be used.
                Verdict::Warn => !needed || names.contains(&it.id),
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

/// Whether a name in a profile stands for this expectation.
pub(crate) fn is_named(name: &str, id: &str) -> bool {
    name == id || name.ends_with('-') && id.starts_with(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name in a profile is an expectation of its protocol, or begins some.
    #[test]
    fn profiles_name_expectations() {
        let all = crate::expectations();
        for profile in Profile::all() {
            for name in profile.needs.iter().chain(profile.likes) {
                let known = all.iter().any(|(protocol, line)| {
                    let id = line.split_whitespace().next().unwrap_or_default();
                    *protocol == profile.protocol && is_named(name, id)
                });
                assert!(known, "{name} of {}", profile.name);
            }
        }
    }

    /// Names are unique, and begin with their protocol; ids of requirements are ids.
    #[test]
    fn expectations_are_well_named() {
        let all = crate::expectations();
        let mut ids: Vec<&str> =
            all.iter().map(|(_, line)| line.split_whitespace().next().unwrap()).collect();
        let count = |protocol| all.iter().filter(|(it, _)| *it == protocol).count();
        assert!(count(Protocol::Uci) >= 100 && count(Protocol::Cecp) >= 100);
        assert!(count(Protocol::Ucci) >= 70);
        for (protocol, line) in &all {
            assert!(line.starts_with(&format!("{protocol}-")), "{line}");
            let (_, requirements) = line.rsplit_once('[').unwrap();
            for id in requirements.trim_end_matches(']').split(' ') {
                let (letter, number) = id.split_at(2);
                let right = match protocol {
                    Protocol::Uci => "U-",
                    Protocol::Cecp => "C-",
                    Protocol::Ucci => "X-",
                };
                assert!(letter == right && number.parse::<u32>().is_ok(), "{id} in {line}");
            }
        }
        ids.sort_unstable();
        let before = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), before);
    }
}
