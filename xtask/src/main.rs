//! Chores of the workspace, started as `cargo xtask <chore>`.
//!
//! One file per chore; `shell` starts other programs and knows where the workspace is. The
//! machine that checks a change runs `cargo xtask test` and nothing else, so what is not in
//! there is not checked.

mod circles;
mod coverage;
mod dist;
mod licences;
mod notices;
mod peers;
mod profile;
mod shell;
mod test;
mod tidy;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask <chore>

  test [--without PEER]... [--install | --no-install]
        everything a change has to pass: peers, tidy, format, clippy, documentation, the lean
        build and all tests; missing peers are installed with --install, or when you say so
  tidy  crate edges, import circles, licences of dependencies, unsafe, forbidden words, long files
  coverage [ID]... [--missing] [--all] [--check]
        how many protocol requirements tests and code name; with ids the tests and the code of
        these rows; --all lists every row so, --missing those without a test; --check fails when a
        row of the engine's side is forgotten
  peers [--install] [--without PEER]...
        the programs of others that the tests talk with, and whether they are here
  dist [--without-profile]
        an archive of a release build with networks, completions, manual pages and licences, in
        target/dist; the build is guided by a profile of `ferz bench`, unless told otherwise";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> anyhow::Result<()> {
    let Some((chore, rest)) = arguments.split_first() else {
        println!("{HELP}");
        return Ok(());
    };
    match chore.as_str() {
        "test" => test::run(&test::Options::parse(rest)?),
        "tidy" => none_left(rest).and_then(|()| tidy::run()),
        "coverage" => coverage::run(&coverage::Options::parse(rest)?),
        "peers" => peers::run(&peers::Options::parse(rest)?),
        "dist" => dist::run(&dist::Options::parse(rest)?),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
        other => anyhow::bail!("unknown chore {other:?}; `cargo xtask help` lists them"),
    }
}

fn none_left(rest: &[String]) -> anyhow::Result<()> {
    match rest.first() {
        None => Ok(()),
        Some(argument) => anyhow::bail!("unexpected argument {argument:?}"),
    }
}
