//! Returns the visits of a website.

use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        now,
        visit::{Channel, Counts, Share, VisitDay},
    },
    store::{
        visit::{self, Breakdown, Group, PageCounts},
        website,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Days of the answer without parameters.
const DEFAULT_DAYS: u64 = 28;
/// Maximum number of days.
const MOST_DAYS: i64 = 800;
/// Rows of a breakdown.
const ROWS: i64 = 50;

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// First day, in UTC. Default: 28 days up to `to`.
    from: Option<NaiveDate>,
    /// Last day. Default: today.
    to: Option<NaiveDate>,
}

/// Counts of visits that began on the days. A visit counts once in each step that it reached.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitCounts)]
pub(super) struct CountsView {
    visits: i64,
    /// Page views.
    views: i64,
    /// Visits with a second page or ten seconds of attention.
    engaged: i64,
    /// Visits with a tap on a telephone number or email address, or with a form begun.
    contacts: i64,
    /// Visits with a conversion.
    conversions: i64,
    /// Value of the conversions that have one, in cents of the website's currency.
    value_cents: i64,
}

/// A share with its 95 % interval, all 0 to 1.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = VisitShare)]
pub(super) struct ShareView {
    value: f64,
    low: f64,
    high: f64,
}

/// Counts of a day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VisitDay)]
pub(super) struct DayView {
    day: NaiveDate,
    #[serde(flatten)]
    counts: CountsView,
}

/// Counts of a group of visits.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VisitGroup)]
pub(super) struct GroupView {
    /// A channel, a kind of device, a source (empty for none) or the path of a first page; `(other)` beyond the 5,000 that
    /// are distinguished on a day.
    name: String,
    /// Channel of a source.
    channel: Option<Channel>,
    #[serde(flatten)]
    counts: CountsView,
}

/// Views of a page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PageViews)]
pub(super) struct PageView {
    page: String,
    views: i64,
    /// Conversions on this page.
    conversions: i64,
}

/// Visits of a website, as its beacon reports them. Measured; no visit is estimated.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = VisitReport)]
pub(super) struct Answer {
    success: Success,
    from: NaiveDate,
    to: NaiveDate,
    totals: CountsView,
    /// Share of visits with a conversion; `null` without visits.
    conversion_rate: Option<ShareView>,
    /// Totals of as many days before; days before `countingSince` are no zeros, they were not counted.
    previous: CountsView,
    /// Day of the first report of a visitor or a program; `null` before it.
    counting_since: Option<NaiveDate>,
    /// Days with visits, in order.
    days: Vec<DayView>,
    channels: Vec<GroupView>,
    sources: Vec<GroupView>,
    entry_pages: Vec<GroupView>,
    devices: Vec<GroupView>,
    pages: Vec<PageView>,
    /// Reports of programs, such as crawlers, which are in no other figure.
    bots: i64,
    /// Time of the last report of a visitor within two days; `null` without one.
    last_event_at: Option<DateTime<Utc>>,
}

/// Get the visits of a website.
#[utoipa::path(
    get, path = "/api/websites/{id}/visits", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (from, to) = period(&params, now().date_naive())?;
    let (db, workspace_id) = (&state.db, member.workspace_id);
    website::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let span = (from, to);
    let totals = visit::totals(db, workspace_id, id, span).await?;
    let groups = async |by| -> Result<Vec<GroupView>> {
        let found = visit::groups(db, workspace_id, id, span, by, ROWS).await?;
        Ok(found.into_iter().map(GroupView::from).collect())
    };
    Ok(Json(Answer {
        success: Success,
        from,
        to,
        totals: totals.into(),
        conversion_rate: totals.conversion_rate().map(|Share { value, low, high }| ShareView { value, low, high }),
        previous: visit::totals(db, workspace_id, id, before(span)).await?.into(),
        counting_since: visit::counting_since(db, workspace_id, id).await?,
        days: visit::days(db, workspace_id, id, span, None).await?.into_iter().map(DayView::from).collect(),
        channels: groups(Breakdown::Channel).await?,
        sources: groups(Breakdown::Source).await?,
        entry_pages: groups(Breakdown::EntryPage).await?,
        devices: groups(Breakdown::Device).await?,
        pages: visit::pages(db, workspace_id, id, span, ROWS).await?.into_iter().map(PageView::from).collect(),
        bots: visit::bots(db, workspace_id, id, span).await?,
        last_event_at: visit::last_event(db, workspace_id, id).await?,
    }))
}

fn period(params: &Params, today: NaiveDate) -> Result<(NaiveDate, NaiveDate)> {
    let to = params.to.unwrap_or(today);
    let from = params.from.or_else(|| to.checked_sub_days(Days::new(DEFAULT_DAYS - 1))).unwrap_or(to);
    let days = (to - from).num_days() + 1;
    if (1..=MOST_DAYS).contains(&days) {
        return Ok((from, to));
    }
    Err(ApiError::invalid("/from", format!("must be at most {MOST_DAYS} days before `to`, and not after it")))
}

/// Returns as many days before.
fn before((from, to): (NaiveDate, NaiveDate)) -> (NaiveDate, NaiveDate) {
    let days = u64::try_from((to - from).num_days() + 1).unwrap_or(1);
    let earlier = |day: NaiveDate| day.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN);
    (earlier(from), earlier(to))
}

impl From<Counts> for CountsView {
    fn from(counts: Counts) -> Self {
        let Counts { visits, views, engaged, contacts, conversions, value_cents } = counts;
        Self { visits, views, engaged, contacts, conversions, value_cents }
    }
}

impl From<VisitDay> for DayView {
    fn from(day: VisitDay) -> Self {
        Self { day: day.day, counts: day.counts.into() }
    }
}

impl From<Group> for GroupView {
    fn from(group: Group) -> Self {
        Self { name: group.name, channel: group.channel, counts: group.counts.into() }
    }
}

impl From<PageCounts> for PageView {
    fn from(page: PageCounts) -> Self {
        Self { page: page.page, views: page.views, conversions: page.conversions }
    }
}
