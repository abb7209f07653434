//! Saves an own pack.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::domain::pack::PackAction;
use utoipa::ToSchema;

use super::{
    check,
    get::{self, PackView},
    key::key,
    store::store,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

const NOTE_CHARS: usize = 500;

/// A pack as text.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewPack)]
pub(super) struct Input {
    /// The pack: front matter in TOML between lines `+++`, then its sections. At most 512 KiB.
    text: String,
    /// `revision` of the pack that was edited; 0 without an own one. Default: whatever it is.
    revision: Option<i64>,
    /// Note for the history, at most 500 characters.
    note: Option<String>,
}

/// A stored pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedPack)]
pub(super) struct Answer {
    pub(super) success: Success,
    /// False if the pack has the same text already.
    pub(super) is_new: bool,
    pub(super) pack: PackView,
}

/// Save an own pack.
///
/// It overrides the built-in one. A text with errors is refused, each with its line; warnings are in `pack.content.findings`.
/// Fails with 409 if somebody else has changed the pack since `revision`.
#[utoipa::path(
    put, path = "/api/packs/{language}/{vertical}", tag = "packs", request_body = Input,
    params(("language" = String, Path), ("vertical" = String, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path((language, vertical)): Path<(String, String)>,
    Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let key = key(language, vertical)?;
    let note = input.note.unwrap_or_default().trim().to_owned();
    if note.chars().count() > NOTE_CHARS {
        return Err(ApiError::invalid("/note", "must have at most 500 characters"));
    }
    let checked = check::read(input.text).await?.map_err(|mistakes| check::refused(&mistakes))?;
    let errors = check::errors(&checked, &key);
    if !errors.is_empty() {
        return Err(check::refused(&errors));
    }
    let is_new = store(&state, &member, &key, &checked.body(), (PackAction::Edited, note), input.revision).await?;
    Ok(Json(Answer { success: Success, is_new, pack: get::view(&state, member.workspace_id, &key).await? }))
}
