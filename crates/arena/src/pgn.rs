//! Games as PGN, derived from their records.
//!
//! Chess is written in the export format of the PGN standard of 1994, with SAN and a comment beside
//! each move, `{+0.31/14 1.2s}`: score, depth and time. Chess960 has the tag `Variant` and always a
//! FEN. Xiangqi has no such standard; it is written as Chinese programs exchange it, with the tags
//! `Game "Chinese Chess"`, `Red`, `Format` and `FEN`, and with moves as `H2-E2` (ICCS) or `C2=5`
//! (WXF).

use crate::config::{Comments, Config, XiangqiMoves};
use crate::judge;
use crate::record::{GameBrief, GameRecord, GameResult, Reason, score_text};
use ferz_rules::{Family, Notation, Side, Variant};
use std::fmt::Write;
use std::time::Duration;

/// Lines are no longer than this, as the standard wants it.
const WIDTH: usize = 80;

/// A game; the text ends with an empty line.
pub fn write(config: &Config, names: &[String], record: &GameRecord) -> String {
    let variant = config.game().unwrap_or(Variant::NORMAL);
    let is_xiangqi = variant.family == Family::Xiangqi;
    let name = |index: usize| names.get(index).map_or("?", String::as_str);
    let (first, second) = (name(record.first), name(record.second));
    let mut out = String::new();
    let mut tag = |key: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{key} \"{value}\"]");
    };
    if is_xiangqi {
        tag("Game", "Chinese Chess");
    }
    tag("Event", &config.event);
    tag("Site", "?");
    tag("Date", &date(record.began));
    tag("Round", &record.number.to_string());
    tag(if is_xiangqi { "Red" } else { "White" }, first);
    tag("Black", second);
    tag("Result", &record.result.to_string());
    if variant != Variant::NORMAL {
        tag("Variant", variant.name);
    }
    let game = judge::begin(config, variant, record.fen.as_deref());
    let fen = record.fen.clone().or_else(|| {
        (variant == Variant::CHESS960).then(|| game.as_ref().ok().map(|game| game.start_fen()))?
    });
    if let Some(fen) = &fen {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    if is_xiangqi {
        tag(
            "Format",
            match config.pgn.xiangqi {
                XiangqiMoves::Iccs => "ICCS",
                XiangqiMoves::Wxf => "WXF",
            },
        );
    }
    if let Some(spec) = config.engines.get(record.first) {
        tag("TimeControl", &time_control(spec));
    }
    tag("PlyCount", &record.moves.len().to_string());
    tag("Termination", termination(record.reason));
    out.push('\n');
    let mut text = Wrapped::default();
    if let Ok(mut game) = game {
        let notation = match (is_xiangqi, config.pgn.xiangqi) {
            (false, _) => Notation::San,
            (true, XiangqiMoves::Iccs) => Notation::Iccs,
            (true, XiangqiMoves::Wxf) => Notation::Wxf,
        };
        let mut number = first_number(record);
        let mut wants_number = true;
        for mv in &record.moves {
            let Ok(spelled) = game.rewrite(&mv.text, notation) else { break };
            match game.side() {
                Side::First => text.word(&format!("{number}.")),
                Side::Second if wants_number => text.word(&format!("{number}...")),
                Side::Second => {}
            }
            text.word(&spelled);
            wants_number = false;
            if let Some(comment) = comment(config.pgn.comments, mv, game.side()) {
                text.word(&comment);
                wants_number = true;
            }
            if game.side() == Side::Second {
                number += 1;
            }
            if game.play(&mv.text).is_err() {
                break;
            }
        }
    }
    text.word(&format!("{{{}}}", ending(&record.brief(), is_xiangqi)));
    text.word(&record.result.to_string());
    out.push_str(&text.out);
    out.push_str("\n\n");
    out
}

fn first_number(record: &GameRecord) -> u32 {
    let number = record.fen.as_deref().and_then(|fen| fen.split(' ').nth(5)?.parse().ok());
    number.unwrap_or(1)
}

fn comment(style: Comments, mv: &crate::record::MoveRecord, side: Side) -> Option<String> {
    let seconds = mv.time()?.as_secs_f64();
    match style {
        Comments::None => None,
        Comments::Short => Some(match (mv.score, mv.depth) {
            (Some(score), depth) => {
                format!("{{{}/{} {seconds:.3}s}}", score_text(score), depth.unwrap_or(0))
            }
            (None, _) => format!("{{{seconds:.3}s}}"),
        }),
        Comments::Eval => {
            let mut parts = Vec::new();
            // Here White's point of view is the custom.
            let sign = if side == Side::First { 1 } else { -1 };
            let depth = mv.depth.map(|depth| format!(",{depth}")).unwrap_or_default();
            match mv.score {
                Some(ferz_link::ScoreValue::Cp(cp)) => {
                    parts.push(format!("[%eval {:.2}{depth}]", f64::from(sign * cp) / 100.0));
                }
                Some(ferz_link::ScoreValue::Mate(moves)) => {
                    parts.push(format!("[%eval #{}{depth}]", sign * moves));
                }
                None => {}
            }
            parts.push(match mv.clock {
                Some(clock) => format!("[%clk {}]", clock_text(Duration::from_millis(clock))),
                None => format!("[%emt {}]", clock_text(Duration::from_secs_f64(seconds))),
            });
            Some(format!("{{{}}}", parts.join(" ")))
        }
    }
}

fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let tenths = time.subsec_millis() / 100;
    format!("{}:{:02}:{:02}.{tenths}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// The end in words.
pub fn ending(record: &GameBrief, is_xiangqi: bool) -> String {
    let first = if is_xiangqi { "Red" } else { "White" };
    let (winner, loser) = match record.result {
        GameResult::First => (first, "Black"),
        GameResult::Second => ("Black", first),
        GameResult::Draw => ("", ""),
    };
    let mut text = match (record.reason, record.result) {
        (Reason::Checkmate, _) => format!("{winner} mates"),
        (Reason::Stalemate, GameResult::Draw) => "Stalemate".to_owned(),
        (Reason::Stalemate, _) => format!("{loser} has no move"),
        (Reason::Repetition, _) => "Draw by repetition".to_owned(),
        (Reason::PerpetualCheck, _) => format!("{loser} loses by perpetual check"),
        (Reason::PerpetualChase, _) => format!("{loser} loses by perpetual chase"),
        (Reason::FiftyMoves, _) => "Draw by the fifty-move rule".to_owned(),
        (Reason::NaturalMoves, _) => "Draw: too many moves without capture".to_owned(),
        (Reason::InsufficientMaterial, _) => "Draw by insufficient material".to_owned(),
        (Reason::Resignation, _) => format!("{loser} resigns"),
        (Reason::Agreement, _) => "Draw by agreement".to_owned(),
        (Reason::AdjudicatedWin, _) => format!("{winner} wins by adjudication"),
        (Reason::AdjudicatedDraw, _) => "Draw by adjudication".to_owned(),
        (Reason::MoveLimit, _) => "Draw by the limit of moves".to_owned(),
        (Reason::Tablebase, GameResult::Draw) => "Draw by endgame tables".to_owned(),
        (Reason::Tablebase, _) => format!("{winner} wins by endgame tables"),
        (Reason::Time, _) => format!("{loser} loses on time"),
        (Reason::Crash, _) => format!("{loser} is gone"),
        (Reason::Hang, _) => format!("{loser} does not answer"),
        (Reason::IllegalMove, _) => format!("{loser} makes an illegal move"),
        (Reason::NoMove, _) => format!("{loser} makes no move"),
        (Reason::WrongClaim, _) => format!("{loser} makes a wrong claim"),
        (Reason::NotStarted, _) => format!("{loser} does not start"),
        (Reason::Refused, _) => format!("{loser} cannot play this game"),
    };
    if !record.detail.is_empty() {
        let detail = record.detail.replace(['{', '}', '\n', '\r'], " ");
        let _ = write!(text, ": {}", detail.trim());
    }
    text
}

fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "time forfeit",
        Reason::IllegalMove | Reason::NoMove | Reason::WrongClaim => "rules infraction",
        Reason::Crash | Reason::Hang | Reason::NotStarted | Reason::Refused => "abandoned",
        Reason::AdjudicatedWin
        | Reason::AdjudicatedDraw
        | Reason::MoveLimit
        | Reason::Tablebase => "adjudication",
        _ => "normal",
    }
}

fn time_control(spec: &crate::config::EngineSpec) -> String {
    match (&spec.clock, spec.move_time) {
        // The standard has one session after another behind colons.
        (Some(clock), _) => clock.to_string().replace(',', ":"),
        (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// `2026.11.20`, in universal time.
fn date(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a day since 1970, after Hinnant's "chrono-compatible low-level date
/// algorithms": years begin in March, so that the leap day is the last.
pub(crate) fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

/// Text in lines of bounded length.
#[derive(Default)]
struct Wrapped {
    out: String,
    column: usize,
}

impl Wrapped {
    /// Adds words; where there are blanks, lines may end.
    fn word(&mut self, text: &str) {
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let length = word.chars().count();
            if self.column > 0 && self.column + 1 + length > WIDTH {
                self.out.push('\n');
                self.column = 0;
            } else if self.column > 0 {
                self.out.push(' ');
                self.column += 1;
            }
            self.out.push_str(word);
            self.column += length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_798_761_599), "2026.12.31");
    }

    #[test]
    fn lines_are_bounded() {
        let mut text = Wrapped::default();
        for _ in 0..60 {
            text.word("{+0.31/14 1.200s}");
        }
        assert!(text.out.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.out.replace('\n', " ").matches("{+0.31/14 1.200s}").count(), 60);
    }
}
