//! The demonstration as clients see it. It is written by `motherlode simulate demo`; a test reads it by these types.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::routes::{engines::insight_view::InsightView, money::Money};

/// The demonstration.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoAnswer)]
pub(super) struct Answer {
    success: bool,
    demo: Demo,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = Demo)]
struct Demo {
    /// Always true: nothing here was measured.
    simulated: bool,
    market: Market,
    /// The eleven engines.
    engines: Vec<Tile>,
    /// Queries with the most clicks, in descending order.
    keywords: Vec<Keyword>,
    /// The most important insights of each engine.
    #[schema(value_type = Vec<InsightView>)]
    insights: Vec<Value>,
    forecast: Forecast,
    /// Changes with their true and estimated effects.
    changes: Vec<Change>,
    /// Further comparisons with the truth.
    checks: Vec<Check>,
    scores: Scores,
}

/// Size and origin of the market.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DemoMarket)]
struct Market {
    /// Host of the own pages.
    site: String,
    first_day: NaiveDate,
    last_day: NaiveDate,
    /// Invented places.
    places: u32,
    /// Own pages.
    pages: u32,
    searches: u32,
    /// Total clicks.
    clicks: u64,
    /// Total impressions.
    impressions: u64,
    /// Start of the random numbers.
    seed: u64,
    /// Method of the simulation.
    method: String,
    method_version: String,
}

/// An engine and its result in the demonstration.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DemoEngine)]
struct Tile {
    id: String,
    name: String,
    /// The question it answers.
    question: String,
    /// What it was asked; `null` for one that is not shown.
    action: Option<String>,
    /// Findings.
    insights: u32,
    /// What came of it, or why it is not shown.
    summary: String,
}

/// A query.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DemoKeyword)]
struct Keyword {
    query: String,
    /// What the searcher wants; `null` where the engine abstains.
    intent: Option<String>,
    /// Clicks of the last 28 days.
    clicks: f64,
    /// Impressions of the last 28 days.
    impressions: f64,
    position: Option<f64>,
    /// Monthly search volume.
    volume: Option<f64>,
    /// Kinds of its quick wins.
    wins: Vec<String>,
    /// Clicks a month at the target position.
    potential_clicks: Option<Span>,
    /// Monthly value at the target position.
    value: Option<Money>,
}

/// An uncertain figure.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoInterval)]
struct Span {
    /// 10 % quantile.
    low: f64,
    mid: f64,
    /// 90 % quantile.
    high: f64,
    mean: f64,
}

/// Clicks of the site: observed, forecast and actual.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoForecast)]
struct Forecast {
    /// The last days that the engine saw.
    observed: Vec<Observed>,
    /// The days after them.
    ahead: Vec<Ahead>,
    /// Forecast of the total over all days.
    total: Span,
    /// Actual total.
    came: u64,
    /// Naive forecast of the total.
    naive: f64,
    /// The models with the most weight, in words.
    model: String,
}

/// An observed day.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoObservedDay)]
struct Observed {
    date: NaiveDate,
    clicks: u32,
}

/// A day that was not given.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoDayAhead)]
struct Ahead {
    date: NaiveDate,
    /// 10 % quantile.
    p10: f64,
    p50: f64,
    /// 90 % quantile.
    p90: f64,
    /// Naive forecast: the same day of the last week.
    naive: f64,
    /// Actual clicks.
    came: u32,
}

/// A change with its measured effect.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoChange)]
struct Change {
    /// The page, without its host.
    page: String,
    day: NaiveDate,
    /// Text of the change log entry.
    description: String,
    /// What it does in truth: title, content, links or none.
    planted: String,
    /// True change of the clicks: 0.2 is a fifth more than without it.
    truth: f64,
    /// The causal engine's estimate.
    found: Option<Effect>,
    /// Verdict of the causal engine.
    verdict: String,
    /// found, missed, rightlySilent or falseAlarm.
    outcome: String,
}

/// An estimate with its 95 % interval, as shares.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoEffect)]
struct Effect {
    effect: f64,
    lo: f64,
    hi: f64,
}

/// A planted fact compared with the result of an engine.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DemoCheck)]
struct Check {
    /// The engine's id.
    engine: String,
    /// What is compared, and by which rule.
    about: String,
    /// True value in the market.
    planted: String,
    /// Result of the engine.
    found: String,
    agrees: bool,
}

/// Counts over the changes and the forecast.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DemoScores)]
struct Scores {
    /// Changes with an effect.
    planted: u32,
    /// Changes with an effect that were found.
    found: u32,
    /// Changes without an effect.
    nulls: u32,
    /// Changes with a reported effect that they do not have.
    false_alarms: u32,
    /// Changes with an estimate.
    measured: u32,
    /// Number of changes whose 95% interval contains the true effect.
    inside: u32,
    /// Days forecast.
    days: u32,
    /// Number of days whose 80% interval contains the actual value.
    days_inside: u32,
}
