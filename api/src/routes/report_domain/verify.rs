//! Checks the DNS records of the report domain.

use axum::extract::State;
use shared::store::report;

use super::view::{self, Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Decides, Json, Member, RequestContext},
    state::AppState,
};

/// Verify the report domain.
///
/// Looks up its DNS records, and records what was found. Once it is verified, shared reports are served under it, new links and
/// emails use it, and a proxy gets a certificate for it. Requests for the host name check it too, once a minute. Requires an
/// owner.
#[utoipa::path(post, path = "/api/report-domain/verify", tag = "reports", responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Decides>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let claim = report::domain(&state.db, workspace_id).await?.ok_or(ApiError::NotFound("report domain"))?;
    let by = Some((member.caller.user_id, &context));
    if claim.verified_at.is_none() && state.hosting.check_report_domain(&claim, by).await? {
        super::changed(&state, workspace_id);
    }
    view::answer(&state, workspace_id).await
}
