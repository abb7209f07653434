//! Figures with their range and sources.

use serde::{Deserialize, Serialize};

use crate::local::model::Value;
use crate::local::reference::source::{OWN, sources};
use crate::local::reference::vertical::Figure;
use crate::local::reference::{Bound, Grade, Source};

/// A figure with its range and sources.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Known {
    /// Low end of the range.
    pub low: Option<f64>,
    /// Typical value.
    pub typical: f64,
    /// High end of the range.
    pub high: Option<f64>,
    /// `published`, `derived`, `category`, `weak` or `own`; for base rates also their method.
    pub evidence: String,
    /// Grade of the weakest source.
    pub grade: Option<Grade>,
    /// Year of the figure.
    pub year: Option<u32>,
    /// Kind of bound.
    pub bound: Bound,
    /// Sources.
    pub sources: Vec<Source>,
}

impl Known {
    /// Converts a figure; `scale` is 100 for dollars to cents.
    pub(super) fn new(figure: &Figure, scale: f64) -> Self {
        Self {
            low: figure.low.map(|low| rounded(low * scale)),
            typical: rounded(figure.typical * scale),
            high: figure.high.map(|high| rounded(high * scale)),
            evidence: figure.evidence.to_string(),
            grade: figure.grade.filter(|_| figure.evidence != OWN),
            year: figure.year,
            bound: figure.bound,
            sources: sources(&figure.sources),
        }
    }

    /// Converts a payout.
    pub(super) fn payout(value: &Value) -> Self {
        Self {
            low: value.ends.0,
            typical: rounded(value.cents),
            high: value.ends.1,
            evidence: value.evidence.to_string(),
            grade: value.grade,
            year: value.year,
            bound: Bound::Unstated,
            sources: sources(&value.sources),
        }
    }
}

/// Rounds to four digits after the point, so that 72.5 dollars are 7250 cents.
fn rounded(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}
