//! Clusters of keywords.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{Page, fetched},
    store::{Executor, Result, macros::*},
};

/// Lists the website's clusters by monthly value, descending; the cursor is the offset of the next page.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn clusters(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, offset: i64, limit: usize,
) -> Result<Page<Value>> {
    let limit_more = fetched(limit);
    let rows = query_all!(
        executor.into(),
        (Json<Value>,),
        "SELECT body FROM clusters WHERE workspace_id = $1 AND website_id = $2
          ORDER BY value_cents DESC NULLS LAST, impressions DESC, no LIMIT $3 OFFSET $4",
        workspace_id,
        website_id,
        limit_more,
        offset
    )?;
    let rows: Vec<Value> = rows.into_iter().map(|(Json(body),)| body).collect();
    let next = offset + limit_more - 1;
    Ok(Page::from_rows(rows, limit, |_| next.to_string()))
}
