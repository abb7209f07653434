//! Output of the demonstration.

use serde::Serialize;

use crate::common::{Day, EngineId, Insight, Interval, Money};
use crate::simulator::{ChangeKind, Simulation};

/// The demonstration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Demo {
    /// Always true.
    pub simulated: bool,
    /// Size of the market.
    pub market: Market,
    /// The eleven engines.
    pub engines: Vec<Tile>,
    /// The queries with the most clicks, most first.
    pub keywords: Vec<KeywordRow>,
    /// The most important insights of each engine.
    pub insights: Vec<DemoInsight>,
    /// The forecast of the next days, with the actual values.
    pub forecast: Forecast,
    /// Each change: its true effect and the estimate of the causal engine.
    pub changes: Vec<ChangeCheck>,
    /// Further comparisons with the truth.
    pub checks: Vec<Check>,
    /// Counts over the changes and the forecast.
    pub scores: Scores,
}

/// Size of the market and source of its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Market {
    /// Host of the simulated site.
    pub site: String,
    /// First and last day of the data.
    pub first_day: Day,
    /// See [`Self::first_day`].
    pub last_day: Day,
    /// Number of invented places.
    pub places: usize,
    /// Own pages, one per trade and place.
    pub pages: usize,
    /// Number of queries.
    pub searches: usize,
    /// Total clicks.
    pub clicks: u64,
    /// Total impressions.
    pub impressions: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Method of the simulation.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

impl Market {
    pub(super) fn of(world: &Simulation) -> Self {
        let sum = |of: fn(&crate::simulator::PageSeries) -> &Vec<u32>| {
            world.series.iter().flat_map(of).map(|count| u64::from(*count)).sum()
        };
        Self {
            site: super::SITE.to_owned(),
            first_day: world.start,
            last_day: world.last_day(),
            places: world.places.len(),
            pages: world.markets.len(),
            searches: world.keywords.len(),
            clicks: sum(|series| &series.clicks),
            impressions: sum(|series| &series.impressions),
            seed: super::parameters().seed,
            method: world.method.clone(),
            method_version: world.method_version.clone(),
        }
    }
}

/// An engine and its result in the demonstration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tile {
    /// Id.
    pub id: EngineId,
    /// Name.
    pub name: &'static str,
    /// Question.
    pub question: &'static str,
    /// Action that was run; `None` if the engine is not part of the demonstration.
    pub action: Option<&'static str>,
    /// Number of insights.
    pub insights: usize,
    /// Result, or the reason for its absence, in one sentence.
    pub summary: String,
}

/// A query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeywordRow {
    /// Text of the query.
    pub query: String,
    /// Search intent; `None` if the engine abstains.
    pub intent: Option<String>,
    /// Clicks of the last 28 days.
    pub clicks: f64,
    /// Impressions of the last 28 days.
    pub impressions: f64,
    /// Mean position.
    pub position: Option<f64>,
    /// Monthly search volume.
    pub volume: Option<f64>,
    /// Kinds of its quick wins.
    pub wins: Vec<String>,
    /// Clicks a month at the target position.
    pub potential_clicks: Option<Interval>,
    /// Monthly value at the target position.
    pub value: Option<Money>,
}

/// An insight in the form of stored insights.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DemoInsight {
    /// Sequential id.
    pub id: String,
    /// The engine that found it.
    pub engine_id: EngineId,
    /// Empty: no run created it.
    pub run_id: String,
    /// Empty: it belongs to no website.
    pub website_id: Option<String>,
    /// Always `open`.
    pub verdict: &'static str,
    /// Always `None`: outcomes of the simulation do not correct confidence.
    pub stated_confidence: Option<f64>,
    /// The last day of the data.
    pub created_at: String,
    /// The insight.
    #[serde(flatten)]
    pub insight: Insight,
}

/// Clicks of the site: observed, forecast and actual.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// The last days that the engine saw.
    pub observed: Vec<ObservedDay>,
    /// The days after them.
    pub ahead: Vec<AheadDay>,
    /// Forecast of the whole horizon.
    pub total: Interval,
    /// Actual total.
    pub came: u64,
    /// Naive forecast of the total.
    pub naive: f64,
    /// The models with the most weight, as text.
    pub model: String,
}

/// An observed day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ObservedDay {
    /// The day.
    pub date: Day,
    /// Clicks.
    pub clicks: u32,
}

/// A forecast day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AheadDay {
    /// The day.
    pub date: Day,
    /// 10 % quantile.
    pub p10: f64,
    /// Median.
    pub p50: f64,
    /// 90 % quantile.
    pub p90: f64,
    /// Naive forecast: the same day of the last week.
    pub naive: f64,
    /// Actual clicks.
    pub came: u32,
}

/// A change and its measured effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeCheck {
    /// Path of the page.
    pub page: String,
    /// The day.
    pub day: Day,
    /// Description in the change log.
    pub description: String,
    /// Kind of its true effect.
    pub planted: ChangeKind,
    /// True change of the clicks: 0.2 is a fifth more than without it.
    pub truth: f64,
    /// Estimate of the causal engine; `None` if the expected value is 0.
    pub found: Option<Effect>,
    /// Verdict of the causal engine.
    pub verdict: String,
    /// Agreement of the finding with the truth.
    pub outcome: ChangeWord,
}

/// An estimate with its 95 % interval, as relative changes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Effect {
    /// The estimate.
    pub effect: f64,
    /// Lower end of the interval.
    pub lo: f64,
    /// Upper end of the interval.
    pub hi: f64,
}

/// Agreement of a measured effect with the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ChangeWord {
    /// An effect was planted and detected, with the correct direction.
    Found,
    /// An effect was planted but not detected.
    Missed,
    /// No effect was planted and none was detected.
    RightlySilent,
    /// An effect was detected that was not planted, or has the wrong direction.
    FalseAlarm,
}

/// Something planted, and the finding of an engine about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Check {
    /// Engine.
    pub engine: EngineId,
    /// What is compared.
    pub about: String,
    /// True value in the market.
    pub planted: String,
    /// Result of the engine.
    pub found: String,
    /// Whether they agree, by the rule that `about` states.
    pub agrees: bool,
}

/// Counts over the changes and the forecast.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scores {
    /// Changes with an effect.
    pub planted: usize,
    /// Changes with an effect that were found.
    pub found: usize,
    /// Changes without an effect.
    pub nulls: usize,
    /// Changes with a false alarm.
    pub false_alarms: usize,
    /// Changes with an estimate.
    pub measured: usize,
    /// Those of them whose 95 % interval contains the true value.
    pub inside: usize,
    /// Days forecast.
    pub days: usize,
    /// Those of them whose 80 % interval contains the actual value.
    pub days_inside: usize,
}
