//! Keywords and clusters, in responses.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::Value;
use shared::domain::keyword::{ClickInterval, Keyword, KeywordDetail, MarketFigures};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::routes::{
    money::Money,
    shapes::{ClusterEvidence, Interval, KeywordIntent, KeywordWin, ValueBasis},
};

/// A query with its data and estimates.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Keyword)]
pub(super) struct KeywordView {
    pub(super) id: Uuid,
    /// Query as typed.
    pub(super) query: String,
    /// Normalised form, common to variants.
    pub(super) normalised: String,
    /// One of `informational`, `commercial`, `transactional`, `navigational`, `local`; `null` if the engine abstained.
    #[schema(value_type = Option<KeywordIntent>)]
    pub(super) intent: Option<String>,
    /// Confidence of the intent, 0 to 1.
    pub(super) intent_confidence: f64,
    pub(super) cluster_id: Option<String>,
    /// Main keyword of its cluster.
    pub(super) cluster_head: Option<String>,
    /// Clicks in the period.
    pub(super) clicks: i64,
    /// Impressions in the period.
    pub(super) impressions: i64,
    /// Clicks by impressions, 0 to 1; `null` without impressions.
    pub(super) ctr: Option<f64>,
    /// Average position, from 1; `null` if unknown.
    pub(super) position: Option<f64>,
    /// Expected CTR of the site at that position, 0 to 1.
    pub(super) expected_ctr: Option<f64>,
    /// Monthly search volume; `null` if unknown.
    pub(super) volume: Option<f64>,
    pub(super) volume_source: Option<String>,
    pub(super) cpc_cents: Option<i64>,
    /// Other data of imported keyword tools; `null` without any.
    pub(super) market: Option<MarketView>,
    /// The ranking page, if known.
    pub(super) page: Option<String>,
    /// Quick wins.
    #[schema(value_type = Vec<KeywordWin>)]
    wins: Value,
    /// Kinds of its quick wins.
    #[serde(skip)]
    pub(super) win_kinds: Vec<String>,
    /// Monthly value.
    pub(super) value: Option<Money>,
    /// Source of the data.
    pub(super) source: String,
    pub(super) observed_from: Option<NaiveDate>,
    pub(super) observed_to: Option<NaiveDate>,
    /// Run that created it.
    pub(super) run_id: Uuid,
    /// Further results.
    #[serde(flatten)]
    detail: DetailView,
}

/// Adds the basis of the value to quick wins of earlier versions, which do not have it.
fn with_basis(mut wins: Value) -> Value {
    for win in wins.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        win.entry("valueBasis").or_insert(Value::Null);
    }
    wins
}

/// Data of imported keyword tools on a keyword.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordMarket)]
pub(super) struct MarketView {
    /// Organic difficulty, 0 to 100.
    pub(super) difficulty: Option<f64>,
    /// Low end of the bids for the top of the page.
    pub(super) bid_low_cents: Option<u64>,
    /// High end of the bids for the top of the page.
    pub(super) bid_high_cents: Option<u64>,
    /// Search volumes by month, oldest first.
    monthly: Vec<MonthView>,
    /// January to December as shares of a mean month; `null` unless every month is known.
    seasonality: Option<Vec<f64>>,
}

/// Search volume of a month.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = KeywordMonth)]
struct MonthView {
    /// The first of the month.
    month: NaiveDate,
    searches: u64,
}

impl From<MarketFigures> for MarketView {
    fn from(market: MarketFigures) -> Self {
        Self {
            difficulty: market.difficulty,
            bid_low_cents: market.bid_low_cents,
            bid_high_cents: market.bid_high_cents,
            monthly: market.monthly.into_iter().map(|(month, searches)| MonthView { month, searches }).collect(),
            seasonality: market.seasonality.map(Vec::from),
        }
    }
}

/// Other results of the keyword engine; `null` if stored by an older version.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordDetail)]
struct DetailView {
    is_brand: Option<bool>,
    /// Place in the query.
    place: Option<String>,
    /// Method that found the intent, such as `lexicon`.
    intent_source: Option<String>,
    #[schema(value_type = Option<ValueBasis>)]
    value_basis: Option<String>,
    /// Monthly clicks at the target position.
    #[schema(value_type = Option<Interval>)]
    potential_clicks: Option<ClickInterval>,
}

impl From<KeywordDetail> for DetailView {
    fn from(detail: KeywordDetail) -> Self {
        let KeywordDetail { is_brand, place, intent_source, value_basis, potential_clicks } = detail;
        Self { is_brand, place, intent_source, value_basis, potential_clicks }
    }
}

impl From<Keyword> for KeywordView {
    fn from(keyword: Keyword) -> Self {
        let body = keyword.body.0;
        Self {
            id: keyword.id,
            query: body.query,
            normalised: body.normalised,
            intent: body.intent,
            intent_confidence: body.intent_confidence,
            cluster_id: body.cluster_no.map(|no| no.to_string()),
            cluster_head: body.cluster_head,
            clicks: body.clicks,
            impressions: body.impressions,
            ctr: body.ctr,
            position: body.position,
            expected_ctr: body.expected_ctr,
            volume: body.volume,
            volume_source: body.volume_source,
            cpc_cents: body.cpc_cents,
            market: body.market.map(MarketView::from),
            page: body.page,
            wins: with_basis(body.wins),
            win_kinds: body.win_kinds,
            value: body.value.map(Money::from),
            source: body.source,
            observed_from: body.observed_from,
            observed_to: body.observed_to,
            run_id: keyword.run_id,
            detail: body.detail.into(),
        }
    }
}

/// A group of keywords that one page can target.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordCluster)]
pub(super) struct ClusterView {
    id: String,
    /// Main keyword.
    head: String,
    /// Number of keywords.
    members: i64,
    #[schema(value_type = Option<KeywordIntent>)]
    intent: Option<String>,
    place: Option<String>,
    /// The page with most of its clicks.
    page: Option<String>,
    /// Monthly search volume with close variants counted once; `null` if unknown.
    volume: Option<f64>,
    /// Sum of the monthly search volumes of its keywords.
    volume_upper_bound: Option<f64>,
    clicks: i64,
    impressions: i64,
    /// Monthly value.
    #[schema(value_type = Option<Money>)]
    value: Value,
    /// Basis of `value`.
    #[schema(value_type = Option<ValueBasis>)]
    value_basis: Option<String>,
    /// Evidence that joined the members.
    #[schema(value_type = Option<ClusterEvidence>)]
    evidence: Value,
}

impl From<Value> for ClusterView {
    fn from(mut body: Value) -> Self {
        let mut detail = body["detail"].take();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Self {
            id: body["no"].to_string(),
            head: text(&body["head"]).unwrap_or_default(),
            members: body["size"].as_i64().unwrap_or_default(),
            intent: text(&detail["intent"]),
            place: text(&detail["place"]),
            page: text(&detail["page"]),
            volume: detail["volume"].as_f64(),
            volume_upper_bound: detail["volumeUpperBound"].as_f64(),
            clicks: whole(&detail["clicks"]),
            impressions: body["impressions"].as_i64().unwrap_or_default(),
            value: detail["value"].take(),
            value_basis: text(&detail["valueBasis"]),
            evidence: detail["evidence"].take(),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "clicks of a website are far below 2^52")]
fn whole(value: &Value) -> i64 {
    value.as_f64().unwrap_or_default().round() as i64
}
