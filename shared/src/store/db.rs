//! Common type of the two databases.

use std::{path::Path, time::Duration};

use sqlx::{
    Connection, Executor as _,
    postgres::{PgConnectOptions, PgPool, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous},
};

use super::{Result, StoreError};

/// Durability of commits on SQLite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Commits survive a power failure (`synchronous = FULL`): the default.
    PowerCut,
    /// Commits survive the end of the process; a power failure may lose the last ones (`synchronous = NORMAL`).
    ProcessEnd,
}

/// Limits of a process' PostgreSQL connections.
#[derive(Debug, Clone, Copy)]
pub struct PgLimits {
    /// Maximum number of connections.
    pub max_connections: u32,
}

/// SQLite's read pool and its single writer, so that writers queue fairly instead of polling a lock.
#[derive(Debug, Clone)]
pub struct Sqlite {
    pub(crate) read: SqlitePool,
    pub(crate) write: SqlitePool,
}

impl Sqlite {
    /// Read pool, for tests and tools with their own statements.
    #[must_use]
    pub const fn reader(&self) -> &SqlitePool {
        &self.read
    }
}

/// The database.
#[derive(Debug, Clone)]
pub enum Db {
    /// PostgreSQL, in the distributed mode.
    Postgres(PgPool),
    /// SQLite, in the embedded mode.
    Sqlite(Sqlite),
}

/// A transaction, from [`Db::begin`] to [`Tx::commit`]. Dropping it rolls back.
#[derive(Debug)]
pub enum Tx {
    /// A PostgreSQL transaction.
    Postgres(sqlx::Transaction<'static, sqlx::Postgres>),
    /// A SQLite transaction, which holds the write lock from the start.
    Sqlite(sqlx::Transaction<'static, sqlx::Sqlite>),
}

static POSTGRES_MIGRATIONS: sqlx::migrate::Migrator = sqlx_macros::migrate!("../migrations/postgres");
static SQLITE_MIGRATIONS: sqlx::migrate::Migrator = sqlx_macros::migrate!("../migrations/sqlite");

impl Db {
    /// Opens the SQLite file at `path`, creating it if necessary.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
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
            // SQLite ends a transaction by itself when the disk is full. The driver still counts it and would not begin
            // another, so such a connection is replaced.
            .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
            .connect_with(options.clone())
            .await?;
        let read = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(0)
            .connect_lazy_with(options.pragma("cache_size", "-4000"));
        Ok(Self::Sqlite(Sqlite { read, write }))
    }

    /// Creates a pool for the PostgreSQL server at `url`.
    ///
    /// # Errors
    /// Returns an error if the URL is malformed. The first statement opens the first connection.
    pub fn connect_postgres(url: &str, limits: PgLimits) -> Result<Self> {
        let options: PgConnectOptions = url.parse()?;
        let pool = PgPoolOptions::new()
            .max_connections(limits.max_connections)
            .acquire_timeout(Duration::from_secs(5))
            // Statements here read few rows. The server compiles those whose costs it overestimates, which takes it longer than to
            // run them. Set by a statement, because connection poolers refuse it as a parameter of the start.
            .after_connect(|connection, _| Box::pin(async move { connection.execute("SET jit = off").await.map(drop) }))
            .connect_lazy_with(options.application_name("motherlode").statement_cache_capacity(256));
        Ok(Self::Postgres(pool))
    }

    /// Migrates the schema; does nothing if it is current.
    ///
    /// # Errors
    /// Returns an error if a migration fails, or if the database has one that this program does not know.
    pub async fn migrate(&self) -> Result<()> {
        match self {
            Self::Postgres(pool) => POSTGRES_MIGRATIONS.run(pool).await?,
            Self::Sqlite(sqlite) => SQLITE_MIGRATIONS.run(&sqlite.write).await?,
        }
        Ok(())
    }

    /// Migrates the schema up to one version, for tests of later migrations.
    ///
    /// # Errors
    /// Returns an error if a migration fails.
    pub async fn migrate_to(&self, version: i64) -> Result<()> {
        match self {
            Self::Postgres(pool) => POSTGRES_MIGRATIONS.run_to(version, pool).await?,
            Self::Sqlite(sqlite) => SQLITE_MIGRATIONS.run_to(version, &sqlite.write).await?,
        }
        Ok(())
    }

    /// Returns the latest migration of this program, and that of the database.
    ///
    /// # Errors
    /// Returns an error if the database does not respond.
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

    /// Checks that the database responds.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub async fn ping(&self) -> Result<()> {
        super::macros::query_value!(self, i32, "SELECT 1").map(|_| ())
    }

    /// Begins a transaction.
    ///
    /// # Errors
    /// Returns an error if no connection is available in time.
    pub async fn begin(&self) -> Result<Tx> {
        Ok(match self {
            Self::Postgres(pool) => Tx::Postgres(pool.begin().await?),
            Self::Sqlite(sqlite) => Tx::Sqlite(sqlite.write.begin_with("BEGIN IMMEDIATE").await?),
        })
    }

    /// Begins a transaction that accesses many rows by id, and makes PostgreSQL use indexes in it. Otherwise PostgreSQL
    /// would plan the first batches while the table is small, and then scan the grown table for every batch.
    ///
    /// Rows are locked in the order given (a list of ids: in the order of the index). Pass ids in ascending order, so
    /// that two such transactions never deadlock, which PostgreSQL would detect only after a second
    /// (`deadlock_timeout`) and resolve by aborting one.
    ///
    /// # Errors
    /// Returns an error if no connection is available in time.
    pub(crate) async fn begin_by_id(&self) -> Result<Tx> {
        const BY_ID: &str = "BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; \
            SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off";
        match self {
            Self::Postgres(pool) => Ok(Tx::Postgres(pool.begin_with(BY_ID).await?)),
            Self::Sqlite(_) => self.begin().await,
        }
    }

    /// Number of connections, and of idle ones.
    #[must_use]
    pub fn pool_size(&self) -> (u32, usize) {
        match self {
            Self::Postgres(pool) => (pool.size(), pool.num_idle()),
            Self::Sqlite(sqlite) => {
                (sqlite.read.size() + sqlite.write.size(), sqlite.read.num_idle() + sqlite.write.num_idle())
            }
        }
    }

    /// Name in metrics and messages.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Postgres(_) => "postgres",
            Self::Sqlite(_) => "sqlite",
        }
    }

    /// Closes all connections; on SQLite after a checkpoint of the write-ahead log.
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
    /// Commits the transaction.
    ///
    /// # Errors
    /// Returns an error if the commit fails; then nothing was changed.
    pub async fn commit(self) -> Result<()> {
        match self {
            Self::Postgres(tx) => tx.commit().await?,
            Self::Sqlite(tx) => tx.commit().await?,
        }
        Ok(())
    }
}
