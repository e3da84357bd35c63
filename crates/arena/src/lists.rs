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

use crate::clock::{BadTimeControl, TimeControl};
use crate::config::{EngineSpec, Restart, Setting};
use crate::grammar::words::{self, For};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

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

/// Reads a list; which kind it is its name says: `.toml`, `.json`, `.ini`.
pub fn read(file: &Path) -> Result<Vec<EngineSpec>, BadList> {
    let bytes = ferz_input::file::read(file)
        .map_err(|reason| BadList::Io { file: file.to_owned(), reason })?;
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let folder = file.parent().unwrap_or(Path::new(""));
    let list = match ending.as_str() {
        "json" => cutechess(&String::from_utf8_lossy(&bytes)),
        "ini" => league(&bytes, folder),
        _ => own(&String::from_utf8_lossy(&bytes)),
    };
    let named = list.and_then(|list| match list.is_empty() {
        true => Err("it names no engine".to_owned()),
        false => Ok(list),
    });
    named.map_err(|reason| BadList::Content { file: file.to_owned(), reason })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
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
}

fn own(text: &str) -> Result<Vec<EngineSpec>, String> {
    let list: List = toml::from_str(text).map_err(|error| error.to_string())?;
    list.engine.into_iter().map(entry).collect()
}

fn entry(entry: Entry) -> Result<EngineSpec, String> {
    let mut spec = command(&entry.command)?;
    (spec.name, spec.directory) = (entry.name, entry.dir);
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
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let mut engines = Vec::new();
    for entry in &list {
        let mut spec = command(entry["command"].as_str().unwrap_or_default())?;
        spec.name = text(&entry["name"]);
        spec.directory =
            text(&entry["workingDirectory"]).filter(|dir| !dir.is_empty()).map(PathBuf::from);
        spec.protocol = text(&entry["protocol"]).map(|text| text.parse()).transpose()?;
        spec.first_view = entry["whitepov"].as_bool().unwrap_or(false);
        spec.restart = match entry["restart"].as_str() {
            Some("on") => Restart::On,
            Some("off") => Restart::Off,
            _ => Restart::Auto,
        };
        let lines = entry["initStrings"].as_array().into_iter().flatten();
        spec.init = lines.filter_map(text).collect();
        for option in entry["options"].as_array().into_iter().flatten() {
            let Some(name) = text(&option["name"]) else { continue };
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

/// The league's file, in GBK or UTF-8: `Team=ABC,name,elo,K,program,option file,url,go`. The lines
/// of the option file are sent to the engine after its handshake; `go` has the limits of an engine
/// that does not play on the clock.
fn league(bytes: &[u8], folder: &Path) -> Result<Vec<EngineSpec>, String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => encoding_rs::GBK.decode(bytes).0.into_owned(),
    };
    let setting = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.trim().split_once('='));
        lines.find(|(key, _)| key.trim().eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    let minutes: f64 = setting("InitialTime").and_then(|text| text.parse().ok()).unwrap_or(10.0);
    let increment = setting("IncrementalTime").unwrap_or("0");
    let clock: TimeControl = format!("{}+{increment}", minutes * 60.0)
        .parse()
        .map_err(|why: BadTimeControl| why.to_string())?;
    // How long an engine that was told to stop may take (X-345, X-346).
    let stopping = setting("StoppingTime").and_then(|text| text.parse().ok()).unwrap_or(200);
    let mut engines = Vec::new();
    for line in text.lines() {
        let Some(fields) = line.trim().strip_prefix("Team=") else { continue };
        let fields: Vec<&str> = fields.split(',').map(str::trim).collect();
        let field = |index: usize| fields.get(index).copied().unwrap_or_default();
        if field(4).is_empty() {
            return Err(format!("{line:?} names no program"));
        }
        let mut spec = EngineSpec {
            name: Some(if field(1).is_empty() { field(0) } else { field(1) }.to_owned()),
            program: folder.join(field(4)),
            protocol: Some(ferz_link::Protocol::Ucci),
            margin: Some(Duration::from_millis(u64::min(stopping, 500))),
            ..EngineSpec::default()
        };
        if !field(5).is_empty() {
            let file = folder.join(field(5));
            let lines = ferz_input::file::read_text(&file)
                .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
            let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
            spec.init = lines.map(str::to_owned).collect();
        }
        let go: Vec<&str> = field(7).split_whitespace().collect();
        match go[..] {
            [] => spec.clock = Some(clock.clone()),
            ["depth", plies] => {
                spec.depth = Some(plies.parse().map_err(|_| format!("{line:?}: no depth"))?);
            }
            ["nodes", nodes] => {
                spec.nodes = Some(nodes.parse().map_err(|_| format!("{line:?}: no nodes"))?);
            }
            _ => return Err(format!("{line:?}: go {:?} is not understood", field(7))),
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

    /// X-346, X-353: the clock in minutes and seconds, the span after a stop, engines with
    /// their own limits.
    #[test]
    fn the_league_has_them_as_ini() {
        let text = "[League]\r\nEvent=Check\r\nInitialTime=2\r\nIncrementalTime=1\r\nStoppingTime=150\r\n[Teams]\r\n\
                    Team=ELA,象眼,2000,20,eleeye,,,depth 3\r\nTeam=CYC,,2000,20,cyclone\r\n";
        let (gbk, _, _) = encoding_rs::GBK.encode(text);
        for bytes in [text.as_bytes(), &gbk[..]] {
            let list = league(bytes, Path::new("engines")).unwrap();
            let [a, b] = &list[..] else { panic!() };
            assert_eq!(a.name.as_deref(), Some("象眼"));
            assert_eq!((a.depth, a.clock.is_none()), (Some(3), true));
            assert_eq!(b.name.as_deref(), Some("CYC"));
            assert_eq!(b.program, Path::new("engines").join("cyclone"));
            assert_eq!(b.clock.as_ref().unwrap().to_string(), "120+1");
            assert_eq!(b.protocol, Some(Protocol::Ucci));
            assert_eq!(b.margin, Some(Duration::from_millis(150)));
        }
    }

    /// X-346: between nothing and half a second, a fifth of one if the file does not say.
    #[test]
    fn the_span_after_a_stop() {
        let margin = |text: &str| {
            let file = format!("{text}Team=A,b,1,2,c\n");
            league(file.as_bytes(), Path::new("")).unwrap()[0].margin.unwrap().as_millis()
        };
        assert_eq!(margin(""), 200);
        assert_eq!(margin("StoppingTime=0\n"), 0);
        assert_eq!(margin("stoppingtime=9000\n"), 500);
    }

    #[test]
    fn mistakes_are_named() {
        for (list, named) in [
            (own("[[engine]]\ncommand = \"a\"\nwings = 2"), "wings"),
            (own("[[engine]]\ncommand = \"\""), "without a command"),
            (own("[[engine]]\ncommand = \"a\"\nlimits = [\"tc=x\"]"), "tc=x"),
            (cutechess("{}"), "expected"),
            (cutechess(r#"[{"command": "a", "protocol": "usi"}]"#), "usi"),
            (league(b"Team=A,b,1,2\n", Path::new("")), "names no program"),
            (league(b"Team=A,b,1,2,c,,,draw\n", Path::new("")), "draw"),
        ] {
            let why = list.unwrap_err();
            assert!(why.contains(named), "{why}");
        }
    }
}
