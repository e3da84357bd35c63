//! Where the user's files are: the XDG Base Directory Specification.

use std::path::PathBuf;

/// A file of settings; `None` where the system names no folder of this user's.
pub fn settings(file: &str) -> Option<PathBuf> {
    folder("XDG_CONFIG_HOME", ".config", file)
}

/// A file of data; `None` where the system names no folder of this user's.
pub fn data(file: &str) -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share", file)
}

fn folder(variable: &str, usual: &str, file: &str) -> Option<PathBuf> {
    // Relative paths there are to be ignored.
    let named = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = named(variable).or_else(|| Some(named("HOME")?.join(usual)))?;
    Some(folder.join("ferz").join(file))
}
