//! What the local engine is given.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reference::{Bound, Urgency};
use crate::common::Day;

/// Which markets to look at, and what the user knows better than the reference data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Input {
    /// The day of the analysis: expiry dates and months count from it.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`; the built-in payouts are in US dollars and are left out for another.
    pub currency: Option<String>,
    /// Which markets; empty means all.
    pub filters: Filters,
    /// Replaces or adds to the reference data.
    pub overrides: Overrides,
}

/// Which markets to look at. An empty list admits all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Filters {
    /// Slugs of verticals, such as `water-damage`.
    pub verticals: Vec<String>,
    /// Categories of verticals, such as `home_emergency`.
    pub categories: Vec<String>,
    /// State codes, such as `OK`.
    pub states: Vec<String>,
    /// Ids of places (GeoNames ids, or those of own places).
    pub places: Vec<String>,
    /// Fewest people.
    pub min_population: Option<f64>,
    /// Most people.
    pub max_population: Option<f64>,
    /// Least payout of a lead, cents.
    pub min_payout_cents: Option<f64>,
    /// Kinds of demand values to include.
    pub bounds: Vec<Bound>,
    /// Parts of cities too; their people are counted in their city already.
    pub include_subareas: bool,
    /// Markets to list, best first, 0 to 50,000. Counts and sums are over all.
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
    /// Own verticals; one with the slug of a built-in one changes the fields it gives.
    pub verticals: Vec<OwnVertical>,
    /// Rate card: the most specific row wins (city, then state, then everywhere); of equal ones the last.
    pub payouts: Vec<OwnPayout>,
    /// Own places, in any country.
    pub places: Vec<OwnPlace>,
    /// Search results of markets.
    pub serps: Vec<SerpSnapshot>,
    /// Measured search volumes of markets.
    pub volumes: Vec<MeasuredVolume>,
    /// What own sites brought.
    pub outcomes: Vec<Outcome>,
    /// Difficulties set by hand.
    pub difficulties: Vec<OwnDifficulty>,
}

/// A trade of the user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnVertical {
    /// Stable short name.
    pub slug: String,
    /// Name on the screen.
    pub name: Option<String>,
    /// How soon customers need it.
    pub urgency: Option<Urgency>,
    /// Monthly search volume per 100,000 people.
    pub searches_per_100k_month: Option<f64>,
    /// Low end of the same.
    pub searches_low: Option<f64>,
    /// High end of the same.
    pub searches_high: Option<f64>,
    /// What that figure is.
    pub bound: Option<Bound>,
    /// Cost of a click, cents.
    pub cpc_cents: Option<f64>,
    /// What people type, such as `emergency plumber`.
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
    /// State code; `None` means everywhere.
    pub state: Option<String>,
    /// Name of the city (with its state) or id of the place.
    pub city: Option<String>,
    /// What is paid for: `lead` or `call`.
    pub unit: PayoutUnit,
    /// Cents for each.
    pub amount_cents: f64,
    /// ISO 4217 code; `None` means that of the input.
    pub currency: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// First day it holds.
    pub valid_from: Option<Day>,
    /// Last day it holds.
    pub valid_to: Option<Day>,
}

/// What a buyer pays for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PayoutUnit {
    /// A lead.
    #[default]
    Lead,
    /// A call.
    Call,
}

/// A place of the user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnPlace {
    /// Id that no other place has.
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
    /// People.
    pub population: f64,
    /// Households.
    pub households: Option<f64>,
}

/// Search results of a market.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SerpSnapshot {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`.
    pub place: String,
    /// State code, where `place` is a name.
    pub state: Option<String>,
    /// The search, such as `plumber tulsa`.
    pub query: Option<String>,
    /// When it was seen.
    pub observed_at: Option<Day>,
    /// Organic results, best first.
    #[serde(default)]
    pub organic: Vec<OrganicResult>,
    /// Entries of the map pack; `None` when it is not known whether there was one.
    pub pack: Option<Vec<PackEntry>>,
    /// Advertisements seen.
    pub ads: Option<u32>,
    /// Who supplied the page.
    pub source: Option<String>,
}

/// One organic result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct OrganicResult {
    /// Position, 1 and more; `None` takes the order of the list.
    pub position: Option<f64>,
    /// Address.
    pub url: String,
    /// Title.
    pub title: Option<String>,
    /// Sites that link to its domain, where known.
    pub referring_domains: Option<f64>,
}

/// One business of a map pack.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PackEntry {
    /// Name of the business.
    pub name: String,
    /// Position in the pack or the list behind it, 1 and more.
    pub position: Option<f64>,
    /// Telephone number.
    pub phone: Option<String>,
    /// Stars, 0 to 5.
    pub rating: Option<f64>,
    /// Number of reviews.
    pub votes: Option<f64>,
    /// Address of its site; `None` when it has none or none was seen.
    pub website: Option<String>,
    /// True when it advertises.
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
    /// State code, where `place` is a name.
    pub state: Option<String>,
    /// Monthly search volume, total of all queries of the market.
    pub searches: f64,
    /// Months the figure averages; default 12.
    pub months: Option<f64>,
    /// True for a number counted by the search engine, false for a tool's estimate.
    #[serde(default)]
    pub exact: bool,
    /// Where it comes from.
    pub source: Option<String>,
    /// When it was observed.
    pub observed_at: Option<Day>,
}

/// What an own site brought.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Outcome {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`.
    pub place: String,
    /// State code, where `place` is a name.
    pub state: Option<String>,
    /// Months the site has been live.
    pub months: f64,
    /// True when it has reached the first ten results, false when it has not in `months`; `None` when not known.
    pub ranked: Option<bool>,
    /// Visits in all.
    pub visits: Option<f64>,
    /// Leads in all.
    pub leads: Option<f64>,
    /// Leads that buyers paid.
    pub accepted_leads: Option<f64>,
    /// What they paid in all, cents.
    pub revenue_cents: Option<f64>,
}

/// A difficulty set by hand.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnDifficulty {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place, or its name with `state`; `None` means all.
    pub place: Option<String>,
    /// State code, where `place` is a name.
    pub state: Option<String>,
    /// 0 (nobody there) to 100; 50 is the middle.
    pub difficulty: f64,
}

/// One market to be opened.
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
    /// State code, where `place` is a name.
    pub state: Option<String>,
    /// Replaces or adds to the reference data.
    pub overrides: Overrides,
}

/// A market and the businesses that may pay for its leads.
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
    /// State code, where `place` is a name.
    pub state: Option<String>,
    /// Businesses of the pack and the list behind it.
    pub candidates: Vec<PackEntry>,
    /// Average job, cents. Default: the published figure of the vertical, where there is one.
    pub ticket_cents: Option<f64>,
    /// Share of accepted leads that become jobs. Default: the published figure.
    pub close_rate: Option<f64>,
    /// Share of a job's price that is left after its direct costs.
    pub gross_margin: Option<f64>,
    /// Replaces or adds to the reference data.
    pub overrides: Overrides,
}
