//! The command lines of PolyGlot and UCI2WB, so that the bridge can stand where XBoard expects one
//! of them: its `adapterCommand` and `uxiAdapter`.
//!
//! ```text
//! xboard -adapterCommand 'ferz polyglot -noini -ec "%fcp" -ed "%fd"' -fUCI -fcp stockfish
//! xboard -uxiAdapter 'ferz uci2wb -%variant "%fcp" "%fd"' -fUCCI -fcp eleeye
//! ```
//!
//! What they mean is read in PolyGlot's manual page, of Debian's polyglot 2.0.4, and in UCI2WB's, of
//! Debian's uci2wb.

use super::Arguments;
use crate::aside;
use anyhow::{Context, Result, bail};
use ferz_link::Protocol;
use std::path::PathBuf;

/// `polyglot [-noini] [-ec COMMAND] [-ed FOLDER] [-en NAME] [-uci NAME=VALUE]… [-pg NAME=VALUE]…
/// [-log TRUE] [-lf FILE]`. The other side is XBoard, or whatever speaks first.
pub fn polyglot(words: &[String]) -> Result<Arguments> {
    let mut arguments = Arguments::default();
    let mut words = words.iter();
    let (mut log, mut file, mut engine) = (false, "polyglot.log".to_owned(), None);
    let (mut resigns, mut resign_score) = (false, 600);
    while let Some(word) = words.next() {
        let mut value = || words.next().with_context(|| format!("{word} needs a value"));
        match word.as_str() {
            // XBoard leaves an empty word at the end.
            "" | "-noini" => {}
            "-ec" => engine = Some(value()?.clone()),
            "-ed" => arguments.directory = folder(value()?),
            // Only for a table of engines that nobody keeps here.
            "-en" => drop(value()?),
            "-uci" => arguments.options.push(value()?.clone()),
            "-log" => log = is_true(value()?),
            "-lf" => file.clone_from(value()?),
            "-pg" => match value()?.split_once('=') {
                Some((name, value)) if name.eq_ignore_ascii_case("Resign") => {
                    resigns = is_true(value);
                }
                Some((name, value)) if name.eq_ignore_ascii_case("ResignScore") => {
                    resign_score = value.trim().parse().context("ResignScore is no number")?;
                }
                Some((name, value)) if name.eq_ignore_ascii_case("HandleDraws") => {
                    arguments.draw = is_true(value).then_some(0);
                }
                _ => aside("ferz: this setting of PolyGlot is not known here"),
            },
            other => {
                bail!("{other}: PolyGlot's files and tools are not known here, use -noini -ec")
            }
        }
    }
    arguments.engine_protocol = Some(Protocol::Uci);
    arguments.resign = resigns.then_some(resign_score);
    arguments.log = log.then(|| PathBuf::from(file));
    arguments.command = split(&engine.context("no engine: -ec COMMAND")?)?;
    Ok(arguments)
}

/// `uci2wb [debug] [-var GAMES] [-nice N] [-kill N] [-c|-s|-x] COMMAND [FOLDER]`.
pub fn uci2wb(words: &[String]) -> Result<Arguments> {
    let mut arguments = Arguments { engine_protocol: Some(Protocol::Uci), ..Arguments::default() };
    let mut words = words.iter().peekable();
    while let Some(word) = words.next_if(|word| *word == "debug" || word.starts_with('-')) {
        match word.as_str() {
            "debug" => {}
            "-var" | "-nice" | "-kill" => {
                words.next().with_context(|| format!("{word} needs a value"))?;
                aside(format_args!("ferz: {word} is not known here"));
            }
            // The whole name of a game may stand for the letter.
            flag if flag.starts_with("-x") => arguments.engine_protocol = Some(Protocol::Ucci),
            flag if flag.starts_with("-s") => bail!("{flag}: USI is not known here"),
            _ => {}
        }
    }
    arguments.command = split(words.next().context("no engine")?)?;
    arguments.directory = words.next().and_then(|text| folder(text));
    match words.find(|word| !word.is_empty()) {
        None => Ok(arguments),
        Some(word) => bail!("{word:?} is one word too many"),
    }
}

/// Where the engine runs; XBoard gives `.` or nothing when nobody has chosen.
fn folder(text: &str) -> Option<PathBuf> {
    (!text.is_empty()).then(|| PathBuf::from(text))
}

fn is_true(text: &str) -> bool {
    ["true", "yes", "on", "1"].iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// A command line as a shell would part it.
fn split(text: &str) -> Result<Vec<std::ffi::OsString>> {
    let words = shlex::split(text).with_context(|| format!("no command: {text:?}"))?;
    if words.is_empty() {
        bail!("no engine");
    }
    Ok(words.into_iter().map(Into::into).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        shlex::split(text).unwrap()
    }

    fn told(arguments: Result<Arguments>) -> String {
        match arguments {
            Err(error) => error.to_string(),
            Ok(arguments) => {
                let Arguments { engine_protocol, options, resign, command, directory, log, .. } =
                    arguments;
                let command: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
                let protocol = engine_protocol.map_or("?".to_owned(), |it| it.to_string());
                let mut text = format!("{protocol}: {}", command.join("|"));
                text += &directory.map_or(String::new(), |path| format!(" in {}", path.display()));
                text += &options.iter().map(|option| format!(" {option}")).collect::<String>();
                text += &resign.map_or(String::new(), |score| format!(" resign {score}"));
                text + &log.map_or(String::new(), |path| format!(" log {}", path.display()))
            }
        }
    }

    /// XBoard's own command lines, among others.
    #[test]
    fn command_lines_of_polyglot() {
        let read = |text: &str| told(polyglot(&words(text)));
        assert_eq!(read("-noini -ec stockfish -ed . ''"), "uci: stockfish in .");
        let long = r#"-noini -ec "'my engine' -x" -ed "" -uci Hash=4 -pg Resign=true -log true"#;
        assert_eq!(read(long), "uci: my engine|-x Hash=4 resign 600 log polyglot.log");
        assert!(read("-noini").contains("no engine"));
        assert!(read("-ec").contains("-ec needs a value"));
        assert!(read("make-book -pgn x").contains("make-book"));
    }

    #[test]
    fn command_lines_of_uci2wb() {
        let read = |text: &str| told(uci2wb(&words(text)));
        assert_eq!(read("stockfish"), "uci: stockfish");
        assert_eq!(read("debug -c \"pikafish -q\" /opt"), "uci: pikafish|-q in /opt");
        assert_eq!(read("-xiangqi eleeye ''"), "ucci: eleeye");
        assert_eq!(read("-normal x . ''"), "uci: x in .");
        assert!(read("-shogi x").contains("USI"));
        assert!(read("debug").contains("no engine"));
        assert!(read("a b c").contains("one word too many"));
    }
}
