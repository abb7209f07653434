//! Treatment effects without randomization.

mod doubly_robust;
mod gaussian_process;
mod input;
mod kernel;
mod propensity;
mod simplex;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use input::TreatmentInput;

use crate::common::{Control, EngineError};
use crate::stat::SplitMix64;
use crate::stat::student::{Mixture, Part};
use gaussian_process::{Process, ROWS_FOR_FIT, Uncertainty, some_of};
use input::Sample;

/// Name of the method.
pub const TREATMENT_METHOD: &str = "treatment effects: a Gaussian process an arm, checked by a doubly robust estimate";
/// Version of the method.
pub const TREATMENT_METHOD_VERSION: &str = "causal-treatment-1.3.0";
/// Maximum number of rows for the variance of a mean.
const ROWS_FOR_VARIANCE: usize = 1_500;
/// Standard errors from the centre to the end of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;
/// Weight of the squared bias that the model expects from smoothing.
///
/// The model underestimates it where its form is wrong. The least of 1, 1.5 and 2 with 92 % coverage of exponential outcomes in
/// own worlds (`docs/engines/causal.md`).
const BIAS_WEIGHT: f64 = 2.0;
/// Share of rows without a counterpart above which the overlap is called poor.
const POOR_OVERLAP: f64 = 0.1;

/// An estimate with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// The estimate, in units of the outcome.
    pub value: f64,
    /// Lower end of the interval.
    pub lo: f64,
    /// Upper end of the interval.
    pub hi: f64,
}

/// Estimated effects of a treatment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreatmentOutput {
    /// Average effect over all rows, in units of the outcome.
    pub ate: f64,
    /// Average effect over the treated rows.
    pub att: f64,
    /// Lower end of the 95 % interval of `ate`, which includes how far the second method differs.
    pub lo: f64,
    /// Upper end of the 95 % interval of `ate`.
    pub hi: f64,
    /// Effect on each row, in the order of the input.
    pub ite: Vec<f64>,
    /// The average effect by a second method, which is correct if either the outcome model or the propensity model is.
    pub doubly_robust: Estimate,
    /// Share of rows that have hardly any counterpart in the other arm (propensity under 5 % or over 95 %).
    pub without_counterpart: f64,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Estimates the effect of a treatment on each row and on average.
///
/// The same input and seed give the same answer.
///
/// # Errors
/// Returns an [`EngineError`] that names the invalid field, or [`EngineError::Cancelled`].
pub fn treatment(input: &TreatmentInput, seed: u64, control: &dyn Control) -> Result<TreatmentOutput, EngineError> {
    let sample = input::sample(input)?;
    let mut random = SplitMix64::new(seed);
    control.progress(5.0, "treatment", "Fitting the outcomes without treatment");
    let without = Process::fit(&sample.x, &sample.y, &sample.arm(false), &mut random, control)?;
    control.progress(50.0, "treatment", "Fitting the outcomes with treatment");
    let with = Process::fit(&sample.x, &sample.y, &sample.arm(true), &mut random, control)?;
    control.progress(90.0, "treatment", "Estimating the effect on each row");
    let (low, high) = (without.predict(control)?, with.predict(control)?);
    let all: Vec<usize> = (0..sample.y.len()).collect();
    let effects: Vec<f64> = difference(&high.average, &low.average);
    let ate = mean_over(&effects, &all);
    let rows = some_of(&all, ROWS_FOR_VARIANCE, &mut random);
    let uncertainties = [&without, &with].map(|arm| arm.uncertainty_of_mean(&rows));
    let propensities = propensity::propensities(&sample);
    let outcomes = (low.average.as_slice(), high.average.as_slice());
    let doubly_robust = doubly_robust::estimate(&sample, &without, &with, outcomes, &propensities);
    let quantile = quantile([&without, &with].map(Process::count), uncertainties.map(|arm| arm.variance));
    let half = quantile / Z95 * half_width(ate, uncertainties, doubly_robust);
    let is_lonely = |share: &&f64| !(0.05..=0.95).contains(*share);
    let without_counterpart = propensities.iter().filter(is_lonely).count() as f64 / sample.y.len() as f64;
    let mut notes = notes(&sample, (ate, half), doubly_robust, without_counterpart);
    if without.is_shrunk() || with.is_shrunk() {
        notes.push(few_rows_note());
    }
    control.progress(100.0, "treatment", "Done");
    Ok(TreatmentOutput {
        ate,
        att: mean_over(&effects, &sample.arm(true)),
        lo: ate - half,
        hi: ate + half,
        notes,
        ite: centred(difference(&high.single, &low.single), ate),
        doubly_robust,
        without_counterpart,
        assumptions: assumptions(),
        method: TREATMENT_METHOD.to_owned(),
        method_version: TREATMENT_METHOD_VERSION.to_owned(),
    })
}

fn difference(high: &[f64], low: &[f64]) -> Vec<f64> {
    high.iter().zip(low).map(|(high, low)| high - low).collect()
}

/// Shifts the effects of the rows, which are shrunk, to the mean `average`, which is not.
fn centred(mut effects: Vec<f64>, average: f64) -> Vec<f64> {
    let shift = average - effects.iter().sum::<f64>() / effects.len().max(1) as f64;
    effects.iter_mut().for_each(|effect| *effect += shift);
    effects
}

/// 97.5 % quantile of a Student variable with the degrees of freedom of a difference of two means.
///
/// Source: Welch (1947), "The generalization of Student's problem when several different population variances are
/// involved", Biometrika 34.
fn quantile(rows: [usize; 2], variances: [f64; 2]) -> f64 {
    let parts: f64 = rows.iter().zip(variances).map(|(rows, variance)| variance.powi(2) / (rows - 1) as f64).sum();
    let freedom = if parts > 0.0 { (variances[0] + variances[1]).powi(2) / parts } else { 1e6 };
    let part = Part { weight: 1.0, centre: 0.0, scale: 1.0 };
    Mixture { parts: vec![part], freedom: freedom.max(4.0) }.quantile(0.975)
}

/// Half width of an interval of the average effect, for the normal quantile.
///
/// Mean squared error = variance + squared bias. The variance is the doubly robust one, which holds where the model is wrong,
/// plus [`BIAS_WEIGHT`] x the squared bias that the model expects, but at least the model's own. The squared difference
/// of the two estimates is added: the doubly robust one is nearly without bias where the model is wrong. An interval has to
/// allow for the bias of smoothing: Armstrong & Kolesár (2021), "Finite-sample optimal estimation and inference on average
/// treatment effects under unconfoundedness", Econometrica 89(3).
fn half_width(ate: f64, [without, with]: [Uncertainty; 2], second: Estimate) -> f64 {
    let other = ((second.hi - second.lo) / (2.0 * Z95)).powi(2) + BIAS_WEIGHT * (without.bias + with.bias);
    let variance = (without.variance + with.variance).max(other);
    Z95 * (variance + (second.value - ate).powi(2)).sqrt()
}

fn mean_over(values: &[f64], rows: &[usize]) -> f64 {
    rows.iter().map(|row| values[*row]).sum::<f64>() / rows.len().max(1) as f64
}

fn assumptions() -> Vec<String> {
    [
        "The covariates include everything that affects both the treatment and the outcome.",
        "Every row had a chance to be treated and a chance not to be treated.",
        "The treatment of one row does not change the outcome of another.",
        "Outcomes are a smooth function of the covariates, with noise of one size in each arm.",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn few_rows_note() -> String {
    "An arm has fewer than two rows per covariate: effects are shrunk, and the interval may be too narrow. Give fewer covariates."
        .to_owned()
}

fn notes(sample: &Sample, (ate, half): (f64, f64), second: Estimate, without_counterpart: f64) -> Vec<String> {
    let (with, all) = (sample.arm(true).len(), sample.y.len());
    let mut notes = vec![format!("{with} treated rows and {} others.", all - with)];
    if sample.x[0].is_empty() {
        notes.push("All covariates are constant: the effect is the difference of the two means.".to_owned());
    }
    if without_counterpart > POOR_OVERLAP {
        notes.push(format!(
            "{:.0} % of the rows have few comparable rows in the other arm; their effect is extrapolated, and the average \
             effect depends on the form of the model there.",
            without_counterpart * 100.0
        ));
    }
    if (second.value - ate).abs() > half + (second.hi - second.lo) / 2.0 {
        notes.push(
            "The two estimates of the average effect disagree: check the covariates before using either.".to_owned(),
        );
    }
    if with > ROWS_FOR_FIT || all - with > ROWS_FOR_FIT {
        notes.push(format!("The model of an arm was fitted to a random sample of {ROWS_FOR_FIT} of its rows."));
    }
    notes
}
