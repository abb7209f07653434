//! Lists the versions of an engine.

use axum::extract::State;

use super::{
    super::engine,
    view::{self, Answer},
};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// List versions of an engine.
///
/// Champions, challengers and retired versions with their scores.
#[utoipa::path(get, path = "/api/intelligence-engines/{id}/versions", tag = "engines", params(("id" = String, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>,
) -> Result<Json<Answer>> {
    Ok(Json(view::answer(&state.db, member.workspace_id, engine(&id)?).await?))
}
