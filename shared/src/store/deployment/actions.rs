//! What users do with deployments at work: pause and resume.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{find, refresh::event};
use crate::{
    domain::{
        deployment::{Deployment, NeededReview},
        run::Delivery,
    },
    store::{
        Db, Result,
        event::{self as events, StoredEvent},
        run,
    },
};

/// A deployment with new runs.
#[derive(Debug)]
pub struct Batched {
    /// The deployment.
    pub deployment: Deployment,
    /// Runs to deliver to the batch lane.
    pub due: Vec<Delivery>,
    /// Events to publish.
    pub events: Vec<StoredEvent>,
}

/// Result of an operation on a deployment.
#[derive(Debug)]
pub enum Acted<T> {
    /// Done.
    Done(T),
    /// Nothing of it can be approved, retried, paused or resumed.
    Nothing,
    /// These sites have regulated trades: approve them with the review of a named person, or leave them.
    Unreviewed(Vec<NeededReview>),
    /// Other releases wait than those that the person looked at.
    Changed,
    /// It is paused: resume it first.
    Paused,
    /// The workspace has no such deployment.
    NotFound,
}

/// Holds back the runs of a deployment that have not started.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn pause(
    db: &Db, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Acted<(Deployment, Vec<StoredEvent>)>> {
    let Some(found) = find(db, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    let Some(run_id) = found.run_id else { return Ok(Acted::Nothing) };
    if run::pause(db, workspace_id, run_id, now).await?.is_none() {
        return Ok(Acted::Nothing);
    }
    announced(db, workspace_id, id, now).await
}

/// Resumes a paused deployment; the runs are to be delivered to the batch lane.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn resume(db: &Db, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<Acted<Batched>> {
    let Some(found) = find(db, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    let Some(run_id) = found.run_id else { return Ok(Acted::Nothing) };
    let Some((_, runs)) = run::resume(db, workspace_id, run_id, now).await? else { return Ok(Acted::Nothing) };
    let due = runs.iter().map(run::Due::delivery).collect();
    Ok(match announced(db, workspace_id, id, now).await? {
        Acted::Done((deployment, events)) => Acted::Done(Batched { deployment, due, events }),
        Acted::Nothing => Acted::Nothing,
        Acted::Unreviewed(missing) => Acted::Unreviewed(missing),
        Acted::Changed => Acted::Changed,
        Acted::Paused => Acted::Paused,
        Acted::NotFound => Acted::NotFound,
    })
}

async fn announced(
    db: &Db, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Acted<(Deployment, Vec<StoredEvent>)>> {
    let mut tx = db.begin().await?;
    let changes: Vec<_> = event(&mut tx, workspace_id, id).await?.into_iter().collect();
    let stored = events::append(&mut tx, &changes, now).await?;
    let found = find(&mut tx, workspace_id, id).await?;
    tx.commit().await?;
    Ok(found.map_or(Acted::NotFound, |found| Acted::Done((found, stored))))
}
