//! Restores a version of a document.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use shared::{domain::document::VersionOrigin, store::document::NewVersion};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, save, view::OneVersion};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, OptionalJson, Path},
    state::AppState,
};

/// The version that is restored over.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DocumentRestore)]
pub(super) struct Input {
    /// Number of the current version as you know it. Default: whatever it is.
    base_version: Option<i32>,
}

/// Restore a version of a document.
///
/// Adds a version with its text. The versions between remain.
#[utoipa::path(
    post, path = "/api/documents/{id}/versions/{number}/restore", tag = "documents", request_body = Option<Input>,
    params(("id" = Uuid, Path), ("number" = i32, Path)),
    responses((status = 200, body = OneVersion, description = "The current version has the same text."), (status = 201, body = OneVersion))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path((id, number)): Path<(Uuid, i32)>,
    OptionalJson(input): OptionalJson<Input>,
) -> Result<(StatusCode, Json<OneVersion>)> {
    let row = body::found(&state, member.workspace_id, id).await?;
    let version = body::found_version(&state, member.workspace_id, id, number).await?;
    let new = NewVersion {
        base: number,
        origin: VersionOrigin::Restored,
        draft: version.draft.0,
        cited: version.cited.0,
        score: version.info.score.map(|score| score.0),
        words: version.info.words,
        run_id: None,
        user_id: member.caller.user_id,
        prompts: None,
        model: None,
        cost_micros: 0,
        note: String::new(),
    };
    let tx = state.db.begin().await?;
    let expected = input.base_version.unwrap_or(row.version);
    let added = body::append(&state, &member, tx, id, expected, &new).await?;
    save::answer(&state, member.workspace_id, id, added).await
}
