//! `cargo xtask coverage`: which protocol requirements are named by a test, and by which code.
//!
//! The requirements are the rows of `docs/requirements/*.tsv`. Tests and code name the rows that
//! they cover by their ids in a comment; `U-230 to U-235` names all rows from the one to the other.
//! Text that counts as a test: everything in a crate's `tests` folder, files and folders called
//! `tests` below `src`, and what follows `#[cfg(test)]`. Everything else below `src` is code, but
//! for `crates/check`, whose ids stand at what it asks of others.
//!
//! A row that no test names may have its reason in `docs/requirements/not-covered.tsv`.

use crate::shell;
use anyhow::Context;
use std::collections::BTreeMap;
use std::fs;

const FOLDER: &str = "docs/requirements";
const PROTOCOLS: &[(&str, &str)] = &[("UCI", "uci"), ("CECP", "cecp"), ("UCCI", "ucci")];

/// The rows that `--check` insists on: those an engine has to meet, in the protocols served now.
fn is_due(row: &Row) -> bool {
    row.side != "host"
}

/// What `cargo xtask coverage` was asked for.
#[derive(Debug, Default)]
pub(crate) struct Options {
    list_missing: bool,
    list_all: bool,
    check: bool,
    /// Requirements to be listed.
    ids: Vec<String>,
}

impl Options {
    pub(crate) fn parse(arguments: &[String]) -> anyhow::Result<Options> {
        let mut options = Options::default();
        for argument in arguments {
            match argument.as_str() {
                "--missing" => options.list_missing = true,
                "--all" => options.list_all = true,
                "--check" => options.check = true,
                id if ids(id) == [(0, id)] => options.ids.push(id.to_owned()),
                other => anyhow::bail!("unknown argument {other:?}"),
            }
        }
        Ok(options)
    }

    /// What `cargo xtask test` asks.
    pub(crate) fn checking() -> Options {
        Options { check: true, ..Options::default() }
    }

    fn lists(&self, id: &str, is_tested: bool) -> bool {
        self.list_all || self.list_missing && !is_tested || self.ids.iter().any(|it| it == id)
    }
}

/// What a place is that names a requirement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It shows that the requirement is met.
    Test,
    /// It meets the requirement.
    Code,
    /// It asks the same of others.
    Asks,
}

/// The places that name a requirement, as `file:line`.
#[derive(Debug, Default)]
struct Places {
    tests: Vec<String>,
    code: Vec<String>,
    asks: Vec<String>,
}

impl Places {
    fn of(&mut self, kind: Kind) -> &mut Vec<String> {
        match kind {
            Kind::Test => &mut self.tests,
            Kind::Code => &mut self.code,
            Kind::Asks => &mut self.asks,
        }
    }

    /// For a list, a line for each.
    fn lines(&self) -> impl Iterator<Item = String> {
        let kinds = [("test", &self.tests), ("code", &self.code), ("asks", &self.asks)];
        kinds.into_iter().flat_map(|(kind, all)| all.iter().map(move |it| format!("{kind} {it}")))
    }
}

/// One requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Row {
    id: String,
    /// `engine`, `host` or `both`.
    side: String,
    gist: String,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let reasons = reasons()?;
    let tables: Vec<Vec<Row>> = PROTOCOLS
        .iter()
        .map(|(_, file)| rows(&format!("{FOLDER}/{file}.tsv")))
        .collect::<anyhow::Result<_>>()?;
    let known: Vec<&str> = tables.iter().flatten().map(|row| row.id.as_str()).collect();
    if let Some(id) = options.ids.iter().find(|id| !known.contains(&id.as_str())) {
        anyhow::bail!("{id} is no requirement");
    }
    let named = named(&known)?;
    let is_tested = |row: &Row| named.get(&row.id).is_some_and(|places| !places.tests.is_empty());
    let is_coded = |row: &Row| named.get(&row.id).is_some_and(|places| !places.code.is_empty());
    let mut forgotten = 0;
    for ((protocol, _), rows) in PROTOCOLS.iter().zip(&tables) {
        for side in ["engine", "both", "host"] {
            let of_side: Vec<&Row> = rows.iter().filter(|row| row.side == side).collect();
            let count = |is: &dyn Fn(&Row) -> bool| of_side.iter().filter(|row| is(row)).count();
            let tested = count(&is_tested);
            let excused = count(&|row| !is_tested(row) && reasons.contains_key(&row.id));
            println!(
                "{protocol:4} {side:6} {:4} rows: {tested:4} named by a test, {excused:4} with a \
                 reason, {:4} open; {:4} named by code",
                of_side.len(),
                of_side.len() - tested - excused,
                count(&is_coded),
            );
        }
        for row in rows {
            let reason = reasons.get(&row.id);
            if is_due(row) && !is_tested(row) && reason.is_none() {
                forgotten += 1;
            }
            if options.lists(&row.id, is_tested(row)) {
                println!("{} {:6} {}", row.id, row.side, row.gist);
                for line in named.get(&row.id).into_iter().flat_map(Places::lines) {
                    println!("      {line}");
                }
                if let Some(reason) = reason {
                    println!("      not tested: {reason}");
                }
            }
        }
    }
    let is_known = |id: &str| known.contains(&id);
    let mut faults = Vec::new();
    for (id, places) in &named {
        if !is_known(id) {
            let places: Vec<String> = places.lines().collect();
            faults.push(format!("{id} is no requirement: {}", places.join(", ")));
        }
    }
    for id in reasons.keys() {
        if !is_known(id) {
            faults.push(format!("{id} is no requirement: {FOLDER}/not-covered.tsv"));
        } else if named.get(id).is_some_and(|places| !places.tests.is_empty()) {
            println!("{id} is named by a test and needs no reason any more");
        }
    }
    for fault in &faults {
        println!("{fault}");
    }
    println!("{forgotten} row(s) of the engine's side have neither a test nor a reason");
    anyhow::ensure!(faults.is_empty(), "{} slip(s) with requirement ids", faults.len());
    if options.check {
        anyhow::ensure!(forgotten == 0, "{forgotten} requirement(s) forgotten");
    }
    Ok(())
}

fn rows(file: &str) -> anyhow::Result<Vec<Row>> {
    let text = fs::read_to_string(shell::root().join(file)).with_context(|| file.to_owned())?;
    let mut rows: Vec<Row> = Vec::new();
    for line in data_lines(&text) {
        let [id, side, gist] = line.split('\t').collect::<Vec<_>>()[..] else {
            anyhow::bail!("{file}: not three fields: {line:?}");
        };
        anyhow::ensure!(["engine", "host", "both"].contains(&side), "{file}: {id}: side {side:?}");
        anyhow::ensure!(rows.iter().all(|row| row.id != id), "{file}: {id} stands twice");
        rows.push(Row { id: id.into(), side: side.into(), gist: gist.into() });
    }
    Ok(rows)
}

/// The reasons by id.
fn reasons() -> anyhow::Result<BTreeMap<String, String>> {
    let file = format!("{FOLDER}/not-covered.tsv");
    let text = fs::read_to_string(shell::root().join(&file)).with_context(|| file.clone())?;
    let mut reasons = BTreeMap::new();
    for line in data_lines(&text) {
        let (id, reason) =
            line.split_once('\t').with_context(|| format!("{file}: no reason in {line:?}"))?;
        anyhow::ensure!(!reason.trim().is_empty(), "{file}: {id} has an empty reason");
        let earlier = reasons.insert(id.to_owned(), reason.to_owned());
        anyhow::ensure!(earlier.is_none(), "{file}: {id} stands twice");
    }
    Ok(reasons)
}

fn data_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The ids that tests and code name, with the places.
fn named(known: &[&str]) -> anyhow::Result<BTreeMap<String, Places>> {
    let mut named: BTreeMap<String, Places> = BTreeMap::new();
    for file in shell::files()? {
        let Ok(text) = fs::read_to_string(shell::root().join(&file)) else { continue };
        let Some(first_test) = first_test(&file, &text) else { continue };
        for (index, line) in text.lines().enumerate() {
            let kind = match index >= first_test {
                true => Kind::Test,
                false if file.starts_with("crates/check/") => Kind::Asks,
                false => Kind::Code,
            };
            for id in named_in(line, known) {
                let places = named.entry(id.to_owned()).or_default();
                places.of(kind).push(format!("{file}:{}", index + 1));
            }
        }
    }
    Ok(named)
}

/// The first line that is a test, which may be behind the last; `None` where a file is neither test
/// nor code.
fn first_test(file: &str, text: &str) -> Option<usize> {
    if !file.starts_with("crates/") {
        None
    } else if is_all_test(file) {
        Some(0)
    } else if file.ends_with(".rs") {
        Some(first_test_line(text).unwrap_or(usize::MAX))
    } else {
        None
    }
}

/// Whether the whole file is test code, by its place.
fn is_all_test(file: &str) -> bool {
    let mut parts = file.split('/').skip(2).peekable();
    let is_code = [".rs", ".py", ".tsv", ".txt"].iter().any(|end| file.ends_with(end));
    is_code && parts.any(|part| part == "tests" || part == "tests.rs")
}

/// The first line of test code in a file that has both; a test module in a file of its own does
/// not count here.
fn first_test_line(text: &str) -> Option<usize> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    (0..lines.len()).find(|&index| {
        let next = lines.get(index + 1).copied().unwrap_or_default();
        lines[index] == "#[cfg(test)]" && !(next.contains("mod ") && next.ends_with(';'))
    })
}

/// The ids that a line names, with those inside its ranges.
fn named_in<'a>(line: &'a str, known: &[&'a str]) -> Vec<&'a str> {
    let written = ids(line);
    let mut named: Vec<&str> = written.iter().map(|&(_, id)| id).collect();
    for pair in written.windows(2) {
        let [(at, first), (end, last)] = [pair[0], pair[1]];
        if line[at + first.len()..end].trim() == "to" && first[..1] == last[..1] {
            named.extend(
                known.iter().filter(|&&id| first < id && id < last && id[..1] == first[..1]),
            );
        }
    }
    named
}

/// The requirement ids in a line with their places: `U-`, `X-` or `C-` and three digits, not part
/// of a longer word.
fn ids(line: &str) -> Vec<(usize, &str)> {
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    for at in 0..bytes.len().saturating_sub(4) {
        let is_id = matches!(bytes[at], b'U' | b'X' | b'C')
            && bytes[at + 1] == b'-'
            && bytes[at + 2..at + 5].iter().all(u8::is_ascii_digit);
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        if is_id && !is_word(before) && !is_word(bytes.get(at + 5)) {
            found.push((at, &line[at..at + 5]));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_a_line() {
        let named = |line| named_in(line, &["U-015", "U-016", "U-017", "X-016", "U-018"]);
        assert_eq!(named("// U-015, C-026 and (X-059)."), ["U-015", "C-026", "X-059"]);
        assert_eq!(named("GPU-015 U-0155 U-01 C-1x2 é U-016"), ["U-016"]);
        assert_eq!(named("U-015 to U-018: all"), ["U-015", "U-018", "U-016", "U-017"]);
        assert_eq!(named("U-015 and U-018, to U-020"), ["U-015", "U-018", "U-020"]);
    }

    #[test]
    fn what_counts_as_a_test() {
        assert!(is_all_test("crates/ferz/tests/uci.rs"));
        assert!(is_all_test("crates/ferz/tests/python/games.py"));
        assert!(is_all_test("crates/link/src/front/tests.rs"));
        assert!(!is_all_test("crates/link/src/front/uci.rs"));
        let first = |text| first_test("crates/a/src/a.rs", text);
        assert_eq!(first("code\n#[cfg(test)]\nmod tests {\n}"), Some(1));
        assert_eq!(first("#[cfg(test)]\nmod tests;\ncode"), Some(usize::MAX));
        assert_eq!(first_test("crates/a/tests/a.rs", "code"), Some(0));
        assert_eq!(first_test("docs/a.md", "U-001"), None);
    }

    #[test]
    fn ids_can_be_asked_for() {
        let parse = |words: &[&str]| {
            Options::parse(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
        };
        let options = parse(&["U-242", "--check"]).unwrap();
        assert!(options.lists("U-242", true) && !options.lists("U-243", false) && options.check);
        assert!(parse(&["U-24"]).is_err() && parse(&["U-242,"]).is_err());
    }
}
