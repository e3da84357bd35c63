//! A conversation in UCI or in UCCI. Their words differ; who says what when is the same.

use crate::expectation::{Ability, Finding, not_applicable};
use crate::kept::Kept;
use crate::monitor::Monitor;
use crate::run::Subject;
use crate::talk::{Talk, ms};
use crate::watched::Watched;
use ferz_wire::{MoveText, Parsed};
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// The words of a protocol.
pub(crate) trait Words: Clone + 'static {
    type FromEngine: Clone + Debug + PartialEq;
    type Info;
    type Option: Clone;
    type Monitor: Monitor + Default;
    /// The greeting, and the end of its answer.
    const GREETING: [&str; 2];
    /// What ends a search.
    const ANSWER: &str;
    /// Options with what is set after the greeting where the engine has them, so that conversations
    /// are alike.
    const SETTINGS: &[(&str, &str)];

    fn parse(line: &str) -> Parsed<Self::FromEngine>;
    fn meaning(said: &Self::FromEngine) -> Meaning<'_, Self::Option>;
    fn into_info(said: Self::FromEngine) -> Option<Self::Info>;
    fn is_named(option: &Self::Option, name: &str) -> bool;
    fn is_searching(monitor: &Self::Monitor) -> bool;
}

/// What the engine has said.
type Lines<W> = Vec<<W as Words>::FromEngine>;

/// What a line of the engine means for the conversation.
pub(crate) enum Meaning<'a, O> {
    /// The answer to the greeting ends.
    Greeted,
    /// The engine's name.
    Name(&'a str),
    Option(&'a O),
    /// The answer to `isready`.
    Ready,
    /// The end of a search, with its move if there is one.
    Best(Option<MoveText>),
    /// A message for people.
    Message,
    Other,
}

/// What the handshake brought.
#[derive(Clone)]
pub(crate) struct Hello<W: Words> {
    /// Each line of the answer, with what had to be tolerated to read it.
    pub(crate) lines: Vec<Parsed<W::FromEngine>>,
    pub(crate) options: Vec<W::Option>,
}

/// A search that has ended.
#[derive(Clone, Debug)]
pub(crate) struct Search<I> {
    pub(crate) infos: Vec<I>,
    /// `None` where the engine has no move.
    pub(crate) best: Option<MoveText>,
    /// From the words that began it to its end.
    pub(crate) took: Duration,
}

impl<I> Search<I> {
    /// The move as text; empty where there is none.
    pub(crate) fn best(&self) -> &str {
        self.best.as_ref().map_or("", MoveText::as_str)
    }
}

/// A conversation.
pub(crate) struct Conversation<W: Words> {
    pub(crate) watched: Watched<W::Monitor>,
    /// What the first handshake brought.
    hello: Option<Hello<W>>,
}

impl<W: Words> Subject for Conversation<W> {
    type Monitor = W::Monitor;

    fn watched(&mut self) -> &mut Watched<W::Monitor> {
        &mut self.watched
    }

    fn prepare(&mut self) -> Result<(), Finding> {
        if self.talk().is_running() && !self.talk().spoiled && self.hello.is_some() {
            return Ok(());
        }
        self.talk().needs_start()?;
        self.restart()?;
        self.greet()?;
        self.watched.untouched = self.talk().has_time_to_start().is_ok();
        Ok(())
    }

    fn greet(&mut self) -> Result<(), Finding> {
        self.talk().needs(Ability::Handshake)?;
        let from = self.talk().log.len();
        self.say(W::GREETING[0]);
        self.hear_hello()?;
        self.talk().shorten_greeting(from);
        for (option, line) in W::SETTINGS {
            if self.declared(option).is_some() {
                self.say(line);
            }
        }
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Finding> {
        if self.talk().spoiled || !self.talk().is_running() {
            return Ok(());
        }
        if self.is_searching() {
            if !self.talk().can(Ability::Stop) {
                self.talk().spoiled = true;
                return Ok(());
            }
            self.stop()?;
        }
        match self.talk().can(Ability::Ping) {
            true => self.ping().map(drop),
            false => {
                self.listen(ms(50));
                Ok(())
            }
        }
    }

    fn was_understood(&mut self) -> bool {
        self.hello.is_some()
    }

    fn name(&self) -> String {
        let lines = self.hello.iter().flat_map(|hello| hello.lines.iter().rev());
        let mut names = lines.filter_map(|line| match W::meaning(&line.value) {
            Meaning::Name(name) => Some(name.to_owned()),
            _ => None,
        });
        names.next().unwrap_or_else(|| "an engine without a name".to_owned())
    }
}

impl<W: Words> Conversation<W> {
    pub(crate) fn new(talk: Talk) -> Self {
        Conversation { watched: Watched::new(talk), hello: None }
    }

    /// Hears the answer to a greeting.
    pub(crate) fn hear_hello(&mut self) -> Result<(), Finding> {
        let until = Instant::now() + self.talk().greeting_patience();
        let mut lines = Kept::new();
        let mut options = Kept::new();
        loop {
            let Some(said) = self.hear(until)? else {
                let [greeting, end] = W::GREETING;
                let what = format!("{end} after {greeting}");
                return Err(self.talk().missing(Ability::Handshake, what));
            };
            let length = said.text.len();
            let line = W::parse(&said.text);
            match W::meaning(&line.value) {
                Meaning::Greeted => break,
                Meaning::Option(option) => options.push(option.clone(), length),
                _ => {}
            }
            lines.push(line, length);
        }
        self.hello
            .get_or_insert_with(|| Hello { lines: lines.into_vec(), options: options.into_vec() });
        self.talk().greeted();
        Ok(())
    }

    /// What the first handshake brought.
    pub(crate) fn hello(&self) -> Hello<W> {
        self.hello.clone().unwrap_or_else(|| Hello { lines: Vec::new(), options: Vec::new() })
    }

    /// An option as it was declared.
    pub(crate) fn declared(&self, name: &str) -> Option<W::Option> {
        self.hello
            .iter()
            .flat_map(|hello| &hello.options)
            .find(|option| W::is_named(option, name))
            .cloned()
    }

    /// An option that the expectation is about.
    pub(crate) fn needs_option(&self, name: &str) -> Result<W::Option, Finding> {
        match self.declared(name) {
            Some(option) => Ok(option),
            None => not_applicable(format!("the engine declares no option {name}")),
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        self.watched.say(line);
    }

    /// Several lines in one piece.
    pub(crate) fn say_all(&mut self, lines: &[&str]) {
        self.watched.say_all(lines);
    }

    /// Bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8], name: &str) {
        self.watched.send_bytes(bytes, name);
    }

    /// Whether a search is under way.
    pub(crate) fn is_searching(&self) -> bool {
        W::is_searching(&self.watched.monitor)
    }

    /// The first line that is wanted, and what came before it but for blank lines.
    pub(crate) fn wait_for<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&W::FromEngine) -> Option<T>,
    ) -> Result<Option<(T, Lines<W>)>, Finding> {
        let until = Instant::now() + patience;
        let mut before = Kept::new();
        while let Some(said) = self.hear(until)? {
            let value = W::parse(&said.text).value;
            if let Some(found) = wanted(&value) {
                return Ok(Some((found, before.into_vec())));
            }
            if !said.text.trim().is_empty() {
                before.push(value, said.text.len());
            }
        }
        Ok(None)
    }

    /// What is said in this time, without blank lines.
    pub(crate) fn listen(&mut self, time: Duration) -> Lines<W> {
        let until = Instant::now() + time;
        let mut said = Kept::new();
        while let Ok(Some(line)) = self.hear(until) {
            if !line.text.trim().is_empty() {
                said.push(W::parse(&line.text).value, line.text.len());
            }
        }
        said.into_vec()
    }

    /// A round trip of `isready`; what came before the answer.
    pub(crate) fn ping(&mut self) -> Result<Lines<W>, Finding> {
        self.talk().needs(Ability::Ping)?;
        self.say("isready");
        self.pong()
    }

    /// The answer to an `isready`.
    pub(crate) fn pong(&mut self) -> Result<Lines<W>, Finding> {
        let patience = self.talk().patience();
        let ready = |said: &W::FromEngine| matches!(W::meaning(said), Meaning::Ready).then_some(());
        match self.wait_for(patience, ready)? {
            Some(((), before)) => {
                let took = self.watched.began.elapsed();
                self.talk().answered(took);
                Ok(before)
            }
            None => Err(self.talk().missing(Ability::Ping, "readyok after isready".to_owned())),
        }
    }

    /// The engine still answers, and says nothing else than messages for people.
    pub(crate) fn is_well_and_silent(&mut self) -> Result<(), Finding> {
        let said = self.ping()?;
        match said.iter().find(|said| !matches!(W::meaning(said), Meaning::Message)) {
            None => Ok(()),
            Some(other) => Err(Finding::Unmet(format!("readyok and nothing else, not {other:?}"))),
        }
    }

    /// Sends a position: `startpos`, `fen …`, with or without moves.
    pub(crate) fn position(&mut self, text: &str) {
        self.say(&format!("position {text}"));
    }

    /// Searches to the end that the arguments have.
    pub(crate) fn go(&mut self, arguments: &str) -> Result<Search<W::Info>, Finding> {
        self.talk().needs(Ability::Go)?;
        self.begin(arguments);
        self.finish(Ability::Go, &format!("{} after go {arguments}", W::ANSWER))
    }

    /// Searches a position.
    pub(crate) fn search(
        &mut self,
        position: &str,
        arguments: &str,
    ) -> Result<Search<W::Info>, Finding> {
        self.position(position);
        self.go(arguments)
    }

    /// Begins a search, and does not wait.
    pub(crate) fn begin(&mut self, arguments: &str) {
        self.say(format!("go {arguments}").trim_end());
    }

    /// Ends the search under way.
    pub(crate) fn stop(&mut self) -> Result<Search<W::Info>, Finding> {
        self.talk().needs(Ability::Stop)?;
        if !self.is_searching() {
            return Err(Finding::Unmet("a search that goes on until stop".to_owned()));
        }
        self.say("stop");
        self.finish(Ability::Stop, &format!("{} after stop", W::ANSWER))
    }

    /// The end of the search under way, which was set an end by the last words.
    pub(crate) fn finish(
        &mut self,
        ability: Ability,
        what: &str,
    ) -> Result<Search<W::Info>, Finding> {
        let patience = self.talk().patience();
        match self.best_within(patience)? {
            Some(search) => {
                self.talk().works(ability);
                Ok(search)
            }
            None => Err(self.talk().missing(ability, what.to_owned())),
        }
    }

    /// The end of a search, if it comes in this time.
    pub(crate) fn best_within(
        &mut self,
        time: Duration,
    ) -> Result<Option<Search<W::Info>>, Finding> {
        let best = |said: &W::FromEngine| match W::meaning(said) {
            Meaning::Best(best) => Some(best),
            _ => None,
        };
        let began = self.watched.began;
        Ok(self.wait_for(time, best)?.map(|(best, before)| Search {
            infos: before.into_iter().filter_map(W::into_info).collect(),
            best,
            took: began.elapsed(),
        }))
    }

    /// Expects that no search ends in this time.
    pub(crate) fn no_best_within(&mut self, time: Duration, why: &str) -> Result<(), Finding> {
        match self.best_within(time)? {
            None => Ok(()),
            Some(_) => Err(Finding::Unmet(format!("no bestmove {why}"))),
        }
    }
}
