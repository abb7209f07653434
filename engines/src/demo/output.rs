//! What the demonstration holds.

use serde::Serialize;

use crate::common::{Day, EngineId, Insight, Interval, Money};
use crate::simulator::{ChangeKind, Simulation};

/// The demonstration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Demo {
    /// Always true.
    pub simulated: bool,
    /// How large the market is.
    pub market: Market,
    /// The eleven engines.
    pub engines: Vec<Tile>,
    /// The queries with the most clicks, most first.
    pub keywords: Vec<KeywordRow>,
    /// What the engines found, the most important of each.
    pub insights: Vec<DemoInsight>,
    /// The forecast of the next days, with the actual values.
    pub forecast: Forecast,
    /// Each change: what it did, and what the causal engine says that it did.
    pub changes: Vec<ChangeCheck>,
    /// What else was planted and found.
    pub checks: Vec<Check>,
    /// Counts over the changes and the forecast.
    pub scores: Scores,
}

/// Size of the market and source of its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Market {
    /// Host of the own pages.
    pub site: String,
    /// First and last day of the data.
    pub first_day: Day,
    /// See [`Self::first_day`].
    pub last_day: Day,
    /// Invented places.
    pub places: usize,
    /// Own pages: one a trade and place.
    pub pages: usize,
    /// Searches.
    pub searches: usize,
    /// Clicks on all days.
    pub clicks: u64,
    /// Impressions on all days.
    pub impressions: u64,
    /// Start of the random numbers.
    pub seed: u64,
    /// What made it.
    pub method: String,
    /// Its version.
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

/// An engine and what it did here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tile {
    /// Its id.
    pub id: EngineId,
    /// Its name.
    pub name: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// What it was asked; `None` for one that is not part of the demonstration.
    pub action: Option<&'static str>,
    /// Findings.
    pub insights: usize,
    /// What came of it, or why it is left out, in one sentence.
    pub summary: String,
}

/// A search.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct KeywordRow {
    /// As people type it.
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
    /// Kinds of quick wins.
    pub wins: Vec<String>,
    /// Clicks a month at the target position.
    pub potential_clicks: Option<Interval>,
    /// Monthly value at the target position.
    pub value: Option<Money>,
}

/// A finding in the form of those that are kept.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DemoInsight {
    /// Counted up.
    pub id: String,
    /// The engine that found it.
    pub engine_id: EngineId,
    /// No run made it.
    pub run_id: String,
    /// No website of anybody's.
    pub website_id: Option<String>,
    /// Always `open`.
    pub verdict: &'static str,
    /// Always `None`: outcomes of the simulation do not correct confidence.
    pub stated_confidence: Option<f64>,
    /// The last day of the data.
    pub created_at: String,
    /// The finding.
    #[serde(flatten)]
    pub insight: Insight,
}

/// Clicks of the site: observed, forecast and actual.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// The last days that the engine was given.
    pub observed: Vec<ObservedDay>,
    /// The days after them.
    pub ahead: Vec<AheadDay>,
    /// Forecast of the whole horizon.
    pub total: Interval,
    /// All days ahead together, as they came.
    pub came: u64,
    /// The same by the naive forecast.
    pub naive: f64,
    /// The models with the most weight, in words.
    pub model: String,
}

/// A day that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ObservedDay {
    /// The day.
    pub date: Day,
    /// Clicks.
    pub clicks: u32,
}

/// A day that was not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AheadDay {
    /// The day.
    pub date: Day,
    /// 10 % point.
    pub p10: f64,
    /// 50 % point.
    pub p50: f64,
    /// 90 % point.
    pub p90: f64,
    /// The last week again.
    pub naive: f64,
    /// Clicks that came.
    pub came: u32,
}

/// A change and its measured effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeCheck {
    /// The page, without its host.
    pub page: String,
    /// The day.
    pub day: Day,
    /// What the change log says.
    pub description: String,
    /// What it does in truth.
    pub planted: ChangeKind,
    /// Change of the clicks in truth: 0.2 is a fifth more than without it.
    pub truth: f64,
    /// The causal engine's estimate; `None` where nothing was expected.
    pub found: Option<Effect>,
    /// The causal engine's word.
    pub verdict: String,
    /// Agreement of the finding with the truth.
    pub outcome: ChangeWord,
}

/// An estimate with its 95 % interval, as shares.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Effect {
    /// The estimate.
    pub effect: f64,
    /// 2.5 % point.
    pub lo: f64,
    /// 97.5 % point.
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
    /// The engine.
    pub engine: EngineId,
    /// What is compared.
    pub about: String,
    /// What is so in the market.
    pub planted: String,
    /// What the engine says.
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
    /// Those of them that were found.
    pub found: usize,
    /// Changes without an effect.
    pub nulls: usize,
    /// Those of all changes that raised a false alarm.
    pub false_alarms: usize,
    /// Changes with an estimate.
    pub measured: usize,
    /// Those of them whose 95 % interval contains the true value.
    pub inside: usize,
    /// Days ahead.
    pub days: usize,
    /// Those of them whose 80 % interval contains the actual value.
    pub days_inside: usize,
}
