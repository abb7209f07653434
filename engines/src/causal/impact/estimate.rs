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
    /// The average expected value is `offset` + `unit` x this.
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
        self.observed - self.offset - self.unit * self.mixture.quantile(1.0 - probability)
    }

    /// Average effect.
    pub(super) fn effect(&self) -> f64 {
        self.observed - self.expected
    }

    /// Two-sided p-value of no effect.
    pub(super) fn p(&self) -> f64 {
        let above = self.mixture.probability((self.observed - self.offset) / self.unit);
        (2.0 * above.min(1.0 - above)).clamp(0.0, 1.0)
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
    let scale = choose_scale(&material).ok_or_else(flat)?;
    let design = Design::new(&material, scale).ok_or_else(flat)?;
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
    let each: Vec<(f64, f64)> = (change..end)
        .map(|step| {
            let mut weights = vec![0.0; step - change + 1];
            weights[step - change] = 1.0;
            let (mean, spread) = posterior.sum(design, &weights).moments();
            (design.centre + design.spread * mean, design.spread * spread)
        })
        .collect();
    let seen: Vec<usize> = (after..end).filter(|step| material.series[*step].is_some()).collect();
    let count = seen.len().max(1) as f64;
    let mut weights = vec![0.0; end - change];
    // On the plain scale, the average is that of the expected steps plus their errors times the slope.
    let (mut level, mut moved) = (0.0, 0.0);
    for step in &seen {
        let (mean, spread) = each[step - change];
        let slope = scale.slope(mean) / count;
        weights[step - change] = slope;
        level += (scale.back(mean) + scale.curvature(mean) * spread * spread) / count;
        moved += slope * mean;
    }
    let mixture = posterior.sum(design, &weights);
    let centre: f64 = weights.iter().map(|weight| weight * design.centre).sum();
    let offset = level - moved + centre;
    let expected = offset + design.spread * mixture.mean();
    let quantile = Mixture::standard_quantile(posterior.freedom);
    let points = |&(mean, spread): &(f64, f64)| {
        let at = |spreads: f64| scale.back(mean + spreads * quantile * spread);
        [scale.back(mean) + scale.curvature(mean) * spread * spread, at(-1.0), at(1.0)]
    };
    let observed = seen.iter().filter_map(|step| material.series[*step]).sum::<f64>() / count;
    Estimate {
        steps: each[after - change..].iter().map(points).collect(),
        expected,
        observed,
        count: seen.len(),
        mixture,
        offset,
        unit: design.spread,
        scale,
        control_weights,
    }
}

/// Returns the scale with the largest marginal likelihood.
fn choose_scale(material: &Material<'_>) -> Option<Scale> {
    let least = material.series[material.from..material.change].iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let evidence = |scale: &Scale| Design::new(material, *scale).map(|design| (posterior::evidence(&design), *scale));
    let scales = Scale::fitting(least).iter().filter_map(evidence);
    scales.reduce(|best, other| if other.0 > best.0 { other } else { best }).map(|(_, scale)| scale)
}

/// Returns all controls if they are few; otherwise those that add most, selected one by one.
pub(super) fn choose_controls(material: &Material<'_>) -> Option<Vec<usize>> {
    if material.controls.len() <= MOST_CONTROLS {
        return Some((0..material.controls.len()).collect());
    }
    let design = Design::new(material, Scale::Plain)?;
    let chosen = posterior::forward(&design, MOST_CONTROLS);
    Some(chosen.into_iter().map(|place| design.used_controls[place]).collect())
}
