//! Posterior of the counterfactual, averaged over noise processes and regressors.

use std::rc::Rc;

use super::design::Design;
use super::effect::{Effect, SHAPES};
use super::grid::processes;
use super::whitened::{Joint, PRIOR_FREEDOM, Prediction, Whitened};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::structural::Process;
use crate::stat::student::{Mixture, Part};

/// Prior probability of a trend: in public series of page views few windows of 128 days have one.
const TREND: f64 = 1.0 / 3.0;
/// Models with less than this share of the largest weight are left out.
const LEAST_SHARE: f64 = 1e-4;

/// A noise process and the regressors in use, fitted to the steps before the change.
#[derive(Debug, Clone)]
pub(super) struct Model {
    whitened: Rc<Whitened>,
    prediction: Prediction,
    pub(super) weight: f64,
}

/// The models of the posterior.
#[derive(Debug, Clone)]
pub(super) struct Posterior {
    pub(super) models: Vec<Model>,
    /// Effects with their weights, for each model one per shape.
    effects: Vec<(f64, Effect)>,
    /// Degrees of freedom before the change, and with the measured steps.
    pub(super) freedom: f64,
    freedom_of_effect: f64,
}

impl Posterior {
    /// Averages over processes, subsets of regressors and shapes of the effect.
    ///
    /// The posterior is exact given the process: normal-inverse-gamma regression on series whitened by
    /// the Kalman filter (Harvey 1989, 3.4; O'Hagan & Forster 2004, ch. 11); subsets are weighted by
    /// marginal likelihood (Madigan & Raftery 1994). The effect is a regressor of its own (Box & Tiao 1975,
    /// "Intervention analysis with applications to economic and environmental problems", JASA 70), so the steps
    /// after the change contribute to the noise process, too.
    ///
    /// # Errors
    /// Returns [`EngineError::Cancelled`] if the caller cancelled.
    pub(super) fn new(design: &Design, control: &dyn Control) -> Result<Self, EngineError> {
        let subsets = subsets(design);
        let mut found: Vec<(f64, Joint, Rc<Whitened>, &[usize])> = Vec::new();
        let mut best = f64::NEG_INFINITY;
        for (process, prior) in processes() {
            checkpoint(control)?;
            let whitened = Rc::new(Whitened::new(design, &process));
            for (columns, subset_prior) in &subsets {
                let Some(joint) = whitened.joint(columns) else { continue };
                let log_weight = joint.evidence() + prior + subset_prior;
                best = best.max(log_weight);
                if log_weight > best + LEAST_SHARE.ln() {
                    found.push((log_weight, joint, whitened.clone(), columns));
                }
            }
        }
        found.retain(|(log_weight, ..)| *log_weight > best + LEAST_SHARE.ln());
        let total: f64 = found.iter().map(|(log_weight, ..)| (log_weight - best).exp()).sum();
        let (mut models, mut effects): (Vec<Model>, Vec<(f64, Effect)>) = (Vec::new(), Vec::new());
        for (log_weight, joint, whitened, columns) in found {
            let weight = (log_weight - best).exp() / total;
            effects.extend(joint.effects().map(|(share, effect)| (weight * share, effect)));
            let fitted = whitened.fit(columns);
            models.extend(fitted.map(|(_, prediction)| Model { whitened, prediction, weight }));
        }
        rescale(&mut models);
        let freedom = design.observations() as f64 + PRIOR_FREEDOM;
        Ok(Self { models, effects, freedom, freedom_of_effect: freedom + design.measurements() as f64 })
    }

    /// Keeps the `most` models with the largest weights.
    pub(super) fn keep(&mut self, most: usize) {
        let mut weights: Vec<f64> = self.models.iter().map(|model| model.weight).collect();
        weights.sort_by(|a, b| b.total_cmp(a));
        let least = weights.get(most.saturating_sub(1)).copied().unwrap_or(0.0);
        self.models.retain(|model| model.weight >= least);
        rescale(&mut self.models);
    }

    /// Posterior probability that a column is included.
    pub(super) fn inclusion(&self, column: usize) -> f64 {
        self.models
            .iter()
            .filter(|model| model.prediction.columns.contains(&column))
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

    /// Average effect over the models at each step after the change, on the scale of the design.
    pub(super) fn effect_by_step(&self, design: &Design) -> Vec<f64> {
        let mean =
            |place: usize| self.effects.iter().map(|(weight, effect)| weight * effect.shares[place]).sum::<f64>();
        let mean: [f64; SHAPES] = std::array::from_fn(mean);
        shapes(design).map(|shape| shape.iter().zip(&mean).map(|(a, b)| a * b).sum()).collect()
    }

    /// Returns the distribution of a weighted sum of the effects of the steps after the change, on the scale of the design.
    pub(super) fn effect(&self, design: &Design, weights: &[f64]) -> Mixture {
        let mut load = [0.0; SHAPES];
        for (shape, weight) in shapes(design).zip(weights) {
            load.iter_mut().zip(shape).for_each(|(sum, value)| *sum += weight * value);
        }
        let part = |(weight, effect): &(f64, Effect)| {
            let (centre, scale) = effect.sum(&load);
            Part { weight: *weight, centre, scale }
        };
        Mixture { parts: self.effects.iter().map(part).collect(), freedom: self.freedom_of_effect }
    }
}

impl Posterior {
    /// Returns the distribution of the average effect that measured steps of another design would give, with the models
    /// and the noise of the steps before the change, which both designs share.
    pub(super) fn planned(&self, design: &Design) -> Mixture {
        let mut parts = Vec::new();
        let mut latest: Option<(&Rc<Whitened>, Whitened)> = None;
        for model in &self.models {
            let measured = match latest.take() {
                Some((of, measured)) if Rc::ptr_eq(of, &model.whitened) => measured,
                _ => model.whitened.measured(design),
            };
            for (share, effect) in measured.joint(&model.prediction.columns).iter().flat_map(Joint::effects) {
                let (centre, scale) = effect.with_noise(model.prediction.noise).sum(&[1.0, 0.0]);
                parts.push(Part { weight: model.weight * share, centre, scale });
            }
            latest = Some((&model.whitened, measured));
        }
        Mixture { parts, freedom: self.freedom }
    }
}

/// Makes the weights sum to 1.
fn rescale(models: &mut [Model]) {
    let total: f64 = models.iter().map(|model| model.weight).sum();
    models.iter_mut().for_each(|model| model.weight /= total);
}

/// The effect's columns at each step after the change.
fn shapes(design: &Design) -> impl Iterator<Item = &[f64]> {
    let columns = design.effect..design.effect + SHAPES;
    design.rows[design.before * design.width..].chunks_exact(design.width).map(move |row| &row[columns.clone()])
}

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
                sets.push((columns, if has_trend { TREND.ln() } else { (1.0 - TREND).ln() }));
            }
        }
    }
    // Season and controls: all sets are equally likely.
    let even = -(0.5 * sets.len() as f64).ln();
    sets.iter_mut().for_each(|(_, prior)| *prior += even);
    sets
}

impl Model {
    fn sum(&self, weights: &[f64], columns: &[f64]) -> Part {
        let (centre, scale) = self.prediction.sum(weights, columns);
        Part { weight: self.weight, centre, scale }
    }
}

/// Levels and autoregressions for comparing scales and controls.
const SKETCHES: [(f64, f64, f64); 4] = [(0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.5, 0.0, 0.0), (0.0, 0.75, 1.0)];

/// Largest log marginal likelihood of the data over a few processes, with all columns in use.
pub(super) fn evidence(design: &Design) -> f64 {
    let columns: Vec<usize> = (0..design.effect).collect();
    let one = |(level, phi, share): (f64, f64, f64)| {
        let process = Process { level: level * level, slope: 0.0, phi, share };
        Whitened::new(design, &process).fit(&columns).map_or(f64::NEG_INFINITY, |(evidence, _)| evidence)
    };
    SKETCHES.into_iter().map(one).fold(f64::NEG_INFINITY, f64::max) + design.log_jacobian
}

/// Selects up to `most` controls, each the one that adds most to the marginal likelihood; returns their indices.
pub(super) fn forward(design: &Design, most: usize) -> Vec<usize> {
    let (level, phi, share) = SKETCHES[1];
    let whitened = Whitened::new(design, &Process { level: level * level, slope: 0.0, phi, share });
    let mut columns: Vec<usize> = std::iter::once(0).chain(design.season.clone()).collect();
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let with = |control: usize| {
            let tried: Vec<usize> = columns.iter().copied().chain([control]).collect();
            whitened.fit(&tried).map_or(f64::NEG_INFINITY, |(evidence, _)| evidence)
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
