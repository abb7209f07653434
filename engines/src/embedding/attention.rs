//! Self-attention.

use pulp::{Arch, NullaryFnOnce};

/// Scaled dot-product attention of one text.
///
/// Source: Vaswani et al. (2017), "Attention is all you need", equation (1). `queries`, `keys`, `values`:
/// a row of `width` numbers per token, with `heads` adjacent heads. Returns rows of the same shape.
pub(super) struct Attention<'a> {
    pub(super) queries: &'a [f32],
    pub(super) keys: &'a [f32],
    pub(super) values: &'a [f32],
    pub(super) results: &'a mut [f32],
    pub(super) width: usize,
    pub(super) heads: usize,
}

impl Attention<'_> {
    pub(super) fn apply(self) {
        Arch::new().dispatch(self);
    }
}

impl NullaryFnOnce for Attention<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let size = self.width / self.heads;
        let scale = 1.0 / (size as f32).sqrt();
        let count = self.keys.len() / self.width;
        let (mut weights, mut turned) = (vec![0.0_f32; count], vec![0.0_f32; size * count]);
        for start in (0..self.width).step_by(size) {
            for (at, key) in self.keys.chunks_exact(self.width).enumerate() {
                key[start..start + size]
                    .iter()
                    .enumerate()
                    .for_each(|(part, value)| turned[part * count + at] = *value);
            }
            for (query, result) in self.queries.chunks_exact(self.width).zip(self.results.chunks_exact_mut(self.width))
            {
                weights.fill(0.0);
                for (value, keys) in query[start..start + size].iter().zip(turned.chunks_exact(count)) {
                    add_scaled(&mut weights, keys, value * scale);
                }
                softmax(&mut weights);
                let result = &mut result[start..start + size];
                for (weight, value) in weights.iter().zip(self.values.chunks_exact(self.width)) {
                    add_scaled(result, &value[start..start + size], *weight);
                }
            }
        }
    }
}

#[inline(always)]
fn add_scaled(sums: &mut [f32], values: &[f32], factor: f32) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum = factor.mul_add(*value, *sum));
}

#[inline(always)]
fn softmax(values: &mut [f32]) {
    let top = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    values.iter_mut().for_each(|value| *value = (*value - top).exp());
    let sum: f32 = values.iter().sum();
    values.iter_mut().for_each(|value| *value /= sum);
}
