//! What a simulated market holds. Everything carries `simulated: true`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::params::ChangeKind;
use crate::common::Day;

/// A whole simulated market with its truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Simulation {
    /// Always true: it must never be mixed with real data.
    pub simulated: bool,
    /// First day of every series.
    pub start: Day,
    /// Days of every series.
    pub days: u32,
    /// Invented places.
    pub places: Vec<Place>,
    /// Markets, trade by trade, place by place; each has one page, of the same index.
    pub markets: Vec<Market>,
    /// Searches; those of market m are the ones with `market == m`.
    pub keywords: Vec<Keyword>,
    /// Series of each page, in the order of the markets.
    pub series: Vec<PageSeries>,
    /// Figures of each search, in the order of the keywords.
    pub keyword_series: Vec<KeywordSeries>,
    /// Result pages, one a keyword a month.
    pub serps: Vec<Serp>,
    /// What was done when, without its effect: what a change log holds.
    pub change_log: Vec<ChangeEntry>,
    /// Leads and money of each market and month.
    pub outcomes: Vec<MonthOutcome>,
    /// What nobody outside of a simulation knows.
    pub truth: Truth,
    /// Name of the method.
    pub method: String,
    /// Its version.
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
    /// People.
    pub population: f64,
    /// Degrees north, in the sea.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
}

/// A trade in a place, with the page that serves it.
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
    /// Cents for a paid lead.
    pub payout_cents: f64,
}

/// A search.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Keyword {
    /// As people type it.
    pub query: String,
    /// Index of its market.
    pub market: u32,
    /// Mean searches a month.
    pub searches_month: f64,
}

/// A page's figures, one a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PageSeries {
    /// Always true.
    pub simulated: bool,
    /// Address of the page.
    pub page: String,
    /// Clicks of each day.
    pub clicks: Vec<u32>,
    /// Impressions of each day.
    pub impressions: Vec<u32>,
    /// Mean position of each day, weighed by impressions; `None` on days without any.
    pub position: Vec<Option<f64>>,
    /// Leads of each day.
    pub leads: Vec<u32>,
}

/// A search's figures, one a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeywordSeries {
    /// Searches of each day; no one but the search engine knows them.
    pub searches: Vec<u32>,
    /// Clicks of each day.
    pub clicks: Vec<u32>,
    /// Impressions of each day.
    pub impressions: Vec<u32>,
    /// Position on each day, 1 and more.
    pub position: Vec<u32>,
}

/// A result page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Serp {
    /// Always true.
    pub simulated: bool,
    /// Index of the keyword.
    pub keyword: u32,
    /// The day.
    pub date: Day,
    /// Addresses, best first, the first ten.
    pub urls: Vec<String>,
}

/// A line of a change log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeEntry {
    /// Always true.
    pub simulated: bool,
    /// Id; the truth has the same.
    pub id: String,
    /// The day.
    pub date: Day,
    /// Address of the page.
    pub page: String,
    /// What was done, in words. A change without effect reads like one with.
    pub description: String,
}

/// Leads and money of a market in a month of 30 days.
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
    /// Leads that were paid.
    pub accepted_leads: u32,
    /// What they brought, cents.
    pub revenue_cents: i64,
}

/// What nobody outside of a simulation knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Truth {
    /// Always true.
    pub simulated: bool,
    /// What each change did.
    pub effects: Vec<TrueEffect>,
    /// Days from the start and strength of each update.
    pub updates: Vec<TrueUpdate>,
    /// Leads a visit, by market.
    pub conversion: Vec<f64>,
    /// Share of leads that are paid.
    pub accepted_share: f64,
    /// Share of clicks at positions 1 to 20.
    pub click_through: Vec<f64>,
    /// Index of each weekday, Monday first.
    pub weekday: Vec<f64>,
    /// Swing of the year.
    pub season: f64,
    /// Expected clicks of each page and day, without chance.
    pub expected_clicks: Vec<Vec<f64>>,
}

/// What a change did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrueEffect {
    /// Id of the change.
    pub id: String,
    /// Index of the page.
    pub page: u32,
    /// Days from the start.
    pub day: u32,
    /// What it does.
    pub kind: ChangeKind,
    /// Clicks a day it added on average from its day on: expected clicks with it less those without, all else alike.
    pub clicks_per_day: f64,
    /// The same as a share of what would have been; 0 for a change without effect.
    pub relative: f64,
}

/// A search engine's update.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TrueUpdate {
    /// Days from the start.
    pub day: u32,
    /// Strength added to every own page.
    pub size: f64,
}
