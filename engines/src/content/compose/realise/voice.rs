//! Chooses between wordings; no sentence is said twice on a site.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::super::input::{Sentence, Sibling};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SplitMix64;
use crate::text::{fold, sentences};

/// Chooses between wordings by the seed, and remembers what is said.
#[derive(Debug, Clone)]
pub(in crate::content) struct Voice {
    seed: u64,
    /// Sentences of the other pages.
    others: Arc<BTreeSet<u64>>,
    /// Sentences of this page.
    said: BTreeSet<u64>,
}

impl Voice {
    /// Creates a voice that knows the sentences of the other pages.
    pub(in crate::content) fn new(seed: u64, siblings: &[Sibling], control: &dyn Control) -> Result<Self, EngineError> {
        let mut others = BTreeSet::new();
        for sibling in siblings {
            checkpoint(control)?;
            others.extend(sentences(&sibling.text).into_iter().map(key));
        }
        Ok(Self { seed, others: Arc::new(others), said: BTreeSet::new() })
    }

    /// Returns true if the sentence is new; it then counts as said.
    pub(in crate::content) fn say(&mut self, text: &str) -> bool {
        let key = key(text);
        !self.others.contains(&key) && self.said.insert(key)
    }

    /// Returns true if the sentence stands on this or another page.
    fn is_said(&self, text: &str) -> bool {
        self.has_said(&[key(text)])
    }

    /// Returns true if one of the sentences with these keys stands on this or another page.
    pub(in crate::content) fn has_said(&self, keys: &[u64]) -> bool {
        keys.iter().any(|key| self.said.contains(key) || self.others.contains(key))
    }

    /// Returns the first new wording, starting where the seed points.
    pub(in crate::content) fn choose(&mut self, name: &str, wordings: Vec<Sentence>) -> Option<Sentence> {
        self.choose_or(name, wordings, Vec::new())
    }

    /// Returns the first new wording, starting where the seed points; a further one if all are said.
    pub(in crate::content) fn choose_or(
        &mut self, name: &str, wordings: Vec<Sentence>, further: Vec<Sentence>,
    ) -> Option<Sentence> {
        let count = wordings.len();
        let start = if count == 0 { 0 } else { choice(self.seed, name, count) };
        let turned = wordings.iter().cycle().skip(start).take(count);
        let chosen = turned.chain(&further).find(|wording| !self.is_said(&wording.text))?.clone();
        self.say(&chosen.text);
        Some(chosen)
    }
}

/// Hash of a sentence: FNV-1a of its folded words.
pub(in crate::content) fn key(text: &str) -> u64 {
    hash(0xCBF2_9CE4_8422_2325, &fold(text))
}

fn hash(seed: u64, text: &str) -> u64 {
    text.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

/// Mixes names into a seed.
pub(in crate::content) fn seed_of(seed: u64, names: &[&str]) -> u64 {
    names.iter().fold(seed, |seed, name| hash(seed, &fold(name)))
}

/// Returns a number below `count` that depends only on the seed and a name.
pub(in crate::content) fn choice(seed: u64, name: &str, count: usize) -> usize {
    SplitMix64::new(hash(seed, name)).below(count)
}

/// Returns a number from 0 to 1 that depends only on the seed and a name.
pub(in crate::content) fn share(seed: u64, name: &str) -> f64 {
    choice(seed, name, 1 << 20) as f64 / f64::from(1 << 20)
}
