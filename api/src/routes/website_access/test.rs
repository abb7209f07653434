//! Tests the access to a website.

use std::time::Duration;

use axum::extract::State;
use serde::Serialize;
use shared::{domain::now, store::website_access};
use targets::{
    TargetError,
    access::{Access, AccessTested},
};
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, view};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    layer::guard,
    state::AppState,
};

/// Longest test.
const LONGEST: Duration = Duration::from_secs(45);

/// Result of a test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebsiteAccessTest)]
pub(super) struct Answer {
    success: Success,
    /// Whether files can be read and written there.
    is_reachable: bool,
    /// What the test found, or what is wrong and what to do.
    detail: String,
}

/// Test the access to a website.
///
/// Checks the server, the credentials and the place without a lasting change. The first test of an SSH server stores its host
/// key; later connections to a server with another key are refused. Requires an editor; at most 20 in 5 minutes.
#[utoipa::path(
    post, path = "/api/websites/{id}/access/test", tag = "edits", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    view::website_url(&state, workspace_id, id).await?;
    let stored = website_access::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("access"))?;
    guard::count(&state, guard::FETCH, &member.caller.user_id.to_string()).await?;
    let checked = body::checked(&state, stored.kind, &stored.settings.0, &body::open(&state, &stored)?)?;
    let tested = match Access::new(checked.settings, checked.secrets, body::environment(&state)) {
        Ok(access) => test(&state, &access).await,
        Err(error) => Err(error),
    };
    let (is_reachable, detail) = match tested {
        Ok(AccessTested { detail, settings }) => {
            let settings = settings.map(|settings| settings.to_json());
            website_access::set_tested(&state.db, &stored, settings.as_ref(), now()).await?;
            (true, detail)
        }
        Err(error) => (false, error.to_string()),
    };
    Ok(Json(Answer { success: Success, is_reachable, detail }))
}

async fn test(state: &AppState, access: &Access) -> std::result::Result<AccessTested, TargetError> {
    let cancel: CancellationToken = state.stop.child_token();
    // Dropped with the request, so that the test of a client that has gone ends too.
    let _guard = cancel.clone().drop_guard();
    match tokio::time::timeout(LONGEST, access.test(&cancel)).await {
        Ok(tested) => tested,
        Err(_) => Err(TargetError::Timeout { host: "The server".to_owned(), seconds: LONGEST.as_secs() }),
    }
}
