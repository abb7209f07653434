//! The bus: live messages to current subscribers. It may lose messages; durable events are in the database.
//!
//! Topics: `user:ID` (stored events of a user), `workspace:ID` (progress and states, not stored), `control`
//! (cancellations for workers), `system` (metrics for administrators), `sites` (sites with another live release).

mod local;
mod redis;

pub use local::{Received, Subscription};

use local::LocalBus;
use redis::RedisBus;
use uuid::Uuid;

/// A message on the bus.
pub type Message = std::sync::Arc<str>;

/// Topic of a user's stored events.
#[must_use]
pub fn user_topic(id: Uuid) -> String {
    format!("user:{id}")
}

/// Topic of a workspace's events that are not stored.
#[must_use]
pub fn workspace_topic(id: Uuid) -> String {
    format!("workspace:{id}")
}

/// Topic of cancellations, for every worker.
pub const CONTROL: &str = "control";

/// Topic of ids of sites whose live release or host names have changed, for built-in hosting.
pub const SITES: &str = "sites";

/// Topic of metrics for administrators.
pub const SYSTEM: &str = "system";

/// An error of the bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// Redis does not respond.
    #[error("Redis does not answer: {0}")]
    Redis(#[from] ::redis::RedisError),
}

/// Delivers messages between the processes of an installation, or within the single process of the embedded mode.
#[derive(Debug, Clone)]
pub enum Bus {
    /// Within the process.
    Local(LocalBus),
    /// Between processes.
    Redis(RedisBus),
}

impl Bus {
    /// Creates a bus within this process.
    #[must_use]
    pub fn local() -> Self {
        Self::Local(LocalBus::default())
    }

    /// Creates a bus on the Redis server at `url`. It connects and reconnects automatically.
    ///
    /// # Errors
    /// Returns an error if the URL is malformed.
    pub fn redis(url: &str) -> Result<Self, BusError> {
        Self::redis_named(url, crate::config::NAMESPACE)
    }

    /// Like [`Self::redis`], with a namespace that separates installations on the same server.
    ///
    /// # Errors
    /// Returns an error if the URL is malformed.
    pub fn redis_named(url: &str, namespace: &str) -> Result<Self, BusError> {
        Ok(Self::Redis(RedisBus::start(url, namespace)?))
    }

    /// Sends `message` to the subscribers of `topic`; never waits.
    pub fn publish(&self, topic: &str, message: Message) {
        match self {
            Self::Local(bus) => bus.publish(topic, &message),
            Self::Redis(bus) => bus.publish(topic, message),
        }
    }

    /// Subscribes to `topic` until the subscription is dropped.
    #[must_use]
    pub fn subscribe(&self, topic: &str) -> Subscription {
        match self {
            Self::Local(bus) => bus.subscribe(topic).0,
            Self::Redis(bus) => bus.subscribe(topic),
        }
    }

    /// Checks that messages are delivered.
    ///
    /// # Errors
    /// Returns an error if they are not.
    pub async fn ping(&self) -> Result<(), BusError> {
        match self {
            Self::Local(_) => Ok(()),
            Self::Redis(bus) => bus.ping().await,
        }
    }
}
