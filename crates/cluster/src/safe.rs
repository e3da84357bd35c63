//! What comes over the network and would reach the system of this machine: only this passes.

use crate::Hash;
use ferz_arena::Config;
use ferz_arena::config::Setting;
use ferz_arena::queue::Job;
use ferz_arena::schedule::Pairing;
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
        if let Some(partner) = &engine.partner {
            let why = "partners play on the machine of their engine alone";
            return refused("partner=", partner.program.to_string_lossy(), why);
        }
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
            if setting.value.as_ref().is_none_or(|value| !sent.contains_key(value)) {
                option(setting)?;
            }
        }
    }
    Ok(())
}

fn option(setting: &Setting) -> Result<(), Unsafe> {
    let value = setting.value.as_deref().unwrap_or_default();
    inside("option", &format!("{}={value}", setting.name))
}

/// A job of a run with so many engines: it is about these, and its options and its opening are as harmless as
/// those of the run.
pub(crate) fn job(job: &Job, engines: usize) -> Result<(), Unsafe> {
    let two = |game: &Pairing| [game.first.min(game.second), game.first.max(game.second)];
    let is_right = |game: &Pairing| {
        let [one, other] = two(game);
        one < other && other < engines && Some([one, other]) == job.games.first().map(two)
    };
    if job.games.is_empty() || !job.games.iter().all(is_right) || job.settings.len() > engines {
        let text = serde_json::to_string(&job.games).unwrap_or_default();
        return refused("job", text, "its games are not by two engines of the run");
    }
    for setting in job.settings.iter().flatten() {
        option(setting)?;
    }
    let opening = job.opening.fen.iter().chain(&job.opening.moves);
    match opening.into_iter().find(|text| text.contains(char::is_control)) {
        Some(text) => refused("opening", text, "it has more than one line"),
        None => Ok(()),
    }
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
    use ferz_arena::config::EngineSpec;
    use ferz_arena::openings::Opening;

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
    fn jobs_are_about_the_engines_of_the_run_and_bring_no_paths() {
        let with = |change: &dyn Fn(&mut Job)| {
            let game = Pairing { number: 1, round: 1, first: 0, second: 1, opening: 0 };
            let other = Pairing { number: 2, first: 1, second: 0, ..game };
            let mut harmless = Job {
                run: "a".into(),
                games: vec![game, other],
                opening: Opening { number: 1, fen: None, moves: vec!["e2e4".into()] },
                attempt: 0,
                settings: Vec::new(),
            };
            change(&mut harmless);
            job(&harmless, 2).map_err(|error| error.to_string())
        };
        let set = |name: &str, value: &str| {
            let setting = Setting { name: name.into(), value: Some(value.into()), optional: false };
            vec![vec![setting], Vec::new()]
        };
        assert_eq!(with(&|_| ()), Ok(()));
        assert_eq!(with(&|job| job.settings = set("Hash", "64")), Ok(()));
        let refused = |change: &dyn Fn(&mut Job), wanted: &str| {
            let why = with(change).unwrap_err();
            assert!(why.contains(wanted), "{why}");
        };
        refused(&|job| job.games.clear(), "not by two engines");
        refused(&|job| job.games[0].second = 7, "not by two engines");
        refused(&|job| job.games[1].first = 0, "not by two engines");
        refused(&|job| job.settings = set("Debug Log File", "/x"), "\"Debug Log File=/x\"");
        refused(&|job| job.settings = set("Hash", "1\nquit"), "more than one line");
        refused(&|job| job.settings = vec![Vec::new(); 3], "not by two engines");
        refused(&|job| job.opening.fen = Some("8/8\nquit".into()), "opening \"8/8\\nquit\"");
        refused(&|job| job.opening.moves.push("e7e5\rquit".into()), "more than one line");
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
