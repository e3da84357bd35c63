//! Lists of engines: our own in TOML, cutechess's `engines.json`, the INI file of the UCCI league.
//!
//! ```toml
//! [[engine]]
//! name = "Stockfish"
//! command = "stockfish"            # with arguments, quoted as a shell has them
//! protocol = "uci"                 # or left out: found out
//! options = { Hash = 64, Threads = 1 }
//! limits = ["tc=8+0.08"]           # any words that may stand before an ENGINE of `ferz match`
//! dir = "engines"
//! ```

pub(crate) mod league;

use crate::config::{EngineSpec, Restart, Setting};
use crate::words::{self, For};
use ferz_input::{file, text};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Why a file is no list of engines.
#[derive(Debug, thiserror::Error)]
pub enum BadList {
    /// It cannot be read.
    #[error("cannot read {}: {reason}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The system's word.
        reason: std::io::Error,
    },
    /// It says what it should not.
    #[error("{}: {reason}", file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// What the file of a league says beside.
    pub league: Option<League>,
}

/// What the file of a league says beside its engines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct League {
    /// What the event is called.
    pub event: Option<String>,
    /// Where it is held.
    pub site: Option<String>,
    /// How often each plays each with both colours.
    pub rounds: Option<u32>,
    /// Games at the same time.
    pub processors: Option<u32>,
    /// Guards and elephants may promote.
    pub promotion: bool,
    /// Where the games of each round begin; the start position comes after the last one.
    pub positions: Vec<String>,
    /// What was left out, or was not taken as it stands.
    pub notes: Vec<String>,
}

/// Reads a list; which kind it is its name says: `.toml`, `.json`, `.ini`.
///
/// # Errors
/// If the file cannot be read, or says what it should not.
pub fn read(path: &Path) -> Result<List, BadList> {
    let bytes = file::read_up_to(path, LONGEST)
        .map_err(|reason| BadList::Io { file: path.to_owned(), reason })?;
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    // Without a folder, programs would be looked for where the system has them.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let only = |engines| List { engines, league: None };
    let list = match ending.as_str() {
        "json" => cutechess(&text::decode(&bytes)).map(only),
        "ini" => league::read(&bytes, folder)
            .map(|(engines, league)| List { engines, league: Some(league) }),
        _ => own(&text::decode(&bytes)).map(only),
    };
    let named = list.and_then(|list| match list.engines.is_empty() {
        true => Err("it names no engine".to_owned()),
        false => Ok(list),
    });
    named.map_err(|reason| BadList::Content { file: path.to_owned(), reason })
}

/// Longer lists are none.
const LONGEST: u64 = 16 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    engine: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<String>,
    command: String,
    protocol: Option<String>,
    dir: Option<PathBuf>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    limits: Vec<String>,
    /// Of the board: a run's log, which others read, does not tell it.
    #[serde(default, rename = "registration")]
    _registration: IgnoredAny,
}

fn own(text: &str) -> Result<Vec<EngineSpec>, String> {
    let list: Entries = toml::from_str(text).map_err(|error| error.to_string())?;
    list.engine.into_iter().map(entry).collect()
}

fn entry(entry: Entry) -> Result<EngineSpec, String> {
    let mut spec = command(&entry.command)?;
    spec.name = entry.name.map(|name| text::name(&name).into_owned());
    spec.directory = entry.dir;
    spec.protocol = entry.protocol.map(|text| text.parse()).transpose()?;
    for (name, value) in entry.options {
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            toml::Value::Boolean(yes) => yes.to_string(),
            _ => {
                return Err(format!(
                    "option {name:?} is neither text nor number nor true or false"
                ));
            }
        };
        spec.options.push(Setting { name, value: Some(value), optional: false });
    }
    for word in entry.limits {
        if !words::apply(&mut spec, &word, For::This)? {
            return Err(format!("unknown word {word:?}"));
        }
    }
    Ok(spec)
}

/// A program with its arguments.
fn command(text: &str) -> Result<EngineSpec, String> {
    let split = shlex::split(text).ok_or_else(|| format!("{text:?}: an open quote"))?;
    let mut split = split.into_iter();
    let program = split.next().ok_or("an engine without a command")?;
    Ok(EngineSpec { program: program.into(), arguments: split.collect(), ..EngineSpec::default() })
}

/// cutechess's list: an array of objects. What concerns its windows is not looked at.
fn cutechess(text: &str) -> Result<Vec<EngineSpec>, String> {
    let list: Vec<Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let mut engines = Vec::new();
    for entry in &list {
        let mut spec = command(entry["command"].as_str().unwrap_or_default())?;
        spec.name = word(&entry["name"]).map(|name| text::name(&name).into_owned());
        spec.directory =
            word(&entry["workingDirectory"]).filter(|dir| !dir.is_empty()).map(PathBuf::from);
        spec.protocol = word(&entry["protocol"]).map(|text| text.parse()).transpose()?;
        spec.first_view = entry["whitepov"].as_bool().unwrap_or(false);
        spec.restart = match entry["restart"].as_str() {
            Some("on") => Restart::On,
            Some("off") => Restart::Off,
            _ => Restart::Auto,
        };
        let lines = entry["initStrings"].as_array().into_iter().flatten();
        spec.init = lines.filter_map(word).collect();
        for option in entry["options"].as_array().into_iter().flatten() {
            let Some(name) = word(&option["name"]) else { continue };
            let value = match &option["value"] {
                Value::Null => None,
                Value::String(text) => Some(text.clone()),
                value => Some(value.to_string()),
            };
            spec.options.push(Setting { name, value, optional: false });
        }
        engines.push(spec);
    }
    Ok(engines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_link::Protocol;

    #[test]
    fn our_own() {
        let list = own(
            "[[engine]]\nname = \"A\"\ncommand = \"'./my engine' --uci\"\nprotocol = \"uci\"\n\
             options = { Hash = 64, Ponder = false, Book = \"x y\" }\nlimits = [\"tc=8+0.1\"]\n\
             [[engine]]\ncommand = \"b\"\n",
        );
        let [a, b] = &list.unwrap()[..] else { panic!() };
        assert_eq!(a.program, PathBuf::from("./my engine"));
        assert_eq!((a.arguments.len(), a.protocol), (1, Some(Protocol::Uci)));
        let options: Vec<_> = a
            .options
            .iter()
            .map(|set| (set.name.as_str(), set.value.as_deref().unwrap()))
            .collect();
        assert_eq!(options, [("Book", "x y"), ("Hash", "64"), ("Ponder", "false")]);
        assert_eq!(a.clock.as_ref().unwrap().to_string(), "8+0.1");
        assert_eq!((b.name.as_deref(), b.program.to_str()), (None, Some("b")));
    }

    #[test]
    fn a_list_without_engines_is_a_slip() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a.ini", "[Teams]\n"), ("a.json", "[]"), ("a.toml", "engine = []")] {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            let why = read(&file).unwrap_err().to_string();
            assert!(why.contains(name) && why.ends_with("it names no engine"), "{why}");
        }
    }

    #[test]
    fn cutechess_has_them_as_json() {
        let list = cutechess(
            r#"[{"command": "sf -x", "name": "SF", "protocol": "uci", "workingDirectory": "/tmp",
                 "options": [{"name": "Hash", "value": 32, "type": "spin"}, {"name": "OwnBook",
                 "value": true}], "stderrFile": "", "variants": ["standard"], "restart": "on"},
                {"command": "./xb", "name": "XB", "protocol": "xboard", "initStrings": ["easy"],
                 "whitepov": true}]"#,
        );
        let [sf, xb] = &list.unwrap()[..] else { panic!() };
        assert_eq!((sf.arguments.len(), sf.restart), (1, Restart::On));
        let values: Vec<_> = sf.options.iter().filter_map(|set| set.value.as_deref()).collect();
        assert_eq!(values, ["32", "true"]);
        assert_eq!((xb.protocol, xb.first_view), (Some(Protocol::Cecp), true));
        assert_eq!(xb.init, ["easy"]);
    }

    /// R-E1: a name is one line, whatever the file has.
    #[test]
    fn names_are_tamed() {
        let list = cutechess(r#"[{"command": "a", "name": "A\n[Result \"1-0\"]"}]"#).unwrap();
        assert_eq!(list[0].name.as_deref(), Some("A\u{fffd}[Result \"1-0\"]"));
        let list = own("[[engine]]\ncommand = \"a\"\nname = \"A\\u001B[2J\"").unwrap();
        assert_eq!(list[0].name.as_deref(), Some("A\u{fffd}[2J"));
    }

    #[test]
    fn mistakes_are_named() {
        for (list, named) in [
            (own("[[engine]]\ncommand = \"a\"\nwings = 2"), "wings"),
            (own("[[engine]]\ncommand = \"\""), "without a command"),
            (own("[[engine]]\ncommand = \"a\"\nlimits = [\"tc=x\"]"), "tc=x"),
            (cutechess("{}"), "expected"),
            (cutechess(r#"[{"command": "a", "protocol": "usi"}]"#), "usi"),
        ] {
            let why = list.unwrap_err();
            assert!(why.contains(named), "{why}");
        }
    }
}
