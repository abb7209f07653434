//! Validation of edits.

use edits::Change;
use serde_json::Value;
use shared::store::{
    edit::{self, EditBody, MOST_EDITS, NewEdit},
    website,
};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

/// Maximum bytes of a request with changes.
pub(super) const MOST_BYTES: usize = 2 << 20;
const TITLE_CHARS: usize = 200;
const REASON_CHARS: usize = 10_000;

/// Returns a title without spaces around it.
pub(super) fn title(text: &str) -> Result<String> {
    let title = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=TITLE_CHARS).contains(&title.chars().count()) {
        return Ok(title);
    }
    Err(ApiError::invalid("/title", "must have 1 to 200 characters"))
}

/// Returns a reason without spaces around it.
pub(super) fn reason(text: &str) -> Result<String> {
    if text.chars().count() > REASON_CHARS {
        return Err(ApiError::invalid("/reason", "must have at most 10,000 characters"));
    }
    Ok(text.trim().to_owned())
}

/// Returns changes that were checked, as they are stored.
pub(super) fn changes(changes: &[Change]) -> Result<Vec<Value>> {
    edits::validate(changes).map_err(|error| {
        let pointer = if changes.is_empty() || error.error.field == "changes" {
            "/changes".to_owned()
        } else {
            format!("/changes/{}/{}", error.index, error.error.field)
        };
        ApiError::Invalid(vec![FieldError::new(pointer, error.error.problem)])
    })?;
    changes.iter().map(|change| serde_json::to_value(change).map_err(ApiError::unexpected)).collect()
}

/// Title of an edit without one.
pub(super) fn default_title(changes: &[Change]) -> String {
    let first = changes.first().map(title_of);
    let more = match changes.len().saturating_sub(1) {
        0 => String::new(),
        1 => " and one more change".to_owned(),
        others => format!(" and {others} more changes"),
    };
    let first: String = first.unwrap_or_default().chars().take(TITLE_CHARS - 30).collect();
    format!("{first}{more}")
}

/// Returns what a change does, in a few words.
fn title_of(change: &Change) -> String {
    match change {
        Change::SetTitle { path, .. } => format!("Change the title of {path}"),
        Change::SetDescription { path, .. } => format!("Change the description of {path}"),
        Change::SetHeading { path, .. } => format!("Change the heading of {path}"),
        Change::AddLink { path, target, .. } => format!("Link {path} to {target}"),
        Change::SetStructuredData { path, .. } => format!("Set the structured data of {path}"),
        Change::SetCanonical { path, .. } => format!("Set the canonical address of {path}"),
        Change::SetAlternate { path, language, .. } => format!("Name the version of {path} for {language}"),
        Change::SetAlternativeText { path, .. } => format!("Set an alternative text of {path}"),
        Change::ReplaceLink { path, from, .. } => format!("Replace the links of {path} to {from}"),
        Change::AddRedirect { from, to, .. } => format!("Redirect {from} to {to}"),
        Change::Remove { change } => match change.as_ref() {
            Change::AddRedirect { from, .. } => format!("Remove the redirect of {from}"),
            Change::AddLink { path, target, .. } => format!("Remove the link of {path} to {target}"),
            other => format!("Remove a part of {}", other.path()),
        },
    }
}

/// Checks that an edit of a website can be added to the workspace.
pub(super) async fn check_room(state: &AppState, workspace_id: Uuid, website_id: Uuid) -> Result<()> {
    let found = website::find(&state.db, workspace_id, website_id).await?.ok_or(ApiError::NotFound("website"))?;
    if found.archived_at.is_some() {
        return Err(ApiError::Conflict(FieldError::new("/websiteId", "The website is archived. Restore it first.")));
    }
    if edit::count(&state.db, workspace_id).await? >= MOST_EDITS {
        return Err(ApiError::Conflict(FieldError::new(
            "",
            "A workspace has at most 10,000 edits. Delete some first.",
        )));
    }
    Ok(())
}

/// Returns a new edit.
pub(super) fn new(id: Uuid, website_id: Uuid, opportunity_id: Option<Uuid>, body: EditBody) -> NewEdit {
    NewEdit { id, website_id, opportunity_id, undoes_id: None, body }
}
