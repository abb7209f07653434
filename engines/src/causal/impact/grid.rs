//! Noise processes that are averaged, with their prior.

use crate::stat::structural::Process;

/// Standard deviations of a level step, in units of the stationary noise.
const LEVELS: [f64; 9] = [0.0, 0.025, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0, 2.0];
/// Coefficients of autoregressions that make up the whole stationary variance, in ascending order of size.
const AUTOREGRESSIONS: [f64; 7] = [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.9];
/// The only negative coefficient; it has half the weight of its size.
const ALTERNATING: f64 = -0.3;
/// Smallest size of a negative coefficient.
const LEAST_ALTERNATING: f64 = 0.15;
/// Coefficients and shares of the stationary variance of autoregressions with white noise.
const PARTIAL: [(f64, f64); 4] = [(0.6, 0.5), (0.85, 0.5), (0.85, 0.25), (0.95, 0.5)];
/// Prior weights of white noise alone and of all autoregressions with white noise.
const WHITE: f64 = 0.2;
const WITH_WHITE: f64 = 0.1;
/// Rate of the prior of autoregressions: a quarter lies above .75.
const AUTOREGRESSION_RATE: f64 = 1.5;
/// Standard deviations of a slope step, and the prior weight of all of them.
const SLOPES: [f64; 2] = [0.003, 0.01];
const SLOPES_WEIGHT: f64 = 0.1;
/// Rate of the exponential prior on the standard deviation of a step: 2 % lies above 1.
///
/// Source: Simpson et al. (2017), "Penalising model component complexity", Statistical Science 32(1).
const RATE: f64 = 3.9;

/// Returns the processes and the logarithms of their prior weights.
pub(super) fn processes() -> Vec<(Process, f64)> {
    let stationary = autoregressions();
    let mut all = Vec::new();
    for (place, level) in LEVELS.iter().enumerate() {
        let weight = level_weight(place);
        for (phi, share, own) in &stationary {
            let process = Process { level: level * level, slope: 0.0, phi: *phi, share: *share };
            all.push((process, ((1.0 - SLOPES_WEIGHT) * weight * own).ln()));
        }
        for slope in SLOPES {
            let process = Process { level: level * level, slope: slope * slope, phi: 0.0, share: 0.0 };
            all.push((process, (SLOPES_WEIGHT * weight / SLOPES.len() as f64).ln()));
        }
    }
    all
}

/// Coefficients of the stationary part, shares of its variance and prior weights, which add up to 1.
///
/// Autoregressions have an exponential prior on their distance from white noise.
/// Source: Sørbye & Rue (2017), "Penalised complexity priors for stationary autoregressive processes", Journal of
/// Time Series Analysis 38(6).
fn autoregressions() -> Vec<(f64, f64, f64)> {
    let above = |phi: f64| (-AUTOREGRESSION_RATE * (-(1.0 - phi * phi).ln()).sqrt()).exp();
    let edge = |place: usize| match place {
        0 => 0.5 * AUTOREGRESSIONS[0],
        _ if place == AUTOREGRESSIONS.len() => 1.0,
        _ => 0.5 * (AUTOREGRESSIONS[place - 1] + AUTOREGRESSIONS[place]),
    };
    let cell = |(place, phi): (usize, &f64)| (*phi, above(edge(place)) - above(edge(place + 1)));
    let mut whole: Vec<(f64, f64)> = AUTOREGRESSIONS.iter().enumerate().map(cell).collect();
    whole.push((ALTERNATING, 0.5 * above(LEAST_ALTERNATING)));
    let total: f64 = whole.iter().map(|(_, mass)| mass).sum();
    let mut all = vec![(0.0, 0.0, WHITE)];
    all.extend(whole.into_iter().map(|(phi, mass)| (phi, 1.0, (1.0 - WHITE - WITH_WHITE) * mass / total)));
    all.extend(PARTIAL.iter().map(|(phi, share)| (*phi, *share, WITH_WHITE / PARTIAL.len() as f64)));
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
