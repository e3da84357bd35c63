//! Our own grammar.

mod arguments;

use super::{BadArguments, Kind, Request, core_list};
use arguments::*;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use ferz_arena::Change;
use ferz_arena::config::{
    Adjudication, BadConfig, Comments, Config, Details, DrawRule, EngineSpec, Format, IccsMoves,
    OpeningsSpec, Order, Parameter, PgnStyle, Policy, RepetitionName, Resign, RulingsSpec,
    SanMoves, Setting, System, TableResults, TablesSpec,
};
use ferz_arena::config::{Model, Sprt};
use ferz_arena::lists::{self, League, List};
use ferz_arena::words::{self, For};
use ferz_input::text;
use std::path::Path;

/// The command, with all that it says about itself.
pub(super) fn command(kind: Kind) -> Command {
    let hidden = elsewhere(kind).into_iter().flat_map(|(ids, _)| ids);
    let (name, about, long, examples) = match kind {
        Kind::Match => ("match", MATCH, MATCH_LONG, MATCH_EXAMPLES),
        Kind::Tournament => ("tournament", TOURNAMENT, TOURNAMENT_LONG, TOURNAMENT_EXAMPLES),
        Kind::Tune => ("tune", TUNE, TUNE_LONG, TUNE_EXAMPLES),
    };
    let command = Own::command().name(name).bin_name(format!("ferz {name}"));
    let command = command.about(about).long_about(long);
    let command = command.after_help(format!("See `ferz help {name}` for more."));
    let command = command.after_long_help(format!("{KEYS}\n{examples}\n{STATUS}"));
    let command = match kind {
        Kind::Tune => command.mut_arg("rounds", |rounds| rounds.help("Number of pairs of games")),
        Kind::Match | Kind::Tournament => command,
    };
    hidden.fold(command, |command, id| command.mut_arg(id, |argument| argument.hide(true)))
}

/// Arguments that not all commands have.
const ONLY_TOURNAMENT: &[&str] = &["system", "seeds"];
const ONLY_MATCH: &[&str] = &["sprt", "sprt_model", "trinomial"];
const ONLY_TUNE: &[&str] = &["parameter", "parameters"];
const NOT_TUNE: &[&str] = &["games", "no_repeat", "no_swap", "reverse"];

/// The arguments that this command has not, and the one that has them.
fn elsewhere(kind: Kind) -> Vec<(&'static [&'static str], &'static str)> {
    let tournament = (ONLY_TOURNAMENT, "ferz tournament");
    let (of_match, tune) = ((ONLY_MATCH, "ferz match"), (ONLY_TUNE, "ferz tune"));
    match kind {
        Kind::Match => vec![tournament, tune],
        Kind::Tournament => vec![of_match, tune],
        Kind::Tune => vec![tournament, of_match, (NOT_TUNE, "ferz match")],
    }
}

/// Reads the arguments behind the command.
pub(super) fn parse(kind: Kind, arguments: &[String]) -> Result<Request, BadArguments> {
    let mut command = command(kind);
    let name = command.get_bin_name().unwrap_or_default().to_owned();
    let words = std::iter::once(name.as_str()).chain(arguments.iter().map(String::as_str));
    let matches = command.try_get_matches_from_mut(words)?;
    let own = Own::from_arg_matches(&matches)?;
    let wrong = misplaced(kind, &matches).or_else(|| kept(&command, &matches));
    let request = wrong.map_or_else(|| own.request(kind), Err);
    let refused = |why| command.error(clap::error::ErrorKind::ValueValidation, why).into();
    request.map_err(refused)
}

/// What is said of an argument that belongs to the other command.
fn misplaced(kind: Kind, matches: &ArgMatches) -> Option<String> {
    let given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let all = elsewhere(kind).into_iter();
    let mut all = all.flat_map(|(ids, other)| ids.iter().map(move |id| (*id, other)));
    let (id, other) = all.find(|(id, _)| given(id))?;
    let hint = if id.contains("sprt") { ": SPRT is for a match of two" } else { "" };
    Some(format!("--{} is for {other}{hint}", id.replace('_', "-")))
}

/// What may be given when a run goes on.
const CHANGES: [&str; 12] = [
    "resume",
    "other_engines",
    "rounds",
    "concurrency",
    "pgn",
    "epdout",
    "log",
    "debug",
    "json",
    "quiet",
    "show_latency",
    "strict",
];

/// What is said of an argument that a run which goes on cannot obey.
fn kept(command: &Command, matches: &ArgMatches) -> Option<String> {
    let given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    if !given("resume") {
        return None;
    }
    let ids = command.get_arguments().map(|argument| argument.get_id().as_str());
    let id = ids.into_iter().find(|id| given(id) && !CHANGES.contains(id))?;
    let long = command.get_arguments().find(|argument| argument.get_id() == id)?.get_long()?;
    Some(format!(
        "--{long}: a run goes on as it began; only --rounds, --concurrency and what is shown or \
         written besides may be others"
    ))
}

impl Own {
    fn request(self, kind: Kind) -> Result<Request, String> {
        let List { engines: list, league } = match &self.players.engines {
            Some(file) => lists::read(file).map_err(|why| why.to_string())?,
            None => List::default(),
        };
        let league = league.unwrap_or_default();
        let engines = self.engines(kind, list)?;
        let has_league = league != League::default();
        let file = self.players.engines.as_deref().unwrap_or(Path::new(""));
        let mut warnings: Vec<String> =
            league.notes.iter().map(|note| format!("{}: {note}", file.display())).collect();
        if !league.positions.is_empty() && self.openings.openings.is_some() {
            let file = file.display();
            warnings.push(format!("{file}: its positions are left out, --openings has others"));
        }
        let usual = match kind {
            Kind::Match => "Ferz match",
            Kind::Tournament => "Ferz tournament",
            Kind::Tune => "Ferz tuning",
        };
        let event = self.written.event.as_deref().or(league.event.as_deref()).unwrap_or(usual);
        let site = self.written.site.as_deref().or(league.site.as_deref()).unwrap_or("?");
        let variant = match (&self.games.variant, has_league) {
            (Some(name), _) => name.as_str(),
            (None, true) if league.promotion => ferz_rules::Variant::XIANGQI_PROMOTION.name,
            (None, true) => ferz_rules::Variant::XIANGQI.name,
            (None, false) => "normal",
        };
        let unless_told = if self.test.sprt.is_some() { 1_000_000 } else { 1 };
        let (affinity, cores) = match self.machine.affinity.as_deref() {
            None => (false, Vec::new()),
            Some("all") => (true, Vec::new()),
            Some(list) => (true, core_list(list)?),
        };
        let processors = league.processors.map(|count| count as usize);
        let mut config = Config {
            event: text::name(event).into_owned(),
            site: text::name(site).into_owned(),
            variant: variant.to_owned(),
            described: None,
            system: match (kind, self.games.system) {
                (Kind::Match | Kind::Tune, _) => System::Match,
                (Kind::Tournament, SystemWord::RoundRobin) => System::RoundRobin,
                (Kind::Tournament, SystemWord::Gauntlet) => System::Gauntlet,
                (Kind::Tournament, SystemWord::Swiss) => System::Swiss,
                (Kind::Tournament, SystemWord::Knockout) => System::Knockout,
            },
            engines,
            rounds: self.games.rounds.or(league.rounds).unwrap_or(unless_told),
            games: self.games.games,
            repeat: !self.games.no_repeat,
            swap: !self.games.no_swap,
            reverse: self.games.reverse,
            seeds: self.games.seeds,
            wait: self.games.wait,
            openings: self.openings.spec(&league, file),
            seed: self.openings.seed,
            concurrency: self.machine.concurrency.or(processors).unwrap_or(1),
            affinity,
            cores,
            nice: self.machine.nice,
            replay_late: self.machine.replay_late,
            quirks: self.players.quirks,
            rulings: self.end.rulings(),
            adjudication: self.end.adjudication()?,
            sprt: self.test.spec()?,
            tuned: self.tuned.read()?,
            offers: !self.end.no_offers,
            pgn: self.written.style(),
        };
        if self.run.resume.is_none() {
            if kind == Kind::Tune {
                against_itself(&mut config, self.games.rounds)?;
            }
            // What an engine may describe is asked for later, and the rest judged then.
            if config.game().is_ok() {
                config.check().map_err(|BadConfig(why)| why)?;
            }
        }
        let change = Change {
            rounds: self.games.rounds,
            concurrency: self.machine.concurrency,
            other_programs: self.run.other_engines,
        };
        Ok(Request {
            config,
            resume: self.run.resume.is_some(),
            change,
            folder: self.run.resume.or(self.run.dir),
            log: self.run.log,
            debug: self.run.debug,
            pgn: self.written.pgn,
            epd: self.written.epdout,
            json: self.shown.json,
            quiet: self.shown.quiet,
            show_latency: self.shown.show_latency,
            strict: self.shown.strict,
            warnings,
            ..Request::default()
        })
    }

    /// Who plays.
    fn engines(&self, kind: Kind, list: Vec<EngineSpec>) -> Result<Vec<EngineSpec>, String> {
        let mut all = EngineSpec { ponder: self.players.ponder, ..EngineSpec::default() };
        let given = [
            ("tc", &self.limits.tc),
            ("st", &self.limits.st),
            ("depth", &self.limits.depth),
            ("nodes", &self.limits.nodes),
            ("margin", &self.limits.margin),
        ];
        for (key, value) in given {
            if let Some(value) = value {
                words::apply(&mut all, &format!("{key}={value}"), For::All).map_err(|why| {
                    why.replace(&format!("\"{key}={value}\""), &format!("--{key} {value}"))
                })?;
            }
        }
        for option in &self.players.options {
            words::apply(&mut all, &format!("option.{option}"), For::All)?;
        }
        let mut engines = Vec::new();
        for text in &self.players.players {
            engines.push(engine(text, &list)?);
        }
        if engines.is_empty() && kind == Kind::Tournament {
            engines = list;
        }
        for engine in &mut engines {
            words::fill(engine, &all);
            engine.share_limits();
        }
        Ok(engines)
    }
}

impl Tuned {
    fn read(&self) -> Result<Vec<Parameter>, String> {
        let mut all = Vec::new();
        if let Some(file) = &self.parameters {
            let bad = |why: String| format!("{}: {why}", file.display());
            let text = ferz_input::file::read_text(file).map_err(|why| bad(why.to_string()))?;
            all = Parameter::read_all(&text).map_err(bad)?;
        }
        for text in &self.parameter {
            all.push(text.parse().map_err(|bad| format!("--parameter: {bad}"))?);
        }
        Ok(all)
    }
}

/// The engine that is tuned takes both seats, and begins with the values that are given.
fn against_itself(config: &mut Config, pairs: Option<u32>) -> Result<(), String> {
    let [engine] = config.engines.as_slice() else {
        return Err(format!("{} engines: one is tuned, against itself", config.engines.len()));
    };
    if config.tuned.is_empty() {
        return Err("nothing to tune: --parameters FILE, or --parameter".to_owned());
    }
    if pairs.is_none() {
        return Err("--rounds N: the number of pairs decides how fast the steps shrink".to_owned());
    }
    let start = config.tuned.iter().map(|parameter| Setting {
        name: parameter.name.clone(),
        value: Some(match parameter.whole {
            true => parameter.value.round().to_string(),
            false => parameter.value.to_string(),
        }),
        optional: false,
    });
    let mut engine = engine.clone();
    engine.options.extend(start);
    let file = engine.program.file_stem().unwrap_or_default().to_string_lossy();
    let name = engine.name.clone().unwrap_or_else(|| file.into_owned());
    let seat = |sign| EngineSpec { name: Some(format!("{name} {sign}")), ..engine.clone() };
    config.engines = vec![seat("+"), seat("-")];
    Ok(())
}

impl Openings {
    /// Where games begin: what was asked for, or what the file of a league says.
    fn spec(&self, league: &League, file: &Path) -> Option<OpeningsSpec> {
        match &self.openings {
            Some(file) => Some(OpeningsSpec {
                file: file.clone(),
                format: None,
                order: match self.order {
                    OrderWord::Sequential => Order::Sequential,
                    OrderWord::Random => Order::Random,
                },
                start: self.opening_start,
                plies: self.plies,
                policy: Policy::Encounter,
            }),
            None if league.positions.is_empty() => None,
            None => Some(OpeningsSpec {
                file: file.to_owned(),
                format: Some(Format::League),
                order: Order::Sequential,
                start: 1,
                plies: None,
                policy: Policy::Round,
            }),
        }
    }
}

impl Test {
    fn spec(&self) -> Result<Option<Sprt>, String> {
        let model = match self.sprt_model {
            ModelWord::Logistic => Model::Logistic,
            ModelWord::Normalized => Model::Normalized,
        };
        self.sprt.as_deref().map(|text| sprt(text, model, !self.trinomial)).transpose()
    }
}

impl End {
    fn rulings(&self) -> RulingsSpec {
        RulingsSpec {
            repetition: match self.xiangqi_rules {
                RepetitionWord::Asian => RepetitionName::Asian,
                RepetitionWord::Chinese => RepetitionName::Chinese,
                RepetitionWord::Computer => RepetitionName::Computer,
            },
            natural_limit: self.natural_limit,
        }
    }

    fn adjudication(&self) -> Result<Adjudication, String> {
        let results = match self.tb_results {
            TablesWord::Both => TableResults::Both,
            TablesWord::Wins => TableResults::Wins,
            TablesWord::Draws => TableResults::Draws,
        };
        Ok(Adjudication {
            resign: self.resign.as_deref().map(resign).transpose()?,
            draw: self.draw.as_deref().map(draw).transpose()?,
            max_moves: self.max_moves,
            tables: self.tb.clone().map(|path| TablesSpec {
                path,
                men: self.tb_men,
                ignore_fifty_moves: self.tb_ignore_50,
                results,
            }),
        })
    }
}

impl Written {
    fn style(&self) -> PgnStyle {
        let has = |word| self.pgn_with.contains(&word) || self.pgn_with.contains(&DetailWord::All);
        PgnStyle {
            comments: match self.comments {
                CommentsWord::Short => Comments::Short,
                CommentsWord::Eval => Comments::Eval,
                CommentsWord::None => Comments::None,
            },
            details: Details {
                nodes: has(DetailWord::Nodes),
                seldepth: has(DetailWord::Seldepth),
                nps: has(DetailWord::Nps),
                hashfull: has(DetailWord::Hashfull),
                tbhits: has(DetailWord::Tbhits),
                latency: has(DetailWord::Latency),
                time_left: has(DetailWord::Timeleft),
                pv: has(DetailWord::Pv),
            },
            moves: match self.pgn_moves {
                ChessWord::San => SanMoves::San,
                ChessWord::Uci => SanMoves::Uci,
                ChessWord::Lan => SanMoves::Lan,
            },
            iccs: match self.xiangqi_moves {
                IccsWord::Iccs => IccsMoves::Iccs,
                IccsWord::Wxf => IccsMoves::Wxf,
            },
            few_tags: self.few_tags,
        }
    }
}

/// Whether there is such a program where the system looks for programs.
fn is_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

/// Whether there is such a program, here or there.
fn is_there(name: &str) -> bool {
    Path::new(name).is_file() || is_program(name)
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
        // No program is called like this; a word of ours is misspelled.
        [word, ..] if words::looks_like_word(word) && !is_there(word) => {
            return Err(format!("{text:?}: unknown word {word:?}; {}", words::KNOWN));
        }
        [program, arguments @ ..] => EngineSpec {
            program: program.into(),
            arguments: arguments.to_vec(),
            ..EngineSpec::default()
        },
    };
    for word in before {
        match word.strip_prefix("partner=") {
            Some(text) => spec.partner = Some(Box::new(partner(text, list)?)),
            None => _ = words::apply(&mut spec, word, For::This)?,
        }
    }
    Ok(spec)
}

/// An engine that plays at the second board for another one.
fn partner(text: &str, list: &[EngineSpec]) -> Result<EngineSpec, String> {
    let spec = engine(text, list)?;
    match spec.partner {
        None => Ok(spec),
        Some(_) => Err(format!("partner={text:?}: a partner has no partner")),
    }
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
