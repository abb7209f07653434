//! Retires a challenger.

use axum::extract::State;
use serde_json::json;
use shared::store::{audit::Action, engine_version};
use uuid::Uuid;

use super::{
    super::engine,
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Retire a challenger.
///
/// It remains in the list for the forecasts that refer to it.
#[utoipa::path(
    delete, path = "/api/intelligence-engines/{id}/versions/{versionId}", tag = "engines",
    params(("id" = String, Path), ("versionId" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>,
    Path((id, version_id)): Path<(String, Uuid)>,
) -> Result<Json<Answer>> {
    let (engine, workspace_id) = (engine(&id)?, member.workspace_id);
    let mut tx = state.db.begin().await?;
    let version = engine_version::find(&mut tx, workspace_id, engine.as_str(), version_id).await?;
    let version = version.ok_or(ApiError::NotFound("version"))?;
    if !engine_version::retire(&mut tx, workspace_id, engine.as_str(), version_id).await? {
        let detail = format!("Only a challenger can be retired; this version is {}.", version.role);
        return Err(ApiError::Conflict(FieldError::new("/versionId", detail)));
    }
    let detail = json!({"workspaceId": workspace_id, "engineId": engine.as_str(), "version": version.name});
    session::note(&mut tx, Some(member.caller.user_id), Action::VersionRetired, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(view::answer(&state.db, workspace_id, engine).await?))
}
