//! Removes the report domain.

use axum::extract::State;
use serde_json::json;
use shared::store::{audit::Action, report};

use super::view::{self, Answer};
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Decides, Json, Member, RequestContext},
    state::AppState,
};

/// Remove the report domain.
///
/// Links with it stop working; the same links with the address of this server go on working. Requires an owner.
#[utoipa::path(delete, path = "/api/report-domain", tag = "reports", responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Decides>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let mut tx = state.db.begin().await?;
    let removed = report::remove_domain(&mut tx, workspace_id).await?.ok_or(ApiError::NotFound("report domain"))?;
    let detail = json!({"workspaceId": workspace_id, "host": removed.host});
    session::note(&mut tx, Some(member.caller.user_id), Action::ReportDomainRemoved, &context, detail).await?;
    tx.commit().await?;
    super::changed(&state, workspace_id);
    view::answer(&state, workspace_id).await
}
