//! An engine in raw lines, without a protocol machine: for programs that judge the protocol itself.
//!
//! The process is guarded, its lines are capped, its standard error is read, and the conversation
//! can be recorded, as with [`Engine`](crate::Engine). What is said, and whether an answer is one,
//! is the owner's business.

use crate::fault::Fault;
use crate::launch::Launch;
use crate::process::Process;
use crate::streams::{Reader, Writer, read, write};
use crate::transcript::{Transcript, Way};
use ferz_wire::LineSplitter;
use std::collections::VecDeque;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// A running engine, spoken to line by line.
///
/// Nothing is read or written while nobody waits in [`next`](Raw::next).
pub struct Raw {
    process: Process,
    input: Option<Writer>,
    output: Option<Reader>,
    errors: Option<Reader>,
    began: Instant,
    transcript: Option<Transcript>,
    lines: LineSplitter,
    error_lines: LineSplitter,
    buffer: Box<[u8]>,
    error_buffer: Box<[u8]>,
    outgoing: Vec<u8>,
    /// Bytes came that no end of a line has followed.
    unfinished: bool,
    status: Option<ExitStatus>,
    heard: VecDeque<Heard>,
}

/// Something that an engine did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line of its output, without its end.
    Line {
        /// Since the start of the engine.
        at: Duration,
        /// The line.
        bytes: Vec<u8>,
        /// Bytes beyond the cap that were dropped.
        dropped: usize,
    },
    /// A line of its standard error.
    ErrorLine {
        /// Since the start of the engine.
        at: Duration,
        /// The line.
        bytes: Vec<u8>,
    },
    /// It closed its output. No more lines will come.
    Closed {
        /// Since the start of the engine.
        at: Duration,
    },
    /// The process ended.
    Ended {
        /// Since the start of the engine.
        at: Duration,
        /// How.
        status: ExitStatus,
    },
}

enum Wake {
    Output(std::io::Result<usize>),
    Errors(std::io::Result<usize>),
    Written(std::io::Result<usize>),
    Ended(std::io::Result<ExitStatus>),
    Timer,
}

impl Raw {
    /// Starts an engine. Of the launch, what concerns the process and the transcript is used.
    pub fn start(launch: Launch) -> Result<Raw, Fault> {
        let (process, streams) = Process::start(&launch)?;
        let mut transcript = launch.transcript;
        if let Some(transcript) = &mut transcript {
            let words = std::iter::once(&launch.program).chain(&launch.arguments);
            let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
            transcript.remark(&format!("command {}", words.join(" ")));
            if let Some(protocol) = launch.protocol {
                transcript.remark(&format!("protocol {protocol}"));
            }
        }
        Ok(Raw {
            process,
            input: Some(streams.input),
            output: Some(streams.output),
            errors: streams.errors,
            began: Instant::now(),
            transcript,
            lines: LineSplitter::new(),
            error_lines: LineSplitter::with_cap(4 << 10),
            buffer: vec![0; 1 << 16].into(),
            error_buffer: vec![0; 1 << 13].into(),
            outgoing: Vec::new(),
            unfinished: false,
            status: None,
            heard: VecDeque::new(),
        })
    }

    /// When it was started.
    pub fn began(&self) -> Instant {
        self.began
    }

    /// Queues bytes as they are, line ends included.
    pub fn write(&mut self, bytes: &[u8]) {
        if self.input.is_none() {
            return;
        }
        if let Some(transcript) = &mut self.transcript {
            for line in bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                transcript.add(self.began.elapsed(), Way::To, line);
            }
        }
        self.outgoing.extend_from_slice(bytes);
    }

    /// Adds a conclusion to the transcript.
    pub fn note(&mut self, text: &str) {
        let at = self.began.elapsed();
        if let Some(transcript) = &mut self.transcript {
            transcript.add(at, Way::Note, text.replace(['\n', '\r'], " ").as_bytes());
        }
    }

    /// Closes its input, as a host that dies does. What waits to be written is dropped.
    pub fn close_input(&mut self) {
        self.input = None;
        self.outgoing.clear();
    }

    /// Whether the last of its output is no whole line.
    pub fn is_amid_line(&self) -> bool {
        self.unfinished
    }

    /// Bytes that it has not taken yet.
    pub fn unread(&self) -> usize {
        self.outgoing.len()
    }

    /// How it ended, if it has.
    pub fn status(&self) -> Option<ExitStatus> {
        self.status
    }

    /// The process group that it and all it has started are in.
    #[cfg(unix)]
    pub fn group(&self) -> i32 {
        self.process.group()
    }

    /// Sends the signal to end.
    pub fn terminate(&mut self) {
        self.process.terminate();
    }

    /// Sends the signal that a terminal sends to interrupt.
    #[cfg(unix)]
    pub fn interrupt(&mut self) {
        self.process.interrupt();
    }

    /// Ends it, and all it has started, whatever it does.
    pub async fn kill(&mut self) {
        self.process.kill();
        if self.status.is_none() {
            self.status = self.process.ended().await.ok();
        }
        self.process.sweep().await;
        if let Some(transcript) = &mut self.transcript {
            transcript.flush();
        }
    }

    /// The next thing that it does; `None` when nothing has happened until then.
    pub async fn next(&mut self, until: Instant) -> Option<Heard> {
        loop {
            if let Some(heard) = self.heard.pop_front() {
                return Some(heard);
            }
            let wake = tokio::select! {
                biased;
                length = write(&mut self.input, &self.outgoing), if !self.outgoing.is_empty() => {
                    Wake::Written(length)
                }
                length = read(&mut self.output, &mut self.buffer) => Wake::Output(length),
                length = read(&mut self.errors, &mut self.error_buffer) => Wake::Errors(length),
                status = self.process.ended(), if self.status.is_none() => Wake::Ended(status),
                () = tokio::time::sleep_until(until.into()) => Wake::Timer,
            };
            let at = self.began.elapsed();
            match wake {
                Wake::Timer => return None,
                Wake::Written(Ok(length)) => {
                    self.outgoing.drain(..length);
                }
                Wake::Written(Err(_)) => self.close_input(),
                Wake::Output(Ok(0) | Err(_)) => {
                    self.output = None;
                    let rest = self.lines.end().map(|line| (line.bytes.to_vec(), line.dropped));
                    if let Some((bytes, dropped)) = rest {
                        self.line(at, bytes, dropped);
                    }
                    self.heard.push_back(Heard::Closed { at });
                }
                Wake::Output(Ok(length)) => {
                    let new = &self.buffer[..length];
                    self.unfinished = !matches!(new.last(), Some(b'\n' | b'\r'));
                    self.lines.push(new);
                    while let Some(line) = self.lines.next_line() {
                        let (bytes, dropped) = (line.bytes.to_vec(), line.dropped);
                        self.line(at, bytes, dropped);
                    }
                    // A line without an end must not keep us for ever.
                    if self.heard.is_empty() && Instant::now() > until {
                        return None;
                    }
                }
                Wake::Errors(Ok(0) | Err(_)) => self.errors = None,
                Wake::Errors(Ok(length)) => {
                    self.error_lines.push(&self.error_buffer[..length]);
                    while let Some(line) = self.error_lines.next_line() {
                        let bytes = line.bytes.to_vec();
                        if let Some(transcript) = &mut self.transcript {
                            transcript.add(at, Way::Error, &bytes);
                        }
                        self.heard.push_back(Heard::ErrorLine { at, bytes });
                    }
                }
                Wake::Ended(Ok(status)) => {
                    self.status = Some(status);
                    self.heard.push_back(Heard::Ended { at, status });
                }
                Wake::Ended(Err(_)) => {}
            }
            if let Some(transcript) = &mut self.transcript {
                transcript.flush();
            }
        }
    }

    fn line(&mut self, at: Duration, bytes: Vec<u8>, dropped: usize) {
        if let Some(transcript) = &mut self.transcript {
            transcript.add(at, Way::From, &bytes);
        }
        self.heard.push_back(Heard::Line { at, bytes, dropped });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(future: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(future);
    }

    #[test]
    fn lines_errors_and_the_end_are_told_apart() {
        run(async {
            let script = "read a; echo heard $a; echo oops >&2; printf rest; exit 3";
            let mut raw = Raw::start(Launch::new("sh").arguments(["-c", script])).unwrap();
            raw.write(b"uci\n");
            let until = Instant::now() + Duration::from_secs(20);
            let (mut lines, mut errors, mut code, mut closed) = (vec![], vec![], None, false);
            while code.is_none() || !closed {
                match raw.next(until).await.expect("the script ends") {
                    Heard::Line { bytes, .. } => lines.push(String::from_utf8(bytes).unwrap()),
                    Heard::ErrorLine { bytes, .. } => {
                        errors.push(String::from_utf8(bytes).unwrap());
                    }
                    Heard::Closed { .. } => closed = true,
                    Heard::Ended { status, .. } => code = status.code(),
                }
            }
            assert_eq!(lines, ["heard uci", "rest"]);
            assert_eq!((errors, code), (vec!["oops".to_owned()], Some(3)));
        });
    }

    #[test]
    fn silence_has_an_end() {
        run(async {
            let mut raw = Raw::start(Launch::new("cat")).unwrap();
            assert_eq!(raw.next(Instant::now() + Duration::from_millis(20)).await, None);
            raw.kill().await;
            assert!(raw.status().is_some());
        });
    }
}
