//! Inner products of one vector with four others at once.
//!
//! One product alone waits for each of its additions; four together keep the processor busy and read the first vector once.
//! Each is summed in the order of [`dot`], without fused instructions: the bits are those of `dot` on every processor.

use pulp::NullaryFnOnce;

/// Products taken together.
pub const TOGETHER: usize = 4;
/// Sums of one product.
const LANES: usize = 8;

/// Work that takes inner products.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Works; `products` gives the inner products of a vector with [`TOGETHER`] others of its length. To be inlined.
    fn work(self, products: impl Fn(&[f64], [&[f64]; TOGETHER]) -> [f64; TOGETHER]) -> Self::Output;
}

/// Works with the widest instructions the processor has.
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

/// The inner product, in eight sums so that it runs in parallel within a core.
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

/// The sums, and the products of what is left over.
#[inline(always)]
fn total(sums: &[f64; LANES], a: &[f64], b: &[f64]) -> f64 {
    sums.iter().sum::<f64>() + a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()
}

#[cfg(target_arch = "x86_64")]
mod wide {
    //! The same with vectors of four figures.

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
