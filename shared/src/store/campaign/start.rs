//! Starts the runs of steps.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{event as changed, lock, set_status};
use crate::{
    config::WorkspaceLimits,
    domain::{
        campaign::{Campaign, CampaignStatus, next_day},
        event::NewEvent,
        run::{NewRun, Run, RunKind},
    },
    store::{Db, Executor, Result, StoreError, Tx, event, event::StoredEvent, macros::*, run},
};

/// What was done for a campaign whose step is due.
#[derive(Debug, Default)]
pub struct Begun {
    /// Run to deliver.
    pub run: Option<Run>,
    /// Events to publish.
    pub events: Vec<StoredEvent>,
}

/// Lists active campaigns whose step is due, longest due first, with their workspaces. Those that a kill switch stops are
/// left out.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>, limit: i64) -> Result<Vec<(Uuid, Uuid)>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT workspace_id, id FROM campaigns c WHERE next_at <= $1 AND status = 'active' AND NOT EXISTS
           (SELECT 1 FROM kill_switches k WHERE k.is_on AND k.scope IN ('operator', CAST(c.workspace_id AS TEXT)))
          ORDER BY next_at, id LIMIT $2",
        "SELECT workspace_id, id FROM campaigns c WHERE next_at <= $1 AND status = 'active' AND NOT EXISTS
           (SELECT 1 FROM kill_switches k WHERE k.is_on
               AND (k.scope = 'operator' OR REPLACE(k.scope, '-', '') = LOWER(HEX(c.workspace_id))))
          ORDER BY next_at, id LIMIT $2",
    );
    query_all!(executor, (Uuid, Uuid), sql, now, limit)
}

/// Starts the run of a step that is due, in one transaction. Two callers start one run. If the workspace may not start another
/// run today, the step waits for the next day.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn start_day(
    db: &Db, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>,
) -> Result<Begun> {
    let mut tx = db.begin().await?;
    let Some(mut campaign) = lock(&mut tx, workspace_id, id).await? else { return Ok(Begun::default()) };
    let is_due = campaign.next_at.is_some_and(|at| at <= now) && campaign.status == CampaignStatus::Active;
    if !is_due {
        return Ok(Begun::default());
    }
    match begin(&mut tx, limits, &mut campaign, now).await {
        Ok((run, events)) => {
            let events = event::append(&mut tx, &events, now).await?;
            tx.commit().await?;
            Ok(Begun { run, events })
        }
        Err(StoreError::OverLimit(over)) => {
            drop(tx);
            tracing::info!(campaign.id = %id, workspace.id = %workspace_id, %over, "a step of a campaign waits for tomorrow");
            let sql = "UPDATE campaigns SET next_at = $3 WHERE id = $1 AND workspace_id = $2 AND next_at <= $4";
            execute!(db, sql, id, workspace_id, next_day(now), now)?;
            Ok(Begun::default())
        }
        Err(error) => Err(error),
    }
}

/// Starts the step of a day of a locked campaign, unless the person who approved it may no longer change the workspace; it is
/// paused then. Returns the run and the event.
pub(super) async fn begin(
    tx: &mut Tx, limits: WorkspaceLimits, campaign: &mut Campaign, now: DateTime<Utc>,
) -> Result<(Option<Run>, Vec<NewEvent>)> {
    let user_id = campaign.approved_by.unwrap_or(campaign.created_by);
    if !may_change(tx, campaign.workspace_id, user_id).await? {
        let reason = "The person who launched it may no longer change this workspace. Another person can resume it.";
        let event = set_status(tx, campaign, CampaignStatus::Paused, Some(reason.to_owned()), None, now).await?;
        return Ok((None, vec![event]));
    }
    let day = now.date_naive();
    let payload = json!({ "campaignId": campaign.id, "day": day });
    // Another run on the same day follows only a failed one: the lock of the campaign decides.
    let tick = campaign.next_at.unwrap_or(now).timestamp_micros();
    let new = NewRun {
        idempotency_key: Some(format!("campaign:{}:{day}:{tick}", campaign.id)),
        ..NewRun::new(campaign.workspace_id, user_id, RunKind::Campaign, payload)
    };
    let inserted = run::insert_counted(&mut *tx, limits, &new).await?;
    let sql = "UPDATE campaigns SET run_id = $2, next_at = NULL, updated_at = $3 WHERE id = $1";
    execute!(&mut *tx, sql, campaign.id, inserted.run.id, now)?;
    campaign.run_id = Some(inserted.run.id);
    campaign.next_at = None;
    Ok((Some(inserted.run), vec![changed(campaign)]))
}

async fn may_change(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM members WHERE workspace_id = $1 AND user_id = $2 AND role <> 'viewer'";
    Ok(query_value!(tx, i64, sql, workspace_id, user_id)? > 0)
}
