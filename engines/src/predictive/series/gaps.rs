//! Series with missing values.

use crate::predictive::model::season;
use crate::stat::series::filled;

/// A series without gaps.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Complete {
    /// Values from the first known to the last known one.
    pub(super) values: Vec<f64>,
    /// True for values that were missing.
    pub(super) filled: Vec<bool>,
    /// Missing values after the last known one, which are forecast.
    pub(super) late: usize,
}

impl Complete {
    /// Fills the gaps with the line between their neighbours, plus the season if it is known from two of them.
    pub(super) fn of(values: &[Option<f64>], period: usize) -> Self {
        let Some(first) = values.iter().position(Option::is_some) else { return Self::default() };
        let last = values.iter().rposition(Option::is_some).unwrap_or(first);
        let known = &values[first..=last];
        let missing: Vec<bool> = known.iter().map(Option::is_none).collect();
        Self { values: without_gaps(known, period), filled: missing, late: values.len() - 1 - last }
    }

    /// Number of filled values.
    pub(super) fn gaps(&self) -> usize {
        self.filled.iter().filter(|is_filled| **is_filled).count()
    }
}

fn without_gaps(known: &[Option<f64>], period: usize) -> Vec<f64> {
    let line = filled(known);
    if known.iter().all(Option::is_some) {
        return line;
    }
    let Some(indices) = season::indices(&line, period, 1.0, true) else { return line };
    let index = |at: usize| indices[at % indices.len()];
    let plain: Vec<Option<f64>> =
        known.iter().enumerate().map(|(at, value)| value.map(|value| value - index(at))).collect();
    let seasonal = filled(&plain);
    let restore = |(at, value): (usize, &Option<f64>)| value.unwrap_or_else(|| seasonal[at] + index(at));
    let restored: Vec<f64> = known.iter().enumerate().map(restore).collect();
    // The season of a series without negative values must not make one.
    let has_negative = known.iter().flatten().any(|value| *value < 0.0);
    let keep = |(at, value): (usize, &f64)| if has_negative || *value >= 0.0 { *value } else { line[at] };
    restored.iter().enumerate().map(keep).collect()
}
