//! The door: connections that say nothing are let in as long as there is room, and shown out when there is
//! none, the oldest first. So nobody keeps others out by opening sockets.

use axum::serve::Listener;
use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::sleep;

/// So many have not been answered yet. Those that have been answered are closed, or are pages, which are
/// counted elsewhere.
const WAITING: usize = 256;
/// Who has sent more than this, in bytes, hands a file over.
const HEAD: usize = 64 * 1024;
/// After the system could not take a connection.
const PAUSE: Duration = Duration::from_millis(20);

/// Takes connections.
pub(crate) struct Door {
    listener: TcpListener,
    waiting: VecDeque<(Arc<AtomicBool>, oneshot::Sender<()>)>,
}

impl Door {
    pub(crate) fn new(listener: TcpListener) -> Door {
        Door { listener, waiting: VecDeque::new() }
    }
}

impl Listener for Door {
    type Io = Guest;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest, SocketAddr) {
        let (stream, address) = loop {
            match self.listener.accept().await {
                Ok(taken) => break taken,
                // It may have hung up meanwhile, or there are too many files.
                Err(_) => sleep(PAUSE).await,
            }
        };
        self.waiting
            .retain(|(served, ended)| !served.load(Ordering::Relaxed) && !ended.is_closed());
        while self.waiting.len() >= WAITING {
            if let Some((_, out)) = self.waiting.pop_front() {
                // It may be gone already.
                let _ = out.send(());
            }
        }
        let served = Arc::new(AtomicBool::new(false));
        let (out, shown_out) = oneshot::channel();
        self.waiting.push_back((Arc::clone(&served), out));
        (Guest { stream, served, shown_out: Some(shown_out), heard: 0 }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection.
pub(crate) struct Guest {
    stream: TcpStream,
    /// It has been answered, or hands a file over.
    served: Arc<AtomicBool>,
    shown_out: Option<oneshot::Receiver<()>>,
    /// How much it has sent, in bytes.
    heard: usize,
}

impl Guest {
    fn is_shown_out(&mut self, cx: &mut Context<'_>) -> bool {
        let Some(shown_out) = &mut self.shown_out else { return false };
        match Pin::new(shown_out).poll(cx) {
            Poll::Pending => false,
            Poll::Ready(said) => {
                self.shown_out = None;
                said.is_ok()
            }
        }
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_shown_out(cx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        self.heard = self.heard.saturating_add(buffer.filled().len() - before);
        if self.heard > HEAD {
            self.served.store(true, Ordering::Relaxed);
        }
        read
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.served.store(true, Ordering::Relaxed);
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
