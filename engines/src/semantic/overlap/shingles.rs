//! Shingles: the set of runs of five words of a text.

use crate::text::{fold, words};

/// Words in a shingle.
const LENGTH: usize = 5;

/// Returns the distinct shingles as sorted hashes; a shorter text is one shingle. Empty for a text without words.
///
/// Source: Broder (1997), "On the resemblance and containment of documents", section 2.
pub(crate) fn shingles(text: &str) -> Vec<u64> {
    let folded = fold(text);
    let words: Vec<u64> = words(&folded).map(|word| hash(word.bytes())).collect();
    let joined = |run: &[u64]| hash(run.iter().flat_map(|word| word.to_le_bytes()));
    let mut shingles: Vec<u64> = match words.len() {
        0 => Vec::new(),
        1..LENGTH => vec![joined(&words)],
        _ => words.windows(LENGTH).map(joined).collect(),
    };
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

/// FNV-1a, 64 bits, with a final mix so that all bits depend on all bytes.
pub(super) fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    mix(hash)
}

/// Finaliser of SplitMix64.
pub(super) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// Jaccard index of two sorted sets, 0 to 1; 0 for two empty ones.
pub(crate) fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let (mut i, mut j, mut shared) = (0, 0, 0_usize);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        shared += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { shared as f64 / all as f64 }
}
