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

use crate::expectation::{Ability, Expectation, Finding, not_applicable};
use crate::monitor::{self, Monitor};
use crate::run::Subject;
use crate::talk::{Happened, Said, Talk};
use ferz_wire::ucci::{FromEngine, Info, OptionDecl};
use ferz_wire::uci::ScoreValue;
use ferz_wire::{LineSplitter, MoveText, Parsed};
use std::time::{Duration, Instant};

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

/// What the handshake brought.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hello {
    pub(crate) lines: Vec<Parsed<FromEngine>>,
    pub(crate) options: Vec<OptionDecl>,
}

/// An answer to `go`, and what came before.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) infos: Vec<Info>,
    /// `None` for `nobestmove`.
    pub(crate) best: Option<MoveText>,
    pub(crate) took: Duration,
}

impl Search {
    pub(crate) fn best(&self) -> &str {
        self.best.as_ref().map_or("", MoveText::as_str)
    }

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

/// A conversation in UCCI.
pub(crate) struct Ucci {
    talk: Talk,
    monitor: monitor::ucci::Ucci,
    hello: Option<Hello>,
    began: Instant,
    untouched: bool,
    typed: LineSplitter,
}

impl Subject for Ucci {
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

impl Ucci {
    pub(crate) fn new(talk: Talk) -> Ucci {
        Ucci {
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

    /// A new process, greeted, for expectations that change more than they can mend.
    pub(crate) fn fresh(&mut self) -> Result<(), Finding> {
        if !self.untouched {
            self.restart()?;
            self.greet()?;
        }
        self.talk.spoiled = true;
        Ok(())
    }

    /// As [`fresh`](Ucci::fresh), for expectations that say nonsense.
    pub(crate) fn nonsense(&mut self) -> Result<(), Finding> {
        self.fresh()?;
        self.monitor.close();
        Ok(())
    }

    /// Says `ucci`, hears the answer, and sets what makes conversations alike: milliseconds, and
    /// no book.
    pub(crate) fn greet(&mut self) -> Result<Hello, Finding> {
        let from = self.talk.log.len();
        let hello = self.hello_after("ucci")?;
        self.talk.shorten_greeting(from);
        if self.declared("usemillisec").is_some() {
            self.say("setoption usemillisec true");
        }
        if self.declared("usebook").is_some() {
            self.say("setoption usebook false");
        }
        Ok(hello)
    }

    /// The answer to `ucci`.
    pub(crate) fn hello_after(&mut self, line: &str) -> Result<Hello, Finding> {
        self.talk.needs(Ability::Handshake)?;
        self.say(line);
        self.hear_hello()
    }

    pub(crate) fn hear_hello(&mut self) -> Result<Hello, Finding> {
        let mut hello = Hello::default();
        let until = Instant::now() + self.talk.greeting_patience();
        loop {
            let Some(said) = self.hear(until)? else {
                return Err(self.talk.missing(Ability::Handshake, "ucciok after ucci".to_owned()));
            };
            let line = FromEngine::parse(&said.text);
            if line.value == FromEngine::UcciOk {
                break;
            }
            if let FromEngine::Option(option) = &line.value {
                hello.options.push(option.clone());
            }
            hello.lines.push(line);
        }
        self.talk.works(Ability::Handshake);
        self.hello.get_or_insert_with(|| hello.clone());
        Ok(hello)
    }

    /// What the first handshake brought.
    pub(crate) fn hello(&self) -> Hello {
        self.hello.clone().unwrap_or_default()
    }

    pub(crate) fn declared(&self, name: &str) -> Option<OptionDecl> {
        self.hello().options.into_iter().find(|option| option.name == name)
    }

    /// An option that the expectation is about.
    pub(crate) fn needs_option(&self, name: &str) -> Result<OptionDecl, Finding> {
        match self.declared(name) {
            Some(option) => Ok(option),
            None => not_applicable(format!("the engine declares no option {name}")),
        }
    }

    /// A time in the unit that was agreed: seconds unless the engine has `usemillisec`.
    pub(crate) fn time(&self, time: Duration) -> String {
        match self.declared("usemillisec") {
            Some(_) => time.as_millis().to_string(),
            None => time.as_secs().max(1).to_string(),
        }
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
            if !said.text.trim().is_empty() {
                before.push(value);
            }
        }
        Ok(None)
    }

    /// What is said in so much time.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<FromEngine> {
        let until = Instant::now() + time;
        let mut said = Vec::new();
        while let Ok(Some(line)) = self.hear(until) {
            if !line.text.trim().is_empty() {
                said.push(FromEngine::parse(&line.text).value);
            }
        }
        said
    }

    /// A round trip of `isready`; what came before the answer.
    pub(crate) fn ping(&mut self) -> Result<Vec<FromEngine>, Finding> {
        self.talk.needs(Ability::Ping)?;
        self.say("isready");
        self.pong()
    }

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

    pub(crate) fn position(&mut self, text: &str) {
        self.say(&format!("position {text}"));
    }

    /// Searches to the end that the arguments have.
    pub(crate) fn go(&mut self, arguments: &str) -> Result<Search, Finding> {
        self.talk.needs(Ability::Go)?;
        self.begin(arguments);
        self.finish(Ability::Go, &format!("bestmove or nobestmove after go {arguments}"))
    }

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
        self.finish(Ability::Stop, "bestmove or nobestmove after stop")
    }

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

    /// An answer, if one comes in this time.
    pub(crate) fn best_within(&mut self, time: Duration) -> Result<Option<Search>, Finding> {
        let best = |said: &FromEngine| match said {
            FromEngine::BestMove { best, .. } => Some(Some(best.clone())),
            FromEngine::NoBestMove => Some(None),
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

    /// Expects that no answer comes in this time.
    pub(crate) fn no_best_within(&mut self, time: Duration, why: &str) -> Result<(), Finding> {
        match self.best_within(time)? {
            None => Ok(()),
            Some(_) => Err(Finding::Unmet(format!("no bestmove {why}"))),
        }
    }

    /// The engine still answers, and says nothing else than messages.
    pub(crate) fn is_well_and_silent(&mut self) -> Result<(), Finding> {
        let said = self.ping()?;
        let other = said.iter().find(|said| !is_message(said));
        match other {
            None => Ok(()),
            Some(other) => Err(Finding::Unmet(format!("readyok and nothing else, not {other:?}"))),
        }
    }

    /// Tries up to three times: a busy machine may delay any single attempt, a fault of the engine
    /// shows in all of them.
    pub(crate) fn in_time(
        &mut self,
        limit: Duration,
        what: &str,
        mut attempt: impl FnMut(&mut Ucci) -> Result<Duration, Finding>,
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

    /// Hardly any processor time is used.
    pub(crate) fn is_idle(&mut self) -> Result<(), Finding> {
        self.listen(ms(50));
        let mut least = Duration::MAX;
        for _ in 0..3 {
            let before = self.talk.processor_time();
            self.listen(ms(300));
            let (Some(before), Some(after)) = (before, self.talk.processor_time()) else {
                return not_applicable("this system does not say how much processor time is used");
            };
            least = least.min(after.saturating_sub(before));
            if least <= ms(90) {
                return Ok(());
            }
        }
        Err(Finding::Unmet(format!("hardly any processor time, not {least:?} in 300 ms")))
    }
}

/// A message for people.
pub(crate) fn is_message(said: &FromEngine) -> bool {
    matches!(said, FromEngine::Info(info) if info.message.is_some() || !info.other.is_empty())
}

pub(crate) const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}
