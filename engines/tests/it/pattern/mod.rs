//! The pattern engine.

mod associations;
mod attributions;
mod changes;
mod decompositions;
mod edges;
mod explain;
mod golden;
mod segments;
mod unusual;
mod website;

use engines::common::Unattended;
use engines::pattern::change_points::{ChangePointInput, ChangePoints, Parameters, change_points};
use engines::stat::{SplitMix64, normal_quantile};

/// Standard normal numbers.
fn normals(count: usize, seed: u64) -> Vec<f64> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(|_| normal_quantile(random.uniform().clamp(1e-9, 1.0 - 1e-9))).collect()
}

fn some(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().copied().map(Some).collect()
}

fn changes_of(values: &[f64], params: Parameters) -> ChangePoints {
    let input = ChangePointInput { series: vec![some(values)] };
    change_points(&input, &params.check().unwrap(), &Unattended).unwrap()
}
