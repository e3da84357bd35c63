//! What tells one program of an engine from another: a run goes on with those it began with.

use crate::config::EngineSpec;
use ferz_input::file;
use serde::{Deserialize, Serialize};
use std::io::Read;
use std::path::{Path, PathBuf};

/// A program's file, and that of the script it is given. A CRC-32 and the length are enough here:
/// builds differ by accident, and nobody has a reason to forge one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Bytes.
    pub length: u64,
    /// The CRC-32 of them.
    pub crc: u32,
}

/// Programs that run what their first argument names.
const INTERPRETERS: [&str; 14] = [
    "bash", "dash", "java", "ksh", "lua", "mono", "node", "perl", "pypy", "python", "ruby", "sh",
    "wine", "zsh",
];

impl Program {
    /// The program of an engine; `None` if it cannot be read.
    pub fn of(spec: &EngineSpec) -> Option<Program> {
        let mut hasher = crc32fast::Hasher::new();
        let program = found(spec)?;
        let mut length = add(&program, &mut hasher)?;
        if let Some(script) = script(spec) {
            length += add(&script, &mut hasher)?;
        }
        Some(Program { length, crc: hasher.finalize() })
    }

    /// The file of an engine's program, as the system finds it.
    pub fn path(spec: &EngineSpec) -> Option<PathBuf> {
        found(spec)
    }
}

/// Where the program is: as the system finds it.
fn found(spec: &EngineSpec) -> Option<PathBuf> {
    if spec.program.components().count() > 1 {
        return beside(spec, &spec.program);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(&spec.program))
        .find(|file| file.is_file())
}

/// A file in the folder where the engine runs, or in ours.
fn beside(spec: &EngineSpec, name: &Path) -> Option<PathBuf> {
    let there = spec.directory.iter().map(|folder| folder.join(name));
    there.chain([name.to_owned()]).find(|file| file.is_file())
}

fn script(spec: &EngineSpec) -> Option<PathBuf> {
    let name = spec.program.file_stem()?.to_str()?;
    let name = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    if !INTERPRETERS.contains(&name) {
        return None;
    }
    let argument = spec.arguments.iter().find(|argument| !argument.starts_with('-'))?;
    beside(spec, Path::new(argument))
}

/// Adds what is in a file; returns its length.
fn add(path: &Path, hasher: &mut crc32fast::Hasher) -> Option<u64> {
    let mut file = file::open(path).ok()?;
    let (mut buffer, mut length) = (vec![0; 1 << 16], 0);
    loop {
        match file.read(&mut buffer).ok()? {
            0 => return Some(length),
            count => {
                hasher.update(buffer.get(..count)?);
                length += count as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_or_script_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let engine = |program: PathBuf, arguments: &[&str]| EngineSpec {
            program,
            arguments: arguments.iter().map(|text| (*text).to_owned()).collect(),
            directory: Some(folder.path().to_owned()),
            ..EngineSpec::default()
        };
        let native = engine(write("engine", "one"), &["script"]);
        let script = engine(write("python3.11", "python"), &["-u", "script"]);
        write("script", "first");
        let (before, script_before) = (Program::of(&native), Program::of(&script));
        assert_eq!(before.unwrap().length, 3);
        write("script", "other");
        assert_eq!(Program::of(&native), before);
        assert_ne!(Program::of(&script), script_before);
        write("engine", "two");
        assert_ne!(Program::of(&native), before);
        assert_eq!(Program::of(&engine("no/such/program".into(), &[])), None);
    }
}
