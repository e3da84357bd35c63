//! The moves of a game, as they are spelled, and what stands beside them.

use crate::config::{ChessMoves, Comments, Config, Details, XiangqiMoves};
use crate::judge;
use crate::record::{GameRecord, MoveRecord, score_text};
use ferz_rules::{Family, FenStyle, Game, Notation, Side, Variant};
use std::time::Duration;

/// Moves and comments in lines of bounded length, without what ends the game.
pub(super) fn text(config: &Config, record: &GameRecord, text: &mut super::Wrapped) {
    let Some(mut game) = begin(config, record) else { return };
    let spelling = Spelling::of(config);
    let mut number = first_number(record);
    let mut wants_number = true;
    for mv in &record.moves {
        let Some(spelled) = spelling.write(&*game, &mv.text) else { break };
        match game.side() {
            Side::First => text.word(&format!("{number}.")),
            Side::Second if wants_number => text.word(&format!("{number}...")),
            Side::Second => {}
        }
        text.word(&spelled);
        wants_number = false;
        if let Some(comment) = comment(config, mv, &*game) {
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

/// The game of a record before its first move.
pub(super) fn begin(config: &Config, record: &GameRecord) -> Option<Box<dyn Game>> {
    judge::begin(config, config.game().ok()?, record.fen.as_deref()).ok()
}

/// The position in which a game ended.
pub(super) fn last_fen(config: &Config, record: &GameRecord) -> Option<String> {
    let mut game = begin(config, record)?;
    record.moves.iter().take_while(|mv| game.play(&mv.text).is_ok()).count();
    Some(game.fen(FenStyle::XFen))
}

/// The moves of a game as they are spelled.
pub(crate) fn spelled(config: &Config, record: &GameRecord) -> Vec<String> {
    let Some(mut game) = begin(config, record) else { return Vec::new() };
    let spelling = Spelling::of(config);
    let spelled = record.moves.iter().map_while(|mv| {
        let text = spelling.write(&*game, &mv.text)?;
        game.play(&mv.text).ok()?;
        Some(text)
    });
    spelled.collect()
}

fn first_number(record: &GameRecord) -> u32 {
    let number = record.fen.as_deref().and_then(|fen| fen.split(' ').nth(5)?.parse().ok());
    number.unwrap_or(1)
}

/// How moves are written.
#[derive(Clone, Copy)]
enum Spelling {
    Notation(Notation),
    /// `Ng1-f3`
    Long,
}

impl Spelling {
    fn of(config: &Config) -> Spelling {
        let variant = config.game().unwrap_or(Variant::NORMAL);
        match (variant.family, config.pgn.moves, config.pgn.xiangqi) {
            (Family::Xiangqi, _, XiangqiMoves::Iccs) => Spelling::Notation(Notation::Iccs),
            (Family::Xiangqi, _, XiangqiMoves::Wxf) => Spelling::Notation(Notation::Wxf),
            (Family::Chess, ChessMoves::San, _) => Spelling::Notation(Notation::San),
            (Family::Chess, ChessMoves::Uci, _) => Spelling::Notation(variant.wire),
            (Family::Chess, ChessMoves::Lan, _) => Spelling::Long,
        }
    }

    fn write(self, game: &dyn Game, mv: &str) -> Option<String> {
        match self {
            Spelling::Notation(notation) => game.rewrite(mv, notation).ok(),
            Spelling::Long => {
                let short = game.rewrite(mv, Notation::San).ok()?;
                Some(long(&short, &game.rewrite(mv, Notation::Coordinate).ok()?))
            }
        }
    }
}

/// `Nbd7+` and `b8d7` are `Nb8-d7+`.
fn long(short: &str, coordinates: &str) -> String {
    let (Some(from), Some(to)) = (coordinates.get(..2), coordinates.get(2..4)) else {
        return short.to_owned();
    };
    if short.starts_with('O') {
        return short.to_owned();
    }
    let piece = short.get(..1).filter(|first| first.chars().all(char::is_uppercase)).unwrap_or("");
    let way = if short.contains('x') { 'x' } else { '-' };
    let behind = short.rfind(to).and_then(|at| short.get(at + 2..)).unwrap_or("");
    format!("{piece}{from}{way}{to}{behind}")
}

/// What stands beside a move.
fn comment(config: &Config, mv: &MoveRecord, game: &dyn Game) -> Option<String> {
    let seconds = mv.time()?.as_secs_f64();
    let mut parts = match config.pgn.comments {
        Comments::None => return None,
        Comments::Short => vec![match (mv.score, mv.depth) {
            (Some(score), depth) => {
                format!("{}/{} {seconds:.3}s", score_text(score), depth.unwrap_or(0))
            }
            (None, _) => format!("{seconds:.3}s"),
        }],
        Comments::Eval => vec![commands(mv, game.side(), seconds)],
    };
    parts.extend(details(config, config.pgn.details, mv, game));
    Some(format!("{{{}}}", parts.join(", ")))
}

/// `[%eval 0.31,14] [%clk 0:00:58.0]`
fn commands(mv: &MoveRecord, side: Side, seconds: f64) -> String {
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
    parts.join(" ")
}

/// `n=123`, `pv="e5 Nf3"`: the keys are those of fastchess, so that its readers find them.
fn details(
    config: &Config,
    wanted: Details,
    mv: &MoveRecord,
    game: &dyn Game,
) -> impl Iterator<Item = String> {
    let seconds = |micros: u64| format!("{:.3}s", micros as f64 / 1e6);
    let pv = || main_line(config, &mv.pv, game);
    let number = |wanted: bool, key: &str, value: Option<u64>| {
        value.filter(|_| wanted).map(|value| format!("{key}={value}"))
    };
    let parts = [
        mv.clock.filter(|_| wanted.time_left).map(|ms| format!("tl={}", seconds(ms * 1000))),
        mv.latency.filter(|_| wanted.latency).map(|us| format!("latency={}", seconds(us))),
        number(wanted.nodes, "n", mv.nodes),
        number(wanted.seldepth, "sd", mv.seldepth.map(u64::from)),
        number(wanted.nps, "nps", mv.nps),
        number(wanted.hashfull, "hashfull", mv.hashfull.map(u64::from)),
        number(wanted.tbhits, "tbhits", mv.tbhits),
        (wanted.pv && !mv.pv.is_empty()).then(|| format!("pv=\"{}\"", pv())),
    ];
    parts.into_iter().flatten()
}

/// A main line, spelled as the moves of the game are.
fn main_line(config: &Config, pv: &str, game: &dyn Game) -> String {
    let spelling = Spelling::of(config);
    let mut game = game.boxed();
    let spelled = pv.split_whitespace().map_while(|mv| {
        let text = spelling.write(&*game, mv)?;
        game.play(mv).ok()?;
        Some(text)
    });
    spelled.collect::<Vec<_>>().join(" ")
}

fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let tenths = time.subsec_millis() / 100;
    format!("{}:{:02}:{:02}.{tenths}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_notation() {
        for (short, coordinates, wanted) in [
            ("Nbd7+", "b8d7", "Nb8-d7+"),
            ("e4", "e2e4", "e2-e4"),
            ("exd8=Q#", "e7d8q", "e7xd8=Q#"),
            ("R1xa3", "a1a3", "Ra1xa3"),
            ("O-O-O+", "e1c1", "O-O-O+"),
        ] {
            assert_eq!(long(short, coordinates), wanted);
        }
    }
}
