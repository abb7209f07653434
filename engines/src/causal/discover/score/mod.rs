//! Scores of a variable given its parents.

mod discrete;
mod gaussian;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub(super) use discrete::Levels;
pub(super) use gaussian::Covariance;

/// Parents as bits: the number of variables is at most [`super::MAX_NODES`].
pub(super) type Set = u128;

/// A cache by set. It is read far more often than written, and never iterated.
pub(super) type BySet<T> = HashMap<Set, T, BuildHasherDefault<SetHasher>>;

/// Mixes the bits of a set. Sets are not attacker-controlled, so a hash at a tenth of the default's cost is enough.
#[derive(Debug, Default)]
pub(super) struct SetHasher(u64);

impl Hasher for SetHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u128(u128::from(*byte)));
    }

    fn write_u128(&mut self, set: u128) {
        for half in [set as u64, (set >> 64) as u64] {
            let mixed = (self.0 ^ half).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            self.0 = mixed ^ (mixed >> 32);
        }
    }
}

/// The variables of a set, ascending.
pub(super) fn members(set: Set) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let first = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(first)
    })
}

/// The data, in the form that the scores need.
#[derive(Debug, Clone)]
pub(super) enum Evidence {
    Discrete(Levels),
    Continuous(Covariance),
}

/// Cached scores of a variable given its parents.
#[derive(Debug)]
pub(super) struct Scores<'a> {
    evidence: &'a Evidence,
    known: Vec<BySet<f64>>,
    /// Rows read: the unit of work.
    pub(super) work: u64,
}

impl<'a> Scores<'a> {
    pub(super) fn new(evidence: &'a Evidence) -> Self {
        let nodes = match evidence {
            Evidence::Discrete(levels) => levels.nodes(),
            Evidence::Continuous(covariance) => covariance.nodes(),
        };
        Self { evidence, known: vec![BySet::default(); nodes], work: 0 }
    }

    pub(super) fn nodes(&self) -> usize {
        self.known.len()
    }

    /// Log score of `parents` for `node`; higher is better.
    pub(super) fn local(&mut self, node: usize, parents: Set) -> f64 {
        if let Some(score) = self.known[node].get(&parents) {
            return *score;
        }
        let score = match self.evidence {
            Evidence::Discrete(levels) => levels.score(node, parents),
            Evidence::Continuous(covariance) => covariance.score(node, parents),
        };
        self.work += match self.evidence {
            Evidence::Discrete(levels) => levels.rows() as u64 * (2 + u64::from(parents.count_ones())),
            Evidence::Continuous(_) => 50 + u64::from(parents.count_ones()).pow(3),
        };
        self.known[node].insert(parents, score);
        score
    }
}
