//! A running engine, as its owner has it in hand.

use crate::actor::{Actor, Manner, News, Order, Times};
use crate::fault::Fault;
use crate::launch::Launch;
use crate::machine::machine;
use crate::process::Process;
use crate::streams::Streams;
use ferz_input::text;
use ferz_link::host::Profile;
use ferz_link::{
    Check, Command, Event, Info, Message, MessageKind, Oddity, OptionDecl, Place, Protocol,
    Purpose, Referee, Refused, Search,
};
use ferz_wire::{MoveText, bytes};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};

/// News that may wait to be taken; more stays in the engine's pipe.
pub(crate) const NEWS: usize = 256;
/// Time for an engine that has echoed our greeting to say something of its own.
const ECHO: Duration = Duration::from_secs(3);
/// More remarks on a handshake are not kept.
const REMARKS: usize = 200;

/// A referee that many engines share.
pub type SharedReferee = Arc<dyn Referee>;

/// A running engine.
///
/// Dropping it ends the engine, whatever it does.
///
/// ```no_run
/// use ferz_host::{Engine, Launch, Place, Search};
///
/// # async fn example() -> Result<(), ferz_host::Error> {
/// let mut engine = Engine::start(Launch::new("stockfish"), None).await?;
/// println!("{}", engine.name());
/// engine.new_game("normal").await?;
/// let search = Search::for_depth(12);
/// let answer = engine.think(&Place::startpos(), search, |info| println!("{info:?}")).await?;
/// println!("{:?}", answer.best);
/// engine.quit().await?;
/// # Ok(())
/// # }
/// ```
pub struct Engine {
    pub(crate) orders: mpsc::Sender<Order>,
    news: mpsc::Receiver<(Times, News)>,
    /// News that came while a command was under way.
    pending: VecDeque<(Times, News)>,
    times: Times,
    task: JoinHandle<()>,
    protocol: Protocol,
    about: About,
    pings: u64,
    origin: Option<Origin>,
    /// A search may run whose end nobody waits for.
    left_off: bool,
    /// The position that it ponders on.
    ponders_on: Option<Place>,
    /// How many lines of its handshake were odd.
    odd_lines: u64,
}

/// What it takes to start an engine again as it is.
struct Origin {
    launch: Launch,
    referee: Option<SharedReferee>,
    /// Options set since, the last value of each.
    settings: Vec<(String, Option<String>)>,
    /// The position given last.
    place: Option<Place>,
    /// It has searched in this game.
    played: bool,
}

/// What an engine said of itself in its handshake.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Facts: `name`, `author`, … in the order in which they came. They are safe to show: decoded
    /// from UTF-8 or GBK, without control characters, and not too long.
    pub identity: Vec<(String, String)>,
    /// Its options, each name once.
    pub options: Vec<OptionDecl>,
    /// What it says to the user.
    pub notices: Vec<String>,
    /// It says that it is not registered: features may be missing (`U-177`).
    pub unregistered: bool,
    /// What was odd, and survived.
    pub odd: Vec<Oddity>,
}

/// How a search ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The move; `None` when there is none.
    pub best: Option<MoveText>,
    /// The reply to ponder on.
    pub ponder: Option<MoveText>,
    /// It offers a draw, or accepts one.
    pub draw_offer: bool,
    /// It gives up.
    pub resign: bool,
    /// From the command to the answer.
    pub time: Duration,
    /// What was odd, and survived.
    pub odd: Vec<Oddity>,
}

/// Why something could not be had of an engine.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The engine failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// It cannot be given this command, now or ever; the engine is as it was.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl Engine {
    /// As [`start`](Engine::start), for an engine whose protocol is known.
    pub(crate) async fn start_as(
        protocol: Protocol,
        launch: Launch,
        referee: Option<SharedReferee>,
    ) -> Result<Engine, Error> {
        let origin = Origin {
            launch: Launch { protocol: Some(protocol), ..launch.again() },
            referee: referee.clone(),
            settings: Vec::new(),
            place: None,
            played: false,
        };
        let (process, streams) = Process::start(&launch)?;
        let started = (Some(process), streams);
        let mut engine = Engine::converse(protocol, started, launch, referee).await?;
        engine.origin = Some(origin);
        Ok(engine)
    }

    /// An engine that somebody else runs, with its handshake brought to an end. Of `launch` counts
    /// what is not about a program. Such an engine is never started again.
    ///
    /// # Errors
    /// As [`start`](Engine::start); and if `launch` does not name its protocol, which cannot be found
    /// out by starting it once for each.
    pub async fn connect(
        streams: Streams,
        launch: Launch,
        referee: Option<SharedReferee>,
    ) -> Result<Engine, Error> {
        let Some(protocol) = launch.protocol else {
            let reason = "the protocol of an engine that is no process has to be named".to_owned();
            return Err(Refused { reason }.into());
        };
        Engine::converse(protocol, (None, streams), launch, referee).await
    }

    async fn converse(
        protocol: Protocol,
        started: (Option<Process>, Streams),
        launch: Launch,
        referee: Option<SharedReferee>,
    ) -> Result<Engine, Error> {
        let (orders, order_queue) = mpsc::channel(16);
        let (news_queue, news) = mpsc::channel(NEWS);
        let machine = machine(
            protocol,
            launch.profile,
            launch.telling,
            referee.map(|referee| Box::new(Shared(referee)) as Box<dyn Referee>),
        );
        let mut transcript = launch.transcript;
        if let Some(transcript) = &mut transcript {
            let words = std::iter::once(&launch.program).chain(&launch.arguments);
            let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
            transcript.remark(&format!("command {}", words.join(" ")));
            transcript.remark(&format!("protocol {protocol}"));
        }
        let manner = Manner { patience: launch.patience, pace: launch.pace, nudges: launch.nudges };
        let actor = Actor::new(started, machine, manner, transcript, order_queue, news_queue);
        let task = tokio::spawn(actor.run());
        Ok(Engine::over(orders, news, task, protocol).await?)
    }

    /// A handle for a conversation that begins.
    pub(crate) async fn over(
        orders: mpsc::Sender<Order>,
        news: mpsc::Receiver<(Times, News)>,
        task: JoinHandle<()>,
        protocol: Protocol,
    ) -> Result<Engine, Fault> {
        let about = About::default();
        let pending = VecDeque::new();
        let now = Instant::now().into_std();
        let times = Times { heard: now, told: now };
        let mut engine = Engine {
            orders,
            news,
            pending,
            times,
            task,
            protocol,
            about,
            pings: 0,
            origin: None,
            left_off: false,
            ponders_on: None,
            odd_lines: 0,
        };
        engine.handshake().await?;
        Ok(engine)
    }

    async fn handshake(&mut self) -> Result<(), Fault> {
        let mut echoed = None;
        loop {
            let news = match echoed {
                None => self.next().await?,
                Some(end) => timeout_at(end, self.next()).await.map_err(|_| Fault::Echoes)??,
            };
            match news {
                News::Event(Event::Ready) => return Ok(()),
                News::Odd(odd) => {
                    self.odd_lines += 1;
                    if is_echo(&odd) {
                        echoed = echoed.or_else(|| Some(Instant::now() + ECHO));
                    }
                    if self.about.odd.len() < REMARKS {
                        self.about.odd.push(odd);
                    }
                }
                News::Event(event) => {
                    echoed = None;
                    self.introduced(event);
                }
                _ => {}
            }
        }
    }

    /// What it says of itself.
    fn introduced(&mut self, event: Event) {
        match event {
            Event::Identity { key, text } => {
                let text = text::name(&text::decode_short(&bytes::encode(&text))).into_owned();
                self.about.identity.push((key, text));
            }
            Event::Option(option) => {
                let options = &mut self.about.options;
                // U-400: the second replaces the first.
                match options.iter_mut().find(|old| old.name.eq_ignore_ascii_case(&option.name)) {
                    Some(old) => *old = option,
                    None => options.push(option),
                }
            }
            Event::Registration(check) => self.about.unregistered = check == Check::Error,
            Event::Message(Message { kind: MessageKind::User | MessageKind::UserError, text })
                if self.about.notices.len() < REMARKS =>
            {
                self.about.notices.push(text);
            }
            // Nobody is there to answer yet.
            Event::Question { text, .. } if self.about.notices.len() < REMARKS => {
                self.about.notices.push(text);
            }
            _ => {}
        }
    }

    /// How many lines of its handshake were odd.
    pub(crate) fn odd_lines(&self) -> u64 {
        self.odd_lines
    }

    /// The protocol it speaks.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// What it said of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its name; empty when it has not said one.
    pub fn name(&self) -> &str {
        let name = self.about.identity.iter().find(|(key, _)| key == "name");
        name.map_or("", |(_, text)| text)
    }

    /// The next news. After a fault, and after the end, there is none.
    pub async fn next(&mut self) -> Result<News, Fault> {
        let news = match self.pending.pop_front() {
            Some(news) => Some(news),
            None => self.news.recv().await,
        };
        let Some((times, news)) = news else { return Err(Fault::Ended) };
        self.times = times;
        match news {
            News::Fault(fault) => Err(fault),
            news => Ok(news),
        }
    }

    /// When the news came that [`next`](Self::next) gave last.
    pub fn times(&self) -> Times {
        self.times
    }

    /// Gives it a command. An engine that is good for one game only (`C-065`) is started again for
    /// the next.
    pub async fn command(&mut self, command: Command) -> Result<(), Error> {
        let played = self.origin.as_ref().is_some_and(|origin| origin.played);
        if played && matches!(command, Command::NewGame { .. }) {
            let reuses = self.profile(|profile| profile.reuse.yes()).await?;
            if !reuses {
                self.start_again().await?;
            }
        }
        let remembered = match &command {
            Command::SetOption { .. } | Command::Place(_) => Some(command.clone()),
            _ => None,
        };
        let searches = matches!(command, Command::Search(_));
        self.give(command).await?;
        if let Some(origin) = &mut self.origin {
            origin.played |= searches;
            match remembered {
                Some(Command::SetOption { name, value }) => {
                    origin.settings.retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
                    origin.settings.push((name, value));
                }
                Some(Command::Place(place)) => origin.place = Some(place),
                _ => {}
            }
        }
        Ok(())
    }

    async fn give(&mut self, command: Command) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        Ok(self.order(Order::Command(Box::new(command), answer), answered).await??)
    }

    /// Ends the engine, if it has not ended, and starts it again with the options and the position
    /// that it had (`U-496`, `X-396`): after a crash, or because it is good for one game only.
    pub async fn start_again(&mut self) -> Result<(), Error> {
        let Some(origin) = self.origin.take() else {
            let reason = "an engine that is no process of ours cannot be started again".to_owned();
            return Err(Refused { reason }.into());
        };
        if self.give(Command::Quit).await.is_ok() {
            while !matches!(self.next().await, Ok(News::Ended) | Err(_)) {}
        }
        let (launch, referee) = (origin.launch.again(), origin.referee.clone());
        let pings = self.pings;
        *self = Engine::start_as(self.protocol, launch, referee).await?;
        self.pings = pings;
        for (name, value) in &origin.settings {
            let (name, value) = (name.clone(), value.clone());
            self.give(Command::SetOption { name, value }).await?;
        }
        if let Some(place) = &origin.place {
            self.give(Command::Place(place.clone())).await?;
        }
        self.origin = Some(Origin { played: false, ..origin });
        Ok(())
    }

    /// Looks at what is known of it, or lays something down.
    pub async fn profile<T: Send + 'static>(
        &mut self,
        look: impl FnOnce(&mut Profile) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let (answer, answered) = oneshot::channel();
        let look = Box::new(move |profile: &mut Profile| drop(answer.send(look(profile))));
        self.order(Order::Profile(look), answered).await
    }

    /// Whether it plays this game, as far as it has told. Nothing is sent.
    pub async fn can_play(&mut self, variant: &str) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        Ok(self.order(Order::CanPlay(variant.to_owned(), answer), answered).await??)
    }

    /// Puts a line into the record of its conversation; it comes back as [`News::Odd`].
    pub async fn note(&mut self, text: String) -> Result<(), Fault> {
        let (answer, answered) = oneshot::channel();
        self.order(Order::Note(text, answer), answered).await
    }

    /// Gives an order and waits for its answer.
    async fn order<T>(&mut self, order: Order, answered: oneshot::Receiver<T>) -> Result<T, Fault> {
        let orders = self.orders.clone();
        let given = async move {
            orders.send(order).await.ok()?;
            answered.await.ok()
        };
        tokio::pin!(given);
        // While the queue of news is full the conversation takes no orders, so it is kept empty.
        loop {
            tokio::select! {
                biased;
                answer = &mut given => match answer {
                    Some(answer) => return Ok(answer),
                    None => return Err(self.last_words().await),
                },
                Some(news) = self.news.recv() => self.pending.push_back(news),
            }
        }
    }

    /// Why it is gone.
    async fn last_words(&mut self) -> Fault {
        loop {
            if let Err(fault) = self.next().await {
                return fault;
            }
        }
    }

    /// Sets an option.
    pub async fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Error> {
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        self.command(Command::SetOption { name, value }).await
    }

    /// The next position belongs to another game.
    pub async fn new_game(&mut self, variant: &str) -> Result<(), Error> {
        self.settle().await?;
        self.command(Command::NewGame { variant: variant.to_owned() }).await
    }

    /// Waits until everything before is done; how long that took.
    pub async fn ping(&mut self) -> Result<Duration, Error> {
        self.pings += 1;
        let (number, began) = (self.pings, Instant::now());
        self.command(Command::Ping(number)).await?;
        loop {
            match self.next().await? {
                News::Event(Event::Pong(pong)) if pong == number => return Ok(began.elapsed()),
                _ => {}
            }
        }
    }

    /// Gives it a position and lets it search it, in one go: the lines of both go out together. The
    /// search's end is to be awaited, as after [`command`](Self::command).
    pub async fn search(&mut self, place: Place, search: Search) -> Result<(), Error> {
        let (answer, answered) = oneshot::channel();
        let order = Order::Search(Box::new((place, search)), answer);
        let (result, place) = self.order(order, answered).await?;
        if let Some(origin) = &mut self.origin {
            origin.played |= result.is_ok();
            origin.place = Some(place);
        }
        Ok(result?)
    }

    /// Lets it search a position to the end. A search that does not end by itself is not for here.
    ///
    /// The future may be dropped: the search is stopped, and its answer forgotten, when the engine is
    /// next told to think or given a new game.
    pub async fn think(
        &mut self,
        place: &Place,
        search: Search,
        mut on_info: impl FnMut(&Info),
    ) -> Result<Answer, Error> {
        let on_event = |event: &Event| {
            if let Event::Info(info) = event {
                on_info(info);
            }
        };
        self.think_aloud(place, search, on_event).await
    }

    /// As [`think`](Self::think), for those who want to hear all that it says meanwhile.
    pub async fn think_aloud(
        &mut self,
        place: &Place,
        search: Search,
        mut on_event: impl FnMut(&Event),
    ) -> Result<Answer, Error> {
        let began = Instant::now();
        if !self.hits(place, search.draw_offer).await? {
            self.settle().await?;
            self.left_off = true;
            if let Err(error) = self.search(place.clone(), search).await {
                self.left_off = false;
                return Err(error);
            }
        }
        let mut answer = Answer::default();
        loop {
            match self.next().await? {
                News::Event(Event::BestMove { best, ponder, draw_offer, resign }) => {
                    self.left_off = false;
                    let time = began.elapsed();
                    return Ok(Answer { best, ponder, draw_offer, resign, time, ..answer });
                }
                News::Event(event) => on_event(&event),
                News::Odd(odd) => answer.odd.push(odd),
                _ => {}
            }
        }
    }

    /// Lets it search on its opponent's time, as if the opponent had answered so that this position came of
    /// it: [`think`](Self::think) about this position goes on with that, anything else ends it. The limits
    /// count from then on. Engines of CECP do it by themselves.
    pub async fn ponder(&mut self, place: &Place, search: Search) -> Result<(), Error> {
        if self.protocol == Protocol::Cecp {
            return Ok(());
        }
        self.settle().await?;
        let search = Search { purpose: Purpose::Ponder, ..search };
        self.search(place.clone(), search).await?;
        self.left_off = true;
        self.ponders_on = Some(place.clone());
        Ok(())
    }

    /// Whether it ponders on this position.
    pub fn ponders_on(&self, place: &Place) -> bool {
        self.ponders_on.as_ref() == Some(place)
    }

    /// Whether it has pondered on this position, and goes on with it.
    async fn hits(&mut self, place: &Place, draw_offer: bool) -> Result<bool, Error> {
        if self.ponders_on.take().as_ref() != Some(place) {
            return Ok(false);
        }
        match self.command(Command::PonderHit { draw_offer }).await {
            Ok(()) => Ok(true),
            // It has ended by itself: that is no answer.
            Err(Error::Refused(_)) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// Ends a search whose end somebody was waiting for, but not long enough: see
    /// [`think`](Self::think). After it options can be set.
    pub async fn settle(&mut self) -> Result<(), Error> {
        self.ponders_on = None;
        if !self.left_off {
            return Ok(());
        }
        match self.command(Command::Stop).await {
            Ok(()) => while !matches!(self.next().await?, News::Event(Event::BestMove { .. })) {},
            // It has ended: what it said is among the news that nobody has taken.
            Err(Error::Refused(_)) => {
                while let Ok(news) = self.news.try_recv() {
                    self.pending.push_back(news);
                }
                self.pending.retain(|(_, news)| matches!(news, News::Fault(_) | News::Ended));
            }
            Err(fault) => return Err(fault),
        }
        self.left_off = false;
        Ok(())
    }

    /// Tells it to quit, and waits until it has ended: by itself, or not.
    pub async fn quit(mut self) -> Result<(), Fault> {
        if let Err(Error::Fault(fault)) = self.command(Command::Quit).await {
            return Err(fault);
        }
        loop {
            match self.next().await {
                Ok(News::Ended) => break,
                Ok(_) => {}
                Err(fault) => return Err(fault),
            }
        }
        // The process is gone when its conversation is.
        let _ = (&mut self.task).await;
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The conversation ends when nobody can command it, and with it the process; a runtime
        // that is about to end would not get there, but the process dies with its conversation.
        self.task.abort();
    }
}

/// Whether a remark on a handshake says that our own greeting came back.
fn is_echo(odd: &Oddity) -> bool {
    let Oddity::Unknown { protocol, line } = odd else { return false };
    match protocol {
        Protocol::Uci => line == "uci",
        Protocol::Ucci => line == "ucci",
        Protocol::Cecp => line == "xboard" || line == "protover 2",
    }
}

struct Shared(SharedReferee);

impl Referee for Shared {
    fn variants(&self) -> Vec<String> {
        self.0.variants()
    }

    fn facts(&self, game: &str) -> Option<ferz_link::Facts> {
        self.0.facts(game)
    }

    fn description(&self, game: &str) -> Option<ferz_link::Description> {
        self.0.description(game)
    }

    fn follows(&self) -> bool {
        self.0.follows()
    }

    fn place(&self, place: &Place) -> Result<(Box<dyn ferz_link::Record>, Option<String>), String> {
        self.0.place(place)
    }
}
