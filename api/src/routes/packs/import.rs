//! Imports own packs.

use axum::{
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::StatusCode,
};
use serde::Serialize;
use shared::domain::pack::PackAction;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::{
    check::{self, FindingView},
    key::key,
    store::store,
    unpack::{self, NOT_A_PACK, Unpacked},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success, control::has_control},
    state::AppState,
};

/// Maximum size of an upload.
pub(super) const MOST_BYTES: usize = 16 << 20;

/// Uploads that are unpacked at once.
static TURN: Semaphore = Semaphore::const_new(1);

/// Result of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PackImportOutcome)]
pub(super) enum Outcome {
    /// It is stored.
    Imported,
    /// The own pack has the same text already.
    Unchanged,
    /// It has errors.
    Refused,
    /// It is not a pack.
    Ignored,
}

/// Result of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportedPack)]
pub(super) struct FileView {
    /// Name of the file.
    file: String,
    /// Language, as the pack says; `null` if it cannot be read.
    language: Option<String>,
    /// Slug of the vertical, as the pack says; `null` if it cannot be read.
    vertical: Option<String>,
    outcome: Outcome,
    /// Errors of a file that is refused, otherwise warnings.
    findings: Vec<FindingView>,
}

/// Results of all files.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackImport)]
pub(super) struct Answer {
    success: Success,
    /// Number of stored packs.
    imported: usize,
    /// Number of refused files.
    refused: usize,
    files: Vec<FileView>,
}

/// Import own packs.
///
/// Send the bytes of one pack (`.md`), or of a ZIP file with packs, at most 16 MiB. Each file has its own result; a refused
/// one changes nothing and does not stop the others.
#[utoipa::path(
    post, path = "/api/packs/import", tag = "packs", operation_id = "packs_import",
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "A ZIP file, or the text of a pack."),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, body: std::result::Result<Bytes, BytesRejection>,
) -> Result<Json<Answer>> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::FileTooLarge(MOST_BYTES >> 20),
        _ => ApiError::BrokenBody,
    })?;
    if body.is_empty() {
        return Err(ApiError::invalid("", "Send the bytes of a pack or of a ZIP file."));
    }
    let _turn = TURN.acquire().await.map_err(ApiError::unexpected)?;
    let unpacked = tokio::task::spawn_blocking(move || unpack::unpack(&body)).await.map_err(ApiError::unexpected)??;
    let mut files = Vec::with_capacity(unpacked.len());
    for file in unpacked {
        files.push(import(&state, &member, file).await?);
    }
    let count = |outcome: Outcome| files.iter().filter(|file| file.outcome == outcome).count();
    let (imported, refused) = (count(Outcome::Imported), count(Outcome::Refused));
    Ok(Json(Answer { success: Success, imported, refused, files }))
}

async fn import(state: &AppState, member: &Member<Changes>, file: Unpacked) -> Result<FileView> {
    let name = file.name;
    let failed = |file: String, outcome: Outcome, findings: Vec<FindingView>| FileView {
        file,
        language: None,
        vertical: None,
        outcome,
        findings,
    };
    let text = match file.text {
        Ok(text) if has_control(&text) => {
            return Ok(failed(name, Outcome::Refused, vec![whole("has control characters; remove them")]));
        }
        Ok(text) => text,
        Err(NOT_A_PACK) => return Ok(failed(name, Outcome::Ignored, vec![whole(NOT_A_PACK)])),
        Err(problem) => return Ok(failed(name, Outcome::Refused, vec![whole(problem)])),
    };
    let checked = match check::read(text).await? {
        Ok(checked) => checked,
        Err(mistakes) => return Ok(failed(name, Outcome::Refused, mistakes)),
    };
    let (language, vertical) = (checked.pack.language.clone(), checked.pack.vertical.clone());
    let view = |outcome: Outcome, findings: Vec<FindingView>| FileView {
        file: name,
        language: Some(language.clone()),
        vertical: Some(vertical.clone()),
        outcome,
        findings,
    };
    let Ok(key) = key(language.clone(), vertical.clone()) else {
        return Ok(view(Outcome::Refused, vec![whole("names a language or a vertical that does not exist")]));
    };
    let errors = check::errors(&checked, &key);
    if !errors.is_empty() {
        return Ok(view(Outcome::Refused, errors));
    }
    let what = (PackAction::Imported, String::new());
    let is_new = store(state, member, &key, &checked.body(), what, None).await?;
    Ok(view(if is_new { Outcome::Imported } else { Outcome::Unchanged }, checked.findings))
}

fn whole(problem: &str) -> FindingView {
    FindingView { level: check::FindingLevel::Error, line: None, at: String::new(), problem: problem.to_owned() }
}
