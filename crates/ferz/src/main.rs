//! The program `ferz`.

use anyhow::{Context, Result, anyhow};
use clap::{Parser, Subcommand};
use ferz::{console, referee::GameRecord, serve};
use ferz_engine::Engine;
use ferz_rules::Variant;
use ferz_wire::Start;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// A chess engine for every chess interface.
///
/// Without a command it waits for an interface on standard input and answers the protocol that its
/// first words name: UCI (`uci`) or CECP, the protocol of XBoard (`xboard`).
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
        /// Depth in plies.
        #[arg(default_value_t = console::BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
        depth: u32,
    },
    /// Counts the tree of legal moves of a position, one line for each first move.
    Perft {
        /// FEN of the position in quotes, or `startpos`.
        position: String,
        /// Depth in plies.
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,
        /// The game: normal, fischerandom, nocastle or wildcastle.
        #[arg(long, default_value = "normal")]
        variant: String,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ferz: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<()> {
    match arguments.command {
        None => {
            if std::io::stdin().is_terminal() {
                greet();
            }
            serve::serve(engine()).context("cannot serve")
        }
        Some(Action::Bench { depth }) => print(&console::bench(&mut *engine(), depth)),
        Some(Action::Perft { position, depth, variant }) => perft(&position, depth, &variant),
    }
}

fn engine() -> Box<dyn Engine> {
    ferz_engine::engine(Variant::Normal)
}

/// What a person sees who started the program by hand.
fn greet() {
    println!(
        "Ferz {}, a chess engine: start it in a chess interface (UCI or XBoard).",
        env!("CARGO_PKG_VERSION")
    );
    println!("Or go on by hand: `uci`, `xboard`, `d`, `go movetime 1000`, `help`, `quit`.");
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
