//! The program `ferz`.

use anyhow::{Context, Result, anyhow, bail};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use ferz::player::{Player, Terms};
use ferz::session::Backend;
use ferz::settings::{self, Settings};
use ferz::{console, game_files, manual, serve, variant};
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

/// An engine for chess, xiangqi and thirty other games, for every interface.
///
/// Without a command it waits for an interface on standard input; at a terminal it opens a board in
/// your browser as well. The first words of the interface choose the protocol: `uci` for UCI, `ucci`
/// for UCCI (Chinese chess), `xboard` for CECP (XBoard). `ferz play` starts a game in the terminal.
#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "\
Examples:
  ferz                            the engine, as an interface starts it
  ferz --threads=2 --hash=256     the engine with options set
  ferz play --level 5             a game in the terminal
  ferz match ./new ./old --tc 8+0.08 --rounds 100
  ferz bridge phalanx             an engine of another protocol in any interface
  ferz help bridge                help for one command"
)]
struct Arguments {
    /// Sets an option of the engine: `--option Hash=64`, or for short `--hash=64`.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Allows the option EvalAPI, which loads a shared library and runs its code inside the engine.
    #[arg(long)]
    allow_evalapi: bool,
    /// Offers the numbers of the search as options, for tuners: see `ferz numbers`.
    #[arg(long)]
    numbers: bool,
    /// Adds the games of a file in Fairy-Stockfish's `variants.ini` grammar, for every command. May be
    /// repeated.
    // The files are read before clap reads anything: they add values of other arguments.
    #[arg(long, value_name = "FILE")]
    variants: Vec<std::path::PathBuf>,
    #[command(subcommand)]
    command: Option<Action>,
}

#[derive(Subcommand)]
enum Action {
    /// Opens a board in your browser.
    ///
    /// It prints its address, which holds a key: anybody who has the key can play here. The server
    /// listens on this machine alone. Ctrl-C ends it.
    #[cfg(feature = "board")]
    #[command(after_help = "\
Examples:
  ferz board
  ferz --threads=2 board --port 8000 --no-open")]
    Board(ferz::board::Arguments),
    /// Keeps games: imports PGN, finds them again, writes them.
    #[cfg(feature = "board")]
    #[command(after_help = "\
Examples:
  ferz games import club.pgn world.pgn
  ferz games find --player carlsen --since 2020 --result 1-0
  ferz games find --position \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"
  ferz games export mine.pgn --source played")]
    Games(ferz::games::Arguments),
    /// Plays a game with you in the terminal.
    ///
    /// Type moves in any notation: e4, e2e4, Nf3, and in xiangqi h2e2, C2=5, 炮二平五. Type `help`
    /// for the other commands.
    #[command(after_help = "\
Examples:
  ferz play --level 5 --side black
  ferz play --variant xiangqi --symbols --notation wxf
  ferz play --variant xiangqi --notation chinese --elo 1200
  ferz play --fen \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\" --time 0.2")]
    Play(ferz::play::Arguments),
    /// Searches a fixed set of positions and prints nodes and nodes per second.
    ///
    /// The node count identifies the search: it is the same on every machine.
    #[command(after_help = "Examples:\n  ferz bench\n  ferz bench 10 --variant xiangqi")]
    Bench {
        /// Depth in plies.
        #[arg(value_name = "DEPTH")]
        words: Vec<String>,
        /// The game, by its name in CECP or UCI.
        #[arg(long, value_name = "GAME", default_value = "normal", ignore_case = true, value_parser = variant::any())]
        variant: Variant,
    },
    /// Counts the legal move tree of a position.
    ///
    /// Prints one line per first move, then the total.
    #[command(after_help = "\
Examples:
  ferz perft startpos 5
  ferz perft startpos 4 --variant crazyhouse
  ferz perft \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\" 4")]
    Perft {
        /// FEN of the position in quotes, or `startpos`.
        position: String,
        /// Depth in plies.
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        depth: u32,
        /// The game, by its name in CECP or UCI.
        #[arg(long, value_name = "GAME", default_value = "normal", ignore_case = true, value_parser = variant::any())]
        variant: Variant,
    },
    /// Shows the result of a game under its rules.
    ///
    /// Prints one line: `open`, `claimable-draw`, `draw`, `white-wins` (Red in xiangqi) or `black-wins`,
    /// then the reason. Exit status 1 means an illegal move, which the message names.
    #[command(after_help = "\
Examples:
  ferz verdict e4 e5 Qh5 Ke7 Qxe5
  ferz verdict \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"
  ferz verdict --variant atomic Nf3 a6 Ne5 a5 Nxf7")]
    Verdict(ferz::verdict::Arguments),
    /// Prints the numbers of the search, as `ferz tune --parameters` reads them.
    ///
    /// `ferz --numbers` offers them as options.
    #[command(after_help = "\
Examples:
  ferz numbers > search.txt
  ferz tune \"ferz --numbers\" --parameters search.txt --rounds 20000 --nodes 5000 --openings builtin
  ferz numbers --variant crazyhouse")]
    Numbers {
        /// The game that they serve.
        #[arg(long, value_name = "GAME", default_value = "normal", ignore_case = true, value_parser = variant::offered())]
        variant: Variant,
    },
    /// Writes the built-in network to a file.
    ///
    /// The option EvalFile reads such a file, and so can other programs.
    #[command(after_help = "\
Examples:
  ferz export-net chess.net
  ferz export-net xiangqi.net --variant xiangqi")]
    ExportNet {
        /// The file to write.
        file: std::path::PathBuf,
        /// The game the network plays.
        #[arg(long, value_name = "GAME", default_value = "normal", ignore_case = true, value_parser = variant::usual())]
        variant: Variant,
    },
    /// Checks an engine against the documents of its protocol.
    ///
    /// Exit status: 0 passed, 1 something failed, 2 wrong usage, 3 the engine could not be started, 130
    /// interrupted.
    #[cfg(feature = "host")]
    #[command(after_help = "\
Examples:
  ferz check stockfish
  ferz check --protocol xboard --only cecp-analyze gnuchess --xboard
  ferz check --profile lichess-bot --junit report.xml ./engine")]
    Check(ferz::check::Arguments),
    /// Finds who first broke the protocol in a recorded conversation.
    ///
    /// Reads files written by `--log`, the Debug Log File of Ferz and Stockfish, and logs of
    /// python-chess, fastchess, cutechess-cli and XBoard. Exit status: 0 nobody broke it, 1 somebody
    /// did, 2 the file is not a record, 3 nobody did, but the engine's last answer is missing.
    #[cfg(feature = "host")]
    #[command(after_help = "\
Examples:
  ferz bridge --log game.log phalanx
  ferz blame game.log")]
    Blame(ferz::check::BlameArguments),
    /// Shows the protocol, games, features and options of an engine.
    #[cfg(feature = "host")]
    #[command(after_help = "\
Examples:
  ferz inspect stockfish
  ferz inspect --protocol xboard --json gnuchess --xboard")]
    Inspect {
        /// The engine's protocol: uci, ucci or cecp. Detected if not given.
        #[arg(long)]
        protocol: Option<Protocol>,
        /// Prints JSON.
        #[arg(long)]
        json: bool,
        /// A file of engine quirks, consulted before the built-in table.
        #[arg(long, value_name = "FILE")]
        quirks: Option<PathBuf>,
        /// The engine and its arguments. Everything after its name belongs to the engine.
        #[arg(trailing_var_arg = true, required = true, value_name = "ENGINE")]
        command: Vec<OsString>,
    },
    /// Connects an interface and an engine of any two protocols.
    ///
    /// The interface starts this command in place of the engine. It needs no settings.
    #[cfg(feature = "host")]
    #[command(after_help = "\
Examples:
  xboard -fcp 'ferz bridge stockfish'
  fastchess -engine cmd=ferz args='bridge phalanx' ...
  ferz bridge --option Hash=64 --log game.log --rules asian hoixiangqi")]
    Bridge(bridge::Arguments),
    /// The bridge with PolyGlot's command line, for XBoard's `adapterCommand`.
    ///
    /// Understands -ec COMMAND (a UCI engine), -ed FOLDER, -uci NAME=VALUE (an option of the engine),
    /// -pg NAME=VALUE (Resign, ResignScore, HandleDraws), -log true and -lf FILE. Ignores -noini and
    /// -en. Does not support PolyGlot's configuration files and book tools.
    #[cfg(feature = "host")]
    #[command(after_help = "\
Examples:
  ferz polyglot -noini -ec stockfish -ed /tmp
  xboard -adapterCommand 'ferz polyglot -noini -ec \"%fcp\" -ed \"%fd\"' -fUCI -fcp stockfish")]
    Polyglot {
        /// PolyGlot's arguments.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// The bridge with UCI2WB's command line, for XBoard's `uxiAdapter`.
    ///
    /// Arguments come in this order: `debug`, -var GAMES, -c or -x for engines of Chinese chess, the
    /// engine's command, its folder.
    #[cfg(feature = "host")]
    #[command(after_help = "\
Examples:
  ferz uci2wb stockfish
  ferz uci2wb -x eleeye /usr/lib/eleeye
  xboard -uxiAdapter 'ferz uci2wb -%variant \"%fcp\" \"%fd\"' -fUCCI -fcp eleeye")]
    Uci2wb {
        /// UCI2WB's arguments.
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
    #[cfg(feature = "host")]
    Tune,
    /// Keeps runs that are played on many machines, and directs them.
    ///
    /// Starts a `nats-server` of its own in its folder, and prints the line that a worker is started
    /// with. Runs go on where they were when it is started again.
    #[cfg(feature = "cluster")]
    #[command(after_help = "\
Examples:
  ferz hub
  ferz hub --bind 0.0.0.0 --dir /srv/ferz --host hub.example.org
  ferz hub --url nats://TOKEN@nats.example.org:4222")]
    Hub(ferz::cluster::HubArguments),
    /// Plays games for a hub.
    ///
    /// Runs programs that users of the hub have submitted: say which with --trust.
    #[cfg(feature = "cluster")]
    #[command(after_help = "\
Examples:
  ferz worker nats://TOKEN@HOST:4280 --trust all
  ferz worker nats://TOKEN@HOST:4280 --trust 9f86d0… --concurrency 4")]
    Worker(ferz::cluster::WorkerArguments),
    /// Has a match, a tournament or a tuning played by the workers of a hub.
    ///
    /// Takes the arguments of `ferz match` behind the address, or `tournament` or `tune` and theirs;
    /// prints the name of the run.
    #[cfg(feature = "cluster")]
    #[command(after_help = "\
Examples:
  ferz submit nats://TOKEN@HOST:4280 ./new ./old --tc 8+0.08 --rounds 1000 --sprt 0,5
  ferz submit nats://TOKEN@HOST:4280 tournament ./a ./b ./c --tc 8+0.08 --openings builtin
  ferz submit --priority 5 nats://TOKEN@HOST:4280 ./new ./old --nodes 10000 --rounds 100")]
    Submit(ferz::cluster::SubmitArguments),
    /// Shows the runs and the workers of a hub.
    #[cfg(feature = "cluster")]
    #[command(
        after_help = "Examples:\n  ferz status nats://TOKEN@HOST:4280\n  ferz status --json nats://TOKEN@HOST:4280"
    )]
    Status(ferz::cluster::StatusArguments),
    /// Stops a run of a hub. What was played of it is kept.
    #[cfg(feature = "cluster")]
    #[command(after_help = "Examples:\n  ferz stop nats://TOKEN@HOST:4280 2026-11-23-otter")]
    Stop(ferz::cluster::StopArguments),
    /// Plays games of the engine against itself, as data for training.
    #[cfg(feature = "datagen")]
    #[command(
        subcommand,
        after_help = "\
Examples:
  ferz datagen play --out games --games 1000 --threads 2
  ferz datagen stat games"
    )]
    Datagen(ferz::datagen::Task),
    /// Prints completions for a shell.
    #[command(after_help = "\
Examples:
  ferz completions bash > ~/.local/share/bash-completion/completions/ferz
  ferz completions zsh > ~/.zfunc/_ferz
  ferz completions fish > ~/.config/fish/completions/ferz.fish
  ferz completions powershell >> $PROFILE")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Prints the manual page, or writes one page per command into a folder.
    #[command(after_help = "\
Examples:
  ferz man | man -l -
  ferz man ~/.local/share/man/man1")]
    Man {
        /// The folder to write to.
        folder: Option<std::path::PathBuf>,
    },
}

/// The command line, with all that it says about itself.
fn command() -> clap::Command {
    let command = Arguments::command();
    #[cfg(feature = "host")]
    let command = command
        .mut_subcommand("match", |_| matches::command(matches::Kind::Match))
        .mut_subcommand("tournament", |_| matches::command(matches::Kind::Tournament))
        .mut_subcommand("tune", |_| matches::command(matches::Kind::Tune));
    let groups = manual::grouped(&command);
    let template = format!(
        "{{name}} {{version}}: {{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n\
         {groups}\n\nOptions:\n{{options}}{{after-help}}"
    );
    signed(command.help_template(template))
}

/// Lets values be negative: then it is the value that is wrong in `--depth -1`, not the argument.
fn signed(command: clap::Command) -> clap::Command {
    let takes_values = |argument: &clap::Arg| argument.get_action().takes_values();
    let command = command.mut_args(|argument| {
        let signed = takes_values(&argument) && !argument.is_trailing_var_arg_set();
        argument.allow_negative_numbers(signed)
    });
    command.mut_subcommands(signed)
}

/// Adds the games of the files that the command line names; gives the rest of its words.
fn words() -> Vec<std::ffi::OsString> {
    let (words, files) = game_files::taken_out(std::env::args_os());
    for file in files {
        match game_files::load(&file) {
            Ok(loaded) => {
                loaded.refused.iter().for_each(|line| ferz::aside(format_args!("ferz: {line}")));
            }
            Err(why) => command().error(clap::error::ErrorKind::ValueValidation, why).exit(),
        }
    }
    words
}

/// Reads the command line.
fn arguments() -> Arguments {
    let words = words();
    #[cfg(feature = "host")]
    {
        let alone = |command| Arguments {
            options: Vec::new(),
            allow_evalapi: false,
            numbers: false,
            variants: Vec::new(),
            command: Some(command),
        };
        match words.get(1).and_then(|word| word.to_str()) {
            Some("match") => return alone(Action::Match),
            Some("tournament") => return alone(Action::Tournament),
            Some("tune") => return alone(Action::Tune),
            _ => {}
        }
    }
    let mut engine = ferz_engine::engine(Variant::NORMAL);
    // Whether it may be set is said when it is.
    engine.allow_libraries();
    let words = settings::spelled_out(words.into_iter(), &*engine);
    let read = command().try_get_matches_from(words);
    let read = read.and_then(|found| Arguments::from_arg_matches(&found));
    read.unwrap_or_else(|error| error.exit())
}

/// Our engine as the command line wants it.
struct Own {
    settings: Settings,
    libraries: bool,
    numbers: bool,
}

impl Own {
    /// Tries what the command line sets; ends the program if it cannot be.
    fn new(arguments: &Arguments) -> Own {
        let (libraries, numbers) = (arguments.allow_evalapi, arguments.numbers);
        let own = Own { settings: Settings::default(), libraries, numbers };
        let mut engine = own.engine(Variant::NORMAL);
        let settings = settings::read(&arguments.options, &mut *engine);
        let settings = settings.unwrap_or_else(|why| {
            command().error(clap::error::ErrorKind::ValueValidation, why).exit()
        });
        Own { settings, ..own }
    }

    fn engine(&self, game: Variant) -> Box<dyn Engine> {
        let mut engine = ferz_engine::engine(game);
        if self.libraries {
            engine.allow_libraries();
        }
        for (name, value) in &self.settings.engine {
            // It was tried before.
            let _ = engine.set_option(name, value.as_deref());
        }
        engine
    }
}

fn main() -> ExitCode {
    match run(arguments()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            ferz::aside(format_args!("ferz: {}", told(&error)));
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
    let own = Own::new(&arguments);
    let uses_own = matches!(
        arguments.command,
        None | Some(
            Action::Play(_)
                | Action::Bench { .. }
                | Action::Numbers { .. }
                | Action::ExportNet { .. }
        )
    );
    #[cfg(feature = "board")]
    let uses_own = uses_own || matches!(arguments.command, Some(Action::Board(_)));
    if !uses_own && (own.libraries || own.numbers || !arguments.options.is_empty()) {
        bail!("options before this command would be for our own engine, which it does not use");
    }
    // Whatever these commands start is an engine; the board starts a browser. Where the system cannot
    // do it, what has left an engine's session lives on.
    #[cfg(feature = "board")]
    let starts_engines = !matches!(arguments.command, None | Some(Action::Board(_)));
    #[cfg(all(feature = "host", not(feature = "board")))]
    let starts_engines = arguments.command.is_some();
    #[cfg(feature = "host")]
    if starts_engines {
        let _ = ferz_host::adopt_orphans();
    }
    match arguments.command {
        None => serve(own),
        Some(Action::Play(arguments)) => {
            let person = std::io::stdin().is_terminal();
            let mut engine = own.engine(Variant::NORMAL);
            // The same game again and again is a dull one.
            if !own.settings.engine.iter().any(|(name, _)| name == "OwnBook") {
                let _ = engine.set_option("OwnBook", Some("true"));
            }
            let input = std::io::stdin().lock();
            let played =
                ferz::play::run(&arguments, engine, input, &mut std::io::stdout().lock(), person);
            played.or_else(unless_nobody_reads)
        }
        #[cfg(feature = "board")]
        Some(Action::Board(arguments)) => {
            let engine = move || own.engine(Variant::NORMAL);
            ferz::board::run(&arguments, engine)
        }
        #[cfg(feature = "board")]
        Some(Action::Games(arguments)) => {
            let done = ferz::games::run(&arguments, &mut std::io::stdout().lock());
            done.or_else(unless_nobody_reads)
        }
        Some(Action::Completions { shell }) => {
            let mut text = Vec::new();
            manual::completions(shell, command(), &mut text);
            print(String::from_utf8_lossy(&text).trim_end())
        }
        Some(Action::Man { folder: Some(folder) }) => {
            let count = manual::pages(command(), &folder)?;
            print(&format!("{count} pages written to {}", folder.display()))
        }
        Some(Action::Man { folder: None }) => {
            let mut text = Vec::new();
            manual::main_page(command(), &mut text).context("cannot make the page")?;
            print(String::from_utf8_lossy(&text).trim_end())
        }
        Some(Action::Bench { words, variant }) => {
            // `ferz bench xiangqi` names the game among the words: test frameworks know it so.
            let words = words.iter().map(String::as_str);
            let words: Vec<&str> = std::iter::once(variant.name).chain(words).collect();
            let mut engine = own.engine(Variant::NORMAL);
            print(&console::bench(&mut *engine, &words).map_err(|why| anyhow!(why))?)
        }
        Some(Action::Perft { position, depth, variant }) => perft(&position, depth, variant),
        Some(Action::Verdict(arguments)) => print(&ferz::verdict::run(&arguments)?),
        Some(Action::Numbers { variant }) => print(&console::numbers(&*own.engine(variant))),
        Some(Action::ExportNet { file, variant }) => {
            let written = console::export_net(&mut *own.engine(variant), &file);
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
        Some(action @ (Action::Match | Action::Tournament | Action::Tune)) => {
            let kind = match action {
                Action::Match => matches::Kind::Match,
                Action::Tournament => matches::Kind::Tournament,
                _ => matches::Kind::Tune,
            };
            let arguments = game_files::taken_out(std::env::args_os()).0.into_iter().skip(2);
            std::process::exit(matches::run(kind, arguments)?)
        }
        #[cfg(feature = "cluster")]
        Some(Action::Hub(arguments)) => ferz::cluster::hub(&arguments),
        #[cfg(feature = "cluster")]
        Some(Action::Worker(arguments)) => ferz::cluster::worker(&arguments),
        #[cfg(feature = "cluster")]
        Some(Action::Submit(arguments)) => print(&ferz::cluster::submit(&arguments)?),
        #[cfg(feature = "cluster")]
        Some(Action::Status(arguments)) => print(&ferz::cluster::status(&arguments)?),
        #[cfg(feature = "cluster")]
        Some(Action::Stop(arguments)) => ferz::cluster::stop(&arguments),
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

/// Waits for an interface, or for a person at a terminal.
fn serve(own: Own) -> Result<()> {
    let person = std::io::stdin().is_terminal();
    let engine = own.engine(Variant::NORMAL);
    let Settings { engine: settings, log } = own.settings.clone();
    let numbers = own.numbers;
    if person {
        greet();
        #[cfg(feature = "board")]
        show_board(own);
    }
    let terms = Terms { person, settings, numbers };
    let open = |post| -> Result<_> {
        Ok(Box::new(Player::new(engine, post).under(terms)) as Box<dyn Backend>)
    };
    serve::serve(None, log.as_deref(), open).context("cannot serve")
}

/// Opens the board for a person. The prompt is there without it, too.
#[cfg(feature = "board")]
fn show_board(own: Own) {
    let told = match ferz::board::beside(move || own.engine(Variant::NORMAL)) {
        Ok(address) => address,
        Err(why) => format!("no board: {}", told(&why)),
    };
    // That nobody reads it is no failure.
    let _ = writeln!(std::io::stdout(), "The board, in a browser on this machine:\n{told}");
}

/// What a person sees who started the program by hand.
fn greet() {
    let here = std::env::current_exe().ok();
    let here = here.map_or("this program".to_owned(), |here| here.display().to_string());
    // That nobody reads it is no failure.
    let mut out = std::io::stdout();
    let _ = writeln!(
        out,
        "Ferz {}, for chess, xiangqi and thirty other games.",
        env!("CARGO_PKG_VERSION")
    );
    let _ = writeln!(out, "  A game in this terminal:  ferz play      (now `quit`, or Ctrl-D)");
    let _ = writeln!(out, "  In an interface:          add {here} as a UCI, UCCI or XBoard engine");
    let _ = writeln!(out, "  Everything else:          ferz help");
    let _ = writeln!(
        out,
        "Here: `help` for the words of this prompt, `d`, `go movetime 1000`, `uci`, `xboard`."
    );
}

fn perft(position: &str, depth: u32, variant: Variant) -> Result<()> {
    let start = match position {
        "startpos" => Start::Startpos,
        fen => Start::Fen(fen.to_owned()),
    };
    let record =
        GameRecord::new(variant.name, &start).map_err(|why| anyhow!("no position: {why}"))?;
    let mut printed = Ok(());
    let end = console::perft(record.game(), depth, &AtomicBool::new(false), &mut |line| {
        if printed.is_ok() {
            printed = print(line);
        }
    });
    printed.and_then(|()| print(&end))
}

/// A reader that has seen enough is no failure.
fn unless_nobody_reads(error: anyhow::Error) -> Result<()> {
    match error.downcast_ref::<std::io::Error>() {
        Some(why) if why.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        _ => Err(error),
    }
}

/// Prints a line. A reader that has seen enough (`ferz perft … | head`) is no failure.
fn print(line: &str) -> Result<()> {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        result => result.context("cannot print"),
    }
}
