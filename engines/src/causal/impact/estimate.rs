//! Distribution of the average effect of a change.

use super::design::{Design, Material};
use super::posterior::{self, Posterior};
use super::scale::Scale;
use crate::common::{Control, EngineError};
use crate::stat::student::Mixture;

/// Maximum number of controls for which all combinations are weighted.
const MOST_CONTROLS: usize = 4;

/// The expected values and the distribution of the effect.
#[derive(Debug, Clone)]
pub(super) struct Estimate {
    /// Expected figures with 95 % intervals, for each step from the first after the change.
    pub(super) steps: Vec<[f64; 3]>,
    /// Average expected value at observed steps.
    pub(super) expected: f64,
    /// Average observed value.
    pub(super) observed: f64,
    /// Number of observed steps.
    pub(super) count: usize,
    /// The average effect is `offset` + `unit` x this.
    mixture: Mixture,
    offset: f64,
    unit: f64,
    pub(super) scale: Scale,
    /// Probability that each control is relevant.
    pub(super) control_weights: Vec<f64>,
}

impl Estimate {
    /// Quantile of the effect.
    pub(super) fn quantile(&self, probability: f64) -> f64 {
        self.offset + self.unit * self.mixture.quantile(probability)
    }

    /// Average effect.
    pub(super) fn effect(&self) -> f64 {
        self.observed - self.expected
    }

    /// Two-sided p-value of no effect.
    pub(super) fn p(&self) -> f64 {
        let below = self.mixture.probability(-self.offset / self.unit);
        (2.0 * below.min(1.0 - below)).clamp(0.0, 1.0)
    }
}

/// Estimates the effect from `after` to the end of the material.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] if the series is constant before the change, or [`EngineError::Cancelled`].
pub(super) fn estimate(material: &Material<'_>, after: usize, control: &dyn Control) -> Result<Estimate, EngineError> {
    let flat = || EngineError::input("y", "is constant before the change, so its natural variation is unknown");
    let chosen = choose_controls(material).ok_or_else(flat)?;
    let controls: Vec<Vec<f64>> = chosen.iter().map(|place| material.controls[*place].clone()).collect();
    let material = Material { controls: &controls, ..*material };
    let scale = choose_scale(&material, after).ok_or_else(flat)?;
    let design = Design::new(&material, after, scale).ok_or_else(flat)?;
    let posterior = Posterior::new(&design, control)?;
    if posterior.models.is_empty() {
        return Err(EngineError::input("y", "cannot be modelled: its values differ too much in magnitude"));
    }
    let mut control_weights = vec![0.0; chosen.iter().max().map_or(0, |most| most + 1)];
    for (place, used) in design.used_controls.iter().zip(design.controls.clone()) {
        control_weights[chosen[*place]] = posterior.inclusion(used);
    }
    Ok(average(&material, after, scale, &design, &posterior, control_weights))
}

fn average(
    material: &Material<'_>, after: usize, scale: Scale, design: &Design, posterior: &Posterior,
    control_weights: Vec<f64>,
) -> Estimate {
    let (change, end) = (material.change, material.end);
    let seen: Vec<(usize, f64)> =
        (after..end).filter_map(|step| Some((step - change, material.series[step]?))).collect();
    let count = seen.len().max(1) as f64;
    let observed = seen.iter().map(|(_, value)| value).sum::<f64>() / count;
    let effects = posterior.effect_by_step(design);
    let mut weights = vec![0.0; end - change];
    // The expected average is that of the figures without their effects; around it, an error of an effect moves the
    // average by its size times the slope of the scale.
    let (mut expected, mut moved) = (0.0, 0.0);
    for (ahead, value) in &seen {
        let without = scale.to(*value) - design.spread * effects[*ahead];
        // The root scale is flat at 0, which would hide all uncertainty there.
        let place = if scale == Scale::Root { without.max(0.1 * design.spread) } else { without };
        let slope = scale.slope(place) / count;
        weights[*ahead] = slope;
        expected += scale.back(without) / count;
        moved += slope * effects[*ahead];
    }
    let steps = predicted(material, after, scale, design, posterior);
    let mean = seen.iter().map(|(ahead, _)| steps[ahead + change - after][0]).sum::<f64>() / count;
    Estimate {
        steps: steps.iter().map(|step| step.map(|value| moved_to(expected, mean, scale, value))).collect(),
        expected,
        observed,
        count: seen.len(),
        mixture: posterior.effect(design, &weights),
        offset: observed - expected - design.spread * moved,
        unit: design.spread,
        scale,
        control_weights,
    }
}

/// Moves figures with the mean `mean` to the mean `wanted`; figures that cannot be negative are multiplied.
fn moved_to(wanted: f64, mean: f64, scale: Scale, value: f64) -> f64 {
    if scale == Scale::Plain || mean <= 0.0 { value + wanted - mean } else { value * (wanted / mean) }
}

/// Predicts the figures from `after` on by the steps before the change, with 95 % intervals.
fn predicted(
    material: &Material<'_>, after: usize, scale: Scale, design: &Design, posterior: &Posterior,
) -> Vec<[f64; 3]> {
    let quantile = Mixture::standard_quantile(posterior.freedom);
    let step = |ahead: usize| {
        let mut weights = vec![0.0; ahead + 1];
        weights[ahead] = 1.0;
        let (mean, spread) = posterior.sum(design, &weights).moments();
        let (mean, spread) = (design.centre + design.spread * mean, design.spread * spread);
        let at = |spreads: f64| scale.back(mean + spreads * quantile * spread);
        [scale.back(mean) + scale.curvature(mean) * spread * spread, at(-1.0), at(1.0)]
    };
    (after - material.change..material.end - material.change).map(step).collect()
}

/// Returns the scale with the largest marginal likelihood.
fn choose_scale(material: &Material<'_>, after: usize) -> Option<Scale> {
    let used = material.series[material.from..material.change].iter().chain(&material.series[after..material.end]);
    let least = used.flatten().copied().fold(f64::INFINITY, f64::min);
    let evidence =
        |scale: &Scale| Design::new(material, after, *scale).map(|design| (posterior::evidence(&design), *scale));
    let scales = Scale::fitting(least).iter().filter_map(evidence);
    scales.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, scale)| scale)
}

/// Returns all controls if they are few; otherwise those that add most, selected one by one.
pub(super) fn choose_controls(material: &Material<'_>) -> Option<Vec<usize>> {
    if material.controls.len() <= MOST_CONTROLS {
        return Some((0..material.controls.len()).collect());
    }
    let design = Design::new(material, material.change, Scale::Plain)?;
    let chosen = posterior::forward(&design, MOST_CONTROLS);
    Some(chosen.into_iter().map(|place| design.used_controls[place]).collect())
}
