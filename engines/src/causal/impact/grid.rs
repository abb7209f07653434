//! Noise processes that are averaged, with their prior.

use crate::stat::structural::Process;

/// Standard deviations of a level step, in units of the stationary noise.
const LEVELS: [f64; 9] = [0.0, 0.025, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0, 2.0];
/// Autoregression coefficients with their share of the stationary variance.
const AUTOREGRESSIONS: [(f64, f64); 10] = [
    (0.0, 0.0),
    (-0.3, 1.0),
    (0.25, 1.0),
    (0.5, 1.0),
    (0.75, 1.0),
    (0.9, 1.0),
    (0.6, 0.5),
    (0.85, 0.5),
    (0.85, 0.25),
    (0.95, 0.5),
];
/// Standard deviations of a slope step.
const SLOPES: [f64; 2] = [0.003, 0.01];
/// Rate of the exponential prior on the standard deviation of a step: 1 % lies above 1.
///
/// Source: Simpson et al. (2017), "Penalising model component complexity", Statistical Science 32(1).
const RATE: f64 = 4.605;

/// Returns the processes and the logarithms of their prior weights.
pub(super) fn processes() -> Vec<(Process, f64)> {
    let mut all = Vec::new();
    for (place, level) in LEVELS.iter().enumerate() {
        let weight = level_weight(place);
        for (phi, share) in AUTOREGRESSIONS {
            // White noise is as likely as all autoregressions together.
            let own = if share == 0.0 { 0.5 } else { 0.5 / (AUTOREGRESSIONS.len() - 1) as f64 };
            all.push((Process { level: level * level, slope: 0.0, phi, share }, (0.9 * weight * own).ln()));
        }
        for slope in SLOPES {
            let process = Process { level: level * level, slope: slope * slope, phi: 0.0, share: 0.0 };
            all.push((process, (0.1 * weight / SLOPES.len() as f64).ln()));
        }
    }
    all
}

/// Prior mass of the grid cell of a level: a spike at 0 and a slab.
///
/// Source: Frühwirth-Schnatter & Wagner (2010), "Stochastic model specification search for Gaussian and partial
/// non-Gaussian state space models", Journal of Econometrics 154(1).
fn level_weight(place: usize) -> f64 {
    let middle = |a: usize| 0.5 * (LEVELS[a] + LEVELS[a + 1]);
    let from = if place == 0 { 0.0 } else { middle(place - 1) };
    let to = if place + 1 == LEVELS.len() { f64::INFINITY } else { middle(place) };
    let slab = (-RATE * from).exp() - (-RATE * to).exp();
    // Half of the probability is on a constant level: the controls explain all movement.
    0.5 * slab + if place == 0 { 0.5 } else { 0.0 }
}
