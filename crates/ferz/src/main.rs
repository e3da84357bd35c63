//! The program `ferz`.

use anyhow::{Context, Result, anyhow};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ferz::player::{Player, Terms};
use ferz::session::Backend;
use ferz::{console, serve};
use ferz_engine::Engine;
use ferz_referee::GameRecord;
use ferz_rules::Variant;
use ferz_wire::Start;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
#[cfg(feature = "host")]
use {
    ferz::bridge,
    ferz::matches,
    ferz_link::Protocol,
    std::{ffi::OsString, path::PathBuf},
};

/// An engine for every interface of chess and xiangqi.
///
/// Without a command it waits for an interface on standard input and answers the protocol that its
/// first words name: UCI (`uci`), UCCI, the protocol of Chinese chess (`ucci`), or CECP, the
/// protocol of XBoard (`xboard`).
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Searches a fixed set of positions and prints nodes and nodes per second.
    ///
    /// The node count is the signature of the search: the same on every machine.
    Bench {
        /// A game, chess if none is named, and a depth in plies.
        words: Vec<String>,
    },
    /// Counts the tree of legal moves of a position, one line for each first move.
    Perft {
        /// FEN of the position in quotes, or `startpos`.
        position: String,
        /// Depth in plies.
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,
        /// The game: normal, fischerandom, nocastle, wildcastle or xiangqi.
        #[arg(long, default_value = "normal")]
        variant: String,
    },
    /// Writes the network inside the program to a file, for `EvalFile` and for other programs.
    ExportNet {
        /// The file.
        file: std::path::PathBuf,
        /// The game: normal or xiangqi.
        #[arg(long, default_value = "normal")]
        variant: String,
    },
    /// Judges an engine by the documents of its protocol: what it does that they do not allow.
    ///
    /// Exit status: 0 passed, 1 something failed, 2 usage, 3 the engine could not be started.
    #[cfg(feature = "host")]
    Check(ferz::check::Arguments),
    /// Says who broke the protocol first in a recorded conversation.
    ///
    /// Reads what `--log` writes, the Debug Log File of Ferz and Stockfish, and the logs of
    /// python-chess, fastchess, cutechess-cli and XBoard. Exit status: 0 nobody, 1 somebody did,
    /// 2 not a record, 3 nobody, but the record ends where an answer is missing.
    #[cfg(feature = "host")]
    Blame(ferz::check::BlameArguments),
    /// Says who an engine is: its protocol, games, features and options.
    #[cfg(feature = "host")]
    Inspect {
        /// Its protocol, uci, ucci or cecp, instead of finding out.
        #[arg(long)]
        protocol: Option<Protocol>,
        /// For programs.
        #[arg(long)]
        json: bool,
        /// A table of quirks that comes before the one inside.
        #[arg(long, value_name = "FILE")]
        quirks: Option<PathBuf>,
        /// The engine and its arguments; what stands behind its name is the engine's.
        #[arg(trailing_var_arg = true, required = true, value_name = "ENGINE")]
        command: Vec<OsString>,
    },
    /// Stands between an interface and an engine of any two protocols.
    ///
    /// The interface starts this command instead of the engine, and needs to know nothing.
    #[cfg(feature = "host")]
    Bridge(bridge::Arguments),
    /// The bridge by PolyGlot's command line, for XBoard's `adapterCommand`.
    ///
    /// `ferz polyglot -noini -ec "%fcp" -ed "%fd"`
    #[cfg(feature = "host")]
    #[command(disable_help_flag = true)]
    Polyglot {
        /// As PolyGlot has them: -noini, -ec, -ed, -uci, -pg, -log, -lf.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// The bridge by UCI2WB's command line, for XBoard's `uxiAdapter`.
    ///
    /// `ferz uci2wb -%variant "%fcp" "%fd"`
    #[cfg(feature = "host")]
    #[command(disable_help_flag = true)]
    Uci2wb {
        /// As UCI2WB has them: debug, -c, -x, the engine, its folder.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    // Their arguments are described by `command` and read by `matches`: one of the two grammars is
    // not clap's.
    #[cfg(feature = "host")]
    #[command(name = "match")]
    Match,
    #[cfg(feature = "host")]
    Tournament,
    /// Plays games of the engine against itself, as data for tuning and training.
    #[cfg(feature = "datagen")]
    #[command(subcommand)]
    Datagen(ferz::datagen::Task),
}

/// The command line, with all that it says about itself.
fn command() -> clap::Command {
    let command = Arguments::command();
    #[cfg(feature = "host")]
    let command = command
        .mut_subcommand("match", |_| matches::command(matches::Kind::Match))
        .mut_subcommand("tournament", |_| matches::command(matches::Kind::Tournament));
    command
}

/// Reads the command line.
fn arguments() -> Arguments {
    #[cfg(feature = "host")]
    match std::env::args_os().nth(1).as_deref().and_then(|word| word.to_str()) {
        Some("match") => return Arguments { command: Some(Action::Match) },
        Some("tournament") => return Arguments { command: Some(Action::Tournament) },
        _ => {}
    }
    let read = command().try_get_matches().and_then(|found| Arguments::from_arg_matches(&found));
    read.unwrap_or_else(|error| error.exit())
}

fn main() -> ExitCode {
    match run(arguments()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferz: {}", told(&error));
            ExitCode::FAILURE
        }
    }
}

/// An error and its causes. Some say their cause themselves: nobody needs to hear it twice.
fn told(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

fn run(arguments: Arguments) -> Result<()> {
    match arguments.command {
        None => {
            let person = std::io::stdin().is_terminal();
            if person {
                greet();
            }
            let terms = Terms { person, settings: Vec::new() };
            serve::serve(None, |post| -> Result<_> {
                Ok(Box::new(Player::new(engine(), post).under(terms)) as Box<dyn Backend>)
            })
            .context("cannot serve")
        }
        Some(Action::Bench { words }) => {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            print(&console::bench(&mut *engine(), &words).map_err(|why| anyhow!(why))?)
        }
        Some(Action::Perft { position, depth, variant }) => perft(&position, depth, &variant),
        Some(Action::ExportNet { file, variant }) => {
            let game = Variant::by_name(&variant);
            let game = game.with_context(|| format!("no game has the name \"{variant}\""))?;
            let written = console::export_net(&mut *ferz_engine::engine(game), &file);
            print(&written.map_err(|why| anyhow!(why))?)
        }
        #[cfg(feature = "host")]
        Some(Action::Blame(arguments)) => std::process::exit(ferz::check::blame(&arguments)?),
        #[cfg(feature = "host")]
        Some(Action::Check(arguments)) => std::process::exit(ferz::check::run(arguments)?),
        #[cfg(feature = "host")]
        Some(Action::Inspect { protocol, json, quirks, command }) => {
            let launch = bridge::launch(protocol, &command)?;
            let report = ferz::inspect::inspect(launch, &bridge::quirks(quirks.as_deref())?)?;
            if json { print(&format!("{:#}", report.json())) } else { print(&report.text()) }
        }
        #[cfg(feature = "host")]
        Some(Action::Match) => matches::run(matches::Kind::Match, std::env::args_os().skip(2)),
        #[cfg(feature = "host")]
        Some(Action::Tournament) => {
            matches::run(matches::Kind::Tournament, std::env::args_os().skip(2))
        }
        #[cfg(feature = "datagen")]
        Some(Action::Datagen(task)) => ferz::datagen::run(task),
        #[cfg(feature = "host")]
        Some(Action::Bridge(arguments)) => bridge::serve(&arguments),
        #[cfg(feature = "host")]
        Some(Action::Polyglot { words }) => bridge::serve(&bridge::polyglot(&words)?),
        #[cfg(feature = "host")]
        Some(Action::Uci2wb { words }) => bridge::serve(&bridge::uci2wb(&words)?),
    }
}

fn engine() -> Box<dyn Engine> {
    ferz_engine::engine(Variant::NORMAL)
}

/// What a person sees who started the program by hand.
fn greet() {
    println!(
        "Ferz {}, for chess and xiangqi: start it in an interface (UCI, UCCI or XBoard).",
        env!("CARGO_PKG_VERSION")
    );
    println!("Or go on by hand: `uci`, `ucci`, `xboard`, `d`, `go movetime 1000`, `help`, `quit`.");
}

fn perft(position: &str, depth: u32, variant: &str) -> Result<()> {
    let start = match position {
        "startpos" => Start::Startpos,
        fen => Start::Fen(fen.to_owned()),
    };
    let record = GameRecord::new(variant, &start).map_err(|why| anyhow!("no position: {why}"))?;
    let mut printed = Ok(());
    let end = console::perft(record.game(), depth, &AtomicBool::new(false), &mut |line| {
        if printed.is_ok() {
            printed = print(line);
        }
    });
    printed.and_then(|()| print(&end))
}

/// Prints a line. A reader that has seen enough (`ferz perft … | head`) is no failure.
fn print(line: &str) -> Result<()> {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        result => result.context("cannot print"),
    }
}
