//! What is expected of an engine that speaks UCI.
//!
//! Each file holds a table of expectations about one part of the protocol; [`Uci`] is what they
//! converse with.

mod declared;
mod games;
mod go;
mod handshake;
mod input;
mod options;
mod output;
mod ponder;
mod position;
mod score;
mod stop;
mod time;

use crate::expectation::{Ability, Expectation, Finding, not_applicable};
use crate::monitor::{self, Monitor};
use crate::run::Subject;
use crate::talk::{Happened, Said, Talk};
use ferz_wire::uci::{FromEngine, Info, OptionDecl, OptionKind, Score};
use ferz_wire::{LineSplitter, MoveText, Parsed};
use std::time::{Duration, Instant};

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

/// What the handshake brought.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hello {
    /// Each line between `uci` and `uciok`, with what had to be tolerated to read it.
    pub(crate) lines: Vec<Parsed<FromEngine>>,
    pub(crate) options: Vec<OptionDecl>,
    pub(crate) took: Duration,
}

/// A search that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) infos: Vec<Info>,
    pub(crate) best: Option<MoveText>,
    /// From the words that began it to `bestmove`.
    pub(crate) took: Duration,
}

impl Search {
    /// The move as text; empty where there is none.
    pub(crate) fn best(&self) -> &str {
        self.best.as_ref().map_or("", MoveText::as_str)
    }

    /// The last exact score of the best line.
    pub(crate) fn score(&self) -> Option<Score> {
        let exact = |info: &&Info| {
            info.multipv.unwrap_or(1) == 1
                && info.score.is_some_and(|score| score.bound == ferz_wire::uci::Bound::Exact)
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

/// A conversation in UCI.
pub(crate) struct Uci {
    talk: Talk,
    monitor: monitor::uci::Uci,
    hello: Option<Hello>,
    /// When the last words were said.
    began: Instant,
    /// Nothing was said to this process but its greeting.
    untouched: bool,
    /// What was typed byte by byte.
    typed: LineSplitter,
}

impl Subject for Uci {
    fn talk(&mut self) -> &mut Talk {
        &mut self.talk
    }

    fn monitor(&self) -> &dyn Monitor {
        &self.monitor
    }

    fn prepare(&mut self) -> Result<(), Finding> {
        if self.talk.is_running() && !self.talk.spoiled && self.hello.is_some() {
            return Ok(());
        }
        self.talk.needs(Ability::Handshake).or_else(|finding| match finding {
            Finding::Gone(_) => Ok(()),
            other => Err(other),
        })?;
        self.restart()?;
        self.greet()?;
        self.untouched = true;
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Finding> {
        if self.talk.spoiled || !self.talk.is_running() {
            return Ok(());
        }
        if self.monitor.is_searching() {
            if !self.talk.can(Ability::Stop) {
                self.talk.spoiled = true;
                return Ok(());
            }
            self.stop()?;
        }
        match self.talk.can(Ability::Ping) {
            true => self.ping().map(drop),
            false => {
                self.listen(Duration::from_millis(50));
                Ok(())
            }
        }
    }

    fn name(&self) -> String {
        let ids = self.hello.iter().flat_map(|hello| &hello.lines);
        let mut names = ids.filter_map(|line| match &line.value {
            FromEngine::Id { key, text } if key == "name" => Some(text.clone()),
            _ => None,
        });
        names.next_back().unwrap_or_else(|| "an engine without a name".to_owned())
    }
}

impl Uci {
    pub(crate) fn new(talk: Talk) -> Uci {
        Uci {
            talk,
            monitor: Default::default(),
            hello: None,
            began: Instant::now(),
            untouched: false,
            typed: LineSplitter::new(),
        }
    }

    /// A new process that was told nothing yet.
    pub(crate) fn restart(&mut self) -> Result<(), Finding> {
        self.monitor.ended(self.talk.now());
        self.untouched = false;
        self.typed = LineSplitter::new();
        self.talk.start().map_err(|fault| Finding::Gone(fault.to_string()))
    }

    /// A new process, greeted, for expectations that change more than they can mend. The next
    /// expectation gets another one.
    pub(crate) fn fresh(&mut self) -> Result<(), Finding> {
        if !self.untouched {
            self.restart()?;
            self.greet()?;
        }
        self.talk.spoiled = true;
        Ok(())
    }

    /// As [`fresh`](Uci::fresh), for expectations that say nonsense: what the engine says about it
    /// is not judged by others.
    pub(crate) fn nonsense(&mut self) -> Result<(), Finding> {
        self.fresh()?;
        self.monitor.close();
        Ok(())
    }

    /// Says `uci` and hears the answer.
    pub(crate) fn greet(&mut self) -> Result<Hello, Finding> {
        self.talk.needs(Ability::Handshake)?;
        let began = Instant::now();
        let from = self.talk.log.len();
        self.say("uci");
        let hello = self.hello_since(began)?;
        self.talk.shorten_greeting(from);
        Ok(hello)
    }

    /// The answer to `uci`.
    pub(crate) fn hello_since(&mut self, began: Instant) -> Result<Hello, Finding> {
        let mut hello = Hello::default();
        let until = Instant::now() + self.talk.greeting_patience();
        loop {
            let Some(said) = self.hear(until)? else {
                return Err(self.talk.missing(Ability::Handshake, "uciok after uci".to_owned()));
            };
            let line = FromEngine::parse(&said.text);
            if line.value == FromEngine::UciOk {
                break;
            }
            if let FromEngine::Option(option) = &line.value {
                hello.options.push(option.clone());
            }
            hello.lines.push(line);
        }
        hello.took = began.elapsed();
        self.talk.works(Ability::Handshake);
        self.hello.get_or_insert_with(|| hello.clone());
        Ok(hello)
    }

    /// What the first handshake brought.
    pub(crate) fn hello(&self) -> Hello {
        self.hello.clone().unwrap_or_default()
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.began = Instant::now();
        self.untouched = false;
        self.monitor.heard_interface(self.talk.now(), line);
        self.talk.say(line);
    }

    /// Several lines in one piece.
    pub(crate) fn say_all(&mut self, lines: &[&str]) {
        self.began = Instant::now();
        self.untouched = false;
        for line in lines {
            self.monitor.heard_interface(self.talk.now(), line);
        }
        self.talk.say_all(lines);
    }

    /// Bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8], name: &str) {
        self.began = Instant::now();
        self.untouched = false;
        self.typed.push(bytes);
        while let Some(line) = self.typed.next_line() {
            self.monitor.heard_interface(self.talk.now(), &line.text());
        }
        self.talk.send_bytes(bytes, name);
    }

    /// The next line; `None` when none has come until then. The end of the engine is an error.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<Option<Said>, Finding> {
        match self.talk.hear(until) {
            Some(Happened::Line(said)) => {
                self.monitor.heard_engine(said.at, &said.text);
                Ok(Some(said))
            }
            Some(Happened::Closed | Happened::Ended(_)) => {
                self.talk.spoiled = true;
                Err(self.talk.gone().unwrap_or(Finding::Gone("the engine is gone".to_owned())))
            }
            None => match self.talk.gone() {
                Some(gone) => Err(gone),
                None => Ok(None),
            },
        }
    }

    /// The first line that is wanted, and what came before it.
    pub(crate) fn wait_for<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&FromEngine) -> Option<T>,
    ) -> Result<Option<(T, Vec<FromEngine>)>, Finding> {
        let until = Instant::now() + patience;
        let mut before = Vec::new();
        while let Some(said) = self.hear(until)? {
            let value = FromEngine::parse(&said.text).value;
            if let Some(found) = wanted(&value) {
                return Ok(Some((found, before)));
            }
            before.push(value);
        }
        Ok(None)
    }

    /// What is said in so much time.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<FromEngine> {
        let until = Instant::now() + time;
        let mut said = Vec::new();
        while let Ok(Some(line)) = self.hear(until) {
            said.push(FromEngine::parse(&line.text).value);
        }
        said
    }

    /// A round trip of `isready`; what came before the answer.
    pub(crate) fn ping(&mut self) -> Result<Vec<FromEngine>, Finding> {
        self.talk.needs(Ability::Ping)?;
        self.say("isready");
        self.pong()
    }

    /// The answer to an `isready`.
    pub(crate) fn pong(&mut self) -> Result<Vec<FromEngine>, Finding> {
        let patience = self.talk.patience();
        let ready = |said: &FromEngine| (*said == FromEngine::ReadyOk).then_some(());
        match self.wait_for(patience, ready)? {
            Some(((), before)) => {
                self.talk.works(Ability::Ping);
                Ok(before)
            }
            None => Err(self.talk.missing(Ability::Ping, "readyok after isready".to_owned())),
        }
    }

    /// Sends a position: `startpos`, `fen …`, with or without moves.
    pub(crate) fn position(&mut self, text: &str) {
        self.say(&format!("position {text}"));
    }

    /// Searches to the end that the arguments have.
    pub(crate) fn go(&mut self, arguments: &str) -> Result<Search, Finding> {
        self.talk.needs(Ability::Go)?;
        self.begin(arguments);
        self.finish(Ability::Go, &format!("bestmove after go {arguments}"))
    }

    /// Searches a position.
    pub(crate) fn search(&mut self, position: &str, arguments: &str) -> Result<Search, Finding> {
        self.position(position);
        self.go(arguments)
    }

    /// Begins a search, and does not wait.
    pub(crate) fn begin(&mut self, arguments: &str) {
        self.say(format!("go {arguments}").trim_end());
    }

    /// Ends the search under way.
    pub(crate) fn stop(&mut self) -> Result<Search, Finding> {
        self.talk.needs(Ability::Stop)?;
        if !self.monitor.is_searching() {
            return Err(Finding::Unmet("a search that goes on until stop".to_owned()));
        }
        self.say("stop");
        self.finish(Ability::Stop, "bestmove after stop")
    }

    /// The `bestmove` of the search under way, which was set an end by the last words.
    pub(crate) fn finish(&mut self, ability: Ability, what: &str) -> Result<Search, Finding> {
        let began = self.began;
        let patience = self.talk.patience();
        match self.best_within(patience)? {
            Some(mut search) => {
                search.took = began.elapsed();
                self.talk.works(ability);
                Ok(search)
            }
            None => Err(self.talk.missing(ability, what.to_owned())),
        }
    }

    /// A `bestmove`, if one comes in this time.
    pub(crate) fn best_within(&mut self, time: Duration) -> Result<Option<Search>, Finding> {
        let best = |said: &FromEngine| match said {
            FromEngine::BestMove { best, .. } => Some(best.clone()),
            _ => None,
        };
        let began = self.began;
        Ok(self.wait_for(time, best)?.map(|(best, before)| {
            let infos = before.into_iter().filter_map(|said| match said {
                FromEngine::Info(info) => Some(*info),
                _ => None,
            });
            Search { infos: infos.collect(), best, took: began.elapsed() }
        }))
    }

    /// Expects that no `bestmove` comes in this time.
    pub(crate) fn no_best_within(&mut self, time: Duration, why: &str) -> Result<(), Finding> {
        match self.best_within(time)? {
            None => Ok(()),
            Some(_) => Err(Finding::Unmet(format!("no bestmove {why}"))),
        }
    }

    /// The engine still answers, and says nothing else than `info string`.
    pub(crate) fn is_well_and_silent(&mut self) -> Result<(), Finding> {
        let said = self.ping()?;
        let other = said.iter().find(|said| {
            let FromEngine::Info(info) = said else { return true };
            info.string.is_none()
        });
        match other {
            None => Ok(()),
            Some(other) => Err(Finding::Unmet(format!("readyok and nothing else, not {other:?}"))),
        }
    }

    /// The engine still answers, and has answered nothing else.
    pub(crate) fn has_ignored_it(&mut self) -> Result<(), Finding> {
        let said = self.ping()?;
        match said.iter().find(|said| !matches!(said, FromEngine::Info(_) | FromEngine::Unknown(_)))
        {
            None => Ok(()),
            Some(other) => Err(Finding::Unmet(format!("readyok and nothing else, not {other:?}"))),
        }
    }

    /// An option as it was declared.
    pub(crate) fn declared(&self, name: &str) -> Option<OptionDecl> {
        let options = self.hello().options;
        options.into_iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// An option that the expectation is about.
    pub(crate) fn needs_option(&self, name: &str) -> Result<OptionDecl, Finding> {
        match self.declared(name) {
            Some(option) => Ok(option),
            None => not_applicable(format!("the engine declares no option {name}")),
        }
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.say(&format!("setoption name {name} value {value}"));
    }

    /// Tries up to three times: a busy machine may delay any single attempt, a fault of the engine
    /// shows in all of them.
    pub(crate) fn in_time(
        &mut self,
        limit: Duration,
        what: &str,
        mut attempt: impl FnMut(&mut Uci) -> Result<Duration, Finding>,
    ) -> Result<(), Finding> {
        let mut shortest = Duration::MAX;
        for _ in 0..3 {
            shortest = shortest.min(attempt(self)?);
            if shortest <= limit {
                return Ok(());
            }
        }
        Err(Finding::Unmet(format!("{what} within {limit:?}; the best of 3 took {shortest:?}")))
    }

    /// The processor time used in a pause of this length.
    pub(crate) fn load(&mut self, pause: Duration) -> Result<Duration, Finding> {
        let before = self.talk.processor_time();
        self.listen(pause);
        match (before, self.talk.processor_time()) {
            (Some(before), Some(after)) => Ok(after.saturating_sub(before)),
            _ => not_applicable("this system does not say how much processor time a program uses"),
        }
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

pub(crate) const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}
