//! Retries a run.

use axum::extract::State;
use shared::store::run;
use uuid::Uuid;

use super::{get::Answer, start};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Retry a run.
///
/// Starts a failed or cancelled run again with the same input, or its children that did not succeed.
#[utoipa::path(post, path = "/api/runs/{id}/retry", tag = "runs", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    let again = run::retry(&state.db, state.settings.workspace, member.workspace_id, id, shared::domain::now()).await?;
    let Some((run, due)) = again else {
        let detail = if found.children_total > 0 && found.status.is_final() {
            "All of its runs have succeeded: nothing is left to retry.".to_owned()
        } else {
            format!("Only a failed or cancelled run can be retried; this one is {}.", found.status)
        };
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    };
    start::deliver(&state, &due).await;
    Ok(Json(run.into()))
}
