//! The arguments of cutechess-cli and fastchess: `-engine cmd=… -each tc=… -rounds …`.
//!
//! What decides a match is understood; what concerns their own files and tables is refused by
//! name, or left out with a warning where leaving it out changes no game.

use super::Request;
use super::words::{self, For};
use crate::config::{Config, DrawRule, EngineSpec, Format, OpeningsSpec, Order, Resign, System};
use crate::lists;
use crate::sprt::{Model, Sprt};
use std::path::{Path, PathBuf};

/// Before anything is known of a test.
const NO_SPRT: Sprt =
    Sprt { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: Model::Normalized, pairs: true };

/// Words with which only this grammar begins its groups.
pub(super) const WORDS: [&str; 3] = ["-engine", "-each", "-rounds"];

/// Reads them.
pub(super) fn parse(arguments: &[String]) -> Result<Request, String> {
    let mut request = Request {
        config: Config { games: 1, repeat: false, ..Config::default() },
        folder: None,
        resume: false,
        pgn: None,
        json: false,
        quiet: false,
        warnings: Vec::new(),
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
        return Err("-tbpieces and -tbignore50 are nothing without -tb".to_owned());
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
            "-noswap" => return Err("-noswap: colours always change".to_owned()),
            "-concurrency" => config.concurrency = self.number()?,
            "-event" => config.event = self.words.join(" "),
            "-variant" => {
                config.variant = match self.word()? {
                    "standard" => "normal",
                    name => name,
                }
                .to_owned();
            }
            "-openings" => config.openings = Some(self.openings(&mut request.warnings)?),
            "-srand" | "-seed" => config.seed = self.number()?,
            "-maxmoves" => config.adjudication.max_moves = Some(self.number()?),
            "-tb" => {
                config.adjudication.tables.get_or_insert_default().path = self.word()?.to_owned()
            }
            "-tbpieces" => {
                config.adjudication.tables.get_or_insert_default().men = Some(self.number()?);
            }
            "-tbignore50" => {
                config.adjudication.tables.get_or_insert_default().ignore_fifty_moves = true;
            }
            // Which cores that are, we find ourselves.
            "-use-affinity" => config.affinity = true,
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
            "-pgnout" => {
                let file = self.value("file").or(self.words.first().map(String::as_str));
                request.pgn = Some(PathBuf::from(file.ok_or("-pgnout needs a file")?));
            }
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
            "-recover" => {}
            "-wait" | "-ratinginterval" | "-scoreinterval" | "-outcomeinterval" | "-report"
            | "-output" | "-log" | "-debug" | "-site" | "-config" | "-autosaveinterval"
            | "-crc32" | "-strikes" => {
                request.warnings.push(format!("{}: left out", self.key));
            }
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
                    let found = list.into_iter().find(|known| known.name.as_deref() == Some(name));
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

    /// A word that changes no game.
    fn leave_out(&self, word: &str, warnings: &mut Vec<String>) -> Result<(), String> {
        let key = word.split('=').next().unwrap_or_default();
        match key {
            "stderr" | "trust" | "book" | "bookdepth" | "tscale" => {
                warnings.push(format!("{} {word}: left out", self.key));
                Ok(())
            }
            _ => Err(format!("{}: unknown word {word:?}", self.key)),
        }
    }

    fn openings(&self, warnings: &mut Vec<String>) -> Result<OpeningsSpec, String> {
        let file = self.value("file").ok_or("-openings needs file=…")?;
        let mut spec = OpeningsSpec {
            file: file.into(),
            format: None,
            order: Order::Sequential,
            start: 1,
            plies: None,
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
                "policy" => warnings.push(format!("-openings {word}: left out")),
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
