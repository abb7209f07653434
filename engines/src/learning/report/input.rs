//! Input of the report: the ledger.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError};

/// Maximum number of entries per run.
const MAX_ENTRIES: usize = 1_000_000;

/// Forecasts and insights with their outcomes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ReportInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// The ledger, in order of outcomes.
    pub entries: Vec<LedgerEntry>,
    /// Minimum number of outcomes for learning. Default 20.
    pub least_outcomes: Option<u32>,
    /// The model in use.
    pub champion: Option<String>,
    /// The challenger model.
    pub challenger: Option<String>,
    /// Champion version of each engine, by engine id; `prior` if absent.
    pub champions: BTreeMap<String, String>,
}

/// A forecast: a probability of an event, or an interval of a quantity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LedgerEntry {
    /// Subject of the forecast; models are compared on entries with the same id.
    pub id: String,
    /// Model of the forecast.
    pub model: String,
    /// Engine of the forecast; if present, versions of the engine are scored separately.
    pub engine: Option<String>,
    /// Version of the engine; `prior` if absent.
    pub version: Option<String>,
    /// Key shared by forecasts of the same quantity by several versions; the id if absent.
    pub pair: Option<String>,
    /// Date of the forecast.
    pub made_at: Option<Day>,
    /// Due date.
    pub due_at: Option<Day>,
    /// Probability of the event, 0 to 1.
    pub probability: Option<f64>,
    /// Mean or median of the quantity.
    pub mean: Option<f64>,
    /// Lower end of the interval.
    pub lo: Option<f64>,
    /// Upper end of the interval.
    pub hi: Option<f64>,
    /// Probability of the interval, 0 to 1. Default 0.95.
    pub level: Option<f64>,
    /// Naive forecast (the last value, or that of the previous season), for the MASE.
    pub naive: Option<f64>,
    /// Outcome: 1 or 0 for an event, otherwise the quantity. `None`: not due yet.
    pub outcome: Option<f64>,
}

pub(super) fn check(input: &ReportInput) -> Result<(), EngineError> {
    if input.entries.len() > MAX_ENTRIES {
        return Err(EngineError::TooLarge { what: "entries", got: input.entries.len(), limit: MAX_ENTRIES });
    }
    input.entries.iter().enumerate().try_for_each(|(at, entry)| check_entry(at, entry))
}

fn check_entry(at: usize, entry: &LedgerEntry) -> Result<(), EngineError> {
    let field = |name: &str| format!("entries[{at}].{name}");
    let figures =
        [("mean", entry.mean), ("lo", entry.lo), ("hi", entry.hi), ("naive", entry.naive), ("outcome", entry.outcome)];
    for (name, value) in figures {
        if value.is_some_and(|value| value.is_nan() || value.abs() > 1e15) {
            return Err(EngineError::input(field(name), "must be a number of at most 1e15"));
        }
    }
    for (name, value) in [("probability", entry.probability), ("level", entry.level)] {
        if value.is_some_and(|value| !(0.0..=1.0).contains(&value)) {
            return Err(EngineError::input(field(name), "must be 0 to 1"));
        }
    }
    if entry.probability.is_some() && entry.outcome.is_some_and(|outcome| outcome != 0.0 && outcome != 1.0) {
        return Err(EngineError::input(field("outcome"), "must be 0 or 1 for a forecast with a probability"));
    }
    match (entry.lo, entry.hi) {
        (Some(lo), Some(hi)) if lo > hi => Err(EngineError::input(field("lo"), "must not exceed `hi`")),
        (Some(_), None) | (None, Some(_)) => Err(EngineError::input(field("lo"), "and `hi` must be given together")),
        _ if entry.probability.is_none() && entry.mean.is_none() && entry.lo.is_none() => {
            Err(EngineError::input(field("probability"), "or `mean`, or `lo` and `hi`, must be given"))
        }
        _ => Ok(()),
    }
}
