//! A release build guided by a profile: built once to count, run on the `bench` of several games,
//! and built again with the counts.
//!
//! The counts are read by `llvm-profdata`, which has to be of the compiler's version of LLVM: it
//! comes with `rustup component add llvm-tools`, or as Debian's or LLVM's `llvm-<version>`.

use crate::shell;
use anyhow::Context;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The games whose search is counted, and how deep: the two that most people play, and one of each
/// kind by table.
const TRAINING: [(&str, &str); 6] = [
    ("normal", "13"),
    ("xiangqi", "11"),
    ("crazyhouse", "8"),
    ("antichess", "8"),
    ("capablanca", "8"),
    ("shogi", "7"),
];

/// Builds the program, and says where it is.
pub(crate) fn build(target: &Path) -> anyhow::Result<PathBuf> {
    let profdata = profdata()?;
    let folder = target.join("profile");
    let counts = folder.join("counts");
    if counts.exists() {
        fs::remove_dir_all(&counts)?;
    }
    // A folder of its own: other flags would throw away what the usual one has.
    let counting = cargo_build(&folder, &flag("-Cprofile-generate=", &counts))?;
    for (game, depth) in TRAINING {
        shell::must(shell::command(&counting).args(["bench", depth, "--variant", game]))?;
    }
    let merged = folder.join("ferz.profdata");
    shell::must(shell::command(profdata).args(["merge", "-o"]).arg(&merged).arg(&counts))?;
    cargo_build(&folder, &flag("-Cprofile-use=", &merged))
}

fn flag(name: &str, path: &Path) -> OsString {
    let mut flag = OsString::from(name);
    flag.push(path);
    flag
}

fn cargo_build(target: &Path, flag: &OsString) -> anyhow::Result<PathBuf> {
    let host = field(&shell::output(shell::command("rustc").arg("-vV"))?, "host")?;
    let mut flags = std::env::var_os("RUSTFLAGS").unwrap_or_default();
    flags.push(" ");
    flags.push(flag);
    // With a target named, build scripts and macros are not counted.
    let mut cargo = shell::cargo();
    cargo.args(["build", "--release", "--locked", "--package", "ferz", "--target", &host]);
    shell::must(cargo.env("CARGO_TARGET_DIR", target).env("RUSTFLAGS", flags))?;
    let program = format!("ferz{}", std::env::consts::EXE_SUFFIX);
    Ok(target.join(host).join("release").join(program))
}

/// The program that reads the counts of this compiler.
fn profdata() -> anyhow::Result<PathBuf> {
    let version = shell::output(shell::command("rustc").arg("-vV"))?;
    let (host, llvm) = (field(&version, "host")?, field(&version, "LLVM version")?);
    let major = llvm.split('.').next().unwrap_or_default();
    let sysroot = shell::output(shell::command("rustc").args(["--print", "sysroot"]))?;
    let with_rust = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin");
    let places = [
        with_rust.join("llvm-profdata"),
        format!("llvm-profdata-{major}").into(),
        "llvm-profdata".into(),
    ];
    let fits = |place: &PathBuf| {
        let mut command = Command::new(place);
        let said = command.arg("--version").output();
        said.is_ok_and(|said| says(&String::from_utf8_lossy(&said.stdout), major))
    };
    places.into_iter().find(fits).with_context(|| {
        format!(
            "no llvm-profdata of LLVM {major}: `rustup component add llvm-tools` or the package \
             llvm-{major} has it; `cargo xtask dist --without-profile` does without"
        )
    })
}

/// Whether a program of LLVM says that it has this major version.
fn says(text: &str, major: &str) -> bool {
    text.contains(&format!("LLVM version {major}."))
}

/// What `rustc -vV` says about one thing.
fn field(text: &str, name: &str) -> anyhow::Result<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    Ok(line.with_context(|| format!("rustc does not say its {name}"))?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compilers_version_is_read() {
        let text = "rustc 1.0\nhost: x86_64-unknown-linux-gnu\nLLVM version: 22.1.2\n";
        assert_eq!(field(text, "host").unwrap(), "x86_64-unknown-linux-gnu");
        assert_eq!(field(text, "LLVM version").unwrap(), "22.1.2");
        assert!(field(text, "hos").is_err());
        assert!(says("Debian LLVM version 22.1.8\n  Optimized build.", "22"));
        assert!(!says("Debian LLVM version 14.0.6", "22"));
    }
}
