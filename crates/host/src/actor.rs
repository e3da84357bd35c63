//! One engine's conversation: everything that can happen to it comes to one loop.

use crate::fault::{Fault, Stage};
use crate::flood::Flood;
use crate::patience::Patience;
use crate::process::Process;
use crate::streams::{Reader, Streams, Writer, read, write};
use crate::transcript::{Transcript, Way};
use ferz_link::host::{HostHalf, Profile, State};
use ferz_link::{Awaited, Command, Event, Input, Oddity, Output, Place, Protocol, Refused, Search};
use ferz_wire::{LineSplitter, bytes};
use std::collections::VecDeque;
use std::io;
use std::process::ExitStatus;
use std::task::Poll;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

/// News of an engine.
#[derive(Debug)]
pub enum News {
    /// What it says, in no protocol's words.
    Event(Event),
    /// Something odd that was survived: for a log.
    Odd(Oddity),
    /// A line of its standard error.
    StandardError(String),
    /// A line that was held back, because the engine takes them slowly, went out to it: what it is
    /// waited for counts from now.
    Released,
    /// The engine is gone, and not because it was told to. The last news.
    Fault(Fault),
    /// The engine has ended because it was told to. The last news.
    Ended,
}

/// When news came: read from the engine, not when somebody got round to it.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// When the engine's line was read.
    pub heard: std::time::Instant,
    /// When the last line went out to it that it was told before.
    pub told: std::time::Instant,
}

/// What the owner of an engine wants of its conversation.
pub(crate) enum Order {
    /// To give it a command; the machine's answer goes there.
    Command(Box<Command>, oneshot::Sender<Result<(), Refused>>),
    /// To give it a position and let it search; the answer goes there, and the position comes back.
    Search(Box<(Place, Search)>, oneshot::Sender<(Result<(), Refused>, Place)>),
    /// To remember something beside it.
    Note(String, oneshot::Sender<()>),
    /// To look at what is known of it, and perhaps to lay something down.
    Profile(Box<dyn FnOnce(&mut Profile) + Send>),
    /// To know whether it plays this game.
    CanPlay(String, oneshot::Sender<Result<(), Refused>>),
}

/// How an engine is to be treated.
pub(crate) struct Manner {
    pub(crate) patience: Patience,
    pub(crate) pace: Duration,
    pub(crate) nudges: bool,
}

/// More bytes than this are not kept for an engine that does not read.
const DEAF: usize = 4 << 20;
/// Flood limit of a handshake: lines before the one that ends it.
pub(crate) const TALK: u64 = 1000;
/// Bytes kept of one line of standard error.
const ERROR_LINE: usize = 4 << 10;
/// Wait for the last output of an ended process, which comes at once. Later output would come only
/// from other processes that share its pipes.
const REST: Duration = Duration::from_millis(300);

/// Pause after the last line before an engine that takes lines slowly is sent an empty one.
const NUDGE: Duration = Duration::from_secs(1);
/// Empty lines for an engine that takes lines slowly and has not said a word yet. GNU Chess 6 may
/// stop at its start: one of its threads sets stdin's buffer while another holds stdin to wait for a
/// line. A single line seldom frees it, hundreds at once do at the first to third try.
const KNOCK: usize = 300;

/// Time without taking news after which the owner counts as gone.
const ABSENT: Duration = Duration::from_millis(200);

/// Everything that can happen.
enum Wake {
    Order(Option<Order>),
    Output(io::Result<usize>),
    Errors(io::Result<usize>),
    Written(io::Result<usize>),
    Ended(io::Result<ExitStatus>),
    /// The patience, the rest of an ended process, or the pause of a flood.
    Timer,
}

/// The loop's memory.
pub(crate) struct Actor {
    /// Its process, if it is one of ours.
    process: Option<Process>,
    input: Option<Writer>,
    output: Option<Reader>,
    errors: Option<Reader>,
    machine: Box<dyn HostHalf>,
    manner: Manner,
    began: Instant,
    transcript: Option<Transcript>,
    orders: mpsc::Receiver<Order>,
    news: mpsc::Sender<(Times, News)>,
    times: Times,
    lines: LineSplitter,
    error_lines: LineSplitter,
    buffer: Box<[u8]>,
    error_buffer: Box<[u8]>,
    /// What the engine has not taken yet.
    outgoing: Vec<u8>,
    /// Lines held back for an engine that takes them slowly; and when the
    /// next one may go.
    held: VecDeque<Vec<u8>>,
    next_line_at: Instant,
    /// A command came: another may follow it at once.
    commanded: bool,
    awaited: Option<(Awaited, Instant)>,
    status: Option<ExitStatus>,
    /// When an ended process is taken for silent.
    silent_at: Option<Instant>,
    flood: Flood,
    /// How many lines it has said.
    said: u64,
    /// What is to be told next, in order; more only when there is room for all of it.
    telling: Vec<News>,
}

impl Actor {
    pub(crate) fn new(
        (process, streams): (Option<Process>, Streams),
        machine: Box<dyn HostHalf>,
        manner: Manner,
        transcript: Option<Transcript>,
        orders: mpsc::Receiver<Order>,
        news: mpsc::Sender<(Times, News)>,
    ) -> Actor {
        // The record of an engine that was started again goes on where it was.
        let now = Instant::now().into_std();
        let began = transcript.as_ref().map_or(now, |transcript| transcript.began(now)).into();
        let times = Times { heard: now, told: now };
        Actor {
            process,
            input: Some(streams.input),
            output: Some(streams.output),
            errors: streams.errors,
            machine,
            manner,
            began,
            transcript,
            orders,
            news,
            times,
            lines: LineSplitter::new(),
            error_lines: LineSplitter::with_cap(ERROR_LINE),
            buffer: vec![0; 1 << 16].into(),
            error_buffer: vec![0; 1 << 13].into(),
            outgoing: Vec::new(),
            held: VecDeque::new(),
            next_line_at: now.into(),
            commanded: false,
            awaited: None,
            status: None,
            silent_at: None,
            flood: Flood::new(now.into()),
            said: 0,
            telling: Vec::new(),
        }
    }

    /// Runs the conversation to its end.
    pub(crate) async fn run(mut self) {
        let mut end = self.step(Duration::ZERO, Input::Start).err();
        while end.is_none() {
            if let Err(ended) = self.tell().await {
                end = Some(ended);
                break;
            }
            if let Some(transcript) = &mut self.transcript {
                transcript.flush();
            }
            let wake = self.next_wake().await;
            end = self.take(wake).err();
        }
        self.leave(end.flatten()).await;
    }

    /// Waits for the next thing to happen.
    async fn next_wake(&mut self) -> Wake {
        // What is commanded in one breath (a position, a search) goes out in one write.
        if std::mem::take(&mut self.commanded) && !self.outgoing.is_empty() {
            pass().await;
        }
        let now = Instant::now();
        let flooded_until = self.flood.pause(now);
        let release_at = (!self.held.is_empty()).then_some(self.next_line_at);
        // As long as lines are held back, the engine cannot know what is awaited.
        let patience = self.awaited.filter(|_| self.held.is_empty()).map(|(_, at)| at);
        let alarms = [patience, self.nudge_at(), self.silent_at, flooded_until, release_at];
        let alarm = alarms.into_iter().flatten().min();
        let reading = flooded_until.is_none();
        tokio::select! {
            biased;
            order = self.orders.recv() => Wake::Order(order),
            // Before it is read: nobody may take what it says, and it has to be told all the same.
            length = write(&mut self.input, &self.outgoing), if !self.outgoing.is_empty() => {
                Wake::Written(length)
            }
            length = read(&mut self.output, &mut self.buffer), if reading => Wake::Output(length),
            length = read(&mut self.errors, &mut self.error_buffer), if reading => {
                Wake::Errors(length)
            }
            status = ended(&mut self.process), if self.status.is_none() => Wake::Ended(status),
            () = sleep_until(alarm.unwrap_or(now)), if alarm.is_some() => Wake::Timer,
        }
    }

    /// Does what has to be done about it. The error is the end, with its fault if it is one.
    fn take(&mut self, wake: Wake) -> Result<(), Option<Fault>> {
        match wake {
            Wake::Order(Some(Order::Note(text, answer))) => {
                self.odd(text.into());
                let _ = answer.send(());
                Ok(())
            }
            Wake::Order(Some(Order::Profile(look))) => {
                look(self.machine.profile_mut());
                Ok(())
            }
            Wake::Order(Some(Order::CanPlay(variant, answer))) => {
                let _ = answer.send(self.machine.can_play(&variant));
                Ok(())
            }
            Wake::Order(Some(Order::Search(both, answer))) => {
                let (place, search) = *both;
                let (mut result, place, mut out) = self.placed(place);
                if result.is_ok() {
                    result = self.ask(Input::Command(&Command::Search(search)), &mut out);
                }
                let _ = answer.send((result, place));
                self.carry_out(out)
            }
            Wake::Order(Some(Order::Command(command, answer))) => {
                self.commanded = true;
                if matches!(*command, Command::Quit) && !self.held.is_empty() {
                    let held = self.held.len();
                    self.held.clear();
                    let text =
                        format!("{held} lines that were held back are left out: it is to quit");
                    self.odd(text.into());
                }
                let mut out = Vec::new();
                let result = self.ask(Input::Command(&command), &mut out);
                // If the asker no longer waits, the answer is not wanted.
                let _ = answer.send(result);
                self.carry_out(out)
            }
            // Nobody can command it any more.
            Wake::Order(None) => Err(None),
            Wake::Output(Ok(0) | Err(_)) => {
                self.output = None;
                let rest = self.lines.end().map(|line| line.bytes.to_vec());
                if let Some(rest) = rest {
                    self.hear(&rest, Instant::now())?;
                }
                self.output_ended()
            }
            Wake::Output(Ok(length)) => {
                let heard = Instant::now();
                self.times.heard = heard.into_std();
                self.flood.bytes(length);
                let mut lines = std::mem::take(&mut self.lines);
                lines.push(&self.buffer[..length]);
                let mut heard_all = Ok(());
                while let (Ok(()), Some(line)) = (&heard_all, lines.next_line()) {
                    if line.dropped > 0 {
                        let length = line.bytes.len() + line.dropped;
                        self.odd(format!("a line of {length} bytes was cut").into());
                    }
                    self.flood.line();
                    heard_all = self.hear(line.bytes, heard);
                }
                self.lines = lines;
                heard_all
            }
            Wake::Errors(Ok(0) | Err(_)) => {
                self.errors = None;
                let mut lines = std::mem::take(&mut self.error_lines);
                if let Some(rest) = lines.end() {
                    self.hear_error(rest.bytes);
                }
                if self.output.is_none() { self.output_ended() } else { Ok(()) }
            }
            Wake::Errors(Ok(length)) => {
                self.flood.bytes(length);
                let mut lines = std::mem::take(&mut self.error_lines);
                lines.push(&self.error_buffer[..length]);
                while let Some(line) = lines.next_line() {
                    self.flood.line();
                    self.hear_error(line.bytes);
                }
                self.error_lines = lines;
                Ok(())
            }
            Wake::Written(Ok(length)) => {
                self.outgoing.drain(..length);
                Ok(())
            }
            // It has closed its input. Whether that matters its output will show.
            Wake::Written(Err(_)) => {
                self.input = None;
                self.outgoing.clear();
                Ok(())
            }
            Wake::Ended(status) => {
                self.status = status.ok();
                self.silent_at = Some(Instant::now() + REST);
                if self.output.is_none() { self.output_ended() } else { Ok(()) }
            }
            Wake::Timer => self.timer(),
        }
    }

    fn timer(&mut self) -> Result<(), Option<Fault>> {
        self.release();
        let now = Instant::now();
        if self.nudge_at().is_some_and(|at| at <= now) {
            self.nudge();
            self.next_line_at = now;
        }
        if self.silent_at.is_some_and(|at| at <= now) {
            self.output = None;
            return self.finish();
        }
        if let Some((awaited, at)) = self.awaited
            && at <= now
            && self.held.is_empty()
        {
            self.awaited = None;
            let stage = self.stage();
            let mut out = Vec::new();
            // That it came too late to be refused is no news.
            let _ = self.ask(Input::Timeout, &mut out);
            let gone = out.iter().any(|output| matches!(output, Output::Event(Event::Gone)));
            let carried_out = self.carry_out(out);
            // Not even an old engine of CECP, for which silence is an answer.
            if stage == Stage::Start && self.said >= TALK {
                return Err(Some(Fault::Floods { lines: self.said }));
            }
            return match gone {
                true => Err(Some(Fault::Hangs { awaited, stage })),
                false => carried_out,
            };
        }
        Ok(())
    }

    /// The output has ended: of an ended process, or of one that may end in a moment. What it dies of
    /// often stands in its standard error, and belongs to the record before its end.
    fn output_ended(&mut self) -> Result<(), Option<Fault>> {
        let Some(process) = &mut self.process else { return self.finish() };
        self.status = self.status.or_else(|| process.try_ended());
        if self.status.is_some() && self.errors.is_none() {
            return self.finish();
        }
        self.silent_at = self.silent_at.or_else(|| Some(Instant::now() + REST));
        Ok(())
    }

    /// Nothing more is to be heard of it.
    fn finish(&mut self) -> Result<(), Option<Fault>> {
        let stage = self.stage();
        let mut out = Vec::new();
        let _ = self.ask(Input::Eof, &mut out);
        // Its last words are about the end, which we say ourselves.
        let _ = self.carry_out(out);
        Err(match self.status {
            _ if stage == Stage::Quit => None,
            Some(status) => Some(ended_by(status, stage)),
            None => Some(Fault::ClosedOutput { stage }),
        })
    }

    fn hear_error(&mut self, line: &[u8]) {
        let at = self.began.elapsed();
        if let Some(transcript) = &mut self.transcript {
            transcript.add(at, Way::Error, line);
        }
        self.telling.push(News::StandardError(bytes::decode(line).into_owned()));
    }

    fn hear(&mut self, line: &[u8], at: Instant) -> Result<(), Option<Fault>> {
        self.said += 1;
        let now = at.duration_since(self.began);
        if let Some(transcript) = &mut self.transcript {
            transcript.add(now, Way::From, line);
        }
        if line.is_empty() {
            return Ok(());
        }
        self.step(now, Input::Line(&bytes::decode(line)))
    }

    fn step(&mut self, now: Duration, input: Input<'_>) -> Result<(), Option<Fault>> {
        let mut out = Vec::new();
        let result = self.machine.step(now, input, &mut out);
        if let Err(refused) = result {
            self.odd(refused.to_string().into());
        }
        self.carry_out(out)
    }

    /// What the machine makes of it.
    fn ask(&mut self, input: Input<'_>, out: &mut Vec<Output>) -> Result<(), Refused> {
        let now = self.began.elapsed();
        self.machine.step(now, input, out)
    }

    /// What the machine makes of a position, which comes back.
    fn placed(&mut self, place: Place) -> (Result<(), Refused>, Place, Vec<Output>) {
        let (command, mut out) = (Command::Place(place), Vec::new());
        let result = self.ask(Input::Command(&command), &mut out);
        match command {
            Command::Place(place) => (result, place, out),
            _ => unreachable!("it was made a few lines above"),
        }
    }

    fn carry_out(&mut self, out: Vec<Output>) -> Result<(), Option<Fault>> {
        for output in out {
            match output {
                Output::Line(line) => self.say(&line)?,
                Output::Event(event) => self.telling.push(News::Event(event)),
                Output::Odd(what) => self.odd(what),
                Output::Interrupt => {
                    if let Some(process) = &mut self.process {
                        process.alert();
                    }
                }
                Output::Wait(awaited) => {
                    self.awaited = awaited.map(|awaited| (awaited, self.until(awaited)));
                }
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), Option<Fault>> {
        if self.input.is_none() {
            return Ok(());
        }
        let bytes = bytes::encode(line);
        if self.manner.pace.is_zero() {
            self.send(&bytes);
        } else {
            self.held.push_back(bytes.into_owned());
            self.release();
        }
        let waiting = self.outgoing.len() + self.held.iter().map(Vec::len).sum::<usize>();
        if waiting > DEAF {
            return Err(Some(Fault::Deaf { bytes: waiting, stage: self.stage() }));
        }
        Ok(())
    }

    fn send(&mut self, line: &[u8]) {
        let now = Instant::now();
        if let Some(transcript) = &mut self.transcript {
            transcript.add(now.duration_since(self.began), Way::To, line);
        }
        self.outgoing.extend_from_slice(line);
        self.outgoing.push(b'\n');
        self.times.told = now.into_std();
    }

    /// Sends the next held line, if its time has come.
    fn release(&mut self) {
        if self.next_line_at <= Instant::now()
            && let Some(line) = self.held.pop_front()
        {
            self.send(&line);
            self.telling.push(News::Released);
            self.next_line_at = Instant::now() + self.manner.pace;
            // Its time counts from when it was told.
            if let Some((awaited, _)) = self.awaited {
                self.awaited = Some((awaited, self.until(awaited)));
            }
        }
    }

    /// How long it may take for this, from now on.
    fn until(&self, awaited: Awaited) -> Instant {
        // The silence of an engine that does not always hear is no answer (C-079).
        let cecp = self.machine.protocol() == Protocol::Cecp && self.manner.pace.is_zero();
        Instant::now() + self.manner.patience.of(awaited, cecp)
    }

    /// When an engine that takes its lines slowly, and owes an answer, is sent an empty line: it
    /// may have missed that there was something to read.
    fn nudge_at(&self) -> Option<Instant> {
        let owes = matches!(self.awaited, Some((Awaited::Handshake | Awaited::Pong, _)));
        let misses = self.manner.nudges || !self.manner.pace.is_zero();
        let last = self.next_line_at.max(Instant::from_std(self.times.told));
        (owes && misses && self.held.is_empty()).then_some(last + NUDGE)
    }

    fn nudge(&mut self) {
        if self.said == 0 && !self.manner.pace.is_zero() {
            self.note(&format!("{KNOCK} empty lines, as it has not said a word yet"));
            self.outgoing.resize(self.outgoing.len() + KNOCK, b'\n');
            self.times.told = Instant::now().into_std();
        } else {
            self.send(b"");
        }
    }

    fn note(&mut self, text: &str) {
        if let Some(transcript) = &mut self.transcript {
            transcript.add(self.began.elapsed(), Way::Note, text.as_bytes());
        }
    }

    fn odd(&mut self, what: Oddity) {
        self.note(&what.to_string());
        self.telling.push(News::Odd(what));
    }

    /// Tells the news. While nobody takes them the engine is not read, and its patience waits; but
    /// not for an owner who is merely slower than an engine that never ends talking.
    async fn tell(&mut self) -> Result<(), Option<Fault>> {
        for news in self.telling.drain(..) {
            let began = Instant::now();
            // Nobody listens any more.
            self.news.send((self.times, news)).await.map_err(|_| None)?;
            let took = began.elapsed();
            if took >= ABSENT
                && let Some((_, at)) = &mut self.awaited
            {
                *at += took;
            }
        }
        Ok(())
    }

    /// Ends the process, whatever it does.
    async fn leave(&mut self, fault: Option<Fault>) {
        self.awaited = None;
        // Some end when their input does.
        self.input = None;
        if let Some(process) = &mut self.process {
            if self.status.is_none() {
                // Engines of CECP may forbid the signal (C-040, C-048).
                if self.machine.profile().sigterm.yes() {
                    process.terminate();
                }
                let patience = self.manner.patience.terminate;
                if tokio::time::timeout(patience, process.ended()).await.is_err() {
                    process.kill();
                    let _ = process.ended().await;
                }
            }
            // What it has started goes with it.
            process.kill();
            process.sweep().await;
        }
        let last = fault.map_or(News::Ended, News::Fault);
        if let Some(transcript) = &mut self.transcript {
            if let News::Fault(fault) = &last {
                transcript.add(self.began.elapsed(), Way::Note, fault.to_string().as_bytes());
            }
            transcript.flush();
        }
        for news in self.telling.drain(..).chain([last]) {
            if self.news.send((self.times, news)).await.is_err() {
                return;
            }
        }
    }

    fn stage(&self) -> Stage {
        match self.machine.state() {
            State::New | State::Boot => Stage::Start,
            State::Idle | State::Gone => Stage::Idle,
            State::Searching(_) => Stage::Search,
            State::Stopping => Stage::Stop,
            State::Leaving => Stage::Quit,
        }
    }
}

/// Waits for the end of a process; for ever, where there is none.
async fn ended(process: &mut Option<Process>) -> io::Result<ExitStatus> {
    match process {
        Some(process) => process.ended().await,
        None => std::future::pending().await,
    }
}

/// How a process ended that was not asked to.
fn ended_by(status: ExitStatus, stage: Stage) -> Fault {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Fault::Crashed { signal, stage };
    }
    Fault::Exited { code: status.code().unwrap_or(-1), stage }
}

/// Lets others go first who are ready to run.
async fn pass() {
    let mut passed = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut passed, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
