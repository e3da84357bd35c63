//! The peers: programs of other people that our tests talk with, as a user's set-up would.
//!
//! They come from the system's packages (Debian's names are below), python-chess and axe-core from
//! Python's index into a virtual environment under `target/peers`. Nothing of them is linked, copied or
//! kept in the repository. A test that needs a peer has the peer's name in its own name, so
//! that `--without` can leave exactly those tests out.

use crate::shell;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Peers that are packages of Python's, in the versions that our tests were written for.
const PYTHON: &[(&str, &str)] =
    &[("python_chess", "chess==1.11.2"), ("axe", "axe-playwright-python==0.1.8")];

/// One peer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer {
    /// What it is called on the command line and in the names of tests.
    pub(crate) name: &'static str,
    /// The programs that must be there.
    programs: &'static [&'static str],
    /// The Debian packages that bring them.
    packages: &'static [&'static str],
    /// What the tests do with it.
    purpose: &'static str,
}

/// All peers.
pub(crate) const PEERS: &[Peer] = &[
    Peer {
        name: "stockfish",
        programs: &["stockfish"],
        packages: &["stockfish"],
        purpose: "an engine to compare start and answer times with",
    },
    Peer {
        name: "xboard",
        programs: &["xboard", "Xvfb", "fairymax", "gnuchess", "hoixiangqi", "maxqi"],
        packages: &["xboard", "xvfb", "fairymax", "gnuchess", "hoichess"],
        purpose: "whole games in the interface that defines CECP, in a virtual display",
    },
    Peer {
        name: "real_engines",
        programs: &[
            "stockfish",
            "fairy-stockfish",
            "toga2",
            "ethereal-chess",
            "fairymax",
            "gnuchess",
            "phalanx",
            "sjeng",
            "hoichess",
            "hoixiangqi",
            "glaurung",
            "sjaakii",
        ],
        packages: &[
            "stockfish",
            "fairy-stockfish",
            "toga2",
            "ethereal-chess",
            "fairymax",
            "gnuchess",
            "phalanx",
            "sjeng",
            "hoichess",
            "glaurung",
            "sjaakii",
        ],
        purpose: "engines of both protocols, old and new, for our hosts' halves to drive",
    },
    Peer {
        name: "xiangqi_engines",
        programs: &["fairy-stockfish", "hoixiangqi", "maxqi"],
        packages: &["fairy-stockfish", "hoichess", "fairymax"],
        purpose: "engines of Chinese chess in all protocols, for our hosts' halves to drive",
    },
    Peer {
        name: "browser",
        programs: &["chromium", "chromedriver"],
        packages: &["chromium", "chromium-driver"],
        purpose: "a browser for our board, with a program that drives it",
    },
    Peer {
        name: "axe",
        programs: &["python3"],
        packages: &["python3", "python3-venv"],
        purpose: "axe-core, which looks in a page for what keeps people out; the package brings its script",
    },
    Peer {
        name: "nats_server",
        programs: &["nats-server", "bwrap"],
        packages: &["nats-server", "bubblewrap"],
        purpose: "the server through which a hub and its workers speak, and the walls of their sandbox",
    },
    Peer {
        name: "pgn_extract",
        programs: &["pgn-extract"],
        packages: &["pgn-extract"],
        purpose: "a reader of PGN that is strict about the standard",
    },
    Peer {
        name: "python_chess",
        programs: &["python3"],
        packages: &["python3", "python3-venv"],
        purpose: "the widest used library that drives engines, over UCI and over XBoard protocol",
    },
];

/// What `cargo xtask peers` was asked for.
#[derive(Debug, Default)]
pub(crate) struct Options {
    install: bool,
    without: Vec<String>,
}

impl Options {
    pub(crate) fn parse(arguments: &[String]) -> anyhow::Result<Options> {
        let mut options = Options::default();
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--install" => options.install = true,
                "--without" => options.without.push(peer_named(arguments.next())?),
                other => anyhow::bail!("unknown argument {other:?}"),
            }
        }
        Ok(options)
    }
}

/// The name of a peer as an argument, checked.
pub(crate) fn peer_named(argument: Option<&String>) -> anyhow::Result<String> {
    let known = PEERS.iter().map(|peer| peer.name).collect::<Vec<_>>().join(", ");
    match argument {
        Some(name) if PEERS.iter().any(|peer| peer.name == name) => Ok(name.clone()),
        Some(name) => anyhow::bail!("unknown peer {name:?}; there are {known}"),
        None => anyhow::bail!("--without needs the name of a peer: {known}"),
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    if options.install {
        return ensure(&options.without, Install::WhereAllowed);
    }
    for peer in PEERS {
        let state = if is_missing(peer) { "missing" } else { "here" };
        println!("{:13} {state:8} {}", peer.name, peer.purpose);
    }
    Ok(())
}

/// Whether missing peers may be installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Install {
    WhereAllowed,
    /// The person at the terminal is asked first: it is their machine.
    Ask,
    Never,
}

impl Install {
    /// Whether these packages may be installed.
    fn may(self, packages: &[&str]) -> bool {
        match self {
            Install::WhereAllowed => true,
            Install::Never => false,
            Install::Ask => std::io::stdin().is_terminal() && is_yes(packages),
        }
    }
}

fn is_yes(packages: &[&str]) -> bool {
    print!("install {} on this machine, with apt-get? [y/N] ", packages.join(" "));
    let mut answer = String::new();
    let asked = std::io::stdout().flush().and_then(|()| std::io::stdin().read_line(&mut answer));
    asked.is_ok() && matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

/// Sees to it that all peers except `without` are here.
///
/// # Errors
/// Names what is missing and how to get it.
pub(crate) fn ensure(without: &[String], install: Install) -> anyhow::Result<()> {
    let wanted = || PEERS.iter().filter(|peer| !without.iter().any(|name| name == peer.name));
    let packages: Vec<&str> = wanted()
        .filter(|peer| lacks_programs(peer))
        .flat_map(|peer| peer.packages.iter().copied())
        .collect();
    if !packages.is_empty() && install.may(&packages) {
        install_packages(&packages)?;
    }
    for peer in wanted().filter(|peer| !lacks_programs(peer) && is_missing(peer)) {
        if let (Some(package), true) = (package(peer), install != Install::Never) {
            install_package(package, install)?;
        }
    }
    let missing: Vec<&Peer> = wanted().filter(|peer| is_missing(peer)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    for peer in &missing {
        eprintln!("missing: {} ({})", peer.name, peer.purpose);
        eprintln!("  Debian: apt-get install {}", peer.packages.join(" "));
        eprintln!("  or leave its tests out: --without {}", peer.name);
    }
    if install == Install::Ask {
        eprintln!("`--install` lets apt-get install what is missing, without a question");
    }
    anyhow::bail!("the tests need {} more peer(s)", missing.len())
}

/// Installs Debian packages when we may: as root, or with a sudo that asks no password.
fn install_packages(packages: &[&str]) -> anyhow::Result<()> {
    if !shell::succeeds(shell::command("apt-get").arg("--version")) {
        println!("no apt-get here: cannot install {}", packages.join(" "));
        return Ok(());
    }
    let is_root =
        shell::output(shell::command("id").arg("-u")).is_ok_and(|number| number.trim() == "0");
    if !is_root && !shell::succeeds(shell::command("sudo").args(["-n", "true"])) {
        println!("neither root nor sudo without a password: cannot install packages");
        return Ok(());
    }
    println!("installing {}", packages.join(" "));
    let apt = |arguments: &[&str]| {
        let mut command: Command;
        if is_root {
            command = shell::command("apt-get");
        } else {
            command = shell::command("sudo");
            command.args(["-n", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
        shell::must(&mut command)
    };
    apt(&["update", "-qq"])?;
    let mut arguments = vec!["install", "-y", "-qq", "--no-install-recommends"];
    arguments.extend(packages);
    apt(&arguments)
}

/// Puts a package of Python's into the virtual environment under `target/peers`, which is made where
/// it is not there. What the package wants of others is left out: our tests do not use it.
fn install_package(package: &str, install: Install) -> anyhow::Result<()> {
    println!("installing {package} into target/peers/python");
    let folder = environment();
    if !shell::succeeds(shell::command("python3").args(["-c", "import ensurepip, venv"])) {
        // Debian ships Python without them.
        let packages = ["python3-venv"];
        anyhow::ensure!(install.may(&packages), "{package} needs Debian's {}", packages[0]);
        install_packages(&packages)?;
    }
    let python = || shell::command(folder.join("bin/python3"));
    if !shell::succeeds(python().args(["-m", "pip", "--version"])) {
        shell::must(shell::command("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    }
    shell::must(
        python()
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"])
            .arg(package),
    )
}

fn environment() -> PathBuf {
    shell::root().join("target/peers/python")
}

fn is_missing(peer: &Peer) -> bool {
    lacks_programs(peer) || package(peer).is_some_and(|package| !has_package(package))
}

/// The package of Python's that a peer is.
fn package(peer: &Peer) -> Option<&'static str> {
    PYTHON.iter().find(|(name, _)| *name == peer.name).map(|(_, package)| *package)
}

fn has_package(package: &str) -> bool {
    let (name, version) = package.split_once("==").expect("a package with its version");
    let question =
        format!("from importlib.metadata import version; assert version({name:?}) == {version:?}");
    shell::succeeds(shell::command(environment().join("bin/python3")).args(["-c", &question]))
}

fn lacks_programs(peer: &Peer) -> bool {
    peer.programs.iter().any(|program| !is_installed(program))
}

/// Debian puts games where the path of a service does not lead.
fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
        || Path::new("/usr/games").join(program).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments() {
        let words = ["--install".to_owned(), "--without".to_owned(), "xboard".to_owned()];
        let options = Options::parse(&words).unwrap();
        assert!(options.install);
        assert_eq!(options.without, ["xboard"]);
        let unknown = Options::parse(&["--without".to_owned(), "chessmaster".to_owned()]);
        assert!(unknown.unwrap_err().to_string().contains("unknown peer \"chessmaster\""));
        assert!(Options::parse(&["--without".to_owned()]).is_err());
    }

    #[test]
    fn names_can_stand_in_the_names_of_tests() {
        for peer in PEERS {
            assert!(peer.name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{peer:?}");
        }
    }
}
