//! A server that gives its replies in turn; the last one again and again.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderMap, Response},
};

/// What the server replies.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    delay: Duration,
    /// Announces more bytes than it sends.
    is_cut: bool,
}

impl Reply {
    pub(crate) fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: Vec::new(), body: body.into(), delay: Duration::ZERO, is_cut: false }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) const fn slow(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    pub(crate) const fn cut(mut self) -> Self {
        self.is_cut = true;
        self
    }

    pub(crate) async fn into_response(self) -> Response<Body> {
        tokio::time::sleep(self.delay).await;
        let mut response = Response::builder().status(self.status);
        for (name, value) in &self.headers {
            response = response.header(*name, value);
        }
        if self.is_cut {
            response = response.header("content-length", self.body.len() + 10);
            let pieces = [Ok(Bytes::from(self.body)), Err(std::io::Error::other("cut"))];
            return response.body(Body::from_stream(futures::stream::iter(pieces))).unwrap();
        }
        response.body(Body::from(self.body)).unwrap()
    }
}

/// A request that the server has seen.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// Method and path with query.
    pub(crate) line: String,
    pub(crate) headers: HeaderMap,
}

/// A server that gives its replies in turn.
pub(crate) struct Fake {
    pub(crate) address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    replies: Mutex<VecDeque<Reply>>,
    seen: Mutex<Vec<Seen>>,
}

impl Fake {
    pub(crate) async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let shared = Arc::new(Shared { replies: Mutex::new(replies.into_iter().collect()), ..Shared::default() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = Router::new().fallback(answer).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, shared }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.shared.seen.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    axum::body::to_bytes(body, 64 << 20).await.unwrap();
    let line = format!("{} {}", parts.method, parts.uri);
    shared.seen.lock().unwrap().push(Seen { line, headers: parts.headers });
    let reply = {
        let mut replies = shared.replies.lock().unwrap();
        if replies.len() > 1 { replies.pop_front() } else { replies.front().cloned() }
    };
    reply.expect("a reply").into_response().await
}
