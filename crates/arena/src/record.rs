//! What is kept of a game: one line of the log.

use ferz_link::ScoreValue;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 1.
    pub number: u32,
    /// The encounter it belongs to, from 1.
    pub round: u32,
    /// The first player's number in the list of engines, from 0.
    pub first: usize,
    /// The second player's.
    pub second: usize,
    /// The opening's number in the file, from 1; 0 for the start position.
    pub opening: usize,
    /// The FEN it started from; absent for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// All moves, those of the opening included.
    pub moves: Vec<MoveRecord>,
    /// The moves of the second board, in games on two: there the second player has White.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<MoveRecord>,
    /// The result.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// More about it, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// What else was odd.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
    /// The last lines of the conversation with an engine that was at fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub last_lines: Vec<String>,
    /// Between an engine's move and the next engine's orders: the worst, in microseconds.
    #[serde(default)]
    pub worst_lag: u64,
    /// The same on average.
    #[serde(default)]
    pub mean_lag: u64,
    /// The machine itself was late in this game: its result says less than others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// The runner itself was stopped in this game, or its machine slept: its clocks say nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// How often it was played before, and was late.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attempt: u32,
    /// Who played it, if that was a worker of a cluster.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub worker: String,
    /// What the pair came to that ends with this game, where options are tuned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
}

/// Replays of a game because the machine was late, at most; the last one counts in any case.
pub const ATTEMPTS: u32 = 2;

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl GameRecord {
    /// Whether it counts, or is played again; games in which the machine was late only if
    /// `replay_late` says so.
    pub fn counts(&self, replay_late: bool) -> bool {
        let in_vain = self.stopped || replay_late && self.late;
        !in_vain || self.attempt >= ATTEMPTS
    }

    /// The record without its moves and lines, for tables: a run may have many games.
    pub fn brief(&self) -> GameBrief {
        GameBrief {
            number: self.number,
            round: self.round,
            first: self.first,
            second: self.second,
            opening: self.opening,
            result: self.result,
            reason: self.reason,
            detail: self.detail.clone(),
            plies: (self.moves.len() + self.beside.len()) as u32,
            late: self.late,
            worst_lag: self.worst_lag,
            mean_lag: self.mean_lag,
            last_lines: self.last_lines.clone(),
            line: self.line(),
        }
    }

    /// A number for the moves and where they began: games of the same number are the same game.
    fn line(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.fen.hash(&mut hasher);
        self.moves.iter().chain(&self.beside).for_each(|mv| mv.text.hash(&mut hasher));
        hasher.finish()
    }
}

/// What tables say of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameBrief {
    /// Its number in the schedule, from 1.
    pub number: u32,
    /// The encounter it belongs to, from 1.
    pub round: u32,
    /// The first player's number in the list of engines, from 0.
    pub first: usize,
    /// The second player's.
    pub second: usize,
    /// The opening's number in the file, from 1.
    pub opening: usize,
    /// The result.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// More about it, for people.
    pub detail: String,
    /// Half-moves, those of the opening included, on all boards.
    pub plies: u32,
    /// The machine itself was late in it.
    pub late: bool,
    /// As in the record.
    pub worst_lag: u64,
    /// As in the record.
    pub mean_lag: u64,
    /// The last lines of the conversation with an engine that was at fault.
    pub last_lines: Vec<String>,
    /// Tells its moves from those of other games.
    pub line: u64,
}

/// A move as it was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in coordinates; Chess960 has castling as king takes rook.
    #[serde(rename = "m")]
    pub text: String,
    /// The engine's score from its own point of view.
    #[serde(default, rename = "s", skip_serializing_if = "Option::is_none", with = "score")]
    pub score: Option<ScoreValue>,
    /// Its depth.
    #[serde(default, rename = "d", skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Its nodes.
    #[serde(default, rename = "n", skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How long it thought, in microseconds; absent in the opening.
    #[serde(default, rename = "t", skip_serializing_if = "Option::is_none")]
    pub micros: Option<u64>,
    /// The deepest ply that it reached.
    #[serde(default, rename = "sd", skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// Nodes a second, as it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// How full its hash table is, in per mille.
    #[serde(default, rename = "hf", skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// How often it looked into endgame tables.
    #[serde(default, rename = "tb", skip_serializing_if = "Option::is_none")]
    pub tbhits: Option<u64>,
    /// Measured time less what it reports, in microseconds.
    #[serde(default, rename = "l", skip_serializing_if = "Option::is_none")]
    pub latency: Option<u64>,
    /// The main line in coordinates, its move included; only if the games are written with it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub pv: String,
    /// What its clock showed after the move, in milliseconds.
    #[serde(default, rename = "c", skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// What has come to hand from the other board since the move before, in games on two boards: in
    /// letters of FEN, those of White in capitals.
    #[serde(default, rename = "in", skip_serializing_if = "String::is_empty")]
    pub came: String,
    /// How many moves were made before it on both boards.
    #[serde(default, rename = "o", skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
}

impl MoveRecord {
    /// A move of the opening.
    pub fn book(text: &str) -> MoveRecord {
        MoveRecord { text: text.to_owned(), ..MoveRecord::default() }
    }

    /// How long it thought.
    pub fn time(&self) -> Option<Duration> {
        self.micros.map(Duration::from_micros)
    }
}

/// What a pair of games came to: it goes on from here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The values after it, parameter by parameter.
    pub values: Vec<f64>,
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// Won by White or Red.
    #[serde(rename = "1-0")]
    First,
    /// Won by Black.
    #[serde(rename = "0-1")]
    Second,
    /// Drawn.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// This side has lost.
    pub fn lost_by(side: ferz_rules::Side) -> GameResult {
        match side {
            ferz_rules::Side::First => GameResult::Second,
            ferz_rules::Side::Second => GameResult::First,
        }
    }

    /// Who of the two has lost.
    pub(crate) fn loser(self, first: usize, second: usize) -> Option<usize> {
        match self {
            GameResult::First => Some(second),
            GameResult::Second => Some(first),
            GameResult::Draw => None,
        }
    }

    /// The first player's points, in halves.
    pub fn halves(self) -> u32 {
        match self {
            GameResult::First => 2,
            GameResult::Draw => 1,
            GameResult::Second => 0,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::First => "1-0",
            GameResult::Second => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

impl From<GameResult> for ferz_link::GameResult {
    fn from(result: GameResult) -> ferz_link::GameResult {
        match result {
            GameResult::First => ferz_link::GameResult::WhiteWins,
            GameResult::Second => ferz_link::GameResult::BlackWins,
            GameResult::Draw => ferz_link::GameResult::Draw,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// No legal move: drawn in chess, lost in xiangqi.
    Stalemate,
    /// The third occurrence of a position.
    Repetition,
    /// Lost by checking without end (xiangqi).
    PerpetualCheck,
    /// Lost by chasing without end (xiangqi).
    PerpetualChase,
    /// Fifty moves without capture or pawn move.
    FiftyMoves,
    /// Too many moves without capture (xiangqi).
    NaturalMoves,
    /// Nobody can win.
    InsufficientMaterial,
    /// A rule of the game's own: a king on the hill, the third check.
    Rule,
    /// An engine gave up.
    Resignation,
    /// The engines agreed on a draw.
    Agreement,
    /// Ended by score: won.
    AdjudicatedWin,
    /// Ended by score: drawn.
    AdjudicatedDraw,
    /// Ended by the limit of moves.
    MoveLimit,
    /// Ended as endgame tables have it.
    Tablebase,
    /// The loser's flag fell.
    Time,
    /// The loser crashed, ended or closed its output.
    Crash,
    /// The loser did not answer, or did not read.
    Hang,
    /// The loser made a move that is not legal.
    IllegalMove,
    /// The loser ended its search without a move.
    NoMove,
    /// The loser claimed a result that is not so.
    WrongClaim,
    /// The loser could not be started.
    NotStarted,
    /// The loser could not be given the game, the position or the search.
    Refused,
}

impl Reason {
    /// Whether the loser did something that no engine should.
    pub fn is_fault(self) -> bool {
        match self {
            Reason::Time
            | Reason::Crash
            | Reason::Hang
            | Reason::IllegalMove
            | Reason::NoMove
            | Reason::WrongClaim
            | Reason::NotStarted
            | Reason::Refused => true,
            Reason::Checkmate
            | Reason::Stalemate
            | Reason::Repetition
            | Reason::PerpetualCheck
            | Reason::PerpetualChase
            | Reason::FiftyMoves
            | Reason::NaturalMoves
            | Reason::InsufficientMaterial
            | Reason::Rule
            | Reason::Resignation
            | Reason::Agreement
            | Reason::AdjudicatedWin
            | Reason::AdjudicatedDraw
            | Reason::MoveLimit
            | Reason::Tablebase => false,
        }
    }

    /// As it stands in the log.
    pub fn word(self) -> String {
        let word = serde_json::to_value(self).ok();
        word.as_ref().and_then(|word| word.as_str()).unwrap_or_default().to_owned()
    }
}

/// Something odd that did not end the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remark {
    /// The number of the engine it is about.
    pub engine: usize,
    /// What.
    pub text: String,
}

/// A score as PGN comments have it: `+0.31`, `-M4`.
pub fn score_text(score: ScoreValue) -> String {
    match score {
        ScoreValue::Cp(cp) => {
            let (sign, value) = (if cp < 0 { '-' } else { '+' }, cp.unsigned_abs());
            format!("{sign}{}.{:02}", value / 100, value % 100)
        }
        ScoreValue::Mate(moves) if moves > 0 => format!("+M{moves}"),
        ScoreValue::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
    }
}

/// A score is a number of centipawns, or a text like `#3`, `#-2`.
mod score {
    use super::ScoreValue;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        Cp(i32),
        Mate(String),
    }

    pub(super) fn serialize<S: Serializer>(
        s: &Option<ScoreValue>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let form = s.map(|score| match score {
            ScoreValue::Cp(cp) => Form::Cp(cp),
            ScoreValue::Mate(moves) => Form::Mate(format!("#{moves}")),
        });
        form.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<ScoreValue>, D::Error> {
        let Some(form) = Option::<Form>::deserialize(from)? else { return Ok(None) };
        let score = match form {
            Form::Cp(cp) => Some(ScoreValue::Cp(cp)),
            Form::Mate(text) => {
                let moves = text.strip_prefix('#').and_then(|moves| moves.parse().ok());
                moves.map(ScoreValue::Mate)
            }
        };
        score.map(Some).ok_or_else(|| serde::de::Error::custom("no score"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_short_in_the_log() {
        let mv = MoveRecord {
            text: "e2e4".into(),
            score: Some(ScoreValue::Mate(-3)),
            depth: Some(14),
            micros: Some(1_200_000),
            ..MoveRecord::default()
        };
        let text = serde_json::to_string(&mv).unwrap();
        assert_eq!(text, r##"{"m":"e2e4","s":"#-3","d":14,"t":1200000}"##);
        assert_eq!(serde_json::from_str::<MoveRecord>(&text).unwrap(), mv);
        let bad = text.replace("#-3", "3");
        assert!(serde_json::from_str::<MoveRecord>(&bad).is_err());
    }

    #[test]
    fn scores_for_people() {
        let shown: Vec<_> = [ScoreValue::Cp(31), ScoreValue::Cp(-5), ScoreValue::Mate(4)]
            .into_iter()
            .chain([ScoreValue::Mate(0), ScoreValue::Mate(-2)])
            .map(score_text)
            .collect();
        assert_eq!(shown, ["+0.31", "-0.05", "+M4", "-M0", "-M2"]);
    }

    #[test]
    fn faults_are_told_from_honest_ends() {
        assert!(Reason::Time.is_fault() && Reason::Refused.is_fault());
        assert!(!Reason::MoveLimit.is_fault() && !Reason::Resignation.is_fault());
        assert_eq!(Reason::WrongClaim.word(), "wrong-claim");
    }
}
