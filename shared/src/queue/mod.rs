//! The queue: delivers ids of runs to lanes, in fair turns of their users.
//!
//! An id may be lost or delivered twice without harm: the run's row is the source of truth, and the reconciler delivers
//! unclaimed runs again. Both backends are therefore small, hold no leases, and never return an error on taking: they
//! wait until their server responds.

mod fair;
mod memory;
mod redis;

use std::time::Duration;

use uuid::Uuid;

use crate::domain::run::{Delivery, Lane};
use memory::MemoryQueue;
use redis::RedisQueue;

/// An error of the queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Redis does not respond.
    #[error("Redis does not answer: {0}")]
    Redis(#[from] ::redis::RedisError),
}

/// How many ids a worker can start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Want {
    /// Maximum number of ids.
    pub total: usize,
    /// Maximum number of ids of long runs among them.
    pub long: usize,
}

/// Ids taken from a lane.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Taken {
    /// Runs that are expected to be short.
    pub short: Vec<Uuid>,
    /// All other runs.
    pub long: Vec<Uuid>,
}

impl Taken {
    /// Returns the number of ids.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.short.len() + self.long.len()
    }

    /// Returns true if there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Delivers ids of runs.
#[derive(Debug, Clone)]
pub enum Queue {
    /// Within the process.
    Memory(MemoryQueue),
    /// Between processes.
    Redis(RedisQueue),
}

impl Queue {
    /// Creates a queue within this process.
    #[must_use]
    pub fn memory() -> Self {
        Self::Memory(MemoryQueue::default())
    }

    /// Creates a queue on the Redis server at `url`.
    ///
    /// # Errors
    /// Returns an error if the URL is malformed.
    pub fn redis(url: &str) -> Result<Self, QueueError> {
        Self::redis_named(url, crate::config::NAMESPACE)
    }

    /// Like [`Self::redis`], with a namespace that separates installations on the same server.
    ///
    /// # Errors
    /// Returns an error if the URL is malformed.
    pub fn redis_named(url: &str, namespace: &str) -> Result<Self, QueueError> {
        Ok(Self::Redis(RedisQueue::new(url, namespace)?))
    }

    /// Adds runs to a lane; a run that waits there already is not added again.
    ///
    /// # Errors
    /// Returns an error if the server does not respond; the reconciler delivers them later.
    pub async fn deliver(&self, lane: Lane, runs: &[Delivery]) -> Result<(), QueueError> {
        if runs.is_empty() {
            return Ok(());
        }
        match self {
            Self::Memory(queue) => {
                queue.deliver(lane, runs);
                Ok(())
            }
            Self::Redis(queue) => queue.deliver(lane, runs).await,
        }
    }

    /// Takes ids in the turns of their users; empty if none may start. Waits while the server does not respond.
    pub async fn take(&self, lane: Lane, want: Want) -> Taken {
        match self {
            Self::Memory(queue) => queue.take(lane, want),
            Self::Redis(queue) => queue.take(lane, want).await,
        }
    }

    /// Waits until there may be something to take: short runs, or any runs `with_long`. May return early. Dropping it
    /// loses nothing.
    pub async fn wait(&self, lane: Lane, with_long: bool) {
        match self {
            Self::Memory(queue) => queue.wait(lane, with_long).await,
            Self::Redis(queue) => queue.wait(lane, with_long).await,
        }
    }

    /// Returns runs of users at their limit, and skips these users until [`Self::unpark`].
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn park(&self, lane: Lane, runs: &[Delivery]) -> Result<(), QueueError> {
        match self {
            Self::Memory(queue) => {
                queue.park(lane, runs);
                Ok(())
            }
            Self::Redis(queue) => queue.park(lane, runs).await,
        }
    }

    /// Gives a parked user turns again.
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn unpark(&self, lane: Lane, user_id: Uuid) -> Result<(), QueueError> {
        match self {
            Self::Memory(queue) => {
                queue.unpark(lane, user_id);
                Ok(())
            }
            Self::Redis(queue) => queue.unpark(lane, user_id).await,
        }
    }

    /// Gives users turns again that have been parked for `age`: what should have unparked them was lost.
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn unpark_since(&self, lane: Lane, age: Duration) -> Result<(), QueueError> {
        match self {
            Self::Memory(queue) => {
                queue.unpark_since(lane, age);
                Ok(())
            }
            Self::Redis(queue) => queue.unpark_since(lane, age).await,
        }
    }

    /// Returns the number of ids in a lane, with those of parked users.
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn depth(&self, lane: Lane) -> Result<usize, QueueError> {
        match self {
            Self::Memory(queue) => Ok(queue.depth(lane)),
            Self::Redis(queue) => queue.depth(lane).await,
        }
    }

    /// Marks the queue as filled; returns whether it was marked before. False after a flush or on a new server: then
    /// all queued runs must be delivered again.
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn was_intact(&self) -> Result<bool, QueueError> {
        match self {
            Self::Memory(queue) => Ok(queue.was_intact()),
            Self::Redis(queue) => queue.was_intact().await,
        }
    }

    /// Checks that the queue responds.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub async fn ping(&self) -> Result<(), QueueError> {
        self.depth(Lane::Interactive).await.map(|_| ())
    }

    /// Name in metrics and messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Memory(_) => "memory",
            Self::Redis(_) => "redis",
        }
    }
}
