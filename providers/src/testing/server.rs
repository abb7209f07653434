//! Loopback server that answers in recorded shapes.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderMap, Response, StatusCode, Uri},
};
use serde_json::Value;

/// What the server replies.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
    delay: Duration,
    chunks: bool,
}

impl Reply {
    pub(crate) fn json(body: impl Into<String>) -> Self {
        Self { status: 200, headers: Vec::new(), body: body.into(), delay: Duration::ZERO, chunks: false }
    }

    pub(crate) fn status(status: u16, body: impl Into<String>) -> Self {
        Self { status, ..Self::json(body) }
    }

    pub(crate) fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub(crate) const fn slow(mut self) -> Self {
        self.delay = Duration::from_secs(5);
        self
    }

    /// Sends the body in pieces of a few bytes.
    pub(crate) const fn chunked(mut self) -> Self {
        self.chunks = true;
        self
    }
}

/// A request that the server has seen.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Seen {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }
}

#[derive(Default)]
struct Shared {
    replies: Mutex<VecDeque<Reply>>,
    seen: Mutex<Vec<Seen>>,
}

/// A server that gives its replies in turn; the last one again and again.
pub(crate) struct Server {
    pub(crate) base: String,
    shared: Arc<Shared>,
}

impl Server {
    pub(crate) async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let shared = Arc::new(Shared { replies: Mutex::new(replies.into_iter().collect()), ..Shared::default() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new().fallback(answer).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { base, shared }
    }

    pub(crate) fn seen(&self) -> Vec<Seen> {
        self.shared.seen.lock().unwrap().clone()
    }
}

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1 << 20).await.unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    shared.seen.lock().unwrap().push(Seen { uri: parts.uri, headers: parts.headers, body });
    let reply = {
        let mut replies = shared.replies.lock().unwrap();
        if replies.len() > 1 { replies.pop_front() } else { replies.front().cloned() }
    };
    let reply = reply.expect("a reply");
    tokio::time::sleep(reply.delay).await;
    let mut response = Response::builder().status(StatusCode::from_u16(reply.status).unwrap());
    for (name, value) in &reply.headers {
        response = response.header(*name, value);
    }
    let body = if reply.chunks {
        let pieces: Vec<_> = reply.body.as_bytes().chunks(7).map(Bytes::copy_from_slice).map(Ok).collect();
        Body::from_stream(futures::stream::iter(pieces as Vec<Result<Bytes, std::io::Error>>))
    } else {
        Body::from(reply.body)
    };
    response.body(body).unwrap()
}
