//! The arguments of our own grammar, as clap reads them and tells about them.

use clap::{Args, Parser, ValueEnum};
use std::path::PathBuf;

pub(super) const MATCH: &str = "Plays a match between two engines of any protocols";
pub(super) const TOURNAMENT: &str = "Plays a tournament: round robin, gauntlet, Swiss or knockout";

pub(super) const MATCH_LONG: &str = "\
Plays a match between two engines of any protocols: UCI, UCCI or CECP (XBoard).

Each ENGINE is a command in quotes. Settings of the form key=value may come before it. The protocol \
is detected. Each match has a folder with its games, its log and a report for the browser. --resume \
continues a match that was stopped.";

pub(super) const TOURNAMENT_LONG: &str = "\
Plays a tournament between engines of any protocols: UCI, UCCI or CECP (XBoard).

Each ENGINE is a command in quotes. Settings of the form key=value may come before it. Engines can \
also come from a list (--engines). Protocols are detected. Each tournament has a folder with its \
games, its log and a report for the browser. --resume continues a tournament that was stopped.";

pub(super) const TUNE: &str = "Tunes the options of an engine by games against itself (SPSA)";

pub(super) const TUNE_LONG: &str = "\
Tunes the options of an engine of any protocol by games against itself.

Each pair of games is played with the options pushed a little up or down by lot for one side, and \
the other way for the other; the side that scores more draws the options its way. This is SPSA, \
simultaneous perturbation stochastic approximation. ENGINE is a command in quotes. Settings of the \
form key=value may come before it. --rounds is the number of pairs, and decides how fast the steps \
shrink: some thousands for a few options, tens of thousands for many. Each run has a folder with \
its games, its log and a report for the browser that shows the way of each option. --resume \
continues a run that was stopped.";

/// What may stand before a command.
pub(super) const KEYS: &str = "\
Settings before the command of an ENGINE, for this engine only:
  name=NAME      its name [default: as it calls itself]
  proto=WORD     uci, ucci or cecp (xboard) [default: detected]
  tc= st= depth= nodes= margin=
                 as --tc, --st, --depth, --nodes, --margin
  option.X=Y     sets its option X to Y
  dir=FOLDER     its working folder
  init=LINE      a line sent to it before its options
  restart=WORD   auto, on (a new process for each game), off
  patience=S     seconds it may take to start, or to answer a ping
  stall=S        seconds it may be silent when no clock limits it
  nps=N          CECP: its clock counts nodes, N to a second
  ponder         it thinks on its opponent's time
  whitepov       CECP: its scores are from White's point of view
  partner=\"ENGINE\"
                 bughouse: who plays for it on the second board [default: the
                 same engine]; limits that it lacks are those of its engine
";

/// What the end of the program says.
pub(super) const STATUS: &str = "\
Exit status:
  0    all games were played, or the test is decided
  1    the run could not begin or continue
  2    the arguments are wrong
  3    with --strict: an engine was at fault
  129, 130, 143
       stopped by SIGHUP, SIGINT (Ctrl-C), SIGTERM: --resume continues
";

pub(super) const MATCH_EXAMPLES: &str = "\
Examples:
  ferz match ./new ./old --tc 8+0.08 --rounds 500 --openings book.epd --concurrency 4
  ferz match \"name=new ./ferz\" \"name=old option.Hash=16 ./ferz-1\" --nodes 20000 \\
      --openings book.epd --sprt 0:5
  ferz match stockfish \"proto=xboard fairymax\" --st 0.5 --log talk/
  ferz match --resume ferz-runs/NAME

The arguments of cutechess-cli and fastchess work too, all that decide a match:
  ferz match -engine cmd=./new -engine cmd=./old -each tc=8+0.08 -rounds 500 -games 2 \\
      -repeat -openings file=book.epd -sprt elo0=0 elo1=5
";

pub(super) const TUNE_EXAMPLES: &str = "\
Examples:
  ferz tune ./engine --parameters search.txt --rounds 20000 --tc 4+0.04 \\
      --openings book.epd --concurrency 8
  ferz tune ./engine --parameter \"Futility, 80, 0, 200, 10\" --rounds 5000 --nodes 20000
  ferz tune --resume ferz-runs/NAME
";

pub(super) const TOURNAMENT_EXAMPLES: &str = "\
Examples:
  ferz tournament ferz stockfish \"proto=xboard fairymax\" --tc 10+0.1 --rounds 2
  ferz tournament --engines engines.toml --system swiss --rounds 5 --tc 60+0.5
  ferz tournament --engines UCCILEAG.INI
  ferz tournament --resume ferz-runs/NAME
";

#[derive(Debug, Parser)]
#[command(max_term_width = 100)]
pub(super) struct Own {
    #[command(flatten)]
    pub(super) players: Players,
    #[command(flatten)]
    pub(super) limits: Limits,
    #[command(flatten)]
    pub(super) tuned: Tuned,
    #[command(flatten)]
    pub(super) games: Games,
    #[command(flatten)]
    pub(super) test: Test,
    #[command(flatten)]
    pub(super) openings: Openings,
    #[command(flatten)]
    pub(super) end: End,
    #[command(flatten)]
    pub(super) machine: Machine,
    #[command(flatten)]
    pub(super) run: Run,
    #[command(flatten)]
    pub(super) written: Written,
    #[command(flatten)]
    pub(super) shown: Shown,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Engines")]
pub(super) struct Players {
    /// Commands in quotes, or names from the list of --engines.
    #[arg(value_name = "ENGINE")]
    pub(super) players: Vec<String>,
    /// A list of engines.
    ///
    /// Either our TOML (see docs/matches.md), cutechess's engines.json, or the INI file of the UCCI
    /// league. In a tournament all of them play unless some are named.
    #[arg(long, value_name = "FILE")]
    pub(super) engines: Option<PathBuf>,
    /// Sets an option of all engines that have it.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(super) options: Vec<String>,
    /// Engines also think on their opponent's time.
    #[arg(long)]
    pub(super) ponder: bool,
    /// A file of engine quirks, consulted before the built-in table.
    #[arg(long, value_name = "FILE")]
    pub(super) quirks: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "How long they think")]
pub(super) struct Limits {
    /// A clock: 8+0.08 (seconds), 40/60+0.6, 40/1:30, or sessions such as 40/100,20/50,15+1.
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub(super) tc: Option<String>,
    /// Seconds per move.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(super) st: Option<String>,
    /// Search depth in plies.
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true)]
    pub(super) depth: Option<String>,
    /// Nodes per move.
    #[arg(long, value_name = "NODES", allow_negative_numbers = true)]
    pub(super) nodes: Option<String>,
    /// Milliseconds an engine may overstep its clock [default: 10].
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    pub(super) margin: Option<String>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Options that are tuned")]
pub(super) struct Tuned {
    /// An option: its name, its value to start with, its least and its most.
    ///
    /// C_END is how far it is pushed at the end of the run [default: a twentieth of its range];
    /// R_END is the part of that by which it then moves for each game won [default: 0.002]. `int` or
    /// `float` may stand behind the name; otherwise it is whole if its first three numbers are.
    #[arg(long, value_name = "NAME, VALUE, MIN, MAX[, C_END[, R_END]]")]
    pub(super) parameter: Vec<String>,
    /// A file of such options, one per line. Lines that begin with # are left out.
    ///
    /// Files of OpenBench and Fishtest can be read as they are.
    #[arg(long, value_name = "FILE")]
    pub(super) parameters: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Who plays whom, how often")]
pub(super) struct Games {
    /// The game, by any of its names, or one that an engine of CECP defines [default: normal].
    ///
    /// `bughouse` is played on two boards at the same time: a team is two processes of one
    /// ENGINE, or an ENGINE and its `partner`.
    #[arg(long, value_name = "GAME")]
    pub(super) variant: Option<String>,
    /// Who plays whom.
    #[arg(long, value_enum, default_value_t = SystemWord::RoundRobin)]
    pub(super) system: SystemWord,
    /// Gauntlet: number of engines, from the first, that play against all others [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) seeds: Option<u32>,
    /// Number of rounds [default: 1; with --sprt until it is decided].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) rounds: Option<u32>,
    /// Games per encounter, with alternating colours. Two games share an opening.
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true)]
    pub(super) games: u32,
    /// Uses a new opening for each game.
    #[arg(long)]
    pub(super) no_repeat: bool,
    /// Keeps colours: the first engine always has White.
    #[arg(long)]
    pub(super) no_swap: bool,
    /// Gives White to the second engine first.
    #[arg(long)]
    pub(super) reverse: bool,
    /// Pause between two games, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 0, allow_negative_numbers = true)]
    pub(super) wait: u64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Sequential test")]
pub(super) struct Test {
    /// Ends the match as soon as it decides between two Elo differences.
    ///
    /// This is a sequential probability ratio test. ALPHA and BETA are its error rates, 0.05 if not
    /// given.
    #[arg(long, value_name = "ELO0:ELO1[:ALPHA:BETA]", allow_hyphen_values = true)]
    pub(super) sprt: Option<String>,
    /// What Elo means in the test.
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = ModelWord::Normalized)]
    pub(super) sprt_model: ModelWord,
    /// Counts single games in the test, not pairs.
    #[arg(long)]
    pub(super) trinomial: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Openings")]
pub(super) struct Openings {
    /// Openings: a file of EPD, FEN or PGN, a book, `builtin`, or `none`.
    ///
    /// `builtin` has 64 short lines of chess and 64 of xiangqi, and draws quiet lines of all other games
    /// from the seed. `none` is the start position, without a
    /// warning. Without openings Chess960 draws start positions from the seed. EPD and FEN files have
    /// one position per line. `--plies 8` plays the first 8 half-moves of games in PGN. Books are
    /// Polyglot (.bin) or ElephantEye (.dat).
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// Half-moves to play from each game in PGN or from a book [default: all; 8 from a book].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) plies: Option<usize>,
    /// Order of the openings.
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = OrderWord::Random)]
    pub(super) order: OrderWord,
    /// First opening to use, counting from 1.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(super) opening_start: usize,
    /// Seed of the random order.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub(super) seed: u64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Adjudication")]
pub(super) struct End {
    /// An engine loses after MOVES moves with a score of -CENTIPAWNS or worse.
    ///
    /// With `:both`, only if the opponent's scores agree.
    #[arg(long, value_name = "MOVES:CENTIPAWNS[:both]", allow_negative_numbers = true)]
    pub(super) resign: Option<String>,
    /// A game is drawn, from move FROM on, after MOVES moves with both scores within CENTIPAWNS.
    #[arg(long, value_name = "FROM:MOVES:CENTIPAWNS", allow_negative_numbers = true)]
    pub(super) draw: Option<String>,
    /// A game is drawn after this many moves.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) max_moves: Option<u32>,
    /// Ends games of chess by these Syzygy tables: folders, joined as in PATH.
    #[arg(long, value_name = "FOLDERS")]
    pub(super) tb: Option<String>,
    /// Most men in the tables used.
    #[arg(long, value_name = "MEN", requires = "tb", allow_negative_numbers = true)]
    pub(super) tb_men: Option<u32>,
    /// Which table results end a game.
    #[arg(long, value_enum, value_name = "WHICH", requires = "tb")]
    #[arg(default_value_t = TablesWord::Both)]
    pub(super) tb_results: TablesWord,
    /// Ignores the fifty-move rule in table results.
    #[arg(long, requires = "tb")]
    pub(super) tb_ignore_50: bool,
    /// Ignores draw offers.
    #[arg(long)]
    pub(super) no_offers: bool,
    /// Repetition rules of xiangqi.
    #[arg(long, value_enum, value_name = "RULES", default_value_t = RepetitionWord::Asian)]
    pub(super) xiangqi_rules: RepetitionWord,
    /// Xiangqi is drawn after this many half-moves without capture; 0: never.
    #[arg(long, value_name = "N", default_value_t = 120, allow_negative_numbers = true)]
    pub(super) natural_limit: u32,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "The machine")]
pub(super) struct Machine {
    /// Games played at the same time [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) concurrency: Option<usize>,
    /// Gives each game its own cores, from all or from those named (Linux).
    ///
    /// Each game gets one core for each thread that thinks at the same time. --affinity=2,3,8-11
    /// names cores.
    #[arg(long, value_name = "CORES", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "all")]
    pub(super) affinity: Option<String>,
    /// Priority of the engines: 19 gives way to all other programs.
    #[arg(long, default_value_t = 0, value_name = "0..19", allow_negative_numbers = true)]
    pub(super) nice: u8,
    /// Replays games in which the machine itself was more than 10 ms late, at most twice.
    #[arg(long)]
    pub(super) replay_late: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "The run")]
pub(super) struct Run {
    /// Folder for log, games and report [default: a new one in ferz-runs].
    #[arg(long, value_name = "FOLDER")]
    pub(super) dir: Option<PathBuf>,
    /// Continues the run in this folder.
    ///
    /// --rounds may be higher than before. --concurrency and all output options may differ.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["players", "engines", "dir"])]
    pub(super) resume: Option<PathBuf>,
    /// Continues even if the engines are not the same programs as before.
    #[arg(long, requires = "resume")]
    pub(super) other_engines: bool,
    /// Records all conversations, one file for each engine process.
    ///
    /// If PATH is a folder or ends in a slash, the files go into it; otherwise their names begin with
    /// PATH. `ferz blame` reads them.
    #[arg(long, value_name = "PATH")]
    pub(super) log: Option<PathBuf>,
    /// Shows all conversations on standard error.
    #[arg(long)]
    pub(super) debug: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Games in PGN")]
pub(super) struct Written {
    /// Name of the event [default: Ferz match or Ferz tournament].
    #[arg(long, value_name = "TEXT")]
    pub(super) event: Option<String>,
    /// Place of the event.
    #[arg(long, value_name = "TEXT")]
    pub(super) site: Option<String>,
    /// Also appends the games to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Appends the final position of each game to this file, one FEN per line.
    #[arg(long, value_name = "FILE")]
    pub(super) epdout: Option<PathBuf>,
    /// Comments beside the moves.
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = CommentsWord::Short)]
    pub(super) comments: CommentsWord,
    /// More in the comments: a list with commas.
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub(super) pgn_with: Vec<DetailWord>,
    /// Notation of chess moves.
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = ChessWord::San)]
    pub(super) pgn_moves: ChessWord,
    /// Notation of xiangqi moves.
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = IccsWord::Iccs)]
    pub(super) xiangqi_moves: IccsWord,
    /// Writes only the necessary tags.
    #[arg(long)]
    pub(super) few_tags: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct Shown {
    /// Prints events and result as JSON lines (see docs/matches.md).
    #[arg(long)]
    pub(super) json: bool,
    /// Prints only the result.
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Prints the latency of the engines after each game: measured time minus reported time.
    #[arg(long)]
    pub(super) show_latency: bool,
    /// Fails the run (exit status 3) if an engine was at fault: crash, illegal move, loss on time…
    #[arg(long)]
    pub(super) strict: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum OrderWord {
    Sequential,
    Random,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SystemWord {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ModelWord {
    Logistic,
    Normalized,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum TablesWord {
    Both,
    Wins,
    Draws,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RepetitionWord {
    Asian,
    Chinese,
    Computer,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum CommentsWord {
    /// {+0.31/14 1.2s}
    Short,
    /// {[%eval 0.31,14] [%clk 0:00:58]}
    Eval,
    /// Nothing
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum, PartialEq, Eq)]
pub(super) enum DetailWord {
    Nodes,
    Seldepth,
    Nps,
    Hashfull,
    Tbhits,
    Latency,
    Timeleft,
    Pv,
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ChessWord {
    /// Nf3
    San,
    /// g1f3
    Uci,
    /// Ng1-f3
    Lan,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum IccsWord {
    /// H2-E2
    Iccs,
    /// C2=5
    Wxf,
}
