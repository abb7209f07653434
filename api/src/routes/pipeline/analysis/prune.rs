//! Sites to give up, each with the reasons.

use std::cmp::Reverse;

use chrono::NaiveDate;
use serde::Serialize;
use shared::{domain::site::SiteStatus, store::ledger::SiteFigures};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Plan, Sum, age_of, sum_of};

/// Days that a site needs to rank before it is judged.
const RANKED_DAYS: i64 = 180;
/// Days of the forecast, after which it is compared with the profit.
const FORECAST_DAYS: i64 = 365;
/// Months of the recent figures.
const RECENT_MONTHS: i64 = 3;

/// Why a site should be given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PruneReason)]
enum Reason {
    /// Live for 180 days or more, without a lead and without revenue in the last 90 days.
    NoLeads,
    /// Live for 180 days or more, and it cost more than it earned: since the launch, and in the last 90 days.
    LosesMoney,
    /// Live for 365 days or more, and the profit of the last 90 days is below that of the low forecast (P10).
    BelowForecast,
}

/// A site to give up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PruneCandidate)]
pub(super) struct Candidate {
    site_id: Uuid,
    name: String,
    reasons: Vec<Reason>,
    /// Days since it went live for the first time.
    age_days: i64,
    #[serde(flatten)]
    sum: Sum,
    /// Of the last 90 days, like the other recent figures.
    recent_revenue_cents: i64,
    recent_cost_cents: i64,
    recent_leads: i64,
    /// Profit of three months in the low forecast (P10); `null` if unknown.
    low_forecast_cents: Option<i64>,
}

/// Returns the live sites to give up, the largest recent loss first.
pub(super) fn candidates(sites: &[SiteFigures], plan: &Plan, currency: &str, today: NaiveDate) -> Vec<Candidate> {
    let is_live = |site: &&SiteFigures| site.archived_at.is_none() && site.status != SiteStatus::Offline;
    let judged = sites.iter().filter(is_live).filter_map(|site| candidate(site, plan, currency, today));
    let mut all: Vec<_> = judged.collect();
    all.sort_by_key(|one| (one.recent_revenue_cents.saturating_sub(one.recent_cost_cents), Reverse(one.age_days)));
    all
}

fn candidate(site: &SiteFigures, plan: &Plan, currency: &str, today: NaiveDate) -> Option<Candidate> {
    let age_days = age_of(site, today)?;
    let low = plan.low_profit_cents(site, currency).map(|month| month.saturating_mul(RECENT_MONTHS));
    let recent = site.recent_revenue_cents.saturating_sub(site.recent_cost_cents);
    let is_ranked = age_days >= RANKED_DAYS;
    let has_nothing = site.recent_leads == 0 && site.recent_revenue_cents <= 0;
    let has_loss = recent < 0 && site.revenue_cents < site.cost_cents;
    let is_below = low.is_some_and(|low| low > 0 && recent < low);
    let reasons: Vec<Reason> = [
        (is_ranked && has_nothing, Reason::NoLeads),
        (is_ranked && has_loss, Reason::LosesMoney),
        (age_days >= FORECAST_DAYS && is_below, Reason::BelowForecast),
    ]
    .into_iter()
    .filter_map(|(applies, reason)| applies.then_some(reason))
    .collect();
    (!reasons.is_empty()).then(|| Candidate {
        site_id: site.id,
        name: site.name.clone(),
        reasons,
        age_days,
        sum: sum_of(site),
        recent_revenue_cents: site.recent_revenue_cents,
        recent_cost_cents: site.recent_cost_cents,
        recent_leads: site.recent_leads,
        low_forecast_cents: low,
    })
}
