//! The two databases behind one type.

use std::{path::Path, time::Duration};

use sqlx::{
    Connection,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous},
};

use super::{Result, StoreError};

/// What a commit on SQLite survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// A power cut (`synchronous = FULL`): the default.
    PowerCut,
    /// The end of the process, but the last commits may be lost by a power cut (`synchronous = NORMAL`).
    ProcessEnd,
}

/// How many connections a process may hold to PostgreSQL.
#[derive(Debug, Clone, Copy)]
pub struct PgLimits {
    /// At most.
    pub max_connections: u32,
}

/// SQLite's readers and its one writer, so that writers queue fairly instead of polling a lock.
#[derive(Debug, Clone)]
pub struct Sqlite {
    pub(crate) read: SqlitePool,
    pub(crate) write: SqlitePool,
}

impl Sqlite {
    /// The readers' pool: for tests and tools that look at the file with statements of their own.
    #[must_use]
    pub const fn reader(&self) -> &SqlitePool {
        &self.read
    }
}

/// The record of truth.
#[derive(Debug, Clone)]
pub enum Db {
    /// The distributed mode's.
    Postgres(PgPool),
    /// The embedded mode's.
    Sqlite(Sqlite),
}

/// A unit of work: several statements that count together, from [`Db::begin`] to [`Tx::commit`]. Dropped, it
/// undoes all.
#[derive(Debug)]
pub enum Tx {
    /// On PostgreSQL.
    Postgres(sqlx::Transaction<'static, sqlx::Postgres>),
    /// On SQLite, with the write lock held from the start.
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
}

static POSTGRES_MIGRATIONS: sqlx::migrate::Migrator = sqlx_macros::migrate!("../migrations/postgres");
static SQLITE_MIGRATIONS: sqlx::migrate::Migrator = sqlx_macros::migrate!("../migrations/sqlite");

impl Db {
    /// Opens (and creates, if need be) the SQLite file at `path`.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub async fn open_sqlite(path: &Path, durability: Durability) -> Result<Self> {
        let synchronous = match durability {
            Durability::PowerCut => SqliteSynchronous::Full,
            Durability::ProcessEnd => SqliteSynchronous::Normal,
        };
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(synchronous)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("temp_store", "memory")
            .pragma("cache_size", "-8000")
            .statement_cache_capacity(256)
            .row_buffer_size(1_000);
        let write = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .acquire_timeout(Duration::from_secs(30))
            // SQLite ends a transaction by itself when the disk is full. The driver goes on counting it and would begin no
            // other, so such a connection is replaced.
            .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
            .connect_with(options.clone())
            .await?;
        let read = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(0)
            .connect_lazy_with(options.pragma("cache_size", "-4000"));
        Ok(Self::Sqlite(Sqlite { read, write }))
    }

    /// Connects to the PostgreSQL server at `url`.
    ///
    /// # Errors
    /// When the address is malformed. The first connection is made by the first statement.
    pub fn connect_postgres(url: &str, limits: PgLimits) -> Result<Self> {
        let options: PgConnectOptions = url.parse()?;
        let pool = PgPoolOptions::new()
            .max_connections(limits.max_connections)
            .acquire_timeout(Duration::from_secs(5))
            .connect_lazy_with(options.application_name("motherlode").statement_cache_capacity(256));
        Ok(Self::Postgres(pool))
    }

    /// Brings the schema up to date; harmless when it is.
    ///
    /// # Errors
    /// When a migration fails or the database has one that this program does not know.
    pub async fn migrate(&self) -> Result<()> {
        match self {
            Self::Postgres(pool) => POSTGRES_MIGRATIONS.run(pool).await?,
            Self::Sqlite(sqlite) => SQLITE_MIGRATIONS.run(&sqlite.write).await?,
        }
        Ok(())
    }

    /// Brings the schema up to one version and no further, to test what later migrations do to data.
    ///
    /// # Errors
    /// When a migration fails.
    pub async fn migrate_to(&self, version: i64) -> Result<()> {
        match self {
            Self::Postgres(pool) => POSTGRES_MIGRATIONS.run_to(version, pool).await?,
            Self::Sqlite(sqlite) => SQLITE_MIGRATIONS.run_to(version, &sqlite.write).await?,
        }
        Ok(())
    }

    /// The newest migration that this program knows, and the newest that the database has had.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn schema_versions(&self) -> Result<(i64, Option<i64>)> {
        let migrations = match self {
            Self::Postgres(_) => &POSTGRES_MIGRATIONS,
            Self::Sqlite(_) => &SQLITE_MIGRATIONS,
        };
        let known = migrations.iter().map(|m| m.version).max().unwrap_or(0);
        let applied =
            super::macros::query_value!(self, Option<i64>, "SELECT MAX(version) FROM _sqlx_migrations WHERE success");
        match applied {
            Ok(version) => Ok((known, version)),
            Err(StoreError::Unexpected(_)) => Ok((known, None)),
            Err(error) => Err(error),
        }
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// When it does not.
    pub async fn ping(&self) -> Result<()> {
        super::macros::query_value!(self, i32, "SELECT 1").map(|_| ())
    }

    /// Begins a unit of work.
    ///
    /// # Errors
    /// When no connection is free in time.
    pub async fn begin(&self) -> Result<Tx> {
        Ok(match self {
            Self::Postgres(pool) => Tx::Postgres(pool.begin().await?),
            Self::Sqlite(sqlite) => Tx::Sqlite(sqlite.write.begin_with("BEGIN IMMEDIATE").await?),
        })
    }

    /// Begins a unit of work that names many rows by their ids. PostgreSQL is kept to the indexes: it would plan the
    /// first batches while the table is small, and then read all of it for every batch of a table that has grown.
    ///
    /// So rows are met, and locked, in the order in which they are named (a list of ids: in the order of the index).
    /// Name them by rising id: then two such units never wait for each other, which PostgreSQL would notice only after
    /// a second (`deadlock_timeout`), and end by refusing one.
    ///
    /// # Errors
    /// When no connection is free in time.
    pub(crate) async fn begin_by_id(&self) -> Result<Tx> {
        const BY_ID: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; \
            SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";
        match self {
            Self::Postgres(pool) => Ok(Tx::Postgres(pool.begin_with(BY_ID).await?)),
            Self::Sqlite(_) => self.begin().await,
        }
    }

    /// Connections in use and idle.
    #[must_use]
    pub fn pool_size(&self) -> (u32, usize) {
        match self {
            Self::Postgres(pool) => (pool.size(), pool.num_idle()),
            Self::Sqlite(sqlite) => {
                (sqlite.read.size() + sqlite.write.size(), sqlite.read.num_idle() + sqlite.write.num_idle())
            }
        }
    }

    /// The word for metrics and messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Postgres(_) => "postgres",
            Self::Sqlite(_) => "sqlite",
        }
    }

    /// Ends all connections; on SQLite the write-ahead log is folded into the file first.
    pub async fn close(&self) {
        match self {
            Self::Postgres(pool) => pool.close().await,
            Self::Sqlite(sqlite) => {
                sqlite.read.close().await;
                let folded = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&sqlite.write).await;
                if let Err(error) = folded {
                    tracing::warn!(%error, "the write-ahead log could not be folded into the database file");
                }
                sqlite.write.close().await;
            }
        }
    }
}

impl Tx {
    /// Makes all of it count.
    ///
    /// # Errors
    /// When the database could not make it durable; then none of it counts.
    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Postgres(tx) => tx.commit().await?,
            Self::Sqlite(tx) => tx.commit().await?,
        }
        Ok(())
    }
}
