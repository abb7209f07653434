//! Layer normalisation and activation function.

use pulp::{Arch, NullaryFnOnce};

use super::ModelError;
use super::tensors::Tensors;

/// Layer normalisation. Source: Ba, Kiros & Hinton (2016), "Layer normalization", equation (4).
#[derive(Debug)]
pub(super) struct Normal {
    scale: Vec<f32>,
    shift: Vec<f32>,
    epsilon: f32,
}

impl Normal {
    pub(super) fn read(tensors: &Tensors<'_>, name: &str, width: usize, epsilon: f32) -> Result<Self, ModelError> {
        let scale = tensors.take(&format!("{name}.weight"), &[width])?;
        let shift = tensors.take(&format!("{name}.bias"), &[width])?;
        Ok(Self { scale, shift, epsilon })
    }

    /// Normalises each row in place.
    pub(super) fn apply(&self, rows: &mut [f32]) {
        Arch::new().dispatch(Normalise { normal: self, rows });
    }
}

struct Normalise<'a> {
    normal: &'a Normal,
    rows: &'a mut [f32],
}

impl NullaryFnOnce for Normalise<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Normal { scale: gains, shift: shifts, epsilon } = self.normal;
        let width = gains.len();
        for row in self.rows.chunks_exact_mut(width) {
            let mean = sum(row, |value| value) / width as f32;
            let variance = sum(row, |value| (value - mean) * (value - mean)) / width as f32;
            let scale = 1.0 / (variance + epsilon).sqrt();
            for ((value, gain), shift) in row.iter_mut().zip(gains).zip(shifts) {
                *value = (*value - mean) * scale * gain + shift;
            }
        }
    }
}

/// Sums in eight lanes, so that the order of additions is the same everywhere.
#[inline(always)]
fn sum(row: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (chunks, rest) = row.as_chunks::<8>();
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, value)| *sum += of(*value));
    }
    sums.iter().sum::<f32>() + rest.iter().map(|value| of(*value)).sum::<f32>()
}

/// Computes x times the probability that a standard normal number is below x, in place.
///
/// Source: Hendrycks & Gimpel (2016), "Gaussian error linear units".
pub(super) fn gelu(values: &mut [f32]) {
    Arch::new().dispatch(Gelu(values));
}

struct Gelu<'a>(&'a mut [f32]);

impl NullaryFnOnce for Gelu<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for value in self.0 {
            *value = 0.5 * *value * (1.0 + error_function(*value * std::f32::consts::FRAC_1_SQRT_2));
        }
    }
}

/// erf(x), absolute error below 2e-6.
///
/// Source: Abramowitz & Stegun (1964), 7.1.28 (error 3e-7), which needs no exponential.
#[inline(always)]
fn error_function(x: f32) -> f32 {
    #[expect(clippy::excessive_precision, reason = "as printed in the book")]
    const TERMS: [f32; 6] =
        [0.000_043_063_8, 0.000_276_567_2, 0.000_152_014_3, 0.009_270_527_2, 0.042_282_012_3, 0.070_523_078_4];
    let size = x.abs();
    let sum = TERMS.iter().fold(0.0_f32, |sum, term| sum.mul_add(size, *term)).mul_add(size, 1.0);
    let square = sum * sum;
    let fourth = square * square;
    let eighth = fourth * fourth;
    (1.0 - 1.0 / (eighth * eighth)).copysign(x)
}
