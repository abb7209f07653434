//! Input of treatment effects.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::EngineError;

/// Minimum number of rows with and without the treatment.
const LEAST_ROWS: usize = 10;
/// Maximum number of rows per run.
const MAX_ROWS: usize = 100_000;
/// Maximum number of covariates per run.
const MAX_COLUMNS: usize = 500;

/// Treatment, outcome and covariates of each row.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreatmentInput {
    /// 1 for a treated row, 0 otherwise.
    pub t: Vec<f64>,
    /// The outcome of each row.
    pub y: Vec<f64>,
    /// Covariates of each row from before the treatment: one list per row, of equal length.
    pub x: Vec<Vec<f64>>,
}

/// A validated input: covariates are standardised, constant ones left out.
#[derive(Debug)]
pub(super) struct Sample {
    pub(super) treated: Vec<bool>,
    pub(super) y: Vec<f64>,
    /// One list per row.
    pub(super) x: Vec<Vec<f64>>,
}

impl Sample {
    /// Indices of the rows of an arm.
    pub(super) fn arm(&self, treated: bool) -> Vec<usize> {
        (0..self.y.len()).filter(|row| self.treated[*row] == treated).collect()
    }
}

/// Validates an input.
///
/// # Errors
/// Returns an [`EngineError`] that names the field and the requirement.
pub(super) fn sample(input: &TreatmentInput) -> Result<Sample, EngineError> {
    let rows = input.y.len();
    if rows == 0 {
        return Err(EngineError::NoInput { what: "outcomes", unlock: "give the outcome of each row in `y`" });
    }
    if rows > MAX_ROWS {
        return Err(EngineError::TooLarge { what: "rows", got: rows, limit: MAX_ROWS });
    }
    same_length("t", input.t.len(), rows)?;
    same_length("x", input.x.len(), rows)?;
    finite("y", &input.y)?;
    let treated = treated(&input.t)?;
    let columns = input.x[0].len();
    if columns > MAX_COLUMNS {
        return Err(EngineError::TooLarge { what: "covariates", got: columns, limit: MAX_COLUMNS });
    }
    for (row, figures) in input.x.iter().enumerate() {
        same_length(&format!("x[{row}]"), figures.len(), columns)?;
        finite(&format!("x[{row}]"), figures)?;
    }
    Ok(Sample { treated, y: input.y.clone(), x: standardised(&input.x) })
}

fn same_length(field: &str, got: usize, wanted: usize) -> Result<(), EngineError> {
    if got == wanted {
        return Ok(());
    }
    Err(EngineError::input(field, format!("has {got} values, must have {wanted}")))
}

fn finite(field: &str, figures: &[f64]) -> Result<(), EngineError> {
    match figures.iter().position(|figure| figure.is_nan() || figure.abs() > 1e12) {
        None => Ok(()),
        Some(at) => Err(EngineError::input(format!("{field}[{at}]"), "must be a number of at most 1e12")),
    }
}

fn treated(t: &[f64]) -> Result<Vec<bool>, EngineError> {
    if let Some(at) = t.iter().position(|value| *value != 0.0 && *value != 1.0) {
        return Err(EngineError::input(format!("t[{at}]"), format!("is {}, must be 0 or 1", t[at])));
    }
    let treated: Vec<bool> = t.iter().map(|value| *value == 1.0).collect();
    let with = treated.iter().filter(|treated| **treated).count();
    if with < LEAST_ROWS || t.len() - with < LEAST_ROWS {
        let problem =
            format!("has {with} treated and {} other rows, at least {LEAST_ROWS} of each are needed", t.len() - with);
        return Err(EngineError::input("t", problem));
    }
    Ok(treated)
}

fn standardised(x: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let count = x.len() as f64;
    let scale = |column: usize| {
        let mean = x.iter().map(|row| row[column] / count).sum::<f64>();
        let variance = x.iter().map(|row| (row[column] - mean).powi(2) / count).sum::<f64>();
        (mean, variance.sqrt())
    };
    let scales: Vec<(usize, f64, f64)> = (0..x[0].len())
        .map(|column| (column, scale(column)))
        .filter(|(_, (mean, deviation))| *deviation > 1e-9 * (1.0 + mean.abs()))
        .map(|(column, (mean, deviation))| (column, mean, deviation))
        .collect();
    x.iter()
        .map(|row| scales.iter().map(|(column, mean, deviation)| (row[*column] - mean) / deviation).collect())
        .collect()
}
