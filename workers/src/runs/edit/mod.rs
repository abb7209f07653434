//! Edits: changes of existing pages are prepared, made, checked and undone.
//!
//! Every write is recorded before the next one, and repeating one changes nothing: another attempt goes on where the last
//! one ended. What was written is restored if the website does not show it.

mod access;
mod apply;
mod blobs;
mod branch;
mod check;
mod prepare;
mod preview;
mod public;
pub(in crate::runs) mod redirects;
mod restore;
mod source;
mod undo;
mod write;

use chrono::{DateTime, Utc};
use edits::Change;
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::{
        annotation::AnnotationKind,
        edit::{Edit, EditStatus, EditStep},
    },
    store::edit::{self, EditEnded, NextRun},
};
use url::Url;
use uuid::Uuid;

use super::done::Done;
use crate::{context::RunContext, error::JobError};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    edit_id: Uuid,
    step: EditStep,
    /// Since when the website may show the first files.
    #[serde(default)]
    since: Option<DateTime<Utc>>,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { edit_id, step, since } = context.payload()?;
    let found = edit::find(&context.db, context.run.workspace_id, edit_id).await?;
    let edit = found.ok_or_else(|| JobError::permanent("edit-gone", "The edit was deleted."))?;
    let is_at_work = match step {
        EditStep::Prepare => edit.status == EditStatus::Preparing,
        EditStep::Apply | EditStep::Undo => edit.status == EditStatus::Applying,
        EditStep::Check => matches!(edit.status, EditStatus::Checking | EditStatus::Applied),
    };
    if edit.run_id != Some(context.run.id) || !is_at_work {
        return Err(JobError::permanent("not-at-work", "The edit no longer waits for this run."));
    }
    let job = Job { context, changes: changes(&edit)?, edit, since };
    match step {
        EditStep::Prepare => prepare::run(&job).await,
        EditStep::Apply => apply::run(&job).await,
        EditStep::Check => check::run(&job).await,
        EditStep::Undo => undo::run(&job).await,
    }
}

/// An edit at work.
struct Job<'a> {
    context: &'a RunContext,
    edit: Edit,
    changes: Vec<Change>,
    /// Since when the website may show the first files; `None` if this is the first run of the step.
    since: Option<DateTime<Utc>>,
}

fn changes(edit: &Edit) -> Result<Vec<Change>, JobError> {
    let read = |value: &Value| Change::deserialize(value).map_err(|error| JobError::defect(&error));
    edit.changes.0.iter().map(read).collect()
}

impl Job<'_> {
    /// Returns the changes of each page, by their positions in the edit; pages in the order in which they first occur.
    fn pages(&self) -> Vec<(&str, Vec<usize>)> {
        let mut pages: Vec<(&str, Vec<usize>)> = Vec::new();
        for (at, change) in self.changes.iter().enumerate().filter(|(_, change)| change.is_on_page()) {
            match pages.iter_mut().find(|(path, _)| *path == change.path()) {
                Some((_, of_page)) => of_page.push(at),
                None => pages.push((change.path(), vec![at])),
            }
        }
        pages
    }

    /// Returns the end of the run with a status of the edit.
    fn ended(&self, base: &str, status: EditStatus, detail: impl Into<String>, checked: Option<Vec<Value>>) -> Done {
        self.done(EditEnded { checked, ..self.end(base, status, detail.into()) })
    }

    /// Returns the end of the run; another one goes on with the edit.
    fn ended_later(&self, base: &str, status: EditStatus, detail: String, next: NextRun) -> Done {
        self.done(EditEnded { next: Some(next), ..self.end(base, status, detail) })
    }

    fn end(&self, base: &str, status: EditStatus, detail: String) -> EditEnded {
        EditEnded {
            id: self.edit.id,
            status,
            detail,
            checked: None,
            kind: kind(&self.changes),
            pages: addresses(base, &self.changes),
            next: None,
        }
    }

    fn done(&self, end: EditEnded) -> Done {
        let result = serde_json::json!({ "editId": self.edit.id, "status": end.status, "detail": end.detail });
        Done { result, effects: vec![end.into()] }
    }
}

/// Kind of the change log entry: a common one of all changes, otherwise an edit.
fn kind(changes: &[Change]) -> AnnotationKind {
    fn of(change: &Change) -> AnnotationKind {
        match change {
            Change::SetTitle { .. } | Change::SetDescription { .. } => AnnotationKind::Title,
            Change::AddLink { .. } | Change::ReplaceLink { .. } => AnnotationKind::Link,
            Change::Remove { change } => of(change),
            Change::SetHeading { .. }
            | Change::SetStructuredData { .. }
            | Change::SetCanonical { .. }
            | Change::SetAlternate { .. }
            | Change::SetAlternativeText { .. }
            | Change::AddRedirect { .. } => AnnotationKind::Edit,
        }
    }
    let mut kinds = changes.iter().map(of);
    let first = kinds.next().unwrap_or(AnnotationKind::Edit);
    if kinds.all(|kind| kind == first) { first } else { AnnotationKind::Edit }
}

/// Returns the addresses of the changed pages, each once.
fn addresses(base: &str, changes: &[Change]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for change in changes {
        if let Some(url) = address(base, change.path()).map(String::from)
            && !all.contains(&url)
        {
            all.push(url);
        }
    }
    all
}

/// Returns the address of a path of a website.
fn address(base: &str, path: &str) -> Option<Url> {
    let base = Url::parse(base).ok()?;
    // A second slash would name another host.
    let url = base.join(&format!("/{}", path.trim_start_matches('/'))).ok()?;
    (url.origin() == base.origin()).then_some(url)
}
