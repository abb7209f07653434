//! Changes that sites built here keep over their rendered pages.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::edit::{Edit, PageChange},
    store::{Executor, Result, Tx, macros::*},
};

/// Returns the changes of a site of the workspace, in the order in which they are made.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn page_changes(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<PageChange>> {
    let sql = "SELECT edit_id, path, change FROM page_changes WHERE website_id = $1 AND workspace_id = $2
                ORDER BY edit_id, position";
    query_all!(executor.into(), PageChange, sql, website_id, workspace_id)
}

/// Stores the changes of an edit for its site.
pub(super) async fn put(tx: &mut Tx, edit: &Edit) -> Result<()> {
    remove(tx, edit.id).await?;
    for (position, change) in (0_i32..).zip(&edit.changes.0) {
        execute!(
            &mut *tx,
            "INSERT INTO page_changes (website_id, workspace_id, edit_id, position, path, change)
             VALUES ($1, $2, $3, $4, $5, $6)",
            edit.website_id,
            edit.workspace_id,
            edit.id,
            position,
            path(change),
            Json(change)
        )?;
    }
    Ok(())
}

/// Deletes the changes of an edit.
pub(super) async fn remove(tx: &mut Tx, edit_id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM page_changes WHERE edit_id = $1", edit_id).map(|_| ())
}

fn path(change: &Value) -> &str {
    // A removal is about the page of the change that it removes.
    let change = change.get("change").unwrap_or(change);
    change.get("path").or_else(|| change.get("from")).and_then(Value::as_str).unwrap_or_default()
}
