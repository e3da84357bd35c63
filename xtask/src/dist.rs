//! `cargo xtask dist`: an archive for users: the one binary, built for release, with completions,
//! manual pages, XBoard's description, documents and all licences.
//!
//! ```text
//! ferz-0.1.0-x86_64-linux/
//!   ferz  README.md  CHANGELOG.md  LICENSE-MIT  LICENSE-APACHE  THIRD-PARTY-LICENCES.txt
//!   docs/  completions/  man/man1/  xboard/ferz.eng
//! ```

use crate::{notices, profile, shell};
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};

/// The shells and the names that their completions have where shells look for them.
const COMPLETIONS: [(&str, &str); 4] =
    [("bash", "ferz.bash"), ("zsh", "_ferz"), ("fish", "ferz.fish"), ("powershell", "_ferz.ps1")];

/// Files of the repository that go along.
const ALONG: [&str; 4] = ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"];

/// How the archive is made.
pub(crate) struct Options {
    profile: bool,
}

impl Options {
    pub(crate) fn parse(arguments: &[String]) -> anyhow::Result<Options> {
        let mut options = Options { profile: true };
        for argument in arguments {
            match argument.as_str() {
                "--without-profile" => options.profile = false,
                other => anyhow::bail!("unexpected argument {other:?}"),
            }
        }
        Ok(options)
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let metadata = crate::tidy::metadata()?;
    let target = metadata["target_directory"].as_str().context("cargo names no target folder")?;
    let target = Path::new(target);
    let built = if options.profile { profile::build(target)? } else { plain(target)? };
    let dist = shell::root().join("target/dist");
    let folder = fill(&built, &dist)?;
    let archive = pack(&folder)?;
    let size = fs::metadata(&archive)?.len();
    println!("{} ({:.1} MB)", archive.display(), size as f64 / 1e6);
    Ok(())
}

/// A release build as cargo makes it.
fn plain(target: &Path) -> anyhow::Result<PathBuf> {
    shell::must(shell::cargo().args(["build", "--release", "--locked", "--package", "ferz"]))?;
    Ok(target.join("release").join(format!("ferz{}", std::env::consts::EXE_SUFFIX)))
}

/// Makes the folder of the archive for this binary.
fn fill(built: &Path, dist: &Path) -> anyhow::Result<PathBuf> {
    let (os, machine) = (std::env::consts::OS, std::env::consts::ARCH);
    let name = format!("ferz-{}-{machine}-{os}", env!("CARGO_PKG_VERSION"));
    let folder = dist.join(name);
    // What an older version left there does not belong into the archive.
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    for inner in ["docs", "completions", "man/man1", "xboard"] {
        fs::create_dir_all(folder.join(inner))?;
    }
    let copy = |from: &Path, to: PathBuf| {
        fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display())).map(drop)
    };
    copy(built, folder.join(built.file_name().context("no program")?))?;
    for file in ALONG {
        copy(&shell::root().join(file), folder.join(file))?;
    }
    for entry in fs::read_dir(shell::root().join("docs"))? {
        let path = entry?.path();
        if path.is_file() {
            copy(&path, folder.join("docs").join(path.file_name().context("no name")?))?;
        }
    }
    for (shell, file) in COMPLETIONS {
        let script = shell::output(shell::command(built).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(file), script)?;
    }
    shell::must(shell::command(built).arg("man").arg(folder.join("man/man1")))?;
    fs::write(folder.join("xboard/ferz.eng"), engine(built)?)?;
    fs::write(folder.join("THIRD-PARTY-LICENCES.txt"), notices::text("ferz")?)?;
    Ok(folder)
}

/// What XBoard reads in `games/plugins/xboard` to find engines, as those of Debian's packages are:
/// the version of the format, the command, the games.
fn engine(built: &Path) -> anyhow::Result<String> {
    let said = shell::asked(&mut shell::command(built), "xboard\nprotover 2\nquit\n")?;
    let games = said.split("variants=\"").nth(1).and_then(|rest| rest.split('"').next());
    let games = games.context("the program lists no games over CECP")?;
    Ok(format!("plugin spec 0.0\nferz\n{}\n", games.replacen("normal", "chess", 1)))
}

/// Packs the folder beside itself.
fn pack(folder: &Path) -> anyhow::Result<PathBuf> {
    let name = folder.file_name().and_then(|name| name.to_str()).context("no name")?;
    let dist = folder.parent().context("no parent")?;
    let archive = format!("{name}.tar.gz");
    shell::must(shell::command("tar").current_dir(dist).args(["-czf", &archive, name]))?;
    Ok(dist.join(archive))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stand-in for the binary: it prints its arguments, and makes a page.
    #[cfg(unix)]
    #[test]
    fn what_is_in_the_archive() {
        use std::os::unix::fs::PermissionsExt;
        let dist = shell::root().join(format!("target/dist-test-{}", std::process::id()));
        fs::create_dir_all(&dist).expect("a folder");
        let built = dist.join("ferz");
        let script = "#!/bin/sh\nif [ \"$1\" = man ]; then : > \"$2/ferz.1\"; else echo \"$@\"; fi\n\
             echo 'feature variants=\"normal,shogi\" x=1'\n";
        fs::write(&built, script).expect("a script");
        fs::set_permissions(&built, fs::Permissions::from_mode(0o755)).expect("its mode");
        let folder = fill(&built, &dist).expect("a folder");
        let plugin = fs::read_to_string(folder.join("xboard/ferz.eng")).expect("a file");
        assert_eq!(plugin, "plugin spec 0.0\nferz\nchess,shogi\n");
        let archive = pack(&folder).expect("an archive");
        let listed = shell::output(shell::command("tar").arg("-tzf").arg(&archive));
        let listed = listed.expect("what is in it");
        fs::remove_dir_all(&dist).expect("our folder");
        for file in [
            "/ferz\n",
            "/LICENSE-MIT\n",
            "/THIRD-PARTY-LICENCES.txt\n",
            "/CHANGELOG.md\n",
            "/docs/evalapi.h\n",
            "/completions/_ferz\n",
            "/completions/ferz.bash\n",
            "/man/man1/ferz.1\n",
            "/xboard/ferz.eng\n",
        ] {
            assert!(listed.contains(file), "{file}: {listed}");
        }
    }
}
