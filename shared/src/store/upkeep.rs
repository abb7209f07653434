//! What operators ask of the database as a whole: copies, soundness, and what kind of server it is.

use std::path::Path;

use chrono::{DateTime, Utc};

use super::{Db, Result, db::Sqlite, macros::*};

/// What a PostgreSQL server says of itself.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct PostgresFacts {
    /// The version as a number: 150018 is 15.18.
    pub version: i32,
    /// The version as people write it.
    pub version_name: String,
    /// Its clock.
    pub clock: DateTime<Utc>,
    /// `on` where a commit waits for the disk.
    pub fsync: String,
    /// Other than `off` where a commit that was acknowledged survives a crash.
    pub synchronous_commit: String,
    /// Connections that it allows at most.
    pub max_connections: i32,
}

/// What the PostgreSQL server says of itself; `None` on SQLite.
///
/// # Errors
/// Those of the database.
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

/// Whether the database has had no migration yet.
///
/// # Errors
/// Those of the database.
pub async fn is_empty(db: &Db) -> Result<bool> {
    Ok(db.schema_versions().await?.1.is_none())
}

impl Sqlite {
    /// Writes a copy of the whole database, as of one moment, into `file`, which must not exist. Readers and the
    /// writer, of this process and of others, go on meanwhile.
    ///
    /// # Errors
    /// Those of the database; a full disk among them.
    pub async fn copy_into(&self, file: &Path) -> Result<()> {
        sqlx::query("VACUUM INTO $1").bind(file.to_string_lossy().into_owned()).execute(&self.write).await?;
        Ok(())
    }

    /// What is wrong with the file, a sentence each; empty when it is sound. Reads all of it.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn damages(&self) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = sqlx::query_as("PRAGMA quick_check(10)").fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(|(line,)| line).filter(|line| line != "ok").collect())
    }
}
