//! Creates a report.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use shared::{
    domain::{new_id, now},
    store::{report, website, workspace},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body::Settings,
    schedule,
    view::{self, Answer},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member},
    routes::site_operator,
    state::AppState,
};

/// Maximum number of reports of a workspace.
pub(super) const MOST: i64 = 200;

/// A new report.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewReport)]
pub(super) struct Input {
    /// Website that it is about.
    website_id: Uuid,
    /// What is set of it.
    #[serde(default)]
    settings: Settings,
}

/// Create a report.
///
/// Nothing is made or sent before its first scheduled time or until somebody makes an issue. Requires an editor.
#[utoipa::path(
    post, path = "/api/reports", tag = "reports", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let Input { website_id, mut settings } = input;
    let workspace_id = member.workspace_id;
    website::find(&state.db, workspace_id, website_id).await?.ok_or(ApiError::NotFound("website"))?;
    if settings.brand_name.trim().is_empty() {
        let operator = site_operator::view::find(&state, workspace_id).await?;
        let brand = if operator.brand_name.is_empty() { operator.legal_name } else { operator.brand_name };
        settings.brand_name = brand;
    }
    let body = settings.checked("/settings")?;
    let times = schedule::times(&body)?;
    let id = new_id();
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if report::list(&mut tx, workspace_id, None, MOST).await?.len() >= usize::try_from(MOST).unwrap_or(0) {
        let detail = format!("A workspace has at most {MOST} reports. Delete one first.");
        return Err(ApiError::Conflict(FieldError::new("/websiteId", detail)));
    }
    let of = (workspace_id, website_id, member.caller.user_id);
    report::insert(&mut tx, of, id, &body, now()).await?;
    schedule::set(&mut tx, of, (id, None), &body, times).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, view::answer(&state, workspace_id, id).await?))
}
