//! Compares two results of an engine.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::run::Run,
    results::{self, Change, Item},
    store::run,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::engine;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    routes::runs::view::RunView,
    state::AppState,
};

/// Maximum number of rows of each type in the response; the counts cover all.
const MOST: usize = 1_000;

/// The two runs.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The earlier run.
    before: Uuid,
    /// The later run.
    after: Uuid,
}

/// A row of only one result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedRow)]
pub(super) struct RowView {
    /// Table of the result.
    table: String,
    /// Key of the row.
    key: String,
    row: Value,
}

/// A changed value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparedField)]
pub(super) struct ChangeView {
    /// Table of the result; empty for a value of the result itself.
    table: String,
    /// Key of the row; empty for a value of the result itself.
    key: String,
    field: String,
    before: Value,
    after: Value,
    /// Difference of figures.
    difference: Option<f64>,
    /// Relative change; `null` if the previous value was 0.
    share: Option<f64>,
}

/// Number of rows and fields of each type.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparisonCounts)]
pub(super) struct Counts {
    appeared: usize,
    vanished: usize,
    /// Number of changed fields.
    changed: usize,
    /// Number of unchanged rows.
    unchanged: usize,
}

/// Comparison of two results.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RunComparison)]
pub(super) struct Answer {
    success: Success,
    before: RunView,
    after: RunView,
    counts: Counts,
    /// Added rows, at most 1,000.
    appeared: Vec<RowView>,
    /// Removed rows, at most 1,000.
    vanished: Vec<RowView>,
    /// Changed values, at most 1,000, largest relative changes first.
    changed: Vec<ChangeView>,
}

/// Compare two runs of an engine.
///
/// Added, removed and changed rows. Rows are matched by their key (query, page, market or month), not by position.
#[utoipa::path(
    get, path = "/api/intelligence-engines/{id}/compare", tag = "engines", params(("id" = String, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let id = engine(&id)?.as_str();
    let (before, old) = with_result(&state, member.workspace_id, id, params.before).await?;
    let (after, new) = with_result(&state, member.workspace_id, id, params.after).await?;
    if before.action != after.action {
        return Err(ApiError::invalid(
            "/after",
            "is a run of another action; only runs of the same action can be compared",
        ));
    }
    let found = results::compare(&old, &new);
    let counts = Counts {
        appeared: found.appeared.len(),
        vanished: found.vanished.len(),
        changed: found.changed.len(),
        unchanged: found.unchanged,
    };
    let rows = |items: Vec<Item>| items.into_iter().take(MOST).map(RowView::from).collect();
    Ok(Json(Answer {
        success: Success,
        before: before.into(),
        after: after.into(),
        counts,
        appeared: rows(found.appeared),
        vanished: rows(found.vanished),
        changed: found.changed.into_iter().take(MOST).map(ChangeView::from).collect(),
    }))
}

/// Returns a run of the engine with its result.
pub(super) async fn with_result(
    state: &AppState, workspace_id: Uuid, engine_id: &str, id: Uuid,
) -> Result<(Run, Value)> {
    let found = run::find(&state.db, workspace_id, id).await?;
    let found = found.filter(|run| run.engine_id.as_deref() == Some(engine_id)).ok_or(ApiError::NotFound("run"))?;
    let result = run::result(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("result"))?;
    Ok((found, result))
}

impl From<Item> for RowView {
    fn from(item: Item) -> Self {
        Self { table: item.table, key: item.key, row: item.row }
    }
}

impl From<Change> for ChangeView {
    fn from(change: Change) -> Self {
        Self {
            table: change.table,
            key: change.key,
            field: change.field,
            before: change.before,
            after: change.after,
            difference: change.difference,
            share: change.share,
        }
    }
}
