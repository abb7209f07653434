//! The set of runs of five words of a text.

use engines::text::words;
use xxhash_rust::xxh3::xxh3_64;

use crate::GateError;

/// Words in a shingle.
const LENGTH: usize = 5;
/// Bytes of a stored hash.
const BYTES: usize = 8;
/// Maximum number of shingles of a page.
const MOST: usize = 200_000;

/// Distinct runs of five words of a text, as sorted hashes.
///
/// Source: Broder (1997), "On the resemblance and containment of documents", section 2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shingles(Vec<u64>);

impl Shingles {
    /// Returns the shingles of a folded text; a shorter text is one shingle.
    pub(crate) fn of(folded: &str) -> Self {
        let words: Vec<u64> = words(folded).map(|word| xxh3_64(word.as_bytes())).collect();
        let mut shingles: Vec<u64> = match words.len() {
            0 => Vec::new(),
            1..LENGTH => vec![join(&words)],
            _ => words.windows(LENGTH).take(MOST).map(join).collect(),
        };
        shingles.sort_unstable();
        shingles.dedup();
        Self(shingles)
    }

    /// Returns the hashes in ascending order.
    #[must_use]
    pub fn hashes(&self) -> &[u64] {
        &self.0
    }

    /// Returns true for a text without words.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the Jaccard index of two sets, 0 to 1; 0 for two empty ones.
    #[must_use]
    pub fn jaccard(&self, other: &Self) -> f64 {
        let (mut i, mut j, mut shared) = (0, 0, 0_usize);
        while let (Some(x), Some(y)) = (self.0.get(i), other.0.get(j)) {
            shared += usize::from(x == y);
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        let all = self.0.len() + other.0.len() - shared;
        if all == 0 { 0.0 } else { shared as f64 / all as f64 }
    }

    /// Returns the hashes as little-endian bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|hash| hash.to_le_bytes()).collect()
    }

    /// Reads what [`Shingles::to_bytes`] wrote.
    ///
    /// # Errors
    /// Returns [`GateError::Sketch`] for bytes of another length, unsorted or repeated hashes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, GateError> {
        let (hashes, rest) = bytes.as_chunks::<BYTES>();
        if !rest.is_empty() || hashes.len() > MOST {
            return Err(GateError::Sketch { problem: "must have 8 bytes for each shingle, at most 200,000 shingles" });
        }
        let hashes: Vec<u64> = hashes.iter().map(|hash| u64::from_le_bytes(*hash)).collect();
        if hashes.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(GateError::Sketch { problem: "must have shingles in ascending order, each once" });
        }
        Ok(Self(hashes))
    }
}

/// Hash of a run of words, whose bits all depend on all words.
fn join(words: &[u64]) -> u64 {
    let mixed = words.iter().fold(0x9E37_79B9_7F4A_7C15_u64, |hash, word| mix(hash.rotate_left(7) ^ *word));
    mix(mixed)
}

/// Finaliser of `SplitMix64`.
pub(super) fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
