//! Replays the last 30 days with the rules of a campaign.

use std::collections::HashMap;

use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use engines::{common::Unattended, local};
use markets::{Scan, metro_of};
use serde::Serialize;
use shared::{
    domain::{
        campaign::{
            CURRENCY, CampaignDecision, CampaignPlan, CampaignStop, Candidate, Replay, ReplayedDay, replay,
            rules::{self, Decision, Terms},
        },
        now,
        site_market::Taken,
    },
    store::site,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    body::{self, Input},
    market_pool,
    money::Cents,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Success},
    market::{own, today},
    state::AppState,
};

/// Days that are replayed.
const DAYS: u64 = 30;
/// Maximum number of decisions without a site of a day.
const MOST_DECISIONS: usize = 50;

/// Where figures of a market are from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CampaignFiguresSource)]
enum Source {
    /// A saved scan.
    Scan,
    /// The reference data and own data of today: no scan listed the market on that day.
    Reference,
}

/// A decision about a market.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignDryRunDecision)]
struct DecisionView {
    /// Slug of the vertical.
    vertical: String,
    vertical_name: String,
    /// Id of the place.
    place_id: String,
    /// Its name with the state, such as `Tulsa, OK`.
    place: String,
    /// 0 to 100.
    score: Option<f64>,
    decision: CampaignDecision,
    /// Why.
    reason: String,
    /// Part of the budget that it would take, in cents.
    cost_cents: i64,
    source: Source,
}

/// A day (UTC).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignDryRunDay)]
struct DayView {
    day: NaiveDate,
    /// Scan whose figures were known.
    scan_id: Option<Uuid>,
    /// Number of candidates with figures of the scan.
    from_scan: usize,
    /// Number of candidates.
    candidates: usize,
    /// Markets that would have got a site, then at most 50 others.
    decisions: Vec<DecisionView>,
    /// Number of decisions that are not in the list.
    more: usize,
    /// Money that the day would have taken.
    spent_cents: i64,
}

/// Sums of the replayed days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignDryRunTotals)]
struct Totals {
    /// Sites that would have been started.
    sites: usize,
    spent_cents: i64,
    /// Expected revenue minus cost of a month once these sites had their time to rank.
    expected_monthly_profit_cents: Cents,
}

/// What a campaign would have done in the last 30 days.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignDryRun)]
pub(super) struct Answer {
    success: Success,
    /// The days, oldest first, until the campaign would have stopped.
    days: Vec<DayView>,
    totals: Totals,
    /// Why it would have started no more sites; `null` if it would go on.
    stopped_by: Option<CampaignStop>,
    /// The same for a person.
    stop_reason: Option<String>,
    /// Days on which figures of a saved scan were known.
    days_with_scan: usize,
    /// ISO 4217 code of all amounts.
    #[schema(examples("USD"))]
    currency: String,
    /// Assumptions of the replay.
    assumptions: Vec<String>,
}

/// Try a campaign on the last 30 days.
///
/// Replays them day by day with the rules of a campaign and the figures that were known: those of saved scans where there are
/// some, otherwise the reference data; each decision says which. Markets that had a site are
/// taken, also those whose metropolitan area had one of the trade. Nothing is written.
/// Requires an editor.
#[utoipa::path(
    post, path = "/api/campaigns/dry-run", tag = "campaigns", operation_id = "campaigns_dry_run", request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let plan = input.plan();
    body::check(&state, workspace_id, &plan).await?;
    let own = own(&state.db, workspace_id).await?;
    let known = Known::read(&state, workspace_id, &own, &plan).await?;
    let replayed = known.replay(&state, &plan);
    let profit = profit(&state, own, &replayed).await?;
    Ok(Json(answer(&plan, &known, &replayed, profit)))
}

/// What was known on each day.
struct Known {
    days: Vec<NaiveDate>,
    /// Scan of each day.
    scans: Vec<Option<Scan>>,
    /// Candidates by scan, with the number of those that it lists.
    candidates: HashMap<Option<Uuid>, (Vec<Candidate>, usize)>,
    /// When each market got its site: vertical and place.
    places: HashMap<(String, String), DateTime<Utc>>,
    /// When a site began to serve each metropolitan area: vertical and area.
    metros: HashMap<(String, String), DateTime<Utc>>,
}

impl Known {
    async fn read(
        state: &AppState, workspace_id: Uuid, own: &local::catalog::OwnData, plan: &CampaignPlan,
    ) -> Result<Self> {
        let pool = market_pool::pool(state, own, &plan.targets).await?;
        let last = now().date_naive();
        let days: Vec<NaiveDate> = (0..DAYS).rev().filter_map(|ago| last.checked_sub_days(Days::new(ago))).collect();
        let all = markets::scans(&state.db, workspace_id).await?;
        let scans: Vec<Option<Scan>> = days.iter().map(|day| Scan::of_day(&all, *day)).collect();
        let mut candidates = HashMap::new();
        for scan in &scans {
            let key = scan.map(|scan| scan.id);
            if candidates.contains_key(&key) {
                continue;
            }
            let mut known = pool.clone();
            if let Some(scan) = scan {
                markets::known(&state.db, workspace_id, *scan, &mut known).await?;
            }
            let known = markets::select(&plan.targets, known);
            let listed = known.iter().filter(|one| one.market.run_id.is_some()).count();
            candidates.insert(key, (known, listed));
        }
        let (mut places, mut metros) = (HashMap::new(), HashMap::new());
        let note = |times: &mut HashMap<_, DateTime<Utc>>, key, at| {
            let first = times.entry(key).or_insert(at);
            *first = at.min(*first);
        };
        for (key, at) in site::market_times(&state.db, workspace_id).await? {
            if let Some(metro) = metro_of(&key.1) {
                note(&mut metros, (key.0.clone(), metro.to_owned()), at);
            }
            note(&mut places, key, at);
        }
        Ok(Self { days, scans, candidates, places, metros })
    }

    /// Returns the candidates of a day, with the number of those that its scan lists.
    fn of_day(&self, day: usize) -> (&[Candidate], usize) {
        let key = self.scans.get(day).copied().flatten().map(|scan| scan.id);
        self.candidates.get(&key).map_or((&[][..], 0), |(known, listed)| (known.as_slice(), *listed))
    }

    /// Returns why a market could have no site on a day: it, or its metropolitan area, had one before.
    fn taken(&self, day: usize, candidate: &Candidate) -> Option<Taken> {
        let (vertical, place) = candidate.key();
        let start = self.days.get(day)?.and_time(NaiveTime::MIN).and_utc();
        let had = |times: &HashMap<(String, String), DateTime<Utc>>, area: &str| {
            times.get(&(vertical.to_owned(), area.to_owned())).is_some_and(|at| *at < start)
        };
        if had(&self.places, place) {
            return Some(Taken::Place);
        }
        candidate.metro.clone().filter(|metro| had(&self.metros, metro)).map(Taken::Metro)
    }

    fn replay(&self, state: &AppState, plan: &CampaignPlan) -> Replay {
        let terms = terms(state, plan);
        let taken = |day: usize, one: &Candidate| self.taken(day, one);
        replay(&terms, &plan.goal, &self.days, |day| self.of_day(day).0, taken, (MOST_DECISIONS, false))
    }
}

/// Returns what the decisions of a campaign depend on.
pub(super) fn terms<'a>(state: &AppState, plan: &'a CampaignPlan) -> Terms<'a> {
    let new_sites_per_day = i64::from(state.settings.sites.new_sites_per_day);
    Terms { kind: plan.site.kind, rules: &plan.rules, budget: &plan.budget, new_sites_per_day }
}

/// Returns the expected profit of a month once all sites had their time to rank.
async fn profit(state: &AppState, own: local::catalog::OwnData, replayed: &Replay) -> Result<Cents> {
    let sites = replayed.sites.iter();
    let sites = sites.map(|site| local::PortfolioSite { markets: site.markets.clone(), starts_after: 0 }).collect();
    let input = local::PortfolioInput { as_of: today(), overrides: own.overrides, sites, site_cost_cents: None };
    let found = state.markets.compute(move |params| local::portfolio(&input, params, &Unattended));
    Ok(found.await?.profit_month.into())
}

fn answer(plan: &CampaignPlan, known: &Known, replayed: &Replay, profit: Cents) -> Answer {
    let days: Vec<DayView> = replayed
        .days
        .iter()
        .enumerate()
        .filter_map(|(at, day)| Some(day_view(known, at, *known.days.get(at)?, day)))
        .collect();
    let reason = |stop| rules::stop_reason(stop, &plan.goal, &plan.rules, &plan.budget, replayed.spent_cents);
    Answer {
        success: Success,
        days_with_scan: days.iter().filter(|day| day.from_scan > 0).count(),
        days,
        totals: Totals {
            sites: replayed.sites.len(),
            spent_cents: replayed.spent_cents,
            expected_monthly_profit_cents: profit,
        },
        stopped_by: replayed.stopped_by,
        stop_reason: replayed.stopped_by.map(reason),
        currency: CURRENCY.to_owned(),
        assumptions: vec![
            "A market that no saved scan listed on a day has the figures of today's reference data.".to_owned(),
            "Each site is approved on the day on which it is started. A goal of revenue or leads cannot be reached in a dry run."
                .to_owned(),
        ],
    }
}

fn day_view(known: &Known, at: usize, day: NaiveDate, replayed: &ReplayedDay) -> DayView {
    let (candidates, from_scan) = known.of_day(at);
    let view = |one: &Decision| Some(decision_view(candidates.get(one.market)?, one));
    DayView {
        day,
        scan_id: known.scans.get(at).copied().flatten().map(|scan| scan.id),
        from_scan,
        candidates: candidates.len(),
        decisions: replayed.decisions.iter().filter_map(view).collect(),
        more: replayed.more,
        spent_cents: replayed.spent_cents,
    }
}

fn decision_view(candidate: &Candidate, decision: &Decision) -> DecisionView {
    let market = &candidate.market;
    DecisionView {
        vertical: market.vertical.clone(),
        vertical_name: market.vertical_name.clone(),
        place_id: market.place_id.clone(),
        place: market.place().name,
        score: market.score,
        decision: decision.decision,
        reason: decision.reason.clone(),
        cost_cents: decision.cost_cents,
        source: if market.run_id.is_some() { Source::Scan } else { Source::Reference },
    }
}
