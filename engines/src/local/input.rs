//! Input of the local engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reference::{Bound, Urgency};
use crate::common::Day;

/// Markets to analyse, and the user's own data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Input {
    /// The day of the analysis: validity and months start here.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`; the built-in payouts are in US dollars and are left out for other
    /// currencies.
    pub currency: Option<String>,
    /// The website's own market, for a scan for a website: it comes first, then the places around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnMarket>,
    /// Filters; empty means all markets.
    pub filters: Filters,
    /// Replaces or adds to the reference data.
    pub overrides: Overrides,
}

/// Trade and place of a website.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct OwnMarket {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`, such as `Tulsa, OK`.
    pub place: String,
    /// State code, if `place` is a name without one.
    pub state: Option<String>,
}

/// Filters of markets. An empty list matches all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Filters {
    /// Slugs of verticals, such as `water-damage`.
    pub verticals: Vec<String>,
    /// Categories of verticals, such as `home_emergency`.
    pub categories: Vec<String>,
    /// State codes, such as `OK`.
    pub states: Vec<String>,
    /// Ids of places (GeoNames ids, or ids of own places).
    pub places: Vec<String>,
    /// Minimum population.
    pub min_population: Option<f64>,
    /// Maximum population.
    pub max_population: Option<f64>,
    /// Minimum payout per lead, in cents.
    pub min_payout_cents: Option<f64>,
    /// Kinds of demand values to include.
    pub bounds: Vec<Bound>,
    /// Whether to include parts of cities, which are also counted in their city.
    pub include_subareas: bool,
    /// Number of markets to list, best first, 0 to 50,000. Counts and sums include all.
    pub limit: u32,
}

impl Default for Filters {
    fn default() -> Self {
        Self {
            verticals: Vec::new(),
            categories: Vec::new(),
            states: Vec::new(),
            places: Vec::new(),
            min_population: None,
            max_population: None,
            min_payout_cents: None,
            bounds: Vec::new(),
            include_subareas: false,
            limit: 100,
        }
    }
}

/// Data that overrides the reference data. Rows with an unknown vertical or place are excluded and listed in `rejected`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Overrides {
    /// Own verticals; one with the slug of a built-in vertical overrides the given fields.
    pub verticals: Vec<OwnVertical>,
    /// Rate card: the most specific row wins (city, then state, then everywhere); the last of equally specific rows.
    pub payouts: Vec<OwnPayout>,
    /// Own places, in any country.
    pub places: Vec<OwnPlace>,
    /// Search results of markets.
    pub serps: Vec<SerpSnapshot>,
    /// Measured search volumes of markets.
    pub volumes: Vec<MeasuredVolume>,
    /// Outcomes of own sites.
    pub outcomes: Vec<Outcome>,
    /// Manual difficulties.
    pub difficulties: Vec<OwnDifficulty>,
    /// Thresholds of the tiers, for a vertical or for all; they override the parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tiers: Vec<OwnTiers>,
}

/// Thresholds of the tiers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnTiers {
    /// Slug of the vertical; `None` means all verticals without thresholds of their own.
    pub vertical: Option<String>,
    /// Expected monthly profit from which a market is tier 1, in cents.
    pub tier1_cents: f64,
    /// Expected monthly profit from which a market is tier 2, in cents.
    pub tier2_cents: f64,
}

/// A trade added by the user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnVertical {
    /// Stable short name.
    pub slug: String,
    /// Display name.
    pub name: Option<String>,
    /// Urgency of the customers.
    pub urgency: Option<Urgency>,
    /// Monthly search volume per 100,000 people.
    pub searches_per_100k_month: Option<f64>,
    /// Low end of the range.
    pub searches_low: Option<f64>,
    /// High end of the range.
    pub searches_high: Option<f64>,
    /// Kind of bound of the figure.
    pub bound: Option<Bound>,
    /// CPC, in cents.
    pub cpc_cents: Option<f64>,
    /// Typical queries, such as `emergency plumber`.
    #[serde(default)]
    pub seed_keywords: Vec<String>,
    /// Source of the data.
    pub source: Option<String>,
    /// Year of the data.
    pub year: Option<u32>,
}

/// A line of a rate card.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnPayout {
    /// Slug of the vertical.
    pub vertical: String,
    /// State code; `None` means all states.
    pub state: Option<String>,
    /// Name of the city (with its state) or id of the place.
    pub city: Option<String>,
    /// Unit of payment: `lead` or `call`.
    pub unit: PayoutUnit,
    /// Amount per unit, in cents.
    pub amount_cents: f64,
    /// Low end of the range, in cents; `None` means an exact amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_cents: Option<f64>,
    /// High end of the range, in cents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high_cents: Option<f64>,
    /// ISO 4217 code; `None` means the currency of the input.
    pub currency: Option<String>,
    /// Source.
    pub source: Option<String>,
    /// First day of validity.
    pub valid_from: Option<Day>,
    /// Last day of validity.
    pub valid_to: Option<Day>,
}

/// Unit that a buyer pays for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayoutUnit {
    /// A lead.
    #[default]
    Lead,
    /// A call.
    Call,
}

/// A place added by the user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnPlace {
    /// Unique id.
    pub id: String,
    /// Name.
    pub name: String,
    /// State, province or country code.
    #[serde(default)]
    pub state: String,
    /// Degrees north.
    pub latitude: Option<f64>,
    /// Degrees east.
    pub longitude: Option<f64>,
    /// Population.
    pub population: f64,
    /// Households.
    pub households: Option<f64>,
    /// ISO 3166-1 code of the country, such as `CA`; `None` means unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
}

/// Search results of a market.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SerpSnapshot {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`.
    pub place: String,
    /// State code, if `place` is a name.
    pub state: Option<String>,
    /// Query, such as `plumber tulsa`.
    pub query: Option<String>,
    /// Date of observation.
    pub observed_at: Option<Day>,
    /// Organic results, best position first.
    #[serde(default)]
    pub organic: Vec<OrganicResult>,
    /// Entries of the map pack; `None` if it is unknown whether there was one.
    pub pack: Option<Vec<PackEntry>>,
    /// Number of ads.
    pub ads: Option<u32>,
    /// Source.
    pub source: Option<String>,
}

/// One organic result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct OrganicResult {
    /// Position, from 1; `None` uses the order of the list.
    pub position: Option<f64>,
    /// Address.
    pub url: String,
    /// Title.
    pub title: Option<String>,
    /// Number of domains that link to its domain, if known.
    pub referring_domains: Option<f64>,
}

/// One business of a map pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PackEntry {
    /// Name of the business.
    pub name: String,
    /// Position in the pack or the list behind it, from 1.
    pub position: Option<f64>,
    /// Telephone number.
    pub phone: Option<String>,
    /// Rating in stars, 0 to 5.
    pub rating: Option<f64>,
    /// Number of reviews.
    pub votes: Option<f64>,
    /// Address of its site; `None` if it has none or none was observed.
    pub website: Option<String>,
    /// True if it advertises.
    pub is_advertiser: bool,
    /// Degrees north.
    pub latitude: Option<f64>,
    /// Degrees east.
    pub longitude: Option<f64>,
}

/// Measured search volume of a market.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MeasuredVolume {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`.
    pub place: String,
    /// State code, if `place` is a name.
    pub state: Option<String>,
    /// Monthly search volume, total of all queries of the market.
    pub searches: f64,
    /// Number of months averaged; default 12.
    pub months: Option<f64>,
    /// True for a number counted by the search engine, false for a tool's estimate.
    #[serde(default)]
    pub exact: bool,
    /// Source.
    pub source: Option<String>,
    /// Date of observation.
    pub observed_at: Option<Day>,
}

/// Outcome of an own site.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Outcome {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`.
    pub place: String,
    /// State code, if `place` is a name.
    pub state: Option<String>,
    /// Ids of the other places of a regional site.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more_places: Vec<String>,
    /// Months since the site went live.
    pub months: f64,
    /// True if it reached the first ten results, false if it has not within `months`; `None` if unknown.
    pub ranked: Option<bool>,
    /// Months until it reached the first ten results; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranked_after: Option<f64>,
    /// Total visits.
    pub visits: Option<f64>,
    /// Those from search engines; `None` uses `visits`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search_visits: Option<f64>,
    /// Total leads.
    pub leads: Option<f64>,
    /// Leads paid by buyers.
    pub accepted_leads: Option<f64>,
    /// Total payments, in cents.
    pub revenue_cents: Option<f64>,
}

/// A manual difficulty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnDifficulty {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`; `None` means all places.
    pub place: Option<String>,
    /// State code, if `place` is a name.
    pub state: Option<String>,
    /// 0 (no competition) to 100; 50 is average.
    pub difficulty: f64,
}

/// Input for explaining a market.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MarketInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`.
    pub place: String,
    /// State code, if `place` is a name.
    pub state: Option<String>,
    /// Replaces or adds to the reference data.
    pub overrides: Overrides,
}

/// A market and candidates for its leads.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct TenantsInput {
    /// The day of the analysis.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`.
    pub place: String,
    /// State code, if `place` is a name.
    pub state: Option<String>,
    /// Businesses of the map pack and the list behind it.
    pub candidates: Vec<PackEntry>,
    /// Average job value, in cents. Default: the published figure of the vertical, if there is one.
    pub ticket_cents: Option<f64>,
    /// Share of accepted leads that become jobs. Default: the published figure.
    pub close_rate: Option<f64>,
    /// Share of a job's price that remains after direct costs.
    pub gross_margin: Option<f64>,
    /// Replaces or adds to the reference data.
    pub overrides: Overrides,
}
