//! Imported rates of a workspace.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::store::{Executor, Result, macros::*};

/// Maximum number of rates that are read, the latest.
const MOST: i64 = 100_000;

#[derive(sqlx_macros::FromRow)]
struct Row {
    body: Json<Value>,
}

/// Returns the imported payouts of a workspace as JSON, the latest last.
///
/// Rates of sample websites are left out.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn rates(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Value>> {
    let rows = query_all!(
        executor.into(),
        Row,
        "SELECT o.body FROM import_batches b JOIN imports ON imports.id = b.import_id
           JOIN observations o ON o.batch_id = b.id JOIN websites w ON w.id = b.website_id
          WHERE imports.workspace_id = $1 AND b.committed AND o.kind = 'payout' AND w.kind <> 'sample'
          ORDER BY o.batch_id DESC, o.no DESC LIMIT $2",
        workspace_id,
        MOST
    )?;
    Ok(rows.into_iter().rev().map(|row| row.body.0).collect())
}
