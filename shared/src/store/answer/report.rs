//! Reports on a website's answers.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::store::{Executor, Result, macros::*};

/// Report on a website's answers.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct StoredReport {
    /// Run that computed it.
    pub run_id: Uuid,
    /// When.
    pub computed_at: DateTime<Utc>,
    /// Report.
    pub report: Json<Value>,
}

/// Returns the latest report on a website's answers.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn report(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<StoredReport>> {
    let sql = "SELECT run_id, computed_at, report FROM answer_reports WHERE workspace_id = $1 AND website_id = $2";
    query_opt!(executor.into(), StoredReport, sql, workspace_id, website_id)
}
