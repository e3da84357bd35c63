//! Where the peer programs are: other people's engines and interfaces that our tests talk with.
//!
//! `cargo xtask peers` installs them. A test that needs one fails when it is missing, with the
//! sentence that says how to get it: a test that did not run must not look like one that passed.

use std::path::{Path, PathBuf};

/// The path of the peer program `name`.
///
/// # Panics
/// When it is not installed.
pub fn peer(name: &str) -> PathBuf {
    find_program(name).unwrap_or_else(|| {
        panic!("this test needs the program {name:?}; `cargo xtask peers --install` installs it")
    })
}

/// Looks for a program in the search path, and in `/usr/games` and `/usr/sbin`, where Debian puts
/// engines and servers but where not everybody's path leads.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/games", "/usr/sbin"].map(PathBuf::from))
        .map(|folder| folder.join(name))
        .find(|candidate| candidate.is_file())
}

/// The Python interpreter that has the package `chess` (python-chess): the one of the virtual
/// environment that `cargo xtask peers --install` makes.
///
/// # Panics
/// When that environment is missing.
pub fn python() -> PathBuf {
    let candidate = environment().join("bin/python3");
    assert!(
        candidate.is_file(),
        "this test needs python-chess; `cargo xtask peers --install` puts it into target/peers"
    );
    candidate
}

/// The script of axe-core, which a page runs to look for what keeps people out.
///
/// # Panics
/// When it is missing.
pub fn axe() -> PathBuf {
    let script = "site-packages/axe_playwright_python/axe.min.js";
    let versions = std::fs::read_dir(environment().join("lib")).into_iter().flatten().flatten();
    versions
        .map(|version| version.path().join(script))
        .find(|script| script.is_file())
        .unwrap_or_else(|| {
            panic!(
                "this test needs axe-core; `cargo xtask peers --install` puts it into target/peers"
            )
        })
}

/// Where the packages of Python's are.
fn environment() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/python")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_is_found_and_nonsense_is_not() {
        assert!(find_program("sh").is_some_and(|path| path.is_absolute()));
        assert_eq!(find_program("no-such-program-anywhere"), None);
    }

    #[test]
    #[should_panic(expected = "cargo xtask peers --install")]
    fn a_missing_peer_says_how_to_get_it() {
        peer("no-such-program-anywhere");
    }
}
