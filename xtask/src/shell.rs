//! Starting other programs, from the root of the workspace.

use anyhow::Context;
use std::ffi::OsStr;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is a folder of the workspace")
        .to_owned()
}

/// The cargo that started us.
pub(crate) fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A program to be run in the root of the workspace.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// Runs `command` with our own output; an error when it cannot start or does not succeed.
pub(crate) fn must(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", shown(command)))?;
    anyhow::ensure!(status.success(), "{} ended with {status}", shown(command));
    Ok(())
}

/// Runs `command` with a few lines on standard input and returns what it printed.
pub(crate) fn asked(command: &mut Command, lines: &str) -> anyhow::Result<String> {
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.with_context(|| format!("cannot start {}", shown(command)))?;
    let mut input = child.stdin.take().context("no standard input")?;
    // A program that needs no more of it may have ended already.
    match input.write_all(lines.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.into()),
        _ => drop(input),
    }
    printed(command, child.wait_with_output()?)
}

/// Runs `command` and returns what it printed.
pub(crate) fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot start {}", shown(command)))?;
    printed(command, output)
}

/// What a program that succeeded printed.
fn printed(command: &Command, output: Output) -> anyhow::Result<String> {
    anyhow::ensure!(output.status.success(), "{} ended with {}", shown(command), output.status);
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} printed something else than text", shown(command)))
}

/// Whether `command` starts and succeeds; what it prints is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The files of the workspace that are in the repository or about to be, relative to its root.
pub(crate) fn files() -> anyhow::Result<Vec<String>> {
    let mut git = command("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"]);
    let listed = output(&mut git)?;
    let mut files: Vec<String> = listed
        .split_terminator('\0')
        .filter(|file| root().join(file).is_file())
        .map(str::to_owned)
        .collect();
    files.sort_unstable();
    files.dedup();
    Ok(files)
}

fn shown(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(command.get_args().map(|word| word.to_string_lossy().into_owned()));
    format!("`{}`", words.join(" "))
}
