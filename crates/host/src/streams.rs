//! The streams to an engine, however it is run.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

pub(crate) type Reader = Box<dyn AsyncRead + Send + Unpin>;
pub(crate) type Writer = Box<dyn AsyncWrite + Send + Unpin>;

/// The streams to an engine that somebody else runs: on another machine, or in a test.
pub struct Streams {
    /// What it says.
    pub(crate) output: Reader,
    /// What it hears.
    pub(crate) input: Writer,
    /// What a process says beside its protocol.
    pub(crate) errors: Option<Reader>,
}

impl Streams {
    /// An engine that says `output` and hears `input`.
    pub fn new(
        output: impl AsyncRead + Send + Unpin + 'static,
        input: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Streams {
        Streams { output: Box::new(output), input: Box::new(input), errors: None }
    }
}

/// Reads, or waits for ever where there is nothing to read.
pub(crate) async fn read(from: &mut Option<Reader>, into: &mut [u8]) -> io::Result<usize> {
    match from {
        Some(from) => from.read(into).await,
        None => std::future::pending().await,
    }
}

/// Writes, or waits for ever where nothing can be written.
pub(crate) async fn write(to: &mut Option<Writer>, bytes: &[u8]) -> io::Result<usize> {
    match to {
        Some(to) => to.write(bytes).await,
        None => std::future::pending().await,
    }
}
