//! The causal engine: impact, power and experiments.

mod citations;
mod discover;
mod edges;
mod effects;
mod experiment;
mod graphs;
mod impact;
mod own_worlds;
mod panels;
mod plans;
mod positions;
mod power;
mod treatment;
mod trial;

use engines::stat::{SplitMix64, normal_quantile};

/// So many standard normal numbers.
fn normals(count: usize, seed: u64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(|_| normal_quantile(random.uniform().clamp(1e-9, 1.0 - 1e-9))).collect()
}

/// A reproducible stream of nearly normal numbers: sums of twelve uniform ones.
fn normal_stream(seed: u64) -> impl FnMut() -> f64 {
    let mut random = SplitMix64::new(seed);
    move || (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0
}
