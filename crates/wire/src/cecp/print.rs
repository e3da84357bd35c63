//! CECP messages to lines.

use super::*;
use crate::print::Line;
use crate::uci::Bound;
use std::fmt::{Display, Formatter, Result};

impl Display for ToEngine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use ToEngine as T;
        match self {
            T::Xboard => f.write_str("xboard"),
            T::Protover(version) => write!(f, "protover {version}"),
            T::Accepted(name) => text(f, "accepted", name),
            T::Rejected(name) => text(f, "rejected", name),
            T::New => f.write_str("new"),
            T::Variant(name) => text(f, "variant", name),
            T::Quit => f.write_str("quit"),
            T::Random => f.write_str("random"),
            T::Force => f.write_str("force"),
            T::Go => f.write_str("go"),
            T::PlayOther => f.write_str("playother"),
            T::White => f.write_str("white"),
            T::Black => f.write_str("black"),
            T::Level(level) => level.fmt(f),
            T::St(seconds) => write!(f, "st {seconds}"),
            T::Sd(depth) => write!(f, "sd {depth}"),
            T::Depth => f.write_str("depth"),
            T::Nps(rate) => write!(f, "nps {rate}"),
            T::Time(time) => write!(f, "time {time}"),
            T::Otim(time) => write!(f, "otim {time}"),
            T::UserMove(mv) => write!(f, "usermove {mv}"),
            T::BareMove(mv) => mv.fmt(f),
            T::MoveNow => f.write_str("?"),
            T::Ping(None) => f.write_str("ping"),
            T::Ping(Some(number)) => write!(f, "ping {number}"),
            T::Draw => f.write_str("draw"),
            T::Result { result, comment } => {
                write!(f, "result {result}")?;
                braces(f, comment)
            }
            T::SetBoard(fen) => text(f, "setboard", fen),
            T::Edit => f.write_str("edit"),
            T::Hint => f.write_str("hint"),
            T::Bk => f.write_str("bk"),
            T::Undo => f.write_str("undo"),
            T::Remove => f.write_str("remove"),
            T::Hard => f.write_str("hard"),
            T::Easy => f.write_str("easy"),
            T::Post => f.write_str("post"),
            T::NoPost => f.write_str("nopost"),
            T::Analyze => f.write_str("analyze"),
            T::Exit => f.write_str("exit"),
            T::Status => f.write_str("."),
            T::Name(name) => text(f, "name", name),
            T::Rating(own, opponent) => write!(f, "rating {own} {opponent}"),
            T::Ics(host) => text(f, "ics", host),
            T::Computer => f.write_str("computer"),
            T::Pause => f.write_str("pause"),
            T::Resume => f.write_str("resume"),
            T::Memory(megabytes) => write!(f, "memory {megabytes}"),
            T::Cores(cores) => write!(f, "cores {cores}"),
            T::EgtPath { kind, path } => {
                write!(f, "egtpath {}", Line(kind))?;
                text(f, "", path)
            }
            T::Option { name, value: None } => text(f, "option", name),
            T::Option { name, value: Some(value) } => {
                write!(f, "option {}={}", Line(name), Line(value))
            }
            T::Exclude(mv) => write!(f, "exclude {}", mv.as_ref().map_or("all", MoveText::as_str)),
            T::Include(mv) => write!(f, "include {}", mv.as_ref().map_or("all", MoveText::as_str)),
            T::SetScore(score, depth) => write!(f, "setscore {score} {depth}"),
            T::Lift(square) => text(f, "lift", square),
            T::Put(square) => text(f, "put", square),
            T::Hover(square) => text(f, "hover", square),
            T::Partner(name) => text(f, "partner", name.as_deref().unwrap_or("")),
            T::Ptell(message) => text(f, "ptell", message),
            T::Holding { white, black, got } => {
                write!(f, "holding [{}] [{}]", Line(white), Line(black))?;
                text(f, "", got.as_deref().unwrap_or(""))
            }
            T::Fritz => f.write_str("fritz"),
            T::Reset => f.write_str("reset"),
            T::Ponder => f.write_str("ponder"),
            T::Malformed { line, .. } | T::Unknown(line) => Line(line).fmt(f),
        }
    }
}

/// A keyword and, behind a blank, a text, if there is one.
fn text(f: &mut Formatter<'_>, keyword: &str, text: &str) -> Result {
    f.write_str(keyword)?;
    if text.is_empty() { Ok(()) } else { write!(f, " {}", Line(text)) }
}

fn braces(f: &mut Formatter<'_>, comment: &Option<String>) -> Result {
    match comment {
        Some(comment) => write!(f, " {{{}}}", Line(comment)),
        None => Ok(()),
    }
}

/// Seconds only where there are some: an old program misread `5:00` (`C-279`).
impl Display for Level {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let sign = if self.base < 0 { "-" } else { "" };
        let base = self.base.unsigned_abs();
        let (minutes, seconds) = (base / 60, base % 60);
        write!(f, "level {} {sign}{minutes}", self.moves)?;
        if seconds != 0 {
            write!(f, ":{seconds:02}")?;
        }
        write!(f, " {}", self.increment)
    }
}

impl Display for EditLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            EditLine::ChangeColour => f.write_str("c"),
            EditLine::Place { piece, square, promoted } => {
                write!(f, "{piece}{}{}", Line(square), if *promoted { "+" } else { "" })
            }
            EditLine::Remove(square) => write!(f, "x{}", Line(square)),
            EditLine::Clear => f.write_str("#"),
            EditLine::Leave => f.write_str("."),
            EditLine::Castle(field) => text(f, "castle", field),
            EditLine::EnPassant(square) => text(f, "ep", square),
            EditLine::Quit => f.write_str("quit"),
            EditLine::Unknown(line) => Line(line).fmt(f),
        }
    }
}

impl Display for GameResult {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        })
    }
}

impl Display for FromEngine {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        use FromEngine as F;
        match self {
            F::Feature(features) => {
                f.write_str("feature")?;
                features.iter().try_for_each(|feature| write!(f, " {feature}"))
            }
            F::Move(mv) => write!(f, "move {mv}"),
            F::Result { result, comment } => {
                result.fmt(f)?;
                braces(f, comment)
            }
            F::LegacyResult { line, .. } => Line(line).fmt(f),
            F::Resign => f.write_str("resign"),
            F::OfferDraw => f.write_str("offer draw"),
            F::Pong(None) => f.write_str("pong"),
            F::Pong(Some(number)) => write!(f, "pong {number}"),
            F::Hint(mv) => write!(f, "Hint: {mv}"),
            F::IllegalMove { reason: None, text } => write!(f, "Illegal move: {}", Line(text)),
            F::IllegalMove { reason: Some(reason), text } => {
                write!(f, "Illegal move ({}): {}", Line(reason), Line(text))
            }
            F::Error { kind, text } if kind.is_empty() => write!(f, "Error: {}", Line(text)),
            F::Error { kind, text } => write!(f, "Error ({}): {}", Line(kind), Line(text)),
            F::Thinking(thinking) => thinking.fmt(f),
            F::Continuation(more) => write!(f, "    {}", Line(more)),
            F::Stat01(stat) => stat.fmt(f),
            F::FailHigh => f.write_str("++"),
            F::FailLow => f.write_str("--"),
            F::Tell { to, text: message } => text(f, to.word(), message),
            F::AskUser { tag, text: question } => {
                write!(f, "askuser {}", Line(tag))?;
                text(f, "", question)
            }
            F::Setup { pieces, size, fen } => {
                f.write_str("setup ")?;
                if let Some(pieces) = pieces {
                    write!(f, "({}) ", Line(pieces))?;
                }
                if let Some(size) = size {
                    write!(f, "{} ", Line(size))?;
                }
                Line(fen).fmt(f)
            }
            F::Piece { id, moves } => write!(f, "piece {} {}", Line(id), Line(moves)),
            F::Highlight(squares) => text(f, "highlight", squares),
            F::Click(square) => text(f, "click", square),
            F::Choice(pieces) => text(f, "choice", pieces),
            F::Comment(comment) => write!(f, "#{}", Line(comment)),
            F::BookLine(line) => write!(f, " {}", Line(line)),
            F::Unknown(line) => Line(line).fmt(f),
        }
    }
}

impl TellTo {
    /// The keyword.
    pub fn word(self) -> &'static str {
        match self {
            TellTo::User => "telluser",
            TellTo::UserError => "tellusererror",
            TellTo::Opponent => "tellopponent",
            TellTo::Others => "tellothers",
            TellTo::All => "tellall",
            TellTo::Ics => "tellics",
            TellTo::IcsNoAlias => "tellicsnoalias",
        }
    }
}

impl Display for Feature {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}=", Line(&self.name))?;
        match &self.value {
            FeatureValue::Text(text) => write!(f, "\"{}\"", Line(text)),
            FeatureValue::Int(number) => number.fmt(f),
            FeatureValue::Word(word) => Line(word).fmt(f),
        }
    }
}

/// What stands between the quotes of `feature option="…"`.
impl Display for OptionDecl {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        Line(&self.name).fmt(f)?;
        let mut value = |kind, value| {
            f.write_str(kind)?;
            text(f, "", value)
        };
        match &self.kind {
            OptionKind::Button => f.write_str(" -button"),
            OptionKind::Save => f.write_str(" -save"),
            OptionKind::Reset => f.write_str(" -reset"),
            OptionKind::Check(on) => value(" -check", if *on { "1" } else { "0" }),
            OptionKind::String(default) => value(" -string", default),
            OptionKind::File(default) => value(" -file", default),
            OptionKind::Path(default) => value(" -path", default),
            OptionKind::Spin { value, min, max } => write!(f, " -spin {value} {min} {max}"),
            OptionKind::Slider { value, min, max } => write!(f, " -slider {value} {min} {max}"),
            OptionKind::Combo { choices, current } => {
                f.write_str(" -combo")?;
                choices.iter().enumerate().try_for_each(|(index, choice)| {
                    let before = if index == 0 { " " } else { " /// " };
                    let star = if index == *current { "*" } else { "" };
                    write!(f, "{before}{star}{}", Line(choice))
                })
            }
        }
    }
}

/// One optional integer is table hits, two are selective depth and hits (`C-614`); a writer that wants
/// every reader to understand gives none or all three (`C-615`).
impl Display for Thinking {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let mark = self.mark.map_or(String::new(), String::from);
        write!(f, "{}{mark} {} {} {}", self.ply, self.score, self.time, self.nodes)?;
        let all = self.speed.is_some() || !self.reserved.is_empty();
        let any = all || self.seldepth.is_some() || self.tbhits.is_some();
        if all || self.seldepth.is_some() {
            write!(f, " {}", self.seldepth.unwrap_or(0))?;
        }
        if all {
            write!(f, " {}", self.speed.unwrap_or(0))?;
        }
        self.reserved.iter().try_for_each(|number| write!(f, " {number}"))?;
        if any {
            write!(f, " {}", self.tbhits.unwrap_or(0))?;
        }
        let bound = match self.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        };
        let before_pv = if any { "\t" } else { " " };
        match (self.pv.as_str(), bound) {
            ("", "") if !any => Ok(()),
            ("", bound) => write!(f, "{before_pv}{bound}"),
            (pv, "") => write!(f, "{before_pv}{}", Line(pv)),
            (pv, bound) => write!(f, "{before_pv}{} {bound}", Line(pv)),
        }
    }
}

impl Display for Stat01 {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Stat01 { time, nodes, ply, moves_left, moves_total, current } = self;
        write!(f, "stat01: {time} {nodes} {ply} {moves_left} {moves_total}")?;
        text(f, "", current.as_ref().map_or("", MoveText::as_str))
    }
}
