//! What is expected of an engine that speaks UCI.
//!
//! Each file holds a table of expectations about one part of the protocol; [`Uci`] is what they
//! converse with.

mod declared;
mod games;
mod go;
mod handshake;
mod input;
pub(crate) mod options;
mod output;
mod ponder;
mod position;
mod score;
mod stop;
mod time;

use crate::conversation::{Conversation, Meaning, Words};
use crate::expectation::{Expectation, Finding};
use crate::monitor;
use crate::talk::ms;
use ferz_wire::Parsed;
use ferz_wire::uci::{Bound, FromEngine, Info, OptionDecl, OptionKind, Score};

/// Every expectation, in the order in which they are asked: what others need comes first.
pub(crate) fn all() -> Vec<&'static Expectation<Uci>> {
    let tables: [&[Expectation<Uci>]; 12] = [
        handshake::ALL,
        declared::ALL,
        position::ALL,
        stop::ALL,
        go::ALL,
        score::ALL,
        ponder::ALL,
        options::ALL,
        time::ALL,
        input::ALL,
        games::ALL,
        output::ALL,
    ];
    tables.into_iter().flatten().collect()
}

/// A position that engines take some time for.
pub(crate) const RICH: &str =
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Ra8 mates.
pub(crate) const MATE_IN_1: &str = "fen 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
/// Either rook cuts the king off, the other one mates.
pub(crate) const MATE_IN_2: &str = "fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1";
/// Whatever Black does, Rb8 mates.
pub(crate) const MATED_IN_1: &str = "fen 7k/R7/8/8/8/p7/8/1R5K b - - 0 1";
/// Black is mated.
pub(crate) const MATE: &str = "fen R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
/// Black has no move and is not in check.
pub(crate) const STALEMATE: &str = "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// The words of UCI.
#[derive(Clone)]
pub(crate) struct Language;

/// A conversation in UCI.
pub(crate) type Uci = Conversation<Language>;
pub(crate) type Search = crate::conversation::Search<Info>;

impl Words for Language {
    type FromEngine = FromEngine;
    type Info = Info;
    type Option = OptionDecl;
    type Monitor = monitor::uci::Uci;
    const GREETING: [&str; 2] = ["uci", "uciok"];
    const ANSWER: &str = "bestmove";
    const SETTINGS: &[(&str, &str)] = &[];

    fn parse(line: &str) -> Parsed<FromEngine> {
        FromEngine::parse(line)
    }

    fn meaning(said: &FromEngine) -> Meaning<'_, OptionDecl> {
        match said {
            FromEngine::UciOk => Meaning::Greeted,
            FromEngine::Id { key, text } if key == "name" => Meaning::Name(text),
            FromEngine::Option(option) => Meaning::Option(option),
            FromEngine::ReadyOk => Meaning::Ready,
            FromEngine::BestMove { best, .. } => Meaning::Best(best.clone()),
            FromEngine::Info(info) if info.string.is_some() => Meaning::Message,
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
        option.name.eq_ignore_ascii_case(name)
    }

    fn is_searching(monitor: &monitor::uci::Uci) -> bool {
        monitor.is_searching()
    }
}

impl Search {
    /// The last exact score of the best line.
    pub(crate) fn score(&self) -> Option<Score> {
        let exact = |info: &&Info| {
            info.multipv.unwrap_or(1) == 1
                && info.score.is_some_and(|score| score.bound == Bound::Exact)
        };
        self.infos.iter().rev().find(exact).and_then(|info| info.score)
    }

    pub(crate) fn depth(&self) -> Option<u32> {
        self.infos.iter().filter(|info| !info.pv.is_empty()).filter_map(|info| info.depth).max()
    }

    pub(crate) fn nodes(&self) -> Option<u64> {
        self.infos.iter().filter_map(|info| info.nodes).max()
    }
}

impl Uci {
    /// The engine still answers, and has answered nothing else.
    pub(crate) fn has_ignored_it(&mut self) -> Result<(), Finding> {
        let said = self.ping()?;
        match said.iter().find(|said| !matches!(said, FromEngine::Info(_) | FromEngine::Unknown(_)))
        {
            None => Ok(()),
            Some(other) => Err(Finding::Unmet(format!("readyok and nothing else, not {other:?}"))),
        }
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.say(&format!("setoption name {name} value {value}"));
    }
}

/// The word that declares a type.
pub(crate) fn type_word(kind: &OptionKind) -> &str {
    match kind {
        OptionKind::Check { .. } => "check",
        OptionKind::Spin { .. } => "spin",
        OptionKind::Combo { .. } => "combo",
        OptionKind::Button => "button",
        OptionKind::String { .. } => "string",
        OptionKind::Other { kind, .. } => kind,
    }
}
