//! Ordered queue of a connection's messages.
//!
//! The library starts a task per message, so a message could overtake the one that joins its room. Messages are
//! therefore queued when they are read, and handled by one task.

use std::{
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::json;
use socketioxide::{
    adapter::LocalAdapter,
    extract::{AckSender, Event, SocketRef, TryData},
    handler::FromMessageParts,
    socket::Socket,
};
use tokio::sync::mpsc;

use super::{args::Args, requests::Requests};
use crate::live::{close::Close, flood::Bucket, limits::MESSAGE_BYTES};

/// Maximum number of queued messages; more count as a flood.
const WAITING: usize = 64;

/// Sender of a connection's inbox.
#[derive(Debug, Clone)]
pub(super) struct Inbox(mpsc::Sender<Message>);

/// An event of a client.
pub(super) struct Message {
    pub(super) event: String,
    pub(super) args: Option<Args>,
    pub(super) ack: AckSender,
}

/// Receiver of an inbox until a task takes it. Socket extensions must be cloneable, which a receiver is not.
#[derive(Debug, Clone)]
pub(super) struct Messages(Arc<Mutex<Option<mpsc::Receiver<Message>>>>);

impl From<mpsc::Receiver<Message>> for Messages {
    fn from(messages: mpsc::Receiver<Message>) -> Self {
        Self(Arc::new(Mutex::new(Some(messages))))
    }
}

impl Messages {
    /// Takes the receiver; `None` the second time.
    pub(super) fn take(&self) -> Option<mpsc::Receiver<Message>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Inbox {
    pub(super) fn new() -> (Self, mpsc::Receiver<Message>) {
        let (sender, receiver) = mpsc::channel(WAITING);
        (Self(sender), receiver)
    }
}

/// Queues a message from the library, in order.
pub(super) struct Queued;

impl FromMessageParts<LocalAdapter> for Queued {
    type Error = Infallible;

    fn from_message_parts(
        socket: &Arc<Socket<LocalAdapter>>, value: &mut socketioxide_core::Value, ack_id: &Option<i64>,
    ) -> Result<Self, Infallible> {
        let Some(Inbox(inbox)) = socket.extensions.get::<Inbox>() else { return Ok(Self) };
        let is_long = value.as_str().is_some_and(|text| text.len() > MESSAGE_BYTES);
        let event = Event::from_message_parts(socket, value, ack_id).map(|Event(name)| name).unwrap_or_default();
        let TryData(args) = TryData::from_message_parts(socket, value, ack_id)?;
        let ack = AckSender::from_message_parts(socket, value, ack_id)?;
        if is_long || inbox.try_send(Message { event, args: args.ok(), ack }).is_err() {
            let close = if is_long { Close::TooBig } else { Close::Flood };
            let socket = SocketRef::from_message_parts(socket, value, ack_id)?;
            let _ = socket.emit("error", &json!({"code": close.code(), "message": close.reason()}));
            let _ = socket.disconnect();
        }
        Ok(Self)
    }
}

/// Handles the messages of a connection until it ends.
pub(super) async fn serve(mut desk: Requests, mut messages: mpsc::Receiver<Message>) {
    let mut bucket = Bucket::full(std::time::Instant::now());
    while let Some(message) = messages.recv().await {
        if !bucket.take(std::time::Instant::now()) {
            desk.close(Close::Flood);
            continue;
        }
        let answer = desk.obey(&message.event, message.args).await;
        // The client may have disconnected, or not have requested an acknowledgement.
        let _ = message.ack.send(&answer);
    }
}
