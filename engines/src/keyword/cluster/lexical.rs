//! Likeness by words and letters.

use std::collections::HashMap;

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
        let (words, holders) = weigh(texts, is_weak);
        let (letters, _) = weigh(&letters, |_| false);
        Self { words, letters, holders }
    }

    fn likeness(&self, a: usize, b: usize, word_cosine: f32) -> f32 {
        WORD_WEIGHT * word_cosine + (1.0 - WORD_WEIGHT) * dot(&self.letters[a], &self.letters[b])
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
        let mut met: Vec<u32> = Vec::new();
        for (prefix, node) in ordered {
            met.clear();
            for feature in &prefix {
                met.extend(index.entry(*feature).or_default().iter().rev().take(MOST_HOLDERS));
            }
            met.sort_unstable();
            met.dedup();
            edges.extend(self.alike(node, &met, least, &may_join));
            for feature in prefix {
                index.entry(feature).or_default().push(node);
            }
        }
        strongest(edges)
    }

    /// The most alike of `others` that may join a node.
    fn alike(&self, node: u32, others: &[u32], least: f32, may_join: &impl Fn(u32, u32) -> bool) -> Vec<Edge> {
        let words = &self.words[node as usize];
        let mut edges: Vec<Edge> = others
            .iter()
            .filter(|other| may_join(**other, node))
            .filter_map(|&other| {
                let cosine = dot(words, &self.words[other as usize]);
                let likeness =
                    (cosine >= LEAST_WORD_COSINE).then(|| self.likeness(node as usize, other as usize, cosine))?;
                (likeness >= least).then(|| Edge { a: other.min(node), b: other.max(node), likeness })
            })
            .collect();
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

/// Keeps at most [`MOST_NEIGHBOURS`] edges a node, the most alike.
fn strongest(mut edges: Vec<Edge>) -> Vec<Edge> {
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

/// Runs of three letters of each padded word that is not weak; of all words where all are.
fn letter_runs(stems: &[String], is_weak: fn(&str) -> bool) -> Vec<String> {
    let all_weak = stems.iter().all(|stem| is_weak(stem));
    let mut runs = Vec::new();
    for stem in stems.iter().filter(|stem| all_weak || !is_weak(stem)) {
        let letters: Vec<char> = format!(" {stem} ").chars().collect();
        runs.extend(letters.windows(3).map(|run| run.iter().collect::<String>()));
    }
    runs
}

/// Vectors of length 1 and the number of texts that hold each feature.
fn weigh(texts: &[Vec<String>], is_weak: fn(&str) -> bool) -> (Vec<Sparse>, Vec<u32>) {
    let mut ids: HashMap<&str, u32> = HashMap::new();
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

/// Sum of products of common features.
fn dot(a: &Sparse, b: &Sparse) -> f32 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                sum += a[i].1 * b[j].1;
                i += 1;
                j += 1;
            }
        }
    }
    sum
}
