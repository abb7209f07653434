//! Topics within the process.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::broadcast;

use super::Message;

/// Maximum number of unread messages of a subscriber before it gets a gap.
const BACKLOG: usize = 256;

/// What a subscriber receives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Received {
    /// A message.
    Message(Message),
    /// Some messages were lost; subscribers must read the database.
    Gap,
}

#[derive(Debug, Clone)]
enum Signal {
    Message(Message),
    Gap,
}

/// Subscription to a topic.
#[derive(Debug)]
pub struct Subscription {
    receiver: broadcast::Receiver<Signal>,
    topic: String,
    bus: LocalBus,
    on_last: Option<tokio::sync::mpsc::UnboundedSender<String>>,
}

impl Subscription {
    /// Waits for the next message or gap. Cancel-safe.
    pub async fn receive(&mut self) -> Received {
        match self.receiver.recv().await {
            Ok(Signal::Message(message)) => Received::Message(message),
            Ok(Signal::Gap) | Err(broadcast::error::RecvError::Lagged(_)) => Received::Gap,
            // The sender is in the bus that this subscription owns, so it cannot be closed.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }

    /// Sends the topic's name to `notify` when its last subscriber is dropped.
    pub(super) fn tell_when_last(mut self, notify: tokio::sync::mpsc::UnboundedSender<String>) -> Self {
        self.on_last = Some(notify);
        self
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut topics = self.bus.topics();
        let last = topics.get(&self.topic).is_some_and(|sender| sender.receiver_count() <= 1);
        if last {
            topics.remove(&self.topic);
            if let Some(notify) = &self.on_last {
                // The bus' task has ended with the process, so there is no receiver.
                let _ = notify.send(self.topic.clone());
            }
        }
    }
}

/// Topics with subscribers.
#[derive(Debug, Clone, Default)]
pub struct LocalBus {
    topics: Arc<Mutex<HashMap<String, broadcast::Sender<Signal>>>>,
}

impl LocalBus {
    fn topics(&self) -> MutexGuard<'_, HashMap<String, broadcast::Sender<Signal>>> {
        self.topics.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn publish(&self, topic: &str, message: &Message) {
        if let Some(sender) = self.topics().get(topic) {
            // An error means that the last subscriber has just been dropped.
            let _ = sender.send(Signal::Message(message.clone()));
        }
    }

    /// Subscribes to a topic; returns true with its first subscriber.
    pub(super) fn subscribe(&self, topic: &str) -> (Subscription, bool) {
        let mut topics = self.topics();
        let first = !topics.contains_key(topic);
        let sender = topics.entry(topic.to_owned()).or_insert_with(|| broadcast::channel(BACKLOG).0);
        let receiver = sender.subscribe();
        (Subscription { receiver, topic: topic.to_owned(), bus: self.clone(), on_last: None }, first)
    }

    /// Notifies all subscribers that messages may have been lost.
    pub(super) fn gap(&self) {
        for sender in self.topics().values() {
            let _ = sender.send(Signal::Gap);
        }
    }

    /// Returns the topics with subscribers.
    pub(super) fn names(&self) -> Vec<String> {
        self.topics().keys().cloned().collect()
    }
}
