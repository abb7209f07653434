//! What a step of an edit leaves behind: its status, the change log, the experiment and the opportunity.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{event, lock, set_status};
use crate::{
    domain::{
        annotation::AnnotationKind,
        edit::{Edit, EditStatus, EditStep},
        event::NewEvent,
        experiment::{Arm, ExperimentDesign, ExperimentMetric, ExperimentUnit},
        new_id,
        run::{NewRun, Run, RunKind},
    },
    store::{
        Result, Tx,
        annotation::{self, AnnotationBody},
        effect::{Applied, Apply, NewFindings},
        experiment::{self, ExperimentBody},
        macros::*,
        opportunity, run,
    },
};

/// Days that an experiment measures an edit.
const DAYS: i32 = 28;
/// Maximum number of pages of a change log entry.
const MOST_PAGES: usize = 100;

/// Effect: a step of an edit ended.
#[derive(Debug, Clone)]
pub struct EditEnded {
    /// Id of the edit.
    pub id: Uuid,
    /// Status from now on.
    pub status: EditStatus,
    /// Its reason, with the remedy.
    pub detail: String,
    /// What the website shows of each change; `None` if it was not read.
    pub checked: Option<Vec<Value>>,
    /// Kind of the change log entry.
    pub kind: AnnotationKind,
    /// Addresses of the changed pages.
    pub pages: Vec<String>,
    /// Run that goes on with it.
    pub next: Option<NextRun>,
}

/// Another run that goes on with an edit.
#[derive(Debug, Clone, Copy)]
pub struct NextRun {
    /// Its step.
    pub step: EditStep,
    /// When it starts.
    pub at: DateTime<Utc>,
    /// Since when the website may show the first changes; `None` if that does not matter.
    pub since: Option<DateTime<Utc>>,
}

impl Apply for EditEnded {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        ended(tx, run, self, now).boxed()
    }
}

async fn ended(tx: &mut Tx, run: &Run, end: &EditEnded, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let found = lock(tx, run.workspace_id, end.id).await?;
    // An edit that another run has taken since does not wait for this one.
    let Some(edit) = found.filter(|edit| edit.run_id == Some(run.id)) else { return Ok(Vec::new()) };
    if let Some(checked) = &end.checked {
        execute!(&mut *tx, "UPDATE edits SET checked = $2 WHERE id = $1", edit.id, Json(checked))?;
    }
    let mut events = match end.status {
        EditStatus::Applied => applied(tx, &edit, end, now).await?,
        EditStatus::Undone => {
            undone(tx, &edit, end, now).await?;
            Vec::new()
        }
        _ => Vec::new(),
    };
    if let Some(next) = end.next {
        later(tx, &edit, run.user_id, next).await?;
    }
    if end.status == EditStatus::Applying {
        // A reason to restore its files, which somebody may have given meanwhile, stays.
        let sql = "UPDATE edits SET detail = $2, updated_at = $3 WHERE id = $1";
        execute!(&mut *tx, sql, edit.id, &end.detail, now)?;
        events.push(event(&edit, end.status, &end.detail));
    } else {
        events.extend(finish(tx, &edit, end.status, &end.detail, now).await?);
    }
    Ok(events)
}

/// Starts the run that goes on with a locked edit.
pub(super) async fn later(tx: &mut Tx, edit: &Edit, user_id: Uuid, next: NextRun) -> Result<()> {
    let payload = json!({ "editId": edit.id, "step": next.step, "since": next.since });
    let new = NewRun {
        website_id: Some(edit.website_id),
        run_at: next.at,
        ..NewRun::new(edit.workspace_id, user_id, RunKind::Edit, payload)
    };
    run::insert_undelivered(&mut *tx, &new).await?;
    let sql = "UPDATE edits SET run_id = $2, step = $3 WHERE id = $1";
    execute!(tx, sql, edit.id, new.id, next.step).map(|_| ())
}

/// Sets the status of a locked edit, and of its opportunity.
pub(super) async fn finish(
    tx: &mut Tx, edit: &Edit, status: EditStatus, detail: &str, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let mut events = vec![set_status(tx, edit, status, detail, now).await?];
    events.extend(opportunity::after_edit(tx, edit, status, now).await?);
    Ok(events)
}

/// Records the change and starts its experiment, once. An edit that it undoes is undone then.
async fn applied(tx: &mut Tx, edit: &Edit, end: &EditEnded, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    if edit.applied_at.is_some() {
        return Ok(Vec::new());
    }
    let user_id = edit.approved_by.unwrap_or(edit.created_by);
    let annotation_id = new_id();
    let body = entry(edit, end, edit.title.clone(), now);
    annotation::insert_as(&mut *tx, edit.workspace_id, user_id, annotation_id, &body, now).await?;
    let experiment_id = if edit.is_measured && !end.pages.is_empty() {
        Some(measure(tx, edit, user_id, (annotation_id, &body.pages), now).await?)
    } else {
        None
    };
    let sql =
        "UPDATE edits SET applied_at = $2, annotation_id = $3, experiment_id = $4, undone_at = NULL WHERE id = $1";
    execute!(&mut *tx, sql, edit.id, now, annotation_id, experiment_id)?;
    match edit.undoes_id {
        Some(id) => undone_by(tx, edit, id, now).await,
        None => Ok(Vec::new()),
    }
}

/// Ends an edit that another one has undone. The entry of the other one in the change log is about it.
async fn undone_by(tx: &mut Tx, by: &Edit, id: Uuid, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let found = lock(tx, by.workspace_id, id).await?;
    let Some(edit) = found.filter(|edit| edit.status == EditStatus::Applied) else { return Ok(Vec::new()) };
    execute!(&mut *tx, "UPDATE edits SET undone_at = $2 WHERE id = $1", id, now)?;
    finish(tx, &edit, EditStatus::Undone, &format!("Undone by the edit “{}”.", by.title), now).await
}

fn entry(edit: &Edit, end: &EditEnded, title: String, now: DateTime<Utc>) -> AnnotationBody {
    AnnotationBody {
        website_id: Some(edit.website_id),
        day: now.date_naive(),
        at: Some(now),
        kind: end.kind,
        title,
        detail: edit.reason.clone(),
        pages: end.pages.iter().take(MOST_PAGES).cloned().collect(),
    }
}

/// Stores an experiment on the changed pages, with the run that estimates its power.
async fn measure(
    tx: &mut Tx, edit: &Edit, user_id: Uuid, (annotation_id, pages): (Uuid, &[String]), now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = new_id();
    let body = ExperimentBody {
        annotation_id: Some(annotation_id),
        title: edit.title.clone(),
        hypothesis: edit.reason.clone(),
        design: ExperimentDesign::BeforeAfter,
        unit: ExperimentUnit::Page,
        metric: ExperimentMetric::Clicks,
        arms: vec![Arm { website_id: edit.website_id, targets: pages.to_vec(), ..Arm::default() }],
        starts_on: now.date_naive(),
        days: DAYS,
        cents_per_unit: None,
    };
    experiment::insert(tx, edit.workspace_id, user_id, id, &body, now).await?;
    let payload = json!({ "experimentId": id });
    let new = NewRun::new(edit.workspace_id, user_id, RunKind::Experiment, payload);
    experiment::begin(tx, edit.workspace_id, id, new.id).await?;
    run::insert_undelivered(tx, &new).await?;
    Ok(id)
}

/// Records that the change was undone. Its experiment stays: what it measured ends with this entry.
pub(super) async fn undone(tx: &mut Tx, edit: &Edit, end: &EditEnded, now: DateTime<Utc>) -> Result<()> {
    if edit.applied_at.is_some() {
        let user_id = edit.approved_by.unwrap_or(edit.created_by);
        let title: String = format!("Undid: {}", edit.title).chars().take(200).collect();
        annotation::insert(&mut *tx, edit.workspace_id, user_id, &entry(edit, end, title, now), now).await?;
    }
    execute!(tx, "UPDATE edits SET undone_at = $2 WHERE id = $1", edit.id, now).map(|_| ())
}
