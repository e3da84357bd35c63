//! What comes over the network and would reach the system of this machine: only this passes.

use crate::Hash;
use ferz_arena::Config;
use std::collections::BTreeMap;
use std::path::{Component, Path};

/// What was sent and is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} {text:?}: {reason}")]
pub struct Unsafe {
    /// What it is.
    what: &'static str,
    /// As it was sent.
    text: String,
    /// Why not.
    reason: &'static str,
}

fn refused<T>(
    what: &'static str,
    text: impl Into<String>,
    reason: &'static str,
) -> Result<T, Unsafe> {
    Err(Unsafe { what, text: text.into(), reason })
}

/// The name of a run: part of subjects and of paths.
pub fn run_name(name: &str) -> Result<(), Unsafe> {
    let is_fine = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || name.len() > 64 || !name.chars().all(is_fine) {
        return refused("run", name, "a name has letters, digits and dashes");
    }
    Ok(())
}

/// A run whose engines shall play on another machine: nothing in it names a file there.
///
/// Options are checked, too: an engine that is trusted may have one that names a log to be written.
/// Values and arguments that name a file which is `sent` are other paths there.
pub(crate) fn config(config: &Config, sent: &BTreeMap<String, Hash>) -> Result<(), Unsafe> {
    let elsewhere = "files are sent only where they are programs, openings or named by --send";
    if let Some(file) = &config.quirks {
        return refused("--quirks", file.to_string_lossy(), elsewhere);
    }
    if let Some(tables) = &config.adjudication.tables {
        return refused("endgame tables", &tables.path, elsewhere);
    }
    for engine in &config.engines {
        if let Some(folder) = &engine.directory {
            return refused(
                "dir=",
                folder.to_string_lossy(),
                "it would be another machine's folder",
            );
        }
        for argument in engine.arguments.iter().filter(|text| !sent.contains_key(*text)) {
            inside("argument", argument)?;
        }
        for line in &engine.init {
            inside("line", line)?;
        }
        for setting in &engine.options {
            if let Some(value) = setting.value.as_ref().filter(|text| !sent.contains_key(*text)) {
                inside("option", &format!("{}={value}", setting.name))?;
            }
        }
    }
    Ok(())
}

/// No word of it leads out of a folder.
fn inside(what: &'static str, text: &str) -> Result<(), Unsafe> {
    if text.contains(['\n', '\r', '\0']) {
        return refused(what, text, "it has more than one line");
    }
    let separators = |c: char| c.is_whitespace() || "=,;:\"'|&<>".contains(c);
    let leads_out = |word: &str| {
        let path = word.replace('\\', "/");
        path.starts_with(['/', '~'])
            || Path::new(&path).components().any(|part| matches!(part, Component::ParentDir))
    };
    match text.split(separators).any(leads_out) {
        true => refused(what, text, "a path that leads out of the worker's folder"),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_arena::config::{EngineSpec, Setting};

    #[test]
    fn names_of_runs_are_no_paths_and_no_subjects() {
        assert!(run_name("2026-11-23-otter").is_ok());
        for bad in ["", ".", "..", "a/b", "../x", "a.b", "a*", ">", "a b", "a\n", "ä"] {
            assert!(
                run_name(bad).unwrap_err().to_string().contains(&format!("{bad:?}")),
                "{bad:?}"
            );
        }
        assert!(run_name(&"a".repeat(65)).is_err());
    }

    #[test]
    fn nothing_leads_out_of_the_folder() {
        let with = |change: &dyn Fn(&mut EngineSpec)| {
            let mut engine = EngineSpec::default();
            change(&mut engine);
            config(&Config { engines: vec![engine], ..Config::default() }, &BTreeMap::new())
        };
        for fine in ["64", "true", "nets/a.net", "1/2", "a..b", "8+0.08", ""] {
            assert_eq!(with(&|engine| engine.arguments.push(fine.into())), Ok(()), "{fine}");
        }
        for bad in [
            "/etc/x",
            "../x",
            "a/../../x",
            "--log=/x",
            "~/x",
            "..",
            r"..\x",
            "a;/x",
            "a\nb",
            "@|/x",
        ] {
            let changes: [&dyn Fn(&mut EngineSpec); 3] = [
                &|engine| engine.arguments.push(bad.into()),
                &|engine| engine.init.push(bad.into()),
                &|engine| {
                    let (name, value) = ("Debug Log File".into(), Some(bad.into()));
                    engine.options.push(Setting { name, value, optional: false });
                },
            ];
            for change in changes {
                assert!(with(change).is_err(), "{bad:?}");
            }
        }
        assert!(with(&|engine| engine.directory = Some("x".into())).is_err());
        let quirks = Config { quirks: Some("x".into()), ..Config::default() };
        assert_eq!(
            config(&quirks, &BTreeMap::new()).unwrap_err().to_string(),
            "--quirks \"x\": files are sent only where they are programs, openings or named by --send"
        );
    }
}
