//! `cargo xtask tidy`: the rules of the house that neither the compiler nor clippy knows.
//!
//! - which crate may use which (the picture is in ARCHITECTURE.md);
//! - no circle of imports inside a crate (`circles`);
//! - every version of a dependency in the manifest of the workspace, once;
//! - the licences and sources of everything we link (`licences`);
//! - `unsafe` with its reason beside it; no path of somebody's own machine, no test that cannot
//!   run; a remark about files that have grown long.

use crate::{circles, licences, shell};
use anyhow::Context;
use serde_json::Value;
use std::fs;

/// What one crate of ours may use.
struct Edges {
    name: &'static str,
    /// Crates of the workspace, in ordinary dependencies.
    ours: &'static [&'static str],
    /// Crates of the workspace in its tests alone, beside those above and `ferz-testkit`.
    in_tests: &'static [&'static str],
    /// Others' crates, where the list is kept short on purpose; `None`: any.
    others: Option<&'static [&'static str]>,
}

/// The direction of the workspace. A new edge is argued in the commit that adds it here.
const EDGES: &[Edges] = &[
    Edges { name: "ferz-input", ours: &[], in_tests: &[], others: Some(&["encoding_rs"]) },
    Edges { name: "ferz-wire", ours: &[], in_tests: &[], others: Some(&["smol_str"]) },
    Edges { name: "ferz-rules", ours: &[], in_tests: &[], others: Some(&[]) },
    Edges { name: "ferz-syzygy", ours: &["ferz-rules"], in_tests: &[], others: Some(&[]) },
    Edges {
        name: "ferz-link",
        ours: &["ferz-wire"],
        // A referee for the machines under test.
        in_tests: &["ferz-referee"],
        others: Some(&[]),
    },
    Edges {
        name: "ferz-referee",
        ours: &["ferz-wire", "ferz-rules", "ferz-link"],
        in_tests: &[],
        others: Some(&[]),
    },
    Edges {
        name: "ferz-engine",
        ours: &["ferz-input", "ferz-rules", "ferz-syzygy"],
        in_tests: &[],
        others: Some(&["libloading", "rustix"]),
    },
    Edges {
        name: "ferz-host",
        ours: &["ferz-input", "ferz-wire", "ferz-link"],
        in_tests: &["ferz-rules", "ferz-referee"],
        others: None,
    },
    Edges {
        name: "ferz-archive",
        ours: &["ferz-input", "ferz-rules"],
        in_tests: &[],
        others: Some(&["rusqlite", "sha2", "thiserror"]),
    },
    Edges {
        name: "ferz-arena",
        ours: &["ferz-input", "ferz-wire", "ferz-rules", "ferz-link", "ferz-referee", "ferz-host"],
        in_tests: &[],
        others: None,
    },
    Edges {
        name: "ferz-cluster",
        ours: &["ferz-input", "ferz-arena"],
        in_tests: &[],
        others: None,
    },
    Edges {
        name: "ferz-check",
        ours: &["ferz-input", "ferz-wire", "ferz-rules", "ferz-link", "ferz-referee", "ferz-host"],
        in_tests: &[],
        others: None,
    },
    Edges {
        name: "ferz-board",
        ours: &[
            "ferz-archive",
            "ferz-arena",
            "ferz-check",
            "ferz-input",
            "ferz-wire",
            "ferz-rules",
            "ferz-link",
            "ferz-referee",
            "ferz-host",
        ],
        in_tests: &[],
        others: None,
    },
    Edges {
        name: "ferz-datagen",
        ours: &["ferz-rules", "ferz-engine"],
        in_tests: &[],
        others: None,
    },
    Edges {
        name: "ferz",
        ours: &[
            "ferz-input",
            "ferz-wire",
            "ferz-rules",
            "ferz-link",
            "ferz-referee",
            "ferz-engine",
            "ferz-host",
            "ferz-archive",
            "ferz-arena",
            "ferz-check",
            "ferz-cluster",
            "ferz-board",
            "ferz-datagen",
        ],
        in_tests: &[],
        others: None,
    },
    // Tools for our own numbers and networks; they do not ship.
    Edges {
        name: "ferz-tune",
        ours: &["ferz-rules", "ferz-engine", "ferz-datagen"],
        in_tests: &[],
        others: None,
    },
    Edges {
        name: "ferz-trainer",
        ours: &["ferz-input", "ferz-rules", "ferz-engine", "ferz-datagen"],
        in_tests: &[],
        others: None,
    },
    Edges { name: "ferz-testkit", ours: &[], in_tests: &[], others: Some(&["tokio"]) },
    Edges { name: "xtask", ours: &[], in_tests: &[], others: Some(&["anyhow", "serde_json"]) },
];

/// A file longer than this probably holds two concerns.
const LONG: usize = 600;

/// Words that must not be in the repository, with the reason. They are put together from pieces
/// so that this file does not hold them.
const FORBIDDEN: &[(&str, &str)] = &[
    (concat!("/ho", "me/"), "a path of somebody's own machine"),
    (concat!("/ro", "ot/"), "a path of somebody's own machine"),
    (concat!("/Us", "ers/"), "a path of somebody's own machine"),
    (concat!("/wo", "rk/"), "a path of somebody's own machine"),
    (concat!("#[ig", "nore"), "a test that does not run"),
    (concat!("to", "do!("), "code that is not there"),
    (concat!("unimple", "mented!("), "code that is not there"),
    (concat!("<<<", "<<<<"), "a merge that was not finished"),
];

pub(crate) fn run() -> anyhow::Result<()> {
    let metadata = metadata()?;
    let mut faults = edge_faults(&metadata)?;
    faults.extend(licences::faults(&metadata)?);
    let mut sources = Vec::new();
    for file in shell::files()? {
        // Fuzz corpora and the like are not text.
        let Ok(text) = fs::read_to_string(shell::root().join(&file)) else { continue };
        faults.extend(text_faults(&file, &text));
        faults.extend(version_faults(&file, &text));
        let lines = text.lines().count();
        if file.ends_with(".rs") && lines > LONG {
            println!("long: {file} has {lines} lines; is there a seam?");
        }
        sources.push((file, text));
    }
    faults.extend(circles::faults(&sources));
    for fault in &faults {
        println!("{fault}");
    }
    anyhow::ensure!(faults.is_empty(), "{} untidy place(s)", faults.len());
    Ok(())
}

/// What cargo knows about the workspace and everything it uses.
pub(crate) fn metadata() -> anyhow::Result<Value> {
    let mut cargo = shell::cargo();
    cargo.args(["metadata", "--format-version", "1", "--all-features"]);
    serde_json::from_str(&shell::output(&mut cargo)?).context("cargo metadata is not JSON")
}

fn edge_faults(metadata: &Value) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for package in workspace_packages(metadata)? {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(edges) = EDGES.iter().find(|edges| edges.name == name) else {
            faults.push(format!("{name}: a crate without a line in xtask's table of edges"));
            continue;
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let used = dependency["name"].as_str().unwrap_or_default();
            let is_for_tests = dependency["kind"].as_str() == Some("dev");
            if let Some(fault) = edge_fault(edges, used, is_for_tests) {
                faults.push(fault);
            }
        }
    }
    Ok(faults)
}

fn edge_fault(edges: &Edges, used: &str, is_for_tests: bool) -> Option<String> {
    let is_ours = EDGES.iter().any(|other| other.name == used);
    let is_allowed = match (is_ours, is_for_tests) {
        (true, false) => edges.ours.contains(&used),
        (true, true) => {
            used == "ferz-testkit" || edges.ours.contains(&used) || edges.in_tests.contains(&used)
        }
        (false, false) => edges.others.is_none_or(|others| others.contains(&used)),
        (false, true) => true,
    };
    let kind = if is_for_tests { "its tests may not use" } else { "may not use" };
    (!is_allowed).then(|| format!("{}: {kind} {used}; see xtask's table of edges", edges.name))
}

fn workspace_packages(metadata: &Value) -> anyhow::Result<Vec<&Value>> {
    let members = metadata["workspace_members"].as_array().context("no workspace members")?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    Ok(packages.iter().filter(|package| members.contains(&package["id"])).collect())
}

/// Dependencies of our crates that name a version of their own. Fuzz targets are no members.
fn version_faults(file: &str, text: &str) -> Vec<String> {
    let is_member = file.ends_with("/Cargo.toml") && !file.ends_with("/fuzz/Cargo.toml");
    let mut faults = Vec::new();
    let mut among_dependencies = false;
    for (index, line) in text.lines().enumerate().filter(|_| is_member) {
        if line.starts_with('[') {
            among_dependencies = line.ends_with("dependencies]");
        } else if among_dependencies && line.contains('=') && !line.contains("workspace = true") {
            faults.push(format!("{file}:{}: its version belongs in the workspace", index + 1));
        }
    }
    faults
}

fn text_faults(file: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        for (word, reason) in FORBIDDEN {
            if line.contains(word) {
                faults.push(format!("{file}:{}: {word:?}: {reason}", index + 1));
            }
        }
        if file.ends_with(".rs") && is_unsafe(line) && !has_reason(&lines[..=index]) {
            faults.push(format!("{file}:{}: `unsafe` without a SAFETY line", index + 1));
        }
    }
    faults
}

/// Whether code in this line is `unsafe`, as far as one line tells.
fn is_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    ["unsafe {", "unsafe fn ", "unsafe impl ", "unsafe extern "]
        .iter()
        .any(|word| code.contains(word) && !code.contains('"'))
}

/// Whether the comments above the last of `lines` give a reason; attributes and the beginning of
/// the statement may stand between.
fn has_reason(lines: &[&str]) -> bool {
    lines.iter().rev().take(12).any(|line| line.contains("SAFETY:") || line.contains("# Safety"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(name: &str) -> &'static Edges {
        EDGES.iter().find(|edges| edges.name == name).expect("in the table")
    }

    #[test]
    fn protocols_do_not_know_the_rules() {
        let fault = edge_fault(edges("ferz-link"), "ferz-rules", false).unwrap();
        assert_eq!(fault, "ferz-link: may not use ferz-rules; see xtask's table of edges");
        assert_eq!(edge_fault(edges("ferz-link"), "ferz-referee", true), None);
        assert_eq!(edge_fault(edges("ferz-link"), "ferz-wire", false), None);
    }

    #[test]
    fn the_search_knows_no_runtime() {
        assert!(edge_fault(edges("ferz-engine"), "tokio", false).is_some());
        assert_eq!(edge_fault(edges("ferz-engine"), "proptest", true), None);
        assert_eq!(edge_fault(edges("ferz-host"), "tokio", false), None);
        assert_eq!(edge_fault(edges("ferz-wire"), "ferz-testkit", true), None);
    }

    /// The table is a picture without circles: every crate uses only those above it.
    #[test]
    fn the_table_has_no_circle() {
        for (index, edges) in EDGES.iter().enumerate() {
            for used in edges.ours {
                assert!(EDGES[..index].iter().any(|above| above.name == *used), "{used}");
            }
        }
    }

    #[test]
    fn unsafe_needs_its_reason() {
        let bare = "fn f() {\n    unsafe { g() }\n}\n";
        assert_eq!(text_faults("a.rs", bare), ["a.rs:2: `unsafe` without a SAFETY line"]);
        let reasoned = "fn f() {\n    // SAFETY: g has no demands.\n    unsafe { g() }\n}\n";
        assert!(text_faults("a.rs", reasoned).is_empty());
        assert!(text_faults("a.rs", "// nothing unsafe { here }\n").is_empty());
        assert!(text_faults("a.md", bare).is_empty());
    }

    #[test]
    fn versions_stand_in_the_workspace() {
        let text =
            "[package]\nversion = \"1\"\n[dev-dependencies]\na.workspace = true\nb = \"1\"\n";
        let fault = "crates/x/Cargo.toml:5: its version belongs in the workspace";
        assert_eq!(version_faults("crates/x/Cargo.toml", text), [fault]);
        assert!(version_faults("crates/x/fuzz/Cargo.toml", text).is_empty());
        assert!(version_faults("Cargo.toml", text).is_empty());
    }

    #[test]
    fn forbidden_words_are_named() {
        let text = format!("fine\n{}someone/x\n", FORBIDDEN[0].0);
        let faults = text_faults("notes.md", &text);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("notes.md:2: "), "{faults:?}");
    }
}
