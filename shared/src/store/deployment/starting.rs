//! Approvals and retries. Sites are started a hundred at a time, so that other writers of SQLite do not wait for a large
//! deployment: each part is one transaction that approves releases, stores runs and assigns them. After the end of a process the
//! other sites are as before, and a person approves or retries again.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    actions::{Acted, Batched},
    cancelling::is_being_cancelled,
    days::Days,
    find,
    insert::{assign, build, deploy, parent},
    lock,
    refresh::{refresh, refreshed},
    reviews::{Reviews, needed_reviews},
    waiting::waiting_version,
};
use crate::{
    config::WorkspaceLimits,
    domain::{
        deployment::{DeploymentStatus, NeededReview},
        pipeline::PipelineStage,
        release::Review,
        run::{Delivery, NewRun},
        site::SitePlace,
    },
    store::{Db, Result, StoreError, Tx, batch, event as events, macros::*, pipeline, run, usage, workspace},
};

/// Maximum number of sites that a transaction starts.
pub const STARTED_AT_ONCE: usize = 100;

/// Who starts sites of which deployment, and the limits.
#[derive(Debug, Clone, Copy)]
struct Order {
    limits: WorkspaceLimits,
    per_day: u32,
    workspace_id: Uuid,
    id: Uuid,
    user_id: Uuid,
    now: DateTime<Utc>,
}

/// What starts sites.
#[derive(Debug, Clone, Copy)]
enum By<'a> {
    Approval(&'a Reviews),
    Retry,
}

/// A site of a deployment with its latest release.
#[derive(Debug, sqlx_macros::FromRow)]
struct Row {
    id: Uuid,
    vertical: String,
    places: Json<Vec<SitePlace>>,
    release_id: Option<Uuid>,
    is_waiting: bool,
    is_approved: bool,
    is_blocked: bool,
    lacks_review: bool,
    was_live: bool,
}

impl Row {
    /// Returns true if its release is approved, and reviewed where it must be.
    const fn is_deployable(&self) -> bool {
        self.is_approved && !self.is_blocked && !self.lacks_review
    }

    /// Returns true if an approval with these reviews deploys it.
    fn is_approvable(&self, reviews: &Reviews) -> bool {
        let is_reviewed = !self.lacks_review || reviews.of(&self.vertical).is_some();
        self.is_deployable() || self.release_id.is_some() && self.is_waiting && !self.is_blocked && is_reviewed
    }
}

macro_rules! rows {
    ($($condition:expr),+) => {
        concat!(
            "SELECT s.website_id AS id, s.vertical, s.places, l.id AS release_id, s.status = 'waiting' AS is_waiting,
                    COALESCE(l.approved_at IS NOT NULL, FALSE) AS is_approved,
                    COALESCE(l.is_blocked, FALSE) AS is_blocked,
                    COALESCE(l.needs_review AND l.reviewed_at IS NULL, FALSE) AS lacks_review,
                    EXISTS (SELECT 1 FROM releases f WHERE f.website_id = s.website_id AND f.first_deployed_at IS NOT NULL)
                      AS was_live
               FROM sites s LEFT JOIN releases l ON l.website_id = s.website_id AND l.number =
                 (SELECT MAX(number) FROM releases WHERE releases.website_id = s.website_id)
              WHERE s.deployment_id = $1
                AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
                AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = s.run_id AND runs.finished_at IS NULL) AND ",
            $($condition),+,
            " ORDER BY s.website_id"
        )
    };
}

/// Sites that an approval may start.
macro_rules! approvable {
    () => {
        "s.status IN ('waiting', 'approved')"
    };
}

/// Sites that are not live and that nothing is being done for: `approved` are those whose deployment was cancelled.
macro_rules! retryable {
    () => {
        "s.live_release_id IS NULL AND s.status IN ('draft', 'building', 'blocked', 'failed', 'approved', 'deploying')"
    };
}

/// Approves the latest releases of the sites of a deployment that wait and pass, records who reviewed those of regulated trades,
/// and starts their deployment. If a review is missing, nothing is approved, unless the person leaves those sites. The limit holds:
/// at most `per_day` sites of the workspace go live for the first time on a day (UTC), the others on the following days. The
/// caller makes sure that a person does it.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not start that many runs today; then nothing is approved. Returns an
/// error if a query fails; then the sites that were not started wait on.
pub async fn approve(
    db: &Db, (limits, per_day): (WorkspaceLimits, u32), (workspace_id, id): (Uuid, Uuid), user_id: Uuid,
    reviews: Option<&Reviews>, now: DateTime<Utc>,
) -> Result<Acted<Batched>> {
    let order = Order { limits, per_day, workspace_id, id, user_id, now };
    let no_reviews = Reviews::default();
    let reviews = reviews.unwrap_or(&no_reviews);
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(status) = lock(&mut tx, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    if status == DeploymentStatus::Cancelled {
        return Ok(Acted::Nothing);
    }
    let missing = missing_reviews(&mut tx, order, reviews).await?;
    if !missing.is_empty() && !reviews.leaves_others {
        return Ok(Acted::Unreviewed(missing));
    }
    let sites = query_all!(&mut tx, Row, rows!(approvable!()), id)?;
    let sites: Vec<Row> = sites.into_iter().filter(|site| site.is_approvable(reviews)).collect();
    // After the sites: the release of one that was built again meanwhile is in the version, or is not approved.
    let version = waiting_version(&mut tx, workspace_id, id).await?;
    if !sites.is_empty() && reviews.seen.as_ref().is_some_and(|seen| *seen != version) {
        return Ok(Acted::Changed);
    }
    may_start(tx, order, sites.len()).await?;
    start_all(db, order, By::Approval(reviews), &sites).await
}

async fn missing_reviews(tx: &mut Tx, order: Order, reviews: &Reviews) -> Result<Vec<NeededReview>> {
    let needed = needed_reviews(tx, order.workspace_id, order.id).await?;
    Ok(needed.into_iter().filter(|site| reviews.of(&site.vertical).is_none()).collect())
}

/// Starts the sites of a deployment again that are not live and that nothing is being done for: those with an approved
/// release are deployed, the others are built. If all sites of a cancelled deployment wait for approval, it waits again.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not start that many runs today; then no run is stored. Returns an error
/// if a query fails; then the other sites can be retried.
pub async fn retry(
    db: &Db, (limits, per_day): (WorkspaceLimits, u32), (workspace_id, id): (Uuid, Uuid), user_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Acted<Batched>> {
    let order = Order { limits, per_day, workspace_id, id, user_id, now };
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(status) = lock(&mut tx, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    if is_being_cancelled(&mut tx, workspace_id, id).await? {
        return Ok(Acted::Nothing);
    }
    let sites = query_all!(&mut tx, Row, rows!(retryable!()), id)?;
    if sites.is_empty() && status == DeploymentStatus::Cancelled {
        return reopen(tx, order).await;
    }
    may_start(tx, order, sites.len()).await?;
    start_all(db, order, By::Retry, &sites).await
}

/// Lets a cancelled deployment wait for approval again, if sites of it do.
async fn reopen(mut tx: Tx, order: Order) -> Result<Acted<Batched>> {
    let Order { workspace_id, id, now, .. } = order;
    let sql = "UPDATE deployments SET status = 'building', finished_at = NULL WHERE id = $1 AND EXISTS
                 (SELECT 1 FROM sites s WHERE s.deployment_id = $1 AND s.live_release_id IS NULL AND s.status = 'waiting'
                     AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL)";
    if execute!(&mut tx, sql, id)? == 0 {
        return Ok(Acted::Nothing);
    }
    let sql = "SELECT vertical, places FROM sites WHERE deployment_id = $1 AND live_release_id IS NULL AND status = 'waiting'";
    let sites = query_all!(&mut tx, (String, Json<Vec<SitePlace>>), sql, id)?;
    let mut changes: Vec<_> = refresh(&mut tx, workspace_id, id, now).await?.into_iter().collect();
    let markets = sites.iter().map(|(vertical, places)| (vertical.as_str(), places.0.as_slice()));
    if pipeline::advance_all(&mut tx, workspace_id, markets, PipelineStage::Build).await? {
        changes.push(pipeline::stages_event(&mut tx, workspace_id).await?);
    }
    let events = events::append(&mut tx, &changes, now).await?;
    let Some(deployment) = find(&mut tx, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    tx.commit().await?;
    Ok(Acted::Done(Batched { deployment, due: Vec::new(), events }))
}

/// Checks that the workspace may start this many runs today. The parts count them; what is counted here is rolled back.
async fn may_start(mut tx: Tx, order: Order, count: usize) -> Result<()> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    usage::count_runs(&mut tx, order.limits, order.workspace_id, count, order.now).await
}

/// Starts sites part by part. Ends early if the deployment is paused or cancelled meanwhile.
async fn start_all(db: &Db, order: Order, by: By<'_>, sites: &[Row]) -> Result<Acted<Batched>> {
    let mut done: Option<Batched> = None;
    if sites.is_empty() {
        let found = find(db, order.workspace_id, order.id).await?;
        let is_paused = found.is_some_and(|found| found.status == DeploymentStatus::Paused);
        return Ok(if is_paused { Acted::Paused } else { Acted::Nothing });
    }
    for part in sites.chunks(STARTED_AT_ONCE) {
        match start_part(db, order, by, part, done.is_none()).await? {
            Acted::Done(more) => done = Some(joined(done.take(), more)),
            Acted::Nothing => {}
            refused if done.is_none() => return Ok(refused),
            _ => break,
        }
    }
    Ok(done.map_or(Acted::Nothing, Acted::Done))
}

fn joined(before: Option<Batched>, mut more: Batched) -> Batched {
    let Some(mut before) = before else { return more };
    before.due.append(&mut more.due);
    before.events.append(&mut more.events);
    Batched { deployment: more.deployment, ..before }
}

async fn start_part(db: &Db, order: Order, by: By<'_>, part: &[Row], is_first: bool) -> Result<Acted<Batched>> {
    let Order { workspace_id, id, .. } = order;
    let mut tx = db.begin().await?;
    // Two deployments that are approved at the same time share the places of the days.
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(status) = lock(&mut tx, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    let is_reopened = status == DeploymentStatus::Cancelled && matches!(by, By::Retry) && is_first;
    if is_reopened && !is_being_cancelled(&mut tx, workspace_id, id).await? {
        let sql = "UPDATE deployments SET status = 'building', finished_at = NULL WHERE id = $1";
        execute!(&mut tx, sql, id)?;
    } else if status == DeploymentStatus::Cancelled {
        return Ok(Acted::Nothing);
    }
    let ids = batch::Ids::of(part.iter().map(|site| &site.id));
    let sites = match by {
        By::Approval(reviews) => approved(&mut tx, order, reviews, part, ids).await?,
        By::Retry => {
            let sql = tx.dialect(
                rows!("s.website_id = ANY($2) AND ", retryable!()),
                rows!("s.website_id IN (SELECT unhex(value) FROM json_each($2)) AND ", retryable!()),
            );
            query_all!(&mut tx, Row, sql, id, ids)?
        }
    };
    let started = start(&mut tx, order, &sites).await?;
    if matches!(started, Acted::Done(_)) {
        tx.commit().await?;
    }
    Ok(started)
}

/// Approves releases of a part, and returns the sites that can be deployed.
async fn approved(tx: &mut Tx, order: Order, reviews: &Reviews, part: &[Row], ids: batch::Ids) -> Result<Vec<Row>> {
    let seen = |of: &dyn Fn(&Row) -> bool| -> Vec<Uuid> {
        part.iter().filter(|site| of(site)).filter_map(|site| site.release_id).collect()
    };
    let plain = seen(&|site| !site.lacks_review);
    approve_plain(tx, order, &plain).await?;
    let regulated = part.iter().filter(|site| site.lacks_review).map(|site| site.vertical.as_str());
    for vertical in regulated.collect::<BTreeSet<_>>() {
        if let Some(review) = reviews.of(vertical) {
            let releases = seen(&|site| site.lacks_review && site.vertical == vertical);
            approve_reviewed(tx, order, review, &releases).await?;
        }
    }
    let sql = "UPDATE deployments SET approved_by = $2, approved_at = $3 WHERE id = $1";
    execute!(&mut *tx, sql, order.id, order.user_id, order.now)?;
    let sql = tx.dialect(
        rows!("s.website_id = ANY($2) AND ", approvable!()),
        rows!("s.website_id IN (SELECT unhex(value) FROM json_each($2)) AND ", approvable!()),
    );
    let sites = query_all!(tx, Row, sql, order.id, ids)?;
    Ok(sites.into_iter().filter(Row::is_deployable).collect())
}

/// Releases of a deployment that still wait, and of which none is newer.
macro_rules! approve {
    ($reviewed:literal, $ids:literal, $condition:literal) => {
        concat!(
            "UPDATE releases SET approved_by = $2, approved_at = $3",
            $reviewed,
            " WHERE id ",
            $ids,
            " AND approved_at IS NULL AND NOT is_blocked AND number =
               (SELECT MAX(later.number) FROM releases later WHERE later.website_id = releases.website_id)
             AND EXISTS (SELECT 1 FROM sites s WHERE s.website_id = releases.website_id AND s.deployment_id = $1
               AND s.status = 'waiting') AND ",
            $condition
        )
    };
}

/// Approves waiting releases that need no review, or have one.
async fn approve_plain(tx: &mut Tx, order: Order, releases: &[Uuid]) -> Result<()> {
    let sql = tx.dialect(
        approve!("", "= ANY($4)", "(NOT needs_review OR reviewed_at IS NOT NULL)"),
        approve!("", "IN (SELECT unhex(value) FROM json_each($4))", "(NOT needs_review OR reviewed_at IS NOT NULL)"),
    );
    execute!(tx, sql, order.id, order.user_id, order.now, batch::Ids::of(releases)).map(|_| ())
}

macro_rules! approve_reviewed {
    ($ids:literal) => {
        approve!(
            ", reviewer_name = $5, reviewer_credentials = $6, reviewed_by = $2, reviewed_at = $3",
            $ids,
            "needs_review AND reviewed_at IS NULL"
        )
    };
}

/// Approves waiting releases that need a review, and records it.
async fn approve_reviewed(tx: &mut Tx, order: Order, review: &Review, releases: &[Uuid]) -> Result<()> {
    let sql =
        tx.dialect(approve_reviewed!("= ANY($4)"), approve_reviewed!("IN (SELECT unhex(value) FROM json_each($4))"));
    let ids = batch::Ids::of(releases);
    execute!(tx, sql, order.id, order.user_id, order.now, ids, &review.name, &review.credentials).map(|_| ())
}

/// Adds the runs of sites to a locked deployment: those that are deployable are deployed, the others built.
async fn start(tx: &mut Tx, order: Order, sites: &[Row]) -> Result<Acted<Batched>> {
    let Order { workspace_id, id, user_id, now, .. } = order;
    // Not the whole deployment: its numbers take a while, and each part would count all sites again.
    let sql = "SELECT d.run_id, COALESCE(r.status = 'paused', FALSE) AS is_paused
                 FROM deployments d LEFT JOIN runs r ON r.id = d.run_id WHERE d.id = $1 AND d.workspace_id = $2";
    let Some((run_id, is_paused)) = query_opt!(&mut *tx, (Option<Uuid>, bool), sql, id, workspace_id)? else {
        return Ok(Acted::NotFound);
    };
    if is_paused {
        return Ok(Acted::Paused);
    }
    if sites.is_empty() {
        return Ok(Acted::Nothing);
    }
    let parent = parent(workspace_id, user_id, id);
    let parent = NewRun { id: run_id.unwrap_or(parent.id), ..parent };
    let (deploys, to_build): (Vec<&Row>, Vec<&Row>) = sites.iter().partition(|site| site.is_deployable());
    let builds: Vec<NewRun> = to_build.iter().map(|site| build(&parent, site.id)).collect();
    let runs = deploy_runs(tx, order, &parent, &deploys).await?;
    // Runs of later days are delivered by the reconciler.
    let later: HashSet<Uuid> = runs.iter().filter(|run| run.run_at > now).map(|run| run.id).collect();
    let children = builds.iter().chain(&runs).cloned().collect();
    let mut due = add(tx, order.limits, (workspace_id, id), parent, children).await?;
    due.retain(|delivery| !later.contains(&delivery.id));
    assign(tx, &builds, "building").await?;
    assign(tx, &runs, "deploying").await?;
    let mut changes = Vec::new();
    let mut moved = false;
    for (sites, stage) in [(&to_build, PipelineStage::Build), (&deploys, PipelineStage::Deploy)] {
        let markets = sites.iter().map(|site| (site.vertical.as_str(), site.places.as_slice()));
        moved |= pipeline::advance_all(tx, workspace_id, markets, stage).await?;
    }
    if moved {
        changes.push(pipeline::stages_event(tx, workspace_id).await?);
    }
    let refreshed = refreshed(tx, workspace_id, id, now).await?;
    let (deployment, change) = refreshed.ok_or(StoreError::Unexpected(sqlx::Error::RowNotFound))?;
    changes.extend(change);
    let stored = events::append(tx, &changes, now).await?;
    Ok(Acted::Done(Batched { deployment, due, events: stored }))
}

/// Returns the runs that deploy sites, each on the first day with a free place if the site was never live.
async fn deploy_runs(tx: &mut Tx, order: Order, parent: &NewRun, sites: &[&Row]) -> Result<Vec<NewRun>> {
    if sites.is_empty() {
        return Ok(Vec::new());
    }
    let mut days = Days::load(tx, order.workspace_id, order.per_day, order.now).await?;
    let mut runs = Vec::with_capacity(sites.len());
    for (site, release_id) in sites.iter().filter_map(|site| Some((site, site.release_id?))) {
        let run_at = if site.was_live { order.now } else { days.next() };
        runs.push(NewRun { run_at, ..deploy(parent, site.id, release_id) });
    }
    Ok(runs)
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
