//! Checks and look-ups that several calls share.

use documents::{CitedFact, Fault, check_draft};
use engines::content::Draft;
use shared::{
    domain::{
        document::{Document, DocumentVersion, VersionOrigin},
        now,
    },
    store::{
        Tx,
        document::{self, Appended, DocumentBody, MOST_VERSIONS, NewVersion},
        usage, website,
    },
};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member},
    state::AppState,
};

const NOTE_CHARS: usize = 500;

/// Returns the error of a fault within the field at `pointer`.
pub(super) fn under(pointer: &str, fault: Fault) -> FieldError {
    FieldError::new(format!("{pointer}{}", fault.pointer), fault.problem)
}

/// Checks a draft in the field `/draft`.
pub(super) fn checked_draft(draft: &Draft) -> Result<()> {
    let wrong: Vec<_> = check_draft(draft).into_iter().map(|fault| under("/draft", fault)).collect();
    if wrong.is_empty() { Ok(()) } else { Err(ApiError::Invalid(wrong)) }
}

/// Checks the note of a version; returns it without spaces around it.
pub(super) fn checked_note(note: Option<String>) -> Result<String> {
    let note = note.unwrap_or_default().trim().to_owned();
    let is_short = note.chars().count() <= NOTE_CHARS;
    if is_short { Ok(note) } else { Err(ApiError::invalid("/note", "must have at most 500 characters")) }
}

/// Checks that the website of a document belongs to the workspace.
pub(super) async fn check_website(state: &AppState, workspace_id: Uuid, body: &DocumentBody) -> Result<()> {
    if let Some(id) = body.website_id {
        website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    }
    Ok(())
}

/// Returns a document of the workspace.
pub(crate) async fn found(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Document> {
    document::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("document"))
}

/// Returns a version of a document of the workspace.
pub(super) async fn found_version(
    state: &AppState, workspace_id: Uuid, id: Uuid, number: i32,
) -> Result<DocumentVersion> {
    document::version(&state.db, workspace_id, id, number).await?.ok_or(ApiError::NotFound("version of this document"))
}

/// Returns the version with this number, or the current one.
pub(crate) async fn wanted_version(
    state: &AppState, workspace_id: Uuid, row: &Document, number: Option<i32>,
) -> Result<DocumentVersion> {
    if number.is_none() && row.version == 0 {
        return Err(ApiError::Conflict(FieldError::new(
            "/version",
            "The document has no text yet. Write or compose it first.",
        )));
    }
    found_version(state, workspace_id, row.id, number.unwrap_or(row.version)).await
}

/// Returns the version that a person writes.
pub(super) fn written(
    member: &Member<Changes>, origin: VersionOrigin, base: i32, draft: &Draft, cited: &[CitedFact], note: String,
) -> Result<NewVersion> {
    Ok(NewVersion {
        base,
        origin,
        draft: serde_json::to_value(draft).map_err(ApiError::unexpected)?,
        cited: serde_json::to_value(cited).map_err(ApiError::unexpected)?,
        score: None,
        words: i32::try_from(documents::word_count(draft)).unwrap_or(i32::MAX),
        run_id: None,
        user_id: member.caller.user_id,
        prompts: None,
        model: None,
        cost_micros: 0,
        note,
    })
}

/// Adds a version to a document; returns its number and whether it is new.
pub(crate) async fn append(
    state: &AppState, member: &Member<Changes>, mut tx: Tx, id: Uuid, expected: i32, new: &NewVersion,
) -> Result<(i32, bool)> {
    let (workspace_id, limits) = (member.workspace_id, state.settings.workspace);
    let (number, is_new) = match document::append(&mut tx, workspace_id, id, Some(expected), new, now()).await? {
        Appended::New(number) => (number, true),
        Appended::Same(number) => (number, false),
        Appended::Stale(current) => return Err(stale_version(current)),
        Appended::Full => return Err(full()),
        Appended::Missing => return Err(ApiError::NotFound("document")),
    };
    if is_new {
        usage::check_storage_locked(&mut tx, limits, workspace_id, new.size_bytes(), now()).await?;
    }
    tx.commit().await?;
    Ok((number, is_new))
}

/// Returns the error for a request that is based on an earlier version.
pub(super) fn stale_version(current: i32) -> ApiError {
    let detail = format!("Version {current} is the current one. Compare it with your text, then save again.");
    ApiError::Stale { field: FieldError::new("/baseVersion", detail), current: current.into() }
}

/// Returns the error for a document with as many versions as it may have.
pub(super) fn full() -> ApiError {
    let detail =
        format!("The document has {MOST_VERSIONS} versions, which is the maximum. Copy its text to a new document.");
    ApiError::Conflict(FieldError::new("/versions", detail))
}
