//! Resets an engine to its baseline.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::engine_version::PRIOR,
    store::{audit::Action, engine_version},
};

use super::{
    super::engine,
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Reset an engine to its baseline.
///
/// Makes the baseline the champion of every action and retires the previous champions.
#[utoipa::path(
    post, path = "/api/intelligence-engines/{id}/versions/reset", tag = "engines", params(("id" = String, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<String>,
) -> Result<Json<Answer>> {
    let (engine, workspace_id) = (engine(&id)?, member.workspace_id);
    let mut tx = state.db.begin().await?;
    for from in engine_version::reset(&mut tx, workspace_id, engine.as_str()).await? {
        let detail = json!({"workspaceId": workspace_id, "engineId": engine.as_str(), "version": from, "to": PRIOR});
        session::note(&mut tx, Some(member.caller.user_id), Action::VersionReset, &context, detail).await?;
    }
    tx.commit().await?;
    Ok(Json(view::answer(&state.db, workspace_id, engine).await?))
}
