//! Status of deployments: it follows from their sites.

use chrono::{DateTime, Utc};
use futures::{FutureExt, future::BoxFuture};
use serde_json::json;
use uuid::Uuid;

use super::{cancelling::mark, errors, find, lock};
use crate::{
    domain::{
        deployment::{Deployment, DeploymentStatus},
        event::{Audience, NewEvent},
        run::{Run, RunError},
    },
    store::{
        Result, Tx,
        effect::{Applied, RunRules},
        macros::*,
    },
};

/// Maximum number of errors in a live event.
const MOST_ERRORS: i64 = 50;

/// Sets the status of a locked deployment by its sites; returns its event if status or progress changed. A cancelled one
/// stays cancelled until a user retries it.
pub(in crate::store) async fn refresh(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Option<NewEvent>> {
    Ok(refreshed(tx, workspace_id, id, now).await?.and_then(|(_, event)| event))
}

/// Does the same as [`refresh`]; returns also the deployment as it is then. Its sites are counted once.
pub(super) async fn refreshed(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Option<(Deployment, Option<NewEvent>)>> {
    let Some(before) = lock(tx, workspace_id, id).await? else { return Ok(None) };
    let Some(found) = find(&mut *tx, workspace_id, id).await? else { return Ok(None) };
    let status = if before == DeploymentStatus::Cancelled { before } else { found.counts.status() };
    let sql = "SELECT progress FROM deployments WHERE id = $1";
    let reported = query_value!(&mut *tx, i32, sql, id)?;
    let progress = found.progress();
    if status == before && progress == reported {
        return Ok(Some((found, None)));
    }
    // A cancelled one ends with the last piece of it.
    let finished_at = match before {
        DeploymentStatus::Cancelled => found.finished_at,
        _ => status.is_final().then(|| found.finished_at.unwrap_or(now)),
    };
    let sql = "UPDATE deployments SET status = $2, progress = $3, finished_at = $4 WHERE id = $1";
    execute!(&mut *tx, sql, id, status, progress, finished_at)?;
    // Paused and cancelling are not stored.
    let is_paused = found.status == DeploymentStatus::Paused && !status.is_final();
    let status = if is_paused || status == DeploymentStatus::Cancelled { found.status } else { status };
    let found = Deployment { status, finished_at, ..found };
    let event = event_of(tx, workspace_id, &found).await?;
    Ok(Some((found, Some(event))))
}

/// Returns the live event of a deployment as it is now.
pub(super) async fn event(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<NewEvent>> {
    match find(&mut *tx, workspace_id, id).await? {
        Some(found) => event_of(tx, workspace_id, &found).await.map(Some),
        None => Ok(None),
    }
}

async fn event_of(tx: &mut Tx, workspace_id: Uuid, found: &Deployment) -> Result<NewEvent> {
    let Deployment { id, counts, .. } = found;
    let errors = errors(&mut *tx, workspace_id, *id, MOST_ERRORS).await?;
    let payload = json!({
        "id": id, "name": found.name, "kind": found.kind, "status": found.status, "progress": found.progress(),
        "sitesPlanned": found.sites_planned, "sitesBuilt": counts.built, "sitesWaiting": counts.waiting,
        "sitesDeployed": counts.deployed, "errorCount": counts.errors, "errors": errors, "startedAt": found.created_at,
        "finishedAt": found.finished_at,
    });
    Ok(NewEvent { audience: Audience::Workspace(workspace_id), r#type: "deployment:updated", payload })
}

/// Rules of parents: a cancelled one cancels its deployment, which then cancels in pieces the children that have not begun. The
/// others end by their own rules.
#[derive(Debug)]
pub(in crate::store) struct DeploymentBatch;

impl RunRules for DeploymentBatch {
    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _: Option<&'a RunError>, _: DateTime<Utc>,
    ) -> Applied<'a> {
        cancelled(tx, run).boxed()
    }

    fn cancels_children<'a>(&'a self, tx: &'a mut Tx, run: &'a Run) -> BoxFuture<'a, Result<bool>> {
        async move { Ok(of_run(tx, run).await?.is_some()) }.boxed()
    }
}

async fn cancelled(tx: &mut Tx, run: &Run) -> Result<Vec<NewEvent>> {
    let Some(id) = of_run(tx, run).await? else { return Ok(Vec::new()) };
    lock(tx, run.workspace_id, id).await?;
    mark(tx, (run.workspace_id, id)).await
}

/// Returns the deployment of a parent; `None` if it is a batch of other runs.
async fn of_run(tx: &mut Tx, run: &Run) -> Result<Option<Uuid>> {
    let sql = "SELECT id FROM deployments WHERE run_id = $1 AND workspace_id = $2";
    Ok(query_opt!(&mut *tx, (Uuid,), sql, run.id, run.workspace_id)?.map(|(id,)| id))
}
