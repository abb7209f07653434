//! Random counts.

use super::draw::{SplitMix64, normal_quantile};

/// Draws a Poisson count with a mean of 0 or more: by waiting times up to 50, above by a rounded normal, at least 0.
///
/// Source: Devroye (1986), "Non-uniform random variate generation", X.3.2 (exponential gaps).
pub fn poisson(mean: f64, random: &mut SplitMix64) -> f64 {
    if mean > 50.0 {
        return (mean + mean.sqrt() * standard_normal(random)).round().max(0.0);
    }
    let (mut time, mut count) = (-(1.0 - random.uniform()).ln(), 0.0);
    while time < mean {
        count += 1.0;
        time -= (1.0 - random.uniform()).ln();
    }
    count
}

/// Draws a binomial count: by trials up to 200, above by a rounded normal, limited to the range.
pub fn binomial(trials: u32, p: f64, random: &mut SplitMix64) -> u32 {
    if trials <= 200 {
        return (0..trials).map(|_| u32::from(random.uniform() < p)).sum();
    }
    let (mean, deviation) = (f64::from(trials) * p, (f64::from(trials) * p * (1.0 - p)).max(0.0).sqrt());
    (mean + deviation * standard_normal(random)).round().clamp(0.0, f64::from(trials)) as u32
}

/// Draws a standard normal number by inversion.
pub fn standard_normal(random: &mut SplitMix64) -> f64 {
    normal_quantile(random.uniform().clamp(1e-15, 1.0 - 1e-15))
}
