//! Output of a series forecast.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Fan;

/// Probabilities of the reported quantiles, with their names.
pub(super) const PROBABILITIES: [(&str, f64); 7] =
    [("0.025", 0.025), ("0.1", 0.1), ("0.25", 0.25), ("0.5", 0.5), ("0.75", 0.75), ("0.9", 0.9), ("0.975", 0.975)];

/// A forecast of the next steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeriesForecast {
    /// Forecasts, one per step.
    pub mean: Vec<f64>,
    /// Lower ends of the 95 % intervals.
    pub lo: Vec<f64>,
    /// Upper ends of the 95 % intervals.
    pub hi: Vec<f64>,
    /// Quantiles by probability: `0.025`, `0.1`, `0.25`, `0.5`, `0.75`, `0.9`, `0.975`.
    pub quantiles: BTreeMap<String, Vec<f64>>,
    /// The models with the most weight, in words.
    pub model: String,
    /// Weights of all models, largest first.
    pub weights: Vec<Weight>,
    /// Accuracy of the method on the end of the series.
    pub backtest: Accuracy,
    /// Number of missing values that were filled before the last known one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub filled: usize,
}

/// The weight of one model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Weight {
    /// Name of the model.
    pub model: String,
    /// Weight, 0 to 1.
    pub weight: f64,
}

/// Accuracy over rolling origins on the end of the series.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Accuracy {
    /// Number of forecast origins.
    pub origins: u32,
    /// Number of forecast values compared.
    pub values: u32,
    /// Mean absolute error.
    pub mean_absolute_error: f64,
    /// Mean absolute error of the naive forecast: the last season, or the last value without a season.
    pub naive_mean_absolute_error: f64,
    /// Mean absolute error relative to the naive forecast; below 1 is better. `None` if the naive forecast has
    /// no error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relative_to_naive: Option<f64>,
    /// Mean absolute scaled error (Hyndman & Koehler 2006): relative to the mean (seasonal) step before. `None` if that is
    /// 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mase: Option<f64>,
    /// Share of the values inside the 80 % intervals.
    pub coverage80: f64,
    /// Share of the values inside the 95 % intervals.
    pub coverage95: f64,
    /// Mean interval score of the 95 % intervals (Winkler 1972; Gneiting & Raftery 2007, eq. 43), in the unit of the values.
    pub interval_score95: f64,
    /// Number of values by tenth of the forecast distribution; even if the forecasts are calibrated.
    pub pit: Vec<u32>,
    /// True if the naive forecast would have been as accurate or better.
    pub loses_to_naive: bool,
}

impl Accuracy {
    /// Says how a forecast that loses to the naive one compares with it: `worse than` or `no better than`.
    pub(in super::super) fn against_naive(&self) -> &'static str {
        against(self.mean_absolute_error, self.naive_mean_absolute_error)
    }

    /// States the error relative to the naive forecast, such as ` (its errors are 105 % of the naive ones)`; empty if unknown.
    pub(in super::super) fn error_in_words(&self) -> String {
        let words = |share: f64| format!(" (its errors are {:.0} % of the naive ones)", 100.0 * share);
        self.relative_to_naive.map_or_else(String::new, words)
    }
}

/// Compares the error of a forecast with that of the naive one, to a whole percent.
pub(in super::super) fn against(error: f64, naive: f64) -> &'static str {
    // A half percent more is shown as 101 %.
    if error >= 1.005 * naive && error > 0.0 { "worse than" } else { "no better than" }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl SeriesForecast {
    /// Describes a forecast without its first `late` steps, which were missing values.
    pub(super) fn new(fan: Fan, late: usize, filled: usize) -> Self {
        let quantiles = |probability: f64| fan.quantiles(probability).split_off(late);
        Self {
            lo: quantiles(0.025),
            hi: quantiles(0.975),
            quantiles: PROBABILITIES.iter().map(|(word, p)| ((*word).to_owned(), quantiles(*p))).collect(),
            model: fan.in_words(),
            mean: fan.mean[late..].to_vec(),
            weights: fan.weights,
            backtest: fan.accuracy,
            filled,
        }
    }
}
