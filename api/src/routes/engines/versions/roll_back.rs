//! Rolls the last promotion back.

use axum::extract::State;
use serde_json::json;
use shared::store::{audit::Action, engine_version};

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

/// Roll back the last promotion.
///
/// The previous champion returns, and the promoted version is retired.
#[utoipa::path(
    post, path = "/api/intelligence-engines/{id}/versions/rollback", tag = "engines", params(("id" = String, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<String>,
) -> Result<Json<Answer>> {
    let (engine, workspace_id) = (engine(&id)?, member.workspace_id);
    let mut tx = state.db.begin().await?;
    let Some((from, to)) = engine_version::roll_back(&mut tx, workspace_id, engine.as_str()).await? else {
        let detail = "No version was promoted: the engine uses its baseline.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    };
    let detail = json!({"workspaceId": workspace_id, "engineId": engine.as_str(), "version": from, "to": to});
    session::note(&mut tx, Some(member.caller.user_id), Action::VersionRolledBack, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(view::answer(&state.db, workspace_id, engine).await?))
}
