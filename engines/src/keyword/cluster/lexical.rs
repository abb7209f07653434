//! Likeness by words and letters.

use std::collections::HashMap;
use std::hash::Hash;

use super::linkage::Edge;

/// Weight of the words in the likeness; the rest is the letters'.
const WORD_WEIGHT: f32 = 0.65;
/// Cosine of the words below which two searches are never joined, however alike their letters.
const LEAST_WORD_COSINE: f32 = 0.4;
/// Holders of one word that are looked at for a search: the nearest in order of their words.
const MOST_HOLDERS: usize = 500;
/// Neighbours kept of a node.
const MOST_NEIGHBOURS: usize = 60;

/// A sparse vector of length 1: (feature, weight), features ascending.
type Sparse = Vec<(u32, f32)>;

/// Word and letter vectors of some searches.
#[derive(Debug)]
pub(crate) struct Vectors {
    words: Vec<Sparse>,
    letters: Vec<Sparse>,
    /// Searches that hold a word feature.
    holders: Vec<u32>,
    /// Letter features in all.
    runs: usize,
}

/// Room for comparing one search with many: its weights spread out by feature, and which searches were met.
struct Bench {
    words: Vec<f32>,
    letters: Vec<f32>,
    met_at: Vec<u32>,
    turn: u32,
}

impl Vectors {
    /// Vectors of word stems and of 3-letter runs, each of length 1.
    ///
    /// `texts[node]`: its stems. Weight: (1 + ln tf) x (1 + ln(n / df) / 2), half of it for words that
    /// `is_weak` names. The 1 keeps the words that all searches of a site share: in `door installation`
    /// and `siding installation` they are what differs.
    /// Source: Salton & Buckley (1988), "Term-weighting approaches in automatic text retrieval", with
    /// the idf damped.
    pub(crate) fn new(texts: &[Vec<String>], is_weak: fn(&str) -> bool) -> Self {
        let letters = texts.iter().map(|stems| letter_runs(stems, is_weak)).collect::<Vec<_>>();
        let (words, holders) = weigh(texts, |word| is_weak(word));
        let (letters, run_holders) = weigh(&letters, |_| false);
        Self { words, letters, holders, runs: run_holders.len() }
    }

    fn bench(&self) -> Bench {
        Bench {
            words: vec![0.0; self.holders.len()],
            letters: vec![0.0; self.runs],
            met_at: vec![0; self.words.len()],
            turn: 0,
        }
    }

    /// Edges of at least `least` likeness among `nodes` that `may_join` admits.
    ///
    /// Only pairs that share a word of their rarer part are looked at: a pair with a cosine of at least
    /// [`LEAST_WORD_COSINE`] must share one, as the commoner part alone is too short for it. Searches are
    /// taken in order of their words, rarest first, so that of a word held by very many the most alike
    /// are met.
    /// Source: Bayardo, Ma & Srikant (2007), "Scaling up all pairs similarity search", section 4.
    pub(crate) fn edges(&self, nodes: &[u32], least: f32, may_join: impl Fn(u32, u32) -> bool) -> Vec<Edge> {
        let mut ordered: Vec<(Vec<u32>, u32)> =
            nodes.iter().map(|node| (self.rarer_part(&self.words[*node as usize]), *node)).collect();
        ordered.sort();
        let mut index: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut edges = Vec::new();
        let mut bench = self.bench();
        let mut met: Vec<u32> = Vec::new();
        for (prefix, node) in ordered {
            met.clear();
            bench.turn += 1;
            for feature in &prefix {
                let holders = index.entry(*feature).or_default().iter().rev().take(MOST_HOLDERS);
                met.extend(holders.filter(|other| bench.is_first(**other)));
            }
            edges.extend(self.alike(node, &met, least, &may_join, &mut bench));
            for feature in prefix {
                index.entry(feature).or_default().push(node);
            }
        }
        strongest(edges)
    }

    /// The most alike of `others` that may join a node.
    fn alike(
        &self, node: u32, others: &[u32], least: f32, may_join: &impl Fn(u32, u32) -> bool, bench: &mut Bench,
    ) -> Vec<Edge> {
        let own = node as usize;
        spread(&mut bench.words, &self.words[own]);
        spread(&mut bench.letters, &self.letters[own]);
        let edge = |other: u32| {
            let words = dot(&bench.words, &self.words[other as usize]);
            if words < LEAST_WORD_COSINE {
                return None;
            }
            let letters = dot(&bench.letters, &self.letters[other as usize]);
            let likeness = WORD_WEIGHT * words + (1.0 - WORD_WEIGHT) * letters;
            (likeness >= least).then(|| Edge { a: other.min(node), b: other.max(node), likeness })
        };
        let allowed = others.iter().copied().filter(|other| may_join(*other, node));
        let mut edges: Vec<Edge> = allowed.filter_map(edge).collect();
        clear(&mut bench.words, &self.words[own]);
        clear(&mut bench.letters, &self.letters[own]);
        if edges.len() > MOST_NEIGHBOURS {
            edges.sort_by(Edge::stronger);
            edges.truncate(MOST_NEIGHBOURS);
        }
        edges
    }

    /// The rarest features, up to where what is left is shorter than the least cosine.
    fn rarer_part(&self, vector: &Sparse) -> Vec<u32> {
        let mut by_rarity = vector.clone();
        by_rarity.sort_by_key(|(feature, _)| (self.holders[*feature as usize], *feature));
        let mut left: f32 = by_rarity.iter().map(|(_, weight)| weight * weight).sum();
        let mut kept = 0;
        while kept < by_rarity.len() && left.max(0.0).sqrt() >= LEAST_WORD_COSINE {
            left -= by_rarity[kept].1 * by_rarity[kept].1;
            kept += 1;
        }
        by_rarity.into_iter().take(kept).map(|(feature, _)| feature).collect()
    }
}

impl Bench {
    /// True when a search is met for the first time in this turn.
    fn is_first(&mut self, node: u32) -> bool {
        std::mem::replace(&mut self.met_at[node as usize], self.turn) != self.turn
    }
}

/// Keeps at most [`MOST_NEIGHBOURS`] edges a node, the most alike.
pub(super) fn strongest(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_by(Edge::stronger);
    let mut degree: HashMap<u32, usize> = HashMap::new();
    edges.retain(|edge| {
        let is_full =
            [edge.a, edge.b].iter().any(|node| degree.get(node).is_some_and(|count| *count >= MOST_NEIGHBOURS));
        if !is_full {
            *degree.entry(edge.a).or_default() += 1;
            *degree.entry(edge.b).or_default() += 1;
        }
        !is_full
    });
    edges
}

/// Runs of three letters of each padded word that is not weak, each as one number; of all words where all are.
fn letter_runs(stems: &[String], is_weak: fn(&str) -> bool) -> Vec<u64> {
    let all_weak = stems.iter().all(|stem| is_weak(stem));
    let mut runs = Vec::new();
    for stem in stems.iter().filter(|stem| all_weak || !is_weak(stem)) {
        let letters: Vec<char> = format!(" {stem} ").chars().collect();
        runs.extend(
            letters.windows(3).map(|run| run.iter().fold(0, |number, letter| number << 21 | u64::from(*letter))),
        );
    }
    runs
}

/// Vectors of length 1 and the number of texts that hold each feature.
fn weigh<F: Eq + Hash>(texts: &[Vec<F>], is_weak: impl Fn(&F) -> bool) -> (Vec<Sparse>, Vec<u32>) {
    let mut ids: HashMap<&F, u32> = HashMap::new();
    let mut holders: Vec<u32> = Vec::new();
    let mut counts: Vec<Vec<(u32, f32)>> = Vec::with_capacity(texts.len());
    for text in texts {
        let mut features: Vec<u32> = text
            .iter()
            .map(|word| {
                let next = ids.len() as u32;
                *ids.entry(word).or_insert(next)
            })
            .collect();
        holders.resize(ids.len(), 0);
        features.sort_unstable();
        let counted: Vec<(u32, f32)> = features.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as f32)).collect();
        counted.iter().for_each(|(feature, _)| holders[*feature as usize] += 1);
        counts.push(counted);
    }
    let mut strength = vec![1.0_f32; ids.len()];
    for (word, id) in &ids {
        if is_weak(word) {
            strength[*id as usize] = 0.5;
        }
    }
    let total = texts.len() as f32;
    for vector in &mut counts {
        for (feature, weight) in vector.iter_mut() {
            let at = *feature as usize;
            let rarity = 1.0 + (total / holders[at] as f32).ln() / 2.0;
            *weight = (1.0 + weight.ln()) * rarity * strength[at];
        }
        let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|(_, weight)| *weight /= length.max(f32::MIN_POSITIVE));
    }
    (counts, holders)
}

/// Sum of products of common features; the one vector is spread out by feature, 0 elsewhere.
fn dot(spread: &[f32], vector: &Sparse) -> f32 {
    vector.iter().map(|(feature, weight)| spread[*feature as usize] * weight).sum()
}

fn spread(room: &mut [f32], vector: &Sparse) {
    vector.iter().for_each(|(feature, weight)| room[*feature as usize] = *weight);
}

fn clear(room: &mut [f32], vector: &Sparse) {
    vector.iter().for_each(|(feature, _)| room[*feature as usize] = 0.0);
}
