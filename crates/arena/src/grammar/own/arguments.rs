//! The arguments of our own grammar, as clap reads them and tells about them.

use clap::{Args, Parser, ValueEnum};
use std::path::PathBuf;

pub(super) const MATCH: &str = "Plays a match of two engines of any protocols";
pub(super) const TOURNAMENT: &str =
    "Plays a tournament: each against each, a gauntlet, Swiss, or knockout";

pub(super) const MATCH_LONG: &str = "\
Plays a match of two engines of any protocols, UCI, UCCI or CECP (XBoard).

Each ENGINE is a command in quotes, with words of the form key=value before it. The protocol is \
found out. The games, their log and a report for a browser are kept in a folder of their own, and \
a match that was stopped goes on with --resume.";

pub(super) const TOURNAMENT_LONG: &str = "\
Plays a tournament of engines of any protocols, UCI, UCCI or CECP (XBoard).

Each ENGINE is a command in quotes, with words of the form key=value before it; or all engines of \
a list play (--engines). The protocols are found out. The games, their log and a report for a \
browser are kept in a folder of their own, and a tournament that was stopped goes on with --resume.";

/// What may stand before a command.
pub(super) const KEYS: &str = "\
Words before the command of an ENGINE, for this engine alone:
  name=NAME      what it is called; else as it calls itself
  proto=WORD     uci, ucci, or cecp (xboard); else it is found out
  tc= st= depth= nodes= margin=
                 as --tc, --st, --depth, --nodes, --margin
  option.X=Y     its option X is set to Y
  dir=FOLDER     where it runs
  init=LINE      a line sent to it before its options
  restart=WORD   auto, on (for each game a new process), off
  patience=S     seconds it may take to start, or to answer a ping
  stall=S        seconds it may be silent where no time limits it
  nps=N          CECP: so many nodes are a second on its clock
  ponder         it thinks on its opponent's time
  whitepov       CECP: its scores are from White's point of view
";

/// What the end of the program says.
pub(super) const STATUS: &str = "\
Exit status:
  0    all games are played, or the test has shown enough
  1    the run could not begin or go on
  2    the arguments are wrong
  3    with --strict: an engine was at fault
  129, 130, 143
       stopped by SIGHUP, SIGINT (Ctrl-C), SIGTERM: --resume goes on
";

pub(super) const MATCH_EXAMPLES: &str = "\
Examples:
  ferz match ./new ./old --tc 8+0.08 --rounds 500 --openings book.epd --concurrency 4
  ferz match \"name=new ./ferz\" \"name=old option.Hash=16 ./ferz-1\" --nodes 20000 \\
      --openings book.epd --sprt 0:5
  ferz match stockfish \"proto=xboard fairymax\" --st 0.5 --log talk/
  ferz match --resume ferz-runs/NAME

All arguments of cutechess-cli and fastchess that decide a match are understood instead:
  ferz match -engine cmd=./new -engine cmd=./old -each tc=8+0.08 -rounds 500 -games 2 \\
      -repeat -openings file=book.epd -sprt elo0=0 elo1=5
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
    /// Commands in quotes, or names in the list of --engines.
    #[arg(value_name = "ENGINE")]
    pub(super) players: Vec<String>,
    /// A list of engines.
    ///
    /// Our TOML (docs/matches.md says what is in it), cutechess's engines.json, or the INI file of the
    /// UCCI league. In a tournament all of them play if none is named.
    #[arg(long, value_name = "FILE")]
    pub(super) engines: Option<PathBuf>,
    /// An option for all engines that have it.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(super) options: Vec<String>,
    /// Engines think on their opponent's time, too.
    #[arg(long)]
    pub(super) ponder: bool,
    /// A table of what is known of engines, before the one inside; as for `ferz bridge`.
    #[arg(long, value_name = "FILE")]
    pub(super) quirks: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "How long they think")]
pub(super) struct Limits {
    /// A clock: 8+0.08 (seconds), 40/60+0.6, 40/1:30, or sessions as 40/100,20/50,15+1.
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub(super) tc: Option<String>,
    /// Seconds for each move.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(super) st: Option<String>,
    /// Plies.
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true)]
    pub(super) depth: Option<String>,
    /// Nodes.
    #[arg(long, value_name = "NODES", allow_negative_numbers = true)]
    pub(super) nodes: Option<String>,
    /// How many milliseconds a clock may be overstepped [default: 10].
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    pub(super) margin: Option<String>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Who plays whom, how often")]
pub(super) struct Games {
    /// The game: normal, fischerandom (chess960), nocastle, wildcastle, xiangqi [default: normal].
    #[arg(long, value_name = "GAME")]
    pub(super) variant: Option<String>,
    /// Who plays whom.
    #[arg(long, value_enum, default_value_t = SystemWord::RoundRobin)]
    pub(super) system: SystemWord,
    /// In a gauntlet: so many of the first engines play against all the others [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) seeds: Option<u32>,
    /// Rounds [default: 1, with --sprt as many as it takes].
    ///
    /// Of a match, of a Swiss tournament, or of each against each.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) rounds: Option<u32>,
    /// Games of two engines in a round, colours changed, each pair of games with one opening.
    #[arg(long, value_name = "N", default_value_t = 2, allow_negative_numbers = true)]
    pub(super) games: u32,
    /// Each game has an opening of its own.
    #[arg(long)]
    pub(super) no_repeat: bool,
    /// Colours do not change: the first engine always has White.
    #[arg(long)]
    pub(super) no_swap: bool,
    /// The second engine begins with White.
    #[arg(long)]
    pub(super) reverse: bool,
    /// Milliseconds between two games.
    #[arg(long, value_name = "MS", default_value_t = 0, allow_negative_numbers = true)]
    pub(super) wait: u64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "When it has shown enough")]
pub(super) struct Test {
    /// Ends when it is shown which of two differences in Elo is nearer to the truth.
    ///
    /// That is a sequential probability ratio test. The chances of error are 0.05 if they are not
    /// given.
    #[arg(long, value_name = "ELO0:ELO1[:ALPHA:BETA]", allow_hyphen_values = true)]
    pub(super) sprt: Option<String>,
    /// What Elo means there.
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = ModelWord::Normalized)]
    pub(super) sprt_model: ModelWord,
    /// Counts games there and not pairs.
    #[arg(long)]
    pub(super) trinomial: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Openings")]
pub(super) struct Openings {
    /// Where games begin: a file of EPD, FEN or PGN, or a book; or `builtin`, or `none`.
    ///
    /// `builtin` has 64 short lines of chess and of xiangqi; `none` is the start position, without a
    /// warning. Chess960 without openings draws positions by the seed. EPD or FEN have one a line. Of games in PGN `--plies 8` plays the first 8 half-moves. Books are
    /// Polyglot's (.bin) and ElephantEye's (.dat).
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// So many half-moves of each game in PGN are played, or of a book [default: all; 8 of a book].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) plies: Option<usize>,
    /// Their order.
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = OrderWord::Random)]
    pub(super) order: OrderWord,
    /// Begin with this one, counting from 1.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(super) opening_start: usize,
    /// The number that their order follows from.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    pub(super) seed: u64,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "When a game ends before its end")]
pub(super) struct End {
    /// Lost after MOVES moves of an engine with a score of -CENTIPAWNS or worse.
    ///
    /// With `both` at its end only if the opponent says so, too.
    #[arg(long, value_name = "MOVES:CENTIPAWNS[:both]", allow_negative_numbers = true)]
    pub(super) resign: Option<String>,
    /// Drawn, from move FROM on, after MOVES moves of both with scores within CENTIPAWNS.
    #[arg(long, value_name = "FROM:MOVES:CENTIPAWNS", allow_negative_numbers = true)]
    pub(super) draw: Option<String>,
    /// Drawn after so many moves.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) max_moves: Option<u32>,
    /// A game of chess ends as these Syzygy tables have it. Folders, joined as in PATH.
    #[arg(long, value_name = "FOLDERS")]
    pub(super) tb: Option<String>,
    /// Tables with no more men than this.
    #[arg(long, value_name = "MEN", requires = "tb", allow_negative_numbers = true)]
    pub(super) tb_men: Option<u32>,
    /// Which of their results end a game.
    #[arg(long, value_enum, value_name = "WHICH", requires = "tb")]
    #[arg(default_value_t = TablesWord::Both)]
    pub(super) tb_results: TablesWord,
    /// What the fifty-move rule would make a draw counts as won.
    #[arg(long, requires = "tb")]
    pub(super) tb_ignore_50: bool,
    /// Draw offers and their acceptance do not count.
    #[arg(long)]
    pub(super) no_offers: bool,
    /// Who must vary in a repetition of xiangqi.
    #[arg(long, value_enum, value_name = "RULES", default_value_t = RepetitionWord::Asian)]
    pub(super) xiangqi_rules: RepetitionWord,
    /// Xiangqi is drawn after so many half-moves without capture; 0: never.
    #[arg(long, value_name = "N", default_value_t = 120, allow_negative_numbers = true)]
    pub(super) natural_limit: u32,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "The machine")]
pub(super) struct Machine {
    /// Games at the same time [default: 1].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) concurrency: Option<usize>,
    /// The engines of each game run on cores of their own, of all or of those named (Linux).
    ///
    /// As many as the threads that think at the same time. --affinity=2,3,8-11 names cores.
    #[arg(long, value_name = "CORES", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "all")]
    pub(super) affinity: Option<String>,
    /// Engines give way to other programs, so much more than usual.
    #[arg(long, default_value_t = 0, value_name = "0..19", allow_negative_numbers = true)]
    pub(super) nice: u8,
    /// Games in which the machine itself was late, by more than 10 ms, are played again.
    ///
    /// At most twice.
    #[arg(long)]
    pub(super) replay_late: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "The run")]
pub(super) struct Run {
    /// The folder for log, games and report [default: a new one in ferz-runs].
    #[arg(long, value_name = "FOLDER")]
    pub(super) dir: Option<PathBuf>,
    /// Goes on with the run of this folder.
    ///
    /// With more --rounds if they are given; --concurrency and what is shown or written besides may
    /// be others, too.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["players", "engines", "dir"])]
    pub(super) resume: Option<PathBuf>,
    /// Goes on although engines are other programs than before.
    #[arg(long, requires = "resume")]
    pub(super) other_engines: bool,
    /// Records all conversations: a file for each process of each engine.
    ///
    /// In a folder, if PATH is one or ends in a slash; else beside each other, their names beginning
    /// with PATH. `ferz blame` reads them.
    #[arg(long, value_name = "PATH")]
    pub(super) log: Option<PathBuf>,
    /// Shows all conversations on standard error as they go.
    #[arg(long)]
    pub(super) debug: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Games in PGN")]
pub(super) struct Written {
    /// What the event is called [default: Ferz match, Ferz tournament].
    #[arg(long, value_name = "TEXT")]
    pub(super) event: Option<String>,
    /// Where it is held.
    #[arg(long, value_name = "TEXT")]
    pub(super) site: Option<String>,
    /// Appends the games to this file, too.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Appends the last positions of the games to this file, one FEN a line.
    #[arg(long, value_name = "FILE")]
    pub(super) epdout: Option<PathBuf>,
    /// What stands beside the moves.
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = CommentsWord::Short)]
    pub(super) comments: CommentsWord,
    /// What else stands there, as a list with commas.
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub(super) pgn_with: Vec<DetailWord>,
    /// How moves of chess are written.
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = ChessWord::San)]
    pub(super) pgn_moves: ChessWord,
    /// How moves of xiangqi are written.
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = XiangqiWord::Iccs)]
    pub(super) xiangqi_moves: XiangqiWord,
    /// Only the tags without which a game cannot be understood.
    #[arg(long)]
    pub(super) few_tags: bool,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "What is shown")]
pub(super) struct Shown {
    /// Events and result as JSON lines; docs/matches.md says what is in them.
    #[arg(long)]
    pub(super) json: bool,
    /// Only the result.
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// After each game the latency of the engines: measured time less what they report.
    #[arg(long)]
    pub(super) show_latency: bool,
    /// Faults of engines (crashes, illegal moves, losses on time …) are failures of the run.
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
pub(super) enum XiangqiWord {
    /// H2-E2
    Iccs,
    /// C2=5
    Wxf,
}
