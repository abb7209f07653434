//! Starts deployments.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    find,
    planned::{CREATED_AT_ONCE, parts, plan},
};
use crate::{
    config::WorkspaceLimits,
    domain::{
        deployment::{Deployment, DeploymentKind},
        new_id,
        pipeline::PipelineStage,
        run::{Delivery, Lane, NewRun, RunKind},
    },
    store::{
        Result, StoreError, Tx,
        event::{self, StoredEvent},
        macros::*,
        pipeline, run,
        site::{self, NewSite},
    },
};

/// A deployment to start.
#[derive(Debug, Clone)]
pub struct NewDeployment {
    /// Id.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// User who starts it.
    pub user_id: Uuid,
    /// Name, one line.
    pub name: String,
    /// Kind.
    pub kind: DeploymentKind,
    /// What was asked for.
    pub plan: Value,
}

/// Sites of a new deployment, written for its transaction.
#[derive(Debug, Clone)]
pub struct NewBatch {
    /// Sites that its transaction creates.
    first: Vec<NewSite>,
    /// Parameters of the statements that plan the others.
    later: Vec<String>,
    /// Number of all.
    planned: i32,
}

impl NewBatch {
    /// Writes the sites of a deployment. It takes some time for thousands of them: do it before the transaction begins.
    #[must_use]
    pub fn new(deployment_id: Uuid, sites: &[NewSite]) -> Self {
        let of_it = |site: &NewSite| NewSite { deployment_id: Some(deployment_id), ..site.clone() };
        let sites: Vec<NewSite> = sites.iter().map(of_it).collect();
        let (first, later) = sites.split_at(sites.len().min(CREATED_AT_ONCE));
        Self { later: parts(later), first: first.to_vec(), planned: i32::try_from(sites.len()).unwrap_or(i32::MAX) }
    }
}

/// Stores a deployment with its sites like [`insert_batch`].
///
/// # Errors
/// Returns the errors of [`insert_batch`].
pub async fn insert(
    tx: &mut Tx, limits: WorkspaceLimits, new: &NewDeployment, sites: &[NewSite], now: DateTime<Utc>,
) -> Result<(Deployment, Vec<Delivery>, Vec<StoredEvent>)> {
    insert_batch(tx, limits, new, &NewBatch::new(new.id, sites), now).await
}

/// Stores a deployment with its first [`CREATED_AT_ONCE`] sites and the runs that build them. The others are stored as planned,
/// and [created later](super::create_planned), so that no transaction is long. Returns it with the runs to deliver to the batch
/// lane after the commit, and the events to publish.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not start that many runs today, a conflict if a slug is taken, or
/// an error if a query fails; the transaction must be rolled back then.
pub async fn insert_batch(
    tx: &mut Tx, limits: WorkspaceLimits, new: &NewDeployment, sites: &NewBatch, now: DateTime<Utc>,
) -> Result<(Deployment, Vec<Delivery>, Vec<StoredEvent>)> {
    let (workspace_id, user_id) = (new.workspace_id, new.user_id);
    let planned = sites.planned;
    let parent = parent(workspace_id, user_id, new.id);
    execute!(
        &mut *tx,
        "INSERT INTO deployments (id, workspace_id, name, kind, plan, status, sites_planned, progress, run_id, created_by,
           created_at) VALUES ($1, $2, $3, $4, $5, 'building', $6, 0, $7, $8, $9)",
        new.id,
        workspace_id,
        &new.name,
        new.kind,
        Json(&new.plan),
        planned,
        parent.id,
        user_id,
        now
    )?;
    run::insert_parent_of(tx, limits, &parent, planned).await?;
    let (due, moved) = create(tx, &parent, &sites.first, now).await?;
    plan(tx, (workspace_id, new.id), &sites.later).await?;
    let mut events: Vec<event::NewEvent> = super::refresh::event(tx, workspace_id, new.id).await?.into_iter().collect();
    if moved {
        events.push(pipeline::stages_event(tx, workspace_id).await?);
    }
    let stored = event::append(tx, &events, now).await?;
    let found = find(tx, workspace_id, new.id).await?;
    let found = found.ok_or(StoreError::Unexpected(sqlx::Error::RowNotFound))?;
    Ok((found, due, stored))
}

/// Stores sites with the runs that build them, which their parent counts already. Returns the runs to deliver, and whether a
/// market moved to another stage.
pub(super) async fn create(
    tx: &mut Tx, parent: &NewRun, sites: &[NewSite], now: DateTime<Utc>,
) -> Result<(Vec<Delivery>, bool)> {
    let workspace_id = parent.workspace_id;
    site::insert(tx, workspace_id, parent.user_id, sites, now).await?;
    let children: Vec<NewRun> = sites.iter().map(|site| build(parent, site.id)).collect();
    let due = run::insert_counted_children(tx, &children).await?;
    assign(tx, &children, "building").await?;
    let markets = sites.iter().map(|site| (site.vertical.as_str(), site.places.as_slice()));
    Ok((due, pipeline::advance_all(tx, workspace_id, markets, PipelineStage::Build).await?))
}

/// Returns the parent of a deployment's runs.
pub(super) fn parent(workspace_id: Uuid, user_id: Uuid, deployment_id: Uuid) -> NewRun {
    NewRun::new(workspace_id, user_id, RunKind::Batch, json!({ "deploymentId": deployment_id }))
}

/// Returns a child that builds a site.
pub(super) fn build(parent: &NewRun, site_id: Uuid) -> NewRun {
    child(parent, RunKind::SiteBuild, site_id, json!({ "siteId": site_id }))
}

/// Returns a child that deploys a release of a site.
pub(super) fn deploy(parent: &NewRun, site_id: Uuid, release_id: Uuid) -> NewRun {
    child(parent, RunKind::SiteDeploy, site_id, json!({ "siteId": site_id, "releaseId": release_id }))
}

fn child(parent: &NewRun, kind: RunKind, site_id: Uuid, payload: Value) -> NewRun {
    NewRun {
        id: new_id(),
        website_id: Some(site_id),
        parent_id: Some(parent.id),
        lane: Lane::Batch,
        ..NewRun::new(parent.workspace_id, parent.user_id, kind, payload)
    }
}

/// Gives sites the runs that work on them, and a status.
pub(super) async fn assign(tx: &mut Tx, children: &[NewRun], status: &str) -> Result<()> {
    let hex = |id: Uuid| id.simple().to_string();
    for part in children.chunks(1_000) {
        let rows: Vec<Value> =
            part.iter().filter_map(|run| Some(json!({ "s": hex(run.website_id?), "r": hex(run.id) }))).collect();
        let sql = tx.dialect(
            "UPDATE sites SET run_id = v.r, status = $2, last_error = NULL
               FROM jsonb_to_recordset($1) AS v(s uuid, r uuid) WHERE sites.website_id = v.s",
            "UPDATE sites SET run_id = v.r, status = $2, last_error = NULL
               FROM (SELECT unhex(value ->> 's') s, unhex(value ->> 'r') r FROM json_each($1)) AS v
              WHERE sites.website_id = v.s",
        );
        execute!(&mut *tx, sql, Json(&rows), status)?;
    }
    Ok(())
}
