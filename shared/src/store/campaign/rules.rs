//! What the end of a run without success means for its campaign.

use chrono::{DateTime, Duration, Utc};
use futures::FutureExt;
use uuid::Uuid;

use super::{event, lock};
use crate::{
    domain::{
        campaign::{CampaignStatus, next_day},
        event::NewEvent,
        run::{Run, RunError},
    },
    store::{
        Result, Tx,
        effect::{Applied, RunRules},
        macros::*,
    },
};

/// Time after which a step that failed is tried again by another run.
const AGAIN_AFTER: Duration = Duration::hours(1);

/// Rules of runs that do a step of a campaign.
#[derive(Debug)]
pub(in crate::store) struct CampaignRun;

impl RunRules for CampaignRun {
    fn succeeded<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, now: DateTime<Utc>) -> Applied<'a> {
        // A step sets the time of the next one itself. One that a kill switch stopped does not: it is done as soon as the
        // switch is off, since no step is due before.
        ended(tx, run, now, now).boxed()
    }

    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, now: DateTime<Utc>,
    ) -> Applied<'a> {
        // A person who cancels a step wants none today.
        let next_at = if error.is_some() { now + AGAIN_AFTER } else { next_day(now) };
        ended(tx, run, next_at, now).boxed()
    }
}

async fn ended(tx: &mut Tx, run: &Run, next_at: DateTime<Utc>, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let sql = "SELECT id FROM campaigns WHERE run_id = $1 AND workspace_id = $2";
    let Some((id,)) = query_opt!(&mut *tx, (Uuid,), sql, run.id, run.workspace_id)? else { return Ok(Vec::new()) };
    let Some(mut campaign) = lock(tx, run.workspace_id, id).await? else { return Ok(Vec::new()) };
    if campaign.status != CampaignStatus::Active || campaign.next_at.is_some() || campaign.run_id != Some(run.id) {
        return Ok(Vec::new());
    }
    let sql = "UPDATE campaigns SET next_at = $2, updated_at = $3 WHERE id = $1";
    execute!(&mut *tx, sql, id, next_at, now)?;
    campaign.next_at = Some(next_at);
    Ok(vec![event(&campaign)])
}
