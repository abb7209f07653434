//! Starts builds of the next pages of sites.

use chrono::{DateTime, Duration, NaiveTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::of;
use crate::{
    config::WorkspaceLimits,
    domain::{
        run::{Lane, NewRun, Run, RunKind},
        site::{Site, SiteStatus},
        site_growth::next_time,
    },
    store::{
        Db, Executor, Result, StoreError, Tx,
        event::{self, StoredEvent},
        kill_switch,
        macros::*,
        run,
        site::{lock, pages_since, set_status},
    },
};

/// Pause after a workspace had no run left for the day.
const AGAIN: Duration = Duration::hours(1);

macro_rules! due {
    ($scope:literal) => {
        concat!(
            "SELECT g.workspace_id, g.website_id FROM site_growth g
               JOIN sites s ON s.website_id = g.website_id
               JOIN releases l ON l.website_id = s.website_id AND l.number =
                 (SELECT MAX(number) FROM releases WHERE releases.website_id = s.website_id)
              WHERE g.next_at <= $1 AND NOT g.is_paused AND s.live_release_id IS NOT NULL AND s.tenant IS NULL
                AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
                AND NOT l.is_blocked AND ((l.id = s.live_release_id AND g.later > 0) OR l.id = g.release_id)
                AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = s.run_id AND runs.finished_at IS NULL)
                AND NOT EXISTS (SELECT 1 FROM kill_switches k WHERE k.is_on AND ",
            $scope,
            ") ORDER BY g.next_at, g.website_id LIMIT $2"
        )
    };
}

/// Returns sites of all workspaces whose next pages are due, with their workspaces, longest waiting first. Sites that are
/// offline, rented or blocked, or whose latest release waits for a person, are left out, and so are workspaces whose kill switch
/// is on.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due_growth(
    executor: impl Into<Executor<'_>>, now: DateTime<Utc>, limit: i64,
) -> Result<Vec<(Uuid, Uuid)>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        due!("k.scope IN ('operator', CAST(g.workspace_id AS TEXT))"),
        due!("(k.scope = 'operator' OR REPLACE(k.scope, '-', '') = LOWER(HEX(g.workspace_id)))"),
    );
    query_all!(executor, (Uuid, Uuid), sql, now, limit)
}

/// Starts the build of the next pages of a site that is due, at most `per_day` on a day (UTC), in one transaction: two callers
/// start one run. Returns the run to deliver, with the events to publish; `None` if nothing is to be built now. If the workspace
/// may not start another run today, it is tried again later.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn start_growth(
    db: &Db, limits: WorkspaceLimits, per_day: u32, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>,
) -> Result<Option<(Run, Vec<StoredEvent>)>> {
    let mut tx = db.begin().await?;
    if kill_switch::is_stopped(&mut tx, workspace_id, now).await? {
        return Ok(None);
    }
    let Some(site) = lock(&mut tx, workspace_id, id).await? else { return Ok(None) };
    let Some(growth) = of(&mut tx, &site).await? else { return Ok(None) };
    if growth.next_at.is_none_or(|at| at > now) || !growth.may_start(&site) {
        return Ok(None);
    }
    set_next(&mut tx, id, next_time(id, now)).await?;
    let midnight = now.date_naive().and_time(NaiveTime::MIN).and_utc();
    if pages_since(&mut tx, workspace_id, id, midnight).await? >= i64::from(per_day) {
        tx.commit().await?;
        return Ok(None);
    }
    match begin(&mut tx, limits, &site, now).await {
        Ok(begun) => {
            tx.commit().await?;
            Ok(Some(begun))
        }
        Err(StoreError::OverLimit(_)) => {
            drop(tx);
            let mut tx = db.begin().await?;
            set_next(&mut tx, id, now + AGAIN).await?;
            tx.commit().await?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

async fn set_next(tx: &mut Tx, id: Uuid, at: DateTime<Utc>) -> Result<()> {
    execute!(tx, "UPDATE site_growth SET next_at = $2 WHERE website_id = $1", id, at).map(|_| ())
}

async fn begin(
    tx: &mut Tx, limits: WorkspaceLimits, site: &Site, now: DateTime<Utc>,
) -> Result<(Run, Vec<StoredEvent>)> {
    let payload = json!({ "siteId": site.id, "rewrite": [], "growthDay": now.date_naive() });
    let new = NewRun {
        website_id: Some(site.id),
        lane: Lane::Batch,
        ..NewRun::new(site.workspace_id, site.created_by, RunKind::SiteBuild, payload)
    };
    let inserted = run::insert_counted(&mut *tx, limits, &new).await?;
    execute!(&mut *tx, "UPDATE sites SET run_id = $2 WHERE website_id = $1", site.id, new.id)?;
    let events = set_status(tx, site, SiteStatus::Building, None, now).await?;
    Ok((inserted.run, event::append(tx, &events, now).await?))
}
