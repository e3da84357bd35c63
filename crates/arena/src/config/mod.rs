//! What a run is made of: one struct, whatever grammar it was written in.
//!
//! It is kept in the first event of the log, so that a run resumes as it began.

mod boards;
mod described;
mod forms;
mod sprt;
mod tuned;

pub use described::Described;
pub use sprt::{Model, Sprt};
pub use tuned::{BadParameter, Parameter};

use crate::clock::TimeControl;
use ferz_link::Protocol;
use ferz_rules::{Family, Repetition, Rulings, Variant};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// Everything that decides a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Config {
    /// What the event is called in the PGN.
    pub event: String,
    /// Where it is held, in the PGN.
    pub site: String,
    /// The game, by CECP's name for it.
    pub variant: String,
    /// How the game is played, where an engine has told it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub described: Option<Described>,
    /// Who plays whom.
    pub system: System,
    /// Who plays.
    pub engines: Vec<EngineSpec>,
    /// Encounters of the same two engines.
    pub rounds: u32,
    /// Games in an encounter, colours changing.
    pub games: u32,
    /// Both games of an encounter have the same opening.
    pub repeat: bool,
    /// Colours change from game to game of an encounter.
    pub swap: bool,
    /// The second engine of each encounter begins with White.
    pub reverse: bool,
    /// Gauntlet: number of engines, from the first, that play against all others; `None`: one.
    pub seeds: Option<u32>,
    /// Milliseconds between two games at the same table.
    pub wait: u64,
    /// Where games begin; `None`: at the start position.
    pub openings: Option<OpeningsSpec>,
    /// For whatever is drawn by lot.
    pub seed: u64,
    /// Games at the same time.
    pub concurrency: usize,
    /// The engines of each game have cores of their own.
    pub affinity: bool,
    /// Of these cores; all, if there are none here.
    pub cores: Vec<usize>,
    /// How willingly engines give way to other programs, from 0 to 19.
    pub nice: u8,
    /// Games in which the machine was late are played again.
    pub replay_late: bool,
    /// A table of what is known of engines, before the one inside.
    pub quirks: Option<PathBuf>,
    /// How games are judged where their rules leave a choice: [`Rulings`], as they are written.
    #[serde(alias = "xiangqi")]
    pub rulings: RulingsSpec,
    /// When a game is ended early.
    pub adjudication: Adjudication,
    /// When the match has shown enough.
    pub sprt: Option<Sprt>,
    /// Options that are tuned: both engines are the same one, set differently.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tuned: Vec<Parameter>,
    /// Draws by agreement count.
    pub offers: bool,
    /// How games are written.
    pub pgn: PgnStyle,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            event: "Ferz match".to_owned(),
            site: "?".to_owned(),
            variant: Variant::NORMAL.name.to_owned(),
            described: None,
            system: System::default(),
            engines: Vec::new(),
            rounds: 1,
            games: 2,
            repeat: true,
            swap: true,
            reverse: false,
            seeds: None,
            wait: 0,
            openings: None,
            seed: 0,
            concurrency: 1,
            affinity: false,
            cores: Vec::new(),
            nice: 0,
            replay_late: false,
            quirks: None,
            rulings: RulingsSpec::default(),
            adjudication: Adjudication::default(),
            sprt: None,
            tuned: Vec::new(),
            offers: true,
            pgn: PgnStyle::default(),
        }
    }
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Two engines, `rounds` encounters.
    #[default]
    Match,
    /// Each against each, `rounds` times.
    RoundRobin,
    /// The first against each of the others, `rounds` times.
    Gauntlet,
    /// Each round pairs engines of equal score.
    Swiss,
    /// Who loses is out.
    Knockout,
}

/// An engine, and how it plays.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSpec {
    /// What to call it; `None`: as it calls itself.
    pub name: Option<String>,
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Where it runs.
    pub directory: Option<PathBuf>,
    /// Its protocol; `None`: find out.
    #[serde(with = "forms::protocol")]
    pub protocol: Option<Protocol>,
    /// Its options.
    pub options: Vec<Setting>,
    /// Lines sent before its options.
    pub init: Vec<String>,
    /// The clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    #[serde(with = "forms::seconds")]
    pub move_time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Nodes that count as one second on its clock; 0: the time that it reports (CECP's `nps`).
    pub nps: Option<u64>,
    /// It thinks on the opponent's time, too.
    pub ponder: bool,
    /// By how much it may overstep its clock.
    #[serde(with = "forms::seconds")]
    pub margin: Option<Duration>,
    /// How long it may take to start, or to answer a ping.
    #[serde(with = "forms::seconds")]
    pub patience: Option<Duration>,
    /// How long it may say nothing in a search without a limit of time.
    #[serde(with = "forms::seconds")]
    pub stall: Option<Duration>,
    /// When it is started anew.
    pub restart: Restart,
    /// CECP: it reports scores from White's or Red's point of view.
    pub first_view: bool,
    /// Who plays for it at the second board, in games on two; `None`: another process of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<Box<EngineSpec>>,
}

/// The margin of a clock, unless the engine has one of its own. The timestamps are ours, so it need
/// not cover more than what the system takes to wake us.
pub const MARGIN: Duration = Duration::from_millis(10);

/// A setting of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// The option.
    pub name: String,
    /// Its value; `None` for a button.
    pub value: Option<String>,
    /// An engine that lacks it plays all the same: it was meant for all engines.
    #[serde(default)]
    pub optional: bool,
}

/// When an engine is started anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restart {
    /// When it is gone, or wants it (CECP's `reuse=0`).
    #[default]
    Auto,
    /// For each game.
    On,
    /// Only when it is gone.
    Off,
}

/// A file of openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningsSpec {
    /// The file.
    pub file: PathBuf,
    /// What is in it; `None`: as its name ends.
    pub format: Option<Format>,
    /// In which order.
    pub order: Order,
    /// Begin with this one, counting from 1.
    pub start: usize,
    /// Moves to play of each, where the file has moves; `None`: all.
    pub plies: Option<usize>,
    /// When the next one's turn comes.
    #[serde(default)]
    pub policy: Policy,
}

/// When the next opening's turn comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// With each encounter, and each pair of its games.
    #[default]
    Encounter,
    /// When all have played against all: each encounter of a cycle has the same openings.
    Round,
}

/// Formats of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A position a line: EPD or FEN.
    Epd,
    /// Games.
    Pgn,
    /// A book of moves: Polyglot's for chess, ElephantEye's for xiangqi.
    Book,
    /// The positions in the INI file of the UCCI league.
    League,
    /// No file: short lines inside this program.
    BuiltIn,
    /// No file: the start position, and nobody warns of it.
    Start,
}

/// What stands for a file of openings: the short lines inside this program.
pub const BUILT_IN: &str = "builtin";

/// What stands for a file of openings: the start position.
pub const NO_OPENINGS: &str = "none";

impl OpeningsSpec {
    /// What is in the file, if need be as its name says.
    pub fn format(&self) -> Format {
        match self.file.to_str() {
            Some(BUILT_IN) => return Format::BuiltIn,
            Some(NO_OPENINGS) => return Format::Start,
            _ => {}
        }
        let ending = self.file.extension().unwrap_or_default().to_string_lossy();
        self.format.unwrap_or(match ending.to_ascii_lowercase().as_str() {
            "pgn" => Format::Pgn,
            "bin" | "dat" => Format::Book,
            "ini" => Format::League,
            _ => Format::Epd,
        })
    }
}

/// The order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled, by the seed.
    Random,
}

/// When a game is ended before the rules end it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Adjudication {
    /// Won for the other side.
    pub resign: Option<Resign>,
    /// Drawn.
    pub draw: Option<DrawRule>,
    /// Drawn after this many moves by each side.
    pub max_moves: Option<u32>,
    /// As endgame tables have it.
    pub tables: Option<TablesSpec>,
}

/// Endgame tables of chess that end games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TablesSpec {
    /// Folders of Syzygy tables, joined as the system joins them.
    pub path: String,
    /// With no more men than this; `None`: as the tables go.
    pub men: Option<u32>,
    /// What the fifty-move rule would make a draw counts as won.
    pub ignore_fifty_moves: bool,
    /// Whether a position ends its game: one that the tables call drawn, or won.
    pub results: TableResults,
}

/// Which results of endgame tables end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableResults {
    /// All.
    #[default]
    Both,
    /// Won and lost ones.
    Wins,
    /// Drawn ones.
    Draws,
}

impl TableResults {
    /// Whether a position ends its game: one that the tables call drawn, or won.
    pub fn end(self, is_draw: bool) -> bool {
        match self {
            TableResults::Both => true,
            TableResults::Wins => !is_draw,
            TableResults::Draws => is_draw,
        }
    }
}

/// Lost by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resign {
    /// In this many moves of the loser in a row
    pub moves: u32,
    /// its score is at most minus this, in centipawns;
    pub score: i32,
    /// and the winner's is at least this.
    pub two_sided: bool,
}

/// Drawn by score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// From this move on,
    pub from_move: u32,
    /// in this many moves of both sides in a row
    pub moves: u32,
    /// the scores are within this, in centipawns.
    pub score: i32,
}

/// How games are judged where their rules leave a choice: [`Rulings`], as they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RulingsSpec {
    /// Who must vary.
    pub repetition: RepetitionName,
    /// Drawn after this many half-moves without capture; 0: never.
    pub natural_limit: u32,
}

impl Default for RulingsSpec {
    fn default() -> RulingsSpec {
        RulingsSpec { repetition: RepetitionName::Asian, natural_limit: 120 }
    }
}

impl From<RulingsSpec> for Rulings {
    fn from(spec: RulingsSpec) -> Rulings {
        let limit = spec.natural_limit;
        Rulings { repetition: spec.repetition.into(), natural_limit: (limit > 0).then_some(limit) }
    }
}

/// [`Repetition`], as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RepetitionName {
    /// [`Repetition::Asian`]
    Asian,
    /// [`Repetition::Chinese`]
    Chinese,
    /// [`Repetition::Computer`]
    Computer,
}

impl From<RepetitionName> for Repetition {
    fn from(name: RepetitionName) -> Repetition {
        match name {
            RepetitionName::Asian => Repetition::Asian,
            RepetitionName::Chinese => Repetition::Chinese,
            RepetitionName::Computer => Repetition::Computer,
        }
    }
}

/// How games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PgnStyle {
    /// What stands beside the moves.
    pub comments: Comments,
    /// What else stands there.
    pub details: Details,
    /// How moves are written in games with SAN.
    pub moves: SanMoves,
    /// How moves are written in games with ICCS.
    #[serde(alias = "xiangqi")]
    pub iccs: IccsMoves,
    /// Only the seven tags of the standard, and those without which nobody could play the game
    /// through.
    pub few_tags: bool,
}

/// What stands beside the moves, behind score, depth and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Details {
    /// `n=`
    pub nodes: bool,
    /// `sd=`
    pub seldepth: bool,
    /// `nps=`
    pub nps: bool,
    /// `hashfull=`, in per mille.
    pub hashfull: bool,
    /// `tbhits=`
    pub tbhits: bool,
    /// `latency=`: measured time less what the engine reports.
    pub latency: bool,
    /// `tl=`: what the clock shows.
    pub time_left: bool,
    /// `pv=`: the whole main line.
    pub pv: bool,
}

/// How moves are written in games whose [usual notation](ferz_rules::PgnForm) is SAN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SanMoves {
    /// `Nf3`, as the standard wants it.
    #[default]
    San,
    /// `g1f3`
    Uci,
    /// `Ng1-f3`
    Lan,
}

/// What stands beside the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comments {
    /// `{+0.31/14 1.2s}`
    #[default]
    Short,
    /// `{[%eval 0.31,14] [%clk 0:00:58]}`
    Eval,
    /// Nothing.
    None,
}

/// How moves are written in games whose [usual notation](ferz_rules::PgnForm) is ICCS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IccsMoves {
    /// `H2-E2`
    #[default]
    Iccs,
    /// `C2=5`
    Wxf,
}

/// Why a configuration makes no run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadConfig(pub String);

impl Config {
    /// Whether games come in pairs, with one opening and colours changed.
    pub fn has_pairs(&self) -> bool {
        self.repeat && self.swap && self.games.is_multiple_of(2)
    }

    /// The game; one that an engine has described is known from then on.
    pub fn game(&self) -> Result<Variant, BadConfig> {
        if let Some(described) = &self.described {
            ferz_referee::define(&self.variant, &described.into())
                .map_err(|why| BadConfig(format!("the game {:?}: {why}", self.variant)))?;
        }
        Variant::by_name(&self.variant).ok_or_else(|| {
            let known = Variant::all().iter().map(|game| game.name).collect::<Vec<_>>().join(", ");
            BadConfig(format!("unknown game {:?}: there are {known}", self.variant))
        })
    }

    /// Says what is wrong with it, if anything is.
    pub fn check(&self) -> Result<(), BadConfig> {
        let bad = |text: String| Err(BadConfig(text));
        self.game()?;
        if self.engines.len() < 2 {
            return bad(format!("{} engine(s): two are needed", self.engines.len()));
        }
        for (index, engine) in self.engines.iter().enumerate() {
            let name = || engine.name.clone().unwrap_or_else(|| format!("engine {}", index + 1));
            if engine.program.as_os_str().is_empty() {
                return bad(format!("{} has no command", name()));
            }
            if !engine.has_limit() {
                let what = "no time control, depth or nodes, as --tc 8+0.08 gives to all";
                return bad(format!("{} has {what}", name()));
            }
            if engine.clock.is_some() && engine.move_time.is_some() {
                return bad(format!("{} has both a clock and a time per move", name()));
            }
            if engine.partner.is_some() && !self.has_two_boards() {
                return bad(format!(
                    "{} has a partner, and {} has one board",
                    name(),
                    self.variant
                ));
            }
        }
        if self.rounds == 0 || self.games == 0 || self.concurrency == 0 {
            return bad("rounds, games and concurrency are at least 1".to_owned());
        }
        if self.system == System::Match && self.engines.len() > 2 {
            return bad(format!("{} engines: a match is between two", self.engines.len()));
        }
        if self.system != System::Match && self.sprt.is_some() {
            return bad("SPRT is for a match of two".to_owned());
        }
        if !self.tuned.is_empty() {
            let is_pairs = self.system == System::Match && self.games == 2;
            if !is_pairs || !self.repeat || !self.swap || self.reverse || self.sprt.is_some() {
                return bad("options are tuned by pairs of games of one engine".to_owned());
            }
            for (index, one) in self.tuned.iter().enumerate() {
                let same = |other: &Parameter| other.name.eq_ignore_ascii_case(&one.name);
                if self.tuned.iter().skip(index + 1).any(same) {
                    return bad(format!("the option {} is tuned twice", one.name));
                }
            }
        }
        if let Some(seeds) = self.seeds {
            if self.system != System::Gauntlet {
                return bad("seeds are for a gauntlet".to_owned());
            }
            if seeds == 0 || seeds as usize >= self.engines.len() {
                let engines = self.engines.len();
                return bad(format!("{seeds} seeds of {engines} engines: 1 to {}", engines - 1));
            }
        }
        if self.nice > 19 {
            return bad(format!("niceness {}: it is at most 19", self.nice));
        }
        if self.adjudication.tables.is_some() && self.game()?.family != Family::Chess {
            return bad("Syzygy tables are for chess".to_owned());
        }
        if let Some(sprt) = &self.sprt {
            sprt.check().map_err(BadConfig)?;
        }
        if self.has_two_boards() {
            self.check_two_boards()?;
        }
        Ok(())
    }
}

impl EngineSpec {
    /// Whether its searches end.
    pub fn has_limit(&self) -> bool {
        self.clock.is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
    }

    /// How many threads it searches with.
    pub fn threads(&self) -> usize {
        let is_threads =
            |name: &str| name.eq_ignore_ascii_case("threads") || name.eq_ignore_ascii_case("cores");
        let set = self.options.iter().rfind(|setting| is_threads(&setting.name));
        set.and_then(|setting| setting.value.as_ref()?.parse().ok()).unwrap_or(1).max(1)
    }

    /// Its limits in words, for people.
    pub fn limits(&self) -> String {
        let mut words = Vec::new();
        if let Some(clock) = &self.clock {
            words.push(clock.to_string());
        }
        if let Some(time) = self.move_time {
            words.push(format!("{} s a move", time.as_secs_f64()));
        }
        if let Some(depth) = self.depth {
            words.push(format!("depth {depth}"));
        }
        if let Some(nodes) = self.nodes {
            words.push(format!("{nodes} nodes"));
        }
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game that an engine has described is in the configuration: it is known where no engine runs,
    /// and is never taken for another one of the name.
    #[test]
    fn a_described_game_is_kept() {
        let fen = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1".to_owned();
        let pieces = vec![("P&".to_owned(), "fmWfcF".to_owned())];
        let size = Some("6x6+0_fairy".to_owned());
        let described = Described { letters: None, size, fen, pieces };
        let config = Config {
            variant: "los-alamos-kept".to_owned(),
            described: Some(described),
            ..Config::default()
        };
        let text = serde_json::to_string(&config).expect("JSON");
        let again: Config = serde_json::from_str(&text).expect("as it was written");
        assert_eq!(again, config);
        let game = again.game().expect("it is described");
        assert_eq!((game.files, config.game().as_ref()), (6, Ok(&game)));
        let mut other = config.clone();
        other.described.as_mut().expect("it is there").pieces[0].1 = "fmFfcW".to_owned();
        assert_eq!(
            other.game().expect_err("it is another game").to_string(),
            "the game \"los-alamos-kept\": the name \"los-alamos-kept\" is that of los-alamos-kept"
        );
    }

    /// Logs of earlier versions say what belongs to games of one kind under the name of one game.
    #[test]
    fn earlier_names() {
        let text =
            r#"{"xiangqi":{"repetition":"chinese","natural_limit":0},"pgn":{"xiangqi":"wxf"}}"#;
        let config: Config = serde_json::from_str(text).expect("a configuration");
        let rulings = Rulings::from(config.rulings);
        assert_eq!(rulings, Rulings { repetition: Repetition::Chinese, natural_limit: None });
        assert_eq!(config.pgn.iccs, IccsMoves::Wxf);
    }
}
