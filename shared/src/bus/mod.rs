//! The bus: messages to whoever listens at this moment. It may lose them; the database does not.
//!
//! Topics: `user:ID` (events kept for one user), `workspace:ID` (progress and states that are not kept), `control`
//! (cancellations, to workers), `system` (figures for administrators).

mod local;
mod redis;

pub use local::{Received, Subscription};

use local::LocalBus;
use redis::RedisBus;
use uuid::Uuid;

/// What the bus carries.
pub type Message = std::sync::Arc<str>;

/// The topic of events kept for one user.
#[must_use]
pub fn user_topic(id: Uuid) -> String {
    format!("user:{id}")
}

/// The topic of what a workspace's members see but nobody keeps.
#[must_use]
pub fn workspace_topic(id: Uuid) -> String {
    format!("workspace:{id}")
}

/// Cancellations, to every worker.
pub const CONTROL: &str = "control";

/// Figures for administrators.
pub const SYSTEM: &str = "system";

/// What goes wrong with the bus.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// Redis does not answer.
    #[error("Redis does not answer: {0}")]
    Redis(#[from] ::redis::RedisError),
}

/// Carries messages between the processes of an installation, or within the one process of the embedded mode.
#[derive(Debug, Clone)]
pub enum Bus {
    /// Within the process.
    Local(LocalBus),
    /// Between processes.
    Redis(RedisBus),
}

impl Bus {
    /// A bus within this process.
    #[must_use]
    pub fn local() -> Self {
        Self::Local(LocalBus::default())
    }

    /// A bus over the Redis server at `url`. It connects, and connects again, by itself.
    ///
    /// # Errors
    /// When the address is malformed.
    pub fn redis(url: &str) -> Result<Self, BusError> {
        Self::redis_named(url, crate::config::NAMESPACE)
    }

    /// As [`Self::redis`], under a name of its own: installations that share a server must not hear each other.
    ///
    /// # Errors
    /// When the address is malformed.
    pub fn redis_named(url: &str, namespace: &str) -> Result<Self, BusError> {
        Ok(Self::Redis(RedisBus::start(url, namespace)?))
    }

    /// Sends `message` to those who listen to `topic`; never waits.
    pub fn publish(&self, topic: &str, message: Message) {
        match self {
            Self::Local(bus) => bus.publish(topic, &message),
            Self::Redis(bus) => bus.publish(topic, message),
        }
    }

    /// Listens to `topic` from now on, until the subscription is dropped.
    #[must_use]
    pub fn subscribe(&self, topic: &str) -> Subscription {
        match self {
            Self::Local(bus) => bus.subscribe(topic).0,
            Self::Redis(bus) => bus.subscribe(topic),
        }
    }

    /// Whether messages get through.
    ///
    /// # Errors
    /// When they do not.
    pub async fn ping(&self) -> Result<(), BusError> {
        match self {
            Self::Local(_) => Ok(()),
            Self::Redis(bus) => bus.ping().await,
        }
    }
}
