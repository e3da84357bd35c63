//! Our own grammar.

use super::words::{self, For};
use super::{BadArguments, Kind, Request};
use crate::config::{
    Adjudication, BadConfig, Comments, Config, DrawRule, EngineSpec, OpeningsSpec, Order, PgnStyle,
    RepetitionName, Resign, System, TablesSpec, XiangqiMoves, XiangqiRules,
};
use crate::lists;
use crate::sprt::{Model, Sprt};
use clap::{CommandFactory, FromArgMatches, Parser};
use std::path::PathBuf;

/// Plays games between engines of any protocols.
///
/// An ENGINE is a command in quotes; words of the form key=value before it are for this engine
/// alone: "name=new nodes=10000 option.Hash=64 ./ferz". The keys: name, proto (uci, ucci, cecp), tc,
/// st (seconds a move), depth, nodes, nps (of CECP: so many nodes are a second of its clock), margin
/// (ms), option.NAME, dir, init, restart (auto, on, off), patience (seconds to start, or to answer a ping), stall (seconds of silence without a limit of
/// time), ponder, whitepov.
///
/// Instead, all of cutechess's arguments that decide a match are understood:
/// -engine cmd=A -engine cmd=B -each tc=8+0.08 -rounds 100 -games 2 -repeat -openings file=x.epd
#[derive(Debug, Parser)]
#[command(max_term_width = 100)]
struct Own {
    /// The engines, two for a match: commands, or names in the list of --engines.
    #[arg(value_name = "ENGINE")]
    players: Vec<String>,
    /// A list of engines: our TOML, cutechess's engines.json, or the INI file of the UCCI league. In
    /// a tournament all of them play if none is named.
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Who plays whom in a tournament.
    #[arg(long, value_enum, default_value_t = SystemWord::RoundRobin)]
    system: SystemWord,
    /// Time control, as 8+0.08 (seconds), 40/60+0.6, 40/100,20/50,15+1.
    #[arg(long)]
    tc: Option<String>,
    /// Seconds for each move.
    #[arg(long)]
    st: Option<String>,
    /// Plies.
    #[arg(long)]
    depth: Option<String>,
    /// Nodes.
    #[arg(long)]
    nodes: Option<String>,
    /// How many milliseconds a clock may be overstepped.
    #[arg(long)]
    margin: Option<String>,
    /// Engines think on their opponent's time, too.
    #[arg(long)]
    ponder: bool,
    /// An option for all engines that have it.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Rounds: of a match, of a Swiss tournament, or of each against each; 1, with --sprt as many as it
    /// takes.
    #[arg(long)]
    rounds: Option<u32>,
    /// Ends when it is shown whether the first engine is stronger by ELO0 or by ELO1 points; the
    /// chances of error are 0.05 if they are not given.
    #[arg(long, value_name = "ELO0:ELO1[:ALPHA:BETA]", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// What Elo means there.
    #[arg(long, value_enum, default_value_t = ModelWord::Normalized)]
    sprt_model: ModelWord,
    /// Counts games there and not pairs.
    #[arg(long)]
    trinomial: bool,
    /// Games of two engines in a round, colours changed, each pair of games with one opening.
    #[arg(long, default_value_t = 2)]
    games: u32,
    /// Each game has an opening of its own.
    #[arg(long)]
    no_repeat: bool,
    /// The game: normal, fischerandom, xiangqi, ….
    #[arg(long, default_value = "normal")]
    variant: String,
    /// A file of openings: EPD or FEN, one a line, games in PGN, or a book (Polyglot's .bin,
    /// ElephantEye's .dat).
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// So many half-moves of a game in PGN are played, or of a book; 8 of a book if not given.
    #[arg(long)]
    plies: Option<usize>,
    /// The order of the openings.
    #[arg(long, value_enum, default_value_t = OrderWord::Random)]
    order: OrderWord,
    /// Begin with this opening, counting from 1.
    #[arg(long, default_value_t = 1)]
    opening_start: usize,
    /// For the order of the openings.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The engines of each game run on cores of their own, as many as the threads that think at the
    /// same time (Linux).
    #[arg(long)]
    affinity: bool,
    /// Engines give way to other programs, so much more than usual: 0 to 19.
    #[arg(long, default_value_t = 0, value_name = "0..19")]
    nice: u8,
    /// Games in which the machine itself was late, by more than 10 ms, are played again, at most twice.
    #[arg(long)]
    replay_late: bool,
    /// A table of what is known of engines, before the one inside; as for `ferz bridge`.
    #[arg(long, value_name = "FILE")]
    quirks: Option<PathBuf>,
    /// A game is lost after MOVES moves of an engine with a score of -CENTIPAWNS or worse; with
    /// `both` at its end, if the opponent says so too.
    #[arg(long, value_name = "MOVES:CENTIPAWNS[:both]")]
    resign: Option<String>,
    /// A game is drawn, from move FROM on, after MOVES moves of both with scores within
    /// CENTIPAWNS.
    #[arg(long, value_name = "FROM:MOVES:CENTIPAWNS")]
    draw: Option<String>,
    /// A game is drawn after so many moves.
    #[arg(long)]
    max_moves: Option<u32>,
    /// A game of chess ends as these Syzygy tables have it. Folders, joined as in PATH.
    #[arg(long, value_name = "FOLDERS")]
    tb: Option<String>,
    /// Tables with no more men than this.
    #[arg(long, value_name = "MEN", requires = "tb")]
    tb_men: Option<u32>,
    /// What the fifty-move rule would make a draw counts as won.
    #[arg(long, requires = "tb")]
    tb_ignore_50: bool,
    /// Draw offers and their acceptance do not count.
    #[arg(long)]
    no_offers: bool,
    /// Who must vary in a repetition of xiangqi.
    #[arg(long, value_enum, default_value_t = RepetitionWord::Asian)]
    xiangqi_rules: RepetitionWord,
    /// Xiangqi is drawn after so many half-moves without capture; 0: never.
    #[arg(long, default_value_t = 120)]
    natural_limit: u32,
    /// What the event is called.
    #[arg(long, default_value = "Ferz match")]
    event: String,
    /// The folder for log and games; by default a new one that is named after the time.
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
    /// Goes on with the run of this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["players", "engines", "dir"])]
    resume: Option<PathBuf>,
    /// Appends the games to this file too.
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// What stands beside the moves.
    #[arg(long, value_enum, default_value_t = CommentsWord::Short)]
    comments: CommentsWord,
    /// How moves of xiangqi are written.
    #[arg(long, value_enum, default_value_t = XiangqiWord::Iccs)]
    xiangqi_moves: XiangqiWord,
    /// Events and result as JSON lines.
    #[arg(long)]
    json: bool,
    /// Only the result.
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OrderWord {
    Sequential,
    Random,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum SystemWord {
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ModelWord {
    Logistic,
    Normalized,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum RepetitionWord {
    Asian,
    Chinese,
    Computer,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum CommentsWord {
    Short,
    Eval,
    None,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum XiangqiWord {
    Iccs,
    Wxf,
}

/// Reads the arguments behind the command.
pub(super) fn parse(kind: Kind, arguments: &[String]) -> Result<Request, BadArguments> {
    let name = match kind {
        Kind::Match => "ferz match",
        Kind::Tournament => "ferz tournament",
    };
    let mut command = Own::command().name(name).bin_name(name);
    let words = std::iter::once(name).chain(arguments.iter().map(String::as_str));
    let matches = command.try_get_matches_from_mut(words)?;
    let own = Own::from_arg_matches(&matches)?;
    let refused = |why| command.error(clap::error::ErrorKind::ValueValidation, why).into();
    own.request(kind).map_err(refused)
}

impl Own {
    fn request(self, kind: Kind) -> Result<Request, String> {
        let mut all = EngineSpec { ponder: self.ponder, ..EngineSpec::default() };
        let given = [
            ("tc", &self.tc),
            ("st", &self.st),
            ("depth", &self.depth),
            ("nodes", &self.nodes),
            ("margin", &self.margin),
        ];
        for (key, value) in given {
            if let Some(value) = value {
                words::apply(&mut all, &format!("{key}={value}"), For::All)?;
            }
        }
        for option in &self.options {
            words::apply(&mut all, &format!("option.{option}"), For::All)?;
        }
        let mut engines = Vec::new();
        let list = match &self.engines {
            Some(file) => lists::read(file).map_err(|why| why.to_string())?,
            None => Vec::new(),
        };
        for text in &self.players {
            engines.push(engine(text, &list)?);
        }
        if self.players.is_empty() && kind == Kind::Tournament {
            engines = list;
        }
        for engine in &mut engines {
            words::fill(engine, &all);
        }
        let model = match self.sprt_model {
            ModelWord::Logistic => Model::Logistic,
            ModelWord::Normalized => Model::Normalized,
        };
        let config = Config {
            event: self.event,
            variant: self.variant,
            system: match (kind, self.system) {
                (Kind::Match, _) => System::Match,
                (Kind::Tournament, SystemWord::RoundRobin) => System::RoundRobin,
                (Kind::Tournament, SystemWord::Gauntlet) => System::Gauntlet,
                (Kind::Tournament, SystemWord::Swiss) => System::Swiss,
                (Kind::Tournament, SystemWord::Knockout) => System::Knockout,
            },
            engines,
            rounds: self.rounds.unwrap_or(if self.sprt.is_some() { 1_000_000 } else { 1 }),
            games: self.games,
            repeat: !self.no_repeat,
            openings: self.openings.map(|file| OpeningsSpec {
                file,
                format: None,
                order: match self.order {
                    OrderWord::Sequential => Order::Sequential,
                    OrderWord::Random => Order::Random,
                },
                start: self.opening_start,
                plies: self.plies,
            }),
            seed: self.seed,
            concurrency: self.concurrency,
            affinity: self.affinity,
            nice: self.nice,
            replay_late: self.replay_late,
            quirks: self.quirks,
            xiangqi: XiangqiRules {
                repetition: match self.xiangqi_rules {
                    RepetitionWord::Asian => RepetitionName::Asian,
                    RepetitionWord::Chinese => RepetitionName::Chinese,
                    RepetitionWord::Computer => RepetitionName::Computer,
                },
                natural_limit: self.natural_limit,
            },
            adjudication: Adjudication {
                resign: self.resign.as_deref().map(resign).transpose()?,
                draw: self.draw.as_deref().map(draw).transpose()?,
                max_moves: self.max_moves,
                tables: self.tb.map(|path| TablesSpec {
                    path,
                    men: self.tb_men,
                    ignore_fifty_moves: self.tb_ignore_50,
                }),
            },
            sprt: self
                .sprt
                .as_deref()
                .map(|text| sprt(text, model, !self.trinomial))
                .transpose()?,
            offers: !self.no_offers,
            pgn: PgnStyle {
                comments: match self.comments {
                    CommentsWord::Short => Comments::Short,
                    CommentsWord::Eval => Comments::Eval,
                    CommentsWord::None => Comments::None,
                },
                xiangqi: match self.xiangqi_moves {
                    XiangqiWord::Iccs => XiangqiMoves::Iccs,
                    XiangqiWord::Wxf => XiangqiMoves::Wxf,
                },
            },
        };
        if self.resume.is_none() {
            config.check().map_err(|BadConfig(why)| why)?;
        }
        Ok(Request {
            config,
            resume: self.resume.is_some(),
            folder: self.resume.or(self.dir),
            pgn: self.pgn,
            json: self.json,
            quiet: self.quiet,
            warnings: Vec::new(),
        })
    }
}

/// Whether there is such a program where the system looks for programs.
fn is_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// An engine: words of the form `key=value`, then its command, or its name in the list.
fn engine(text: &str, list: &[EngineSpec]) -> Result<EngineSpec, String> {
    let split = shlex::split(text).ok_or_else(|| format!("{text:?}: an open quote"))?;
    let ours = |word: &&String| words::is_word(word);
    let (before, command) = split.split_at(split.iter().take_while(ours).count());
    let known = |name: &String| list.iter().find(|spec| spec.name.as_ref() == Some(name));
    let mut spec = match command {
        [] => return Err(format!("{text:?} has no command")),
        [name] if known(name).is_some() => known(name).cloned().unwrap_or_default(),
        // Neither in the list nor a program that is there: a slip in the name.
        [name] if !list.is_empty() && !name.contains('/') && !is_program(name) => {
            let names: Vec<_> = list.iter().filter_map(|spec| spec.name.as_deref()).collect();
            return Err(format!("no engine {name:?} in the list, which has {}", names.join(", ")));
        }
        [program, arguments @ ..] => EngineSpec {
            program: program.into(),
            arguments: arguments.to_vec(),
            ..EngineSpec::default()
        },
    };
    for word in before {
        words::apply(&mut spec, word, For::This)?;
    }
    Ok(spec)
}

fn sprt(text: &str, model: Model, pairs: bool) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(':').map(|number| number.parse().ok()).collect();
    let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
        Some([elo0, elo1]) => (*elo0, *elo1, 0.05, 0.05),
        Some([elo0, elo1, alpha, beta]) => (*elo0, *elo1, *alpha, *beta),
        _ => return Err(format!("--sprt {text}: it is ELO0:ELO1 or ELO0:ELO1:ALPHA:BETA")),
    };
    Ok(Sprt { elo0, elo1, alpha, beta, model, pairs })
}

fn resign(text: &str) -> Result<Resign, String> {
    let bad = || format!("--resign {text}: it is MOVES:CENTIPAWNS, or MOVES:CENTIPAWNS:both");
    let (numbers, two_sided) = match text.strip_suffix(":both") {
        Some(numbers) => (numbers, true),
        None => (text, false),
    };
    let (moves, score) = numbers.split_once(':').ok_or_else(bad)?;
    let (moves, score) = (moves.parse().map_err(|_| bad())?, score.parse().map_err(|_| bad())?);
    Ok(Resign { moves, score, two_sided })
}

fn draw(text: &str) -> Result<DrawRule, String> {
    let bad = || format!("--draw {text}: it is FROM:MOVES:CENTIPAWNS");
    let numbers: Option<Vec<i32>> = text.split(':').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some([from, moves, score]) if *from >= 0 && *moves > 0 && *score >= 0 => Ok(DrawRule {
            from_move: from.unsigned_abs(),
            moves: moves.unsigned_abs(),
            score: *score,
        }),
        _ => Err(bad()),
    }
}
