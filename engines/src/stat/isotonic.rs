//! Isotonic regression.

/// A mean and its weight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    /// The mean.
    pub mean: f64,
    /// Weight, greater than 0.
    pub weight: f64,
}

/// Returns the non-decreasing values nearest to the means by weighted least squares, one per block.
///
/// Source: Ayer, Brunk, Ewing, Reid & Silverman (1955), "An empirical distribution function for sampling
/// with incomplete information": pool adjacent violators, as R's `isoreg`.
pub fn non_decreasing(blocks: &[Block]) -> Vec<f64> {
    let mut pools: Vec<(Block, usize)> = Vec::new();
    for block in blocks {
        let mut pool = (*block, 1);
        while let Some((before, count)) = pools.pop_if(|(before, _)| before.mean >= pool.0.mean) {
            let weight = before.weight + pool.0.weight;
            let mean = (before.mean * before.weight + pool.0.mean * pool.0.weight) / weight;
            pool = (Block { mean, weight }, pool.1 + count);
        }
        pools.push(pool);
    }
    pools.iter().flat_map(|(pool, count)| std::iter::repeat_n(pool.mean, *count)).collect()
}
