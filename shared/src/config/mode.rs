//! The two ways to run.

use std::path::{Path, PathBuf};

use crate::{
    bus::{Bus, BusError},
    limit::Limiter,
    queue::{Queue, QueueError},
    store::{Db, Durability, PgLimits, StoreError},
};

use super::Secret;

/// How an installation is put together.
#[derive(Debug, Clone)]
pub enum Mode {
    /// One process; everything in the data directory.
    Embedded {
        /// The data directory.
        data_dir: PathBuf,
        /// What a commit survives.
        durability: Durability,
    },
    /// Any number of processes around PostgreSQL and Redis.
    Distributed {
        /// PostgreSQL's address.
        database_url: Secret,
        /// Redis' address.
        redis_url: Secret,
        /// Connections of this process to PostgreSQL.
        limits: PgLimits,
    },
}

/// What all of an installation's parts stand on.
#[derive(Debug, Clone)]
pub struct Backends {
    /// The record of truth.
    pub db: Db,
    /// Delivers runs.
    pub queue: Queue,
    /// Carries live messages.
    pub bus: Bus,
    /// Counts requests.
    pub limiter: Limiter,
}

/// Why the backends cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The embedded store cannot.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// PostgreSQL's address cannot be read.
    #[error("DATABASE_URL: {0}")]
    Database(#[source] StoreError),
    /// The queue cannot.
    #[error("REDIS_URL: {0}")]
    Queue(#[from] QueueError),
    /// The bus cannot.
    #[error("REDIS_URL: {0}")]
    Bus(#[from] BusError),
    /// The limiter cannot.
    #[error("REDIS_URL: {0}")]
    Limiter(#[from] redis::RedisError),
}

impl Mode {
    /// The file that holds the embedded mode's database.
    #[must_use]
    pub fn sqlite_file(data_dir: &Path) -> PathBuf {
        data_dir.join("motherlode.db")
    }

    /// Opens all backends; the schema is left as it is.
    ///
    /// # Errors
    /// When an address is malformed or the database file cannot be opened.
    pub async fn open(&self) -> Result<Backends, OpenError> {
        match self {
            Self::Embedded { data_dir, durability } => Ok(Backends {
                db: Db::open_sqlite(&Self::sqlite_file(data_dir), *durability).await?,
                queue: Queue::memory(),
                bus: Bus::local(),
                limiter: Limiter::local(),
            }),
            Self::Distributed { database_url, redis_url, limits } => Ok(Backends {
                db: Db::connect_postgres(database_url.reveal(), *limits).map_err(OpenError::Database)?,
                queue: Queue::redis(redis_url.reveal())?,
                bus: Bus::redis(redis_url.reveal())?,
                limiter: Limiter::redis(redis_url.reveal())?,
            }),
        }
    }
}
