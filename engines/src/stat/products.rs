//! Inner products of one vector with four others.
//!
//! A single product is limited by the latency of additions; four together use the processor fully and read the first vector
//! once. Each is summed in the order of [`dot`], without fused instructions, so the result is identical to `dot` on every
//! processor.

use pulp::NullaryFnOnce;

/// Number of products computed together.
pub const TOGETHER: usize = 4;
/// Number of sums per product.
const LANES: usize = 8;

/// A computation that uses inner products.
pub trait Work {
    /// Result of the computation.
    type Output;

    /// Runs the computation; `products` returns the inner products of a vector with [`TOGETHER`] others of its
    /// length. Must be inlined.
    fn work(self, products: impl Fn(&[f64], [&[f64]; TOGETHER]) -> [f64; TOGETHER]) -> Self::Output;
}

/// Runs a computation with the widest available instructions.
pub fn with_products<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return simd.vectorize(wide::Wide { simd, work });
    }
    pulp::Arch::new().dispatch(Plain(work))
}

struct Plain<W>(W);

impl<W: Work> NullaryFnOnce for Plain<W> {
    type Output = W::Output;

    #[inline(always)]
    fn call(self) -> W::Output {
        self.0.work(|one, others| others.map(|other| dot(one, other)))
    }
}

/// Inner product in eight sums, for instruction-level parallelism.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let (a, a_rest) = a.as_chunks::<LANES>();
    let (b, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    total(&sums, a_rest, b_rest)
}

/// Returns the total of the sums and the remaining products.
#[inline(always)]
fn total(sums: &[f64; LANES], a: &[f64], b: &[f64]) -> f64 {
    sums.iter().sum::<f64>() + a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()
}

#[cfg(target_arch = "x86_64")]
mod wide {
    //! The same with vectors of four numbers.

    use core::arch::x86_64::__m256d;
    use pulp::NullaryFnOnce;
    use pulp::x86::V3;

    use super::{LANES, TOGETHER, Work, total};

    pub(super) struct Wide<W> {
        pub(super) simd: V3,
        pub(super) work: W,
    }

    impl<W: Work> NullaryFnOnce for Wide<W> {
        type Output = W::Output;

        #[inline(always)]
        fn call(self) -> W::Output {
            let simd = self.simd;
            self.work.work(|one, others| products(simd, one, others))
        }
    }

    #[inline(always)]
    fn products(simd: V3, one: &[f64], others: [&[f64]; TOGETHER]) -> [f64; TOGETHER] {
        let (whole, rest) = one.as_chunks::<LANES>();
        let [a, b, c, d] = others.map(|other| &other.as_chunks::<LANES>().0[..whole.len()]);
        let mut sums = [[simd.avx._mm256_setzero_pd(); 2]; TOGETHER];
        for (at, figures) in whole.iter().enumerate() {
            let [low, high]: [__m256d; 2] = pulp::cast(*figures);
            for (other, [low_sum, high_sum]) in [a, b, c, d].iter().zip(&mut sums) {
                let [other_low, other_high]: [__m256d; 2] = pulp::cast(other[at]);
                *low_sum = simd.avx._mm256_add_pd(*low_sum, simd.avx._mm256_mul_pd(low, other_low));
                *high_sum = simd.avx._mm256_add_pd(*high_sum, simd.avx._mm256_mul_pd(high, other_high));
            }
        }
        let start = one.len() - rest.len();
        std::array::from_fn(|at| total(&pulp::cast::<[__m256d; 2], [f64; LANES]>(sums[at]), rest, &others[at][start..]))
    }
}
