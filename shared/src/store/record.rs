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
    schedule::{self, NewSchedule},
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
    let found = schedule::find_in(tx, workspace_id, id).await?;
    Ok(found.filter(|schedule| schedule.kind == RunKind::Engine))
}

/// Adds a schedule under a given id.
///
/// # Errors
/// Those of the database.
pub async fn insert_schedule(tx: &mut Tx, id: Uuid, new: &NewSchedule, now: DateTime<Utc>) -> Result<()> {
    schedule::insert_in(tx, id, new, now).await
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
