//! Places of a day for sites that go live for the first time.

use chrono::{DateTime, NaiveTime, Utc};
use uuid::Uuid;

use super::{launched_since, was_launched};
use crate::{
    domain::run::Run,
    store::{Db, Result, Tx, kill_switch, macros::*, workspace},
};

/// Result of taking a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Launch {
    /// The site has a place, or needs none since it was live before.
    Allowed,
    /// This many other sites went live today, or are about to.
    Full(i64),
    /// A kill switch is on: nothing goes live.
    Stopped,
    /// The attempt no longer holds its run.
    Gone,
}

/// Takes a place of today (UTC) for the first launch of a site of the run's workspace, at most `per_day`, unless a kill switch is
/// on. The place is given back if the run fails or is cancelled.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn take_launch(db: &Db, run: &Run, id: Uuid, per_day: u32, now: DateTime<Utc>) -> Result<Launch> {
    let workspace_id = run.workspace_id;
    let mut tx = db.begin().await?;
    // Two deployments at the same time count one after the other.
    workspace::lock(&mut tx, workspace_id).await?;
    let sql = "SELECT id FROM runs WHERE id = $1 AND attempt = $2 AND status = 'running'";
    if query_opt!(&mut tx, (Uuid,), sql, run.id, run.attempt)?.is_none() {
        return Ok(Launch::Gone);
    }
    if kill_switch::is_stopped(&mut tx, workspace_id, now).await? {
        return Ok(Launch::Stopped);
    }
    if was_launched(&mut tx, workspace_id, id).await? {
        return Ok(Launch::Allowed);
    }
    let taken = taken(&mut tx, workspace_id, id, now).await?;
    if taken >= i64::from(per_day) {
        return Ok(Launch::Full(taken));
    }
    execute!(
        &mut tx,
        "INSERT INTO site_launches (website_id, workspace_id, day, run_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (website_id) DO UPDATE SET day = excluded.day, run_id = excluded.run_id",
        id,
        workspace_id,
        now.date_naive(),
        run.id
    )?;
    tx.commit().await?;
    Ok(Launch::Allowed)
}

/// Counts the other sites that went live for the first time today, and those whose deployment has a place of today.
async fn taken(tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<i64> {
    let today = now.date_naive();
    let launched = launched_since(&mut *tx, workspace_id, id, today.and_time(NaiveTime::MIN).and_utc()).await?;
    let reserved = query_value!(
        &mut *tx,
        i64,
        "SELECT COUNT(*) FROM site_launches l WHERE l.workspace_id = $1 AND l.website_id <> $2 AND l.day = $3
           AND NOT EXISTS (SELECT 1 FROM releases r WHERE r.website_id = l.website_id AND r.first_deployed_at IS NOT NULL)",
        workspace_id,
        id,
        today
    )?;
    Ok(launched + reserved)
}

/// Gives the place of a site back.
pub(super) async fn give_back(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM site_launches WHERE website_id = $1", id).map(|_| ())
}
