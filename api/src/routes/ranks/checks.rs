//! Lists and exports the checks of all keywords: the history of ranks, with the search results as they were.

use axum::{extract::State, response::Response};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Pair,
        rank::{KeywordCheck, OverviewState, RankDevice},
    },
    store::rank::{self, CheckFilter, CheckSort},
    table::{Column, Format, Unit},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::CheckView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Query, Success},
    routes::{connections::calls::check_days, imported::export as records},
    state::AppState,
};

const COLUMNS: [Column<'static>; 19] = [
    ("checkedAt", "Time (UTC)", Unit::Plain),
    ("keyword", "Keyword", Unit::Plain),
    ("country", "Country", Unit::Plain),
    ("place", "Place", Unit::Plain),
    ("device", "Device", Unit::Plain),
    ("language", "Language", Unit::Plain),
    ("rank", "Rank", Unit::Plain),
    ("absoluteRank", "Rank among all elements", Unit::Plain),
    ("depth", "Depth", Unit::Plain),
    ("url", "URL", Unit::Plain),
    ("otherUrls", "Other URLs", Unit::Plain),
    ("features", "SERP features", Unit::Plain),
    ("ownedFeatures", "Owned features", Unit::Plain),
    ("aiOverview", "AI overview", Unit::Plain),
    ("isCited", "Cited in the AI overview", Unit::Plain),
    ("aiUrls", "Pages that the AI overview cites", Unit::Plain),
    ("topHosts", "Hosts of the first ten results", Unit::Plain),
    ("provider", "Source", Unit::Plain),
    ("costMicros", "Cost (millionths of a dollar)", Unit::Plain),
];

/// Filter and order.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Text in the keyword, in the page or in the hosts of the first ten results.
    q: Option<String>,
    /// `desktop` or `mobile`.
    #[param(inline)]
    device: Option<RankDevice>,
    /// Country of the keyword, as two letters.
    country: Option<String>,
    /// Feature of the results, such as `local_pack`.
    feature: Option<String>,
    /// State of the AI overview.
    #[param(inline)]
    overview: Option<OverviewState>,
    /// Whether the AI overview cites the website.
    cited: Option<bool>,
    /// First day, in UTC.
    from: Option<NaiveDate>,
    /// Last day, in UTC.
    to: Option<NaiveDate>,
    /// Order. Default: `time`. Ignored by the export, which has the order of time.
    #[param(inline)]
    sort: Option<CheckSort>,
    /// Maximum number of results, 1 to 200. Default: 50. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page. Ignored by the export.
    cursor: Option<String>,
    /// Format of the export: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

impl Params {
    fn filter(&self) -> CheckFilter {
        let text = |text: &Option<String>| text.as_deref().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned);
        CheckFilter {
            contains: text(&self.q),
            device: self.device,
            country: text(&self.country).map(|country| country.to_lowercase()),
            feature: text(&self.feature),
            overview: self.overview,
            is_cited: self.cited,
            since: self.from.map(midnight),
            until: self.to.and_then(|day| day.checked_add_days(Days::new(1))).map(midnight),
            ..CheckFilter::new(self.website_id)
        }
    }

    /// Returns the filter with the order, and the place of the cursor in it.
    fn page(&self) -> Result<CheckFilter> {
        let sort = self.sort.unwrap_or(CheckSort::Time);
        let filter = CheckFilter { sort, ..self.filter() };
        let Some(cursor) = self.cursor.as_deref() else { return Ok(filter) };
        let wrong = || ApiError::invalid("/cursor", "must be the nextCursor of the previous page");
        match sort {
            CheckSort::Time => Ok(CheckFilter { after: Some(cursor.parse().map_err(|_| wrong())?), ..filter }),
            CheckSort::Rank | CheckSort::Keyword => {
                let offset = cursor.parse::<i64>().ok().filter(|offset| *offset >= 0);
                Ok(CheckFilter { offset: offset.ok_or_else(wrong)?, ..filter })
            }
        }
    }
}

const fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// A check with its keyword.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordRankCheck)]
pub(super) struct KeywordCheckView {
    keyword_id: Uuid,
    keyword: String,
    /// Two lower-case letters.
    country: String,
    /// Name in Google's list of places; empty for the whole country.
    place: String,
    device: RankDevice,
    /// Two lower-case letters.
    language: String,
    #[serde(flatten)]
    check: CheckView,
}

/// A page of checks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankCheckList)]
pub(super) struct Answer {
    success: Success,
    checks: Vec<KeywordCheckView>,
    /// Time of the first check of the website; `null` without any.
    first_at: Option<DateTime<Utc>>,
    /// Time of the latest check of the website; `null` without any.
    last_at: Option<DateTime<Utc>>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List rank checks.
///
/// The checks of all tracked keywords of a website: the history of their ranks, with features, AI overviews and the hosts
/// of the first ten results.
#[utoipa::path(get, path = "/api/ranks/history", tag = "ranks", operation_id = "rank_history_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    check_days(params.from, params.to)?;
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let page = rank::checks(&state.db, member.workspace_id, &params.page()?, params.limit.get()).await?;
    let (first_at, last_at) = rank::checks_span(&state.db, member.workspace_id, website.id).await?.unzip();
    let checks = page.items.into_iter().map(KeywordCheckView::from).collect();
    Ok(Json(Answer { success: Success, checks, first_at, last_at, next_cursor: page.next_cursor }))
}

/// Export rank checks.
///
/// All checks that match the filter, latest first. A rank that is empty is beyond the depth.
#[utoipa::path(
    get, path = "/api/ranks/history/export", tag = "ranks", operation_id = "rank_history_export", params(Params),
    responses((status = 200, description = "A row for each check.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn export(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    check_days(params.from, params.to)?;
    let workspace_id = member.workspace_id;
    let website = super::website(&state, workspace_id, params.website_id).await?;
    let filter = params.filter();
    let read = move |after: Option<Pair<i64, Uuid>>| {
        let (db, filter) = (state.db.clone(), CheckFilter { after, ..filter.clone() });
        async move { rank::checks(&db, workspace_id, &filter, records::AT_ONCE).await }.boxed()
    };
    records::answer(&format!("rank-history-{}", website.host), params.format, &COLUMNS, row, read)
}

fn row(one: &KeywordCheck) -> Vec<Value> {
    let check = &one.check;
    vec![
        json!(check.checked_at),
        json!(one.keyword),
        json!(one.country),
        json!(one.place),
        json!(one.device),
        json!(one.language),
        json!(check.rank),
        json!(check.absolute_rank),
        json!(check.depth),
        json!(check.url),
        json!(check.other_urls.join(" ")),
        json!(check.features.join(", ")),
        json!(check.owned_features.join(", ")),
        json!(check.ai_overview),
        json!(check.is_cited),
        json!(check.ai_urls.join(" ")),
        json!(check.top_hosts.join(" ")),
        json!(check.provider),
        json!(check.cost_micros),
    ]
}

impl From<KeywordCheck> for KeywordCheckView {
    fn from(one: KeywordCheck) -> Self {
        Self {
            keyword_id: one.check.keyword_id,
            keyword: one.keyword,
            country: one.country,
            place: one.place,
            device: one.device,
            language: one.language,
            check: one.check.into(),
        }
    }
}
