//! Regression on whitened columns.

use std::rc::Rc;

use super::design::Design;
use super::effect::{Effect, SHAPES};
use crate::stat::SelectedCholesky;
use crate::stat::structural::{Ahead, Filtered, Process, whiten, whiten_on};

/// Prior variance of a standardised effect, in units of the variance of the series.
const EFFECT_VARIANCE: f64 = 1.0;
/// Prior variance of the level, large enough to be uninformative.
const LEVEL_VARIANCE: f64 = 100.0;
/// Prior variance of the average effect of the change: flat, so that what is added after the change is added to the effect.
const FLAT_VARIANCE: f64 = 1e12;
/// Degrees of freedom of the prior of the noise.
pub(super) const PRIOR_FREEDOM: f64 = 1.0;
/// Prior variance of the noise, in units of the variance of the series.
const PRIOR_NOISE: f64 = 0.1;

/// The normal equations of all columns under one process.
#[derive(Debug)]
pub(super) struct Whitened {
    process: Process,
    /// State of the filter after the last step before the change.
    filtered: Rc<Filtered>,
    before: Moments,
    /// With the measured steps.
    all: Moments,
    width: usize,
    /// Column of the effect.
    effect: usize,
    /// True if the measured steps show a linear change.
    has_ramp: bool,
}

/// Sums of products of the columns over some steps.
#[derive(Debug, Clone)]
struct Moments {
    sums: Vec<f64>,
    log_variances: f64,
    freedom: f64,
}

impl Moments {
    fn add(&mut self, rows: &[f64], width: usize, seen: &[bool]) {
        for (row, _) in rows.chunks_exact(width).zip(seen).filter(|(_, seen)| **seen) {
            for (line, value) in self.sums.chunks_exact_mut(width).zip(row) {
                line.iter_mut().zip(row).for_each(|(sum, other)| *sum += value * other);
            }
            self.freedom += 1.0;
        }
    }
}

/// A model fitted to the steps before the change.
#[derive(Debug, Clone)]
pub(super) struct Prediction {
    process: Process,
    pub(super) columns: Vec<usize>,
    coefficients: Vec<f64>,
    factor: SelectedCholesky,
    filtered: Rc<Filtered>,
    /// Squared scale of the noise.
    pub(super) noise: f64,
}

/// A model fitted to all steps, with a constant effect and with one that changes linearly.
pub(super) struct Joint {
    factor: SelectedCholesky,
    half: Vec<f64>,
    /// Number of columns without the effect.
    columns: usize,
    /// Logarithm of the marginal likelihood and squared scale of the noise, for each shape.
    shapes: Vec<(f64, f64)>,
}

impl Whitened {
    /// Whitens all steps of the design.
    pub(super) fn new(design: &Design, process: &Process) -> Self {
        let width = design.width;
        let mut rows = design.rows[..design.before * width].to_vec();
        let filtered = whiten(process, &mut rows, width, &design.seen);
        let mut before =
            Moments { sums: vec![0.0; width * width], log_variances: filtered.log_variances, freedom: PRIOR_FREEDOM };
        before.add(&rows, width, &design.seen);
        let (filtered, all) = (Rc::new(filtered), before.clone());
        let only = Self { process: *process, filtered, before, all, width, effect: design.effect, has_ramp: false };
        only.measured(design)
    }

    /// Replaces the measured steps with those of a design that has the same steps before the change.
    pub(super) fn measured(&self, design: &Design) -> Self {
        let mut all = self.before.clone();
        if design.measurements() > 0 {
            let mut rows = design.rows[design.before * self.width..].to_vec();
            let filtered = Filtered::clone(&self.filtered);
            all.log_variances = whiten_on(&self.process, filtered, &mut rows, &design.seen_after).log_variances;
            all.add(&rows, self.width, &design.seen_after);
        }
        let (filtered, before) = (self.filtered.clone(), self.before.clone());
        Self { filtered, before, all, has_ramp: design.measurements() >= 3, ..*self }
    }

    /// Fits the steps before the change; returns the logarithm of the marginal likelihood and the model, `None` if it
    /// cannot be computed.
    pub(super) fn fit(&self, columns: &[usize]) -> Option<(f64, Prediction)> {
        let (factor, mut coefficients, log_prior) = self.solved(&self.before, columns)?;
        let explained = coefficients.iter().map(|value| value * value).sum();
        let (evidence, noise) = self.judged(&self.before, explained, log_prior - factor.log_determinant());
        factor.backward(&mut coefficients);
        let (process, filtered) = (self.process, self.filtered.clone());
        let prediction = Prediction { process, columns: columns.to_vec(), coefficients, factor, filtered, noise };
        evidence.is_finite().then_some((evidence, prediction))
    }

    /// Fits all steps with the effect; `None` if it cannot be computed.
    ///
    /// The columns of the effect are the last, so one decomposition serves both shapes.
    pub(super) fn joint(&self, columns: &[usize]) -> Option<Joint> {
        let shapes = if self.has_ramp { SHAPES } else { 1 };
        let with: Vec<usize> = columns.iter().copied().chain(self.effect..self.effect + shapes).collect();
        let (factor, half, log_prior) = self.solved(&self.all, &with)?;
        let mut explained: f64 = half[..columns.len()].iter().map(|value| value * value).sum();
        let mut found = Vec::with_capacity(shapes);
        for size in columns.len() + 1..=with.len() {
            explained += half[size - 1] * half[size - 1];
            // The prior variance of the change, the last column, is not that of a constant effect.
            let prior = if size < with.len() { log_prior + self.variance(self.effect + 1).ln() } else { log_prior };
            found.push(self.judged(&self.all, explained, prior - factor.leading_log_determinant(size)));
        }
        let is_finite = found.iter().all(|(evidence, _)| evidence.is_finite());
        is_finite.then_some(Joint { factor, half, columns: columns.len(), shapes: found })
    }

    /// Prior variance of a coefficient, in units of the noise.
    fn variance(&self, column: usize) -> f64 {
        let variance = match column {
            0 => LEVEL_VARIANCE,
            _ if column == self.effect => FLAT_VARIANCE,
            _ => EFFECT_VARIANCE,
        };
        variance / PRIOR_NOISE
    }

    /// Factor of the normal equations, their solution before the backward step, and twice the logarithm of the constant
    /// of the prior of the coefficients.
    fn solved(&self, moments: &Moments, columns: &[usize]) -> Option<(SelectedCholesky, Vec<f64>, f64)> {
        let (width, size) = (self.width, columns.len());
        let mut matrix = vec![0.0; size * size];
        let mut log_prior = 0.0;
        for (a, row) in columns.iter().enumerate() {
            for (b, column) in columns.iter().enumerate() {
                matrix[a * size + b] = moments.sums[row * width + column];
            }
            let variance = self.variance(*row);
            matrix[a * size + a] += 1.0 / variance;
            log_prior -= variance.ln();
        }
        let all: Vec<usize> = (0..size).collect();
        let factor = SelectedCholesky::of(&matrix, size, &all)?;
        let mut half: Vec<f64> = columns.iter().map(|c| moments.sums[c * width + width - 1]).collect();
        factor.forward(&mut half);
        Some((factor, half, log_prior))
    }

    /// Logarithm of the marginal likelihood and squared scale of the noise.
    fn judged(&self, moments: &Moments, explained: f64, log_determinants: f64) -> (f64, f64) {
        let squares = moments.sums[self.width * self.width - 1];
        let left = (squares - explained).max(0.0) + PRIOR_FREEDOM * PRIOR_NOISE;
        let evidence = 0.5 * (log_determinants - moments.log_variances) - 0.5 * moments.freedom * left.ln();
        (evidence, left / moments.freedom)
    }
}

impl Prediction {
    /// Centre and scale of a weighted sum of the steps after the change; `columns` are the sums of the regressors.
    pub(super) fn sum(&self, weights: &[f64], columns: &[f64]) -> (f64, f64) {
        let ahead = Ahead::new(&self.process, &self.filtered, weights);
        let series = columns.len() - 1;
        let mut centre = ahead.expectation(&self.filtered, series);
        let mut distance: Vec<f64> =
            self.columns.iter().map(|c| columns[*c] - ahead.expectation(&self.filtered, *c)).collect();
        centre += distance.iter().zip(&self.coefficients).map(|(d, b)| d * b).sum::<f64>();
        self.factor.forward(&mut distance);
        let spread = ahead.variance + distance.iter().map(|d| d * d).sum::<f64>();
        (centre, (self.noise * spread).sqrt())
    }
}

impl Joint {
    /// Logarithm of the mean of the marginal likelihoods: a constant and a changing effect are equally likely before.
    pub(super) fn evidence(&self) -> f64 {
        let best = self.best();
        let sum: f64 = self.shapes.iter().map(|(evidence, _)| (evidence - best).exp()).sum();
        best + (sum / self.shapes.len() as f64).ln()
    }

    /// The effect of each shape, with its posterior probability.
    pub(super) fn effects(&self) -> impl Iterator<Item = (f64, Effect)> {
        let best = self.best();
        let total: f64 = self.shapes.iter().map(|(evidence, _)| (evidence - best).exp()).sum();
        self.shapes.iter().enumerate().map(move |(place, (evidence, noise))| {
            let effect = Effect::new(&self.factor, &self.half, self.columns, place > 0, *noise);
            ((evidence - best).exp() / total, effect)
        })
    }

    fn best(&self) -> f64 {
        self.shapes.iter().map(|(evidence, _)| *evidence).fold(f64::NEG_INFINITY, f64::max)
    }
}
