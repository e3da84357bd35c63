//! The moves of a game, as they are spelled, and what stands beside them.

use crate::boards;
use crate::config::{Comments, Config, Details, IccsMoves, SanMoves};
use crate::judge;
use crate::openings::names::{self, Named};
use crate::record::{GameRecord, MoveRecord};
use ferz_link::ScoreValue;
use ferz_rules::pgn::{Line, Remark, Step, Value};
use ferz_rules::{Family, FenStyle, Game, Notation, Side, Variant};
use std::time::Duration;

/// A game played through.
pub(super) struct Walk {
    /// Moves with their comments, without what ends the game.
    pub(super) line: Line,
    /// The position in which it began, as FEN.
    pub(super) start: String,
    /// The opening, if it has a name.
    pub(super) opening: Option<Named>,
}

impl Walk {
    pub(super) fn of(config: &Config, record: &GameRecord) -> Option<Walk> {
        Walk::over(config, record, &record.moves)
    }

    /// The moves of one of its boards.
    pub(super) fn over(config: &Config, record: &GameRecord, moves: &[MoveRecord]) -> Option<Walk> {
        let mut game = begin(config, record)?;
        let start = game.start_fen();
        let spelling = Spelling::of(config);
        let mut opening = names::find(&*game);
        let mut line = Line::default();
        line.moves.reserve_exact(moves.len());
        for (ply, mv) in moves.iter().enumerate() {
            boards::give(&mut game, &mv.came);
            let Some(text) = spelling.write(&*game, &mv.text) else { break };
            let comments = comment(config, mv, &*game).into_iter().collect();
            line.moves.push(Step { text, comments, ..Step::default() });
            if game.play(&mv.text).is_err() {
                break;
            }
            if ply < names::LONGEST {
                opening = names::find(&*game).or(opening);
            }
        }
        Some(Walk { line, start, opening })
    }
}

/// The game of a record before its first move.
pub(super) fn begin(config: &Config, record: &GameRecord) -> Option<Box<dyn Game>> {
    judge::begin(config, config.game().ok()?, record.fen.as_deref()).ok()
}

/// The position in which a game ended.
pub(super) fn last_fen(config: &Config, record: &GameRecord) -> Option<String> {
    let mut game = begin(config, record)?;
    record.moves.iter().take_while(|mv| boards::play(&mut game, mv).is_ok()).count();
    Some(game.fen(FenStyle::XFen))
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
        match (variant.pgn.moves, config.pgn.moves) {
            (Notation::Iccs, _) => Spelling::Notation(match config.pgn.iccs {
                IccsMoves::Iccs => Notation::Iccs,
                IccsMoves::Wxf => Notation::Wxf,
            }),
            (_, SanMoves::San) => Spelling::Notation(Notation::San),
            // Moves of several legs have no long form.
            (_, SanMoves::Lan) if variant.family == Family::Chess => Spelling::Long,
            (_, SanMoves::Uci | SanMoves::Lan) => Spelling::Notation(variant.wire),
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
    let of_first = |value: Value| if game.side() == Side::First { value } else { -value };
    let value = mv.score.map(|score| match score {
        ScoreValue::Cp(value) => of_first(Value::Centipawns(value)),
        ScoreValue::Mate(moves) => of_first(Value::Mate(moves)),
    });
    let spent = Some(mv.time()?);
    let remark = Remark { value, depth: mv.depth, spent, ..Remark::default() };
    let said = match (config.pgn.comments, mv.clock.map(Duration::from_millis)) {
        (Comments::None, _) => return None,
        (Comments::Short, _) => remark.for_mover(game.side()),
        (Comments::Eval, None) => remark.as_commands(),
        (Comments::Eval, clock) => Remark { clock, spent: None, ..remark }.as_commands(),
    };
    let mut said = said;
    for part in details(config, config.pgn.details, mv, game) {
        said.push_str(", ");
        said.push_str(&part);
    }
    Some(said)
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
