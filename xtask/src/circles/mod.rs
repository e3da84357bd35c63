//! Import circles inside a crate: modules that use each other, in one step or in several.
//!
//! A module is a file. What a file uses is read from its `use` lines and its paths, in its text
//! alone (`source`): nothing is expanded and no re-export is followed. A module and what lies in its
//! folder may use each other; test code does not count.

mod source;

use std::collections::{BTreeMap, BTreeSet};

/// The circles that we live with, as `crate: module module`. The list gets shorter only: a circle
/// that is not in it is a fault, and so is one in it that is gone.
const KNOWN: &[&str] = &[];

/// A module by its path from the root of its crate, which is the empty path.
type Module = Vec<String>;

/// Which modules of one crate a module uses.
type Uses = BTreeMap<Module, BTreeSet<Module>>;

/// New circles, and listed ones that are gone. `files` are the sources with their texts.
pub(crate) fn faults(files: &[(String, String)]) -> Vec<String> {
    compare(&found(files), KNOWN)
}

fn compare(found: &BTreeSet<String>, known: &[&str]) -> Vec<String> {
    let new = found.iter().filter(|circle| !known.contains(&circle.as_str()));
    let gone = known.iter().filter(|circle| !found.contains(**circle));
    new.map(|circle| format!("{circle}: a circle of imports"))
        .chain(
            gone.map(|circle| format!("{circle}: this circle is open; take it off xtask's list")),
        )
        .collect()
}

/// Every circle of every crate, as the list writes it.
fn found(files: &[(String, String)]) -> BTreeSet<String> {
    let mut crates: BTreeMap<&str, Vec<(Module, &str)>> = BTreeMap::new();
    for (file, text) in files {
        if let Some((name, module)) = place(file) {
            crates.entry(name).or_default().push((module, text));
        }
    }
    let mut found = BTreeSet::new();
    for (name, sources) in crates {
        for circle in circles(&uses(&sources)) {
            found.insert(format!("{name}: {}", circle.join(" ")));
        }
    }
    found
}

/// The crate and the module that a file is; `None` where it is neither, or a test.
fn place(file: &str) -> Option<(&str, Module)> {
    let (name, path) = match file.strip_prefix("crates/") {
        Some(rest) => rest.split_once("/src/")?,
        None => ("xtask", file.strip_prefix("xtask/src/")?),
    };
    let mut module: Module = path.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    if module.iter().any(|part| part == "tests") {
        return None;
    }
    let is_folder = module.last().is_some_and(|last| last == "mod");
    // A binary beside a library counts as the root too: nothing can use it.
    let is_root = module.len() == 1 && ["lib", "main"].contains(&module[0].as_str());
    if is_folder || is_root {
        module.pop();
    }
    Some((name, module))
}

fn uses(sources: &[(Module, &str)]) -> Uses {
    let known: BTreeSet<&Module> = sources.iter().map(|(module, _)| module).collect();
    // The longest beginning of a path that is a file.
    let file = |path: Module| {
        (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|part| known.contains(part))
    };
    let mut uses = Uses::new();
    for (module, text) in sources {
        let used = source::paths(text, module).into_iter().filter_map(file);
        let used = used.filter(|other| !other.starts_with(module) && !module.starts_with(other));
        uses.entry(module.clone()).or_default().extend(used);
    }
    uses
}

/// The sets of two modules and more in which each reaches every other.
fn circles(uses: &Uses) -> Vec<Vec<String>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        uses.keys().map(|module| (module, reached_from(module, uses))).collect();
    let mut circles = BTreeSet::new();
    for (module, others) in &reached {
        let circle = others.iter().filter(|other| reached[**other].contains(module));
        let circle: Vec<String> = circle.map(|module| module.join("::")).collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

/// What a module uses, what that uses, and so on; itself only where it is in a circle.
fn reached_from<'a>(module: &Module, uses: &'a Uses) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = uses[module].iter().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(&uses[next]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The circles of a crate `a` with these files.
    fn of(files: &[(&str, &str)]) -> Vec<String> {
        let owned = |&(file, text): &(&str, &str)| (format!("crates/a/src/{file}"), text.into());
        found(&files.iter().map(owned).collect::<Vec<_>>()).into_iter().collect()
    }

    #[test]
    fn two_that_use_each_other() {
        let one = ("one.rs", "use crate::two::Two;");
        assert_eq!(of(&[one, ("two.rs", "fn f() { super::one::f() }")]), ["a: one two"]);
        assert!(of(&[one, ("two.rs", "fn f() {}")]).is_empty());
    }

    #[test]
    fn a_circle_of_three_is_named_once() {
        let files = [
            ("x/one.rs", "use super::{two::Two, Other};"),
            ("x/two.rs", "use crate::{x::three::{self, Three}};"),
            ("x/three.rs", "type It = crate::x::one::One;"),
            ("x/mod.rs", "mod one; use crate::four;"),
            ("four.rs", "use crate::x::one;"),
        ];
        assert_eq!(of(&files), ["a: x::one x::three x::two"]);
    }

    /// A folder's own file may use what lies in the folder, and the other way.
    #[test]
    fn parents_and_children_do_not_count() {
        let files = [
            ("lib.rs", "mod x; use x::y::Y;"),
            ("x/mod.rs", "use self::y::Y; use crate::x::y;"),
            ("x/y.rs", "use super::X; use crate::Top;"),
        ];
        assert!(of(&files).is_empty());
    }

    #[test]
    fn tests_do_not_count() {
        let files = [
            ("one.rs", "#[cfg(test)]\nmod tests { use crate::two::Two; }"),
            ("two.rs", "use crate::one::One;"),
            ("two/tests.rs", "use crate::one; use crate::three;"),
            ("three.rs", "use crate::two;"),
        ];
        assert!(of(&files).is_empty());
    }

    #[test]
    fn a_name_that_was_imported_leads_on() {
        let files = [
            ("one.rs", "use crate::x as y; fn f() { y::two::f() }"),
            ("x/mod.rs", ""),
            ("x/two.rs", "use crate::one;"),
        ];
        assert_eq!(of(&files), ["a: one x::two"]);
    }

    #[test]
    fn the_list_can_only_shrink() {
        let found = BTreeSet::from(["a: one two".to_owned()]);
        assert!(compare(&found, &["a: one two"]).is_empty());
        assert_eq!(compare(&found, &[]), ["a: one two: a circle of imports"]);
        let gone = compare(&BTreeSet::new(), &["a: one two"]);
        assert_eq!(gone, ["a: one two: this circle is open; take it off xtask's list"]);
    }
}
