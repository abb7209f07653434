//! Shares a report by a link, and ends the link.

use axum::{extract::State, http::StatusCode};
use serde::Serialize;
use shared::{
    domain::{now, random_token, report::SHARED_REPORTS},
    store::report,
    vault::Credentials,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    auth::key::hash_token,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// The link of a report.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportShared)]
pub(super) struct Shared {
    success: Success,
    /// Shown once: it is stored encrypted.
    link: String,
}

/// Share a report by a link.
///
/// Whoever has the link reads the latest issue without an account, until the link is ended. The answer is the only one that
/// has the link; an earlier link ends. It begins with the report domain once that is verified; the same link with the address of
/// this server works too. Requires an editor.
#[utoipa::path(
    post, path = "/api/reports/{id}/share", tag = "reports", params(("id" = Uuid, Path)),
    responses((status = 201, body = Shared))
)]
pub(super) async fn share(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<(StatusCode, Json<Shared>)> {
    let token = random_token();
    // Stored with the address of this server, which goes on when the domain is removed.
    let stored = format!("{}{SHARED_REPORTS}{token}", state.settings.public_url.trim_end_matches('/'));
    let fields = Credentials::from_fields([("link", stored.clone())]);
    let workspace_id = member.workspace_id;
    let sealed = state.vault.seal(workspace_id, id, &fields, rand::random()).map_err(ApiError::unexpected)?;
    if !report::share(&state.db, workspace_id, id, &hash_token(&token), &sealed, now()).await? {
        return Err(ApiError::NotFound("report"));
    }
    let host = report::verified_host(&state.db, workspace_id).await?;
    let link = reports::link(&stored, host.map(|host| state.settings.sites.origin(&host)).as_deref());
    Ok((StatusCode::CREATED, Json(Shared { success: Success, link })))
}

/// End the link of a report.
///
/// From then on the link answers 404. Requires an editor.
#[utoipa::path(
    delete, path = "/api/reports/{id}/share", tag = "reports", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn end(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    if !report::end_sharing(&state.db, member.workspace_id, id).await? {
        return Err(ApiError::NotFound("report"));
    }
    view::answer(&state, member.workspace_id, id).await
}
