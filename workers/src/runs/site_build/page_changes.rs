//! Changes of edits that a site keeps over its rendered pages.

use std::collections::HashMap;

use edits::{Change, OutcomeStatus, redirects::Form};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{edit::EditStep, release::Release, site::Site},
    store::{edit, release},
};
use sites::File;
use uuid::Uuid;

use crate::{context::RunContext, error::JobError, runs::edit::redirects::changed};

/// Media type of the file of redirects.
const TEXT: &str = "text/plain; charset=utf-8";

/// A change with its edit.
#[derive(Debug, Clone)]
struct Kept {
    edit_id: Uuid,
    change: Change,
}

/// Changes of a site.
#[derive(Debug, Default)]
pub(super) struct PageChanges {
    /// Those that the release has.
    now: Vec<Kept>,
    /// Those that the live release has, if an edit is being made or undone.
    before: Vec<Kept>,
    /// That edit.
    pub(super) edit_id: Option<Uuid>,
    /// The live release, if an edit is being made or undone.
    pub(super) live: Option<Release>,
}

/// A change that a page does not take.
#[derive(Debug)]
pub(super) struct Missed {
    edit_id: Uuid,
    path: String,
    detail: String,
}

impl PageChanges {
    /// Loads the changes of a site; of an edit too that is being made or undone.
    pub(super) async fn load(context: &RunContext, site: &Site, edit_id: Option<Uuid>) -> Result<Self, JobError> {
        let (db, ws) = (&context.db, context.run.workspace_id);
        let mut now = Vec::new();
        for row in edit::page_changes(db, ws, site.id).await? {
            now.push(Kept { edit_id: row.edit_id, change: read(&row.change.0)? });
        }
        let Some(id) = edit_id else { return Ok(Self { now, ..Self::default() }) };
        let found = edit::find(db, ws, id).await?;
        let found = found.ok_or_else(|| JobError::permanent("edit-gone", "The edit was deleted."))?;
        let mut before: Vec<Kept> = now.iter().filter(|kept| kept.edit_id != id).cloned().collect();
        if found.step == Some(EditStep::Undo) {
            for change in &found.changes.0 {
                before.push(Kept { edit_id: id, change: read(change)? });
            }
            // In the order in which they were made.
            before.sort_by_key(|kept| kept.edit_id);
        }
        let live = match site.live_release_id {
            Some(id) => release::find(db, ws, id).await?,
            None => None,
        };
        Ok(Self { now, before, edit_id, live })
    }

    /// Makes the changes of the release; returns those that could not be made.
    pub(super) fn apply(&self, context: &RunContext, files: &mut Vec<File>) -> Result<Vec<Missed>, JobError> {
        apply(context, &self.now, files)
    }

    /// Makes the changes that the live release has.
    pub(super) fn apply_before(&self, context: &RunContext, files: &mut Vec<File>) -> Result<(), JobError> {
        apply(context, &self.before, files).map(|_| ())
    }

    /// Returns why the edit that is being made cannot be.
    pub(super) fn refusal(&self, missed: &[Missed]) -> Option<String> {
        let own = missed.iter().find(|missed| Some(missed.edit_id) == self.edit_id)?;
        Some(format!("The page {} does not take its change: {}.", own.path, own.detail))
    }
}

impl Missed {
    /// Returns the note about it in the result of the run.
    pub(super) fn note(&self) -> Value {
        json!({ "path": self.path, "text": format!("A change of an edit was not made: {}.", self.detail) })
    }
}

fn read(value: &Value) -> Result<Change, JobError> {
    Change::deserialize(value).map_err(|error| JobError::defect(&error))
}

fn apply(context: &RunContext, all: &[Kept], files: &mut Vec<File>) -> Result<Vec<Missed>, JobError> {
    let mut missed = Vec::new();
    let places: HashMap<String, usize> = files.iter().enumerate().map(|(at, file)| (file.path.clone(), at)).collect();
    for (path, kept) in by_path(all) {
        let names = edits::files::candidates(path).unwrap_or_default();
        let file = names.iter().find_map(|name| places.get(name)).and_then(|at| files.get_mut(*at));
        match file {
            Some(file) => change_page(context, file, path, &kept, &mut missed)?,
            None => missed.extend(kept.iter().map(|kept| miss(kept, path, "the site has no such page"))),
        }
    }
    redirect(all, files, &mut missed);
    Ok(missed)
}

/// Returns the changes of each page, in the order in which they are made.
fn by_path(all: &[Kept]) -> Vec<(&str, Vec<&Kept>)> {
    let mut pages: Vec<(&str, Vec<&Kept>)> = Vec::new();
    for kept in all.iter().filter(|kept| kept.change.is_on_page()) {
        match pages.iter_mut().find(|(path, _)| *path == kept.change.path()) {
            Some((_, of_page)) => of_page.push(kept),
            None => pages.push((kept.change.path(), vec![kept])),
        }
    }
    pages
}

fn miss(kept: &Kept, path: &str, detail: &str) -> Missed {
    Missed { edit_id: kept.edit_id, path: path.to_owned(), detail: detail.to_owned() }
}

fn change_page(
    context: &RunContext, file: &mut File, path: &str, kept: &[&Kept], missed: &mut Vec<Missed>,
) -> Result<(), JobError> {
    let wanted: Vec<&Change> = kept.iter().map(|kept| &kept.change).collect();
    match edits::apply(&file.bytes, &wanted, &|| context.is_cancelled()) {
        Ok(applied) => {
            for (kept, outcome) in kept.iter().zip(&applied.outcomes) {
                if outcome.status == OutcomeStatus::Impossible {
                    missed.push(miss(kept, path, outcome.detail.as_deref().unwrap_or_default()));
                }
            }
            file.bytes = applied.html;
        }
        Err(edits::ApplyError::Cancelled) => return Err(JobError::Cancelled),
        Err(error) => missed.extend(kept.iter().map(|kept| miss(kept, path, &error.to_string()))),
    }
    Ok(())
}

/// Adds the redirects to the file that servers read them from.
fn redirect(all: &[Kept], files: &mut Vec<File>, missed: &mut Vec<Missed>) {
    let name = Form::Netlify.file_name();
    for kept in all {
        if kept.change.is_on_page() {
            continue;
        }
        let at = files.iter().position(|file| file.path == name);
        let before = at.and_then(|at| files.get(at)).map(|file| file.bytes.clone()).unwrap_or_default();
        match changed(Form::Netlify, &before, &[&kept.change]) {
            Ok(bytes) => match at.and_then(|at| files.get_mut(at)) {
                Some(file) => file.bytes = bytes,
                None => files.push(File { path: name.to_owned(), content_type: TEXT, bytes }),
            },
            Err(error) => missed.push(miss(kept, kept.change.path(), &error.to_string())),
        }
    }
}
