//! Seeded random numbers.

use statrs::function::erf::erfc_inv;

use crate::common::Interval;

/// A 64-bit generator: the same seed always gives the same numbers.
///
/// Source: Steele, Lea & Flood (2014), "Fast splittable pseudorandom number generators", OOPSLA,
/// with the constants of Vigna's splitmix64.c.
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator from a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Draws a uniform number in [0, 1) with 53 bits.
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Draws a uniform integer in 0..bound; `bound` is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next_u64()) * bound.max(1) as u128) >> 64) as usize
    }
}

/// Draws `count` uniform numbers in (0, 1), one in each of `count` equal strata, in random order.
///
/// Source: McKay, Beckman & Conover (1979), "A comparison of three methods for selecting values of
/// input variables", Technometrics 21(2): Latin hypercube sampling, with the midpoints.
pub fn stratified_uniforms(count: usize, random: &mut SplitMix64) -> Vec<f64> {
    let mut values: Vec<f64> = (0..count).map(|i| (i as f64 + 0.5) / count as f64).collect();
    for last in (1..count).rev() {
        values.swap(last, random.below(last + 1));
    }
    values
}

/// Draws `count` standard normal numbers by [`stratified_uniforms`].
pub fn stratified_normals(count: usize, random: &mut SplitMix64) -> Vec<f64> {
    stratified_uniforms(count, random).into_iter().map(normal_quantile).collect()
}

/// Quantile of the standard normal distribution for a probability in (0, 1).
pub fn normal_quantile(probability: f64) -> f64 {
    -std::f64::consts::SQRT_2 * erfc_inv(2.0 * probability)
}

/// Returns 10 %, 50 % and 90 % quantiles and mean of draws, which are reordered; `None` without draws.
///
/// Quantile: the ceil(p n)-th smallest (Hyndman-Fan type 1).
pub fn interval_of(draws: &mut [f64]) -> Option<Interval> {
    let count = draws.len();
    if count == 0 {
        return None;
    }
    let mean = draws.iter().sum::<f64>() / count as f64;
    let index = |probability: f64| ((probability * count as f64).ceil() as usize).clamp(1, count) - 1;
    let (low, mid, high) = (index(0.1), index(0.5), index(0.9));
    // The median partitions the draws, so the other quantiles are searched in one half each.
    let (below, middle, above) = draws.select_nth_unstable_by(mid, f64::total_cmp);
    let middle = *middle;
    let low = if low < mid { *below.select_nth_unstable_by(low, f64::total_cmp).1 } else { middle };
    let high = if high > mid { *above.select_nth_unstable_by(high - mid - 1, f64::total_cmp).1 } else { middle };
    Some(Interval { low, mid: middle, high, mean })
}
