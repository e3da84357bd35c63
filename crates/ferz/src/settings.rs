//! Options of the engine on the command line: `--option Hash=64`, or `--hash=64` as other engines
//! take it, which programs that start engines write (lichess-bot's `engine_options`).

use crate::session::LOG_OPTION;
use ferz_engine::{Engine, OptionKind, OptionSpec, SEARCH};
use std::ffi::OsString;

/// What the command line has set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Options of the engine, by their full names; a button has no value.
    pub engine: Vec<(String, Option<String>)>,
    /// The file for all traffic.
    pub log: Option<String>,
}

/// Letters and digits of a name: blanks, dashes and underscores do not count, nor does case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn named<'a>(options: &'a [OptionSpec], name: &str) -> Option<&'a OptionSpec> {
    options.iter().find(|option| plain(option.name) == plain(name))
}

/// Spells `--hash=64` as `--option hash=64`, up to the first word that is a command.
pub fn spelled_out(
    arguments: impl Iterator<Item = OsString>,
    engine: &dyn Engine,
) -> Vec<OsString> {
    let options = engine.options();
    let is_known = |name: &str| plain(name) == plain(LOG_OPTION) || named(&options, name).is_some();
    let mut arguments = arguments;
    let mut words: Vec<OsString> = arguments.next().into_iter().collect();
    while let Some(word) = arguments.next() {
        let text = word.to_string_lossy().into_owned();
        let name = text.strip_prefix("--").map(|text| text.split('=').next().unwrap_or(text));
        match name {
            Some(name) if name != "option" && is_known(name) => {
                words.push("--option".into());
                words.push(text[2..].into());
            }
            _ => words.push(word),
        }
        if text == "--option" {
            words.extend(arguments.next());
        } else if !text.starts_with('-') {
            break;
        }
    }
    words.extend(arguments);
    words
}

/// Reads `NAME=VALUE` and tries it on an engine; the error names what is wrong.
pub fn read(texts: &[String], engine: &mut dyn Engine) -> Result<Settings, String> {
    let options = engine.options();
    let mut settings = Settings::default();
    for text in texts {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (text.trim(), None),
        };
        if plain(name) == plain(LOG_OPTION) {
            settings.log = value.map(str::to_owned);
            continue;
        }
        // Numbers of the search, for tuners: not declared, so their names are as they are.
        if name.starts_with(SEARCH) {
            let set = engine.set_option(name, value);
            set.map_err(|why| format!("option {name}: {why}"))?;
            settings.engine.push((name.to_owned(), value.map(str::to_owned)));
            continue;
        }
        let Some(option) = named(&options, name) else {
            if plain(name) == "evalapi" {
                return Err("option EvalAPI: it needs --allow-evalapi".to_owned());
            }
            let names: Vec<&str> = options.iter().map(|option| option.name).collect();
            return Err(format!(
                "no option has the name \"{name}\": there are {LOG_OPTION}, {}",
                names.join(", ")
            ));
        };
        // `--ponder` alone switches it on.
        let value = match (&option.kind, value) {
            (OptionKind::Check(_), None) => Some("true"),
            (_, value) => value,
        };
        let set = engine.set_option(option.name, value);
        set.map_err(|why| format!("option {}: {why}", option.name))?;
        settings.engine.push((option.name.to_owned(), value.map(str::to_owned)));
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::Variant;

    fn engine() -> Box<dyn Engine> {
        ferz_engine::engine(Variant::NORMAL)
    }

    fn spelled(line: &str) -> String {
        let words = line.split_whitespace().map(OsString::from);
        let words = spelled_out(words, &*engine());
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_of_options_are_arguments() {
        for (line, expected) in [
            ("ferz --threads=2", "ferz --option threads=2"),
            ("ferz --move-overhead=5 --ponder", "ferz --option move-overhead=5 --option ponder"),
            ("ferz --debug-log-file=x", "ferz --option debug-log-file=x"),
            ("ferz --option Hash=2 --hash=3", "ferz --option Hash=2 --option hash=3"),
            ("ferz --foo=2 --help", "ferz --foo=2 --help"),
            ("ferz --hash=2 bench --hash=3", "ferz --option hash=2 bench --hash=3"),
            ("ferz", "ferz"),
        ] {
            assert_eq!(spelled(line), expected);
        }
    }

    #[test]
    fn settings_are_tried() {
        let read = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            super::read(&texts, &mut *engine())
        };
        let settings = read(&["threads=2", "SKILL_LEVEL=3", "ponder", "debuglogfile=a=b"]);
        let settings = settings.expect("all are options");
        let set = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        assert_eq!(settings.log.as_deref(), Some("a=b"));
        assert_eq!(
            settings.engine,
            [set("Threads", "2"), set("Skill Level", "3"), set("Ponder", "true")]
        );
        let tuned = read(&["Search razor_base=200"]).expect("a number of the search");
        assert_eq!(tuned.engine, [set("Search razor_base", "200")]);
        for (text, named) in [
            ("hsah=2", "\"hsah\""),
            ("hash=many", "\"many\""),
            ("hash", "option Hash: "),
            ("EvalFile=/nowhere", "/nowhere"),
            ("evalapi=x.so", "--allow-evalapi"),
            ("Search razor_base=9999", "\"9999\""),
            ("Search razor=1", "\"Search razor\""),
        ] {
            let why = read(&[text]).expect_err(text);
            assert!(why.contains(named), "{text}: {why}");
        }
    }
}
