//! `cargo xtask test`: everything a change has to pass, in one command.
//!
//! All steps run even when one fails, so that one run names everything there is to mend. The
//! tests come last: their summary is the end of the output.

use crate::peers::{self, Install};
use crate::{shell, tidy};
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// What `cargo xtask test` was asked for.
#[derive(Debug)]
pub(crate) struct Options {
    without: Vec<String>,
    install: Install,
}

impl Options {
    pub(crate) fn parse(arguments: &[String]) -> anyhow::Result<Options> {
        let mut options = Options { without: Vec::new(), install: Install::Ask };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--install" => options.install = Install::WhereAllowed,
                "--no-install" => options.install = Install::Never,
                "--without" => options.without.push(peers::peer_named(arguments.next())?),
                other => anyhow::bail!("unknown argument {other:?}"),
            }
        }
        Ok(options)
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    peers::ensure(&options.without, options.install)?;
    if !options.without.is_empty() {
        println!("left out as asked: the tests that need {}", options.without.join(", "));
    }
    let mut failed = Vec::new();
    let mut step = |name: &'static str, work: &mut dyn FnMut() -> anyhow::Result<()>| {
        println!("==> {name}");
        let started = Instant::now();
        match work() {
            Ok(()) => println!("    {name}: {:.1} s", started.elapsed().as_secs_f32()),
            Err(error) => {
                println!("    {name} FAILED: {error:#}");
                failed.push(name);
            }
        }
    };
    step("tidy", &mut tidy::run);
    step("requirements", &mut || crate::coverage::run(&crate::coverage::Options::checking()));
    step("format", &mut || cargo(&["fmt", "--all", "--check"]));
    step("clippy", &mut || {
        cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])
    });
    step("lean build", &mut || {
        cargo(&["check", "--quiet", "--package", "ferz", "--no-default-features"])
    });
    step("documentation", &mut || {
        let mut doc = shell::cargo();
        doc.args(["doc", "--workspace", "--no-deps", "--document-private-items", "--quiet"])
            .env("RUSTDOCFLAGS", "-D warnings");
        shell::must(&mut doc)
    });
    if shell::succeeds(shell::cargo().args(["deny", "--version"])) {
        step("cargo-deny", &mut || cargo(&["deny", "--log-level", "error", "check"]));
    }
    step("documentation tests", &mut || cargo(&["test", "--workspace", "--doc", "--quiet"]));
    let late = Late::new();
    let settings = Settings::new()?;
    step("tests", &mut || {
        let mut tests = tests(&options.without);
        tests.env("FERZ_LATE_ATTEMPTS", &late.0).env("XDG_CONFIG_HOME", &settings.0);
        shell::must(&mut tests)
    });
    late.report();
    anyhow::ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// An empty folder in place of the user's settings: peers remember their options there (Sjaak II in
/// `sjaakii.conf`), and a test must not depend on what somebody chose.
struct Settings(PathBuf);

impl Settings {
    fn new() -> anyhow::Result<Settings> {
        let folder = std::env::temp_dir().join(format!("settings-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder)?;
        Ok(Settings(folder))
    }
}

impl Drop for Settings {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The file in which tests of wall-clock time note the attempts that came too late.
struct Late(PathBuf);

impl Late {
    fn new() -> Late {
        let late = Late(std::env::temp_dir().join(format!("late-{}.txt", std::process::id())));
        let _ = std::fs::remove_file(&late.0);
        late
    }

    /// Says which tests had to try again: on a quiet machine, none.
    fn report(self) {
        let lines = std::fs::read_to_string(&self.0).unwrap_or_default();
        println!("    attempts that came too late and were made again: {}", lines.lines().count());
        for line in lines.lines() {
            println!("      {line}");
        }
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The tests of all targets, with nextest where it is installed.
fn tests(without: &[String]) -> Command {
    let mut command = shell::cargo();
    if shell::succeeds(shell::cargo().args(["nextest", "--version"])) {
        command.args(["nextest", "run", "--workspace", "--no-fail-fast"]);
        command.args(["--status-level", "slow", "--final-status-level", "fail"]);
        if !without.is_empty() {
            let filter = without
                .iter()
                .map(|name| format!("not (test(~{name}) | binary(~{name}))"))
                .collect::<Vec<_>>()
                .join(" & ");
            command.args(["--filterset", &filter]);
        }
    } else {
        command.args(["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast", "--"]);
        for name in without {
            command.args(["--skip", name]);
        }
    }
    command
}

fn cargo(arguments: &[&str]) -> anyhow::Result<()> {
    shell::must(shell::cargo().args(arguments))
}
