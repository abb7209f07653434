//! What people do with campaigns: launch, pause, resume, stop.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{lock, set_status, start::begin};
use crate::{
    config::WorkspaceLimits,
    domain::{
        campaign::{Campaign, CampaignStatus, next_day},
        event::NewEvent,
        run::Run,
    },
    store::{Result, Tx, event, event::StoredEvent, macros::*},
};

/// Result of an operation on a campaign.
#[derive(Debug)]
pub enum Moved {
    /// Done; the run is to be delivered and the events are to be published after the commit.
    Done(Option<Box<Run>>, Vec<StoredEvent>),
    /// Its status does not allow it.
    Not(CampaignStatus),
    /// The workspace has no such campaign.
    NotFound,
}

/// Launches a draft: starts its first step. The caller makes sure that a person does it.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start another run today,
/// or an error if a query fails; the transaction must be rolled back then.
pub async fn launch(
    tx: &mut Tx, limits: WorkspaceLimits, key: (Uuid, Uuid), user_id: Uuid, now: DateTime<Utc>,
) -> Result<Moved> {
    activate(tx, limits, key, (CampaignStatus::Draft, user_id), now).await
}

/// Resumes a paused campaign: starts a step, unless the one of today is done. The caller makes sure that a person does it.
///
/// # Errors
/// As of [`launch`].
pub async fn resume(
    tx: &mut Tx, limits: WorkspaceLimits, key: (Uuid, Uuid), user_id: Uuid, now: DateTime<Utc>,
) -> Result<Moved> {
    activate(tx, limits, key, (CampaignStatus::Paused, user_id), now).await
}

async fn activate(
    tx: &mut Tx, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), (from, user_id): (CampaignStatus, Uuid),
    now: DateTime<Utc>,
) -> Result<Moved> {
    let Some(mut campaign) = lock(tx, workspace_id, id).await? else { return Ok(Moved::NotFound) };
    if campaign.status != from {
        return Ok(Moved::Not(campaign.status));
    }
    let sql = "UPDATE campaigns SET approved_by = $2, approved_at = $3 WHERE id = $1";
    execute!(&mut *tx, sql, id, user_id, now)?;
    campaign.approved_by = Some(user_id);
    campaign.approved_at = Some(now);
    let is_done = campaign.last_day.is_some_and(|day| day >= now.date_naive());
    let is_at_work = is_at_work(tx, &campaign).await?;
    let next_at = if is_done { Some(next_day(now)) } else { (!is_at_work).then_some(now) };
    let mut events = vec![set_status(tx, &mut campaign, CampaignStatus::Active, None, next_at, now).await?];
    let mut started = None;
    if !is_done && !is_at_work {
        let (run, more) = begin(tx, limits, &mut campaign, now).await?;
        started = run.map(Box::new);
        events.extend(more);
    }
    Ok(Moved::Done(started, event::append(tx, &events, now).await?))
}

/// Returns true if the run of a campaign's latest step has not ended.
async fn is_at_work(tx: &mut Tx, campaign: &Campaign) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM runs WHERE id = $1 AND finished_at IS NULL";
    Ok(query_value!(tx, i64, sql, campaign.run_id)? > 0)
}

/// Pauses an active campaign.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn pause(tx: &mut Tx, key: (Uuid, Uuid), reason: &str, now: DateTime<Utc>) -> Result<Moved> {
    let is_allowed = |status: CampaignStatus| status == CampaignStatus::Active;
    hold(tx, key, (CampaignStatus::Paused, is_allowed), reason, now).await
}

/// Stops an active or paused campaign for good.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn stop(tx: &mut Tx, key: (Uuid, Uuid), reason: &str, now: DateTime<Utc>) -> Result<Moved> {
    let is_allowed = |status: CampaignStatus| matches!(status, CampaignStatus::Active | CampaignStatus::Paused);
    hold(tx, key, (CampaignStatus::Stopped, is_allowed), reason, now).await
}

async fn hold(
    tx: &mut Tx, (workspace_id, id): (Uuid, Uuid), (to, is_allowed): (CampaignStatus, fn(CampaignStatus) -> bool),
    reason: &str, now: DateTime<Utc>,
) -> Result<Moved> {
    let Some(mut campaign) = lock(tx, workspace_id, id).await? else { return Ok(Moved::NotFound) };
    if !is_allowed(campaign.status) {
        return Ok(Moved::Not(campaign.status));
    }
    let event: NewEvent = set_status(tx, &mut campaign, to, Some(reason.to_owned()), None, now).await?;
    Ok(Moved::Done(None, event::append(tx, &[event], now).await?))
}
