//! The queue: it delivers ids of runs to lanes, and decides nothing.
//!
//! An id may be lost or come twice without harm: the run's row says what is so, and the reconciler delivers again
//! what nobody has taken up. That is why both backends are small, hold no leases, and never give an error to
//! whoever fetches: they wait until their server answers again.

mod memory;
mod redis;

use uuid::Uuid;

use crate::domain::run::Lane;
use memory::MemoryQueue;
use redis::RedisQueue;

/// What goes wrong with the queue.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Redis does not answer.
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
    /// A queue within this process.
    #[must_use]
    pub fn memory() -> Self {
        Self::Memory(MemoryQueue::default())
    }

    /// A queue on the Redis server at `url`.
    ///
    /// # Errors
    /// When the address is malformed.
    pub fn redis(url: &str) -> Result<Self, QueueError> {
        Self::redis_named(url, crate::config::NAMESPACE)
    }

    /// As [`Self::redis`], under a name of its own: installations that share a server must not take each other's runs.
    ///
    /// # Errors
    /// When the address is malformed.
    pub fn redis_named(url: &str, namespace: &str) -> Result<Self, QueueError> {
        Ok(Self::Redis(RedisQueue::new(url, namespace)?))
    }

    /// Puts ids at the end of a lane.
    ///
    /// # Errors
    /// When the server does not answer; the reconciler then delivers them later.
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

    /// Lays ids aside until a run of the same user in that lane ends.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn park(&self, lane: Lane, user_id: Uuid, ids: &[Uuid]) -> Result<(), QueueError> {
        match self {
            Self::Memory(queue) => {
                queue.park(lane, user_id, ids);
                Ok(())
            }
            Self::Redis(queue) => queue.park(lane, user_id, ids).await,
        }
    }

    /// Puts up to `n` of the user's parked ids at the end of the lane.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn unpark(&self, lane: Lane, user_id: Uuid, n: usize) -> Result<(), QueueError> {
        match self {
            Self::Memory(queue) => {
                queue.unpark(lane, user_id, n);
                Ok(())
            }
            Self::Redis(queue) => queue.unpark(lane, user_id, n).await,
        }
    }

    /// How many ids wait in a lane.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn depth(&self, lane: Lane) -> Result<usize, QueueError> {
        match self {
            Self::Memory(queue) => Ok(queue.depth(lane)),
            Self::Redis(queue) => queue.depth(lane).await,
        }
    }

    /// Marks the queue as filled; answers whether it had been before. False after a flush, or on a new server:
    /// then everything that waits must be delivered anew.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn was_intact(&self) -> Result<bool, QueueError> {
        match self {
            Self::Memory(queue) => Ok(queue.was_intact()),
            Self::Redis(queue) => queue.was_intact().await,
        }
    }

    /// Whether the queue answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> Result<(), QueueError> {
        self.depth(Lane::Interactive).await.map(|_| ())
    }

    /// The word for metrics and messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Memory(_) => "memory",
            Self::Redis(_) => "redis",
        }
    }
}
