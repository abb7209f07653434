//! Measures of rank tracking.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use axum::extract::State;
use chrono::{NaiveDate, TimeDelta};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        now,
        rank::{OverviewState, RankDevice, RankPoint, TrackedKeyword},
    },
    ranks::{self, Distribution, Share, Standing, UPDATES},
    store::{
        annotation::{self, Filter},
        rank,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Days for which a check stands on a chart.
const STANDS_DAYS: i64 = 31;
/// Days between the ranks that movers compare.
const MOVED_DAYS: i64 = 7;
/// Movers up, and movers down.
const MOVERS: usize = 5;
/// Groups of each kind.
const GROUPS: usize = 50;

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Days of the chart, 7 to 365. Default: 90.
    days: Option<i64>,
    /// Only keywords with this tag.
    tag: Option<String>,
    /// Only keywords on this device.
    #[param(inline)]
    device: Option<RankDevice>,
    /// Only keywords in this place; empty for whole countries.
    place: Option<String>,
}

/// Share of the clicks on ordinary results, with its 80 % interval over the unknown CTR.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ShareOfVoice)]
struct ShareView {
    /// Low end, 0 to 1.
    low: f64,
    /// Estimate, 0 to 1.
    mid: f64,
    /// High end, 0 to 1.
    high: f64,
    /// Keywords with a known search volume. If there is none, all keywords count equally.
    weighted: usize,
}

/// Keywords by range of ranks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankDistribution)]
struct DistributionView {
    /// Ranks 1 to 3.
    top3: usize,
    /// Ranks 4 to 10.
    top10: usize,
    /// Ranks 11 to 20.
    top20: usize,
    /// Ranks 21 to 50.
    top50: usize,
    /// Ranks 51 to 100.
    top100: usize,
    /// Not found within the checked depth.
    beyond: usize,
}

/// Measures of a day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankDay)]
struct DayView {
    day: NaiveDate,
    /// Share of voice, 0 to 1.
    share: f64,
    share_low: f64,
    share_high: f64,
    /// Clicks relative to those with rank 1 for every keyword, 0 to 1.
    visibility: f64,
    /// Keywords with a check of the last 31 days.
    keywords: usize,
    distribution: DistributionView,
}

/// A keyword whose rank has changed in seven days.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankMover)]
struct MoverView {
    id: Uuid,
    keyword: String,
    device: RankDevice,
    place: String,
    /// Rank seven days ago; `null` if beyond the depth.
    from: Option<i32>,
    /// Rank now; `null` if beyond the depth.
    to: Option<i32>,
    /// Places won, at least if one of both is beyond the depth.
    change: i32,
}

/// Keywords whose results have a feature.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankFeature)]
struct FeatureView {
    feature: String,
    keywords: usize,
    /// Keywords for which the website appears in it.
    owned: usize,
}

/// Keywords with a tag, on a device or in a place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankGroup)]
struct GroupView {
    /// Tag, device or place; an empty place is the whole country.
    name: String,
    keywords: usize,
    /// Share of voice, 0 to 1; `null` before the first check.
    share: Option<f64>,
    /// Keywords in the first ten results.
    top10: usize,
}

/// A change or an update on the chart.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankMark)]
struct MarkView {
    from: NaiveDate,
    to: NaiveDate,
    name: String,
    kind: MarkKind,
    /// Where an update was announced.
    source: Option<&'static str>,
}

/// Kind of a mark.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = RankMarkKind)]
enum MarkKind {
    /// A change of the website.
    Change,
    /// An announced update of the search engine.
    Update,
}

/// Measures of rank tracking.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankSummary)]
pub(super) struct Answer {
    success: Success,
    keywords: usize,
    /// Keywords that were checked at least once.
    checked: usize,
    /// Keywords whose latest check failed.
    failed: usize,
    share_of_voice: Option<ShareView>,
    /// Clicks relative to those with rank 1 for every keyword, 0 to 1.
    visibility: Option<f64>,
    distribution: DistributionView,
    /// Keywords with an AI overview.
    with_overview: usize,
    /// Keywords whose AI overview cites the website.
    cited: usize,
    /// Oldest first.
    days: Vec<DayView>,
    movers_up: Vec<MoverView>,
    movers_down: Vec<MoverView>,
    features: Vec<FeatureView>,
    tags: Vec<GroupView>,
    devices: Vec<GroupView>,
    places: Vec<GroupView>,
    marks: Vec<MarkView>,
}

/// Get the measures of rank tracking.
///
/// The share of voice is search volume x CTR at the rank, divided by the sum over all positions. The CTR is the median of
/// published studies.
#[utoipa::path(get, path = "/api/ranks/summary", tag = "ranks", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let days = params.days.unwrap_or(90);
    if !(7..=365).contains(&days) {
        return Err(ApiError::invalid("/days", "must be 7 to 365"));
    }
    let mut keywords = rank::all(&state.db, member.workspace_id, website.id).await?;
    keywords.retain(|keyword| params.wants(keyword));
    let since = now() - TimeDelta::days(days + STANDS_DAYS);
    let points = rank::points(&state.db, member.workspace_id, website.id, since, None).await?;
    let today = now().date_naive();
    let first = today - TimeDelta::days(days - 1);
    let filter = Filter { website_id: Some(website.id), from: Some(first), to: Some(today), kind: None, after: None };
    let changes = annotation::list(&state.db, member.workspace_id, &filter, 200).await?;
    let marks = changes.items.into_iter().map(|change| MarkView {
        from: change.day,
        to: change.day,
        name: change.title,
        kind: MarkKind::Change,
        source: None,
    });
    let marks = marks.chain(updates(first, today)).collect();
    Ok(Json(answer(&keywords, &points, (first, today), marks)))
}

impl Params {
    fn wants(&self, keyword: &TrackedKeyword) -> bool {
        self.tag.as_ref().is_none_or(|tag| keyword.tags.contains(tag))
            && self.device.is_none_or(|device| keyword.device == device)
            && self.place.as_ref().is_none_or(|place| keyword.place == *place)
    }
}

impl From<Share> for ShareView {
    fn from(Share { low, mid, high, weighted }: Share) -> Self {
        Self { low, mid, high, weighted }
    }
}

impl From<Distribution> for DistributionView {
    fn from(from: Distribution) -> Self {
        let Distribution { top3, top10, top20, top50, top100, beyond } = from;
        Self { top3, top10, top20, top50, top100, beyond }
    }
}

fn positive(rank: Option<i32>) -> Option<u32> {
    rank.and_then(|rank| u32::try_from(rank).ok())
}

fn standing(keyword: &TrackedKeyword, rank: Option<i32>, depth: i32) -> Standing {
    Standing { rank: positive(rank), depth: u32::try_from(depth).unwrap_or(0), volume: keyword.volume }
}

/// Returns the latest ranks of the keywords that were checked.
fn standings<'a>(keywords: impl IntoIterator<Item = &'a TrackedKeyword>) -> Vec<Standing> {
    let checked = keywords.into_iter().filter(|keyword| keyword.checked_at.is_some());
    checked.map(|keyword| standing(keyword, keyword.rank, keyword.depth.unwrap_or(0))).collect()
}

fn answer(
    keywords: &[TrackedKeyword], points: &[RankPoint], range: (NaiveDate, NaiveDate), marks: Vec<MarkView>,
) -> Answer {
    let now = standings(keywords);
    let (movers_up, movers_down) = movers(keywords, points, range.1);
    let has_overview = |keyword: &&TrackedKeyword| {
        matches!(keyword.ai_overview, Some(OverviewState::Present | OverviewState::NotLoaded))
    };
    Answer {
        success: Success,
        keywords: keywords.len(),
        checked: now.len(),
        failed: keywords.iter().filter(|keyword| keyword.failed_at.is_some()).count(),
        share_of_voice: ranks::share_of_voice(&now).map(ShareView::from),
        visibility: ranks::visibility(&now),
        distribution: ranks::buckets(now.iter().map(|one| one.rank)).into(),
        with_overview: keywords.iter().filter(has_overview).count(),
        cited: keywords.iter().filter(|keyword| keyword.is_cited).count(),
        days: series(keywords, points, range),
        movers_up,
        movers_down,
        features: features(keywords),
        tags: groups(keywords, |keyword| keyword.tags.0.clone()),
        devices: groups(keywords, |keyword| vec![keyword.device.to_string()]),
        places: groups(keywords, |keyword| vec![keyword.place.clone()]),
        marks,
    }
}

/// Returns the measures of each day from the first check on.
fn series(keywords: &[TrackedKeyword], points: &[RankPoint], (first, last): (NaiveDate, NaiveDate)) -> Vec<DayView> {
    let by_id: HashMap<Uuid, &TrackedKeyword> = keywords.iter().map(|keyword| (keyword.id, keyword)).collect();
    let mut points = points.iter().filter(|point| by_id.contains_key(&point.keyword_id)).peekable();
    let mut latest: HashMap<Uuid, &RankPoint> = HashMap::new();
    let mut days = Vec::new();
    for day in first.iter_days().take_while(|day| *day <= last) {
        while let Some(point) = points.next_if(|point| point.checked_at.date_naive() <= day) {
            latest.insert(point.keyword_id, point);
        }
        latest.retain(|_, point| (day - point.checked_at.date_naive()).num_days() < STANDS_DAYS);
        // By id, so that sums of floating-point numbers do not depend on the order of a map.
        let ordered: BTreeMap<&Uuid, &&RankPoint> = latest.iter().collect();
        let standings: Vec<Standing> =
            ordered.iter().filter_map(|(id, point)| Some(standing(by_id.get(*id)?, point.rank, point.depth))).collect();
        if let (Some(share), Some(visibility)) = (ranks::share_of_voice(&standings), ranks::visibility(&standings)) {
            days.push(DayView {
                day,
                share: share.mid,
                share_low: share.low,
                share_high: share.high,
                visibility,
                keywords: standings.len(),
                distribution: ranks::buckets(standings.iter().map(|one| one.rank)).into(),
            });
        }
    }
    days
}

/// Returns the keywords that have won and lost most places in seven days.
fn movers(keywords: &[TrackedKeyword], points: &[RankPoint], today: NaiveDate) -> (Vec<MoverView>, Vec<MoverView>) {
    let limit = today - TimeDelta::days(MOVED_DAYS);
    let mut before: HashMap<Uuid, &RankPoint> = HashMap::new();
    for point in points.iter().filter(|point| point.checked_at.date_naive() <= limit) {
        before.insert(point.keyword_id, point);
    }
    let mover = |keyword: &TrackedKeyword| {
        let (old, depth) = (before.get(&keyword.id)?, keyword.depth?);
        if old.rank.is_none() && keyword.rank.is_none() {
            return None;
        }
        let change = old.rank.unwrap_or(old.depth + 1) - keyword.rank.unwrap_or(depth + 1);
        Some(MoverView {
            id: keyword.id,
            keyword: keyword.keyword.clone(),
            device: keyword.device,
            place: keyword.place.clone(),
            from: old.rank,
            to: keyword.rank,
            change,
        })
    };
    let mut up: Vec<MoverView> = keywords.iter().filter_map(mover).filter(|one| one.change > 0).collect();
    let mut down: Vec<MoverView> = keywords.iter().filter_map(mover).filter(|one| one.change < 0).collect();
    up.sort_by_key(|one| (-one.change, one.id));
    down.sort_by_key(|one| (one.change, one.id));
    up.truncate(MOVERS);
    down.truncate(MOVERS);
    (up, down)
}

fn features(keywords: &[TrackedKeyword]) -> Vec<FeatureView> {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for keyword in keywords {
        let owned: BTreeSet<&str> = keyword.owned_features.iter().map(String::as_str).collect();
        for feature in &keyword.features.0 {
            let count = counts.entry(feature).or_default();
            count.0 += 1;
            count.1 += usize::from(owned.contains(feature.as_str()));
        }
    }
    let view = |(feature, (keywords, owned)): (&str, (usize, usize))| FeatureView {
        feature: feature.to_owned(),
        keywords,
        owned,
    };
    let mut all: Vec<FeatureView> = counts.into_iter().map(view).collect();
    all.sort_by_key(|one| std::cmp::Reverse(one.keywords));
    all
}

fn groups(keywords: &[TrackedKeyword], names: impl Fn(&TrackedKeyword) -> Vec<String>) -> Vec<GroupView> {
    let mut by_name: BTreeMap<String, Vec<&TrackedKeyword>> = BTreeMap::new();
    for keyword in keywords {
        for name in names(keyword) {
            by_name.entry(name).or_default().push(keyword);
        }
    }
    let view = |(name, of): (String, Vec<&TrackedKeyword>)| GroupView {
        name,
        keywords: of.len(),
        share: ranks::share_of_voice(&standings(of.iter().copied())).map(|share| share.mid),
        top10: of.iter().filter(|keyword| keyword.rank.is_some_and(|rank| rank <= 10)).count(),
    };
    let mut all: Vec<GroupView> = by_name.into_iter().map(view).collect();
    all.sort_by_key(|group| std::cmp::Reverse(group.keywords));
    all.truncate(GROUPS);
    all
}

fn updates(first: NaiveDate, last: NaiveDate) -> impl Iterator<Item = MarkView> {
    UPDATES.iter().filter_map(move |update| {
        let (from, to) = (update.from.parse().ok()?, update.to.parse().ok()?);
        (from <= last && to >= first).then(|| MarkView {
            from,
            to,
            name: update.name.to_owned(),
            kind: MarkKind::Update,
            source: Some(update.source),
        })
    })
}
