//! Lists, undoes and redoes changes of own values.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        market::{MarketChange, MarketSource},
        now,
    },
    store::market,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Limit, Member, Path, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A change of own values.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketChange)]
pub(super) struct ChangeView {
    id: Uuid,
    source: MarketSource,
    /// Description or file name.
    title: String,
    /// Number of values.
    values: i64,
    /// Name of the user who made it; `null` if the account is deleted.
    made_by: Option<String>,
    made_at: DateTime<Utc>,
    /// Time of the undo; `null` if it counts.
    undone_at: Option<DateTime<Utc>>,
}

impl From<MarketChange> for ChangeView {
    fn from(change: MarketChange) -> Self {
        Self {
            id: change.id,
            source: change.source,
            title: change.title,
            values: change.row_count,
            made_by: change.user_name,
            made_at: change.created_at,
            undone_at: change.undone_at,
        }
    }
}

/// A page of changes, the latest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketChangeList)]
pub(super) struct ListAnswer {
    success: Success,
    changes: Vec<ChangeView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List changes of own market data.
#[utoipa::path(
    get, path = "/api/market-changes", tag = "market data", operation_id = "market_changes_list", params(Params),
    responses((status = 200, body = ListAnswer))
)]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<ListAnswer>> {
    let page = market::changes(&state.db, member.workspace_id, params.cursor, params.limit.get()).await?;
    let changes = page.items.into_iter().map(ChangeView::from).collect();
    Ok(Json(ListAnswer { success: Success, changes, next_cursor: page.next_cursor }))
}

/// A change after an undo or redo.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneMarketChange)]
pub(super) struct OneAnswer {
    success: Success,
    change: ChangeView,
}

/// Undo a change of own market data.
///
/// The values before it count again.
#[utoipa::path(
    post, path = "/api/market-changes/{id}/undo", tag = "market data", operation_id = "market_changes_undo",
    params(("id" = Uuid, Path)), responses((status = 200, body = OneAnswer))
)]
pub(super) async fn undo(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<OneAnswer>> {
    set(&state, &member, id, true).await
}

/// Redo a change of own market data.
#[utoipa::path(
    post, path = "/api/market-changes/{id}/redo", tag = "market data", operation_id = "market_changes_redo",
    params(("id" = Uuid, Path)), responses((status = 200, body = OneAnswer))
)]
pub(super) async fn redo(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<OneAnswer>> {
    set(&state, &member, id, false).await
}

async fn set(state: &AppState, member: &Member<Changes>, id: Uuid, is_undo: bool) -> Result<Json<OneAnswer>> {
    let missing = || ApiError::NotFound("change");
    market::change(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    let undone = is_undo.then(|| (member.caller.user_id, now()));
    if !market::set_undone(&state.db, member.workspace_id, id, undone).await? {
        let detail = if is_undo { "This change is undone already." } else { "This change counts already." };
        return Err(ApiError::Conflict(FieldError::new("/id", detail)));
    }
    let change = market::change(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    Ok(Json(OneAnswer { success: Success, change: change.into() }))
}
