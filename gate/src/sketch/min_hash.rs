//! MinHash of a set of shingles.

use std::sync::LazyLock;

use super::shingles::{Shingles, mix};
use crate::GateError;

/// Number of hash functions.
const HASHES: usize = 256;
/// Hash functions that are calculated together.
const GROUP: usize = 4;
/// Bytes of a stored minimum.
const BYTES: usize = 4;

/// Minima of 256 hash functions over the shingles of a page. The share of equal minima estimates the Jaccard index with a
/// standard error of at most 0.032.
///
/// Source: Broder (1997), section 4; Broder et al. (1998), "Min-wise independent permutations".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch(Box<[u32; HASHES]>);

/// Odd multipliers and summands of the hash functions.
static FUNCTIONS: LazyLock<Vec<(u64, u64)>> =
    LazyLock::new(|| (1..=HASHES as u64).map(|at| (mix(at) | 1, mix(at ^ 0xA5A5_0000_0000_0000))).collect());

impl Sketch {
    /// Returns the sketch of a set; all minima of an empty one are the largest number.
    pub(crate) fn of(shingles: &Shingles) -> Self {
        let mut minima = Box::new([u32::MAX; HASHES]);
        // Four functions at a time: their minima stay in registers.
        let (groups, _) = minima.as_chunks_mut::<GROUP>();
        let (functions, _) = FUNCTIONS.as_chunks::<GROUP>();
        for (minima, functions) in groups.iter_mut().zip(functions) {
            let mut least = *minima;
            for hash in shingles.hashes() {
                for (least, (multiplier, summand)) in least.iter_mut().zip(functions) {
                    // Multiply-shift hashing of values that are well mixed already (Dietzfelbinger et al. 1997).
                    let value = (hash.wrapping_mul(*multiplier).wrapping_add(*summand) >> 32) as u32;
                    *least = (*least).min(value);
                }
            }
            *minima = least;
        }
        Self(minima)
    }

    /// Estimates the Jaccard index of the sets of two sketches, 0 to 1; 0 if one is that of an empty set.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> f64 {
        if self.is_empty() || other.is_empty() {
            return 0.0;
        }
        f64::from(self.shared(other)) / HASHES as f64
    }

    /// Returns the number of equal minima.
    pub(super) fn shared(&self, other: &Self) -> u32 {
        self.0.iter().zip(other.0.iter()).map(|(a, b)| u32::from(a == b)).sum()
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|least| *least == u32::MAX)
    }

    /// Returns the minima as 1,024 little-endian bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|least| least.to_le_bytes()).collect()
    }

    /// Reads what [`Sketch::to_bytes`] wrote.
    ///
    /// # Errors
    /// Returns [`GateError::Sketch`] for bytes of another length.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, GateError> {
        let (values, rest) = bytes.as_chunks::<BYTES>();
        if values.len() != HASHES || !rest.is_empty() {
            return Err(GateError::Sketch { problem: "must have 1,024 bytes" });
        }
        let mut minima = Box::new([u32::MAX; HASHES]);
        for (least, value) in minima.iter_mut().zip(values) {
            *least = u32::from_le_bytes(*value);
        }
        Ok(Self(minima))
    }
}
