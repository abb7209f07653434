//! What the local engine answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reference::{Bound, Grade, PlaceMatch, Source};
use crate::common::Insight;

/// An uncertain quantity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Range {
    /// Mean.
    pub mean: f64,
    /// 10 % point: pessimistic.
    pub p10: f64,
    /// Median: realistic.
    pub p50: f64,
    /// 90 % point: optimistic.
    pub p90: f64,
}

/// An uncertain amount in whole cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoneyRange {
    /// Mean.
    pub mean_cents: i64,
    /// 10 % point: pessimistic.
    pub p10_cents: i64,
    /// Median: realistic.
    pub p50_cents: i64,
    /// 90 % point: optimistic.
    pub p90_cents: i64,
}

impl MoneyRange {
    /// An amount of cents less a sure amount, rounded to whole cents.
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

/// What a market is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Expected profit a month from `tier1Cents`.
    Tier1,
    /// From `tier2Cents`.
    Tier2,
    /// Less.
    Tier3,
}

/// Who and where.
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
    /// County, where known.
    pub county: Option<String>,
    /// Metropolitan or micropolitan area, where known.
    pub metro: Option<String>,
    /// People.
    pub population: u64,
    /// Degrees north.
    pub latitude: Option<f64>,
    /// Degrees east.
    pub longitude: Option<f64>,
    /// How surely the place is one town.
    pub place_match: PlaceMatch,
}

/// A scored market.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Market {
    /// Who and where.
    #[serde(flatten)]
    pub key: MarketKey,
    /// 0 to 100: r / (r + tier 2 + monthly cost) of the expected revenue a month r; 50 at tier 2. `None` where demand or payout is unknown.
    pub score: Option<f64>,
    /// `None` where demand or payout is unknown or the confidence is too low.
    pub tier: Option<Tier>,
    /// Probability that the expected revenue is within a factor of three of the value shown.
    pub confidence: f64,
    /// 0 to 100, 50 is the middle.
    pub difficulty: f64,
    /// What the demand figure is.
    pub demand_bound: Bound,
    /// Monthly search volume; `None` if unknown.
    pub demand: Option<Range>,
    /// Chance of the first ten results within a year.
    pub win_chance: Range,
    /// Visitors a month once ranked, times the chance of ranking; as all that follow.
    pub visitors: Option<Range>,
    /// Leads a month.
    pub leads: Option<Range>,
    /// Cents a paid lead.
    pub payout: Option<MoneyRange>,
    /// Revenue a month.
    pub revenue: Option<MoneyRange>,
    /// Cost of the first twelve months.
    pub cost12: MoneyRange,
    /// Revenue less cost a month, from the second year on.
    pub profit_month: Option<MoneyRange>,
    /// Revenue less cost of the first twelve months, with the months it takes to rank.
    pub profit12: Option<MoneyRange>,
    /// First month by which the expected revenue has paid the costs; `None` when not within five years.
    pub payback_months: Option<u32>,
    /// Expected profit of twelve months as a share of their cost; `None` when they cost nothing.
    pub roi: Option<f64>,
    /// `goldmine` for one strong market.
    pub candidate: Option<String>,
    /// What is missing or to be minded, such as `demand_unknown`, `payout_unknown`, `payout_weak`, `lower_bound`, `county_only`, `regulated`.
    pub flags: Vec<String>,
}

/// A market with the parts of its score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoredMarket {
    /// The market.
    #[serde(flatten)]
    pub market: Market,
    /// The factors of the score, in the order they are multiplied.
    pub parts: Vec<Part>,
}

/// One factor of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// Stable word: `demand`, `winChance`, `clickThrough`, `conversion`, `accepted`, `payout`.
    pub name: String,
    /// In words.
    pub label: String,
    /// Its unit.
    pub unit: String,
    /// Its distribution; `None` where it is unknown.
    pub range: Option<Range>,
    /// The mean as it is multiplied, rounded to what is shown.
    pub multiplied: Option<f64>,
    /// What kind of figure: `published`, `derived`, `category`, `weak`, `own`, `assumption`, `none`.
    pub evidence: String,
    /// Grade of the weakest source.
    pub grade: Option<Grade>,
    /// Year of the figure.
    pub year: Option<u32>,
    /// The publications.
    pub sources: Vec<Source>,
    /// Where the figure is set by the user, such as `overrides.payouts` or `parameters.conversionRate`.
    pub override_with: String,
}

/// A month of a new site.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Month {
    /// 1 to 12, counted from the start.
    pub month: u32,
    /// Probability of ranking in the top 10 in the middle of the month.
    pub chance: f64,
    /// Index of the season; 1 where not known.
    pub season: f64,
    /// Expected visitors.
    pub visitors: f64,
    /// Expected leads.
    pub leads: f64,
    /// Expected revenue, cents.
    pub revenue_cents: i64,
    /// Cost, cents.
    pub cost_cents: i64,
    /// Revenue less cost, cents.
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
    /// Places whose area page pays for itself, best first.
    pub places: Vec<DominatorPlace>,
    /// Places of the area whose page pays for itself.
    pub place_count: u32,
    /// Revenue a month of all of them; the shared uncertainties stay shared.
    pub revenue: MoneyRange,
    /// Revenue less cost of the first twelve months.
    pub profit12: MoneyRange,
    /// Tier of the site as a whole.
    pub tier: Option<Tier>,
    /// As for a market.
    pub confidence: f64,
    /// What the demand figure is.
    pub demand_bound: Bound,
}

/// A place of a regional site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DominatorPlace {
    /// Id of the place.
    pub place_id: String,
    /// Its name with its state.
    pub label: String,
    /// Expected revenue a month, cents.
    pub revenue_cents: i64,
}

/// A place whose surroundings have significantly higher expected revenue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HotSpot {
    /// Id of the place in the middle.
    pub place_id: String,
    /// Its name with its state.
    pub label: String,
    /// Gi*, in standard deviations.
    pub z: f64,
    /// Share of false findings among those this strong (Benjamini-Hochberg).
    pub q: f64,
    /// Expected revenue a month of all markets within the radius, cents.
    pub revenue_cents: i64,
}

/// What a scan found in a vertical.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerticalSummary {
    /// Slug of the vertical.
    pub vertical: String,
    /// Its name.
    pub name: String,
    /// Markets looked at.
    pub markets: u32,
    /// Those with a score.
    pub scored: u32,
    /// Those of tier 1.
    pub tier1: u32,
    /// Those of tier 2.
    pub tier2: u32,
    /// Largest expected profit of a market over twelve months, cents.
    pub best_profit12_cents: Option<i64>,
    /// What is missing: `demand`, `payout`; empty when nothing is.
    pub missing: Vec<String>,
    /// What the demand figure is.
    pub demand_bound: Bound,
}

/// Data that would unlock more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Need {
    /// Stable word: `payouts`, `volumes`, `serps`.
    pub kind: String,
    /// What to bring.
    pub label: String,
}

/// A row of the overrides that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Rejected {
    /// Path of the row, such as `overrides.payouts[3]`.
    pub row: String,
    /// Why.
    pub reason: String,
}

/// How well earlier scores ranked what came of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BackTest {
    /// Outcomes with a revenue.
    pub sites: u32,
    /// Spearman's rank correlation of the score (without the outcomes) with the revenue a month.
    pub rank_correlation: f64,
    /// Mean revenue of the best tenth by score over the mean of all.
    pub top_decile_lift: f64,
}

/// Counts and sums of a scan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Vertical x place pairs of the tables.
    pub considered: u64,
    /// Those that the filters admit.
    pub admitted: u64,
    /// Those with a score.
    pub scored: u64,
    /// Admitted, but nobody published or measured a demand.
    pub demand_unknown: u64,
    /// Admitted with a demand, but without a payout.
    pub payout_unknown: u64,
    /// Tier 1.
    pub tier1: u64,
    /// Tier 2.
    pub tier2: u64,
    /// Tier 3.
    pub tier3: u64,
    /// Enough money for a tier, but too little confidence.
    pub too_unsure: u64,
}

/// Answer of `scan`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scan {
    /// Counts and sums.
    pub totals: Totals,
    /// The best markets, by expected profit over twelve months; ties in the order of the tables.
    pub markets: Vec<Market>,
    /// True if the list contains demand values with different bounds, which are only partly comparable.
    pub mixed_bounds: bool,
    /// The best regional sites.
    pub dominators: Vec<Dominator>,
    /// Where good markets lie together.
    pub hot_spots: Vec<HotSpot>,
    /// A line a vertical.
    pub verticals: Vec<VerticalSummary>,
    /// How earlier scores did; `None` below ten outcomes with a revenue.
    pub back_test: Option<BackTest>,
    /// Findings.
    pub insights: Vec<Insight>,
    /// Data that would unlock more.
    pub needs: Vec<Need>,
    /// Rows of the overrides that were left out, the first hundred.
    pub rejected: Vec<Rejected>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// To be shown with the places.
    pub attribution: String,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Remarks.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Its version.
    pub method_version: String,
}

/// Answer of `score`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scores {
    /// Counts and sums.
    pub totals: Totals,
    /// The best markets with the parts of their scores.
    pub markets: Vec<ScoredMarket>,
    /// True if the list contains demand values with different bounds.
    pub mixed_bounds: bool,
    /// Data that would unlock more.
    pub needs: Vec<Need>,
    /// Rows of the overrides that were left out, the first hundred.
    pub rejected: Vec<Rejected>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// To be shown with the places.
    pub attribution: String,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Remarks.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Its version.
    pub method_version: String,
}

/// A business to call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenant {
    /// 1 is called first.
    pub rank: u32,
    /// Name of the business.
    pub name: String,
    /// Telephone number.
    pub phone: String,
    /// Its site, where it has one.
    pub website: Option<String>,
    /// Position in the pack or behind it.
    pub position: Option<f64>,
    /// Stars.
    pub rating: Option<f64>,
    /// Number of reviews.
    pub votes: Option<f64>,
    /// Distance from the middle of the place, km.
    pub distance_km: Option<f64>,
    /// 0 to 1: how likely it needs leads and can serve them.
    pub fit: f64,
    /// Why it is on the list.
    pub reasons: Vec<String>,
}

/// What rent to ask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rent {
    /// Paid leads a month once the site ranks.
    pub leads_once_ranked: f64,
    /// What the tenant makes of them after direct costs, a month.
    pub gross_profit: MoneyRange,
    /// Lowest rent suggested: that share of the mean gross profit.
    pub low_cents: i64,
    /// Highest rent suggested, not above what pay by the lead would cost.
    pub high_cents: i64,
    /// 0.8 x paid leads x payout a lead: above it the tenant is better off buying leads. `None` without a payout.
    pub parity_cents: Option<i64>,
    /// The computation.
    pub formula: String,
}
