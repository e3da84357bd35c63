//! The engine's words to the neutral model's, and back.

use ferz_engine::{self as engine, Report};
use ferz_link::{
    Bound, Event, Info, Limits, Message, MessageKind, OptionDecl, OptionKind, Place, Purpose,
    Score, ScoreValue, Search,
};
use ferz_rules::{Notation, Variant};
use ferz_wire::{MoveText, Start};

/// A position for the engine, and how its game writes moves.
pub(crate) fn setup(place: &Place) -> Result<(engine::Setup, Notation), String> {
    let variant = Variant::by_name(&place.variant)
        .ok_or_else(|| format!("unknown game {:?}", place.variant))?;
    let fen = match &place.start {
        Start::Startpos => None,
        Start::Fen(fen) => Some(fen.clone()),
    };
    let moves = place.moves.iter().map(|mv| mv.to_string()).collect();
    Ok((engine::Setup { variant, fen, moves }, variant.wire))
}

pub(crate) fn request(search: &Search) -> engine::Request {
    let texts = |moves: &[MoveText]| moves.iter().map(|mv| mv.to_string()).collect();
    engine::Request {
        limits: limits(&search.limits),
        purpose: match search.purpose {
            Purpose::Play => engine::Purpose::Play,
            Purpose::Ponder => engine::Purpose::Ponder,
            Purpose::Analyse => engine::Purpose::Analyse,
        },
        only: texts(&search.only),
        without: texts(&search.without),
    }
}

fn limits(limits: &Limits) -> engine::Limits {
    let clock = limits.clock.and_then(|clocks| {
        // Our own clock unknown: as if it were the opponent's.
        let own = clocks.own.or(clocks.opponent)?;
        Some(engine::Clock {
            remaining: own.remaining,
            increment: own.increment,
            moves_to_go: own.moves_to_go,
            opponent: clocks.opponent.map(|clock| clock.remaining),
        })
    });
    engine::Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        mate: limits.mate,
        move_time: limits.move_time,
        clock,
        max_time: limits.max_time,
        nodes_per_second: limits.nodes_per_second,
    }
}

/// What the search reports, as an event.
pub(crate) fn event(report: Report) -> Event {
    match report {
        Report::Line(line) => {
            let bound = match line.bound {
                engine::Bound::Exact => Bound::Exact,
                engine::Bound::Lower => Bound::Lower,
                engine::Bound::Upper => Bound::Upper,
            };
            Event::Info(Box::new(Info {
                depth: Some(line.depth),
                seldepth: Some(line.seldepth),
                rank: (line.ranks > 1).then_some(line.rank),
                score: Some(Score { value: score(line.score), bound }),
                wdl: line.wdl,
                pv: moves(&line.pv),
                ..numbers(&line.stats)
            }))
        }
        Report::Current { mv, number, of, depth } => Event::Info(Box::new(Info {
            depth: Some(depth),
            current: Some((MoveText::new(&mv), Some(number), Some(of))),
            ..Info::default()
        })),
        Report::CurrentLine { thread, moves: line } => Event::Info(Box::new(Info {
            current_line: Some((Some(thread), moves(&line))),
            ..Info::default()
        })),
        Report::Refutation(line) => {
            Event::Info(Box::new(Info { refutation: Some(moves(&line)), ..Info::default() }))
        }
        Report::Stats(stats) => Event::Info(Box::new(numbers(&stats))),
        Report::Note(text) => Event::Message(Message { kind: MessageKind::Note, text }),
        Report::Done(done) => Event::BestMove {
            best: done.best.as_deref().map(MoveText::new),
            ponder: done.ponder.as_deref().map(MoveText::new),
            draw_offer: false,
            resign: false,
        },
    }
}

fn moves(texts: &[String]) -> Vec<MoveText> {
    texts.iter().map(|text| MoveText::new(text)).collect()
}

fn numbers(stats: &engine::Stats) -> Info {
    Info {
        time: Some(stats.time),
        nodes: Some(stats.nodes),
        nps: Some(stats.nps()),
        hashfull: Some(stats.hashfull),
        tbhits: Some(stats.tbhits),
        ..Info::default()
    }
}

/// Plies to a mate become full moves: mate in three plies is `mate 2`, mated in two is `mate -1`.
fn score(score: engine::Score) -> ScoreValue {
    let full_moves = |plies: u32| i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX);
    match score {
        engine::Score::Cp(cp) => ScoreValue::Cp(cp),
        engine::Score::MateIn(plies) => ScoreValue::Mate(full_moves(plies)),
        engine::Score::MatedIn(plies) => ScoreValue::Mate(-full_moves(plies)),
    }
}

pub(crate) fn option(spec: &engine::OptionSpec) -> OptionDecl {
    let kind = match &spec.kind {
        engine::OptionKind::Check(default) => OptionKind::Check { default: *default },
        engine::OptionKind::Spin { default, min, max } => {
            OptionKind::Spin { default: *default, min: *min, max: *max }
        }
        engine::OptionKind::Combo { default, choices } => OptionKind::Combo {
            default: (*default).to_owned(),
            choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
        },
        engine::OptionKind::Button => OptionKind::Button,
        engine::OptionKind::Text(default) => OptionKind::Text { default: default.clone() },
        engine::OptionKind::File(default) => OptionKind::File { default: default.clone() },
        engine::OptionKind::Path(default) => OptionKind::Path { default: default.clone() },
    };
    OptionDecl { name: spec.name.to_owned(), kind }
}

/// A number of the search as an option.
pub(crate) fn number(number: &engine::Number) -> OptionDecl {
    let (min, max) = (number.min.into(), number.max.into());
    let kind = OptionKind::Spin { default: number.value.into(), min, max };
    OptionDecl { name: format!("{} {}", engine::SEARCH, number.name), kind }
}

/// The default of an option as `set_option` takes it; `None` for a button.
pub(crate) fn default_value(kind: &engine::OptionKind) -> Option<String> {
    Some(match kind {
        engine::OptionKind::Check(value) => value.to_string(),
        engine::OptionKind::Spin { default, .. } => default.to_string(),
        engine::OptionKind::Combo { default, .. } => (*default).to_owned(),
        engine::OptionKind::Button => return None,
        engine::OptionKind::Text(text)
        | engine::OptionKind::File(text)
        | engine::OptionKind::Path(text) => text.clone(),
    })
}

/// Declares another default: what the command line has set. A value that does not fit changes
/// nothing.
pub(crate) fn set_default(kind: &mut engine::OptionKind, value: &str) {
    match kind {
        engine::OptionKind::Check(on) => *on = matches!(value, "true" | "1" | "on"),
        engine::OptionKind::Spin { default, .. } => *default = value.parse().unwrap_or(*default),
        engine::OptionKind::Combo { default, choices } => {
            let found = choices.iter().find(|choice| choice.eq_ignore_ascii_case(value));
            *default = found.unwrap_or(default);
        }
        engine::OptionKind::Button => {}
        engine::OptionKind::Text(text)
        | engine::OptionKind::File(text)
        | engine::OptionKind::Path(text) => *text = value.to_owned(),
    }
}

pub(crate) fn probe(probe: &engine::Probe) -> Event {
    Event::Probed {
        best: probe.best.as_deref().map(MoveText::new),
        lower: probe.lower,
        upper: probe.upper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// U-343, U-344, U-348: full moves, negative when the side to move is mated, 0 when it is.
    #[test]
    fn mates_count_in_full_moves() {
        let cases = [
            (engine::Score::MateIn(1), 1),
            (engine::Score::MateIn(3), 2),
            (engine::Score::MatedIn(0), 0),
            (engine::Score::MatedIn(2), -1),
            (engine::Score::MatedIn(4), -2),
        ];
        for (plies, moves) in cases {
            assert_eq!(score(plies), ScoreValue::Mate(moves), "{plies:?}");
        }
    }
}
