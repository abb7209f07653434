//! Markets, in responses.

use engines::local::{
    Fit, MoneyRange, Range, Tier,
    catalog::{Competition, CompetitorCode, FoundMarket},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    figure::{Figure, SourceRef, bound},
    place::PlaceView,
};

/// Tier of a market by expected monthly profit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MarketTier)]
pub(super) enum TierWord {
    Tier1,
    Tier2,
    Tier3,
}

impl From<Tier> for TierWord {
    fn from(tier: Tier) -> Self {
        match tier {
            Tier::Tier1 => Self::Tier1,
            Tier::Tier2 => Self::Tier2,
            Tier::Tier3 => Self::Tier3,
        }
    }
}

/// An uncertain quantity: 10 % quantile, mean and 90 % quantile.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = MarketRange)]
pub(super) struct RangeView {
    low: f64,
    typical: f64,
    high: f64,
}

impl From<Range> for RangeView {
    fn from(range: Range) -> Self {
        Self { low: range.p10, typical: range.mean, high: range.p90 }
    }
}

/// An uncertain amount in cents: 10 % quantile, mean and 90 % quantile.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketAmount)]
pub(super) struct AmountView {
    low_cents: i64,
    typical_cents: i64,
    high_cents: i64,
}

impl From<MoneyRange> for AmountView {
    fn from(range: MoneyRange) -> Self {
        Self { low_cents: range.p10_cents, typical_cents: range.mean_cents, high_cents: range.p90_cents }
    }
}

/// Establishments with employees in the county: a lower bound of the competitors, not a count of the city.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketCompetition)]
pub(super) struct CompetitionView {
    county: String,
    /// True if the place has more people than the county: the count then covers a part of the place.
    is_part: bool,
    year: u32,
    source: Option<SourceRef>,
    /// Sum of the exact and broader codes; `null` if a count is not published.
    total: Option<u32>,
    codes: Vec<CodeView>,
}

/// Establishments of a NAICS code.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketCompetitorCode)]
pub(super) struct CodeView {
    naics: String,
    title: String,
    /// `exact`, `broader` (the count overstates) or `partial`.
    fit: &'static str,
    /// `null` if fewer than three, which the Census does not publish.
    establishments: Option<u32>,
    per_10k_people: Option<f64>,
    note: String,
}

impl From<Competition> for CompetitionView {
    fn from(found: Competition) -> Self {
        Self {
            county: found.county,
            is_part: found.is_part,
            year: found.year,
            source: found.source.map(SourceRef::from),
            total: found.total,
            codes: found.codes.into_iter().map(CodeView::from).collect(),
        }
    }
}

impl From<CompetitorCode> for CodeView {
    fn from(code: CompetitorCode) -> Self {
        Self {
            naics: code.naics,
            title: code.title,
            fit: fit(code.fit),
            establishments: code.establishments,
            per_10k_people: code.per_10k_people,
            note: code.note,
        }
    }
}

const fn fit(fit: Fit) -> &'static str {
    match fit {
        Fit::Exact => "exact",
        Fit::Broader => "broader",
        Fit::Partial => "partial",
    }
}

/// A market: a vertical in a place, with the figures behind its score.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketOpportunity)]
pub(super) struct MarketView {
    /// Slug of the vertical.
    vertical: String,
    vertical_name: String,
    place: PlaceView,
    /// By expected monthly profit; `null` if demand or payout is unknown or the confidence is too low.
    tier: Option<TierWord>,
    /// 0 to 100, 50 at the threshold of tier 2; `null` if unknown.
    score: Option<f64>,
    /// Probability that the expected revenue is within a factor of three of the value shown.
    confidence: f64,
    /// 0 to 100; 50 is average.
    difficulty: f64,
    /// Payout per lead or call, in cents; `null` if unknown.
    payout: Option<Figure>,
    /// `lead`, `call`, `appointment` or `job`.
    payout_unit: String,
    /// CPC of the vertical, in cents; `null` if unknown.
    cpc: Option<Figure>,
    /// Monthly search volume of the vertical per 100,000 people; `null` if unknown.
    searches_per_100k: Option<Figure>,
    /// Monthly search volume stated for this place by the workspace.
    measured_searches: Option<Figure>,
    /// Monthly search volume in the place; `null` if unknown.
    demand: Option<RangeView>,
    /// `lower`, `upper`, `two_sided` or `unstated`: demand of different bounds is only partly comparable.
    demand_bound: &'static str,
    /// Probability of the first ten results within a year.
    win_chance: RangeView,
    /// Monthly leads, times that probability.
    leads: Option<RangeView>,
    /// Monthly profit, in cents.
    profit_month: Option<AmountView>,
    /// Profit of the first twelve months, in cents.
    profit_12: Option<AmountView>,
    /// Establishments in the county; `null` if not counted.
    competition: Option<CompetitionView>,
    /// Missing data and warnings, such as `demand_unknown`, `payout_weak`, `lower_bound`, `county_only`, `regulated`.
    flags: Vec<String>,
}

impl From<FoundMarket> for MarketView {
    fn from(found: FoundMarket) -> Self {
        let market = found.market;
        Self {
            vertical: market.key.vertical,
            vertical_name: market.key.vertical_name,
            place: found.place.into(),
            tier: market.tier.map(TierWord::from),
            score: market.score,
            confidence: market.confidence,
            difficulty: market.difficulty,
            payout: found.payout.map(Figure::from),
            payout_unit: found.payout_unit,
            cpc: found.cpc.map(Figure::from),
            searches_per_100k: found.searches.map(Figure::from),
            measured_searches: found.measured.map(Figure::from),
            demand: market.demand.map(RangeView::from),
            demand_bound: bound(market.demand_bound),
            win_chance: market.win_chance.into(),
            leads: market.leads.map(RangeView::from),
            profit_month: market.profit_month.map(AmountView::from),
            profit_12: market.profit12.map(AmountView::from),
            competition: found.competition.map(CompetitionView::from),
            flags: market.flags,
        }
    }
}
