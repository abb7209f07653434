//! The edit that undoes what a person made.

use std::collections::BTreeMap;

use ::edits::{Change, Reverse};
use serde::Deserialize;
use shared::{
    domain::{edit::Edit, new_id},
    store::edit::{self, EditBody, NewEdit},
};
use url::Url;

use super::{body, patch::content};
use crate::{
    error::{ApiError, FieldError, Result},
    state::AppState,
};

const TITLE_CHARS: usize = 200;
const REASON_CHARS: usize = 10_000;

/// Returns the edit that brings back what the pages showed when an edit was prepared.
///
/// # Errors
/// Returns [`ApiError::Conflict`] if none of its changes can be undone, or an error if a query fails.
pub(super) async fn of(state: &AppState, edit: &Edit) -> Result<NewEdit> {
    let all: Vec<Change> = edit.changes.iter().map(read).collect::<Result<_>>()?;
    let mut by_path: BTreeMap<String, Vec<Change>> = BTreeMap::new();
    for change in all {
        by_path.entry(change.path().to_owned()).or_default().push(change);
    }
    let files = edit::files(&state.db, edit.workspace_id, edit.id).await?;
    let (mut changes, mut kept) = (Vec::new(), Vec::new());
    for (path, of_page) in by_path {
        let url = address(&edit.website_url, &path);
        let file = files.iter().find(|file| url.is_some() && file.url == url);
        let before = match file.and_then(|file| file.before_sha256.as_ref()) {
            Some(sha256) => Some(content(state, edit.workspace_id, edit.id, sha256).await?),
            None => None,
        };
        let of_page = tokio::task::spawn_blocking(move || reversed(before.as_deref(), &of_page));
        let (page_changes, page_kept) = of_page.await.map_err(ApiError::unexpected)?;
        changes.extend(page_changes);
        kept.extend(page_kept);
    }
    if changes.is_empty() {
        let why = kept.first().map_or_else(String::new, |why| format!(" {why}"));
        let detail = format!("None of its changes can be undone by an edit. Undo them where they were made.{why}");
        return Err(ApiError::Conflict(FieldError::new("/changes", detail)));
    }
    let title: String = format!("Undo: {}", edit.title).chars().take(TITLE_CHARS).collect();
    let mut lines = vec![format!("It undoes the edit “{}”.", edit.title)];
    lines.extend(kept);
    let reason = lines.join("\n").chars().take(REASON_CHARS).collect();
    let body = EditBody { title, reason, changes: body::changes(&changes)?, is_measured: false };
    Ok(NewEdit { undoes_id: Some(edit.id), ..body::new(new_id(), edit.website_id, None, body) })
}

fn read(stored: &serde_json::Value) -> Result<Change> {
    Change::deserialize(stored).map_err(ApiError::unexpected)
}

fn address(website: &str, path: &str) -> Option<String> {
    // A second slash would name another host.
    let path = format!("/{}", path.trim_start_matches('/'));
    Some(Url::parse(website).ok()?.join(&path).ok()?.into())
}

/// Returns what undoes the changes of a page, last one first, and what stays, with the reasons.
fn reversed(before: Option<&[u8]>, of_page: &[Change]) -> (Vec<Change>, Vec<String>) {
    let (mut changes, mut kept) = (Vec::new(), Vec::new());
    for change in of_page.iter().rev() {
        // Without its content the page was as requested when it was read.
        if change.is_on_page() && before.is_none() {
            continue;
        }
        match ::edits::reverse(before, change, &|| false) {
            Ok(Reverse::Change(other)) => changes.push(other),
            Ok(Reverse::Nothing) => {}
            Ok(Reverse::Impossible(reason)) => kept.push(format!("A change of {} stays: {reason}.", change.path())),
            Err(error) => kept.push(format!("A change of {} stays: {error}.", change.path())),
        }
    }
    (changes, kept)
}
