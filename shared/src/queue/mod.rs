//! The queue: delivers ids of runs to lanes.
//!
//! An id may be lost or delivered twice without harm: the run's row is the source of truth, and the reconciler delivers
//! unclaimed runs again. Both backends are therefore small, hold no leases, and never return an error on fetching: they
//! wait until their server responds.

mod memory;
mod redis;

use uuid::Uuid;

use crate::domain::run::Lane;
use memory::MemoryQueue;
use redis::RedisQueue;

/// An error of the queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Redis does not respond.
    #[error("Redis does not answer: {0}")]
    Redis(#[from] ::redis::RedisError),
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

    /// Appends ids to a lane.
    ///
    /// # Errors
    /// Returns an error if the server does not respond; the reconciler delivers them later.
    pub async fn deliver(&self, lane: Lane, ids: &[Uuid]) -> Result<(), QueueError> {
        if ids.is_empty() {
            return Ok(());
        }
        match self {
            Self::Memory(queue) => {
                queue.deliver(lane, ids);
                Ok(())
            }
            Self::Redis(queue) => queue.deliver(lane, ids).await,
        }
    }

    /// Takes at least one and at most `at_most` ids from the front of a lane; waits until there is one.
    pub async fn fetch(&self, lane: Lane, at_most: usize) -> Vec<Uuid> {
        match self {
            Self::Memory(queue) => queue.fetch(lane, at_most).await,
            Self::Redis(queue) => queue.fetch(lane, at_most).await,
        }
    }

    /// Parks ids until a run of the same user in that lane ends.
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn park(&self, lane: Lane, user_id: Uuid, ids: &[Uuid]) -> Result<(), QueueError> {
        match self {
            Self::Memory(queue) => {
                queue.park(lane, user_id, ids);
                Ok(())
            }
            Self::Redis(queue) => queue.park(lane, user_id, ids).await,
        }
    }

    /// Appends up to `n` of the user's parked ids to the lane.
    ///
    /// # Errors
    /// Returns an error if the server does not respond.
    pub async fn unpark(&self, lane: Lane, user_id: Uuid, n: usize) -> Result<(), QueueError> {
        match self {
            Self::Memory(queue) => {
                queue.unpark(lane, user_id, n);
                Ok(())
            }
            Self::Redis(queue) => queue.unpark(lane, user_id, n).await,
        }
    }

    /// Returns the number of ids in a lane.
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
