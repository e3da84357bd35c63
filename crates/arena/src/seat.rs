//! A place at a table: one engine that is started, kept for the next game, and started anew when
//! it is gone.

use crate::config::{EngineSpec, Restart, Setting};
use crate::conversations::Conversations;
use crate::inside::{Inside, Opened};
use crate::record::Reason;
use crate::taught;
use ferz_host::transcript::{LastLines, Transcript};
use ferz_host::{Engine, Error, Fault, Launch, Quirks, SharedReferee, Telling};
use ferz_input::text;
use ferz_link::host::{ScoreView, setting_order};
use ferz_link::{Command, OptionKind, Partner, Protocol};
use ferz_referee::{Catalogue, Rules};
use ferz_rules::Variant;
use ferz_wire::MoveText;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Lines of the conversation kept for the log.
const LAST_LINES: usize = 60;

/// From the start to the end of the handshake. More than a person would wait: in a match many
/// engines may start at the same time, and some read large files first.
const START: Duration = Duration::from_secs(30);

/// Silence after which an engine of CECP counts as one without features. More than the two seconds that are
/// usual, for the same reason.
const FEATURES: Duration = Duration::from_secs(10);

/// What an engine may take that announces a slow start (CECP's `done=0`). A person would wait longer.
const SLOW: Duration = Duration::from_secs(60);

/// Who does not end its search when told to has lost already and is not waited for.
pub(crate) const STOP: Duration = Duration::from_secs(2);

/// What the user should know of an engine that says so (U-177).
pub(crate) const UNREGISTERED: &str = "it is not registered: features may be missing";

/// What an engine did wrong, or could not do.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) reason: Reason,
    pub(crate) detail: String,
    /// No game can be played with such an engine: there is no program, it is no engine, or has not
    /// the options that were asked for.
    pub(crate) hopeless: bool,
}

impl Failure {
    pub(crate) fn new(reason: Reason, detail: impl Into<String>) -> Failure {
        Failure { reason, detail: detail.into(), hopeless: false }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        let reason = match &fault {
            Fault::NotStarted { .. }
            | Fault::NoProtocol { .. }
            | Fault::Floods { .. }
            | Fault::Echoes => Reason::NotStarted,
            Fault::Exited { .. }
            | Fault::Crashed { .. }
            | Fault::ClosedOutput { .. }
            | Fault::Ended => Reason::Crash,
            Fault::Hangs { .. } | Fault::Deaf { .. } => Reason::Hang,
        };
        let hopeless = matches!(fault, Fault::NotStarted { .. } | Fault::Echoes);
        Failure { reason, detail: fault.to_string(), hopeless }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Fault(fault) => fault.into(),
            Error::Refused(refused) => Failure::new(Reason::Refused, refused.reason),
        }
    }
}

/// What of the machine an engine may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// Cores; all, if there are none here.
    pub(crate) cores: Vec<usize>,
    pub(crate) nice: u8,
}

/// Where an engine can play, in games on two boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Board {
    /// At each.
    #[default]
    Any,
    /// At the second, for an engine that has such a partner.
    Second,
}

/// An engine at its place.
pub(crate) struct Seat {
    /// Its number in the list of engines.
    pub(crate) index: usize,
    pub(crate) board: Board,
    pub(crate) spec: Arc<EngineSpec>,
    /// What of the machine belongs to it.
    pub(crate) share: Share,
    engine: Option<Engine>,
    /// The end of the conversation.
    last_lines: Option<LastLines>,
    quirks: Arc<Quirks>,
    /// Who keeps its conversations.
    pub(crate) conversations: Option<Arc<dyn Conversations>>,
    /// Who has engines inside this program.
    pub(crate) inside: Option<Arc<dyn Inside>>,
    /// What it was found to speak, for all its seats.
    protocol: Arc<OnceLock<Protocol>>,
    /// What its partner is called, in games on two boards.
    pub(crate) partner: Option<String>,
    /// It wants another process for another game.
    once: bool,
    /// It is told the time for a move in whole seconds (CECP's `st`).
    whole_seconds: bool,
    /// Options for the games to come, beside its owner's.
    settings: Vec<Setting>,
    /// The running engine does not have them yet.
    unset: bool,
    /// What it was found to lack, once.
    pub(crate) warnings: Vec<String>,
    /// What is odd about it, for the record of its next game.
    pub(crate) remarks: Vec<String>,
}

impl Seat {
    pub(crate) fn new(
        index: usize,
        spec: Arc<EngineSpec>,
        share: Share,
        quirks: Arc<Quirks>,
        protocol: Arc<OnceLock<Protocol>>,
    ) -> Seat {
        Seat {
            index,
            board: Board::Any,
            spec,
            share,
            engine: None,
            last_lines: None,
            quirks,
            conversations: None,
            inside: None,
            protocol,
            partner: None,
            once: false,
            whole_seconds: false,
            settings: Vec::new(),
            unset: false,
            warnings: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// The engine, running, with its options set.
    pub(crate) async fn start(&mut self) -> Result<&mut Engine, Failure> {
        if self.engine.is_none() {
            // What goes wrong before the first game is told apart from what goes wrong in it.
            let not_started = |failure: Failure| Failure { reason: Reason::NotStarted, ..failure };
            let engine = self.launched().await.map_err(not_started)?;
            self.engine = Some(engine);
            self.unset = !self.settings.is_empty();
        }
        let gone = || Failure::new(Reason::NotStarted, "is not there");
        let engine = self.engine.as_mut().ok_or_else(gone)?;
        if self.unset {
            for Setting { name, value, .. } in &self.settings {
                engine.set_option(name, value.as_deref()).await?;
            }
            self.unset = false;
        }
        Ok(engine)
    }

    /// The options of the games to come.
    pub(crate) fn tune(&mut self, settings: Vec<Setting>) {
        self.unset |= self.settings != settings;
        self.settings = settings;
    }

    async fn launched(&mut self) -> Result<Engine, Failure> {
        let engine = match self.inside.as_ref().and_then(|inside| inside.open(self.index)) {
            Some(Opened::Engine(open)) => Engine::resident(open).await?,
            Some(Opened::Streams(protocol, streams)) => {
                self.protocol.get_or_init(|| protocol);
                Engine::connect(streams, self.launch(), Some(referee(protocol))).await?
            }
            None => self.process().await?,
        };
        self.set_up(engine).await
    }

    /// A process of its own.
    async fn process(&mut self) -> Result<Engine, Failure> {
        let mut launch = self.launch();
        if launch.protocol.is_none() {
            // A conversation of its own, so that the one with the games is recorded from its start.
            let engine = Engine::start(launch, Some(Arc::new(Rules))).await?;
            self.protocol.get_or_init(|| engine.protocol());
            engine.quit().await?;
            launch = self.launch();
        }
        let referee = launch.protocol.map(referee);
        Ok(Engine::start(launch, referee).await?)
    }

    /// The engine as its owner wants it.
    async fn set_up(&mut self, mut engine: Engine) -> Result<Engine, Failure> {
        if engine.about().unregistered {
            self.remarks.push(UNREGISTERED.to_owned());
            self.warn(UNREGISTERED.to_owned());
        }
        let (name, quirks) = (engine.name().to_owned(), self.quirks.clone());
        let first_view = self.spec.first_view;
        let is_cecp = engine.protocol() == Protocol::Cecp;
        // The lines that begin each game (C-063); others are added to those.
        let begins_games = is_cecp && self.spec.init.iter().any(|line| line.trim() == "new");
        let init = begins_games.then(|| self.spec.init.clone());
        let (reuse, fractions) = engine
            .profile(move |profile| {
                quirks.recognise(&name, profile);
                if first_view {
                    profile.score_view.force(ScoreView::First);
                }
                if let Some(init) = init {
                    profile.init = init;
                }
                (profile.reuse.yes(), profile.fractional_st.yes())
            })
            .await?;
        self.once = is_cecp && !reuse;
        self.whole_seconds = is_cecp && !fractions;
        // Whether it may think on its opponent's time it is told before the first game (U-420).
        let ponders = engine.about().options.iter().find_map(|option| match option.kind {
            OptionKind::Check { default } if option.name.eq_ignore_ascii_case("Ponder") => {
                Some(default)
            }
            _ => None,
        });
        if ponders.is_some_and(|default| default != self.spec.ponder) {
            engine.set_option("Ponder", Some(&self.spec.ponder.to_string())).await?;
        }
        if !begins_games {
            for line in &self.spec.init {
                engine.command(Command::Console(line.clone())).await?;
            }
        }
        if let Some(name) = self.partner.clone().filter(|_| is_cecp) {
            // C-530, C-532
            engine.command(Command::Partner(Partner::Is(name))).await?;
        }
        // Threads before memory (U-159, U-415); else as the user has them.
        let mut settings = self.spec.options.clone();
        settings.sort_by_key(|setting| setting_order(&setting.name));
        for setting in &settings {
            match engine.set_option(&setting.name, setting.value.as_deref()).await {
                Err(Error::Refused(refused)) if setting.optional => {
                    self.warn(format!("option {}: {}", setting.name, refused.reason));
                }
                Err(Error::Refused(refused)) => {
                    let detail = format!("option {}: {}", setting.name, refused.reason);
                    return Err(Failure { reason: Reason::NotStarted, detail, hopeless: true });
                }
                result => result?,
            }
        }
        let names_games = |setting: &Setting| setting.name.eq_ignore_ascii_case("VariantPath");
        if settings.iter().any(names_games) {
            // With the games of a file it offers others than before.
            engine.ping().await?;
        }
        Ok(engine)
    }

    fn launch(&mut self) -> Launch {
        let mut launch = Launch::new(&self.spec.program).arguments(&self.spec.arguments);
        launch.directory = self.spec.directory.clone();
        launch.protocol = self.spec.protocol.or(self.protocol.get().copied());
        let most = self.spec.patience;
        let patience = &mut launch.patience;
        patience.handshake = most.unwrap_or(START);
        patience.pong = most.unwrap_or(patience.pong);
        if launch.protocol == Some(Protocol::Cecp) {
            patience.features = most.map_or(FEATURES, |most| most.min(FEATURES));
        }
        patience.slow_handshake = most.unwrap_or(SLOW);
        patience.stop = STOP;
        patience.quit = Duration::from_secs(2);
        let (transcript, last_lines) = Transcript::last(LAST_LINES);
        launch.transcript = Some(self.kept(transcript));
        self.last_lines = Some(last_lines);
        launch.telling = Telling::Latest;
        launch.cores.clone_from(&self.share.cores);
        launch.nice = self.share.nice;
        self.quirks.prepare(&mut launch);
        launch
    }

    /// A transcript that goes also where conversations are kept.
    fn kept(&mut self, transcript: Transcript) -> Transcript {
        let Some(place) = &self.conversations else { return transcript };
        let program = self.spec.program.file_stem().unwrap_or_default().to_string_lossy();
        let name = self.spec.name.as_deref().unwrap_or(&program);
        let copied = place.open(self.index, name).and_then(|out| transcript.clone().copied_to(out));
        copied.unwrap_or_else(|error| {
            self.warn(format!("what it says is not recorded: {error}"));
            transcript
        })
    }

    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Why it does not play this game, if it has told so.
    pub(crate) async fn plays_not(&mut self, variant: Variant) -> Option<String> {
        match self.engine.as_mut()?.can_play(variant.name).await {
            Err(Error::Refused(refused)) => Some(refused.reason),
            // What is wrong with it shows in its games.
            Ok(()) | Err(Error::Fault(_)) => None,
        }
    }

    /// Why it plays another game by this name, if it describes one.
    pub(crate) async fn plays_otherwise(&mut self, variant: Variant) -> Option<String> {
        // One that wants a process for each game is not asked before it.
        let engine = self.engine.as_mut().filter(|_| !self.once)?;
        taught::otherwise(engine, variant).await
    }

    /// The time for a move as the engine was told it: not less than what was asked for.
    pub(crate) fn told_move_time(&self) -> Option<Duration> {
        let time = self.spec.move_time?;
        Some(match self.whole_seconds {
            true => Duration::from_secs((time.as_millis().div_ceil(1000) as u64).max(1)),
            false => time,
        })
    }

    /// The protocol of the running engine.
    pub(crate) fn speaks(&self) -> Option<Protocol> {
        self.engine.as_ref().map(Engine::protocol)
    }

    /// The running engine, if there is one.
    pub(crate) fn engine(&mut self) -> Option<&mut Engine> {
        self.engine.as_mut()
    }

    /// What others call it: as its owner does, or as it calls itself.
    pub(crate) fn name(&self) -> String {
        let own = self.engine.as_ref().map_or("", |engine| engine.name());
        text::name(self.spec.name.as_deref().unwrap_or(own)).into_owned()
    }

    /// A game is over. The engine stays, unless it or its owner wants otherwise.
    pub(crate) async fn game_over(&mut self) {
        let anew = match self.spec.restart {
            Restart::On => true,
            Restart::Auto => self.once,
            Restart::Off => false,
        };
        if anew {
            self.quit().await;
        }
    }

    /// The engine failed: it is not used any more.
    pub(crate) fn discard(&mut self) {
        self.engine = None;
    }

    /// Ends the engine, politely.
    pub(crate) async fn quit(&mut self) {
        if let Some(engine) = self.engine.take() {
            // However it ends, it is gone.
            let _ = engine.quit().await;
        }
    }

    /// The last lines of the conversation.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        self.last_lines.as_ref().map(LastLines::lines).unwrap_or_default()
    }
}

/// Over UCI the game itself says everything in the spelling that is sent; a referee would play it
/// through for each move again.
fn referee(protocol: Protocol) -> SharedReferee {
    match protocol {
        Protocol::Uci => Arc::new(Catalogue),
        Protocol::Ucci | Protocol::Cecp => Arc::new(Rules),
    }
}

/// A word of an engine, for people: cut where it gets long.
pub(crate) fn shown(text: &MoveText) -> String {
    text.as_str().chars().take(40).collect()
}
