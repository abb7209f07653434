//! Bodies of requests and responses on a connection.

use std::{
    fmt, io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep};

use super::stream::Activity;

/// A request's body whose pieces must arrive in time.
pub(super) struct Timed {
    body: Incoming,
    within: Duration,
    ends: Option<Pin<Box<Sleep>>>,
}

impl Timed {
    pub(super) const fn new(body: Incoming, within: Duration) -> Self {
        Self { body, within, ends: None }
    }
}

impl hyper::body::Body for Timed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = &mut *self;
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) {
            this.ends = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(axum::Error::new)));
        }
        let within = this.within;
        let ends = this.ends.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + within)));
        if ends.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        let error = io::Error::new(io::ErrorKind::TimedOut, "the request body did not arrive in time");
        Poll::Ready(Some(Err(axum::Error::new(error))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A response's body; its end makes the connection wait for the next request.
pub(super) struct Answered {
    body: Body,
    activity: Arc<Activity>,
}

impl Answered {
    pub(super) const fn new(body: Body, activity: Arc<Activity>) -> Self {
        Self { body, activity }
    }
}

impl fmt::Debug for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answered").finish_non_exhaustive()
    }
}

impl hyper::body::Body for Answered {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        self.activity.end();
    }
}
