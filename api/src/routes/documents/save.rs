//! Saves an edited draft as a version.

use axum::{extract::State, http::StatusCode};
use documents::{Brief, CitedFact};
use engines::content::Draft;
use serde::Deserialize;
use shared::{
    domain::document::{Document, VersionOrigin},
    store::document,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body::{self, append, written},
    view::OneVersion,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// An edited draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewDocumentVersion)]
pub(super) struct Input {
    /// Number of the version that it was made from; 0 for the first.
    base_version: i32,
    #[schema(schema_with = documents::draft_schema)]
    draft: Draft,
    /// Note for the history, at most 500 characters.
    note: Option<String>,
}

/// Save a version of a document.
///
/// Fails with 409 and the `current` number if `baseVersion` is not the current version; nothing is lost then. A draft that
/// equals the current version adds none.
#[utoipa::path(
    post, path = "/api/documents/{id}/versions", tag = "documents", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = OneVersion, description = "The current version has the same text."), (status = 201, body = OneVersion))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<OneVersion>)> {
    let row = body::found(&state, member.workspace_id, id).await?;
    body::checked_draft(&input.draft)?;
    let note = body::checked_note(input.note)?;
    if input.base_version != row.version {
        return Err(body::stale_version(row.version));
    }
    let cited = cited(&state, member.workspace_id, &row, &input.draft).await?;
    let new = written(&member, VersionOrigin::Edited, row.version, &input.draft, &cited, note)?;
    let tx = state.db.begin().await?;
    let added = append(&state, &member, tx, id, row.version, &new).await?;
    answer(&state, member.workspace_id, id, added).await
}

/// Returns the facts that a draft cites: those of the brief, and those of the current version.
async fn cited(state: &AppState, workspace_id: Uuid, row: &Document, draft: &Draft) -> Result<Vec<CitedFact>> {
    let brief: Brief = serde_json::from_value(row.brief.0.clone()).map_err(ApiError::unexpected)?;
    let known = document::version(&state.db, workspace_id, row.id, row.version).await?;
    let known: Vec<CitedFact> = match known {
        Some(version) => serde_json::from_value(version.cited.0).map_err(ApiError::unexpected)?,
        None => Vec::new(),
    };
    Ok(documents::cited(draft, &brief.facts, &known))
}

/// Returns a version that was added, or the current one with the same text.
pub(crate) async fn answer(
    state: &AppState, workspace_id: Uuid, id: Uuid, (number, is_new): (i32, bool),
) -> Result<(StatusCode, Json<OneVersion>)> {
    let version = body::found_version(state, workspace_id, id, number).await?.try_into()?;
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(OneVersion { success: Success, is_new, version })))
}
