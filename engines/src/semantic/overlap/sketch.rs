//! Sketches of sets for similarity search.

use super::shingles::mix;

/// Number of hash functions of a MinHash.
const HASHES: usize = 128;
/// Minima per band: two pages with Jaccard .35 share one of 64 bands with a probability of 0.9998.
const BAND: usize = 2;
/// Number of bands of a MinHash.
pub(super) const BANDS: usize = HASHES / BAND;

/// Returns the minimum of each of 128 hash functions over a set.
///
/// Source: Broder (1997), section 4; Broder et al. (1998), "Min-wise independent permutations".
pub(super) fn min_hash(set: &[u64]) -> Vec<u64> {
    let least = |function: u64| set.iter().map(|member| mix(member ^ mix(function + 1))).min().unwrap_or(u64::MAX);
    (0..HASHES as u64).map(least).collect()
}

/// Returns the bands of a MinHash, for finding candidates for comparison.
///
/// Source: Leskovec, Rajaraman & Ullman (2014), "Mining of Massive Datasets", section 3.4.
pub(super) fn bands(minima: &[u64]) -> impl Iterator<Item = u64> {
    minima.chunks(BAND).map(|band| band.iter().fold(0, |hash, value| mix(hash ^ value)))
}

/// Returns 64 bits, most of which similar sets share.
///
/// Source: Charikar (2002), "Similarity estimation techniques from rounding algorithms"; Manku, Jain &
/// Das Sarma (2007), "Detecting near-duplicates for web crawling", section 2.
pub(super) fn sim_hash(set: &[u64]) -> u64 {
    let mut votes = [0_i64; 64];
    for member in set {
        for (bit, vote) in votes.iter_mut().enumerate() {
            *vote += if member >> bit & 1 == 1 { 1 } else { -1 };
        }
    }
    (0..64).filter(|bit| votes[*bit] > 0).fold(0, |hash, bit| hash | 1 << bit)
}
