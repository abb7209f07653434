//! Lists the data sources of a website.

use axum::extract::State;
use serde::Serialize;
use shared::store::{sync, website};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::SourceView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Data sources of a website.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DataSources)]
pub(super) struct Answer {
    success: Success,
    /// Connections that name the website in their settings, oldest first.
    sources: Vec<SourceView>,
}

/// List the data sources of a website.
///
/// Each connection that fetches data of the website, with the days that it has, its last and its next sync.
#[utoipa::path(
    get, path = "/api/websites/{id}/sources", tag = "websites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    website::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let sources = sync::sources(db, workspace_id, id).await?;
    let schedules = if sources.is_empty() { Vec::new() } else { sync::schedules(db, workspace_id).await? };
    let sources = sources.into_iter().map(|source| SourceView::new(source, &schedules)).collect();
    Ok(Json(Answer { success: Success, sources }))
}
