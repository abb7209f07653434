//! Promotes a challenger.

use ::engines::learning::VersionScore;
use axum::extract::State;
use serde_json::json;
use shared::{
    domain::engine_version::ledger_name,
    store::{audit::Action, engine_version},
};
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

/// Promote a challenger.
///
/// Makes it the champion of its action; the previous champion becomes a challenger. The audit log records whether the
/// paired test proposed it.
#[utoipa::path(
    post, path = "/api/intelligence-engines/{id}/versions/{versionId}/promote", tag = "engines",
    params(("id" = String, Path), ("versionId" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>,
    Path((id, version_id)): Path<(String, Uuid)>,
) -> Result<Json<Answer>> {
    let (engine, workspace_id) = (engine(&id)?, member.workspace_id);
    let (scores, _) = view::scores(&state.db, workspace_id, engine).await?;
    let mut tx = state.db.begin().await?;
    let version = engine_version::find(&mut tx, workspace_id, engine.as_str(), version_id).await?;
    let version = version.ok_or(ApiError::NotFound("version"))?;
    let now = shared::domain::now();
    if !engine_version::promote(&mut tx, workspace_id, engine.as_str(), version_id, now).await? {
        let detail = format!("Only a challenger can be promoted; this version is {}.", version.role);
        return Err(ApiError::Conflict(FieldError::new("/versionId", detail)));
    }
    let named = |score: &VersionScore| {
        score.engine == ledger_name(engine.as_str(), &version.action) && score.version == version.name
    };
    let test = scores.into_iter().find(named).and_then(|score| score.against_champion);
    let detail = json!({
        "workspaceId": workspace_id, "engineId": engine.as_str(), "version": version.name,
        "proposed": test.as_ref().is_some_and(|test| test.decision == "promote"), "test": test,
    });
    session::note(&mut tx, Some(member.caller.user_id), Action::VersionPromoted, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(view::answer(&state.db, workspace_id, engine).await?))
}
