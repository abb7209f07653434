//! Lists security events of the caller's account.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::store::audit::{self, AuditLine};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Caller, Json, Limit, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of events, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditLog)]
pub struct Answer {
    success: Success,
    audit: Vec<Line>,
    next_cursor: Option<String>,
}

/// A security event.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditLine)]
pub struct Line {
    id: Uuid,
    at: DateTime<Utc>,
    /// Name of the event, such as `session.signed_in`.
    action: String,
    /// Address of the client.
    address: String,
    /// User agent of the client.
    user_agent: String,
    #[schema(value_type = Object)]
    detail: Value,
}

impl From<AuditLine> for Line {
    fn from(line: AuditLine) -> Self {
        let AuditLine { id, at, action, address, user_agent, detail, .. } = line;
        Self { id, at, action, address, user_agent, detail: detail.0 }
    }
}

/// List security events of the account.
#[utoipa::path(
    get, path = "/api/user/audit-log", tag = "user", params(Params), responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, caller: Caller, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = audit::list(&state.db, Some(caller.user_id), params.cursor, params.limit.get()).await?;
    let audit = page.items.into_iter().map(Line::from).collect();
    Ok(Json(Answer { success: Success, audit, next_cursor: page.next_cursor }))
}
