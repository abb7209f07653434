//! Repetition within a pack and between packs.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
};

use super::{Finding, language::texts};
use crate::{
    Pack,
    prose::{sentences, words},
};

/// Words of a shingle.
const SHINGLE: usize = 5;
/// Most statements or answers that begin with the same two words.
const SAME_START: usize = 6;

/// Words of a run that two texts of a pack must not share.
const RUN: usize = 7;

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    let mut found = runs(pack);
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let mut starts: BTreeMap<String, usize> = BTreeMap::new();
    for (at, text) in texts(pack) {
        for sentence in sentences(text) {
            let folded = sentence.to_lowercase();
            if let Some(other) = seen.insert(folded, at) {
                found.push(Finding::error(at, format!("repeats a sentence of `{other}`")));
            }
        }
        let start: Vec<String> = words(text).take(2).map(str::to_lowercase).collect();
        *starts.entry(start.join(" ")).or_default() += 1;
    }
    let many = starts.into_iter().filter(|(_, count)| *count > SAME_START);
    found.extend(many.map(|(start, count)| {
        Finding::warning("pack", format!("{count} texts start with \"{start}\"; vary what they are about"))
    }));
    found
}

/// Texts that share a run of words with an earlier one.
fn runs(pack: &Pack) -> Vec<Finding> {
    let mut first: HashMap<Vec<String>, &str> = HashMap::new();
    let mut found = Vec::new();
    for (at, text) in texts(pack) {
        let words: Vec<String> = words(text).map(str::to_lowercase).collect();
        let shared = words.windows(RUN).find(|run| first.get(*run).is_some_and(|other| *other != at));
        if let Some(run) = shared {
            let problem = format!("repeats \"{}\" of `{}`", run.join(" "), first.get(run).copied().unwrap_or_default());
            found.push(Finding::error(at, problem));
        }
        for run in words.windows(RUN) {
            first.entry(run.to_vec()).or_insert(at);
        }
    }
    found
}

/// The different runs of five words of a pack, each by its hash: of the millions of runs of a library, two with the same
/// hash are less likely than one in a million.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shingles(Vec<u64>);

impl Shingles {
    /// Collects the runs of a pack's texts.
    #[must_use]
    pub fn new(pack: &Pack) -> Self {
        let of_text = |text: &str| {
            let words: Vec<String> = words(text).map(str::to_lowercase).collect();
            words.windows(SHINGLE).map(hash).collect::<Vec<_>>()
        };
        let mut all: Vec<_> = pack.texts().flat_map(of_text).collect();
        all.sort_unstable();
        all.dedup();
        Self(all)
    }

    /// Returns the share of runs that two packs have in common: the Jaccard index of their sets, 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts of a text are far below 2^53")]
    pub fn resemblance(&self, other: &Self) -> f64 {
        let common = self.0.iter().filter(|run| other.0.binary_search(run).is_ok()).count();
        let all = self.0.len() + other.0.len() - common;
        if all == 0 { 0.0 } else { common as f64 / all as f64 }
    }
}

fn hash(run: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    run.hash(&mut hasher);
    hasher.finish()
}
