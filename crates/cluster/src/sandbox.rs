//! Engines behind bubblewrap: without network, without the user's files, with one folder to write in.

use crate::ClusterError;
use ferz_arena::config::EngineSpec;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The program that makes the walls.
const BUBBLEWRAP: &str = "bwrap";

/// Parts of the system that programs need to run; not all machines have all.
const SYSTEM: [&str; 8] =
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/alternatives", "/etc/ld.so.cache"];

/// Puts an engine behind walls: it sees the system's programs and `files`, may write in `place`, where it
/// runs, and in an empty `/tmp`, and has no network.
pub(crate) fn confine(spec: &mut EngineSpec, files: &Path, place: &Path) {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let mut words: Vec<String> = Vec::new();
    let mut add = |more: &[&str]| words.extend(more.iter().map(|word| (*word).to_owned()));
    add(&["--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]);
    add(&["--setenv", "PATH", "/usr/local/bin:/usr/bin:/bin:/usr/games"]);
    for path in SYSTEM {
        add(&["--ro-bind-try", path, path]);
    }
    add(&["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]);
    let (files, place) = (text(files), text(place));
    add(&["--ro-bind", &files, &files, "--bind", &place, &place, "--chdir", &place, "--"]);
    words.push(text(&spec.program));
    words.append(&mut spec.arguments);
    spec.arguments = words;
    spec.program = BUBBLEWRAP.into();
}

/// Sees whether walls can be made on this machine.
///
/// # Errors
/// When bubblewrap is not there, or the system does not let it.
pub fn check() -> Result<(), ClusterError> {
    let mut spec = EngineSpec { program: "true".into(), ..EngineSpec::default() };
    let folder = std::env::temp_dir();
    confine(&mut spec, Path::new("/usr"), &folder);
    let mut command = Command::new(&spec.program);
    let output = command.args(&spec.arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|reason| match reason.kind() {
        io::ErrorKind::NotFound => ClusterError::NotHere(format!(
            "there is no program {BUBBLEWRAP} here, which makes the sandbox: install bubblewrap"
        )),
        _ => ClusterError::system(BUBBLEWRAP, reason),
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let reason =
        format!("no sandbox can be made here, where user namespaces may be forbidden: {said}");
    Err(ClusterError::NotHere(reason))
}
