//! Games from files that a user names: `--variants FILE`, and UCI's `VariantPath`.

use ferz_rules::Variant;
use ferz_rules::table::ini::{self, Added};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What came of a file.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The games that can be played now.
    pub games: Vec<Variant>,
    /// A line for each game that is refused: its name, the line of the file, and why.
    pub refused: Vec<String>,
}

/// The option of UCI and CECP that names files of games, as Fairy-Stockfish has it.
pub const OPTION: &str = "VariantPath";

/// The files in a value of [`OPTION`]: parted as the system parts paths.
pub fn files(value: &str) -> impl Iterator<Item = PathBuf> {
    let value = if value == "<empty>" { "" } else { value };
    std::env::split_paths(value)
        .filter(|file| !file.as_os_str().is_empty())
        .collect::<Vec<_>>()
        .into_iter()
}

/// Adds the games of a file to those that are known. Those that are known already, just as the file
/// has them, are counted among them.
///
/// # Errors
/// Says why the file cannot be read.
pub fn load(file: &Path) -> Result<Loaded, String> {
    let shown = file.display();
    let bytes = ferz_input::file::read(file).map_err(|why| format!("{shown}: {why}"))?;
    let text = String::from_utf8(bytes).map_err(|_| format!("{shown}: not in UTF-8"))?;
    let Added { games, refused } = ini::add(&text);
    Ok(Loaded { games, refused: refused.iter().map(|why| format!("{shown}: {why}")).collect() })
}

/// Commands after which words may belong to an engine.
const WITH_ENGINES: &[&str] = &["bridge", "check", "inspect", "polyglot", "uci2wb"];

/// Takes `--variants FILE` out of a command line: the games must be known before the rest is read.
pub fn taken_out(words: impl Iterator<Item = OsString>) -> (Vec<OsString>, Vec<PathBuf>) {
    let (mut rest, mut files) = (Vec::new(), Vec::new());
    let mut words = words;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy().into_owned();
        if let Some(file) = text.strip_prefix("--variants=") {
            files.push(file.into());
        } else if text == "--variants"
            && let Some(file) = words.next()
        {
            files.push(file.into());
        } else {
            rest.push(word);
            if rest.len() > 1 && WITH_ENGINES.contains(&text.as_str()) {
                rest.extend(words.by_ref());
            }
        }
    }
    (rest, files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, rest: &str, files: &[&str]) {
        let (words, found) = taken_out(line.split(' ').map(OsString::from));
        assert_eq!(words, rest.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(found, files.iter().map(PathBuf::from).collect::<Vec<_>>());
    }

    #[test]
    fn files_are_named_before_the_words_of_engines() {
        check("ferz --variants a.ini perft startpos 2", "ferz perft startpos 2", &["a.ini"]);
        check("ferz perft --variants=b c --variants d", "ferz perft c", &["b", "d"]);
        check("ferz --variants a check e --variants f", "ferz check e --variants f", &["a"]);
        check("ferz match a b --variants f", "ferz match a b", &["f"]);
        check("ferz --variants", "ferz --variants", &[]);
    }

    #[test]
    fn good_games_are_added_and_each_other_one_is_told() {
        let folder = std::env::temp_dir().join(format!("ferz-games-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let file = folder.join("games.ini");
        let text = "[half-board:chess]\nmaxRank = 6\nstartFen = 4k3/p7/8/8/7P/4K3 w - - 0 1\n\
                    [duck-board:chess]\nwallingRule = duck\n[normal:chess]\n";
        std::fs::write(&file, text).expect("a file for the test");
        let loaded = load(&file).expect("it is read");
        assert_eq!(loaded.games.iter().map(|game| game.name).collect::<Vec<_>>(), ["half-board"]);
        let told: Vec<&str> =
            loaded.refused.iter().filter_map(|line| Some(line.split_once(": ")?.1)).collect();
        assert_eq!(
            told,
            [
                "game \"duck-board\" is refused: line 5: \"wallingRule = duck\": only \"none\" is supported",
                "game \"normal\" is refused: line 6: the name \"normal\" is that of Chess",
            ]
        );
        let again = load(&file).expect("it is read again");
        assert_eq!((again.games, again.refused), (loaded.games, loaded.refused));
        std::fs::write(&file, "[half-board:chess]\n").expect("another file for the test");
        let other = load(&file).expect("it is read").refused;
        assert!(other[0].ends_with("line 1: the name \"half-board\" is that of half-board"));
        assert!(load(&folder.join("none.ini")).unwrap_err().contains("none.ini"));
        let _ = std::fs::remove_dir_all(&folder);
    }
}
