//! Lets one run at a time fetch through a connection.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::new_id,
    store::{Executor, Result, Tx, import, macros::*},
};

/// What a connection fetches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// Workspace.
    pub workspace_id: Uuid,
    /// Connection.
    pub connection_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Property, site or origin at the provider.
    pub property: String,
}

/// Whether a run may fetch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// It may. The import holds its rows.
    Granted {
        /// Import, if the source has search rows and any run has stored some.
        import_id: Option<Uuid>,
    },
    /// Another run of the connection has not ended.
    Busy,
}

/// Lets a run fetch through a connection, unless another run that has not ended does. If the connection was set to
/// another property, the rows of the previous one stop counting for that website.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn claim(tx: &mut Tx, target: &Target, run_id: Uuid) -> Result<Claim> {
    let claimed = write_opt!(
        &mut *tx,
        (Uuid, String, Option<Uuid>),
        "INSERT INTO sync_sources (connection_id, workspace_id, website_id, property, run_id)
         SELECT id, workspace_id, $3, $4, $5 FROM connections WHERE id = $1 AND workspace_id = $2
         ON CONFLICT (connection_id) DO UPDATE SET run_id = excluded.run_id
          WHERE sync_sources.run_id IS NULL OR sync_sources.run_id = excluded.run_id OR NOT EXISTS (SELECT 1 FROM runs
            WHERE runs.id = sync_sources.run_id AND runs.status IN ('queued', 'running', 'paused'))
         RETURNING website_id, property, import_id",
        target.connection_id,
        target.workspace_id,
        target.website_id,
        &target.property,
        run_id
    )?;
    let Some((website_id, property, import_id)) = claimed else { return Ok(Claim::Busy) };
    if (website_id, &property) == (target.website_id, &target.property) {
        return Ok(Claim::Granted { import_id: existing(&mut *tx, target, import_id).await? });
    }
    if let Some(import_id) = import_id.filter(|_| website_id == target.website_id) {
        import::withdraw(tx, import_id).await?;
    }
    reset(tx, target).await?;
    Ok(Claim::Granted { import_id: None })
}

/// Returns the import, unless a user has removed it: then everything is fetched again.
async fn existing(tx: &mut Tx, target: &Target, import_id: Option<Uuid>) -> Result<Option<Uuid>> {
    let sql = "SELECT id FROM imports WHERE id = $1 AND workspace_id = $2 AND status <> 'undone'";
    let found = query_opt!(&mut *tx, (Uuid,), sql, import_id, target.workspace_id)?.map(|(id,)| id);
    if found.is_none() && import_id.is_some() {
        reset(tx, target).await?;
    }
    Ok(found)
}

async fn reset(tx: &mut Tx, target: &Target) -> Result<()> {
    for sql in [
        "DELETE FROM analytics_days WHERE connection_id = $1 AND workspace_id = $2",
        "DELETE FROM web_vitals WHERE connection_id = $1 AND workspace_id = $2",
        "DELETE FROM speed_tests WHERE connection_id = $1 AND workspace_id = $2",
    ] {
        execute!(&mut *tx, sql, target.connection_id, target.workspace_id)?;
    }
    let sql =
        "UPDATE sync_sources SET website_id = $3, property = $4, import_id = NULL, error = NULL, synced_at = NULL,
                 first_day = NULL, last_day = NULL, last_final_day = NULL, wanted_from = NULL, rows = 0
                WHERE connection_id = $1 AND workspace_id = $2";
    execute!(tx, sql, target.connection_id, target.workspace_id, target.website_id, &target.property).map(|_| ())
}

/// Creates the import that holds the rows of a source; returns its id. It is listed once it has rows.
///
/// # Errors
/// Returns an error if a query fails.
pub(super) async fn create_import(
    tx: &mut Tx, target: &Target, user_id: Uuid, name: &str, now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = new_id();
    execute!(
        &mut *tx,
        "INSERT INTO imports (id, workspace_id, website_id, user_id, file_name, size_bytes, status, preview, rows,
           rejected, rejects, kinds, created_at) VALUES ($1, $2, $3, $4, $5, 0, 'importing', $6, 0, 0, $7, $8, $9)",
        id,
        target.workspace_id,
        target.website_id,
        user_id,
        name,
        Json(serde_json::Value::Null),
        Json(serde_json::json!({"rows": [], "reasons": []})),
        Json(Vec::<String>::new()),
        now
    )?;
    let sql = "UPDATE sync_sources SET import_id = $3 WHERE connection_id = $1 AND workspace_id = $2";
    execute!(tx, sql, target.connection_id, target.workspace_id, id)?;
    Ok(id)
}

/// Records the first day that is to be fetched.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn note_plan(executor: impl Into<Executor<'_>>, target: &Target, wanted_from: NaiveDate) -> Result<()> {
    let sql = "UPDATE sync_sources SET wanted_from = CASE WHEN wanted_from < $3 THEN wanted_from ELSE $3 END
                WHERE connection_id = $1 AND workspace_id = $2";
    execute!(executor.into(), sql, target.connection_id, target.workspace_id, wanted_from).map(|_| ())
}
