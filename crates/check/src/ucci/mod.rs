//! What is expected of an engine that speaks UCCI, the protocol of Chinese chess.
//!
//! Each file holds a table of expectations about one part of the protocol; [`Ucci`] is what they
//! converse with.

mod go;
mod handshake;
mod league;
mod options;
mod output;
mod position;
mod stop;

use crate::conversation::{Conversation, Meaning, Words};
use crate::expectation::Expectation;
use crate::monitor;
use crate::talk::ms;
use ferz_wire::Parsed;
use ferz_wire::ucci::{FromEngine, Info, OptionDecl};
use ferz_wire::uci::ScoreValue;
use std::time::Duration;

/// Every expectation, in the order in which they are asked: what others need comes first.
pub(crate) fn all() -> Vec<&'static Expectation<Ucci>> {
    let tables: [&[Expectation<Ucci>]; 7] =
        [handshake::ALL, position::ALL, stop::ALL, go::ALL, options::ALL, league::ALL, output::ALL];
    tables.into_iter().flatten().collect()
}

/// The start position.
pub(crate) const START: &str =
    "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
/// A position that engines take some time for.
pub(crate) const RICH: &str =
    "fen r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKABR1 w - - 0 1";
/// Rb9 mates.
pub(crate) const MATE_IN_1: &str = "fen 4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1";
/// Whatever Black does, Rb9 mates.
pub(crate) const MATED_IN_1: &str = "fen 4k4/R8/1R7/9/9/9/9/9/p8/3K5 b - - 0 1";
/// Black is mated.
pub(crate) const MATE: &str = "fen 1R2k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1";
/// Black has no move, and is not in check: lost as well.
pub(crate) const STALEMATE: &str = "fen 3k5/4R4/9/9/9/9/9/9/4C4/4K4 b - - 0 1";

/// The words of UCCI.
#[derive(Clone)]
pub(crate) struct Language;

/// A conversation in UCCI.
pub(crate) type Ucci = Conversation<Language>;
pub(crate) type Search = crate::conversation::Search<Info>;

impl Words for Language {
    type FromEngine = FromEngine;
    type Info = Info;
    type Option = OptionDecl;
    type Monitor = monitor::ucci::Ucci;
    const GREETING: [&str; 2] = ["ucci", "ucciok"];
    const ANSWER: &str = "bestmove or nobestmove";
    const SETTINGS: &[(&str, &str)] =
        &[("usemillisec", "setoption usemillisec true"), ("usebook", "setoption usebook false")];

    fn parse(line: &str) -> Parsed<FromEngine> {
        FromEngine::parse(line)
    }

    fn meaning(said: &FromEngine) -> Meaning<'_, OptionDecl> {
        match said {
            FromEngine::UcciOk => Meaning::Greeted,
            FromEngine::Id { key, text } if key == "name" => Meaning::Name(text),
            FromEngine::Option(option) => Meaning::Option(option),
            FromEngine::ReadyOk => Meaning::Ready,
            FromEngine::BestMove { best, .. } => Meaning::Best(Some(best.clone())),
            FromEngine::NoBestMove => Meaning::Best(None),
            said if is_message(said) => Meaning::Message,
            _ => Meaning::Other,
        }
    }

    fn into_info(said: FromEngine) -> Option<Info> {
        match said {
            FromEngine::Info(info) => Some(*info),
            _ => None,
        }
    }

    fn is_named(option: &OptionDecl, name: &str) -> bool {
        option.name == name
    }

    fn is_searching(monitor: &monitor::ucci::Ucci) -> bool {
        monitor.is_searching()
    }
}

impl Search {
    /// The last score; mates as ElephantEye writes them.
    pub(crate) fn score(&self) -> Option<i32> {
        self.infos.iter().rev().find_map(|info| info.score).map(|score| match score {
            ScoreValue::Cp(value) => value,
            ScoreValue::Mate(moves) if moves > 0 => 10_001 - 2 * moves,
            ScoreValue::Mate(moves) => -10_000 - 2 * moves,
        })
    }

    pub(crate) fn depth(&self) -> Option<u32> {
        self.infos.iter().filter_map(|info| info.depth).max()
    }
}

impl Ucci {
    /// A time in the unit that was agreed: seconds unless the engine has `usemillisec`.
    pub(crate) fn time(&self, time: Duration) -> String {
        match self.declared("usemillisec") {
            Some(_) => time.as_millis().to_string(),
            None => time.as_secs().max(1).to_string(),
        }
    }
}

/// A message for people.
pub(crate) fn is_message(said: &FromEngine) -> bool {
    matches!(said, FromEngine::Info(info) if info.message.is_some() || !info.other.is_empty())
}
