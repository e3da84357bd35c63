//! `--log` and `--debug`: what engines and runner say to each other, in files or on the screen.

use super::grammar::Request;
use anyhow::{Context, Result};
use ferz_arena::conversations::Conversations;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where conversations go.
pub(super) struct Recorder {
    files: Option<Files>,
    /// On standard error, too.
    shown: bool,
}

/// A folder, and how the names of the files in it begin and end.
struct Files {
    folder: PathBuf,
    before: String,
    ending: String,
}

impl Recorder {
    /// What was asked for, if anything was.
    pub(super) fn of(request: &Request) -> Result<Option<Recorder>> {
        let files = request.log.as_deref().map(Files::at).transpose()?;
        let shown = request.debug;
        Ok((files.is_some() || shown).then_some(Recorder { files, shown }))
    }
}

impl Files {
    /// A path that is a folder, or ends in a slash, is one; another is the beginning of names.
    fn at(path: &Path) -> Result<Files> {
        let ends_in_slash = path.to_string_lossy().ends_with(std::path::is_separator);
        let files = if path.is_dir() || ends_in_slash {
            Files { folder: path.to_owned(), before: String::new(), ending: "log".to_owned() }
        } else {
            let part = |part: Option<&std::ffi::OsStr>| {
                part.map(|part| part.to_string_lossy().into_owned())
            };
            Files {
                folder: path.parent().unwrap_or(Path::new("")).to_owned(),
                before: part(path.file_stem()).map_or_else(String::new, |stem| stem + "-"),
                ending: part(path.extension()).unwrap_or_else(|| "log".to_owned()),
            }
        };
        if !files.folder.as_os_str().is_empty() {
            fs::create_dir_all(&files.folder)
                .with_context(|| format!("cannot make {}", files.folder.display()))?;
        }
        Ok(files)
    }

    /// A new file: `2-stockfish-003.log` is the third of the second engine. None is written over.
    fn create(&self, index: usize, name: &str) -> io::Result<fs::File> {
        let name = file_name(name);
        let mut number = 1;
        loop {
            let Files { before, ending, .. } = self;
            let file = format!("{before}{}-{name}-{number:03}.{ending}", index + 1);
            match OpenOptions::new().write(true).create_new(true).open(self.folder.join(file)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                result => return result,
            }
        }
    }
}

/// A name that can be part of a file's name everywhere.
fn file_name(name: &str) -> String {
    let shown = |c: char| if c.is_alphanumeric() || c == '.' || c == '_' { c } else { '-' };
    let name: String = name.chars().map(shown).take(40).collect();
    if name.is_empty() { "engine".to_owned() } else { name }
}

impl Conversations for Recorder {
    fn open(&self, index: usize, name: &str) -> io::Result<Box<dyn Write + Send>> {
        let file = match &self.files {
            Some(files) => Some(BufWriter::new(files.create(index, name)?)),
            None => None,
        };
        let label = self.shown.then(|| format!("{} ", ferz_input::text::name(name)));
        Ok(Box::new(Place { file, label, line: Vec::new() }))
    }
}

/// Where one conversation goes.
struct Place {
    file: Option<BufWriter<fs::File>>,
    /// Before each line on the screen.
    label: Option<String>,
    /// What is not a whole line yet.
    line: Vec<u8>,
}

impl Place {
    fn show(&mut self, bytes: &[u8]) {
        let Some(label) = &self.label else { return };
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            let text = ferz_input::text::decode(&line);
            let is_safe = |c: &char| !c.is_control();
            let text: String = text.chars().filter(is_safe).collect();
            if !text.starts_with('#') {
                // That nobody looks is no reason to stop a match.
                let _ = writeln!(io::stderr(), "{label}{text}");
            }
        }
    }
}

impl Write for Place {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.show(bytes);
        match &mut self.file {
            Some(file) => file.write_all(bytes),
            None => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_for_each_process() {
        let folder = tempfile::tempdir().unwrap();
        let names = |path: &str, wanted: [&str; 2]| {
            let files = Files::at(&folder.path().join(path)).unwrap();
            for name in wanted {
                drop(files.create(1, "../Sto ck/fish").unwrap());
                assert!(files.folder.join(name).is_file(), "{name}");
            }
        };
        names("talk/", ["2-..-Sto-ck-fish-001.log", "2-..-Sto-ck-fish-002.log"]);
        names("x.txt", ["x-2-..-Sto-ck-fish-001.txt", "x-2-..-Sto-ck-fish-002.txt"]);
    }
}
