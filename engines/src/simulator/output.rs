//! The simulated market. All data have `simulated: true`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::params::ChangeKind;
use crate::common::Day;

/// A simulated market with its true effects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Simulation {
    /// Always true; never mix it with real data.
    pub simulated: bool,
    /// First day of every series.
    pub start: Day,
    /// Number of days of every series.
    pub days: u32,
    /// Number of simulated places.
    pub places: Vec<Place>,
    /// Markets by trade, then place; each has one page with the same index.
    pub markets: Vec<Market>,
    /// Queries; those of market m have `market == m`.
    pub keywords: Vec<Keyword>,
    /// Series of each page, in the order of the markets.
    pub series: Vec<PageSeries>,
    /// Series of each query, in the order of the keywords.
    pub keyword_series: Vec<KeywordSeries>,
    /// SERPs, one per keyword and month.
    pub serps: Vec<Serp>,
    /// Changes without their effects, as in a change log.
    pub change_log: Vec<ChangeEntry>,
    /// Leads and revenue by market and month.
    pub outcomes: Vec<MonthOutcome>,
    /// True values, which are unknown outside a simulation.
    pub truth: Truth,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// An invented place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// Always true.
    pub simulated: bool,
    /// Id, such as `sim-place-3`.
    pub id: String,
    /// Invented name.
    pub name: String,
    /// Code of an invented state.
    pub state: String,
    /// Population.
    pub population: f64,
    /// Degrees north, at sea.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// A trade in a place, with its page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Market {
    /// Always true.
    pub simulated: bool,
    /// Slug of the trade.
    pub trade: String,
    /// Index of the place.
    pub place: u32,
    /// Address of its page, under `.example`.
    pub page: String,
    /// Payout per lead, in cents.
    pub payout_cents: f64,
}

/// A query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Keyword {
    /// Text of the query.
    pub query: String,
    /// Index of its market.
    pub market: u32,
    /// Mean monthly search volume.
    pub searches_month: f64,
}

/// Daily series of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PageSeries {
    /// Always true.
    pub simulated: bool,
    /// Address of the page.
    pub page: String,
    /// Clicks per day.
    pub clicks: Vec<u32>,
    /// Impressions per day.
    pub impressions: Vec<u32>,
    /// Mean daily position, weighted by impressions; `None` on days without impressions.
    pub position: Vec<Option<f64>>,
    /// Leads per day.
    pub leads: Vec<u32>,
}

/// Daily series of a query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeywordSeries {
    /// Search volume per day, known only to the search engine.
    pub searches: Vec<u32>,
    /// Clicks per day.
    pub clicks: Vec<u32>,
    /// Impressions per day.
    pub impressions: Vec<u32>,
    /// Position per day, from 1.
    pub position: Vec<u32>,
}

/// A SERP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Serp {
    /// Always true.
    pub simulated: bool,
    /// Index of the keyword.
    pub keyword: u32,
    /// Date.
    pub date: Day,
    /// Addresses of the first ten results, best position first.
    pub urls: Vec<String>,
}

/// An entry of the change log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeEntry {
    /// Always true.
    pub simulated: bool,
    /// Id, the same as in the truth.
    pub id: String,
    /// Date.
    pub date: Day,
    /// Address of the page.
    pub page: String,
    /// Description. Changes with and without effect have the same descriptions.
    pub description: String,
}

/// Leads and revenue of a market in a month of 30 days.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthOutcome {
    /// Always true.
    pub simulated: bool,
    /// Index of the market.
    pub market: u32,
    /// First day of the month.
    pub from: Day,
    /// Visits.
    pub visits: u32,
    /// Leads.
    pub leads: u32,
    /// Paid leads.
    pub accepted_leads: u32,
    /// Revenue, in cents.
    pub revenue_cents: i64,
}

/// True values, which are unknown outside a simulation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Truth {
    /// Always true.
    pub simulated: bool,
    /// True effect of each change.
    pub effects: Vec<TrueEffect>,
    /// Day and strength of each update.
    pub updates: Vec<TrueUpdate>,
    /// Leads per visit, by market.
    pub conversion: Vec<f64>,
    /// Share of paid leads.
    pub accepted_share: f64,
    /// CTR at positions 1 to 20.
    pub click_through: Vec<f64>,
    /// Relative search volume by weekday, Monday first.
    pub weekday: Vec<f64>,
    /// Amplitude of the yearly season.
    pub season: f64,
    /// Expected clicks of each page and day, without random noise.
    pub expected_clicks: Vec<Vec<f64>>,
}

/// True effect of a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrueEffect {
    /// Id of the change.
    pub id: String,
    /// Index of the page.
    pub page: u32,
    /// Days from the start.
    pub day: u32,
    /// Kind of effect.
    pub kind: ChangeKind,
    /// Average daily clicks added from its day on: expected clicks with it minus expected clicks without it, all
    /// else equal.
    pub clicks_per_day: f64,
    /// Relative effect; 0 for a change without effect.
    pub relative: f64,
}

/// A search engine update.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TrueUpdate {
    /// Days from the start.
    pub day: u32,
    /// Strength added to every own page.
    pub size: f64,
}
