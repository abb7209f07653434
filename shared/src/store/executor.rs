//! Executors of statements: the database, or an open transaction.

use std::ops::{Deref, DerefMut};

use sqlx::{Database, PgConnection, Postgres, SqliteConnection, pool::PoolConnection};

use super::{Db, Result, Tx};

/// Executor of a statement. Functions of the store take `impl Into<Executor<'_>>`, so that callers pass `&db` or `&mut tx`;
/// a function that is only correct in a transaction takes `&mut Tx`.
///
/// With the database, SQLite reads use the read pool and writes the writer. In a transaction both see its changes.
#[derive(Debug)]
pub enum Executor<'a> {
    /// A connection of the pool, for this statement only.
    Pool(&'a Db),
    /// The transaction's connection.
    Tx(&'a mut Tx),
}

impl<'a> From<&'a Db> for Executor<'a> {
    fn from(db: &'a Db) -> Self {
        Self::Pool(db)
    }
}

impl<'a> From<&'a mut Tx> for Executor<'a> {
    fn from(tx: &'a mut Tx) -> Self {
        Self::Tx(tx)
    }
}

impl<'a> From<&'a mut Executor<'_>> for Executor<'a> {
    fn from(executor: &'a mut Executor<'_>) -> Self {
        executor.executor()
    }
}

impl Db {
    pub(super) const fn executor(&self) -> Executor<'_> {
        Executor::Pool(self)
    }
}

impl Tx {
    pub(super) const fn executor(&mut self) -> Executor<'_> {
        Executor::Tx(self)
    }
}

impl Executor<'_> {
    /// Reborrows for one of several statements.
    pub(super) const fn executor(&mut self) -> Executor<'_> {
        match self {
            Self::Pool(db) => Executor::Pool(db),
            Self::Tx(tx) => Executor::Tx(tx),
        }
    }

    /// Returns the text for the current database, where the dialects differ.
    pub(super) const fn dialect(&self, postgres: &'static str, sqlite: &'static str) -> &'static str {
        match self {
            Self::Pool(Db::Postgres(_)) | Self::Tx(Tx::Postgres(_)) => postgres,
            Self::Pool(Db::Sqlite(_)) | Self::Tx(Tx::Sqlite(_)) => sqlite,
        }
    }
}

impl<'a> Executor<'a> {
    /// Returns a connection that may only read.
    pub(super) async fn reader(self) -> Result<Connection<'a>> {
        Ok(match self {
            Self::Pool(Db::Postgres(pool)) => Connection::Postgres(Lent::Pooled(pool.acquire().await?)),
            Self::Pool(Db::Sqlite(sqlite)) => Connection::Sqlite(Lent::Pooled(sqlite.read.acquire().await?)),
            Self::Tx(tx) => tx.connection(),
        })
    }

    /// Returns a connection that may write.
    pub(super) async fn writer(self) -> Result<Connection<'a>> {
        Ok(match self {
            Self::Pool(Db::Postgres(pool)) => Connection::Postgres(Lent::Pooled(pool.acquire().await?)),
            Self::Pool(Db::Sqlite(sqlite)) => Connection::Sqlite(Lent::Pooled(sqlite.write.acquire().await?)),
            Self::Tx(tx) => tx.connection(),
        })
    }
}

impl Tx {
    fn connection(&mut self) -> Connection<'_> {
        match self {
            Self::Postgres(tx) => Connection::Postgres(Lent::Borrowed(tx)),
            Self::Sqlite(tx) => Connection::Sqlite(Lent::Borrowed(tx)),
        }
    }
}

/// A connection for one statement.
#[derive(Debug)]
pub(super) enum Connection<'a> {
    Postgres(Lent<'a, Postgres, PgConnection>),
    Sqlite(Lent<'a, sqlx::Sqlite, SqliteConnection>),
}

/// A pooled connection, or that of a transaction.
#[derive(Debug)]
pub(super) enum Lent<'a, D: Database, C> {
    Pooled(PoolConnection<D>),
    Borrowed(&'a mut C),
}

impl<D: Database<Connection = C>, C> Deref for Lent<'_, D, C> {
    type Target = C;

    fn deref(&self) -> &C {
        match self {
            Self::Pooled(connection) => connection,
            Self::Borrowed(connection) => connection,
        }
    }
}

impl<D: Database<Connection = C>, C> DerefMut for Lent<'_, D, C> {
    fn deref_mut(&mut self) -> &mut C {
        match self {
            Self::Pooled(connection) => connection,
            Self::Borrowed(connection) => connection,
        }
    }
}
