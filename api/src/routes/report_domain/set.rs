//! Sets the report domain.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, report},
};

use super::{
    body::Input,
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Decides, Json, Member, RequestContext},
    state::AppState,
};

/// Set the report domain.
///
/// The shared reports of the workspace can be read under it once a DNS record proves it. Another host name replaces the previous
/// one, whose links stop working. A host name of another workspace, of a site or of this server is refused. Requires an owner.
#[utoipa::path(
    put, path = "/api/report-domain", tag = "reports", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Decides>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let (host, name) = input.checked(&state)?;
    let mut tx = state.db.begin().await?;
    if !report::set_domain(&mut tx, workspace_id, &host, &name, now()).await? {
        let detail = "This host name belongs to a site or to the reports of another workspace. Enter another one.";
        return Err(ApiError::Conflict(FieldError::new("/host", detail)));
    }
    let detail = json!({"workspaceId": workspace_id, "host": host});
    session::note(&mut tx, Some(member.caller.user_id), Action::ReportDomainSet, &context, detail).await?;
    tx.commit().await?;
    super::changed(&state, workspace_id);
    view::answer(&state, workspace_id).await
}
