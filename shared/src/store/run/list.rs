//! Queries for runs.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::run_columns;
use crate::{
    domain::{
        Page, fetched,
        run::{Lane, Run, RunKind, RunStatus},
    },
    store::{Executor, Result, macros::*},
};

/// Filter of a workspace's runs; `None` matches all.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only of this kind.
    pub kind: Option<RunKind>,
    /// With this status.
    pub status: Option<RunStatus>,
    /// Of this engine.
    pub engine_id: Option<String>,
    /// Of this action of an engine.
    pub action: Option<String>,
    /// For this website.
    pub website_id: Option<Uuid>,
    /// After the run with this id, in the list's order.
    pub cursor: Option<Uuid>,
}

/// Returns a run of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Run>> {
    let sql = concat!("SELECT ", run_columns!(), " FROM runs WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Run, sql, id, workspace_id)
}

/// Returns a run of any workspace, for workers only, never for a user's request.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_any(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<Option<Run>> {
    let sql = concat!("SELECT ", run_columns!(), " FROM runs WHERE id = $1");
    query_opt!(executor.into(), Run, sql, id)
}

/// Lists the workspace's runs that match `filter`, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &Filter, limit: usize,
) -> Result<Page<Run>> {
    let sql = concat!(
        "SELECT ",
        run_columns!(),
        " FROM runs WHERE workspace_id = $1 AND ($2 IS NULL OR kind = $2) AND ($3 IS NULL OR status = $3)
            AND ($4 IS NULL OR engine_id = $4) AND ($5 IS NULL OR website_id = $5) AND ($6 IS NULL OR id < $6)
            AND ($8 IS NULL OR action = $8) ORDER BY id DESC LIMIT $7"
    );
    let rows = query_all!(
        executor.into(),
        Run,
        sql,
        workspace_id,
        filter.kind,
        filter.status,
        filter.engine_id.as_deref(),
        filter.website_id,
        filter.cursor,
        fetched(limit),
        filter.action.as_deref()
    )?;
    Ok(Page::from_rows(rows, limit, |run| run.id.to_string()))
}

/// Lists the children of a run of the workspace, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn children(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, parent_id: Uuid, after: Option<Uuid>, limit: usize,
) -> Result<Page<Run>> {
    let sql = concat!(
        "SELECT ",
        run_columns!(),
        " FROM runs WHERE parent_id = $1 AND workspace_id = $2 AND ($3 IS NULL OR id > $3) ORDER BY id LIMIT $4"
    );
    let limit_more = fetched(limit);
    let rows = query_all!(executor.into(), Run, sql, parent_id, workspace_id, after, limit_more)?;
    Ok(Page::from_rows(rows, limit, |run| run.id.to_string()))
}

/// Returns the result of a run of the workspace; `None` before it has one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn result(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Value>> {
    let row = query_opt!(
        executor.into(),
        (Option<Json<Value>>,),
        "SELECT result FROM runs WHERE id = $1 AND workspace_id = $2",
        id,
        workspace_id
    )?;
    Ok(row.and_then(|(result,)| result).map(|Json(value)| value))
}

/// Returns the latest run of an engine in the workspace, for one website if given, with the final `status` if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, engine_id: &str, website_id: Option<Uuid>,
    status: Option<RunStatus>,
) -> Result<Option<Run>> {
    let sql = concat!(
        "SELECT ",
        run_columns!(),
        " FROM runs WHERE workspace_id = $1 AND engine_id = $2 AND ($3 IS NULL OR website_id = $3)
            AND ($4 IS NULL OR status = $4) ORDER BY id DESC LIMIT 1"
    );
    query_opt!(executor.into(), Run, sql, workspace_id, engine_id, website_id, status)
}

/// Returns the latest successful run of an engine's action in the workspace, for one website if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest_action(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, engine_id: &str, action: &str, website_id: Option<Uuid>,
) -> Result<Option<Run>> {
    let sql = concat!(
        "SELECT ",
        run_columns!(),
        " FROM runs WHERE workspace_id = $1 AND engine_id = $2 AND action = $3 AND ($4 IS NULL OR website_id = $4)
            AND status = 'succeeded' ORDER BY id DESC LIMIT 1"
    );
    query_opt!(executor.into(), Run, sql, workspace_id, engine_id, action, website_id)
}

/// Counts queued and running runs by lane.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn depths(executor: impl Into<Executor<'_>>) -> Result<Vec<(Lane, RunStatus, i64)>> {
    query_all!(
        executor.into(),
        (Lane, RunStatus, i64),
        "SELECT lane, status, COUNT(*) FROM runs WHERE finished_at IS NULL AND status IN ('queued', 'running')
          GROUP BY lane, status"
    )
}
