//! Downloads the patch of an edit.

use std::io::Read;

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use edits::PatchFile;
use flate2::read::GzDecoder;
use shared::{domain::edit::EditFile, store::edit};
use uuid::Uuid;

use super::view;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Member, Path},
    layer::guard,
    state::AppState,
};

/// Download the patch of an edit.
///
/// The differences of its files, for `git apply` or `patch -p1` in the folder of the website. At most 20 in 5 minutes.
#[utoipa::path(
    get, path = "/api/edits/{id}/patch", tag = "edits", params(("id" = Uuid, Path)),
    responses((status = 200, description = "The patch.", body = String, content_type = "text/x-diff"))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Response> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    let files = edit::files(&state.db, workspace_id, id).await?;
    if files.is_empty() {
        let detail = "The edit has no differences. Prepare it first.";
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    }
    guard::count(&state, guard::FETCH, &member.caller.user_id.to_string()).await?;
    let mut contents = Vec::with_capacity(files.len());
    for file in &files {
        let before = match &file.before_sha256 {
            Some(sha256) => Some(content(&state, workspace_id, id, sha256).await?),
            None => None,
        };
        contents.push((before, content(&state, workspace_id, id, &file.after_sha256).await?));
    }
    let patch = tokio::task::spawn_blocking(move || write(&files, &contents)).await.map_err(ApiError::unexpected)??;
    let name = format!("attachment; filename=\"edit-{id}.patch\"");
    let name = HeaderValue::from_str(&name).map_err(ApiError::unexpected)?;
    let kind = HeaderValue::from_static("text/x-diff; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], patch).into_response())
}

type Contents = (Option<Vec<u8>>, Vec<u8>);

fn write(files: &[EditFile], contents: &[Contents]) -> Result<Vec<u8>> {
    let pairs = files.iter().zip(contents);
    let files: Vec<PatchFile<'_>> =
        pairs.map(|(file, (before, after))| PatchFile { path: &file.path, before: before.as_deref(), after }).collect();
    edits::patch(&files).map_err(|error| {
        let detail = format!("The edit has no patch: {error}. Follow the instructions of its changes.");
        ApiError::Conflict(FieldError::new("/changes", detail))
    })
}

/// Returns the content of a file of an edit.
pub(super) async fn content(state: &AppState, workspace_id: Uuid, id: Uuid, sha256: &str) -> Result<Vec<u8>> {
    let blob = edit::blob(&state.db, workspace_id, id, sha256).await?;
    let blob = blob.ok_or_else(|| ApiError::unexpected("the content of a file is missing"))?;
    let size = u64::try_from(blob.size).unwrap_or(0);
    let mut bytes = Vec::new();
    GzDecoder::new(blob.bytes.as_slice()).take(size).read_to_end(&mut bytes).map_err(ApiError::unexpected)?;
    Ok(bytes)
}
