//! The hub's side of a connection.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU8, Ordering},
};

use axum::extract::ws::Utf8Bytes;
use chrono::{DateTime, Utc};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

use super::{
    channel::{Channel, Route},
    channel2::wire::SocketWire,
    close::Close,
    limits::PATIENCE,
    offer::Offer,
    relayed::Relayed,
    token_claims::TokenClaims,
};

/// The hub's end of one connection.
#[derive(Debug)]
pub(crate) struct Outlet {
    /// Unique within the process.
    pub(crate) id: u64,
    pass: Mutex<TokenClaims>,
    wire: Wire,
    is_closed: AtomicBool,
}

/// Transport of a connection.
#[derive(Debug)]
pub(crate) enum Wire {
    /// Channel 1.
    Plain(PlainWire),
    /// Channel 2.
    Socket(SocketWire),
}

/// A connection of channel 1: its task sends frames from the outbox.
#[derive(Debug)]
pub(crate) struct PlainWire {
    channels: AtomicU8,
    outbox: mpsc::Sender<Utf8Bytes>,
    end: Mutex<Option<oneshot::Sender<Close>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Outlet {
    pub(crate) const fn new(id: u64, pass: TokenClaims, wire: Wire) -> Self {
        Self { id, pass: Mutex::new(pass), wire, is_closed: AtomicBool::new(false) }
    }

    /// What its token said.
    pub(crate) fn pass(&self) -> TokenClaims {
        *lock(&self.pass)
    }

    /// Returns true if its token has expired.
    pub(crate) fn is_expired(&self, now: DateTime<Utc>) -> bool {
        self.pass().expires_at <= now
    }

    /// Puts another token in the place of the first; refused when it is another user's.
    pub(crate) fn renew(&self, new: TokenClaims) -> Result<(), Close> {
        let mut pass = lock(&self.pass);
        if pass.user_id != new.user_id {
            return Err(Close::OtherUser);
        }
        *pass = new;
        Ok(())
    }

    /// Sends an event if the connection subscribed to it. Many can arrive at once, as when a run ends, so a full outbox
    /// is given a moment; a client that has not read by then is dropped.
    pub(crate) async fn offer(&self, relayed: &Relayed, offer: Offer) {
        if self.is_closed.load(Ordering::Relaxed) {
            return;
        }
        let taken = match &self.wire {
            Wire::Plain(wire) => wire.offer(relayed, offer).await,
            Wire::Socket(wire) => wire.offer(relayed, offer).await,
        };
        if !taken {
            metrics::counter!("motherlode_live_slow_clients_total").increment(1);
            self.close(Close::TooSlow);
        }
    }

    /// Returns true if it subscribed to engines.
    pub(crate) fn wants_engines(&self) -> bool {
        match &self.wire {
            Wire::Plain(wire) => wire.has(Channel::Engines),
            Wire::Socket(wire) => wire.wants_engines(),
        }
    }

    /// Removes subscriptions outside of `workspaces`, the user's current memberships.
    pub(crate) fn keep_workspaces(&self, workspaces: &[Uuid]) {
        if let Wire::Socket(wire) = &self.wire {
            wire.keep_workspaces(workspaces);
        }
    }

    /// Closes the connection; the first reason counts.
    pub(crate) fn close(&self, close: Close) {
        if self.is_closed.swap(true, Ordering::Relaxed) {
            return;
        }
        match &self.wire {
            Wire::Plain(wire) => {
                if let Some(end) = lock(&wire.end).take() {
                    // The connection's task may already have ended.
                    let _ = end.send(close);
                }
            }
            Wire::Socket(wire) => wire.close(close),
        }
    }

    /// Its transport, if it is of channel 1.
    pub(crate) const fn plain(&self) -> Option<&PlainWire> {
        match &self.wire {
            Wire::Plain(wire) => Some(wire),
            Wire::Socket(_) => None,
        }
    }

    /// Its transport, if it is of channel 2.
    pub(crate) const fn socket(&self) -> Option<&SocketWire> {
        match &self.wire {
            Wire::Plain(_) => None,
            Wire::Socket(wire) => Some(wire),
        }
    }
}

impl PlainWire {
    pub(crate) const fn new(outbox: mpsc::Sender<Utf8Bytes>, end: oneshot::Sender<Close>) -> Self {
        Self { channels: AtomicU8::new(0), outbox, end: Mutex::new(Some(end)) }
    }

    /// Returns true if the client subscribed to the channel.
    pub(crate) fn has(&self, channel: Channel) -> bool {
        self.channels.load(Ordering::Relaxed) & channel.bit() != 0
    }

    /// Subscribes the client to a channel.
    pub(crate) fn subscribe(&self, channel: Channel) {
        self.channels.fetch_or(channel.bit(), Ordering::Relaxed);
    }

    /// Ends a subscription.
    pub(crate) fn unsubscribe(&self, channel: Channel) {
        self.channels.fetch_and(!channel.bit(), Ordering::Relaxed);
    }

    /// Returns the client's subscriptions.
    pub(crate) fn subscribed(&self) -> Vec<Channel> {
        Channel::ALL.into_iter().filter(|channel| self.has(*channel)).collect()
    }

    /// Sends a frame of the hub itself; returns false if the outbox is full.
    pub(crate) fn send(&self, frame: Utf8Bytes) -> bool {
        !matches!(self.outbox.try_send(frame), Err(mpsc::error::TrySendError::Full(_)))
    }

    async fn offer(&self, relayed: &Relayed, offer: Offer) -> bool {
        let wanted = match relayed.route {
            Route::Channel(channel) => offer == Offer::Replay || self.has(channel),
            Route::User => true,
            Route::Room | Route::Hub => false,
        };
        if !wanted {
            return true;
        }
        let sent = self.outbox.send_timeout(relayed.frame.clone(), PATIENCE).await;
        !matches!(sent, Err(mpsc::error::SendTimeoutError::Timeout(_)))
    }
}
