//! Edits: changes of existing pages of a website.
//!
//! Statements that change both lock the site first and then the edit.

mod ended;
mod files;
mod page_changes;
mod prepared;
mod release;
mod retention;
mod rules;
mod start;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

pub use ended::{EditEnded, NextRun};
pub use files::{MayWrite, advance, blob, files, keep_failure, may_write};
pub use page_changes::page_changes;
pub use prepared::{EditPrepared, NewEditFile};
pub use release::{EditBuilt, EditRefused, ReleaseStart, begin_release};
pub(super) use release::{after_deploy, after_site_failure, build_key};
pub use retention::{delete_old_files, delete_unused_blobs};
pub(super) use rules::EditRun;
pub use start::{EditStart, approve_for_person, cancel, start};

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page,
    edit::{Edit, EditStatus},
    event::{Audience, NewEvent},
    fetched,
};

/// Maximum number of edits of a workspace.
pub const MOST_EDITS: i64 = 10_000;

/// Columns of [`Edit`].
macro_rules! select {
    () => {
        "SELECT e.id, e.workspace_id, e.website_id, w.name AS website_name, w.url AS website_url, e.opportunity_id,
                e.undoes_id, (SELECT u.id FROM edits u WHERE u.undoes_id = e.id AND u.status <> 'cancelled'
                               ORDER BY u.id DESC LIMIT 1) AS undo_edit_id, e.title, e.reason, e.changes, e.checked, e.status, e.way, e.step, e.detail, e.failure, e.preview, e.is_measured,
                e.experiment_id, e.annotation_id, e.release_id, e.run_id,
                (SELECT runs.status FROM runs WHERE runs.id = e.run_id) AS run_status, e.site_run_id,
                (SELECT runs.status FROM runs WHERE runs.id = e.site_run_id) AS site_run_status,
                (SELECT COUNT(*) FROM edit_files f WHERE f.edit_id = e.id AND f.is_canary) AS canary_files,
                (SELECT COUNT(*) FROM edit_files f WHERE f.edit_id = e.id) AS files,
                (SELECT COUNT(*) FROM edit_files f WHERE f.edit_id = e.id
                   AND f.stage IN ('canary', 'written', 'verified')) AS written_files,
                e.created_by, e.approved_by, (SELECT users.name FROM users WHERE users.id = e.approved_by) AS approved_by_name,
                e.approved_at, e.applied_at, e.undone_at, e.created_at, e.updated_at
           FROM edits e JOIN websites w ON w.id = e.website_id "
    };
}

/// A new edit.
#[derive(Debug, Clone)]
pub struct NewEdit {
    /// Id.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Opportunity that it implements.
    pub opportunity_id: Option<Uuid>,
    /// Edit that it undoes.
    pub undoes_id: Option<Uuid>,
    /// Content.
    pub body: EditBody,
}

/// Editable fields of an edit.
#[derive(Debug, Clone, PartialEq)]
pub struct EditBody {
    /// Title, one line.
    pub title: String,
    /// Reason.
    pub reason: String,
    /// Changes.
    pub changes: Vec<Value>,
    /// Whether an experiment measures it.
    pub is_measured: bool,
}

/// Filter of edits.
#[derive(Debug, Clone, Default)]
pub struct EditFilter {
    /// Only of this website.
    pub website_id: Option<Uuid>,
    /// Only with this status.
    pub status: Option<EditStatus>,
    /// Only edits older than this one.
    pub before: Option<Uuid>,
}

/// Returns an edit of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Edit>> {
    let sql = concat!(select!(), "WHERE e.id = $1 AND e.workspace_id = $2");
    query_opt!(executor.into(), Edit, sql, id, workspace_id)
}

/// Lists the workspace's edits, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &EditFilter, limit: usize,
) -> Result<Page<Edit>> {
    let sql = concat!(
        select!(),
        "WHERE e.workspace_id = $1 AND ($2 IS NULL OR e.website_id = $2) AND ($3 IS NULL OR e.status = $3)
           AND ($4 IS NULL OR e.id < $4) ORDER BY e.id DESC LIMIT $5"
    );
    let rows = query_all!(
        executor.into(),
        Edit,
        sql,
        workspace_id,
        filter.website_id,
        filter.status,
        filter.before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the number of edits of a workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    query_value!(executor.into(), i64, "SELECT COUNT(*) FROM edits WHERE workspace_id = $1", workspace_id)
}

/// Returns pairs of opportunity and edit, oldest edits first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn of_opportunities(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<(Uuid, Uuid)>> {
    let sql = "SELECT opportunity_id, id FROM edits WHERE workspace_id = $1 AND opportunity_id IS NOT NULL ORDER BY id";
    query_all!(executor.into(), (Uuid, Uuid), sql, workspace_id)
}

/// Finds the latest edit of an opportunity that has not ended.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn open_of(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, opportunity_id: Uuid,
) -> Result<Option<Uuid>> {
    let sql = "SELECT id FROM edits WHERE workspace_id = $1 AND opportunity_id = $2
                  AND status IN ('draft', 'preparing', 'ready', 'applying', 'checking', 'waiting')
                ORDER BY id DESC LIMIT 1";
    Ok(query_opt!(executor.into(), (Uuid,), sql, workspace_id, opportunity_id)?.map(|(id,)| id))
}

/// Stores a new edit as a draft.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, new: &NewEdit, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO edits (id, workspace_id, website_id, opportunity_id, title, reason, changes, checked, status, detail,
           preview, is_measured, stored_bytes, created_by, created_at, updated_at, undoes_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'draft', '', $9, $10, 0, $11, $12, $12, $13)",
        new.id,
        workspace_id,
        new.website_id,
        new.opportunity_id,
        &new.body.title,
        &new.body.reason,
        Json(&new.body.changes),
        Json(Vec::<Value>::new()),
        Json(empty_preview()),
        new.body.is_measured,
        user_id,
        now,
        new.undoes_id
    )
    .map(|_| ())
}

/// Preview of an edit that was not prepared.
fn empty_preview() -> Value {
    json!({ "files": [] })
}

/// Changes a locked edit. With other changes it is a draft again.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(tx: &mut Tx, edit: &Edit, body: &EditBody, now: DateTime<Utc>) -> Result<()> {
    let sql = "UPDATE edits SET title = $2, reason = $3, is_measured = $4, updated_at = $5 WHERE id = $1";
    execute!(&mut *tx, sql, edit.id, &body.title, &body.reason, body.is_measured, now)?;
    if body.changes == edit.changes.0 {
        return Ok(());
    }
    execute!(&mut *tx, "DELETE FROM edit_files WHERE edit_id = $1", edit.id)?;
    execute!(
        tx,
        "UPDATE edits SET changes = $2, checked = $3, preview = $4, status = 'draft', way = NULL, detail = '',
           stored_bytes = 0 WHERE id = $1",
        edit.id,
        Json(&body.changes),
        Json(Vec::<Value>::new()),
        Json(empty_preview())
    )
    .map(|_| ())
}

/// Deletes an edit of the workspace; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM edits WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(tx, sql, id, workspace_id)? > 0)
}

/// Locks an edit of the workspace until the end of the transaction, and returns it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn lock(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Edit>> {
    let sql = tx.dialect(
        "SELECT id FROM edits WHERE id = $1 AND workspace_id = $2 FOR NO KEY UPDATE",
        "SELECT id FROM edits WHERE id = $1 AND workspace_id = $2",
    );
    query_opt!(&mut *tx, (Uuid,), sql, id, workspace_id)?;
    find(tx, workspace_id, id).await
}

/// Sets the status of a locked edit; returns its event.
async fn set_status(
    tx: &mut Tx, edit: &Edit, status: EditStatus, detail: &str, now: DateTime<Utc>,
) -> Result<NewEvent> {
    let sql = "UPDATE edits SET status = $2, detail = $3, failure = NULL, updated_at = $4 WHERE id = $1";
    execute!(tx, sql, edit.id, status, detail, now)?;
    Ok(event(edit, status, detail))
}

/// Live event of an edit whose status changed. The preview is too large for it.
fn event(edit: &Edit, status: EditStatus, detail: &str) -> NewEvent {
    let payload = json!({"edit": {
        "id": edit.id, "websiteId": edit.website_id, "websiteName": edit.website_name,
        "opportunityId": edit.opportunity_id, "title": edit.title, "status": status, "detail": detail, "way": edit.way,
    }});
    NewEvent { audience: Audience::Workspace(edit.workspace_id), r#type: "edit:updated", payload }
}
