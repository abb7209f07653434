//! Lists security events of all accounts.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::audit;
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Admin, Json, Limit, Query, Success},
    routes::user::audit_log::Line,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    /// Only events of this account.
    user_id: Option<Uuid>,
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of events, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WholeAuditLog)]
pub struct Answer {
    success: Success,
    audit: Vec<OwnedLine>,
    next_cursor: Option<String>,
}

/// A security event and its account.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OwnedAuditLine)]
pub struct OwnedLine {
    /// `null` for events without an account, such as a sign-in to an unknown address.
    user_id: Option<Uuid>,
    #[serde(flatten)]
    line: Line,
}

/// List security events of all accounts.
///
/// Newest first. Administrators only.
#[utoipa::path(
    get, path = "/api/admin/audit-log", tag = "admin", params(Params), responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, _: Admin, Query(params): Query<Params>) -> Result<Json<Answer>> {
    let page = audit::list(&state.db, params.user_id, params.cursor, params.limit.get()).await?;
    let audit = page.items.into_iter().map(|line| OwnedLine { user_id: line.user_id, line: line.into() }).collect();
    Ok(Json(Answer { success: Success, audit, next_cursor: page.next_cursor }))
}
