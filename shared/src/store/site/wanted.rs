//! Builds that something outside of a site asks for, such as a rental that begins or ends.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;

use super::start::{Started, start_build};
use crate::{
    config::WorkspaceLimits,
    domain::run::Run,
    store::{Db, Result, StoreError, event::StoredEvent, macros::*},
};

/// Pause after a workspace had no run left for the day.
const AGAIN: Duration = Duration::hours(1);

/// Starts the wanted builds of sites on which no run is at work, at most `limit`, longest waiting first; with `only`, that of
/// this website. Returns the runs to deliver, with the events to publish. A site that a run works on is built after it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn start_wanted(
    db: &Db, limits: WorkspaceLimits, only: Option<Uuid>, limit: i64, now: DateTime<Utc>,
) -> Result<Vec<(Run, Vec<StoredEvent>)>> {
    let wanted = query_all!(
        db,
        (Uuid, Uuid, Uuid),
        "SELECT s.workspace_id, s.website_id, s.created_by FROM sites s
          WHERE s.build_wanted_at <= $1 AND ($2 IS NULL OR s.website_id = $2)
            AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
            AND EXISTS (SELECT 1 FROM releases r WHERE r.website_id = s.website_id)
            AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = s.run_id AND runs.finished_at IS NULL)
          ORDER BY s.build_wanted_at, s.website_id LIMIT $3",
        now,
        only,
        limit
    )?;
    let mut started = Vec::with_capacity(wanted.len());
    for (workspace_id, id, user_id) in wanted {
        let mut tx = db.begin().await?;
        match start_build(&mut tx, limits, (workspace_id, id), user_id, &[], now).await {
            Ok(Started::Run(run, events)) => {
                tx.commit().await?;
                started.push((*run, events));
            }
            // Another run took it meanwhile: it is asked for again in the next round.
            Ok(_) => {}
            Err(StoreError::OverLimit(_)) => {
                drop(tx);
                execute!(db, "UPDATE sites SET build_wanted_at = $2 WHERE website_id = $1", id, now + AGAIN)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(started)
}
