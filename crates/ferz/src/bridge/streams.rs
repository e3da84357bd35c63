//! Standard input and output inside the bridge's one thread.
//!
//! A line that is handed from thread to thread costs a wake-up on the way, and on another core a
//! slow one. So where the system can tell that a stream is ready (pipes, sockets, terminals of
//! Unix), it is read and written from the loop itself, and never waited for: not by making it
//! non-blocking, which would make it so for everybody who shares it, but by asking before each
//! call. Elsewhere, and for files, a thread reads, and output is written as it is.

use std::fs::File;
use std::io::{self, Read, Write};
use std::thread;
use tokio::sync::mpsc;
#[cfg(unix)]
use {
    rustix::event::{PollFd, PollFlags, Timespec, poll},
    std::os::fd::{AsFd, BorrowedFd},
    tokio::io::{Interest, unix::AsyncFd},
};

/// What is read at once.
const CHUNK: usize = 1 << 16;
/// Pieces of a file that may wait to be taken.
const PIECES: usize = 4;

/// Standard input.
pub(super) struct Input {
    source: Source,
    buffer: Vec<u8>,
}

enum Source {
    #[cfg(unix)]
    Loop(AsyncFd<File>),
    Thread(mpsc::Receiver<Vec<u8>>),
    Ended,
}

impl Input {
    /// Only inside a runtime.
    pub(super) fn open() -> io::Result<Input> {
        #[cfg(unix)]
        if let Some(ready) = watched(io::stdin().as_fd(), Interest::READABLE)? {
            return Ok(Input { source: Source::Loop(ready), buffer: vec![0; CHUNK] });
        }
        let (send, pieces) = mpsc::channel(PIECES);
        thread::Builder::new().name("reader".into()).spawn(move || read_all(&send))?;
        Ok(Input { source: Source::Thread(pieces), buffer: Vec::new() })
    }

    /// Whether its end was reached.
    pub(super) fn has_ended(&self) -> bool {
        matches!(self.source, Source::Ended)
    }

    /// Waits for more; returns how many bytes came, 0 at the end. Nothing is lost when the caller
    /// gives up.
    pub(super) async fn more(&mut self) -> usize {
        let length = match &mut self.source {
            #[cfg(unix)]
            Source::Loop(input) => read_ready(input, &mut self.buffer).await,
            Source::Thread(pieces) => {
                self.buffer = pieces.recv().await.unwrap_or_default();
                self.buffer.len()
            }
            Source::Ended => std::future::pending().await,
        };
        if length == 0 {
            self.source = Source::Ended;
        }
        length
    }

    /// What came last.
    pub(super) fn bytes(&self, length: usize) -> &[u8] {
        &self.buffer[..length]
    }
}

/// A copy of this descriptor that the runtime watches; none of a file, which is always ready.
#[cfg(unix)]
fn watched(stream: BorrowedFd<'_>, interest: Interest) -> io::Result<Option<AsyncFd<File>>> {
    let copy = File::from(stream.try_clone_to_owned()?);
    // SAFETY: the descriptor is our own copy, and stays open as long as the file that is moved in.
    Ok(unsafe { AsyncFd::register_with_interest(copy, interest) }.ok())
}

/// Reads, when there is something. An error is as good as the end.
#[cfg(unix)]
async fn read_ready(input: &AsyncFd<File>, buffer: &mut [u8]) -> usize {
    loop {
        let Ok(mut guard) = input.readable().await else { return 0 };
        if !is_ready(input, PollFlags::IN) {
            guard.clear_ready();
            continue;
        }
        match (&mut input.get_ref()).read(buffer) {
            Ok(length) => {
                // That was all. The system says so when there is more again.
                if length < buffer.len() {
                    guard.clear_ready();
                }
                return length;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // Somebody has made it non-blocking, and somebody else was faster.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => guard.clear_ready(),
            Err(_) => return 0,
        }
    }
}

/// Whether the next call will not block.
#[cfg(unix)]
fn is_ready(stream: &AsyncFd<File>, what: PollFlags) -> bool {
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    let mut asked = [PollFd::new(stream, what)];
    // An end, or an error, is there to be read as well.
    poll(&mut asked, Some(&now)).is_ok_and(|ready| ready > 0)
}

/// Reads until the end, in a thread.
fn read_all(send: &mpsc::Sender<Vec<u8>>) {
    let mut input = io::stdin().lock();
    loop {
        let mut piece = vec![0; CHUNK];
        match input.read(&mut piece) {
            Ok(0) => return,
            Ok(length) => {
                piece.truncate(length);
                if send.blocking_send(piece).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// Standard output.
pub(super) struct Output {
    sink: Sink,
    broken: bool,
}

enum Sink {
    #[cfg(unix)]
    Loop(AsyncFd<File>),
    Plain(io::Stdout),
}

/// Bytes that a pipe with room takes without blocking.
#[cfg(unix)]
const ROOM: usize = rustix::pipe::PIPE_BUF;

impl Output {
    /// Only inside a runtime.
    pub(super) fn open() -> io::Result<Output> {
        #[cfg(unix)]
        if let Some(ready) = watched(io::stdout().as_fd(), Interest::WRITABLE)? {
            return Ok(Output { sink: Sink::Loop(ready), broken: false });
        }
        Ok(Output { sink: Sink::Plain(io::stdout()), broken: false })
    }

    /// Nobody reads it any more.
    pub(super) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Writes what there is room for, and takes it out of `bytes`.
    pub(super) fn write(&mut self, bytes: &mut Vec<u8>) {
        let mut written = 0;
        while written < bytes.len() && !self.broken {
            let rest = &bytes[written..];
            let result = match &mut self.sink {
                #[cfg(unix)]
                Sink::Loop(out) => {
                    if !is_ready(out, PollFlags::OUT) {
                        break;
                    }
                    (&mut out.get_ref()).write(&rest[..rest.len().min(ROOM)])
                }
                Sink::Plain(out) => {
                    out.write_all(rest).and_then(|()| out.flush()).map(|()| rest.len())
                }
            };
            match result {
                Ok(length) => written += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => self.broken = true,
            }
        }
        bytes.drain(..written);
    }

    /// Waits until there is room.
    pub(super) async fn room(&mut self) {
        match &mut self.sink {
            #[cfg(unix)]
            Sink::Loop(out) => loop {
                let Ok(mut guard) = out.writable().await else { return };
                if is_ready(out, PollFlags::OUT) {
                    return;
                }
                guard.clear_ready();
            },
            Sink::Plain(_) => {}
        }
    }
}
