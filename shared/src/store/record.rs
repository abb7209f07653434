//! What plans change of a workspace, each thing by its id, inside of one transaction.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Result, Tx,
    annotation::AnnotationBody,
    event::NewEvent,
    experiment::{self, ExperimentBody},
    macros::*,
    opportunity,
    schedule::NewSchedule,
};
use crate::domain::{
    annotation::Annotation,
    experiment::Experiment,
    opportunity::{Opportunity, OpportunityStatus},
    run::RunKind,
    schedule::Schedule,
};

/// An opportunity.
///
/// # Errors
/// Those of the database.
pub async fn opportunity(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Opportunity>> {
    let sql = "SELECT id, website_id, status, body, created_at, updated_at FROM opportunities
                WHERE id = $1 AND workspace_id = $2";
    tx_opt!(tx, Opportunity, sql, id, workspace_id)
}

/// Sets where an opportunity stands; answers what is to be told.
///
/// # Errors
/// Those of the database.
pub async fn set_opportunity_status(
    tx: &mut Tx, workspace_id: Uuid, found: &Opportunity, status: OpportunityStatus, now: DateTime<Utc>,
) -> Result<Option<NewEvent>> {
    let changed = opportunity::update(tx, workspace_id, found.id, status, &found.body.0, now).await?;
    Ok(changed.map(|(_, event)| event))
}

/// A note in the log of changes.
///
/// # Errors
/// Those of the database.
pub async fn annotation(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Annotation>> {
    let sql = "SELECT id, website_id, day, at, kind, title, detail, pages, created_by, created_at FROM annotations
                WHERE id = $1 AND workspace_id = $2";
    tx_opt!(tx, Annotation, sql, id, workspace_id)
}

/// Notes a change under a given id.
///
/// # Errors
/// Those of the database.
pub async fn insert_annotation(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, id: Uuid, body: &AnnotationBody, now: DateTime<Utc>,
) -> Result<()> {
    tx_execute!(
        tx,
        "INSERT INTO annotations (id, workspace_id, website_id, day, at, kind, title, detail, pages, created_by,
           created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        workspace_id,
        body.website_id,
        &body.day,
        body.at,
        body.kind,
        &body.title,
        &body.detail,
        Json(&body.pages),
        user_id,
        now
    )
    .map(|_| ())
}

/// Deletes a note.
///
/// # Errors
/// Those of the database.
pub async fn delete_annotation(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<()> {
    tx_execute!(tx, "DELETE FROM annotations WHERE id = $1 AND workspace_id = $2", id, workspace_id).map(|_| ())
}

/// A schedule of an engine's action.
///
/// # Errors
/// Those of the database.
pub async fn schedule(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Schedule>> {
    let sql = "SELECT id, workspace_id, user_id, website_id, kind, engine_id, action, payload, cron, next_at, last_at
                 FROM schedules WHERE id = $1 AND workspace_id = $2 AND kind = $3";
    tx_opt!(tx, Schedule, sql, id, workspace_id, RunKind::Engine)
}

/// Adds a schedule under a given id.
///
/// # Errors
/// Those of the database.
pub async fn insert_schedule(tx: &mut Tx, id: Uuid, new: &NewSchedule, now: DateTime<Utc>) -> Result<()> {
    tx_execute!(
        tx,
        "INSERT INTO schedules (id, workspace_id, user_id, website_id, kind, engine_id, action, payload, cron, next_at,
           created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        new.workspace_id,
        new.user_id,
        new.website_id,
        new.kind,
        new.engine_id.as_deref(),
        new.action.as_deref(),
        Json(&new.payload),
        &new.cron,
        new.next_at,
        now
    )
    .map(|_| ())
}

/// Deletes a schedule.
///
/// # Errors
/// Those of the database.
pub async fn delete_schedule(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<()> {
    tx_execute!(tx, "DELETE FROM schedules WHERE id = $1 AND workspace_id = $2", id, workspace_id).map(|_| ())
}

/// An experiment.
///
/// # Errors
/// Those of the database.
pub async fn experiment(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Experiment>> {
    experiment::find_in(tx, workspace_id, id).await
}

/// Writes an experiment down under a given id.
///
/// # Errors
/// Those of the database.
pub async fn insert_experiment(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, id: Uuid, body: &ExperimentBody, now: DateTime<Utc>,
) -> Result<()> {
    experiment::insert(tx, workspace_id, user_id, id, body, now).await
}

/// Deletes an experiment.
///
/// # Errors
/// Those of the database.
pub async fn delete_experiment(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<()> {
    tx_execute!(tx, "DELETE FROM experiments WHERE id = $1 AND workspace_id = $2", id, workspace_id).map(|_| ())
}

/// A task that a person has done.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Task {
    /// The website it is about.
    pub website_id: Option<Uuid>,
    /// What was done.
    pub title: String,
    /// How, or with which facts.
    pub detail: String,
}

/// Finds a task that a person has done.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn task(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Task>> {
    let sql = "SELECT website_id, title, detail FROM tasks WHERE id = $1 AND workspace_id = $2";
    tx_opt!(tx, Task, sql, id, workspace_id)
}

/// Records a task as done by a user.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn insert_task(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, id: Uuid, task: &Task, now: DateTime<Utc>,
) -> Result<()> {
    tx_execute!(
        tx,
        "INSERT INTO tasks (id, workspace_id, website_id, title, detail, done_by, done_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id,
        workspace_id,
        task.website_id,
        &task.title,
        &task.detail,
        user_id,
        now
    )
    .map(|_| ())
}

/// Deletes the record of a task.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn delete_task(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<()> {
    tx_execute!(tx, "DELETE FROM tasks WHERE id = $1 AND workspace_id = $2", id, workspace_id).map(|_| ())
}

/// Whether a website is the workspace's.
///
/// # Errors
/// Those of the database.
pub async fn has_website(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "SELECT id FROM websites WHERE id = $1 AND workspace_id = $2";
    Ok(tx_opt!(tx, (Uuid,), sql, id, workspace_id)?.is_some())
}

/// The parameters of a run that a schedule starts by default.
#[must_use]
pub fn no_parameters() -> Value {
    serde_json::json!({"parameters": {}, "input": {}})
}
