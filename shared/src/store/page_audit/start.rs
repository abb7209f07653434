//! Starts an audit: the audit and its run.

use chrono::{DateTime, Utc};
use serde_json::json;

use crate::{
    config::WorkspaceLimits,
    domain::{page_audit::NewPageAudit, run::NewRun},
    store::{
        Result, Tx,
        macros::*,
        run::{self, Inserted},
    },
};

/// Stores an audit of a page with its run. The caller delivers the run.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start another run
/// today, or an error if a query fails.
pub async fn start(
    tx: &mut Tx, limits: WorkspaceLimits, new: &NewPageAudit, run: NewRun, now: DateTime<Utc>,
) -> Result<Inserted> {
    let run = NewRun { website_id: new.website_id, payload: json!({ "pageAuditId": new.id }), ..run };
    let inserted = run::insert_counted(&mut *tx, limits, &run).await?;
    let sql = "INSERT INTO page_audits (id, workspace_id, website_id, user_id, run_id, url, keyword, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    execute!(tx, sql, new.id, run.workspace_id, new.website_id, run.user_id, run.id, &new.url, &new.keyword, now)?;
    Ok(inserted)
}
