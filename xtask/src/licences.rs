//! The licences and sources of everything we link: permissive only, from the registry only.
//!
//! Ferz is MIT OR Apache-2.0 as a whole, so nothing under the GPL may be linked. `deny.toml` says
//! the same to cargo-deny; this check needs no other tool.

use anyhow::Context;
use serde_json::Value;

/// What we accept. A name joined by WITH counts as one.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "0BSD",
];

/// The one place crates of others come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub(crate) fn faults(metadata: &Value) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().context("no packages")? {
        let name = package["name"].as_str().unwrap_or_default();
        match package["license"].as_str() {
            None => faults.push(format!("{name}: no licence given")),
            Some(expression) => match is_acceptable(expression) {
                Ok(true) => {}
                Ok(false) => faults.push(format!("{name}: licence {expression:?}")),
                Err(reason) => faults.push(format!("{name}: licence {expression:?}: {reason}")),
            },
        }
        // Our own packages have no source.
        let source = package["source"].as_str();
        if source.is_some_and(|source| source != REGISTRY) {
            faults.push(format!("{name}: comes from {}", source.unwrap_or_default()));
        }
    }
    Ok(faults)
}

/// Whether an SPDX expression can be satisfied with licences we accept.
fn is_acceptable(expression: &str) -> Result<bool, String> {
    // Old manifests write MIT/Apache-2.0 for OR.
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let answer = either(&mut rest)?;
    match rest.first() {
        None => Ok(answer),
        Some(word) => Err(format!("unexpected {word:?}")),
    }
}

fn either(words: &mut &[&str]) -> Result<bool, String> {
    let mut answer = both(words)?;
    while let Some(rest) = words.strip_prefix(&["OR"]) {
        *words = rest;
        answer |= both(words)?;
    }
    Ok(answer)
}

fn both(words: &mut &[&str]) -> Result<bool, String> {
    let mut answer = one(words)?;
    while let Some(rest) = words.strip_prefix(&["AND"]) {
        *words = rest;
        answer &= one(words)?;
    }
    Ok(answer)
}

fn one(words: &mut &[&str]) -> Result<bool, String> {
    let (first, rest) = words.split_first().ok_or("it ends early")?;
    *words = rest;
    if *first == "(" {
        let answer = either(words)?;
        *words = words.strip_prefix(&[")"]).ok_or("a bracket is open")?;
        return Ok(answer);
    }
    if let ["WITH", exception, rest @ ..] = *words {
        *words = rest;
        return Ok(ALLOWED.contains(&format!("{first} WITH {exception}").as_str()));
    }
    Ok(ALLOWED.contains(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for (expression, answer) in [
            ("MIT", Ok(true)),
            ("MIT/Apache-2.0", Ok(true)),
            ("GPL-3.0-or-later", Ok(false)),
            ("GPL-3.0 OR MIT", Ok(true)),
            ("GPL-3.0 AND MIT", Ok(false)),
            ("(MIT OR GPL-3.0) AND Unicode-3.0", Ok(true)),
            ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", Ok(true)),
            ("GPL-2.0 WITH Classpath-exception-2.0", Ok(false)),
            ("(MIT", Err("a bracket is open".to_owned())),
            ("MIT OR", Err("it ends early".to_owned())),
            ("MIT MIT", Err("unexpected \"MIT\"".to_owned())),
        ] {
            assert_eq!(is_acceptable(expression), answer, "{expression}");
        }
    }
}
