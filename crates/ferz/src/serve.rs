//! The process around a session: standard input and output, signals, the log.
//!
//! Three kinds of threads send to one channel: a reader, the engine's own, and one for signals.
//! One loop takes from it, so one place shows everything that can happen.

use crate::console;
use crate::log::TrafficLog;
use crate::session::{Backend, Happening, Rim, Session};
use ferz_link::{Event, Post, Protocol};
use ferz_wire::{Line, LineSplitter, bytes};
use std::io::{self, BufWriter, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::thread;
use std::time::Instant;

/// Everything that can wake the loop.
enum Wake {
    /// The interface says something.
    Line(String),
    /// The engine says something.
    Said(Event),
    /// The input has ended.
    Eof,
    /// SIGINT, or SIGTERM.
    Signal(Signal),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    Interrupt,
    Terminate,
}

impl Signal {
    pub(crate) fn happening(self) -> Happening<'static> {
        match self {
            Signal::Interrupt => Happening::Interrupt,
            Signal::Terminate => Happening::Terminate,
        }
    }
}

/// Longer lines are cut: nothing that an interface means is as long.
pub(crate) const LINE_CAP: usize = 1 << 26;

/// Lines that may wait to be read. More stay in the pipe, where they slow the interface down
/// instead of filling our memory.
const LINES_WAITING: usize = 1024;

/// Serves an engine on standard input and output until the interface has had enough. `open` makes
/// it, and is told where it posts its news. The protocol may be laid down, and a file for all
/// traffic be named.
pub fn serve<E: From<io::Error>>(
    protocol: Option<Protocol>,
    log: Option<&str>,
    open: impl FnOnce(Post) -> Result<Box<dyn Backend>, E>,
) -> Result<(), E> {
    let began = Instant::now();
    let (send, receive) = mpsc::channel();
    let (credit, credits) = mpsc::sync_channel(LINES_WAITING);
    spawn("reader", {
        let send = send.clone();
        move || read(io::stdin().lock(), &send, &credit)
    })?;
    listen_to_signals({
        let send = send.clone();
        move |signal| send.send(Wake::Signal(signal)).is_ok()
    })?;
    let gone = send.clone();
    let post: Post = Arc::new(move |event| {
        // Nobody listens any more when the session has ended.
        let _ = send.send(Wake::Said(event));
    });
    let mut session = Session::new(open(post)?, protocol);
    let out = BufWriter::with_capacity(1 << 14, io::stdout().lock());
    let mut rim = LoggedOutput::new(out, began);
    rim.log_to(log.unwrap_or_default())?;
    while !session.is_over() && !rim.broken {
        let Some(wake) = next(&receive, &mut rim) else { break };
        let now = began.elapsed();
        match wake {
            Wake::Line(line) => {
                let _ = credits.try_recv();
                rim.heard(&line);
                session.step(now, Happening::Line(&line), &mut rim);
            }
            Wake::Said(event) => session.step(now, Happening::Said(event), &mut rim),
            Wake::Eof => {
                // A search that is to end by itself may take hours: not if nobody reads its end.
                let send = gone.clone();
                watch_output(move || drop(send.send(Wake::Signal(Signal::Terminate))))?;
                session.step(now, Happening::End, &mut rim);
            }
            Wake::Signal(signal) => session.step(now, signal.happening(), &mut rim),
        }
    }
    rim.flush();
    Ok(())
}

/// The next thing to happen. Output is written out before we wait, and not while more is at hand.
fn next(receive: &Receiver<Wake>, rim: &mut impl Rim) -> Option<Wake> {
    if let Ok(wake) = receive.try_recv() {
        return Some(wake);
    }
    rim.flush();
    receive.recv().ok()
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(body).map(drop)
}

/// Reads lines until the input ends.
fn read(mut input: impl Read, send: &Sender<Wake>, credit: &SyncSender<()>) {
    let mut splitter = LineSplitter::with_cap(LINE_CAP);
    let mut buffer = vec![0; 1 << 16];
    let pass_on = |line: Line<'_>| {
        // In no protocol does an empty line mean anything.
        if line.bytes.is_empty() {
            return true;
        }
        // The loop is gone when one of them fails, and so is the reason to read.
        credit.send(()).is_ok() && send.send(Wake::Line(line.text().into_owned())).is_ok()
    };
    loop {
        let length = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        splitter.push(&buffer[..length]);
        while let Some(line) = splitter.next_line() {
            if !pass_on(line) {
                return;
            }
        }
    }
    if let Some(line) = splitter.end() {
        pass_on(line);
    }
    let _ = send.send(Wake::Eof);
}

/// Passes signals on, in a thread, as long as somebody takes them.
#[cfg(unix)]
pub(crate) fn listen_to_signals(send: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    spawn("signals", move || {
        let mut asked = false;
        for signal in &mut signals {
            if console::is_deaf() {
                std::process::exit(128 + signal);
            }
            // A second request means: do not wait for a long command.
            if signal == SIGTERM && std::mem::replace(&mut asked, true) {
                std::process::exit(1);
            }
            let signal = if signal == SIGTERM { Signal::Terminate } else { Signal::Interrupt };
            if !send(signal) {
                return;
            }
        }
    })
}

/// Waits, in a thread, until nobody can read any more what we write.
#[cfg(unix)]
fn watch_output(gone: impl FnOnce() + Send + 'static) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    spawn("output", move || {
        let out = io::stdout();
        let ends = PollFlags::ERR | PollFlags::HUP | PollFlags::NVAL;
        let mut watched = [PollFd::new(&out, PollFlags::empty())];
        while poll(&mut watched, None).is_ok() || watched[0].revents().is_empty() {
            if watched[0].revents().intersects(ends) {
                return gone();
            }
        }
    })
}

/// The next line that is written fails.
#[cfg(not(unix))]
fn watch_output(_: impl FnOnce() + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// There are none.
#[cfg(not(unix))]
pub(crate) fn listen_to_signals(_: impl Fn(Signal) -> bool + Send + 'static) -> io::Result<()> {
    Ok(())
}

/// Standard output, or what is to become it, and the log beside it.
pub(crate) struct LoggedOutput<W> {
    pub(crate) out: W,
    log: Option<TrafficLog>,
    began: Instant,
    /// The interface no longer listens.
    broken: bool,
}

impl<W> LoggedOutput<W> {
    pub(crate) fn new(out: W, began: Instant) -> LoggedOutput<W> {
        LoggedOutput { out, log: None, began, broken: false }
    }

    pub(crate) fn heard(&mut self, line: &str) {
        if let Some(log) = &mut self.log {
            log.heard(self.began.elapsed(), line);
        }
    }
}

impl<W: Write> Rim for LoggedOutput<W> {
    fn line(&mut self, text: &str) {
        if let Some(log) = &mut self.log {
            log.said(self.began.elapsed(), text);
        }
        let written =
            self.out.write_all(&bytes::encode(text)).and_then(|()| self.out.write_all(b"\n"));
        self.broken |= written.is_err();
    }

    fn flush(&mut self) {
        self.broken |= self.out.flush().is_err();
        if let Some(log) = &mut self.log {
            log.flush();
        }
    }

    fn log_to(&mut self, file: &str) -> io::Result<()> {
        self.log = match file {
            "" => None,
            file => Some(TrafficLog::create(file)?),
        };
        Ok(())
    }
}
