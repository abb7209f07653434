//! Status of deployments: it follows from their sites.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::json;
use uuid::Uuid;

use super::{errors, find, lock, planned::forget};
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
        run, site,
    },
};

/// Maximum number of errors in a live event.
const MOST_ERRORS: i64 = 50;

/// Sets the status of a locked deployment by its sites; returns its event if status or progress changed. A cancelled one
/// stays cancelled until a user retries it.
pub(in crate::store) async fn refresh(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Option<NewEvent>> {
    let Some(before) = lock(tx, workspace_id, id).await? else { return Ok(None) };
    let Some(found) = find(&mut *tx, workspace_id, id).await? else { return Ok(None) };
    let status = if before == DeploymentStatus::Cancelled { before } else { found.counts.status() };
    let sql = "SELECT progress FROM deployments WHERE id = $1";
    let reported = query_value!(&mut *tx, i32, sql, id)?;
    let progress = found.progress();
    if status == before && progress == reported {
        return Ok(None);
    }
    let finished_at = status.is_final().then(|| found.finished_at.unwrap_or(now));
    let sql = "UPDATE deployments SET status = $2, progress = $3, finished_at = $4 WHERE id = $1";
    execute!(&mut *tx, sql, id, status, progress, finished_at)?;
    event(tx, workspace_id, id).await
}

/// Returns the live event of a deployment as it is now.
pub(super) async fn event(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<NewEvent>> {
    let Some(found) = find(&mut *tx, workspace_id, id).await? else { return Ok(None) };
    let errors = errors(&mut *tx, workspace_id, id, MOST_ERRORS).await?;
    let Deployment { counts, .. } = &found;
    let payload = json!({
        "id": id, "name": found.name, "kind": found.kind, "status": found.status, "progress": found.progress(),
        "sitesPlanned": found.sites_planned, "sitesBuilt": counts.built, "sitesWaiting": counts.waiting,
        "sitesDeployed": counts.deployed, "errorCount": counts.errors, "errors": errors, "startedAt": found.created_at,
        "finishedAt": found.finished_at,
    });
    Ok(Some(NewEvent { audience: Audience::Workspace(workspace_id), r#type: "deployment:updated", payload }))
}

/// Rules of parents: a cancelled one cancels its deployment. Its children end by their own rules, except those that had not
/// begun.
#[derive(Debug)]
pub(in crate::store) struct DeploymentBatch;

impl RunRules for DeploymentBatch {
    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _: Option<&'a RunError>, now: DateTime<Utc>,
    ) -> Applied<'a> {
        cancelled(tx, run, now).boxed()
    }
}

async fn cancelled(tx: &mut Tx, run: &Run, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let sql = "SELECT id FROM deployments WHERE run_id = $1 AND workspace_id = $2";
    let Some((id,)) = query_opt!(&mut *tx, (Uuid,), sql, run.id, run.workspace_id)? else { return Ok(Vec::new()) };
    lock(tx, run.workspace_id, id).await?;
    let sql = "UPDATE deployments SET status = 'cancelled', finished_at = $2 WHERE id = $1";
    execute!(&mut *tx, sql, id, now)?;
    let unstored = forget(tx, id).await?;
    run::cancel_later_children(tx, run.id, unstored, now).await?;
    let mut events = site::rest_after_batch(tx, run.workspace_id, id, now).await?;
    events.extend(event(tx, run.workspace_id, id).await?);
    Ok(events)
}
