//! A conversation with an engine in raw lines: said, heard, timed and kept for the report.
//!
//! Nothing here knows a protocol. One engine serves many expectations; one that has died or does
//! not answer is started anew.

use crate::expectation::{Ability, Finding, not_applicable};
use crate::kept::Kept;
use crate::processes::Usage;
use ferz_host::transcript::Way;
use ferz_host::{Heard, Launch, Raw};
use ferz_link::Protocol;
use ferz_wire::bytes;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// What is started, as often as needed.
#[derive(Clone, Debug)]
pub struct Command {
    /// The program. A bare name is looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Pause between lines, for an engine that takes them slowly.
    pub pace: Duration,
    /// What it speaks; an engine of UCCI runs beside its books.
    pub protocol: Option<Protocol>,
}

impl Command {
    fn launch(&self) -> Launch {
        let mut launch = Launch::new(&self.program).arguments(self.arguments.clone());
        launch.protocol = self.protocol;
        launch
    }
}

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Since the start of the engine.
    pub at: Duration,
    /// Which way it went.
    pub way: Way,
    /// The line.
    pub text: String,
}

/// Something heard.
#[derive(Clone, Debug)]
pub(crate) enum Happened {
    Line(Said),
    /// Its output has ended.
    Closed,
    Ended(ExitStatus),
}

/// A line of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) at: Duration,
    pub(crate) text: String,
}

/// Lines kept of one expectation's conversation.
const KEPT: usize = 4_000;
/// Lines read after the time is over, since they had come before. An engine that says more
/// does not keep us.
const OVERRUN: u32 = 4_000;
/// How often we look whether somebody wants us to end.
const LOOK: Duration = Duration::from_millis(100);
/// Ends before a greeting after which an engine is not started again.
const DEATHS: u32 = 2;
/// Time for all slow starts together; then what needs another one does not apply.
const STARTING: Duration = Duration::from_secs(60);
/// Faster starts are not slow.
const SLOW_START: Duration = Duration::from_secs(2);

pub(crate) struct Talk {
    runtime: Runtime,
    command: Command,
    raw: Option<Raw>,
    /// What was said since the beginning of the current expectation.
    pub(crate) log: Vec<Line>,
    /// What is known of the engine's abilities; of a missing one, which expectation has found out.
    abilities: BTreeMap<Ability, Result<(), String>>,
    /// The expectation under way.
    pub(crate) current: &'static str,
    /// How often it was waited for in vain.
    hangs: u32,
    patience: Duration,
    pub(crate) starts: u32,
    gone: Option<String>,
    /// The engine is not as it was: the next expectation gets a new one.
    pub(crate) spoiled: bool,
    /// Heard while something else was awaited.
    stash: VecDeque<Heard>,
    next_line_at: Instant,
    /// Since when it is waited for the end of a greeting, and how much time slow ones took in all.
    greeting_since: Option<Instant>,
    starting: Duration,
    /// Whether this process has answered a ping.
    answered: bool,
    /// How often it has ended before its first greeting.
    deaths: u32,
    /// Lines heard since the time was over, and whether they were too many.
    overrun: u32,
    pub(crate) floods: bool,
    /// Buttons may do anything: only known ones are pressed unless this is asked for.
    pub(crate) press_buttons: bool,
    /// Somebody wants us to end.
    interrupted: Arc<AtomicBool>,
}

impl Talk {
    pub(crate) fn new(command: Command, patience: Duration) -> std::io::Result<Talk> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Talk {
            runtime,
            command,
            raw: None,
            log: Vec::new(),
            abilities: BTreeMap::new(),
            current: "",
            hangs: 0,
            patience,
            starts: 0,
            gone: None,
            spoiled: false,
            stash: VecDeque::new(),
            next_line_at: Instant::now(),
            greeting_since: None,
            starting: Duration::ZERO,
            answered: false,
            deaths: 0,
            overrun: 0,
            floods: false,
            press_buttons: false,
            interrupted: Arc::default(),
        })
    }

    /// What ends the check when it is set.
    pub(crate) fn interrupted_by(&mut self, flag: Arc<AtomicBool>) {
        self.interrupted = flag;
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Starts a new process; one that still runs is ended.
    pub(crate) fn start(&mut self) -> Result<(), ferz_host::Fault> {
        self.start_with(&[])
    }

    /// Starts a new process with further arguments.
    pub(crate) fn start_with(&mut self, more: &[&str]) -> Result<(), ferz_host::Fault> {
        self.kill();
        let mut launch = self.command.launch();
        launch.arguments.extend(more.iter().map(OsString::from));
        let _inside = self.runtime.enter();
        self.raw = Some(Raw::start(launch)?);
        self.starts += 1;
        self.gone = None;
        self.spoiled = false;
        self.greeting_since = Some(Instant::now());
        self.answered = false;
        Ok(())
    }

    /// Its greeting has come to an end.
    pub(crate) fn greeted(&mut self) {
        self.works(Ability::Handshake);
        if let Some(since) = self.greeting_since.take()
            && since.elapsed() >= SLOW_START
        {
            self.starting += since.elapsed();
        }
    }

    /// A ping was answered after this time. The first one may wait for tables and networks.
    pub(crate) fn answered(&mut self, took: Duration) {
        self.works(Ability::Ping);
        if !std::mem::replace(&mut self.answered, true) && took >= SLOW_START {
            self.starting += took;
        }
    }

    /// Whether it is worth while to start it. Who ends at once does so each time.
    pub(crate) fn needs_start(&mut self) -> Result<(), Finding> {
        if self.gone.is_some() && self.greeting_since.is_some() && !self.can(Ability::Handshake) {
            self.deaths += 1;
        }
        if self.deaths >= DEATHS {
            self.abilities.insert(Ability::Handshake, Err(self.current.to_owned()));
            return not_applicable("the engine ends before it has greeted");
        }
        match self.abilities.get(&Ability::Handshake) {
            Some(Err(id)) => not_applicable(format!("needs what {id} found missing")),
            _ => Ok(()),
        }
    }

    /// Whether there is time for a start that could be done without.
    pub(crate) fn has_time_to_start(&self) -> Result<(), Finding> {
        match self.starting > STARTING {
            true => not_applicable(format!(
                "needs a new start, and {} s went by with slow ones; --only asks it",
                self.starting.as_secs()
            )),
            false => Ok(()),
        }
    }

    pub(crate) fn kill(&mut self) {
        self.stash.clear();
        if let Some(mut raw) = self.raw.take() {
            self.runtime.block_on(raw.kill());
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.raw.is_some() && self.gone.is_none()
    }

    /// How long to wait for what must come. It shrinks with every time that it was in vain, so
    /// that an engine that hangs costs a few patiences and not a hundred.
    pub(crate) fn patience(&self) -> Duration {
        let shrunk = self.patience / (1 << self.hangs.min(3));
        shrunk.max(Duration::from_secs(3)).min(self.patience)
    }

    /// How long to wait for the end of a handshake. Who has come to one before is only slow: a busy
    /// machine may take its time to start a program.
    pub(crate) fn greeting_patience(&self) -> Duration {
        match self.can(Ability::Handshake) {
            true => self.patience * 3,
            false => self.patience(),
        }
    }

    /// How long to wait for the answer to a ping, where the engine answers pings.
    pub(crate) fn ping_patience(&self) -> Duration {
        if self.can(Ability::Ping) { self.patience } else { self.patience() }
    }

    /// Since the start of the engine.
    pub(crate) fn now(&self) -> Duration {
        self.raw.as_ref().map_or(Duration::ZERO, |raw| raw.began().elapsed())
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.wait_for_pace();
        self.note_down(Way::To, line);
        self.write(format!("{line}\n").as_bytes());
    }

    /// Says several lines in one piece.
    pub(crate) fn say_all(&mut self, lines: &[&str]) {
        for line in lines {
            self.note_down(Way::To, line);
        }
        self.write(format!("{}\n", lines.join("\n")).as_bytes());
    }

    /// Sends bytes as they are; for the report they get a name.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8], name: &str) {
        self.note_down(Way::To, name);
        self.write(bytes);
    }

    /// Waits until the engine takes another line; a clock that begins with that line begins then.
    pub(crate) fn wait_for_pace(&mut self) {
        if self.command.pace.is_zero() {
            return;
        }
        while let Some(raw) = &mut self.raw
            && self.stash.len() < KEPT
            && let Some(heard) = self.runtime.block_on(raw.next(self.next_line_at))
        {
            self.stash.push_back(heard);
        }
        std::thread::sleep(self.next_line_at.saturating_duration_since(Instant::now()));
    }

    fn write(&mut self, bytes: &[u8]) {
        self.next_line_at = Instant::now() + self.command.pace;
        if let Some(raw) = &mut self.raw {
            raw.write(bytes);
            // Written at once: otherwise the next wait may be for nothing.
            let soon = Instant::now();
            if let Some(heard) = self.runtime.block_on(raw.next(soon)) {
                self.stash.push_back(heard);
            }
        }
    }

    fn note_down(&mut self, way: Way, text: &str) {
        if self.log.len() < KEPT {
            let text = match text.char_indices().nth(400) {
                Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
                None => text.to_owned(),
            };
            self.log.push(Line { at: self.now(), way, text });
        }
    }

    /// The next thing that the engine does; `None` when nothing has happened until then.
    pub(crate) fn hear(&mut self, until: Instant) -> Option<Happened> {
        loop {
            if self.is_interrupted() {
                self.gone.get_or_insert_with(|| "somebody has interrupted us".to_owned());
                return None;
            }
            let now = Instant::now();
            self.overrun = if now > until { self.overrun + 1 } else { 0 };
            if self.overrun > OVERRUN {
                self.overrun = 0;
                self.floods = true;
                return None;
            }
            let raw = self.raw.as_mut()?;
            let heard = match self.stash.pop_front() {
                Some(heard) => heard,
                None => match self.runtime.block_on(raw.next(until.min(now + LOOK))) {
                    Some(heard) => heard,
                    None if now + LOOK < until => continue,
                    None => return None,
                },
            };
            match heard {
                Heard::Line { at, bytes, .. } => {
                    let text = bytes::decode(&bytes).into_owned();
                    self.note_down(Way::From, &bytes::readable(&text));
                    return Some(Happened::Line(Said { at, text }));
                }
                Heard::ErrorLine { bytes, .. } => {
                    self.note_down(Way::Error, &String::from_utf8_lossy(&bytes));
                }
                Heard::Closed { .. } => {
                    // Most of those that close it have ended, which is better to know.
                    let raw = self.raw.as_mut()?;
                    let soon = Instant::now() + Duration::from_millis(200);
                    if let Some(heard) = self.runtime.block_on(raw.next(soon)) {
                        if let Heard::Ended { status, .. } = &heard {
                            let how = describe(*status);
                            self.gone = Some(format!("the engine ended, {how}"));
                        }
                        self.stash.push_back(heard);
                    }
                    self.gone.get_or_insert_with(|| "the engine closed its output".to_owned());
                    return Some(Happened::Closed);
                }
                Heard::Ended { status, .. } => {
                    let how = describe(status);
                    self.note_down(Way::Note, &how);
                    self.gone = Some(format!("the engine ended, {how}"));
                    return Some(Happened::Ended(status));
                }
            }
        }
    }

    /// Of a greeting that went well, which began here in the log, a few lines stay: what matters
    /// comes behind it.
    pub(crate) fn shorten_greeting(&mut self, from: usize) {
        const HEAD: usize = 2;
        const TAIL: usize = 2;
        let greeting = self.log.len().saturating_sub(from);
        if greeting <= HEAD + TAIL + 1 {
            return;
        }
        let text = format!("… {} lines more of the greeting …", greeting - HEAD - TAIL);
        let range = from + HEAD..self.log.len() - TAIL;
        let at = self.log.get(range.start).map_or(Duration::ZERO, |entry| entry.at);
        self.log.splice(range, [Line { at, way: Way::Note, text }]);
    }

    /// Why the engine is no longer there, if it is not.
    pub(crate) fn gone(&self) -> Option<Finding> {
        self.gone.clone().map(Finding::Gone)
    }

    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.note_down(Way::Note, "the end of its input");
        if let Some(raw) = &mut self.raw {
            raw.close_input();
        }
    }

    /// Sends the signal to end.
    pub(crate) fn terminate(&mut self) {
        self.note_down(Way::Note, "SIGTERM");
        if let Some(raw) = &mut self.raw {
            raw.terminate();
        }
    }

    /// Sends the signal of a terminal.
    pub(crate) fn interrupt(&mut self) {
        self.note_down(Way::Note, "SIGINT");
        #[cfg(unix)]
        if let Some(raw) = &mut self.raw {
            raw.interrupt();
        }
    }

    /// Whether the last of its output is no whole line.
    pub(crate) fn is_amid_line(&self) -> bool {
        self.raw.as_ref().is_some_and(Raw::is_amid_line)
    }

    /// Waits for the process to end; what it says meanwhile is in the log.
    pub(crate) fn ends(&mut self, patience: Duration) -> Option<(ExitStatus, Vec<Said>)> {
        let until = Instant::now() + patience;
        let mut said = Kept::new();
        let mut status = None;
        let mut closed = false;
        while let Some(happened) = self.hear(until) {
            match happened {
                Happened::Line(line) => {
                    let length = line.text.len();
                    said.push(line, length);
                }
                Happened::Ended(how) => status = Some(how),
                Happened::Closed => closed = true,
            }
            if status.is_some() && closed {
                break;
            }
        }
        status.map(|status| (status, said.into_vec()))
    }

    /// The processor time that the engine and all it has started have used; `None` where the
    /// system does not say.
    pub(crate) fn usage(&self) -> Option<Usage> {
        #[cfg(target_os = "linux")]
        return self.raw.as_ref().and_then(|raw| Usage::of(raw.group()));
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// The memory of the engine in bytes; `None` where the system does not say.
    pub(crate) fn memory(&self) -> Option<u64> {
        #[cfg(target_os = "linux")]
        return self.raw.as_ref().and_then(|raw| crate::processes::memory_of(raw.group()));
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// What did not come: the finding, and a note of it. Once an ability is known to be missing,
    /// nobody waits for it again.
    pub(crate) fn missing(&mut self, ability: Ability, what: String) -> Finding {
        self.spoiled = true;
        if let Some(gone) = self.gone() {
            return gone;
        }
        self.hangs += 1;
        self.abilities.entry(ability).or_insert_with(|| Err(self.current.to_owned()));
        Finding::Silent(ability, what)
    }

    /// Whether the engine is known to be able to do this.
    pub(crate) fn can(&self, ability: Ability) -> bool {
        matches!(self.abilities.get(&ability), Some(Ok(())))
    }

    /// An ability that the engine turned out not to have, without making us wait.
    pub(crate) fn lacks(&mut self, ability: Ability, what: &str) -> Finding {
        self.abilities.insert(ability, Err(self.current.to_owned()));
        Finding::Unmet(what.to_owned())
    }

    /// What the present expectation found missing is only recommended: whether the engine has it is
    /// asked again by the one that demands it. One that does not greet keeps us waiting each time.
    pub(crate) fn forgive(&mut self) {
        let current = self.current;
        self.abilities.retain(|ability, found| {
            *ability == Ability::Handshake || !matches!(found, Err(id) if id == current)
        });
    }

    /// What came: the engine can do this.
    pub(crate) fn works(&mut self, ability: Ability) {
        self.abilities.entry(ability).or_insert(Ok(()));
    }

    /// Whether it is worth while to ask for this.
    pub(crate) fn needs(&self, ability: Ability) -> Result<(), Finding> {
        if let Some(gone) = self.gone() {
            return Err(gone);
        }
        match self.abilities.get(&ability) {
            Some(Err(id)) => Err(Finding::NotApplicable(format!("needs what {id} found missing"))),
            _ => Ok(()),
        }
    }
}

pub(crate) const fn ms(count: u64) -> Duration {
    Duration::from_millis(count)
}

pub(crate) fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("signal {signal}");
    }
    format!("exit status {}", status.code().unwrap_or(-1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk() -> Talk {
        let command = Command {
            program: "true".into(),
            arguments: Vec::new(),
            pace: Duration::ZERO,
            protocol: None,
        };
        Talk::new(command, Duration::from_secs(1)).expect("a runtime")
    }

    /// Who takes six seconds to start, or to be ready, is started some times more, and not a hundred.
    #[test]
    fn slow_starts_have_a_budget() {
        let mut talk = talk();
        let mut starts = 0;
        while talk.has_time_to_start().is_ok() {
            talk.answered = false;
            talk.answered(Duration::from_secs(6));
            starts += 1;
        }
        assert_eq!(starts, 11);
        let mut quick = self::talk();
        for _ in 0..1000 {
            quick.answered = false;
            quick.answered(Duration::from_millis(100));
        }
        assert!(quick.has_time_to_start().is_ok());
    }

    /// Who ends at once twice is not started a third time.
    #[test]
    fn engines_that_end_at_once() {
        let mut talk = talk();
        for _ in 0..DEATHS {
            assert!(talk.needs_start().is_ok());
            talk.start().expect("true is there");
            let until = Instant::now() + Duration::from_secs(20);
            while talk.gone.is_none() && talk.hear(until).is_some() {}
        }
        assert!(matches!(talk.needs_start(), Err(Finding::NotApplicable(_))));
    }
}
