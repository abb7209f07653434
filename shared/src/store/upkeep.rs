//! Maintenance of the database: copies, integrity checks and server properties.

use std::path::Path;

use chrono::{DateTime, Utc};

use super::{Db, Result, db::Sqlite, macros::*};

/// Properties of a PostgreSQL server.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct PostgresFacts {
    /// Version as a number: 150018 is 15.18.
    pub version: i32,
    /// Version as text.
    pub version_name: String,
    /// Server time.
    pub clock: DateTime<Utc>,
    /// `on` if commits wait for the disk.
    pub fsync: String,
    /// Not `off` if acknowledged commits survive a crash.
    pub synchronous_commit: String,
    /// Maximum number of connections.
    pub max_connections: i32,
}

/// Returns the properties of the PostgreSQL server; `None` on SQLite.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn postgres_facts(db: &Db) -> Result<Option<PostgresFacts>> {
    if matches!(db, Db::Sqlite(_)) {
        return Ok(None);
    }
    query_opt!(
        db,
        PostgresFacts,
        "SELECT CAST(current_setting('server_version_num') AS INTEGER) AS version,
           current_setting('server_version') AS version_name, clock_timestamp() AS clock,
           current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
           CAST(current_setting('max_connections') AS INTEGER) AS max_connections"
    )
}

/// Returns true if no migration was applied yet.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_empty(db: &Db) -> Result<bool> {
    Ok(db.schema_versions().await?.1.is_none())
}

impl Sqlite {
    /// Writes a consistent copy of the whole database to `file`, which must not exist. Readers and the writer of all
    /// processes continue meanwhile.
    ///
    /// # Errors
    /// Returns an error if the query fails, for example on a full disk.
    pub async fn copy_into(&self, file: &Path) -> Result<()> {
        sqlx::query("VACUUM INTO $1").bind(file.to_string_lossy().into_owned()).execute(&self.write).await?;
        Ok(())
    }

    /// Checks the integrity of the whole file; returns one sentence per problem, empty if it is sound.
    ///
    /// # Errors
    /// Returns an error if the query fails.
    pub async fn damages(&self) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = sqlx::query_as("PRAGMA quick_check(10)").fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(|(line,)| line).filter(|line| line != "ok").collect())
    }
}
