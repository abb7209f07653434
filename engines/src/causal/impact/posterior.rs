//! Posterior of the counterfactual, averaged over noise processes and regressors.

use super::design::Design;
use super::grid::processes;
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SelectedCholesky;
use crate::stat::structural::{Ahead, Filtered, Process, whiten};
use crate::stat::student::{Mixture, Part};

/// Models with less than this share of the largest weight are left out.
const LEAST_SHARE: f64 = 1e-4;
/// Prior variance of a standardised effect, in units of the variance of the series.
const EFFECT_VARIANCE: f64 = 1.0;
/// Prior variance of the level, large enough to be uninformative.
const LEVEL_VARIANCE: f64 = 100.0;

/// A model: a noise process and the regressors in use.
#[derive(Debug, Clone)]
pub(super) struct Model {
    process: Process,
    columns: Vec<usize>,
    coefficients: Vec<f64>,
    factor: SelectedCholesky,
    filtered: std::rc::Rc<Filtered>,
    /// Squared scale of the noise.
    noise: f64,
    pub(super) weight: f64,
}

/// The models of the posterior.
#[derive(Debug, Clone)]
pub(super) struct Posterior {
    pub(super) models: Vec<Model>,
    pub(super) freedom: f64,
}

impl Posterior {
    /// Averages over processes and subsets of regressors.
    ///
    /// The posterior is exact given the process: normal-inverse-gamma regression on series whitened by
    /// the Kalman filter (Harvey 1989, 3.4; O'Hagan & Forster 2004, ch. 11); subsets are weighted by
    /// marginal likelihood (Madigan & Raftery 1994).
    ///
    /// # Errors
    /// Returns [`EngineError::Cancelled`] if the caller cancelled.
    pub(super) fn new(design: &Design, control: &dyn Control) -> Result<Self, EngineError> {
        let freedom = design.observations() as f64 + PRIOR_FREEDOM;
        let subsets = subsets(design);
        let mut models: Vec<(f64, Model)> = Vec::new();
        let mut best = f64::NEG_INFINITY;
        for (process, prior) in processes() {
            checkpoint(control)?;
            let whitened = Whitened::new(design, &process);
            for (columns, subset_prior) in &subsets {
                let Some((evidence, model)) = whitened.fit(columns, freedom) else { continue };
                let log_weight = evidence + prior + subset_prior;
                best = best.max(log_weight);
                if log_weight > best + LEAST_SHARE.ln() {
                    models.push((log_weight, model));
                }
            }
        }
        models.retain(|(log_weight, _)| *log_weight > best + LEAST_SHARE.ln());
        let total: f64 = models.iter().map(|(log_weight, _)| (log_weight - best).exp()).sum();
        let weighted = |(log_weight, model): (f64, Model)| Model { weight: (log_weight - best).exp() / total, ..model };
        Ok(Self { models: models.into_iter().map(weighted).collect(), freedom })
    }

    /// Keeps the `most` models with the largest weights.
    pub(super) fn keep(&mut self, most: usize) {
        self.models.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        self.models.truncate(most);
        let total: f64 = self.models.iter().map(|model| model.weight).sum();
        self.models.iter_mut().for_each(|model| model.weight /= total);
    }

    /// Posterior probability that a column is included.
    pub(super) fn inclusion(&self, column: usize) -> f64 {
        self.models
            .iter()
            .filter(|model| model.columns.contains(&column))
            .map(|model| model.weight)
            .sum::<f64>()
            .min(1.0)
    }

    /// Returns the distribution of a weighted sum of the steps after the change, on the scale of the design.
    ///
    /// `weights[h]` belongs to step h after the last one before the change.
    pub(super) fn sum(&self, design: &Design, weights: &[f64]) -> Mixture {
        let columns = ahead_columns(design, weights);
        let parts = self.models.iter().map(|model| model.sum(weights, &columns)).collect();
        Mixture { parts, freedom: self.freedom }
    }
}

const PRIOR_FREEDOM: f64 = 1.0;
/// Prior variance of the noise, in units of the variance of the series.
const PRIOR_NOISE: f64 = 0.1;

/// Weighted sums of the regressors after the change.
fn ahead_columns(design: &Design, weights: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; design.width];
    for (row, weight) in design.rows[design.before * design.width..].chunks_exact(design.width).zip(weights) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += weight * value);
    }
    sums
}

/// Returns sets of columns with the logarithms of their prior probabilities: with or without season, trend and
/// each control.
fn subsets(design: &Design) -> Vec<(Vec<usize>, f64)> {
    let controls: Vec<usize> = design.controls.clone().collect();
    let mut sets = Vec::new();
    for has_season in [false, true] {
        if has_season && design.season.is_empty() {
            continue;
        }
        for has_trend in [false, true] {
            for chosen in 0..1_usize << controls.len() {
                let mut columns = vec![0];
                columns.extend(has_trend.then_some(1));
                columns.extend(design.season.clone().filter(|_| has_season));
                columns.extend(controls.iter().enumerate().filter(|(bit, _)| chosen >> bit & 1 == 1).map(|(_, c)| c));
                sets.push((columns, 0.0));
            }
        }
    }
    let even = -(sets.len() as f64).ln();
    sets.iter_mut().for_each(|(_, prior)| *prior = even);
    sets
}

/// The normal equations of all columns under one process.
struct Whitened {
    process: Process,
    filtered: std::rc::Rc<Filtered>,
    moments: Vec<f64>,
    width: usize,
    observations: f64,
}

impl Whitened {
    fn new(design: &Design, process: &Process) -> Self {
        let width = design.width;
        let mut rows = design.rows[..design.before * width].to_vec();
        let filtered = whiten(process, &mut rows, width, &design.seen);
        let mut moments = vec![0.0; width * width];
        for (row, _) in rows.chunks_exact(width).zip(&design.seen).filter(|(_, seen)| **seen) {
            for (line, value) in moments.chunks_exact_mut(width).zip(row) {
                line.iter_mut().zip(row).for_each(|(sum, other)| *sum += value * other);
            }
        }
        let observations = design.observations() as f64;
        Self { process: *process, filtered: std::rc::Rc::new(filtered), moments, width, observations }
    }

    /// Returns the logarithm of the marginal likelihood and the model; `None` if it cannot be computed.
    fn fit(&self, columns: &[usize], freedom: f64) -> Option<(f64, Model)> {
        let width = self.width;
        let size = columns.len();
        let mut matrix = vec![0.0; size * size];
        let mut log_prior = 0.0;
        for (a, row) in columns.iter().enumerate() {
            for (b, column) in columns.iter().enumerate() {
                matrix[a * size + b] = self.moments[row * width + column];
            }
            let variance = if *row == 0 { LEVEL_VARIANCE } else { EFFECT_VARIANCE } / PRIOR_NOISE;
            matrix[a * size + a] += 1.0 / variance;
            log_prior -= variance.ln();
        }
        let all: Vec<usize> = (0..size).collect();
        let factor = SelectedCholesky::of(&matrix, size, &all)?;
        let series = width - 1;
        let mut coefficients: Vec<f64> = columns.iter().map(|c| self.moments[c * width + series]).collect();
        factor.forward(&mut coefficients);
        let explained: f64 = coefficients.iter().map(|value| value * value).sum();
        factor.backward(&mut coefficients);
        let left = (self.moments[series * width + series] - explained).max(0.0) + PRIOR_FREEDOM * PRIOR_NOISE;
        let evidence =
            0.5 * (log_prior - factor.log_determinant() - self.filtered.log_variances) - 0.5 * freedom * left.ln();
        let model = Model {
            process: self.process,
            columns: columns.to_vec(),
            coefficients,
            factor,
            filtered: self.filtered.clone(),
            noise: left / (self.observations + PRIOR_FREEDOM),
            weight: 0.0,
        };
        evidence.is_finite().then_some((evidence, model))
    }
}

impl Model {
    fn sum(&self, weights: &[f64], columns: &[f64]) -> Part {
        let ahead = Ahead::new(&self.process, &self.filtered, weights);
        let series = columns.len() - 1;
        let mut centre = ahead.expectation(&self.filtered, series);
        let mut distance: Vec<f64> =
            self.columns.iter().map(|c| columns[*c] - ahead.expectation(&self.filtered, *c)).collect();
        centre += distance.iter().zip(&self.coefficients).map(|(d, b)| d * b).sum::<f64>();
        self.factor.forward(&mut distance);
        let spread = ahead.variance + distance.iter().map(|d| d * d).sum::<f64>();
        Part { weight: self.weight, centre, scale: (self.noise * spread).sqrt() }
    }
}

/// Levels and autoregressions for comparing scales and controls.
const SKETCHES: [(f64, f64, f64); 4] = [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.5, 0.0, 0.0), (0.0, 0.75, 1.0)];

/// Largest log marginal likelihood of the data over a few processes, with all columns in use.
pub(super) fn evidence(design: &Design) -> f64 {
    let columns: Vec<usize> = (0..design.width - 1).collect();
    let freedom = design.observations() as f64 + PRIOR_FREEDOM;
    let one = |(level, phi, share): (f64, f64, f64)| {
        let process = Process { level: level * level, slope: 0.0, phi, share };
        Whitened::new(design, &process).fit(&columns, freedom).map_or(f64::NEG_INFINITY, |(evidence, _)| evidence)
    };
    SKETCHES.into_iter().map(one).fold(f64::NEG_INFINITY, f64::max) + design.log_jacobian
}

/// Selects up to `most` controls, each the one that adds most to the marginal likelihood; returns their indices.
pub(super) fn forward(design: &Design, most: usize) -> Vec<usize> {
    let (level, phi, share) = SKETCHES[1];
    let whitened = Whitened::new(design, &Process { level: level * level, slope: 0.0, phi, share });
    let freedom = design.observations() as f64 + PRIOR_FREEDOM;
    let mut columns: Vec<usize> = std::iter::once(0).chain(design.season.clone()).collect();
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let with = |control: usize| {
            let tried: Vec<usize> = columns.iter().copied().chain([control]).collect();
            whitened.fit(&tried, freedom).map_or(f64::NEG_INFINITY, |(evidence, _)| evidence)
        };
        let left = design.controls.clone().filter(|control| !columns.contains(control));
        let Some(best) = left.map(|control| (with(control), control)).reduce(|a, b| if b.0 > a.0 { b } else { a })
        else {
            break;
        };
        columns.push(best.1);
        chosen.push(best.1 - design.controls.start);
    }
    chosen
}
