//! Deletes the access to a website.

use axum::extract::State;
use serde_json::json;
use shared::store::{audit::Action, website_access};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Delete the access to a website.
///
/// Erases its credentials. Edits that were made through it can no longer be undone. Requires an editor.
#[utoipa::path(
    delete, path = "/api/websites/{id}/access", tag = "edits", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    view::website_url(&state, workspace_id, id).await?;
    let mut tx = state.db.begin().await?;
    if !website_access::delete(&mut tx, workspace_id, id).await? {
        return Err(ApiError::NotFound("access"));
    }
    let detail = json!({"websiteId": id, "kind": null});
    session::note(&mut tx, Some(member.caller.user_id), Action::AccessChanged, &context, detail).await?;
    tx.commit().await?;
    view::answer(&state, workspace_id, id).await
}
