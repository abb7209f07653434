//! The learning engine.

mod bandit;
mod calibrate;
mod certified;
mod corrections;
mod curves;
mod policies;
mod rates;
mod report;
mod scores;

/// A reproducible stream of uniform numbers.
fn uniforms(seed: u64) -> impl FnMut() -> f64 {
    let mut random = engines::stat::SplitMix64::new(seed);
    move || random.uniform()
}
