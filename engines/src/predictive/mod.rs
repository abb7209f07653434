//! Predictive engine: where will I rank, when, with what confidence, and how much traffic will I get?
//!
//! [`forecast_series`] forecasts any series of equal steps by models that are weighted by their accuracy on its past.
//! [`traffic()`] does so with the daily clicks and impressions of a site, [`ranking()`] forecasts rank paths of keywords, and
//! [`scenarios()`] converts traffic to leads and revenue by month. The method card is `docs/engines/predictive.md`.

pub mod actions;
mod calendar;
mod finding;
mod ledger;
pub mod model;
mod money;
mod need;
mod params;
mod ranking;
mod scenarios;
mod series;
mod traffic;

pub use money::Factor;
pub use need::Need;
pub use params::{Checked, Parameters, parameters_schema};
pub use ranking::{
    KeywordForecast, RankAt, RankForecast, RankPath, RankPoint, RankingInput, RankingOutput, RankingRecord,
    ReachSource, ranking,
};
pub use scenarios::{Basis, FirstLead, Scenario, ScenarioMonth, ScenariosInput, ScenariosOutput, scenarios};
pub use series::{Accuracy, Frequency, SeriesForecast, SeriesInput, Weight, forecast_series};
pub use traffic::{FanDay, MonthForecast, TrafficDay, TrafficForecast, TrafficInput, TrafficOutput, traffic};

/// Name of the method.
pub const METHOD: &str = "predictive: models weighed by rolling-origin errors, intervals from the same errors, discrete-time hazards, product of distributions";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "predictive-1.3.0";
/// What findings of the engine are signed with.
const SIGNATURE: crate::common::Signature =
    crate::common::Signature { engine: crate::common::EngineId::Predictive, method: METHOD, version: METHOD_VERSION };
