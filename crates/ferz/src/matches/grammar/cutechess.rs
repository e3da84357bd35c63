//! The arguments of cutechess-cli and fastchess: `-engine cmd=… -each tc=… -rounds …`.
//!
//! What decides a match is understood, or refused by name; what changes no game, their own tables
//! and files, may be left out with a warning.

use super::{Request, core_list};
use ferz_arena::config::{
    Comments, Config, Details, DrawRule, EngineSpec, Format, OpeningsSpec, Order, Policy, Resign,
    SanMoves, System, TableResults,
};
use ferz_arena::config::{Model, Sprt};
use ferz_arena::lists;
use ferz_arena::words::{self, For};
use ferz_input::text;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Before anything is known of a test.
const NO_SPRT: Sprt =
    Sprt { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: Model::Normalized, pairs: true };

/// Words with which only this grammar begins its groups.
pub(super) const WORDS: [&str; 4] = ["-engine", "-each", "-rounds", "-quick"];

/// Reads them.
pub(super) fn parse(arguments: &[String]) -> Result<Request, String> {
    let mut request = Request {
        config: Config { games: 1, repeat: false, ..Config::default() },
        ..Request::default()
    };
    let mut all = EngineSpec::default();
    for group in groups(arguments)? {
        group.apply(&mut request, &mut all)?;
    }
    let config = &mut request.config;
    config.system = match (config.engines.len(), config.system) {
        (..=2, System::RoundRobin | System::Gauntlet) => System::Match,
        (3.., System::Match) => System::RoundRobin,
        (_, system) => system,
    };
    if config.adjudication.tables.as_ref().is_some_and(|tables| tables.path.is_empty()) {
        return Err("-tbpieces, -tbignore50 and -tbadjudicate are nothing without -tb".to_owned());
    }
    if config.seeds.is_some() && config.system != System::Gauntlet {
        // What they mean by it for knockouts is what is done here anyway.
        request.warnings.push("-seeds: left out, they are for a gauntlet".to_owned());
        config.seeds = None;
    }
    // A report alone is no test.
    request.config.sprt = request.config.sprt.filter(|sprt| sprt.elo0 < sprt.elo1);
    for engine in &mut request.config.engines {
        words::fill(engine, &all);
    }
    Ok(request)
}

/// An argument with a dash, and the words behind it.
struct Group<'a> {
    key: &'a str,
    words: &'a [String],
}

fn groups(arguments: &[String]) -> Result<Vec<Group<'_>>, String> {
    let is_key = |word: &str| {
        // A negative number is a value.
        word.starts_with('-')
            && word.len() > 1
            && !word[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let mut groups = Vec::new();
    let mut rest = arguments;
    while let Some((key, behind)) = rest.split_first() {
        if !is_key(key) {
            return Err(format!("{key:?}: an argument with a dash comes first"));
        }
        let count = behind.iter().take_while(|word| !is_key(word)).count();
        let (words, next) = behind.split_at(count);
        groups.push(Group { key, words });
        rest = next;
    }
    Ok(groups)
}

impl Group<'_> {
    fn apply(&self, request: &mut Request, all: &mut EngineSpec) -> Result<(), String> {
        let config = &mut request.config;
        match self.key {
            "-engine" => config.engines.push(self.engine(&mut request.warnings)?),
            "-each" => {
                for word in self.words {
                    if !words::apply(all, word, For::All)? {
                        self.leave_out(word, &mut request.warnings)?;
                    }
                }
            }
            "-rounds" => config.rounds = self.number()?,
            "-games" => config.games = self.number()?,
            "-repeat" => {
                config.repeat = true;
                // fastchess: -repeat alone means pairs.
                let games = if self.words.is_empty() { 2 } else { self.number()? };
                config.games = config.games.max(games);
            }
            "-noswap" => config.swap = self.flag(false)?,
            "-reverse" => config.reverse = self.flag(true)?,
            "-seeds" => config.seeds = Some(self.number()?),
            "-wait" => config.wait = self.number()?,
            "-concurrency" => config.concurrency = self.number()?,
            "-event" => config.event = text::name(&self.words.join(" ")).into_owned(),
            "-site" => config.site = text::name(&self.words.join(" ")).into_owned(),
            "-variant" => {
                config.variant = match self.word()? {
                    "standard" => "normal",
                    name => name,
                }
                .to_owned();
            }
            "-openings" => config.openings = Some(self.openings()?),
            "-srand" | "-seed" => config.seed = self.number()?,
            "-maxmoves" => config.adjudication.max_moves = Some(self.number()?),
            "-tb" => {
                // They have a semicolon between folders everywhere.
                let separator = if cfg!(windows) { ";" } else { ":" };
                config.adjudication.tables.get_or_insert_default().path =
                    self.word()?.replace(';', separator);
            }
            "-tbadjudicate" => {
                config.adjudication.tables.get_or_insert_default().results = match self.word()? {
                    "BOTH" => TableResults::Both,
                    "WIN_LOSS" => TableResults::Wins,
                    "DRAW" => TableResults::Draws,
                    other => return Err(format!("-tbadjudicate {other}: not known")),
                };
            }
            "-tbpieces" => {
                config.adjudication.tables.get_or_insert_default().men = Some(self.number()?);
            }
            "-tbignore50" => {
                config.adjudication.tables.get_or_insert_default().ignore_fifty_moves = true;
            }
            "-use-affinity" => {
                config.affinity = true;
                if !self.words.is_empty() {
                    config.cores = core_list(self.word()?)?;
                }
            }
            "-draw" => config.adjudication.draw = Some(self.draw()?),
            "-resign" => config.adjudication.resign = Some(self.resign()?),
            "-sprt" => {
                let sprt = self.sprt()?;
                let pairs = config.sprt.is_none_or(|before| before.pairs);
                config.sprt = Some(Sprt { pairs, ..sprt });
            }
            "-report" if self.value("penta") == Some("false") => {
                let before = config.sprt.unwrap_or(NO_SPRT);
                config.sprt = Some(Sprt { pairs: false, ..before });
            }
            "-pgnout" => self.pgn_out(request)?,
            "-epdout" => {
                request.epd = Some(PathBuf::from(self.file()?));
                request.epd_anew = self.value("append") == Some("false");
            }
            "-log" => self.log(request)?,
            "-debug" => request.debug = self.flag(true)?,
            "-strict" => request.strict = self.flag(true)?,
            "-show-latency" => request.show_latency = self.flag(true)?,
            "-quick" => self.quick(config)?,
            "-tournament" => {
                config.system = match self.word()? {
                    "round-robin" | "roundrobin" => System::RoundRobin,
                    "gauntlet" => System::Gauntlet,
                    "knockout" => System::Knockout,
                    other => return Err(format!("-tournament {other}: not here")),
                };
            }
            // Ours: the folder of the run.
            "-dir" => request.folder = Some(PathBuf::from(self.word()?)),
            "-nice" => config.nice = self.number()?,
            "-replay-late" => config.replay_late = true,
            "-quirks" => config.quirks = Some(PathBuf::from(self.word()?)),
            "-json" => request.json = true,
            "-quiet" => request.quiet = true,
            // How long they wait for an engine; none is waited for less long than that.
            "-startup-ms" | "-ucinewgame-ms" | "-ping-ms" => {
                let time = Duration::from_millis(self.number()?);
                all.patience = all.patience.max(Some(time));
            }
            // That is so anyway: no engine ends a run, and no number of games is refused.
            "-recover" | "-force-concurrency" => {}
            "-ratinginterval" | "-scoreinterval" | "-outcomeinterval" | "-report" | "-output"
            | "-resultformat" | "-autosaveinterval" | "-crc32" | "-check-mate-pvs"
            | "-bookmode" | "-testEnv" => {
                request.warnings.push(format!("{}: left out", self.key));
            }
            "-config" if self.value("file").is_none() => {
                request.warnings.push("-config: left out, the log is in the folder".to_owned());
            }
            "-config" => {
                return Err(
                    "-config file=…: a run goes on with `ferz match --resume FOLDER`".into()
                );
            }
            "-strikes" => return Err("-strikes: engines play on, whatever they do".to_owned()),
            other => return Err(format!("unknown argument {other:?}")),
        }
        Ok(())
    }

    fn engine(&self, warnings: &mut Vec<String>) -> Result<EngineSpec, String> {
        let mut spec = EngineSpec::default();
        for word in self.words {
            match word.split_once('=') {
                Some(("cmd", program)) => spec.program = program.into(),
                Some(("conf", name)) => {
                    // As they have it: the list beside which the program was started.
                    let list =
                        lists::read(Path::new("engines.json")).map_err(|why| why.to_string())?;
                    let found =
                        list.engines.into_iter().find(|known| known.name.as_deref() == Some(name));
                    spec = found.ok_or_else(|| format!("engines.json has no engine {name:?}"))?;
                }
                Some(("arg", argument)) => spec.arguments.push(argument.to_owned()),
                Some(("args", text)) => {
                    let words = shlex::split(text).ok_or(format!("{word:?}: an open quote"))?;
                    spec.arguments.extend(words);
                }
                _ if words::apply(&mut spec, word, For::This)? => {}
                _ => self.leave_out(word, warnings)?,
            }
        }
        // They run a command in its directory; so a relative one is looked for there.
        if let Some(folder) = &spec.directory
            && spec.program.components().count() > 1
            && spec.program.is_relative()
        {
            spec.program = folder.join(&spec.program);
        }
        Ok(spec)
    }

    /// A word that changes no game; others are refused.
    fn leave_out(&self, word: &str, warnings: &mut Vec<String>) -> Result<(), String> {
        let key = word.split('=').next().unwrap_or_default();
        let refused = |why: &str| Err(format!("{} {word}: {why}", self.key));
        match key {
            "stderr" => {
                warnings.push(format!("{} {word}: left out, -log has it", self.key));
                Ok(())
            }
            "trust" => refused("claims of engines are always checked"),
            "book" | "bookdepth" => {
                refused("engines play without a book of the runner; -openings file=… is for both")
            }
            "tscale" => refused("not here; patience=SECONDS says how long to wait for an engine"),
            "debug" => refused("not here; -debug shows all that is said"),
            _ => Err(format!("{}: unknown word {word:?}", self.key)),
        }
    }

    /// `-pgnout FILE [min] [fi]` is cutechess's, `-pgnout file=FILE nodes=true …` fastchess's.
    fn pgn_out(&self, request: &mut Request) -> Result<(), String> {
        request.pgn = Some(PathBuf::from(self.file()?));
        let style = &mut request.config.pgn;
        for word in self.words {
            let (key, value) = word.split_once('=').unwrap_or((word, "true"));
            let bad = || format!("-pgnout: {word:?} is not known");
            let yes = || value.parse::<bool>().map_err(|_| bad());
            let details: &mut Details = &mut style.details;
            match key {
                "file" => {}
                "append" => request.pgn_anew = !yes()?,
                "min" => {
                    style.few_tags = yes()?;
                    style.comments = if yes()? { Comments::None } else { Comments::Short };
                }
                // Only finished games are written.
                "fi" => {}
                "nodes" => details.nodes = yes()?,
                "seldepth" => details.seldepth = yes()?,
                "nps" => details.nps = yes()?,
                "hashfull" => details.hashfull = yes()?,
                "tbhits" => details.tbhits = yes()?,
                "timeleft" => details.time_left = yes()?,
                "latency" => details.latency = yes()?,
                "pv" => details.pv = yes()?,
                "notation" => {
                    style.moves = match value {
                        "san" => SanMoves::San,
                        "lan" => SanMoves::Lan,
                        "uci" => SanMoves::Uci,
                        _ => return Err(bad()),
                    };
                }
                "match_line" => request.warnings.push(format!("-pgnout {word}: left out")),
                _ if !word.contains('=') && self.words.first() == Some(word) => {}
                _ => return Err(bad()),
            }
        }
        Ok(())
    }

    /// `-log file=FILE engine=true`: without `engine=true` it is about the runner alone.
    fn log(&self, request: &mut Request) -> Result<(), String> {
        let talks = self.value("engine") == Some("true") || self.value("level") == Some("trace");
        for word in self.words {
            match word.split_once('=') {
                Some(("file", file)) if talks => request.log = Some(PathBuf::from(file)),
                Some(("file" | "engine" | "level" | "append" | "realtime" | "compress", _)) => {}
                _ => return Err(format!("-log: {word:?} is not known")),
            }
        }
        if !talks {
            let text = "-log: left out, the log is in the folder; engine=true records what is said";
            request.warnings.push(text.to_owned());
        }
        Ok(())
    }

    /// fastchess's short form of a test: its settings.
    fn quick(&self, config: &mut Config) -> Result<(), String> {
        let commands: Vec<&str> =
            self.words.iter().filter_map(|word| word.strip_prefix("cmd=")).collect();
        let (2, Some(book)) = (commands.len(), self.value("book")) else {
            return Err("-quick needs cmd=… twice, and book=…".to_owned());
        };
        for command in commands {
            config.engines.push(EngineSpec {
                program: command.into(),
                clock: "10+0.1".parse().ok(),
                ..EngineSpec::default()
            });
        }
        config.openings = Some(OpeningsSpec {
            file: book.into(),
            format: None,
            order: Order::Random,
            start: 1,
            plies: None,
            policy: Policy::Encounter,
        });
        (config.games, config.repeat, config.rounds) = (2, true, 25_000);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        config.concurrency = cores.saturating_sub(2).max(1);
        config.adjudication.draw = Some(DrawRule { from_move: 30, moves: 8, score: 8 });
        match self.words.iter().find(|word| !word.starts_with("cmd=") && !word.starts_with("book="))
        {
            Some(word) => Err(format!("-quick: {word:?} is not known")),
            None => Ok(()),
        }
    }

    fn openings(&self) -> Result<OpeningsSpec, String> {
        let file = self.value("file").ok_or("-openings needs file=…")?;
        let mut spec = OpeningsSpec {
            file: file.into(),
            format: None,
            order: Order::Sequential,
            start: 1,
            plies: None,
            policy: Policy::Encounter,
        };
        for word in self.words {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let bad = || format!("-openings: {word:?} is not known");
            match key {
                "file" => {}
                "format" => {
                    spec.format = match value {
                        "epd" | "fen" => Some(Format::Epd),
                        "pgn" => Some(Format::Pgn),
                        "polyglot" | "bin" => Some(Format::Book),
                        _ => return Err(bad()),
                    };
                }
                "order" => {
                    spec.order = match value {
                        "random" => Order::Random,
                        "sequential" => Order::Sequential,
                        _ => return Err(bad()),
                    };
                }
                "start" => spec.start = value.parse().map_err(|_| bad())?,
                "plies" => spec.plies = Some(value.parse().map_err(|_| bad())?),
                "policy" => {
                    spec.policy = match value {
                        "default" | "encounter" => Policy::Encounter,
                        "round" => Policy::Round,
                        _ => return Err(bad()),
                    };
                }
                _ => return Err(bad()),
            }
        }
        Ok(spec)
    }

    fn sprt(&self) -> Result<Sprt, String> {
        let sprt = Sprt {
            elo0: self.number_of("elo0", None)?,
            elo1: self.number_of("elo1", None)?,
            alpha: self.number_of("alpha", Some(0.05))?,
            beta: self.number_of("beta", Some(0.05))?,
            model: match self.value("model") {
                None | Some("normalized") => Model::Normalized,
                Some("logistic") => Model::Logistic,
                Some(other) => return Err(format!("-sprt model={other}: not here")),
            },
            pairs: true,
        };
        sprt.check()?;
        Ok(sprt)
    }

    fn draw(&self) -> Result<DrawRule, String> {
        Ok(DrawRule {
            from_move: self.number_of("movenumber", Some(0))?,
            moves: self.number_of("movecount", Some(1))?,
            score: self.number_of("score", Some(0))?,
        })
    }

    fn resign(&self) -> Result<Resign, String> {
        Ok(Resign {
            moves: self.number_of("movecount", Some(1))?,
            score: self.number_of("score", None)?,
            two_sided: self.value("twosided") == Some("true"),
        })
    }

    fn value(&self, key: &str) -> Option<&str> {
        self.words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }

    fn number_of<T: std::str::FromStr>(&self, key: &str, default: Option<T>) -> Result<T, String> {
        match self.value(key) {
            Some(text) => text.parse().map_err(|_| format!("{} {key}={text}: no number", self.key)),
            None => default.ok_or_else(|| format!("{} needs {key}=…", self.key)),
        }
    }

    /// A word that has none behind it.
    fn flag(&self, meaning: bool) -> Result<bool, String> {
        match self.words {
            [] => Ok(meaning),
            [word, ..] => Err(format!("{}: {word:?} is not known", self.key)),
        }
    }

    /// `file=FILE`, or `FILE` first.
    fn file(&self) -> Result<&str, String> {
        let first = self.words.first().map(String::as_str).filter(|word| !word.contains('='));
        self.value("file").or(first).ok_or_else(|| format!("{} needs a file", self.key))
    }

    fn word(&self) -> Result<&str, String> {
        match self.words {
            [word] => Ok(word),
            words => Err(format!("{}: {} words instead of one", self.key, words.len())),
        }
    }

    fn number<T: std::str::FromStr>(&self) -> Result<T, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("{}: {word:?} is no number", self.key))
    }
}
