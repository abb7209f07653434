//! What users do with deployments: approve, pause, resume, retry.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    cancelling::is_being_cancelled,
    days::Days,
    find,
    insert::{assign, build, deploy, parent},
    lock,
    refresh::{event, refresh},
    reviews::{Reviews, needed_reviews},
    waiting::waiting_version,
};
use crate::{
    config::WorkspaceLimits,
    domain::{
        deployment::{Deployment, DeploymentStatus, NeededReview},
        pipeline::PipelineStage,
        release::Review,
        run::{Delivery, NewRun},
        site::SitePlace,
    },
    store::{
        Db, Result, StoreError, Tx,
        event::{self as events, StoredEvent},
        macros::*,
        pipeline, run, workspace,
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

/// A site of a deployment with its latest release.
#[derive(Debug, sqlx_macros::FromRow)]
struct Row {
    id: Uuid,
    vertical: String,
    places: sqlx::types::Json<Vec<SitePlace>>,
    release_id: Option<Uuid>,
    is_deployable: bool,
    was_live: bool,
}

macro_rules! rows {
    ($condition:literal) => {
        concat!(
            "SELECT s.website_id AS id, s.vertical, s.places, l.id AS release_id,
                    COALESCE(l.approved_at IS NOT NULL AND NOT l.is_blocked
                      AND (NOT l.needs_review OR l.reviewed_at IS NOT NULL), FALSE) AS is_deployable,
                    EXISTS (SELECT 1 FROM releases f WHERE f.website_id = s.website_id AND f.first_deployed_at IS NOT NULL)
                      AS was_live
               FROM sites s JOIN websites w ON w.id = s.website_id AND w.archived_at IS NULL
               LEFT JOIN releases l ON l.website_id = s.website_id AND l.number =
                 (SELECT MAX(number) FROM releases WHERE releases.website_id = s.website_id)
              WHERE s.deployment_id = $1 AND NOT EXISTS
                (SELECT 1 FROM runs WHERE runs.id = s.run_id AND runs.finished_at IS NULL) AND ",
            $condition,
            " ORDER BY s.website_id"
        )
    };
}

/// Approves the latest releases of the sites of a deployment that wait and pass, records who reviewed those of regulated trades,
/// and starts their deployment. If a review is missing, nothing is approved, unless the person leaves those sites. The limit holds: at most `per_day` sites of the workspace go live for the first time on a day (UTC), the others on the following
/// days. The caller makes sure that a person does it.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not start that many runs today, or an error if a query fails; then
/// nothing is approved.
pub async fn approve(
    db: &Db, (limits, per_day): (WorkspaceLimits, u32), (workspace_id, id): (Uuid, Uuid), user_id: Uuid,
    reviews: Option<&Reviews>, now: DateTime<Utc>,
) -> Result<Acted<Batched>> {
    let mut tx = db.begin().await?;
    // Two deployments that are approved at the same time share the places of the days.
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(status) = lock(&mut tx, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    if status == DeploymentStatus::Cancelled {
        return Ok(Acted::Nothing);
    }
    let needed = needed_reviews(&mut tx, workspace_id, id).await?;
    let no_reviews = Reviews::default();
    let reviews = reviews.unwrap_or(&no_reviews);
    let (reviewed, missing): (Vec<NeededReview>, Vec<NeededReview>) =
        needed.into_iter().partition(|site| reviews.of(&site.vertical).is_some());
    if !missing.is_empty() && !reviews.leaves_others {
        return Ok(Acted::Unreviewed(missing));
    }
    approve_plain(&mut tx, id, user_id, now).await?;
    let verticals: BTreeSet<&str> = reviewed.iter().map(|site| site.vertical.as_str()).collect();
    for vertical in verticals {
        if let Some(review) = reviews.of(vertical) {
            approve_reviewed(&mut tx, id, user_id, (vertical, review), now).await?;
        }
    }
    let sites = query_all!(&mut tx, Row, rows!("s.status IN ('waiting', 'approved')"), id)?;
    let sites: Vec<&Row> = sites.iter().filter(|site| site.is_deployable).collect();
    // After the approval, so that a site that was built again meanwhile is seen, or is not approved.
    let version = waiting_version(&mut tx, workspace_id, id).await?;
    if !sites.is_empty() && reviews.seen.as_ref().is_some_and(|seen| *seen != version) {
        return Ok(Acted::Changed);
    }
    let started = start(&mut tx, (limits, per_day), (workspace_id, id), user_id, (&[], &sites), now).await?;
    if matches!(started, Acted::Done(_)) {
        let sql = "UPDATE deployments SET approved_by = $2, approved_at = $3 WHERE id = $1";
        execute!(&mut tx, sql, id, user_id, now)?;
        tx.commit().await?;
    }
    Ok(started)
}

macro_rules! waiting_releases {
    ($condition:literal) => {
        concat!(
            "approved_at IS NULL AND NOT is_blocked AND id IN
               (SELECT l.id FROM sites s JOIN releases l ON l.website_id = s.website_id AND l.number =
                  (SELECT MAX(number) FROM releases WHERE releases.website_id = s.website_id)
                 WHERE s.deployment_id = $1 AND s.status = 'waiting') AND ",
            $condition
        )
    };
}

/// Approves the waiting releases of a deployment that need no review, or have one.
async fn approve_plain(tx: &mut Tx, id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let sql = concat!(
        "UPDATE releases SET approved_by = $2, approved_at = $3 WHERE ",
        waiting_releases!("(NOT needs_review OR reviewed_at IS NOT NULL)")
    );
    execute!(tx, sql, id, user_id, now).map(|_| ())
}

/// Approves the waiting releases of the sites of a vertical that need a review, and records it.
async fn approve_reviewed(
    tx: &mut Tx, id: Uuid, user_id: Uuid, (vertical, review): (&str, &Review), now: DateTime<Utc>,
) -> Result<()> {
    let sql = concat!(
        "UPDATE releases SET approved_by = $2, approved_at = $3, reviewer_name = $4, reviewer_credentials = $5,
           reviewed_by = $2, reviewed_at = $3 WHERE ",
        waiting_releases!(
            "needs_review AND reviewed_at IS NULL AND website_id IN
               (SELECT website_id FROM sites WHERE sites.deployment_id = $1 AND sites.vertical = $6)"
        )
    );
    execute!(tx, sql, id, user_id, now, &review.name, &review.credentials, vertical).map(|_| ())
}

/// Starts the sites of a deployment again that are not live and that nothing is being done for: those with an approved
/// release are deployed, the others are built.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not start that many runs today, or an error if a query fails; then
/// no run is stored.
pub async fn retry(
    db: &Db, (limits, per_day): (WorkspaceLimits, u32), (workspace_id, id): (Uuid, Uuid), user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Acted<Batched>> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(status) = lock(&mut tx, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    if is_being_cancelled(&mut tx, workspace_id, id).await? {
        return Ok(Acted::Nothing);
    }
    let sql =
        rows!("s.live_release_id IS NULL AND s.status IN ('draft', 'building', 'blocked', 'failed', 'deploying')");
    let sites = query_all!(&mut tx, Row, sql, id)?;
    let (deploys, builds): (Vec<&Row>, Vec<&Row>) = sites.iter().partition(|site| site.is_deployable);
    if status == DeploymentStatus::Cancelled && !sites.is_empty() {
        let sql = "UPDATE deployments SET status = 'building', finished_at = NULL WHERE id = $1";
        execute!(&mut tx, sql, id)?;
    }
    let started = start(&mut tx, (limits, per_day), (workspace_id, id), user_id, (&builds, &deploys), now).await?;
    if matches!(started, Acted::Done(_)) {
        tx.commit().await?;
    }
    Ok(started)
}

/// Adds runs to a locked deployment.
async fn start(
    tx: &mut Tx, (limits, per_day): (WorkspaceLimits, u32), (workspace_id, id): (Uuid, Uuid), user_id: Uuid,
    (builds, deploys): (&[&Row], &[&Row]), now: DateTime<Utc>,
) -> Result<Acted<Batched>> {
    let Some(found) = find(&mut *tx, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    if found.status == DeploymentStatus::Paused {
        return Ok(Acted::Paused);
    }
    let parent = parent(workspace_id, user_id, id);
    let parent = NewRun { id: found.run_id.unwrap_or(parent.id), ..parent };
    let builds: Vec<NewRun> = builds.iter().map(|site| build(&parent, site.id)).collect();
    let mut days = Days::load(tx, workspace_id, per_day, now).await?;
    let mut runs = Vec::with_capacity(deploys.len());
    for (site, release_id) in deploys.iter().filter_map(|site| Some((site, site.release_id?))) {
        let run_at = if site.was_live { now } else { days.next() };
        runs.push(NewRun { run_at, ..deploy(&parent, site.id, release_id) });
    }
    let children: Vec<NewRun> = builds.iter().chain(&runs).cloned().collect();
    if children.is_empty() {
        return Ok(Acted::Nothing);
    }
    // Those of later days are delivered by the reconciler.
    let later: HashSet<Uuid> = runs.iter().filter(|run| run.run_at > now).map(|run| run.id).collect();
    let mut due = add(tx, limits, (workspace_id, id), parent, children).await?;
    due.retain(|delivery| !later.contains(&delivery.id));
    assign(tx, &builds, "building").await?;
    assign(tx, &runs, "deploying").await?;
    let mut changes = Vec::new();
    let mut moved = false;
    for site in deploys {
        let places: Vec<String> = site.places.iter().map(|place| place.id.clone()).collect();
        moved |= pipeline::advance(tx, workspace_id, (&site.vertical, &places), PipelineStage::Deploy).await?;
    }
    if moved {
        changes.push(pipeline::stages_event(tx, workspace_id).await?);
    }
    changes.extend(refresh(tx, workspace_id, id, now).await?);
    let stored = events::append(tx, &changes, now).await?;
    let deployment = find(tx, workspace_id, id).await?;
    let deployment = deployment.ok_or(StoreError::Unexpected(sqlx::Error::RowNotFound))?;
    Ok(Acted::Done(Batched { deployment, due, events: stored }))
}

/// Adds children to the parent of a deployment, or to a new one if the old one was deleted with old runs.
async fn add(
    tx: &mut Tx, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), parent: NewRun, children: Vec<NewRun>,
) -> Result<Vec<Delivery>> {
    if let Some((_, due)) = run::add_children(tx, limits, (workspace_id, parent.id), &children).await? {
        return Ok(due);
    }
    let sql = "UPDATE deployments SET run_id = $2 WHERE id = $1";
    execute!(&mut *tx, sql, id, parent.id)?;
    Ok(run::insert_parent_in(tx, limits, &parent, &children).await?.1)
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
    let due = runs.iter().map(crate::domain::run::Run::delivery).collect();
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
