//! The DevTools protocol through a pipe: messages in JSON, each ended by a zero byte.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::{ChildStdin, ChildStdout},
    sync::{mpsc, oneshot},
};

use super::{RenderFailure, limits};

/// Commands that wait to be written.
const MOST_COMMANDS: usize = 64;
const PIECE: usize = 64 << 10;

/// An event of a page.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) method: String,
    pub(super) params: Value,
}

/// A message of the browser.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    id: Option<u64>,
    session_id: Option<String>,
    method: Option<String>,
    #[serde(default)]
    params: Value,
    #[serde(default)]
    result: Value,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
}

type Answer = Result<Value, RenderFailure>;

#[derive(Default)]
struct Waiting {
    calls: HashMap<u64, oneshot::Sender<Answer>>,
    sessions: HashMap<String, mpsc::Sender<Event>>,
    is_closed: bool,
}

/// Connection to a browser; its clones share it.
#[derive(Clone)]
pub(super) struct Pipe {
    commands: mpsc::Sender<Vec<u8>>,
    waiting: Arc<Mutex<Waiting>>,
    last: Arc<AtomicU64>,
}

impl Pipe {
    /// Connects to a browser. The connection ends with its output.
    pub(super) fn new(input: ChildStdin, output: ChildStdout) -> Self {
        let (commands, written) = mpsc::channel(MOST_COMMANDS);
        let waiting: Arc<Mutex<Waiting>> = Arc::default();
        tokio::spawn(write(input, written));
        tokio::spawn(read(output, Arc::clone(&waiting)));
        Self { commands, waiting, last: Arc::default() }
    }

    /// Sends a command and returns its result.
    pub(super) async fn call(&self, session: Option<&str>, method: &str, params: Value) -> Answer {
        self.call_within(session, method, params, limits::COMMAND).await
    }

    pub(super) async fn call_within(
        &self, session: Option<&str>, method: &str, params: Value, time: Duration,
    ) -> Answer {
        let id = self.last.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = oneshot::channel();
        {
            let mut waiting = lock(&self.waiting);
            if waiting.is_closed {
                return Err(RenderFailure::Ended);
            }
            waiting.calls.insert(id, sender);
        }
        let answered = async {
            self.write(id, session, method, params).await?;
            receiver.await.map_err(|_| RenderFailure::Ended)?
        };
        let answer = tokio::time::timeout(time, answered).await.unwrap_or(Err(RenderFailure::TooSlow));
        lock(&self.waiting).calls.remove(&id);
        answer
    }

    /// Sends a command whose result does not matter.
    pub(super) async fn send(&self, session: &str, method: &str, params: Value) -> Result<(), RenderFailure> {
        let id = self.last.fetch_add(1, Ordering::Relaxed);
        self.write(id, Some(session), method, params).await
    }

    async fn write(&self, id: u64, session: Option<&str>, method: &str, params: Value) -> Result<(), RenderFailure> {
        let mut message = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.commands.send(bytes).await.map_err(|_| RenderFailure::Ended)
    }

    /// Receives the events of a session from now on.
    pub(super) fn events(&self, session: &str) -> mpsc::Receiver<Event> {
        let (sender, receiver) = mpsc::channel(limits::MOST_EVENTS);
        let mut waiting = lock(&self.waiting);
        if !waiting.is_closed {
            waiting.sessions.insert(session.to_owned(), sender);
        }
        receiver
    }

    /// Receives no more events of a session.
    pub(super) fn forget(&self, session: &str) {
        lock(&self.waiting).sessions.remove(session);
    }

    /// Returns true once the browser has ended.
    pub(super) fn is_closed(&self) -> bool {
        lock(&self.waiting).is_closed
    }
}

fn lock(waiting: &Mutex<Waiting>) -> std::sync::MutexGuard<'_, Waiting> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes until all connections are dropped, which closes the pipe and ends the browser.
async fn write(mut input: ChildStdin, mut written: mpsc::Receiver<Vec<u8>>) {
    while let Some(bytes) = written.recv().await {
        if input.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

async fn read(mut output: ChildStdout, waiting: Arc<Mutex<Waiting>>) {
    let (mut buffer, mut piece) = (Vec::new(), vec![0; PIECE]);
    while let Ok(length @ 1..) = output.read(&mut piece).await {
        let mut rest = &piece[..length];
        while let Some(end) = memchr::memchr(0, rest) {
            buffer.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            deliver(&buffer, &waiting);
            buffer.clear();
            buffer.shrink_to(PIECE);
        }
        buffer.extend_from_slice(rest);
        if buffer.len() > limits::MOST_MESSAGE {
            break;
        }
    }
    // Callers and pages learn it by their dropped senders.
    let mut waiting = lock(&waiting);
    *waiting = Waiting { is_closed: true, ..Waiting::default() };
}

fn deliver(bytes: &[u8], waiting: &Mutex<Waiting>) {
    let Ok(message) = serde_json::from_slice::<Message>(bytes) else { return };
    let mut waiting = lock(waiting);
    if let Some(caller) = message.id.and_then(|id| waiting.calls.remove(&id)) {
        let answer = message.error.map_or(Ok(message.result), |error| Err(RenderFailure::Refused(error.message)));
        // The caller may have stopped waiting.
        let _ = caller.send(answer);
    } else if let (Some(method), Some(session)) = (message.method, message.session_id)
        && let Some(page) = waiting.sessions.get(&session)
    {
        // A page that floods its channel loses events, not the memory of this process.
        let _ = page.try_send(Event { method, params: message.params });
    }
}
