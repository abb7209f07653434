//! Lists verticals.

use axum::extract::State;
use engines::local::catalog::{KnownRate, KnownVertical, verticals};
use serde::Serialize;
use utoipa::ToSchema;

use super::figure::{Figure, SourceRef, letter};
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    market::{own, today},
    state::AppState,
};

/// A vertical with its figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketVertical)]
pub(super) struct VerticalView {
    pub(super) slug: String,
    pub(super) name: String,
    /// Category, such as `home_emergency`.
    pub(super) category: String,
    /// `emergency`, `mixed` or `planned`.
    pub(super) urgency: String,
    /// Typical queries.
    pub(super) seed_keywords: Vec<String>,
    /// Kind of regulation of lead sales; empty if none is known. A payout does not mean that selling leads is lawful.
    pub(super) regulated: String,
    /// Payout per lead or call, in cents; `null` if unknown.
    pub(super) payout: Option<Figure>,
    pub(super) payout_unit: String,
    /// Published payouts, one for each source.
    pub(super) rates: Vec<RateView>,
    /// CPC in cents; `null` if unknown.
    pub(super) cpc: Option<Figure>,
    /// Monthly search volume per 100,000 people; `null` if unknown.
    pub(super) searches_per_100k: Option<Figure>,
    /// Needs per year per 100,000 of `needsBase`: not search volume, not paid jobs; `null` if unknown.
    pub(super) needs_per_100k: Option<Figure>,
    /// `population`, `households`, `owner_households` or `adults`.
    pub(super) needs_base: Option<String>,
    pub(super) needs_definition: Option<String>,
    /// Monthly indices from January, mean 1; `null` if unknown.
    pub(super) season: Option<Vec<f64>>,
    /// Part of the vertical to which the months apply; empty for all of it.
    pub(super) season_part: Option<String>,
    pub(super) season_note: Option<String>,
    pub(super) season_grade: Option<String>,
    pub(super) season_sources: Vec<SourceRef>,
    /// Average job value in cents; `null` if unknown.
    pub(super) ticket: Option<Figure>,
    /// Percentage of leads that become jobs; `null` if unknown.
    pub(super) close_percent: Option<Figure>,
    /// Expected monthly profit from which a market is tier 1, in cents.
    pub(super) tier1_cents: f64,
    /// Expected monthly profit from which a market is tier 2, in cents.
    pub(super) tier2_cents: f64,
}

/// A published payout, in cents.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketRate)]
pub(super) struct RateView {
    /// `lead`, `call`, `appointment` or `job`.
    unit: String,
    /// `exclusive`, `shared`, `mixed` or `unknown`.
    exclusivity: String,
    low: Option<f64>,
    typical: Option<f64>,
    high: Option<f64>,
    /// Duration from which a call is paid.
    qualifying_seconds: Option<f64>,
    source: Option<SourceRef>,
    grade: Option<String>,
    year: Option<u32>,
    note: String,
}

impl From<KnownRate> for RateView {
    fn from(rate: KnownRate) -> Self {
        Self {
            unit: rate.unit,
            exclusivity: rate.exclusivity,
            low: rate.low,
            typical: rate.typical,
            high: rate.high,
            qualifying_seconds: rate.qualifying_seconds,
            source: rate.source.map(SourceRef::from),
            grade: rate.grade.map(letter),
            year: rate.year,
            note: rate.note,
        }
    }
}

impl From<KnownVertical> for VerticalView {
    fn from(known: KnownVertical) -> Self {
        let (needs, base, definition) = known
            .needs
            .map(|needs| (Some(needs.figure.into()), Some(needs.base), Some(needs.definition)))
            .unwrap_or_default();
        let season = known.season;
        Self {
            slug: known.slug,
            name: known.name,
            category: known.category,
            urgency: format!("{:?}", known.urgency).to_lowercase(),
            seed_keywords: known.seed_keywords,
            regulated: known.regulated,
            payout: known.payout.map(Figure::from),
            payout_unit: known.payout_unit,
            rates: known.rates.into_iter().map(RateView::from).collect(),
            cpc: known.cpc.map(Figure::from),
            searches_per_100k: known.searches.map(Figure::from),
            needs_per_100k: needs,
            needs_base: base,
            needs_definition: definition,
            season: season.as_ref().map(|season| season.months.clone()),
            season_part: season.as_ref().map(|season| season.component.clone()),
            season_note: season.as_ref().map(|season| season.note.clone()),
            season_grade: season.as_ref().and_then(|season| season.grade).map(letter),
            season_sources: season.into_iter().flat_map(|season| season.sources).map(SourceRef::from).collect(),
            ticket: known.ticket.map(Figure::from),
            close_percent: known.close_pct.map(Figure::from),
            tier1_cents: known.tier1_cents,
            tier2_cents: known.tier2_cents,
        }
    }
}

/// The verticals.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketVerticalList)]
pub(super) struct Answer {
    success: Success,
    data: Vec<VerticalView>,
}

/// List verticals.
///
/// All verticals with payouts, CPC, demand and seasons, from the reference data and the workspace's own data. A figure that
/// is not known is `null`, never 0.
#[utoipa::path(
    get, path = "/api/payout-data/verticals", tag = "market data", operation_id = "payout_data_verticals",
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let data = list(&state, &member).await?;
    Ok(Json(Answer { success: Success, data }))
}

/// Returns the verticals of the member's workspace.
pub(super) async fn list(state: &AppState, member: &Member) -> Result<Vec<VerticalView>> {
    let own = own(&state.db, member.workspace_id).await?;
    let found = state.markets.compute(move |params| verticals(&own.overrides, today(), None, params)).await?;
    Ok(found.into_iter().map(VerticalView::from).collect())
}
