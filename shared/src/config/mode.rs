//! The two modes of an installation.

use std::path::{Path, PathBuf};

use crate::{
    bus::{Bus, BusError},
    domain::{Clock, now},
    limit::Limiter,
    queue::{Queue, QueueError},
    store::{Db, Durability, PgLimits, StoreError},
};

use super::Secret;

/// Mode of an installation.
#[derive(Debug, Clone)]
pub enum Mode {
    /// One process with everything in the data directory.
    Embedded {
        /// The data directory.
        data_dir: PathBuf,
        /// Durability of commits.
        durability: Durability,
    },
    /// Any number of processes with PostgreSQL and Redis.
    Distributed {
        /// PostgreSQL URL.
        database_url: Secret,
        /// Redis URL.
        redis_url: Secret,
        /// Connections of this process to PostgreSQL.
        limits: PgLimits,
    },
}

/// Backends shared by all parts of an installation.
#[derive(Debug, Clone)]
pub struct Backends {
    /// Database, the source of truth.
    pub db: Db,
    /// Queue of runs.
    pub queue: Queue,
    /// Bus of live messages.
    pub bus: Bus,
    /// Rate limiter.
    pub limiter: Limiter,
    /// Time by which the limiter's windows begin and end.
    pub limiter_clock: Clock,
}

/// Error on opening the backends.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The embedded store cannot.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// PostgreSQL's address cannot be read.
    #[error("DATABASE_URL: {0}")]
    Database(#[source] StoreError),
    /// The queue cannot be opened.
    #[error("REDIS_URL: {0}")]
    Queue(#[from] QueueError),
    /// The bus cannot be opened.
    #[error("REDIS_URL: {0}")]
    Bus(#[from] BusError),
    /// The limiter cannot be opened.
    #[error("REDIS_URL: {0}")]
    Limiter(#[from] redis::RedisError),
}

impl Mode {
    /// Database file of the embedded mode.
    #[must_use]
    pub fn sqlite_file(data_dir: &Path) -> PathBuf {
        data_dir.join("motherlode.db")
    }

    /// Opens all backends without migrating the schema.
    ///
    /// # Errors
    /// Returns an error if a URL is malformed or the database file cannot be opened.
    pub async fn open(&self) -> Result<Backends, OpenError> {
        match self {
            Self::Embedded { data_dir, durability } => Ok(Backends {
                db: Db::open_sqlite(&Self::sqlite_file(data_dir), *durability).await?,
                queue: Queue::memory(),
                bus: Bus::local(),
                limiter: Limiter::local(),
                limiter_clock: now,
            }),
            Self::Distributed { database_url, redis_url, limits } => Ok(Backends {
                db: Db::connect_postgres(database_url.reveal(), *limits).map_err(OpenError::Database)?,
                queue: Queue::redis(redis_url.reveal())?,
                bus: Bus::redis(redis_url.reveal())?,
                limiter: Limiter::redis(redis_url.reveal())?,
                limiter_clock: now,
            }),
        }
    }
}
