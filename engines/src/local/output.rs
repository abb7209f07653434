//! Output of the local engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reference::{Bound, Grade, PlaceMatch, Source};
use crate::common::Insight;

/// An uncertain quantity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    /// Mean.
    pub mean: f64,
    /// 10 % quantile: pessimistic.
    pub p10: f64,
    /// Median: realistic.
    pub p50: f64,
    /// 90 % quantile: optimistic.
    pub p90: f64,
}

/// An uncertain amount in whole cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoneyRange {
    /// Mean.
    pub mean_cents: i64,
    /// 10 % quantile: pessimistic.
    pub p10_cents: i64,
    /// Median: realistic.
    pub p50_cents: i64,
    /// 90 % quantile: optimistic.
    pub p90_cents: i64,
}

impl MoneyRange {
    /// Subtracts a certain amount from an amount of cents and rounds to whole cents.
    pub(crate) fn of(range: &Range, less: f64) -> Self {
        let cents = |value: f64| (value - less).clamp(-9e15, 9e15).round() as i64;
        Self {
            mean_cents: cents(range.mean),
            p10_cents: cents(range.p10),
            p50_cents: cents(range.p50),
            p90_cents: cents(range.p90),
        }
    }
}

/// Tier of a market by expected monthly profit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Expected monthly profit from `tier1Cents`.
    Tier1,
    /// Expected monthly profit from `tier2Cents`.
    Tier2,
    /// Lower expected profit.
    Tier3,
}

/// Vertical and place of a market.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketKey {
    /// Slug of the vertical.
    pub vertical: String,
    /// Its name.
    pub vertical_name: String,
    /// Id of the place.
    pub place_id: String,
    /// Its name.
    pub city: String,
    /// State code.
    pub state: String,
    /// County, if known.
    pub county: Option<String>,
    /// Metropolitan or micropolitan area, if known.
    pub metro: Option<String>,
    /// Population.
    pub population: u64,
    /// Degrees north.
    pub latitude: Option<f64>,
    /// Degrees east.
    pub longitude: Option<f64>,
    /// How certain it is that the place is one town.
    pub place_match: PlaceMatch,
}

/// A scored market.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Market {
    /// Vertical and place.
    #[serde(flatten)]
    pub key: MarketKey,
    /// 0 to 100: r / (r + tier 2 + monthly cost), r is the expected monthly revenue; 50 at tier 2. `None` if demand or payout is unknown.
    pub score: Option<f64>,
    /// Tier; `None` if demand or payout is unknown or the confidence is too low.
    pub tier: Option<Tier>,
    /// Probability that the expected revenue is within a factor of three of the value shown.
    pub confidence: f64,
    /// 0 to 100; 50 is average.
    pub difficulty: f64,
    /// Kind of bound of the demand figure.
    pub demand_bound: Bound,
    /// Monthly search volume; `None` if unknown.
    pub demand: Option<Range>,
    /// Probability of the first ten results within a year.
    pub win_chance: Range,
    /// Monthly visitors once ranked, times the ranking probability, as for all following figures.
    pub visitors: Option<Range>,
    /// Monthly leads.
    pub leads: Option<Range>,
    /// Payout per lead, in cents.
    pub payout: Option<MoneyRange>,
    /// Monthly revenue.
    pub revenue: Option<MoneyRange>,
    /// Cost of the first twelve months.
    pub cost12: MoneyRange,
    /// Monthly revenue minus cost, from the second year on.
    pub profit_month: Option<MoneyRange>,
    /// Revenue minus cost of the first twelve months, including the time to rank.
    pub profit12: Option<MoneyRange>,
    /// First month in which the cumulative expected revenue covers the costs; `None` if not within five years.
    pub payback_months: Option<u32>,
    /// Expected profit of twelve months relative to their cost; `None` if the cost is 0.
    pub roi: Option<f64>,
    /// `goldmine` for a single strong market.
    pub candidate: Option<String>,
    /// Missing data and warnings, such as `demand_unknown`, `payout_unknown`, `payout_weak`, `lower_bound`, `county_only`, `regulated`.
    pub flags: Vec<String>,
}

/// A market with the parts of its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoredMarket {
    /// The market.
    #[serde(flatten)]
    pub market: Market,
    /// The factors of the score, in order of multiplication.
    pub parts: Vec<Part>,
}

/// One factor of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// Stable identifier: `demand`, `winChance`, `clickThrough`, `conversion`, `accepted`, `payout`.
    pub name: String,
    /// Label.
    pub label: String,
    /// Its unit.
    pub unit: String,
    /// Distribution; `None` if unknown.
    pub range: Option<Range>,
    /// The mean used in the product, rounded as shown.
    pub multiplied: Option<f64>,
    /// Kind of evidence: `published`, `derived`, `category`, `weak`, `own`, `assumption`, `none`.
    pub evidence: String,
    /// Grade of the weakest source.
    pub grade: Option<Grade>,
    /// Year of the figure.
    pub year: Option<u32>,
    /// Publications.
    pub sources: Vec<Source>,
    /// Parameter or data that overrides it, such as `overrides.payouts` or `parameters.conversionRate`.
    pub override_with: String,
}

/// A month of a new site.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Month {
    /// 1 to 12, from the start.
    pub month: u32,
    /// Probability of ranking in the top 10 in the middle of the month.
    pub chance: f64,
    /// Seasonal index; 1 if unknown.
    pub season: f64,
    /// Expected visitors.
    pub visitors: f64,
    /// Expected leads.
    pub leads: f64,
    /// Expected revenue, in cents.
    pub revenue_cents: i64,
    /// Cost, in cents.
    pub cost_cents: i64,
    /// Revenue minus cost, in cents.
    pub profit_cents: i64,
}

/// A regional site: one vertical over the places of a metropolitan area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dominator {
    /// Slug of the vertical.
    pub vertical: String,
    /// Its name.
    pub vertical_name: String,
    /// Code of the metropolitan or micropolitan area.
    pub metro_code: String,
    /// Its name.
    pub metro: String,
    /// Places with an area page, best first.
    pub places: Vec<DominatorPlace>,
    /// Number of places with an area page, at most 40.
    pub place_count: u32,
    /// Number of further places where a page would be profitable, left out because so many similar pages are doorways.
    pub left_out: u32,
    /// Monthly revenue of the places with a page, with shared uncertainties.
    pub revenue: MoneyRange,
    /// Revenue minus cost of the first twelve months.
    pub profit12: MoneyRange,
    /// Tier of the site as a whole.
    pub tier: Option<Tier>,
    /// Confidence, as for a market.
    pub confidence: f64,
    /// Kind of bound of the demand figure.
    pub demand_bound: Bound,
}

/// A place of a regional site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DominatorPlace {
    /// Id of the place.
    pub place_id: String,
    /// Name with the state.
    pub label: String,
    /// Expected monthly revenue, in cents.
    pub revenue_cents: i64,
}

/// A place whose surroundings have significantly higher expected revenue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HotSpot {
    /// Id of the central place.
    pub place_id: String,
    /// Name with the state.
    pub label: String,
    /// Gi*, in standard deviations.
    pub z: f64,
    /// False discovery rate of hot spots at least this strong (Benjamini-Hochberg).
    pub q: f64,
    /// Expected monthly revenue of all markets within the radius, in cents.
    pub revenue_cents: i64,
}

/// Summary of a vertical.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerticalSummary {
    /// Slug of the vertical.
    pub vertical: String,
    /// Its name.
    pub name: String,
    /// Number of markets analysed.
    pub markets: u32,
    /// Markets with a score.
    pub scored: u32,
    /// Markets of tier 1.
    pub tier1: u32,
    /// Markets of tier 2.
    pub tier2: u32,
    /// Largest expected profit of a market over twelve months, in cents.
    pub best_profit12_cents: Option<i64>,
    /// Missing data: `demand`, `payout`; empty if complete.
    pub missing: Vec<String>,
    /// Kind of bound of the demand figure.
    pub demand_bound: Bound,
}

/// Missing data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Need {
    /// Stable identifier: `payouts`, `volumes`, `serps`.
    pub kind: String,
    /// Data to provide.
    pub label: String,
}

/// A rejected row of the overrides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rejected {
    /// Path of the row, such as `overrides.payouts[3]`.
    pub row: String,
    /// Reason.
    pub reason: String,
}

/// Accuracy of previous scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackTest {
    /// Outcomes with a revenue.
    pub sites: u32,
    /// Spearman's rank correlation of the score (computed without the outcomes) with the monthly revenue.
    pub rank_correlation: f64,
    /// Mean revenue of the top tenth by score relative to the overall mean.
    pub top_decile_lift: f64,
}

/// Counts and sums of a scan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// All pairs of vertical and place.
    pub considered: u64,
    /// Markets that match the filters.
    pub admitted: u64,
    /// Markets with a score.
    pub scored: u64,
    /// Matching markets without a published or measured demand.
    pub demand_unknown: u64,
    /// Matching markets with a demand, but without a payout.
    pub payout_unknown: u64,
    /// Markets of tier 1.
    pub tier1: u64,
    /// Markets of tier 2.
    pub tier2: u64,
    /// Markets of tier 3.
    pub tier3: u64,
    /// Markets with enough profit for a tier, but too low confidence.
    pub too_unsure: u64,
}

/// Output of `scan`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scan {
    /// Counts and sums.
    pub totals: Totals,
    /// The website's own market and places around it, if it is given; then the best markets by expected profit over twelve
    /// months; ties in table order.
    pub markets: Vec<Market>,
    /// True if the list contains demand values with different bounds, which are only partly comparable.
    pub mixed_bounds: bool,
    /// The best regional sites.
    pub dominators: Vec<Dominator>,
    /// Clusters of good markets.
    pub hot_spots: Vec<HotSpot>,
    /// Summaries by vertical.
    pub verticals: Vec<VerticalSummary>,
    /// Accuracy of previous scores; `None` below ten outcomes with a revenue.
    pub back_test: Option<BackTest>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Data that would improve the result.
    pub needs: Vec<Need>,
    /// Rejected rows of the overrides, the first hundred.
    pub rejected: Vec<Rejected>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Attribution to show with the places.
    pub attribution: String,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Notes.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Output of `score`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scores {
    /// Counts and sums.
    pub totals: Totals,
    /// The best markets with the parts of their scores.
    pub markets: Vec<ScoredMarket>,
    /// True if the list contains demand values with different bounds.
    pub mixed_bounds: bool,
    /// Data that would improve the result.
    pub needs: Vec<Need>,
    /// Rejected rows of the overrides, the first hundred.
    pub rejected: Vec<Rejected>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Attribution to show with the places.
    pub attribution: String,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Notes.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A business to call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenant {
    /// Rank in the call list, from 1.
    pub rank: u32,
    /// Name of the business.
    pub name: String,
    /// Telephone number.
    pub phone: String,
    /// Its site, if any.
    pub website: Option<String>,
    /// Position in the pack or the list behind it.
    pub position: Option<f64>,
    /// Rating in stars.
    pub rating: Option<f64>,
    /// Number of reviews.
    pub votes: Option<f64>,
    /// Distance from the centre of the place, km.
    pub distance_km: Option<f64>,
    /// 0 to 1: how likely it is to need leads and to be able to serve them.
    pub fit: f64,
    /// Reasons for listing it.
    pub reasons: Vec<String>,
}

/// Suggested rent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rent {
    /// Monthly paid leads once the site ranks.
    pub leads_once_ranked: f64,
    /// Monthly gross profit of the tenant from these leads, after direct costs.
    pub gross_profit: MoneyRange,
    /// Lowest suggested rent: that share of the mean gross profit.
    pub low_cents: i64,
    /// Highest suggested rent, at most the cost of pay per lead.
    pub high_cents: i64,
    /// 0.8 x paid leads x payout per lead: above it, buying leads is cheaper for the tenant. `None` without a payout.
    pub parity_cents: Option<i64>,
    /// The computation.
    pub formula: String,
}
