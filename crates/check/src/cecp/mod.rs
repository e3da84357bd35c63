//! What is expected of an engine that speaks CECP, the protocol of XBoard.
//!
//! Each file holds a table of expectations about one part of the protocol; [`Cecp`] is what they
//! converse with.

mod analyse;
mod errors;
mod features;
mod force;
mod games;
mod input;
mod options;
mod other_game;
mod output;
mod ping;
mod position;
mod results;
mod start;
mod thinking;
mod time;
mod variants;

use crate::expectation::{Ability, Expectation, Finding, not_applicable};
use crate::kept::Kept;
use crate::monitor;
use crate::run::Subject;
use crate::talk::{Said, Talk, ms};
use crate::watched::Watched;
use ferz_rules::Notation;

use ferz_wire::cecp::{Feature, FeatureValue, FromEngine, OptionDecl, Thinking};
use ferz_wire::{MoveText, Parsed};
use other_game::OtherGame;
use std::time::{Duration, Instant};

/// Every expectation, in the order in which they are asked: what others need comes first.
pub(crate) fn all() -> Vec<&'static Expectation<Cecp>> {
    let tables: [&[Expectation<Cecp>]; 15] = [
        start::ALL,
        features::ALL,
        ping::ALL,
        force::ALL,
        position::ALL,
        errors::ALL,
        thinking::ALL,
        time::ALL,
        analyse::ALL,
        results::ALL,
        options::ALL,
        input::ALL,
        games::ALL,
        variants::ALL,
        output::ALL,
    ];
    tables.into_iter().flatten().collect()
}

/// A position that engines take some time for.
pub(crate) const RICH: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// How long an interface waits for features that no `done=1` ends (C-079).
const FEATURES: Duration = Duration::from_secs(2);
/// How long a slow start is waited for, which may last an hour by the document.
const SLOW: Duration = Duration::from_secs(60);
/// No engine has more features than this; what goes on for ever is not kept.
const FEATURES_KEPT: usize = 2_000;
/// A silence that stands for the answer of an engine without `ping`.
const SILENCE: Duration = Duration::from_millis(150);

/// What the engine has announced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Announced {
    /// The lines, with what had to be tolerated to read them.
    pub(crate) lines: Vec<Parsed<FromEngine>>,
    /// The features, in order.
    pub(crate) features: Vec<Feature>,
    /// The options, as texts.
    pub(crate) options: Vec<String>,
    /// When the last of it came.
    pub(crate) took: Duration,
}

impl Announced {
    pub(crate) fn value(&self, name: &str) -> Option<&FeatureValue> {
        self.features.iter().rev().find(|feature| feature.name == name).map(|it| &it.value)
    }

    /// Whether a feature is on, where it is off unless it is set.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.value(name) == Some(&FeatureValue::Int(1))
    }

    /// Whether a feature was switched off.
    pub(crate) fn lacks(&self, name: &str) -> bool {
        self.value(name) == Some(&FeatureValue::Int(0))
    }
}

/// A move of the engine, and what it said before.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) mv: MoveText,
    pub(crate) lines: Vec<Thinking>,
    pub(crate) took: Duration,
}

impl Played {
    pub(crate) fn depth(&self) -> Option<i64> {
        self.lines.iter().map(|line| line.ply).max()
    }

    pub(crate) fn score(&self) -> Option<i64> {
        let exact = |line: &&Thinking| line.bound == ferz_wire::uci::Bound::Exact && line.ply > 0;
        self.lines.iter().rev().find(exact).map(|line| line.score)
    }
}

/// A conversation in CECP.
pub(crate) struct Cecp {
    watched: Watched<monitor::cecp::Cecp>,
    announced: Option<Announced>,
    pings: i64,
    /// Whether it can analyse, once it was asked to.
    pub(crate) analyses: Option<bool>,
    /// What it plays, if it plays no chess.
    other: Option<&'static OtherGame>,
    /// What is asked is about chess.
    about_chess: bool,
}

impl Subject for Cecp {
    type Monitor = monitor::cecp::Cecp;

    fn watched(&mut self) -> &mut Watched<monitor::cecp::Cecp> {
        &mut self.watched
    }

    fn hear(&mut self, until: Instant) -> Result<Option<Said>, Finding> {
        if self.about_chess {
            return not_applicable("it is about chess, which the engine does not play");
        }
        self.watched.hear(until)
    }

    fn prepare(&mut self) -> Result<(), Finding> {
        self.about_chess = false;
        if self.talk().is_running() && !self.talk().spoiled && self.announced.is_some() {
            return Ok(());
        }
        self.talk().needs_start()?;
        self.restart()?;
        self.greet()?;
        self.watched.untouched = self.talk().has_time_to_start().is_ok();
        Ok(())
    }

    /// Says who we are, hears the features and accepts them.
    fn greet(&mut self) -> Result<(), Finding> {
        let from = self.talk().log.len();
        self.say("xboard");
        self.say("protover 2");
        let announced = self.hear_features()?;
        for feature in &announced.features {
            self.say(&format!("accepted {}", feature.name));
        }
        if self.other.is_some() {
            self.say("new");
        }
        self.sync()?;
        self.talk().greeted();
        self.talk().shorten_greeting(from);
        Ok(())
    }

    fn settle(&mut self) -> Result<(), Finding> {
        if self.talk().spoiled || !self.talk().is_running() {
            return Ok(());
        }
        if !self.watched.monitor.is_forced() {
            self.say("force");
        }
        self.sync().map(drop)
    }

    fn was_understood(&mut self) -> bool {
        let announces = self.announced.as_ref().is_some_and(|it| !it.features.is_empty());
        announces || self.talk().can(Ability::Ping) || self.talk().can(Ability::Go)
    }

    fn name(&self) -> String {
        match self.announced.as_ref().and_then(|announced| announced.value("myname")) {
            Some(FeatureValue::Text(name)) => name.clone(),
            _ => "an engine without a name".to_owned(),
        }
    }
}

impl Cecp {
    pub(crate) fn new(talk: Talk) -> Cecp {
        Cecp {
            watched: Watched::new(talk),
            announced: None,
            pings: 0,
            analyses: None,
            other: None,
            about_chess: false,
        }
    }

    /// The features up to `done=1`, or as long as an interface waits.
    pub(crate) fn hear_features(&mut self) -> Result<Announced, Finding> {
        let began = Instant::now();
        let mut announced = Announced::default();
        // Interfaces wait for two seconds; a busy machine may delay any start, and that it took longer
        // is judged elsewhere. Who is known to leave `done` out is not waited for as long again.
        let known = self.announced.as_ref().map(|it| it.value("done").is_some());
        let patience = match known {
            Some(false) => FEATURES / 4,
            Some(true) => FEATURES * 15,
            None => FEATURES * 3,
        };
        let mut until = began + patience;
        while let Some(said) = self.hear(until)? {
            let line = FromEngine::parse(&said.text);
            let FromEngine::Feature(features) = &line.value else { continue };
            announced.took = began.elapsed();
            for feature in features.clone() {
                match (feature.name.as_str(), &feature.value) {
                    ("done", FeatureValue::Int(0)) => until = Instant::now() + SLOW,
                    ("done", FeatureValue::Int(_)) => until = Instant::now(),
                    ("option", FeatureValue::Text(text))
                        if announced.options.len() < FEATURES_KEPT =>
                    {
                        announced.options.push(text.clone());
                    }
                    _ => {}
                }
                if announced.features.len() < FEATURES_KEPT {
                    announced.features.push(feature);
                }
            }
            if announced.lines.len() < FEATURES_KEPT {
                announced.lines.push(line);
            }
            if until <= Instant::now() {
                break;
            }
        }
        self.announced.get_or_insert_with(|| announced.clone());
        if let Some(FeatureValue::Text(games)) = announced.value("variants") {
            let games = games.split(',').map(str::trim).filter(|name| !name.is_empty());
            self.other = OtherGame::among(games);
        }
        Ok(announced)
    }

    /// What the first handshake brought.
    pub(crate) fn announced(&self) -> Announced {
        self.announced.clone().unwrap_or_default()
    }

    pub(crate) fn options(&self) -> Vec<OptionDecl> {
        let texts = self.announced().options;
        texts.iter().filter_map(|text| OptionDecl::parse(text)).map(|it| it.value).collect()
    }

    /// A feature that the expectation is about.
    pub(crate) fn needs_feature(&self, name: &str) -> Result<(), Finding> {
        match self.announced().has(name) {
            true => Ok(()),
            false => not_applicable(format!("the engine does not set {name}=1")),
        }
    }

    /// What engines have unless they switch it off.
    pub(crate) fn needs_default(&self, name: &str) -> Result<(), Finding> {
        match self.announced().lacks(name) {
            false => Ok(()),
            true => not_applicable(format!("the engine sets {name}=0")),
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        for line in self.in_its_game(line) {
            self.talk().wait_for_pace();
            self.watched.say(&line);
        }
    }

    /// What is said to an engine that does not play chess.
    fn in_its_game(&mut self, line: &str) -> Vec<String> {
        let Some(other) = self.other else { return vec![line.to_owned()] };
        let board = self.watched.monitor.board();
        let is_legal = |mv: &str| board.is_some_and(|board| board.legal(mv).is_ok());
        other.line(line, is_legal).unwrap_or_else(|| {
            self.about_chess = true;
            self.talk().spoiled = true;
            Vec::new()
        })
    }

    /// Several lines, one after the other.
    pub(crate) fn say_each(&mut self, lines: &[&str]) {
        for line in lines {
            self.say(line);
        }
    }

    /// Several lines in one piece.
    pub(crate) fn say_all(&mut self, lines: &[&str]) {
        let all: Vec<String> = lines.iter().flat_map(|line| self.in_its_game(line)).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        self.watched.say_all(&all);
    }

    /// Bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8], name: &str) {
        if self.other.is_some() {
            // What is sent so is written for chess.
            (self.about_chess, self.talk().spoiled) = (true, true);
            return;
        }
        self.watched.send_bytes(bytes, name);
    }

    /// The first message that is wanted, and what came before it.
    pub(crate) fn wait_for<T>(
        &mut self,
        patience: Duration,
        mut wanted: impl FnMut(&FromEngine) -> Option<T>,
    ) -> Result<Option<(T, Vec<FromEngine>)>, Finding> {
        let until = Instant::now() + patience;
        let mut before = Kept::new();
        while let Some(said) = self.hear(until)? {
            let value = FromEngine::parse(&said.text).value;
            if let Some(found) = wanted(&value) {
                return Ok(Some((found, before.into_vec())));
            }
            before.push(value, said.text.len());
        }
        Ok(None)
    }

    /// What is said in this time.
    pub(crate) fn listen(&mut self, time: Duration) -> Vec<FromEngine> {
        let until = Instant::now() + time;
        let mut said = Kept::new();
        while let Ok(Some(line)) = self.hear(until) {
            if !line.text.trim().is_empty() {
                said.push(FromEngine::parse(&line.text).value, line.text.len());
            }
        }
        said.into_vec()
    }

    /// A round trip; what came before the answer. Where the engine has no `ping`, a silence.
    pub(crate) fn sync(&mut self) -> Result<Vec<FromEngine>, Finding> {
        if !self.announced().has("ping") || self.talk().needs(Ability::Ping).is_err() {
            let said = self.listen(SILENCE);
            return match self.talk().gone() {
                Some(gone) => Err(gone),
                None => Ok(said),
            };
        }
        self.ping()
    }

    /// `ping`, and what came before its `pong`.
    pub(crate) fn ping(&mut self) -> Result<Vec<FromEngine>, Finding> {
        self.needs_feature("ping")?;
        self.talk().needs(Ability::Ping)?;
        self.pings += 1;
        let number = self.pings;
        self.say(&format!("ping {number}"));
        self.pong(number)
    }

    /// The answer to this ping.
    pub(crate) fn pong(&mut self, number: i64) -> Result<Vec<FromEngine>, Finding> {
        let patience = self.talk().ping_patience();
        let pong = |said: &FromEngine| match said {
            FromEngine::Pong(answer) => (*answer == Some(number)).then_some(()),
            _ => None,
        };
        match self.wait_for(patience, pong)? {
            Some(((), before)) => {
                let took = self.watched.began.elapsed();
                self.talk().answered(took);
                Ok(before.into_iter().filter(|said| !is_blank(said)).collect())
            }
            None => Err(self
                .watched
                .talk
                .missing(Ability::Ping, format!("pong {number} after ping {number}"))),
        }
    }

    /// A game at its start, in force mode, with output of thinking, without pondering.
    pub(crate) fn new_game(&mut self) -> Result<(), Finding> {
        self.say_each(&["new", "force", "easy", "post"]);
        self.sync().map(drop)
    }

    /// A position in force mode.
    pub(crate) fn place(&mut self, fen: &str) -> Result<(), Finding> {
        self.needs_feature("setboard")?;
        self.new_game()?;
        self.say(&format!("setboard {fen}"));
        self.sync().map(drop)
    }

    /// A move as the engine wants it; in coordinates.
    pub(crate) fn user_move(&mut self, mv: &str) {
        let announced = self.announced();
        let is_legal = self.watched.monitor.board().is_some_and(|board| board.legal(mv).is_ok());
        let other = self.other.filter(|_| !is_legal);
        let mv = other.and_then(|other| other.other_move(mv)).unwrap_or(mv);
        let text = match announced.has("san") {
            true => self
                .watched
                .monitor
                .board()
                .and_then(|board| board.game().rewrite(mv, Notation::San).ok())
                .unwrap_or_else(|| mv.to_owned()),
            false => mv.to_owned(),
        };
        match announced.has("usermove") {
            true => self.say(&format!("usermove {text}")),
            false => self.say(&text),
        }
    }

    /// The next move of the engine.
    pub(crate) fn its_move(&mut self) -> Result<Played, Finding> {
        self.talk().needs(Ability::Go)?;
        let began = self.watched.began;
        let patience = self.talk().patience();
        match self.move_within(patience)? {
            Some(played) => {
                self.talk().works(Ability::Go);
                Ok(Played { took: began.elapsed(), ..played })
            }
            None => Err(self.talk().missing(Ability::Go, "a move".to_owned())),
        }
    }

    /// A move, if one comes in this time. A result or `resign` ends the wait.
    pub(crate) fn move_within(&mut self, time: Duration) -> Result<Option<Played>, Finding> {
        let began = self.watched.began;
        let found = self.wait_for(time, |said| match said {
            FromEngine::Move(mv) => Some(Some(mv.clone())),
            FromEngine::Result { .. } | FromEngine::Resign => Some(None),
            _ => None,
        })?;
        let Some((Some(mv), before)) = found else { return Ok(None) };
        let lines = before.into_iter().filter_map(|said| match said {
            FromEngine::Thinking(line) => Some(*line),
            _ => None,
        });
        Ok(Some(Played { mv, lines: lines.collect(), took: began.elapsed() }))
    }

    /// Has the engine think from where it is: limits first, `go` last.
    pub(crate) fn think(&mut self, limits: &[&str]) -> Result<Played, Finding> {
        self.talk().needs(Ability::Go)?;
        self.say_each(limits);
        self.say("go");
        self.its_move()
    }

    /// Expects that no move comes in this time.
    pub(crate) fn no_move_within(&mut self, time: Duration, why: &str) -> Result<(), Finding> {
        match self.move_within(time)? {
            None => Ok(()),
            Some(played) => Err(Finding::Unmet(format!("no move {why}, not {}", played.mv))),
        }
    }

    /// Begins a long search that `force` will end.
    pub(crate) fn begin_long(&mut self) -> Result<(), Finding> {
        self.talk().needs(Ability::Go)?;
        match self.announced().has("setboard") {
            true => self.place(RICH)?,
            false => self.new_game()?,
        }
        self.say_each(&["level 0 60 0", "st 30", "go"]);
        match self.move_within(Duration::from_millis(100))? {
            None => Ok(()),
            Some(_) => not_applicable("the engine moves at once, from a book perhaps"),
        }
    }

    /// It calculates: processor time is used, if only a little because the machine is busy.
    pub(crate) fn is_busy(&mut self) -> Result<(), Finding> {
        let mut used = Duration::ZERO;
        for _ in 0..15 {
            used += self.load(ms(200))?;
            if used >= ms(100) {
                return Ok(());
            }
        }
        Err(Finding::Unmet(format!("it calculates, not {used:?} in three seconds")))
    }
}

fn is_blank(said: &FromEngine) -> bool {
    matches!(said, FromEngine::Unknown(text) if text.trim().is_empty())
}

/// A complaint of any kind.
pub(crate) fn is_complaint(said: &FromEngine) -> bool {
    matches!(said, FromEngine::IllegalMove { .. } | FromEngine::Error { .. })
}
