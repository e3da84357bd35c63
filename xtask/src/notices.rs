//! The licences of all crates that are linked into the program, as one text to go with it.
//!
//! MIT, BSD and Apache-2.0 want their text beside the binary. The texts are in the packages that cargo
//! has fetched; equal ones are printed once.

use crate::shell;
use anyhow::Context;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Beginnings of the names of files that hold a licence or what goes with it.
const FILES: [&str; 6] = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICEN", "AUTHORS"];

/// By SPDX.
const APACHE: &str = "Apache-2.0";

/// One crate of others.
struct Linked {
    /// Name and version.
    title: String,
    /// Its licence as SPDX, and where it comes from.
    terms: String,
    texts: Vec<String>,
}

/// The text for the program with this name. A crate without any licence text is an
/// error, unless it is under the Apache licence.
pub(crate) fn text(program: &str) -> anyhow::Result<String> {
    let host = shell::output(shell::command("rustc").arg("-vV"))?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).context("no host")?;
    let mut cargo = shell::cargo();
    cargo.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", host]);
    let metadata: Value =
        serde_json::from_str(&shell::output(&mut cargo)?).context("cargo metadata is no JSON")?;
    let linked = linked(&metadata, program)?;
    let mut by_text: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut list = String::new();
    for one in &linked {
        writeln!(list, "  {}: {}", one.title, one.terms)?;
        for text in &one.texts {
            by_text.entry(text).or_default().insert(&one.title);
        }
    }
    let mut out = format!(
        "{program} contains these crates, beside its own and Rust's standard library\n\
         (MIT OR Apache-2.0, https://www.rust-lang.org):\n\n{list}"
    );
    for (text, titles) in by_text {
        let titles = titles.into_iter().collect::<Vec<_>>().join(", ");
        writeln!(out, "\n{}\n{titles}\n\n{text}", "=".repeat(78))?;
    }
    Ok(out)
}

/// The crates of others that a package links, by name.
fn linked(metadata: &Value, program: &str) -> anyhow::Result<Vec<Linked>> {
    let packages = metadata["packages"].as_array().context("no packages")?;
    let nodes = metadata["resolve"]["nodes"].as_array().context("no tree of crates")?;
    let package = |id: &str| packages.iter().find(|package| package["id"] == id);
    let start = packages.iter().find(|package| package["name"] == program);
    let mut waiting = vec![start.and_then(|start| start["id"].as_str()).context("no program")?];
    let mut seen = BTreeSet::new();
    let mut linked = Vec::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let found = package(id).with_context(|| format!("no package {id}"))?;
        // Our own packages have no source.
        if found["source"].is_string() {
            linked.push(read(found)?);
        }
        let node = nodes.iter().find(|node| node["id"] == id);
        let dependencies = node.and_then(|node| node["deps"].as_array()).into_iter().flatten();
        waiting.extend(
            dependencies.filter(|one| is_linked(one)).filter_map(|one| one["pkg"].as_str()),
        );
    }
    linked.sort_by(|a, b| a.title.cmp(&b.title));
    Ok(linked)
}

/// Tests and build scripts are not in the program.
fn is_linked(dependency: &Value) -> bool {
    let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
    kinds.into_iter().any(|kind| kind["kind"].is_null())
}

fn read(package: &Value) -> anyhow::Result<Linked> {
    let word = |key: &str| package[key].as_str().unwrap_or_default();
    let title = format!("{} {}", word("name"), word("version"));
    let folder = Path::new(word("manifest_path")).parent().context("no folder")?;
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if FILES.iter().any(|begin| name.starts_with(begin)) && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    let text = |file| -> anyhow::Result<String> {
        Ok(String::from_utf8_lossy(&std::fs::read(file)?).replace('\r', "").trim().to_owned())
    };
    let mut texts = files.iter().map(text).collect::<anyhow::Result<Vec<_>>>()?;
    // The Apache licence is one text for all, which some packages leave out.
    if texts.is_empty() && word("license").split([' ', '/']).any(|term| term == APACHE) {
        texts.push(include_str!("../../LICENSE-APACHE").trim().to_owned());
    }
    anyhow::ensure!(!texts.is_empty(), "{title}: its package holds no licence text");
    Ok(Linked { title, terms: format!("{}, {}", word("license"), word("repository")), texts })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every crate that is linked has a text, and what only tests and tools use is not there.
    #[test]
    fn licences_of_the_program() {
        let text = text("ferz").expect("every crate has a licence text");
        for name in ["\n  clap ", "\n  anyhow ", "\n  tokio "] {
            assert!(text.contains(name), "{name}");
        }
        assert!(!text.contains("\n  proptest ") && !text.contains("\n  ferz"), "{text:.3000}");
        assert!(text.contains("Permission is hereby granted, free of charge"));
        assert!(text.contains("Apache License"));
    }
}
