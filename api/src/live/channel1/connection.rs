//! A connection of channel 1: one task that reads, executes and writes.

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures::SinkExt;
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

use super::{
    execute::{Answer, Desk},
    incoming::Incoming,
    refuse::refuse,
};
use crate::{
    live::{
        channel::Channel,
        close::Close,
        flood::Bucket,
        hub::{Connection, Hub, Seat},
        limits::{MESSAGE_BYTES, OUTBOX, PING_EVERY, SILENCE, WRITE},
        outlet::{PlainWire, Wire},
        reply,
        token_claims::TokenClaims,
    },
    state::AppState,
};

/// Frames per write.
const AT_ONCE: usize = 32;

/// Initial state of a connection.
pub(super) struct Begin {
    pub(super) seat: Seat,
    pub(super) pass: TokenClaims,
    pub(super) since: Option<i64>,
    pub(super) channels: String,
}

struct Live {
    socket: WebSocket,
    connection: Connection,
    outbox: mpsc::Receiver<Utf8Bytes>,
    desk: Desk,
    bucket: Bucket,
    heard: Instant,
}

enum Happening {
    Heard(Option<Result<Message, axum::Error>>),
    Frames(Vec<Utf8Bytes>),
    Ended(Close),
    Quiet,
}

/// Serves a connection until it ends.
pub(super) async fn serve(state: AppState, hub: Hub, socket: WebSocket, begin: Begin) {
    let (sender, outbox) = mpsc::channel(OUTBOX);
    let (end, mut ended) = oneshot::channel();
    let wire = PlainWire::new(sender, end);
    for channel in begin.channels.split(',').filter_map(Channel::parse) {
        wire.subscribe(channel);
    }
    let connection = hub.connect(begin.seat, begin.pass, Wire::Plain(wire), begin.since);
    let mut live = Live {
        socket,
        connection,
        outbox,
        desk: Desk::new(state),
        bucket: Bucket::full(std::time::Instant::now()),
        heard: Instant::now(),
    };
    let close = live.run(&mut ended).await;
    let Live { socket, connection, .. } = live;
    // Releases its seat before the closing handshake, which may take a while.
    drop(connection);
    if let Some(close) = close {
        refuse(socket, close).await;
    }
}

impl Live {
    /// Runs until one side ends the connection; returns the close reason for the client.
    async fn run(&mut self, ended: &mut oneshot::Receiver<Close>) -> Option<Close> {
        loop {
            let step = match self.next(ended).await {
                Happening::Heard(Some(Ok(message))) => self.hear(message, ended).await,
                Happening::Heard(Some(Err(error))) => Err(too_big(&error)),
                Happening::Heard(None) => Err(None),
                Happening::Frames(frames) => self.write(frames, ended).await,
                Happening::Ended(close) => Err(Some(close)),
                Happening::Quiet if self.heard.elapsed() >= SILENCE => Err(None),
                Happening::Quiet => self.send(Message::Ping(bytes::Bytes::new()), ended).await,
            };
            if let Err(close) = step {
                return close;
            }
        }
    }

    async fn next(&mut self, ended: &mut oneshot::Receiver<Close>) -> Happening {
        let mut frames = Vec::new();
        tokio::select! {
            biased;
            close = ended => Happening::Ended(close.unwrap_or(Close::GoingAway)),
            message = self.socket.recv() => Happening::Heard(message),
            _ = self.outbox.recv_many(&mut frames, AT_ONCE) => Happening::Frames(frames),
            () = tokio::time::sleep(PING_EVERY) => Happening::Quiet,
        }
    }

    /// Handles a message of the client. `Err` ends the connection.
    async fn hear(&mut self, message: Message, ended: &mut oneshot::Receiver<Close>) -> Result<(), Option<Close>> {
        self.heard = Instant::now();
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => Utf8Bytes::default(),
            Message::Close(_) => return Err(None),
            // The transport answers pings.
            Message::Ping(_) | Message::Pong(_) => {
                return if self.bucket.take(std::time::Instant::now()) { Ok(()) } else { Err(Some(Close::Flood)) };
            }
        };
        if text.len() > MESSAGE_BYTES {
            return Err(Some(Close::TooBig));
        }
        if !self.bucket.take(std::time::Instant::now()) {
            return Err(Some(Close::Flood));
        }
        let answer = match Incoming::read(&text) {
            Ok(incoming) => self.desk.obey(&self.connection, incoming).await,
            Err(problem) => Answer::Say("error", problem),
        };
        match answer {
            Answer::Say(event_type, payload) => {
                self.send(Message::Text(reply::frame(event_type, &payload)), ended).await
            }
            Answer::End(close) => Err(Some(close)),
        }
    }

    async fn write(
        &mut self, frames: Vec<Utf8Bytes>, ended: &mut oneshot::Receiver<Close>,
    ) -> Result<(), Option<Close>> {
        let socket = &mut self.socket;
        let write = async {
            for frame in frames {
                socket.feed(Message::Text(frame)).await?;
            }
            socket.flush().await
        };
        finish(write, ended).await
    }

    async fn send(&mut self, message: Message, ended: &mut oneshot::Receiver<Close>) -> Result<(), Option<Close>> {
        finish(self.socket.send(message), ended).await
    }
}

/// Completes a write, unless the hub drops the client because it does not read.
async fn finish(
    write: impl Future<Output = Result<(), axum::Error>>, ended: &mut oneshot::Receiver<Close>,
) -> Result<(), Option<Close>> {
    tokio::select! {
        biased;
        written = tokio::time::timeout(WRITE, write) => match written {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(None),
            Err(_) => Err(Some(Close::TooSlow)),
        },
        close = ended => Err(Some(close.unwrap_or(Close::GoingAway))),
    }
}

/// Returns a close reason if the message was too long; other errors mean that the connection is lost.
fn too_big(error: &axum::Error) -> Option<Close> {
    error.to_string().contains("too long").then_some(Close::TooBig)
}
