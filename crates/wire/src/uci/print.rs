//! UCI messages to lines. Lists come last, because there are readers that take all words after
//! `searchmoves` or `pv` for moves (`U-225`).

use super::*;
use crate::print::{Line, OrEmpty, field, flag, list, words};
use std::fmt::{Display, Formatter, Result};

impl Display for ToEngine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            ToEngine::Uci => f.write_str("uci"),
            ToEngine::Debug(None) => f.write_str("debug"),
            ToEngine::Debug(Some(true)) => f.write_str("debug on"),
            ToEngine::Debug(Some(false)) => f.write_str("debug off"),
            ToEngine::IsReady => f.write_str("isready"),
            ToEngine::SetOption { name, value } => {
                write!(f, "setoption name {}", Line(name))?;
                field(f, "value", value.as_deref().map(OrEmpty))
            }
            ToEngine::Register(Register::Later) => f.write_str("register later"),
            ToEngine::Register(Register::As { name, code }) => {
                f.write_str("register")?;
                field(f, "name", name.as_deref().map(Line))?;
                field(f, "code", code.as_deref().map(Line))
            }
            ToEngine::UciNewGame => f.write_str("ucinewgame"),
            ToEngine::Position(position) => write!(f, "position {position}"),
            ToEngine::Go(go) => go.fmt(f),
            ToEngine::Stop => f.write_str("stop"),
            ToEngine::PonderHit => f.write_str("ponderhit"),
            ToEngine::Quit => f.write_str("quit"),
            ToEngine::Unknown(line) => Line(line).fmt(f),
        }
    }
}

impl Display for Go {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("go")?;
        flag(f, "ponder", self.ponder)?;
        field(f, "wtime", self.wtime)?;
        field(f, "btime", self.btime)?;
        field(f, "winc", self.winc)?;
        field(f, "binc", self.binc)?;
        field(f, "movestogo", self.movestogo)?;
        field(f, "depth", self.depth)?;
        field(f, "nodes", self.nodes)?;
        field(f, "mate", self.mate)?;
        field(f, "movetime", self.movetime)?;
        field(f, "perft", self.perft)?;
        flag(f, "infinite", self.infinite)?;
        list(f, "searchmoves", &self.searchmoves)
    }
}

impl Display for FromEngine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            FromEngine::Id { key, text } if text.is_empty() => write!(f, "id {}", Line(key)),
            FromEngine::Id { key, text } => write!(f, "id {} {}", Line(key), Line(text)),
            FromEngine::UciOk => f.write_str("uciok"),
            FromEngine::ReadyOk => f.write_str("readyok"),
            FromEngine::BestMove { best, ponder } => {
                // No move is the null move (U-320).
                write!(f, "bestmove {}", best.as_ref().map_or("0000", MoveText::as_str))?;
                field(f, "ponder", ponder.as_ref())
            }
            FromEngine::CopyProtection(check) => write!(f, "copyprotection {check}"),
            FromEngine::Registration(check) => write!(f, "registration {check}"),
            FromEngine::Info(info) => info.fmt(f),
            FromEngine::Option(option) => option.fmt(f),
            FromEngine::Unknown(line) => Line(line).fmt(f),
        }
    }
}

impl Display for Check {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Check::Checking => "checking",
            Check::Ok => "ok",
            Check::Error => "error",
        })
    }
}

impl Display for Info {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "sbhits", self.sbhits)?;
        field(f, "cpuload", self.cpuload)?;
        field(f, "currmove", self.currmove.as_ref())?;
        field(f, "currmovenumber", self.currmovenumber)?;
        for (name, values) in &self.other {
            write!(f, " {}", Line(name))?;
            if !values.is_empty() {
                write!(f, " {}", Line(values))?;
            }
        }
        if let Some(refutation) = &self.refutation {
            list(f, "refutation", refutation)?;
        }
        if let Some((cpu, line)) = &self.currline {
            f.write_str(" currline")?;
            cpu.map_or(Ok(()), |cpu| write!(f, " {cpu}"))?;
            words(f, line)?;
        }
        list(f, "pv", &self.pv)?;
        field(f, "string", self.string.as_deref().map(Line))
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.value.fmt(f)?;
        match self.bound {
            Bound::Exact => Ok(()),
            Bound::Lower => f.write_str(" lowerbound"),
            Bound::Upper => f.write_str(" upperbound"),
        }
    }
}

impl Display for ScoreValue {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            ScoreValue::Cp(centipawns) => write!(f, "cp {centipawns}"),
            ScoreValue::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl Display for OptionDecl {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "option name {} type {}", Line(&self.name), self.kind)
    }
}

/// What follows the word `type`.
impl Display for OptionKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            OptionKind::Check { default } => {
                f.write_str("check")?;
                field(f, "default", *default)
            }
            OptionKind::Spin { default, min, max } => {
                f.write_str("spin")?;
                field(f, "default", *default)?;
                field(f, "min", *min)?;
                field(f, "max", *max)
            }
            OptionKind::Combo { default, vars } => {
                f.write_str("combo")?;
                field(f, "default", default.as_deref().map(OrEmpty))?;
                vars.iter().try_for_each(|var| field(f, "var", Some(OrEmpty(var))))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => {
                f.write_str("string")?;
                field(f, "default", default.as_deref().map(OrEmpty))
            }
            OptionKind::Other { kind, default } => {
                Line(kind).fmt(f)?;
                field(f, "default", default.as_deref().map(OrEmpty))
            }
        }
    }
}
