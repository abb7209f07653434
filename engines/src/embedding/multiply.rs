//! Batched integer matrix products.

use pulp::NullaryFnOnce;

/// Outputs computed together.
pub const COLUMNS: usize = 16;
/// Rows computed together: with two vectors of eight sums each they fill the registers.
const ROWS: usize = 6;
/// Pairs of inputs after which sums are stored: 384 products of 12 bits fit in 32 bits, and the panel of their
/// weights fits in the L1 cache.
const DEPTH: usize = 192;

/// Weights of two inputs for [`COLUMNS`] outputs; the two of an output are adjacent.
pub type Pairs = [i16; 2 * COLUMNS];
/// Sums of [`ROWS`] rows.
type Sums = [[i32; COLUMNS]; ROWS];

/// Operands of a product.
#[derive(Debug)]
pub struct Product<'a> {
    /// Weights by panels of [`COLUMNS`] outputs.
    pub panels: &'a [Vec<Pairs>],
    /// Scales of the weights of each output.
    pub scales: &'a [f32],
    /// Rows of inputs, as pairs.
    pub rows: &'a [[i16; 2]],
    /// Number of pairs in a row.
    pub width: usize,
    /// Scale of each row.
    pub steps: &'a [f32],
    /// Rows of outputs, to which the products are added.
    pub results: &'a mut [f32],
    /// Number of outputs in a row.
    pub outputs: usize,
}

/// Adds the products to the results, using the widest available instructions.
pub fn multiply(product: Product<'_>) {
    #[cfg(target_arch = "x86_64")]
    if let Some(simd) = pulp::x86::V3::try_new() {
        return simd.vectorize(wide::Wide { simd, product });
    }
    multiply_plainly(product);
}

/// Computes the same sums without special instructions.
pub fn multiply_plainly(product: Product<'_>) {
    pulp::Arch::new().dispatch(Plain(product));
}

struct Plain<'a>(Product<'a>);

impl NullaryFnOnce for Plain<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        run(self.0, plain);
    }
}

#[inline(always)]
fn run(product: Product<'_>, block: impl Fn([&[[i16; 2]]; ROWS], &[Pairs]) -> Sums) {
    let Product { panels, scales, rows, width, steps, results, outputs } = product;
    for ((at, panel), scales) in panels.iter().enumerate().zip(scales.chunks_exact(COLUMNS)) {
        let columns = at * COLUMNS..((at + 1) * COLUMNS).min(outputs);
        for (depth, weights) in panel.chunks(DEPTH).enumerate() {
            let blocks = rows.chunks(ROWS * width).zip(results.chunks_mut(ROWS * outputs)).zip(steps.chunks(ROWS));
            for ((rows, results), steps) in blocks {
                let row = |at: usize| {
                    let start = (at * width).min(rows.len() - width) + depth * DEPTH;
                    &rows[start..start + weights.len()]
                };
                let sums = block([row(0), row(1), row(2), row(3), row(4), row(5)], weights);
                for ((result, step), sums) in results.chunks_exact_mut(outputs).zip(steps).zip(&sums) {
                    let result = &mut result[columns.start..columns.end];
                    for ((result, sum), scale) in result.iter_mut().zip(sums).zip(scales) {
                        *result += *sum as f32 * (step * scale);
                    }
                }
            }
        }
    }
}

/// Computes the products of [`ROWS`] rows without special instructions.
#[inline(always)]
fn plain(rows: [&[[i16; 2]]; ROWS], weights: &[Pairs]) -> Sums {
    let mut sums = [[0_i32; COLUMNS]; ROWS];
    for (at, weights) in weights.iter().enumerate() {
        for (row, sums) in rows.iter().zip(&mut sums) {
            let [first, second] = row[at].map(i32::from);
            for (sum, pair) in sums.iter_mut().zip(weights.as_chunks::<2>().0) {
                *sum += first * i32::from(pair[0]) + second * i32::from(pair[1]);
            }
        }
    }
    sums
}

#[cfg(target_arch = "x86_64")]
mod wide {
    //! AVX2 version, using its instruction for two products and their sum.

    use core::arch::x86_64::__m256i;
    use pulp::NullaryFnOnce;
    use pulp::x86::V3;

    use super::{COLUMNS, Pairs, Product, ROWS, Sums, run};

    pub(super) struct Wide<'a> {
        pub(super) simd: V3,
        pub(super) product: Product<'a>,
    }

    impl NullaryFnOnce for Wide<'_> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            let simd = self.simd;
            run(self.product, |rows, weights| block(simd, rows, weights));
        }
    }

    /// Unrolled by rows, so that sums stay in registers instead of memory.
    #[inline(always)]
    fn block(simd: V3, rows: [&[[i16; 2]]; ROWS], weights: &[Pairs]) -> Sums {
        let [a, b, c, d, e, f] = rows;
        let zero = [simd.avx._mm256_setzero_si256(); 2];
        let [mut of_a, mut of_b, mut of_c, mut of_d, mut of_e, mut of_f] = [zero; ROWS];
        for ((((((weights, a), b), c), d), e), f) in weights.iter().zip(a).zip(b).zip(c).zip(d).zip(e).zip(f) {
            let weights: [__m256i; 2] = pulp::cast(*weights);
            add(simd, &mut of_a, *a, weights);
            add(simd, &mut of_b, *b, weights);
            add(simd, &mut of_c, *c, weights);
            add(simd, &mut of_d, *d, weights);
            add(simd, &mut of_e, *e, weights);
            add(simd, &mut of_f, *f, weights);
        }
        [of_a, of_b, of_c, of_d, of_e, of_f].map(pulp::cast::<[__m256i; 2], [i32; COLUMNS]>)
    }

    /// Adds the products of two inputs of a row with the weights of all columns.
    #[inline(always)]
    fn add(simd: V3, [low, high]: &mut [__m256i; 2], inputs: [i16; 2], weights: [__m256i; 2]) {
        let pair = simd.avx._mm256_set1_epi32(pulp::cast(inputs));
        *low = simd.avx2._mm256_add_epi32(*low, simd.avx2._mm256_madd_epi16(pair, weights[0]));
        *high = simd.avx2._mm256_add_epi32(*high, simd.avx2._mm256_madd_epi16(pair, weights[1]));
    }
}
