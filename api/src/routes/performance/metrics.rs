//! Lists the metrics of a website.

use axum::extract::State;
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        daily::{DailySource, SiteDay},
        opportunity::OpportunityStatus,
        website::Website,
    },
    store::{self, daily, opportunity, website},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Days of a period: whole weeks, so that each weekday counts equally.
const PERIOD_DAYS: i64 = 28;
/// Days of the series.
const SERIES_DAYS: usize = 90;
/// Maximum number of opportunities in the total.
const MOST_OPPORTUNITIES: i64 = 1_000;

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
}

/// A value of a series.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetricPoint)]
pub(super) struct Point {
    /// The day, `YYYY-MM-DD`.
    t: String,
    v: f64,
}

/// Which change of a metric is an improvement.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MetricDirection)]
pub(super) enum Direction {
    UpIsGood,
    DownIsGood,
}

/// A measured or estimated figure.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Metric)]
pub(super) struct Metric {
    /// `clicks`, `impressions`, `ctr`, `position`, `searches` or `opportunityValue`.
    id: &'static str,
    name: &'static str,
    unit: &'static str,
    /// Value of the last 28 days with data, or of the latest report without days; `null` if unknown.
    value: Option<f64>,
    /// Value of the 28 days before; `null` if incomplete.
    previous: Option<f64>,
    /// Relative change to `previous`; for positions, the difference.
    change: Option<f64>,
    /// Which change is an improvement.
    direction: Direction,
    series: Vec<Point>,
    /// Source of the value.
    source: &'static str,
    /// Whether it is measured, not estimated.
    measured: bool,
    /// 10 % quantile of an estimate.
    low: Option<f64>,
    /// 90 % quantile of an estimate.
    high: Option<f64>,
    /// Last day of the period, or time of the import or estimate.
    at: Option<DateTime<Utc>>,
}

/// Metrics of a website; empty before its first import.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MetricList)]
pub(super) struct Answer {
    success: Success,
    metrics: Vec<Metric>,
}

/// List metrics.
///
/// Metrics of a website compared with the previous period.
#[utoipa::path(get, path = "/api/performance/metrics", tag = "performance", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let Some(site) = site(&state, member.workspace_id, params.website_id).await? else {
        return Ok(Json(Answer { success: Success, metrics: Vec::new() }));
    };
    let days = daily::daily(&state.db, member.workspace_id, site.id).await?;
    let mut metrics = if days.is_empty() { of_report(&site) } else { of_days(&days) };
    metrics.push(searches(&site));
    metrics.extend(worth(&state, member.workspace_id, site.id).await?);
    metrics.retain(|metric| metric.value.is_some());
    Ok(Json(Answer { success: Success, metrics }))
}

async fn site(state: &AppState, workspace_id: Uuid, wanted: Option<Uuid>) -> Result<Option<Website>> {
    if let Some(id) = wanted {
        let found = website::find(&state.db, workspace_id, id).await?;
        return Ok(Some(found.ok_or(ApiError::NotFound("website"))?));
    }
    let all = store::website::list(&state.db, workspace_id, None).await?;
    Ok(all.into_iter().filter(|site| site.last_import_at.is_some()).max_by_key(|site| site.last_import_at))
}

/// Sums of a period.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    days: i64,
    clicks: f64,
    impressions: f64,
    weighted: f64,
    weight: f64,
}

impl Sums {
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    fn add(&mut self, day: &SiteDay) {
        let impressions = day.figures.impressions as f64;
        self.days += 1;
        self.clicks += day.figures.clicks as f64;
        self.impressions += impressions;
        if let Some(position) = day.figures.position {
            self.weighted += position * impressions;
            self.weight += impressions;
        }
    }

    fn ctr(self) -> Option<f64> {
        (self.impressions > 0.0).then(|| self.clicks / self.impressions)
    }

    fn position(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.weighted / self.weight)
    }
}

fn of_days(days: &[SiteDay]) -> Vec<Metric> {
    let Some(last) = days.last().and_then(|day| day.day.parse::<NaiveDate>().ok()) else { return Vec::new() };
    let (mut now, mut before) = (Sums::default(), Sums::default());
    for day in days {
        let Ok(date) = day.day.parse::<NaiveDate>() else { continue };
        match (last - date).num_days() {
            0..PERIOD_DAYS => now.add(day),
            PERIOD_DAYS..56 => before.add(day),
            _ => {}
        }
    }
    let source = match days.first().map(|day| day.source) {
        Some(DailySource::Detail) => "Search Console, sum of dated rows",
        _ => "Search Console, days",
    };
    let is_whole = before.days == PERIOD_DAYS;
    let compared = |value: Option<f64>| value.filter(|_| is_whole);
    let at = last.and_hms_opt(0, 0, 0).map(|at| at.and_utc());
    let metric = |id, value: Option<f64>, previous, pick: fn(&SiteDay) -> Option<f64>| Metric {
        value,
        previous,
        change: change(id, value, previous),
        series: series(days, pick),
        source,
        at,
        ..blank(id)
    };
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    let counts: [fn(&SiteDay) -> Option<f64>; 2] =
        [|day| Some(day.figures.clicks as f64), |day| Some(day.figures.impressions as f64)];
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    let ctr: fn(&SiteDay) -> Option<f64> =
        |day| (day.figures.impressions > 0).then(|| day.figures.clicks as f64 / day.figures.impressions as f64);
    vec![
        metric("clicks", Some(now.clicks), compared(Some(before.clicks)), counts[0]),
        metric("impressions", Some(now.impressions), compared(Some(before.impressions)), counts[1]),
        metric("ctr", now.ctr(), compared(before.ctr()), ctr),
        metric("position", now.position(), compared(before.position()), |day| day.figures.position),
    ]
}

fn series(days: &[SiteDay], pick: fn(&SiteDay) -> Option<f64>) -> Vec<Point> {
    let newest = &days[days.len().saturating_sub(SERIES_DAYS)..];
    newest.iter().filter_map(|day| Some(Point { t: day.day.clone(), v: pick(day)? })).collect()
}

fn change(id: &str, value: Option<f64>, previous: Option<f64>) -> Option<f64> {
    let (value, previous) = (value?, previous?);
    if id == "position" {
        return Some(value - previous);
    }
    (previous > 0.0).then(|| value / previous - 1.0)
}

/// Returns the totals of the latest report, for reports without days.
#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
fn of_report(site: &Website) -> Vec<Metric> {
    let report =
        |id, value: Option<f64>| Metric { value, source: "latest search report", at: site.last_import_at, ..blank(id) };
    let ctr = site.clicks.zip(site.impressions).filter(|(_, impressions)| *impressions > 0);
    vec![
        report("clicks", site.clicks.map(|n| n as f64)),
        report("impressions", site.impressions.map(|n| n as f64)),
        report("ctr", ctr.map(|(clicks, impressions)| clicks as f64 / impressions as f64)),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
fn searches(site: &Website) -> Metric {
    let value = site.queries.map(|n| n as f64);
    Metric { value, source: "latest search report", at: site.last_import_at, ..blank("searches") }
}

/// Returns the monthly value of the open opportunities. The interval bounds are sums of bounds, so the interval is
/// wide.
#[expect(clippy::cast_precision_loss, reason = "cents far below 2^53")]
async fn worth(state: &AppState, workspace_id: Uuid, website_id: Uuid) -> Result<Option<Metric>> {
    let found = opportunity::list(&state.db, workspace_id, Some(website_id), MOST_OPPORTUNITIES).await?;
    let is_open = |status| {
        matches!(status, OpportunityStatus::Discovered | OpportunityStatus::InReview | OpportunityStatus::Implementing)
    };
    let open: Vec<_> = found.iter().filter(|one| is_open(one.status)).collect();
    let impacts: Vec<_> = open.iter().filter_map(|one| one.body.impact.as_ref()).collect();
    let Some(first) = impacts.first() else { return Ok(None) };
    let same: Vec<_> = impacts.iter().filter(|impact| impact.currency == first.currency).collect();
    let sum = |pick: fn(&shared::domain::money::MoneyRange) -> i64| {
        same.iter().map(|impact| pick(impact)).sum::<i64>() as f64 / 100.0
    };
    Ok(Some(Metric {
        value: Some(sum(|impact| impact.mid_cents)),
        low: Some(sum(|impact| impact.low_cents)),
        high: Some(sum(|impact| impact.high_cents)),
        source: "open opportunities, estimated",
        measured: false,
        at: open.iter().map(|one| one.updated_at).max(),
        ..blank("opportunityValue")
    }))
}

fn blank(id: &'static str) -> Metric {
    let (name, unit, direction) = match id {
        "clicks" => ("Clicks", "clicks", Direction::UpIsGood),
        "impressions" => ("Impressions", "impressions", Direction::UpIsGood),
        "ctr" => ("Click-through rate", "share", Direction::UpIsGood),
        "position" => ("Average position", "position", Direction::DownIsGood),
        "searches" => ("Searches", "searches", Direction::UpIsGood),
        _ => ("Value of open opportunities", "money a month", Direction::UpIsGood),
    };
    Metric {
        id,
        name,
        unit,
        value: None,
        previous: None,
        change: None,
        direction,
        series: Vec::new(),
        source: "",
        measured: true,
        low: None,
        high: None,
        at: None,
    }
}
