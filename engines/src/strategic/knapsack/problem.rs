//! Definition of the problem.

use crate::common::EngineError;

/// Maximum number of variables per run.
pub const MAX_ITEMS: usize = 5_000;
/// Maximum number of limits per run.
pub const MAX_LIMITS: usize = 1_000;
/// Maximum magnitude of a figure, so that sums are exact to far below one unit.
const MAX_FIGURE: f64 = 1e15;

/// A knapsack: maximise the sum of `values` with every row of `weights` within its limit.
///
/// Weights and limits may be negative, so the prerequisite "page only with its site" is the row `page - site <= 0`.
#[derive(Debug, Clone, PartialEq)]
pub struct Knapsack {
    pub(super) values: Vec<f64>,
    pub(super) weights: Vec<Vec<f64>>,
    pub(super) limits: Vec<f64>,
    /// Minimum difference between sums of values; 0 if unknown.
    pub(super) step: f64,
}

impl Knapsack {
    /// Creates a validated problem.
    ///
    /// `values` has one entry per item; `weights` one row per limit with one entry per item.
    ///
    /// # Errors
    /// Returns [`EngineError::NoInput`] without items, [`EngineError::TooLarge`], and
    /// [`EngineError::InvalidInput`] for a figure that is not finite or a row of wrong length.
    pub fn new(values: Vec<f64>, weights: Vec<Vec<f64>>, limits: Vec<f64>) -> Result<Self, EngineError> {
        if values.is_empty() {
            return Err(EngineError::NoInput { what: "items", unlock: "give the value of each item in `c`" });
        }
        check_size("items", values.len(), MAX_ITEMS)?;
        check_size("limits", limits.len(), MAX_LIMITS)?;
        if weights.len() != limits.len() {
            let problem = format!("has {} rows, but there are {} limits in `b`", weights.len(), limits.len());
            return Err(EngineError::input("A", problem));
        }
        check_figures("c", &values)?;
        check_figures("b", &limits)?;
        for (place, row) in weights.iter().enumerate() {
            let field = format!("A[{place}]");
            if row.len() != values.len() {
                let problem = format!("has {} values, but there are {} items in `c`", row.len(), values.len());
                return Err(EngineError::input(field, problem));
            }
            check_figures(&field, row)?;
        }
        let step = common_step(&values);
        Ok(Self { values, weights, limits, step })
    }

    /// Number of items.
    pub fn items(&self) -> usize {
        self.values.len()
    }

    /// Sum of the values of the chosen items.
    pub fn value(&self, chosen: &[bool]) -> f64 {
        self.values.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(value, _)| value).sum()
    }

    /// Returns true if a choice keeps every limit, up to rounding.
    pub fn is_feasible(&self, chosen: &[bool]) -> bool {
        self.weights.iter().zip(&self.limits).all(|(row, limit)| {
            let used: f64 = row.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(weight, _)| weight).sum();
            used <= limit + slack_tolerance(*limit)
        })
    }
}

/// Tolerance for rounding in a sum: a billionth of a unit, or of the limit's last digits.
pub(super) fn slack_tolerance(limit: f64) -> f64 {
    5e-10 + 1e-14 * limit.abs()
}

fn check_size(what: &'static str, got: usize, limit: usize) -> Result<(), EngineError> {
    if got > limit { Err(EngineError::TooLarge { what, got, limit }) } else { Ok(()) }
}

fn check_figures(field: &str, figures: &[f64]) -> Result<(), EngineError> {
    match figures.iter().position(|figure| figure.is_nan() || figure.abs() > MAX_FIGURE) {
        None => Ok(()),
        Some(place) => Err(EngineError::input(
            format!("{field}[{place}]"),
            format!("is {}, must be a number of at most 1e15", figures[place]),
        )),
    }
}

/// Greatest common divisor of integer values: the minimum difference between two totals.
fn common_step(values: &[f64]) -> f64 {
    if values.iter().any(|value| value.fract() != 0.0) {
        return 0.0;
    }
    let divisor = values.iter().fold(0_u64, |divisor, value| gcd(divisor, value.abs() as u64));
    divisor as f64
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
