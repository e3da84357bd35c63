//! A program behind two pipes: send lines, wait for lines, each with a deadline.
//!
//! A thread per output pipe reads lines and stamps them on arrival, so a latency measured here
//! does not include the time the test itself spent elsewhere.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long the helpers wait when the test names no time of its own. Long, because a loaded
/// machine is not a failure; tests about speed give their own limit.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How many lines of the conversation a failure shows.
const SHOWN: usize = 60;

/// A line and the moment it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrived {
    /// The line without its end; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// When the line's last byte was read.
    pub at: Instant,
}

/// What a reader thread sends.
enum Heard {
    Line(Arrived),
    Complaint(String),
}

/// A running program, its conversation so far, and the means to go on with it.
///
/// The program is killed when the session is dropped.
pub struct Session {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Heard>,
    transcript: Vec<String>,
    complaints: Vec<String>,
    patience: Duration,
    started: Instant,
}

impl Session {
    /// Starts `command` with all three streams as pipes.
    ///
    /// # Panics
    /// When the program cannot be started.
    pub fn start(mut command: Command) -> Session {
        let started = Instant::now();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
        let (sender, heard) = channel();
        let stdout = child.stdout.take().expect("stdout was asked for");
        let stderr = child.stderr.take().expect("stderr was asked for");
        let complaints = sender.clone();
        read_lines(stdout, sender, Heard::Line);
        read_lines(stderr, complaints, |line| Heard::Complaint(line.text));
        Session {
            stdin: child.stdin.take(),
            child,
            heard,
            transcript: Vec::new(),
            complaints: Vec::new(),
            patience: PATIENCE,
            started,
        }
    }

    /// Starts the program at `path` without arguments. Tests of a binary give
    /// `env!("CARGO_BIN_EXE_ferz")`.
    pub fn program(path: &str) -> Session {
        Session::start(Command::new(path))
    }

    /// Waits at most this long from now on, in all `expect` methods without a time of their own.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Session {
        self.patience = patience;
        self
    }

    /// When the program was started.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Sends one line; returns the moment before it was written.
    ///
    /// # Panics
    /// When the program no longer reads.
    pub fn send(&mut self, line: &str) -> Instant {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends several lines in one write.
    pub fn send_all(&mut self, lines: &[&str]) -> Instant {
        let mut text = lines.join("\n");
        text.push('\n');
        self.send_bytes(text.as_bytes())
    }

    /// Sends bytes as they are, in one write: odd line ends, half lines, bytes that are not UTF-8.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Instant {
        let at = Instant::now();
        if let Err(error) = self.try_send_bytes(bytes) {
            self.fail(&format!("cannot write to the program: {error}"));
        }
        at
    }

    /// Like [`Session::send_bytes`], for a program that may be gone already.
    ///
    /// # Errors
    /// What the pipe said.
    pub fn try_send_bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        for line in String::from_utf8_lossy(bytes).split_terminator('\n') {
            self.transcript.push(format!("> {}", shortened(line)));
        }
        let stdin = self.stdin.as_mut().ok_or(std::io::ErrorKind::BrokenPipe)?;
        stdin.write_all(bytes)?;
        stdin.flush()
    }

    /// Closes the program's input: it sees the end of its standard input.
    pub fn close_input(&mut self) {
        self.transcript.push("> (end of input)".into());
        self.stdin = None;
    }

    /// Waits for a line equal to `wanted` and returns all lines up to and with it.
    pub fn expect(&mut self, wanted: &str) -> Vec<String> {
        self.expect_until(&format!("{wanted:?}"), |line| line == wanted)
    }

    /// Waits for a line that begins with `prefix` and returns that line alone.
    pub fn expect_prefix(&mut self, prefix: &str) -> String {
        self.arrival(&format!("a line beginning with {prefix:?}"), |line| line.starts_with(prefix))
            .text
    }

    /// Waits for a line that satisfies `is_wanted`, and returns all lines up to and with it.
    /// `what` names the expectation in the failure message.
    pub fn expect_until(
        &mut self,
        what: &str,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let last = self.arrival(what, |line| {
            let found = is_wanted(line);
            if !found {
                lines.push(line.to_owned());
            }
            found
        });
        lines.push(last.text);
        lines
    }

    /// Waits for a line that satisfies `is_wanted` and returns it with its time of arrival.
    pub fn arrival(&mut self, what: &str, is_wanted: impl FnMut(&str) -> bool) -> Arrived {
        self.arrival_within(self.patience, what, is_wanted)
    }

    /// Like [`Session::arrival`] with a limit of its own.
    pub fn arrival_within(
        &mut self,
        limit: Duration,
        what: &str,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Arrived {
        let deadline = Instant::now() + limit;
        loop {
            match self.next_before(deadline) {
                Ok(line) if is_wanted(&line.text) => return line,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.fail(&format!("waited {limit:?} for {what}"))
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.fail(&format!("the program ended its output before {what}"))
                }
            }
        }
    }

    /// The next line, whatever it is; `None` when nothing comes within `limit` or the output ended.
    pub fn next_line(&mut self, limit: Duration) -> Option<String> {
        self.next_before(Instant::now() + limit).ok().map(|line| line.text)
    }

    /// All lines that arrive within the next `time`: for "nothing more may come" and the like.
    pub fn lines_for(&mut self, time: Duration) -> Vec<String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(line) = self.next_before(deadline) {
            lines.push(line.text);
        }
        lines
    }

    /// Fails when the program prints anything during `time`.
    pub fn expect_silence(&mut self, time: Duration) {
        let lines = self.lines_for(time);
        if !lines.is_empty() {
            self.fail(&format!("expected silence for {time:?}, heard {lines:?}"));
        }
    }

    /// Waits for the end of the process within the patience of the session.
    pub fn wait_exit(&mut self) -> ExitStatus {
        self.wait_exit_within(self.patience)
    }

    /// Waits for the end of the process at most `limit`.
    ///
    /// # Panics
    /// When it still runs then.
    pub fn wait_exit_within(&mut self, limit: Duration) -> ExitStatus {
        let deadline = Instant::now() + limit;
        loop {
            // The pause is part of what is measured, so it is short.
            match self.child.try_wait() {
                Ok(Some(status)) => return status,
                Ok(None) if Instant::now() >= deadline => {
                    self.fail(&format!("the program still runs after {limit:?}"))
                }
                Ok(None) => std::thread::sleep(Duration::from_micros(200)),
                Err(error) => self.fail(&format!("cannot wait for the program: {error}")),
            }
        }
    }

    /// Whether the process still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a signal by name (`"INT"`, `"TERM"`), by way of the system's `kill`.
    pub fn signal(&mut self, name: &str) {
        self.transcript.push(format!("> (signal {name})"));
        let done = Command::new("kill").arg(format!("-{name}")).arg(self.id().to_string()).status();
        if !done.as_ref().is_ok_and(ExitStatus::success) {
            self.fail(&format!("cannot send the signal {name}: {done:?}"));
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The memory the process holds now, in KiB, as the kernel of Linux counts it: its own, without the
    /// pages of its file, of which the kernel maps more or fewer at a time.
    pub fn resident_kib(&mut self) -> u64 {
        let path = format!("/proc/{}/status", self.id());
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let figure = text
            .lines()
            .find_map(|line| line.strip_prefix("RssAnon:"))
            .and_then(|rest| rest.split_whitespace().next())
            .and_then(|number| number.parse().ok());
        figure.unwrap_or_else(|| self.fail(&format!("no resident size in {path}")))
    }

    /// The processor time the process has used so far, in the kernel's ticks of 10 ms.
    pub fn cpu_time(&mut self) -> Duration {
        let path = format!("/proc/{}/stat", self.id());
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        // The program's name stands in brackets and may hold blanks: count behind the bracket.
        let ticks = text.rsplit_once(')').and_then(|(_, rest)| {
            let mut fields = rest.split_whitespace().skip(11);
            let user: u64 = fields.next()?.parse().ok()?;
            let system: u64 = fields.next()?.parse().ok()?;
            Some(user + system)
        });
        match ticks {
            Some(ticks) => Duration::from_millis(ticks * 10),
            None => self.fail(&format!("no times in {path}")),
        }
    }

    /// What the program has written to its standard error so far.
    pub fn complaints(&mut self) -> &[String] {
        while let Ok(heard) = self.heard.try_recv() {
            // Lines cannot be put back: a test asks for complaints when it has read what it needs.
            self.note(heard);
        }
        &self.complaints
    }

    /// The conversation so far, `> ` before what we sent, `< ` before what we heard.
    pub fn transcript(&self) -> String {
        self.transcript.join("\n")
    }

    /// Ends the test with `reason` and the end of the conversation.
    ///
    /// # Panics
    /// Always.
    pub fn fail(&mut self, reason: &str) -> ! {
        let mut message = format!("{reason}\nthe conversation");
        let skipped = self.transcript.len().saturating_sub(SHOWN);
        if skipped > 0 {
            let _ = write!(message, " (without its first {skipped} lines)");
        }
        message.push_str(":\n");
        message.push_str(&self.transcript[skipped..].join("\n"));
        if !self.complaints.is_empty() {
            let _ = write!(message, "\nstandard error:\n{}", self.complaints.join("\n"));
        }
        if let Ok(Some(status)) = self.child.try_wait() {
            let _ = write!(message, "\nthe program has ended: {status}");
        }
        panic!("{message}");
    }

    fn next_before(&mut self, deadline: Instant) -> Result<Arrived, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let heard = self.heard.recv_timeout(left)?;
            if let Some(line) = self.note(heard) {
                return Ok(line);
            }
        }
    }

    fn note(&mut self, heard: Heard) -> Option<Arrived> {
        match heard {
            Heard::Line(line) => {
                self.transcript.push(format!("< {}", shortened(&line.text)));
                Some(line)
            }
            Heard::Complaint(text) => {
                self.complaints.push(text);
                None
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(
    pipe: impl Read + Send + 'static,
    sender: Sender<Heard>,
    wrap: impl Fn(Arrived) -> Heard + Send + 'static,
) {
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = Vec::new();
        while pipe.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let at = Instant::now();
            if line.last() == Some(&b'\n') {
                line.pop();
            }
            let text = String::from_utf8_lossy(&line).into_owned();
            if sender.send(wrap(Arrived { text, at })).is_err() {
                return;
            }
            line.clear();
        }
    });
}

/// A line of 100 KB is a fair test and an unreadable message.
fn shortened(line: &str) -> String {
    const MOST: usize = 400;
    if line.chars().count() <= MOST {
        return line.to_owned();
    }
    let head: String = line.chars().take(MOST).collect();
    format!("{head}… ({} bytes)", line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Session {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Session::start(command).patience(Duration::from_secs(5))
    }

    #[test]
    fn a_conversation() {
        let mut peer = shell("read a; echo one; echo \"two $a\"; read b; echo bye; exit 3");
        peer.send("first");
        assert_eq!(peer.expect("two first"), ["one", "two first"]);
        let sent = peer.send("second");
        let heard = peer.arrival("bye", |line| line == "bye");
        assert!(heard.at >= sent);
        assert_eq!(peer.wait_exit().code(), Some(3));
        assert_eq!(peer.transcript(), "> first\n< one\n< two first\n> second\n< bye");
    }

    #[test]
    fn end_of_input_and_a_last_line_without_an_end() {
        let mut peer = shell("cat; printf over");
        peer.send_bytes(b"half");
        peer.close_input();
        assert_eq!(peer.expect("halfover"), ["halfover"]);
        assert!(peer.wait_exit().success());
    }

    #[test]
    #[should_panic(expected = "< nothing of use")]
    fn a_failure_shows_the_conversation() {
        let mut peer = shell("echo nothing of use; echo oops >&2");
        peer.expect("something");
    }

    #[test]
    fn standard_error_is_kept_apart() {
        let mut peer = shell("echo oops >&2; echo fine");
        peer.expect("fine");
        assert!(peer.wait_exit().success());
        let deadline = Instant::now() + PATIENCE;
        while peer.complaints().is_empty() && Instant::now() < deadline {
            std::thread::yield_now();
        }
        assert_eq!(peer.complaints(), ["oops"]);
    }

    #[test]
    fn signals_and_figures() {
        let mut peer = shell("echo ready; exec sleep 60");
        peer.expect("ready");
        assert!(peer.resident_kib() > 0);
        assert!(peer.cpu_time() < Duration::from_secs(5));
        peer.expect_silence(Duration::from_millis(20));
        assert!(peer.is_running());
        peer.signal("TERM");
        assert!(!peer.wait_exit().success());
    }
}
