//! A conversation with an engine in raw lines: said, heard, timed and kept for the report.
//!
//! Nothing here knows a protocol. One engine serves many expectations; one that has died or does
//! not answer is started anew.

use crate::expectation::{Ability, Finding};
use ferz_host::transcript::Way;
use ferz_host::{Heard, Launch, Raw};
use ferz_link::Protocol;
use ferz_wire::bytes;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;

/// What is started, as often as needed.
#[derive(Clone, Debug)]
pub struct Command {
    /// The program. A bare name is looked up in `PATH`.
    pub program: OsString,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// From one line to the next, for an engine that takes only so many in a time.
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
pub struct Entry {
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

/// So many lines are kept of one expectation's conversation.
const KEPT: usize = 4_000;

pub(crate) struct Talk {
    runtime: Runtime,
    command: Command,
    raw: Option<Raw>,
    /// What was said since the beginning of the current expectation.
    pub(crate) log: Vec<Entry>,
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
        })
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
        Ok(())
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
            && let Some(heard) = self.runtime.block_on(raw.next(self.next_line_at))
        {
            self.stash.push_back(heard);
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        self.next_line_at = Instant::now() + self.command.pace;
        if let Some(raw) = &mut self.raw {
            raw.write(bytes);
            // Written at once: whoever waits next may wait for nothing.
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
            self.log.push(Entry { at: self.now(), way, text });
        }
    }

    /// The next thing that the engine does; `None` when nothing has happened until then.
    pub(crate) fn hear(&mut self, until: Instant) -> Option<Happened> {
        loop {
            let raw = self.raw.as_mut()?;
            let heard = match self.stash.pop_front() {
                Some(heard) => heard,
                None => self.runtime.block_on(raw.next(until))?,
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
        self.log.splice(range, [Entry { at, way: Way::Note, text }]);
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
        let mut said = Vec::new();
        let mut status = None;
        let mut closed = false;
        while let Some(happened) = self.hear(until) {
            match happened {
                Happened::Line(line) => said.push(line),
                Happened::Ended(how) => status = Some(how),
                Happened::Closed => closed = true,
            }
            if let Some(status) = status
                && closed
            {
                return Some((status, said));
            }
        }
        status.map(|status| (status, said))
    }

    /// The processor time that the engine and all it has started have used; `None` where the
    /// system does not say.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        #[cfg(target_os = "linux")]
        return self.raw.as_ref().and_then(|raw| proc::time_of_group(raw.group()));
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// The memory of the engine in bytes; `None` where the system does not say.
    pub(crate) fn memory(&self) -> Option<u64> {
        #[cfg(target_os = "linux")]
        return self.raw.as_ref().and_then(|raw| proc::memory_of_group(raw.group()));
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

#[cfg(target_os = "linux")]
mod proc {
    use std::fs;
    use std::time::Duration;

    /// The fields of `/proc/PID/stat` behind the name of the program, of every process of a group.
    fn stats(group: i32) -> Option<Vec<(String, Vec<String>)>> {
        let mut all = Vec::new();
        for entry in fs::read_dir("/proc").ok()?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
            let Some((_, fields)) = stat.rsplit_once(')') else { continue };
            let fields: Vec<String> = fields.split_whitespace().map(str::to_owned).collect();
            // state, parent, group
            if fields.get(2).and_then(|field| field.parse().ok()) == Some(group) {
                all.push((name, fields));
            }
        }
        Some(all)
    }

    pub(super) fn time_of_group(group: i32) -> Option<Duration> {
        let stats = stats(group)?;
        // Fields 14 and 15 of the whole line: user and system time in hundredths of a second.
        let ticks = |fields: &Vec<String>, index: usize| -> u64 {
            fields.get(index).and_then(|field| field.parse().ok()).unwrap_or(0)
        };
        let sum: u64 = stats.iter().map(|(_, fields)| ticks(fields, 11) + ticks(fields, 12)).sum();
        (!stats.is_empty()).then(|| Duration::from_millis(sum * 10))
    }

    pub(super) fn memory_of_group(group: i32) -> Option<u64> {
        let stats = stats(group)?;
        let pages: u64 =
            stats.iter().filter_map(|(_, fields)| fields.get(21)?.parse::<u64>().ok()).sum();
        (!stats.is_empty()).then_some(pages * 4096)
    }
}
