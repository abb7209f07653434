//! A campaign, in responses.

use std::collections::HashMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::Serialize;
use shared::{
    domain::{
        campaign::{
            CURRENCY, Campaign, CampaignBudget, CampaignFigures, CampaignGoal, CampaignRules, CampaignSite,
            CampaignSiteFigures, CampaignStatus, CampaignTargets, REVENUE_DAYS,
        },
        now,
        run::{Lane, Run},
        site::SiteStatus,
    },
    events,
    store::{campaign, campaign::Moved, event::StoredEvent, kill_switch},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Json, Success},
    state::AppState,
};

/// Number of sites by status. Deleted sites are not counted.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[schema(as = CampaignSiteCounts)]
struct Counts {
    total: i64,
    draft: i64,
    building: i64,
    blocked: i64,
    waiting: i64,
    approved: i64,
    deploying: i64,
    live: i64,
    failed: i64,
    offline: i64,
}

impl Counts {
    fn of(sites: &[CampaignSiteFigures]) -> Self {
        let mut counts = Self::default();
        for status in sites.iter().filter_map(|site| site.status) {
            counts.total += 1;
            *counts.of_status(status) += 1;
        }
        counts
    }

    const fn of_status(&mut self, status: SiteStatus) -> &mut i64 {
        match status {
            SiteStatus::Draft => &mut self.draft,
            SiteStatus::Building => &mut self.building,
            SiteStatus::Blocked => &mut self.blocked,
            SiteStatus::Waiting => &mut self.waiting,
            SiteStatus::Approved => &mut self.approved,
            SiteStatus::Deploying => &mut self.deploying,
            SiteStatus::Live => &mut self.live,
            SiteStatus::Failed => &mut self.failed,
            SiteStatus::Offline => &mut self.offline,
        }
    }
}

/// A campaign: rules that turn scored markets into sites, within a budget, until a goal.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Campaign)]
pub(super) struct CampaignView {
    /// Time-ordered.
    id: Uuid,
    name: String,
    status: CampaignStatus,
    /// Why it is paused or finished.
    pause_reason: Option<String>,
    goal: CampaignGoal,
    /// What counts for the goal so far, in the unit of its target.
    reached: i64,
    targets: CampaignTargets,
    site: CampaignSite,
    rules: CampaignRules,
    budget: CampaignBudget,
    sites: Counts,
    /// Money spent or committed: for each site the cost in the budget, or that in the ledger if it is higher, and what calls of data
    /// providers cost.
    spent_cents: i64,
    /// Part of it that calls of data providers for its sites cost. It is paid from `budget.providerCents`, as far as that goes.
    provider_spent_cents: i64,
    /// What is left for sites.
    left_cents: i64,
    /// Revenue after refunds of its sites.
    revenue_cents: i64,
    /// Revenue of the last 30 days.
    monthly_revenue_cents: i64,
    /// Revenue minus money spent, relative to money spent; `null` if nothing was spent.
    roi: Option<f64>,
    /// Leads of its sites, without spam and duplicates.
    leads: i64,
    /// ISO 4217 code of all amounts.
    #[schema(examples("USD"))]
    currency: String,
    /// When the next step is due; `null` while a run does one, and unless it is active. A kill switch delays it.
    next_step_at: Option<DateTime<Utc>>,
    /// Last day (UTC) whose step is done.
    last_day: Option<NaiveDate>,
    /// Run of the latest step.
    run_id: Option<Uuid>,
    /// Whether a kill switch stops it.
    kill_switch_is_on: bool,
    /// Who launched or last resumed it.
    approved_by: Option<Uuid>,
    approved_at: Option<DateTime<Utc>>,
    created_by: Uuid,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// Response with a campaign.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneCampaign)]
pub(super) struct Answer {
    success: Success,
    campaign: CampaignView,
}

fn view(campaign: Campaign, sites: &[CampaignSiteFigures], kill_switch_is_on: bool) -> CampaignView {
    let figures = CampaignFigures::of(sites);
    CampaignView {
        reached: figures.towards(campaign.goal.kind),
        sites: Counts::of(sites),
        spent_cents: figures.spent_cents,
        provider_spent_cents: figures.provider_cents,
        left_cents: campaign.budget.left_cents(figures.spent_on_sites_cents(&campaign.budget)),
        revenue_cents: figures.revenue_cents,
        monthly_revenue_cents: figures.recent_revenue_cents,
        roi: figures.roi(),
        leads: figures.leads,
        currency: CURRENCY.to_owned(),
        kill_switch_is_on,
        id: campaign.id,
        name: campaign.name,
        status: campaign.status,
        pause_reason: campaign.pause_reason,
        goal: campaign.goal.0,
        targets: campaign.targets.0,
        site: campaign.site.0,
        rules: campaign.rules.0,
        budget: campaign.budget.0,
        next_step_at: campaign.next_at,
        last_day: campaign.last_day,
        run_id: campaign.run_id,
        approved_by: campaign.approved_by,
        approved_at: campaign.approved_at,
        created_by: campaign.created_by,
        created_at: campaign.created_at,
        updated_at: campaign.updated_at,
    }
}

/// Returns the views of campaigns of the workspace, in order.
pub(super) async fn views(state: &AppState, workspace_id: Uuid, campaigns: Vec<Campaign>) -> Result<Vec<CampaignView>> {
    if campaigns.is_empty() {
        return Ok(Vec::new());
    }
    let only = if let [one] = campaigns.as_slice() { Some(one.id) } else { None };
    let today = now().date_naive();
    let since = today.checked_sub_days(Days::new(REVENUE_DAYS - 1)).unwrap_or(today);
    let rows = campaign::site_figures(&state.db, workspace_id, only, since).await?;
    let mut sites: HashMap<Uuid, Vec<CampaignSiteFigures>> = HashMap::new();
    for row in rows {
        sites.entry(row.campaign_id).or_default().push(row);
    }
    let is_on = is_killed(state, workspace_id).await?;
    let one = |campaign: Campaign| {
        let sites = sites.get(&campaign.id).map(Vec::as_slice).unwrap_or_default();
        view(campaign, sites, is_on)
    };
    Ok(campaigns.into_iter().map(one).collect())
}

/// Returns true if the workspace's kill switch or that of the operator is on.
async fn is_killed(state: &AppState, workspace_id: Uuid) -> Result<bool> {
    for scope in [kill_switch::Scope::Workspace(workspace_id), kill_switch::Scope::Operator] {
        if kill_switch::find(&state.db, scope).await?.is_some_and(|switch| switch.is_on) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the response with a campaign of the workspace.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let found = campaign::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("campaign"))?;
    let campaign = views(state, workspace_id, vec![found]).await?.into_iter().next();
    Ok(Json(Answer { success: Success, campaign: campaign.ok_or(ApiError::NotFound("campaign"))? }))
}

/// What was done with a campaign: the run to deliver, and the events to publish.
pub(super) type Done = (Option<Box<Run>>, Vec<StoredEvent>);

/// Returns what was done, or why nothing was; the transaction must be rolled back then.
pub(super) fn done(moved: Moved, allowed: &str) -> Result<Done> {
    match moved {
        Moved::Done(run, stored) => Ok((run, stored)),
        Moved::Not(status) => {
            Err(ApiError::Conflict(FieldError::new("/status", format!("The campaign is {status}. {allowed}"))))
        }
        Moved::NotFound => Err(ApiError::NotFound("campaign")),
    }
}

/// Delivers the run of a step after its transaction was committed, and publishes events.
pub(super) async fn deliver(state: &AppState, (run, stored): Done) {
    if let Some(run) = run
        && let Err(error) = state.queue.deliver(Lane::Batch, &[run.delivery()]).await
    {
        tracing::warn!(%error, "a step of a campaign was stored but not delivered; the reconciler will");
    }
    events::publish_stored(&state.bus, stored);
}
