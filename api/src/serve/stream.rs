//! A client's stream with time limits: for the head of a request, and for writes that the client does not take.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use shared::config::ClientLimits;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep},
};

use super::connections::Slot;

/// Slot of a connection, and what it is doing.
#[derive(Debug)]
pub(super) struct Activity {
    slot: Slot,
    phase: AtomicU8,
}

/// Nothing of the next request has arrived.
const IDLE: u8 = 0;
/// The head of a request is arriving.
const HEAD: u8 = 1;
/// A request is being answered, or the connection was upgraded.
const BUSY: u8 = 2;

impl Activity {
    pub(super) const fn new(slot: Slot) -> Self {
        Self { slot, phase: AtomicU8::new(HEAD) }
    }

    pub(super) const fn slot(&self) -> &Slot {
        &self.slot
    }

    /// Begins to answer a request.
    pub(super) fn begin(&self) {
        self.phase.store(BUSY, Ordering::Relaxed);
        self.slot.serve();
    }

    /// Waits for the next request.
    pub(super) fn end(&self) {
        self.phase.store(IDLE, Ordering::Relaxed);
        self.slot.wait();
    }

    fn is(&self, phase: u8) -> bool {
        self.phase.load(Ordering::Relaxed) == phase
    }
}

/// A stream with time limits.
#[derive(Debug)]
pub(super) struct Limited<S> {
    stream: S,
    activity: Arc<Activity>,
    head: Duration,
    write: Duration,
    head_ends: Pin<Box<Sleep>>,
    write_ends: Option<Pin<Box<Sleep>>>,
}

impl<S> Limited<S> {
    pub(super) fn new(stream: S, activity: Arc<Activity>, limits: &ClientLimits) -> Self {
        let head_ends = Box::pin(tokio::time::sleep(limits.head));
        Self { stream, activity, head: limits.head, write: limits.write, head_ends, write_ends: None }
    }

    /// Returns an error when the client has taken nothing for the time limit.
    fn stalled<T>(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        let write = self.write;
        let ends = self.write_ends.get_or_insert_with(|| Box::pin(tokio::time::sleep(write)));
        ready!(ends.as_mut().poll(cx));
        Poll::Ready(Err(timed_out("the client did not read the response in time")))
    }

    fn written<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_pending() {
            return self.stalled(cx);
        }
        self.write_ends = None;
        written
    }
}

fn timed_out(reason: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, reason)
}

impl<S: AsyncRead + Unpin> AsyncRead for Limited<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let before = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buffer);
        if read.is_ready() && buffer.filled().len() > before && this.activity.is(IDLE) {
            this.activity.phase.store(HEAD, Ordering::Relaxed);
            this.head_ends.as_mut().reset(Instant::now() + this.head);
        }
        if read.is_pending() && this.activity.is(HEAD) && this.head_ends.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(timed_out("the head of the request did not arrive in time")));
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Limited<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bytes);
        self.written(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
