//! `cargo xtask dist`: the one binary, built for release, alone in a folder with its licences.

use crate::shell;
use anyhow::Context;
use std::fs;

pub(crate) fn run() -> anyhow::Result<()> {
    let metadata = crate::tidy::metadata()?;
    let target = metadata["target_directory"].as_str().context("cargo names no target folder")?;
    shell::must(shell::cargo().args(["build", "--release", "--locked", "--package", "ferz"]))?;
    let folder = shell::root().join("target/dist");
    fs::create_dir_all(&folder)?;
    let name = format!("ferz{}", std::env::consts::EXE_SUFFIX);
    let built = std::path::Path::new(target).join("release").join(&name);
    let size = fs::copy(&built, folder.join(&name))
        .with_context(|| format!("cannot copy {}", built.display()))?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        fs::copy(shell::root().join(licence), folder.join(licence))
            .with_context(|| format!("cannot copy {licence}"))?;
    }
    println!("{} ({:.1} MB)", folder.join(name).display(), size as f64 / 1e6);
    Ok(())
}
