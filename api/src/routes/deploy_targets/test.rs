//! Tests a target.

use std::time::Duration;

use axum::extract::State;
use serde::Serialize;
use shared::store::deploy_target;
use targets::{Target, TargetError, Tested};
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, view};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path, Success},
    layer::guard,
    state::AppState,
};

/// Longest test.
const LONGEST: Duration = Duration::from_secs(45);

/// Result of a test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeployTargetTest)]
pub(super) struct Answer {
    success: Success,
    /// Whether the target can be deployed to.
    is_reachable: bool,
    /// What the test found, or what is wrong and what to do.
    detail: String,
}

/// Test a target.
///
/// Checks the server, the credentials and the place without a lasting change. The first test of an SFTP server stores its
/// host key; later connections to a server with another key are refused. Requires an editor; at most 20 in 5 minutes.
#[utoipa::path(
    post, path = "/api/deploy-targets/{id}/test", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let stored = view::found(&state, workspace_id, id).await?;
    guard::count(&state, guard::FETCH, &member.caller.user_id.to_string()).await?;
    let checked = body::checked(&state, body::kind(stored.kind)?, &stored.settings.0, &body::open(&state, &stored)?)?;
    let target = Target::new(checked.settings, checked.secrets, body::environment(&state));
    let tested = match target {
        Ok(target) => test(&state, &target).await,
        Err(error) => Err(error),
    };
    let (is_reachable, detail) = match tested {
        Ok(Tested { detail, settings }) => {
            if let Some(settings) = settings {
                deploy_target::set_settings(&state.db, workspace_id, id, &settings.to_json()).await?;
            }
            (true, detail)
        }
        Err(error) => (false, error.to_string()),
    };
    Ok(Json(Answer { success: Success, is_reachable, detail }))
}

async fn test(state: &AppState, target: &Target) -> std::result::Result<Tested, TargetError> {
    let cancel: CancellationToken = state.stop.child_token();
    // Dropped with the request, so that the test of a client that has gone ends too.
    let _guard = cancel.clone().drop_guard();
    match tokio::time::timeout(LONGEST, target.test(&cancel)).await {
        Ok(tested) => tested,
        Err(_) => Err(TargetError::Timeout { host: "The target".to_owned(), seconds: LONGEST.as_secs() }),
    }
}
