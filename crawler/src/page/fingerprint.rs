//! Fingerprints of a page's content, to find equal and nearly equal pages.

use serde::{Deserialize, Serialize};

/// Number of minima; the standard error of an estimated similarity is at most 1 / (2 sqrt(64)) = 0.06.
pub(crate) const MINIMA: usize = 64;
/// Words of a shingle, as in the field's guides.
const SHINGLE: usize = 5;
/// Words of a content that count.
const MOST_WORDS: usize = 20_000;

/// Sketch of the word shingles of a content: the share of equal minima estimates the share of common shingles (Jaccard
/// index; Broder 1997, "On the resemblance and containment of documents").
///
/// Dahlgaard, Knudsen and Thorup (2017), "Fast similarity sketching", algorithm 1: a round throws each shingle into a
/// minimum at random, and rounds follow until no minimum is empty; from round [`MINIMA`] on, all shingles go into one
/// minimum after the other. A long text needs one hash of each shingle instead of [`MINIMA`], with the same error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(pub Vec<u32>);

impl Fingerprint {
    /// Returns the fingerprint of a text; `None` if it has fewer words than a shingle.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let words: Vec<u64> = words(text).take(MOST_WORDS).map(hash_word).collect();
        let hash = |window: &[u64]| window.iter().fold(FNV_OFFSET, |hash, word| mix(hash ^ word));
        let shingles: Vec<u64> = words.windows(SHINGLE).map(hash).collect();
        (!shingles.is_empty()).then(|| Self(minima(&shingles).to_vec()))
    }

    /// Estimates the share of common shingles, 0 to 1.
    #[must_use]
    pub fn similarity(&self, other: &Self) -> f64 {
        let equal = self.0.iter().zip(&other.0).filter(|(left, right)| left == right).count();
        equal as f64 / MINIMA as f64
    }
}

/// Bits of a minimum that are a hash; the bits above them are the round, so that an earlier round wins.
const HASH_BITS: u32 = 25;

fn minima(shingles: &[u64]) -> [u32; MINIMA] {
    let mut minima = [u32::MAX; MINIMA];
    for (round, seed) in SEEDS.iter().enumerate() {
        for shingle in shingles {
            let hash = mix(shingle ^ seed);
            let minimum = &mut minima[if round < MINIMA { hash as usize % MINIMA } else { round - MINIMA }];
            *minimum = (*minimum).min((round as u32) << HASH_BITS | (hash >> (64 - HASH_BITS)) as u32);
        }
        if minima.iter().all(|minimum| *minimum != u32::MAX) {
            break;
        }
    }
    minima
}

/// Returns the words of a text.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns a hash of a text that stays the same between versions; white space and case do not count.
#[must_use]
pub fn content_hash(text: &str) -> u64 {
    text.split_whitespace().fold(FNV_OFFSET, |hash, word| mix(hash ^ hash_word(word)))
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a of a word in lower case.
fn hash_word(word: &str) -> u64 {
    if word.is_ascii() {
        return word.bytes().fold(FNV_OFFSET, |hash, byte| step(hash, byte.to_ascii_lowercase()));
    }
    let mut buffer = [0; 4];
    word.chars()
        .flat_map(char::to_lowercase)
        .fold(FNV_OFFSET, |hash, character| character.encode_utf8(&mut buffer).bytes().fold(hash, step))
}

const fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3)
}

/// Finaliser of SplitMix64 (Steele, Lea and Flood 2014).
const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A seed for each round.
const SEEDS: [u64; 2 * MINIMA] = {
    let mut seeds = [0; 2 * MINIMA];
    let mut index = 0;
    while index < seeds.len() {
        seeds[index] = mix(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1));
        index += 1;
    }
    seeds
};
