//! Replaces the settings of a report.

use axum::extract::State;
use shared::{
    domain::now,
    store::{report, workspace},
};
use uuid::Uuid;

use super::{
    body::Settings,
    schedule,
    view::{self, Answer},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Replace the settings of a report.
///
/// Issues that were made do not change. Requires an editor.
#[utoipa::path(
    put, path = "/api/reports/{id}", tag = "reports", request_body = Settings, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(settings): Json<Settings>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    super::find(&state, workspace_id, id).await?;
    let body = settings.checked("")?;
    let times = schedule::times(&body)?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let old = report::find(&mut tx, workspace_id, id).await?.ok_or(ApiError::NotFound("report"))?;
    report::update(&mut tx, workspace_id, id, &body, now()).await?;
    let of = (workspace_id, old.website_id, member.caller.user_id);
    schedule::set(&mut tx, of, (id, old.schedule_id), &body, times).await?;
    tx.commit().await?;
    view::answer(&state, workspace_id, id).await
}
