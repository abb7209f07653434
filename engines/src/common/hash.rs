//! Hash tables for numbers that the engines assign.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A map with keys that the engine assigns, such as indices of words.
///
/// Its hash is not keyed, so attacker-controlled keys could collide: use the standard library's map for external text.
pub(crate) type NumberMap<K, V> = HashMap<K, V, BuildHasherDefault<NumberHasher>>;

/// Multiplies by an odd constant and folds the high half into the low one.
///
/// Source: Steele & Vigna (2021), "Computationally easy, spectrally good multipliers for congruential pseudorandom
/// number generators", for the constant.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct NumberHasher(u64);

const MULTIPLIER: u64 = 0xF135_7AEA_2E62_A9C5;

impl NumberHasher {
    fn mix(&mut self, number: u64) {
        let product = u128::from(self.0.rotate_left(23) ^ number) * u128::from(MULTIPLIER);
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}
