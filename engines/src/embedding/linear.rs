//! Dense layer in integer arithmetic.
//!
//! Weights and inputs are quantised to 12 bits, with one scale per output and per input row, multiplied and
//! summed exactly in 32 bits, and scaled back. Integers are twice as fast as 32-bit floats, and their sums are
//! the same on every processor.
//!
//! Source: Jacob et al. (2018), "Quantization and training of neural networks for efficient
//! integer-arithmetic-only inference", CVPR, section 2, with 12 bits instead of 8.

use pulp::{Arch, NullaryFnOnce};

use super::ModelError;
use super::multiply::{COLUMNS, Pairs, Product, multiply};
use super::tensors::Tensors;

/// Largest signed 12-bit integer: 384 products of two fit in 32 bits.
const LARGEST: f32 = 2_047.0;

/// outputs = weights x inputs + bias.
#[derive(Debug)]
pub(super) struct Linear {
    panels: Vec<Vec<Pairs>>,
    /// Scale of each output's weights, padded to whole panels.
    steps: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
    outputs: usize,
}

impl Linear {
    pub(super) fn read(tensors: &Tensors<'_>, name: &str, outputs: usize, inputs: usize) -> Result<Self, ModelError> {
        let weights = tensors.take(&format!("{name}.weight"), &[outputs, inputs])?;
        let bias = tensors.take(&format!("{name}.bias"), &[outputs])?;
        let rounded: Vec<(Vec<i16>, f32)> = weights.chunks_exact(inputs).map(whole_row).collect();
        let weight =
            |output: usize, input: usize| rounded.get(output).and_then(|(row, _)| row.get(input)).copied().unwrap_or(0);
        let pairs = |panel: usize, pair: usize| -> Pairs {
            std::array::from_fn(|at| weight(panel * COLUMNS + at / 2, 2 * pair + at % 2))
        };
        let panel = |panel: usize| (0..inputs.div_ceil(2)).map(|pair| pairs(panel, pair)).collect();
        let count = outputs.div_ceil(COLUMNS);
        let step = |output: usize| rounded.get(output).map_or(0.0, |(_, step)| *step);
        Ok(Self {
            panels: (0..count).map(panel).collect(),
            steps: (0..count * COLUMNS).map(step).collect(),
            bias,
            inputs,
            outputs,
        })
    }

    /// Computes rows of outputs from rows of inputs.
    pub(super) fn apply(&self, rows: &[f32]) -> Vec<f32> {
        let count = rows.len() / self.inputs;
        let mut results = vec![0.0; count * self.outputs];
        for row in results.chunks_exact_mut(self.outputs) {
            row.copy_from_slice(&self.bias);
        }
        let width = self.inputs.next_multiple_of(2);
        let (mut whole, mut steps) = (vec![0; count * width], Vec::with_capacity(count));
        for (row, whole) in rows.chunks_exact(self.inputs).zip(whole.chunks_exact_mut(width)) {
            steps.push(round(row, &mut whole[..self.inputs]));
        }
        multiply(Product {
            panels: &self.panels,
            scales: &self.steps,
            rows: whole.as_chunks().0,
            width: width / 2,
            steps: &steps,
            results: &mut results,
            outputs: self.outputs,
        });
        results
    }
}

fn whole_row(values: &[f32]) -> (Vec<i16>, f32) {
    let mut whole = vec![0; values.len()];
    let step = round(values, &mut whole);
    (whole, step)
}

/// Quantises numbers; returns the scale.
fn round(values: &[f32], whole: &mut [i16]) -> f32 {
    Arch::new().dispatch(Round { values, whole })
}

struct Round<'a> {
    values: &'a [f32],
    whole: &'a mut [i16],
}

impl NullaryFnOnce for Round<'_> {
    type Output = f32;

    #[inline(always)]
    fn call(self) -> f32 {
        let largest = largest(self.values);
        if largest < f32::MIN_POSITIVE {
            self.whole.fill(0);
            return 0.0;
        }
        let scale = LARGEST / largest;
        for (whole, value) in self.whole.iter_mut().zip(self.values) {
            // Adding 1.5 x 2^23 aligns the last bits of a float to integers: the sum is rounded, ties to even.
            *whole = (value * scale + 12_582_912.0).to_bits() as i16;
        }
        largest / LARGEST
    }
}

/// Largest absolute value, computed in eight lanes.
#[inline(always)]
fn largest(values: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let mut lanes = [0.0_f32; 8];
    let (chunks, rest) = values.as_chunks::<8>();
    for chunk in chunks {
        lanes.iter_mut().zip(chunk).for_each(|(lane, value)| *lane = larger(value.abs(), *lane));
    }
    lanes.iter().chain(rest).fold(0.0, |most, value| larger(value.abs(), most))
}
