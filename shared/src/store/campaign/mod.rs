//! Campaigns and their actions.
//!
//! A step locks the workspace, then the campaign. A campaign that is active has either a time of its next step or a run that
//! does one.

mod actions;
mod figures;
mod rules;
mod start;
mod status;
mod step;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

pub use actions::{actions, sites_of_day};
pub use figures::{figures, site_figures};
pub(super) use rules::CampaignRun;
pub use start::{Begun, due, start_day};
pub use status::{Moved, launch, pause, resume, stop};
pub use step::{Step, StepDone, Stepped, step};

use super::{Executor, Result, Tx, event::NewEvent, macros::*};
use crate::domain::{
    Page,
    campaign::{Campaign, CampaignPlan, CampaignStatus},
    event::Audience,
    fetched,
};

/// Maximum number of campaigns of a workspace.
pub const MOST_CAMPAIGNS: i64 = 500;

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT id, workspace_id, name, goal, targets, site, rules, budget, status, pause_reason, approved_by, approved_at,
                    last_day, next_at, run_id, created_by, created_at, updated_at FROM campaigns WHERE workspace_id = $1 ",
            $rest
        )
    };
}

/// Returns a campaign of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Campaign>> {
    query_opt!(executor.into(), Campaign, select!("AND id = $2"), workspace_id, id)
}

/// Lists the workspace's campaigns, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, status: Option<CampaignStatus>, before: Option<Uuid>,
    limit: usize,
) -> Result<Page<Campaign>> {
    let sql = select!("AND ($2 IS NULL OR status = $2) AND ($3 IS NULL OR id < $3) ORDER BY id DESC LIMIT $4");
    let rows = query_all!(executor.into(), Campaign, sql, workspace_id, status, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Counts the workspace's campaigns.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    query_value!(executor.into(), i64, "SELECT COUNT(*) FROM campaigns WHERE workspace_id = $1", workspace_id)
}

/// Adds a draft to the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, (workspace_id, user_id): (Uuid, Uuid), id: Uuid, plan: &CampaignPlan, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO campaigns (id, workspace_id, name, goal, targets, site, rules, budget, status, created_by, created_at,
           updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)",
        id,
        workspace_id,
        &plan.name,
        Json(&plan.goal),
        Json(&plan.targets),
        Json(&plan.site),
        Json(&plan.rules),
        Json(&plan.budget),
        CampaignStatus::Draft,
        user_id,
        now
    )
    .map(|_| ())
}

/// Changes what a person entered of a locked campaign of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(tx: &mut Tx, workspace_id: Uuid, id: Uuid, plan: &CampaignPlan, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE campaigns SET name = $3, goal = $4, targets = $5, site = $6, rules = $7, budget = $8, updated_at = $9
          WHERE id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        &plan.name,
        Json(&plan.goal),
        Json(&plan.targets),
        Json(&plan.site),
        Json(&plan.rules),
        Json(&plan.budget),
        now
    )
    .map(|_| ())
}

/// Deletes a campaign of the workspace with its actions; its sites stay.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM campaigns WHERE id = $1 AND workspace_id = $2", id, workspace_id).map(|_| ())
}

/// Locks a campaign of the workspace until the end of the transaction and returns it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lock(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Campaign>> {
    let sql = tx.dialect(select!("AND id = $2 FOR NO KEY UPDATE"), select!("AND id = $2"));
    query_opt!(tx, Campaign, sql, workspace_id, id)
}

/// Sets the status of a locked campaign, why, and when its next step is due.
///
/// # Errors
/// Returns an error if the query fails.
async fn set_status(
    tx: &mut Tx, campaign: &mut Campaign, status: CampaignStatus, reason: Option<String>,
    next_at: Option<DateTime<Utc>>, now: DateTime<Utc>,
) -> Result<NewEvent> {
    let sql = "UPDATE campaigns SET status = $2, pause_reason = $3, next_at = $4, updated_at = $5 WHERE id = $1";
    execute!(&mut *tx, sql, campaign.id, status, reason.as_deref(), next_at, now)?;
    campaign.status = status;
    campaign.pause_reason = reason;
    campaign.next_at = next_at;
    campaign.updated_at = now;
    Ok(event(campaign))
}

/// Live event of a campaign that changed.
fn event(campaign: &Campaign) -> NewEvent {
    let payload = json!({
        "campaignId": campaign.id, "name": campaign.name, "status": campaign.status,
        "pauseReason": campaign.pause_reason, "nextStepAt": campaign.next_at, "runId": campaign.run_id,
    });
    NewEvent { audience: Audience::Workspace(campaign.workspace_id), r#type: "campaign:updated", payload }
}
