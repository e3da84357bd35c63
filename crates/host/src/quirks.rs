//! What is known of engines that do not do as their protocol says.
//!
//! A table of quirks is a TOML file. An engine is looked up twice, by its program before it is
//! started and by its name after its handshake; all entries that fit are applied, in their order:
//!
//! ```toml
//! [[engine]]
//! program = "gnuchess"        # the program's file name,
//! unless = ["--uci"]          # not when it is started with one of these arguments; or:
//! name = "GNU Chess*"         # what the engine calls itself; a `*` at the end stands for anything
//! why = "for people"
//! protocol = "cecp"           # do not ask which one it speaks
//! arguments = ["--xboard"]    # given when nobody gives others
//! pace = 0.3                  # seconds from one line to the next
//! handshake = 30              # seconds its handshake may take, at least
//! ranks = 1                   # boards of ten ranks begin with this one: 0 or 1
//! fen = "horse-short"         # how it reads positions of xiangqi: "knight", "horse", "horse-short"
//! scores = "first"            # from the point of view of "mover" or of "first": White, Red
//! memory = 64                 # megabytes that it is given where nobody sets Hash (CECP)
//! nudges = true               # an empty line where it owes an answer: it may have missed a line
//! games = ["xiangqi"]         # what it plays, by CECP's names, where it does not say so
//! depth = "depth"             # CECP: how it takes a depth, "sd", "depth" or "watched": not at all
//! computer = false            # CECP: it is not told that its opponent is a computer
//! move_now = false            # CECP: it does not hear `?`, nor anything else, while it thinks
//! interrupts = true           # CECP: SIGINT before lines that it would not hear otherwise
//! features = { ping = false } # CECP, whatever the engine says
//! ```

use crate::launch::Launch;
use ferz_link::Protocol;
use ferz_link::host::{DepthWords, FenForm, Profile, RankBase, ScoreView};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// A table of quirks.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quirks {
    #[serde(default, rename = "engine")]
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    program: Option<String>,
    #[serde(default)]
    unless: Vec<String>,
    name: Option<String>,
    why: String,
    #[serde(default, deserialize_with = "protocol")]
    protocol: Option<Protocol>,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default, deserialize_with = "seconds")]
    pace: Option<Duration>,
    #[serde(default, deserialize_with = "seconds")]
    handshake: Option<Duration>,
    ranks: Option<Ranks>,
    // Its name was longer once, and users' files still have it.
    #[serde(default, alias = "xiangqi_fen", deserialize_with = "fen_form")]
    fen: Option<FenForm>,
    scores: Option<Scores>,
    interrupts: Option<bool>,
    #[serde(default)]
    nudges: bool,
    games: Option<Vec<String>>,
    depth: Option<DepthWord>,
    computer: Option<bool>,
    move_now: Option<bool>,
    memory: Option<u32>,
    #[serde(default)]
    features: BTreeMap<String, bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "u8")]
struct Ranks(RankBase);

impl TryFrom<u8> for Ranks {
    type Error = String;
    fn try_from(first: u8) -> Result<Ranks, String> {
        match first {
            0 => Ok(Ranks(RankBase::Zero)),
            1 => Ok(Ranks(RankBase::One)),
            _ => Err(format!("ranks = {first}: boards begin with rank 0 or 1")),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Scores {
    Mover,
    First,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DepthWord {
    Sd,
    #[serde(rename = "depth")]
    Word,
    Watched,
}

fn protocol<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Protocol>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map(Some).map_err(serde::de::Error::custom)
}

fn fen_form<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<FenForm>, D::Error> {
    match String::deserialize(from)?.as_str() {
        "knight" => Ok(Some(FenForm::Knight)),
        "horse" => Ok(Some(FenForm::Horse)),
        "horse-short" => Ok(Some(FenForm::HorseShort)),
        other => Err(serde::de::Error::custom(format!("unknown form of a position {other:?}"))),
    }
}

fn seconds<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let seconds = f64::deserialize(from)?;
    Duration::try_from_secs_f64(seconds)
        .map(Some)
        .map_err(|_| serde::de::Error::custom(format!("{seconds} is no time")))
}

/// Why a text is no table of quirks; it says where.
#[derive(Debug, thiserror::Error)]
#[error("not a table of quirks: {0}")]
pub struct BadQuirks(String);

impl Quirks {
    /// The table inside the program.
    pub fn built_in() -> Quirks {
        Quirks::read(include_str!("quirks.toml")).expect("our own table is one")
    }

    /// Reads a table.
    pub fn read(text: &str) -> Result<Quirks, BadQuirks> {
        let quirks: Quirks = toml::from_str(text).map_err(|error| BadQuirks(error.to_string()))?;
        for entry in &quirks.entries {
            let unknown =
                entry.features.keys().find(|name| Profile::default().feature(name).is_none());
            if let Some(name) = unknown {
                return Err(BadQuirks(format!("CECP has no boolean feature {name:?}")));
            }
            if entry.program.is_none() && entry.name.is_none() {
                return Err(BadQuirks(format!("{:?} names neither program nor name", entry.why)));
            }
        }
        Ok(quirks)
    }

    /// This table, and behind it another one, which weighs less.
    pub fn before(mut self, other: Quirks) -> Quirks {
        // The last one applied has the last word.
        self.entries.splice(0..0, other.entries);
        self
    }

    /// Applies what is known of a program before it is started.
    pub fn prepare(&self, launch: &mut Launch) {
        let program = Path::new(&launch.program);
        let file = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for entry in self.entries.iter().filter(|entry| entry.program.as_ref() == Some(&file)) {
            let is_unless =
                |given: &OsString| entry.unless.iter().any(|word| given == word.as_str());
            if launch.arguments.iter().any(is_unless) {
                continue;
            }
            launch.protocol = launch.protocol.or(entry.protocol);
            if launch.arguments.is_empty() {
                launch.arguments = entry.arguments.iter().map(Into::into).collect();
            }
            launch.pace = entry.pace.unwrap_or(launch.pace);
            launch.nudges |= entry.nudges;
            if let Some(time) = entry.handshake {
                let patience = &mut launch.patience;
                patience.handshake = patience.handshake.max(time);
                patience.features = patience.features.max(time);
            }
            entry.apply(&mut launch.profile);
        }
    }

    /// Applies what is known of an engine by its name, when it has said it.
    pub fn recognise(&self, name: &str, profile: &mut Profile) {
        for entry in self.entries.iter().filter(|entry| entry.is_named(name)) {
            entry.apply(profile);
        }
    }
}

impl Entry {
    fn is_named(&self, name: &str) -> bool {
        match &self.name {
            None => false,
            Some(pattern) => match pattern.strip_suffix('*') {
                Some(beginning) => name.starts_with(beginning),
                None => name == pattern,
            },
        }
    }

    fn apply(&self, profile: &mut Profile) {
        if let Some(Ranks(ranks)) = self.ranks {
            profile.rank_base.force(ranks);
        }
        if let Some(form) = self.fen {
            profile.fen_form.force(Some(form));
        }
        if let Some(scores) = self.scores {
            profile.score_view.force(match scores {
                Scores::Mover => ScoreView::SideToMove,
                Scores::First => ScoreView::First,
            });
        }
        if let Some(games) = &self.games {
            profile.variants.force(Some(games.clone()));
        }
        if let Some(depth) = self.depth {
            profile.depth_words.force(match depth {
                DepthWord::Sd => DepthWords::Sd,
                DepthWord::Word => DepthWords::Depth,
                DepthWord::Watched => DepthWords::Watched,
            });
        }
        if let Some(told) = self.computer {
            profile.computer.force(told);
        }
        if let Some(obeys) = self.move_now {
            profile.move_now.force(obeys);
        }
        profile.megabytes = self.memory.or(profile.megabytes);
        profile.interrupts = self.interrupts.unwrap_or(profile.interrupts);
        for (name, value) in &self.features {
            if let Some(feature) = profile.feature(name) {
                feature.force(*value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = r#"
        [[engine]]
        program = "odd"
        why = "an example"
        protocol = "xboard"
        arguments = ["-x"]
        pace = 0.25
        handshake = 12
        ranks = 1
        scores = "first"
        interrupts = true
        features = { ping = false, san = true }
        [[engine]]
        name = "Odd Engine*"
        why = "another"
        ranks = 0
    "#;

    #[test]
    fn a_program_is_prepared() {
        let quirks = Quirks::read(TABLE).unwrap();
        let mut launch = Launch::new("/opt/engines/odd");
        quirks.prepare(&mut launch);
        assert_eq!(launch.protocol, Some(Protocol::Cecp));
        assert_eq!(launch.arguments, ["-x"]);
        assert_eq!(launch.pace, Duration::from_millis(250));
        // C-094: how long to wait for features can be set for each engine.
        let patience = &launch.patience;
        assert_eq!([patience.handshake, patience.features], [Duration::from_secs(12); 2]);
        assert_eq!(*launch.profile.rank_base.get(), RankBase::One);
        assert!(
            launch.profile.interrupts && launch.profile.san.yes() && !launch.profile.ping.yes()
        );
        let mut other = Launch::new("odder");
        quirks.prepare(&mut other);
        assert!(other.protocol.is_none() && other.arguments.is_empty());
    }

    /// The same program speaks another protocol when it is told to.
    #[test]
    fn arguments_matter() {
        let mut launch = Launch::new("/usr/games/gnuchess").arguments(["--uci"]);
        Quirks::built_in().prepare(&mut launch);
        assert_eq!((launch.protocol, launch.pace), (None, Duration::ZERO));
        let mut launch = Launch::new("/usr/games/gnuchess").arguments(["--xboard"]);
        Quirks::built_in().prepare(&mut launch);
        assert_eq!(launch.protocol, Some(Protocol::Cecp));
        assert!(!launch.pace.is_zero());
    }

    #[test]
    fn an_engine_is_recognised() {
        let quirks = Quirks::read(TABLE).unwrap();
        let mut profile = Profile::default();
        profile.rank_base.force(RankBase::One);
        quirks.recognise("Odd Engine 1.0", &mut profile);
        assert_eq!(*profile.rank_base.get(), RankBase::Zero);
    }

    /// U-510: what an engine plays that does not say so; C-272, C-343: how it is told what.
    #[test]
    fn games_depth_and_deafness() {
        let text = "[[engine]]\nprogram = \"x\"\nwhy = \"an example\"\nnudges = true\n\
                    games = [\"xiangqi\"]\ndepth = \"depth\"\nmove_now = false\nmemory = 8";
        let mut launch = Launch::new("x");
        Quirks::read(text).unwrap().prepare(&mut launch);
        assert!(launch.nudges && !launch.profile.move_now.yes());
        assert_eq!(launch.profile.variants.get().as_deref(), Some(&["xiangqi".to_owned()][..]));
        assert_eq!(*launch.profile.depth_words.get(), DepthWords::Depth);
        assert_eq!(launch.profile.megabytes, Some(8));
        let mut profile = Profile::default();
        Quirks::built_in().recognise("Pikafish 2026-01-02", &mut profile);
        assert_eq!(profile.variants.get().as_deref(), Some(&["xiangqi".to_owned()][..]));
        assert!(profile.computer.yes());
        Quirks::built_in().recognise("Fairy-Max 5.0b", &mut profile);
        assert!(!profile.computer.yes());
    }

    /// What the user says outweighs what is built in.
    #[test]
    fn the_users_table_comes_first() {
        let own = "[[engine]]\nprogram = \"gnuchess\"\nwhy = \"mended\"\npace = 0.0";
        let quirks = Quirks::read(own).unwrap().before(Quirks::built_in());
        let mut launch = Launch::new("gnuchess");
        quirks.prepare(&mut launch);
        assert_eq!((launch.pace, launch.protocol), (Duration::ZERO, Some(Protocol::Cecp)));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, named) in [
            ("[[engine]]\nprogram = \"x\"\nwhy = \"\"\nrnaks = 1", "rnaks"),
            ("[[engine]]\nprogram = \"x\"\nwhy = \"\"\nranks = 2", "ranks = 2"),
            ("[[engine]]\nprogram = \"x\"\nwhy = \"\"\nprotocol = \"usi\"", "usi"),
            ("[[engine]]\nprogram = \"x\"\nwhy = \"\"\nfen = \"H\"", "\"H\""),
            ("[[engine]]\nprogram = \"x\"\nwhy = \"\"\npace = -1.0", "-1"),
            ("[[engine]]\nprogram = \"x\"\nwhy = \"\"\nfeatures = { pong = true }", "pong"),
            ("[[engine]]\nwhy = \"nobody\"", "nobody"),
            ("[[engin]]\nwhy = \"nobody\"", "engin"),
        ] {
            let error = Quirks::read(text).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
