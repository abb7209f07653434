//! Returns a release with its files and its report.

use axum::extract::State;
use gate::Report;
use serde::Serialize;
use shared::{
    domain::release::{FullRelease, ReleaseFile},
    store::release,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::ReleaseView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// A release with its files and its report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FullRelease)]
struct Whole {
    #[serde(flatten)]
    release: ReleaseView,
    gate: Report,
    /// Ordered by path.
    files: Vec<ReleaseFile>,
}

/// Response with a release.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneRelease)]
pub(super) struct Answer {
    success: Success,
    release: Whole,
}

/// Get a release.
///
/// With the report of its checks and the list of its files.
#[utoipa::path(
    get, path = "/api/releases/{id}", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    answer(&state, member.workspace_id, id).await
}

/// Returns the response with a release.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let found = release::find_full(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("release"))?;
    let FullRelease { release, manifest, gate, .. } = found;
    let gate = serde_json::from_value(gate.0).map_err(ApiError::unexpected)?;
    let release = Whole { release: ReleaseView::of(state, release), gate, files: manifest.0 };
    Ok(Json(Answer { success: Success, release }))
}
