//! UCCI messages to lines.

use super::*;
use crate::print::{Line, OrEmpty, field, flag, list, words};
use crate::uci::{self, ScoreValue};
use std::fmt::{Display, Formatter, Result};

impl Display for ToEngine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            ToEngine::Ucci => f.write_str("ucci"),
            ToEngine::IsReady => f.write_str("isready"),
            // A name of several words is possible only in UCI's form.
            ToEngine::SetOption { name, value } if name.contains(' ') => {
                let value = value.as_deref().unwrap_or("");
                write!(f, "setoption name {} value {}", Line(name), OrEmpty(value))
            }
            ToEngine::SetOption { name, value } => {
                write!(f, "setoption {}", Line(name))?;
                optional(f, value.as_deref())
            }
            ToEngine::Position(position) => write!(f, "position {position}"),
            ToEngine::BanMoves(moves) => {
                f.write_str("banmoves")?;
                words(f, moves)
            }
            ToEngine::Go(go) => go.fmt(f),
            ToEngine::PonderHit { draw } => {
                f.write_str("ponderhit")?;
                flag(f, "draw", *draw)
            }
            ToEngine::Stop => f.write_str("stop"),
            ToEngine::Probe(position) => write!(f, "probe {position}"),
            ToEngine::NewGame => f.write_str("ucinewgame"),
            ToEngine::Quit => f.write_str("quit"),
            ToEngine::Unknown(line) => Line(line).fmt(f),
        }
    }
}

/// A text behind a blank, if there is one.
fn optional(f: &mut Formatter<'_>, text: Option<&str>) -> Result {
    match text {
        Some(text) if !text.is_empty() => write!(f, " {}", Line(text)),
        _ => Ok(()),
    }
}

impl Display for Go {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("go")?;
        flag(f, "ponder", self.ponder)?;
        flag(f, "draw", self.draw)?;
        field(f, "depth", self.depth)?;
        flag(f, "infinite", self.infinite)?;
        field(f, "nodes", self.nodes)?;
        field(f, "time", self.time)?;
        field(f, "movestogo", self.movestogo)?;
        field(f, "increment", self.increment)?;
        field(f, "opptime", self.opptime)?;
        field(f, "oppmovestogo", self.oppmovestogo)?;
        field(f, "oppincrement", self.oppincrement)?;
        field(f, "movetime", self.movetime)
    }
}

impl Display for FromEngine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            FromEngine::Id { key, text } => {
                write!(f, "id {}", Line(key))?;
                optional(f, Some(text))
            }
            FromEngine::Option(option) => option.fmt(f),
            FromEngine::UcciOk => f.write_str("ucciok"),
            FromEngine::ReadyOk => f.write_str("readyok"),
            FromEngine::BestMove { best, ponder, draw, resign } => {
                write!(f, "bestmove {best}")?;
                field(f, "ponder", ponder.as_ref())?;
                flag(f, "draw", *draw)?;
                flag(f, "resign", *resign)
            }
            FromEngine::NoBestMove => f.write_str("nobestmove"),
            FromEngine::Info(info) => info.fmt(f),
            FromEngine::PopHash { best, lower, upper } => {
                f.write_str("pophash")?;
                field(f, "bestmove", best.as_ref())?;
                bound(f, "lowerbound", *lower)?;
                bound(f, "upperbound", *upper)
            }
            FromEngine::Bye => f.write_str("bye"),
            FromEngine::Unknown(line) => Line(line).fmt(f),
        }
    }
}

fn bound(f: &mut Formatter<'_>, name: &str, bound: Option<(i32, i32)>) -> Result {
    let Some((value, depth)) = bound else { return Ok(()) };
    write!(f, " {name} {value} depth {depth}")
}

impl Display for Info {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("info")?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "nodes", self.nodes)?;
        field(f, "depth", self.depth)?;
        match self.score {
            // A plain integer, without `cp`.
            Some(ScoreValue::Cp(score)) => field(f, "score", Some(score))?,
            score => field(f, "score", score)?,
        }
        field(f, "currmove", self.currmove.as_ref())?;
        field(f, "currmovenumber", self.currmovenumber)?;
        for (name, values) in &self.other {
            write!(f, " {}", Line(name))?;
            optional(f, Some(values))?;
        }
        list(f, "pv", &self.pv)?;
        field(f, "message", self.message.as_deref().map(Line))
    }
}

/// `default` comes last, and a string's may be empty.
impl Display for OptionDecl {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use uci::OptionKind as K;
        write!(f, "option {} type ", Line(&self.name))?;
        let kind = match &self.kind {
            OptionKind::Label => return f.write_str("label"),
            OptionKind::Uci(kind) => kind,
        };
        let mut text = |kind: &str, default: &Option<String>| {
            Line(kind).fmt(f)?;
            flag(f, "default", default.is_some())?;
            optional(f, default.as_deref())
        };
        match kind {
            K::String { default } => text("string", default),
            K::Other { kind, default } => text(kind, default),
            K::Spin { default, min, max } => {
                f.write_str("spin")?;
                field(f, "min", *min)?;
                field(f, "max", *max)?;
                field(f, "default", *default)
            }
            K::Combo { default, vars } => {
                f.write_str("combo")?;
                vars.iter().try_for_each(|var| field(f, "var", Some(Line(var))))?;
                flag(f, "default", default.is_some())?;
                optional(f, default.as_deref())
            }
            K::Check { .. } | K::Button => kind.fmt(f),
        }
    }
}
