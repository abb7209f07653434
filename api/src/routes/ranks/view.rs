//! Tracked keywords and their checks, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::rank::{CheckedResult, OverviewState, RankCheck, RankDevice, RankPoint, TrackedKeyword};
use utoipa::ToSchema;
use uuid::Uuid;

/// A tracked keyword with its latest check.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TrackedKeyword)]
pub(super) struct KeywordView {
    id: Uuid,
    website_id: Uuid,
    keyword: String,
    /// Two lower-case letters.
    country: String,
    /// Name in Google's list of places; empty for the whole country.
    place: String,
    device: RankDevice,
    /// Two lower-case letters.
    language: String,
    tags: Vec<String>,
    /// Page that should rank.
    target_url: Option<String>,
    created_at: DateTime<Utc>,
    /// Time of the latest check that succeeded.
    checked_at: Option<DateTime<Utc>>,
    /// Position; `null` if not found within `depth`, or not checked yet.
    rank: Option<i32>,
    /// Position among all elements of the page; `null` where the provider does not report it.
    absolute_rank: Option<i32>,
    /// Checked results.
    depth: Option<i32>,
    /// Page that ranks.
    url: Option<String>,
    /// Position at the check before.
    previous_rank: Option<i32>,
    best_rank: Option<i32>,
    /// Places won since the check before, at least if one of both is beyond the depth.
    change: Option<i32>,
    /// Features of the results.
    features: Vec<String>,
    /// Features in which the website appears.
    owned_features: Vec<String>,
    ai_overview: Option<OverviewState>,
    /// Whether the AI overview cites the website.
    is_cited: bool,
    /// Standard deviation of the logarithm of the rank in a day: 0.2 is about a fifth.
    volatility: Option<f64>,
    /// Next check; `null` before the first run, and if the budget does not cover it.
    next_at: Option<DateTime<Utc>>,
    /// Time of the latest check, if it failed.
    failed_at: Option<DateTime<Utc>>,
    error: Option<String>,
    /// Monthly search volume by the keyword engine.
    volume: Option<f64>,
    /// Monthly value by the keyword engine, in cents.
    value_cents: Option<i64>,
    /// Ranks of the last 30 days, oldest first.
    points: Vec<PointView>,
}

/// A rank at a time.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankPoint)]
pub(super) struct PointView {
    at: DateTime<Utc>,
    /// Position; `null` if not found within `depth`.
    rank: Option<i32>,
    /// Checked results.
    depth: i32,
}

/// A check of a rank.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankCheck)]
pub(super) struct CheckView {
    run_id: Uuid,
    checked_at: DateTime<Utc>,
    /// Position; `null` if not found within `depth`.
    rank: Option<i32>,
    absolute_rank: Option<i32>,
    /// Checked results.
    depth: i32,
    url: Option<String>,
    /// Other pages of the website among the results.
    other_urls: Vec<String>,
    features: Vec<String>,
    owned_features: Vec<String>,
    ai_overview: OverviewState,
    /// Pages that the AI overview cites.
    ai_urls: Vec<String>,
    is_cited: bool,
    /// Hosts of the first ten results.
    top_hosts: Vec<String>,
    /// First ten results; of the latest check only.
    results: Option<Vec<ResultView>>,
    /// Key of the provider.
    provider: String,
    /// Cost in millionths of a dollar; 0 if the results were cached.
    cost_micros: i64,
}

/// A search result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankResult)]
pub(super) struct ResultView {
    position: u32,
    url: String,
    host: String,
    title: String,
}

impl KeywordView {
    pub(super) fn new(from: TrackedKeyword, points: &[RankPoint]) -> Self {
        let own = points.iter().filter(|point| point.keyword_id == from.id);
        let points =
            own.map(|point| PointView { at: point.checked_at, rank: point.rank, depth: point.depth }).collect();
        Self {
            id: from.id,
            website_id: from.website_id,
            keyword: from.keyword,
            country: from.country,
            place: from.place,
            device: from.device,
            language: from.language,
            tags: from.tags.0,
            target_url: from.target_url,
            created_at: from.created_at,
            checked_at: from.checked_at,
            rank: from.rank,
            absolute_rank: from.absolute_rank,
            depth: from.depth,
            url: from.url,
            previous_rank: from.previous_rank,
            best_rank: from.best_rank,
            change: from.change,
            features: from.features.0,
            owned_features: from.owned_features.0,
            ai_overview: from.ai_overview,
            is_cited: from.is_cited,
            volatility: from.volatility,
            next_at: from.next_at,
            failed_at: from.failed_at,
            error: from.error,
            volume: from.volume,
            value_cents: from.value_cents,
            points,
        }
    }
}

impl From<RankCheck> for CheckView {
    fn from(from: RankCheck) -> Self {
        let result =
            |CheckedResult { position, url, host, title }: CheckedResult| ResultView { position, url, host, title };
        Self {
            run_id: from.run_id,
            checked_at: from.checked_at,
            rank: from.rank,
            absolute_rank: from.absolute_rank,
            depth: from.depth,
            url: from.url,
            other_urls: from.other_urls.0,
            features: from.features.0,
            owned_features: from.owned_features.0,
            ai_overview: from.ai_overview,
            ai_urls: from.ai_urls.0,
            is_cited: from.is_cited,
            top_hosts: from.top_hosts.0,
            results: from.results.map(|results| results.0.into_iter().map(result).collect()),
            provider: from.provider,
            cost_micros: from.cost_micros,
        }
    }
}
