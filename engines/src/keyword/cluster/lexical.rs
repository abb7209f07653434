//! Similarity by words and letters.

use std::collections::HashMap;
use std::hash::Hash;

use rayon::prelude::*;

use super::linkage::Edge;
use crate::common::NumberMap;

/// Weight of words in the similarity; the rest is the weight of letters.
const WORD_WEIGHT: f32 = 0.65;
/// Minimum cosine of the words for joining two queries, regardless of their letters.
const LEAST_WORD_COSINE: f32 = 0.4;
/// Maximum number of queries with the same word to compare with a query: the nearest in word order.
const MOST_HOLDERS: usize = 500;
/// Maximum number of neighbours per node.
const MOST_NEIGHBOURS: usize = 60;

/// Minimum number of queries that a thread compares at once: each share needs buffers of its own.
const LEAST_SHARE: usize = 512;

/// A feature and its weight.
type Weighted = (u32, f32);

/// Sparse vectors of length 1, with ascending features, stored in one list.
#[derive(Debug, Default)]
struct Rows {
    ends: Vec<u32>,
    entries: Vec<Weighted>,
}

impl Rows {
    fn push(&mut self, row: impl IntoIterator<Item = Weighted>) {
        self.entries.extend(row);
        self.ends.push(self.entries.len() as u32);
    }

    fn row(&self, at: u32) -> &[Weighted] {
        let at = at as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[start as usize..self.ends[at] as usize]
    }
}

/// Word and letter vectors of queries.
#[derive(Debug)]
pub(crate) struct Vectors {
    words: Rows,
    letters: Rows,
    /// Number of queries with each word feature.
    holders: Vec<u32>,
    /// Number of letter features.
    runs: usize,
}

/// A query in the order of comparison.
struct Ordered {
    prefix: Vec<u32>,
    node: u32,
}

/// Buffers for comparing one query with many: its weights by feature, and the queries met.
struct Room {
    words: Vec<f32>,
    letters: Vec<f32>,
    met_at: Vec<u32>,
}

/// Queries of one block in the order of comparison, with copies of their vectors that are adjacent in memory.
struct Block {
    ordered: Vec<Ordered>,
    words: Rows,
    letters: Rows,
    /// Positions of the queries that have a feature in their rarer part, in order.
    holders: NumberMap<u32, Vec<u32>>,
}

impl Vectors {
    /// Vectors of word stems and of 3-letter runs, each of length 1.
    ///
    /// `texts[node]`: its stems. Weight: (1 + ln tf) x (1 + ln(n / df) / 2), half of it for words that
    /// are `is_weak`. The 1 keeps words that all queries of a site share: in `door installation` and
    /// `siding installation` they are what differs. Source: Salton & Buckley (1988), "Term-weighting
    /// approaches in automatic text retrieval", with the idf damped.
    pub(crate) fn new(texts: &[&[String]], is_weak: fn(&str) -> bool) -> Self {
        let words = texts.iter().map(|stems| stems.iter().map(String::as_str));
        let (words, holders) = weigh(words, is_weak);
        let (letters, run_holders) = weigh(texts.iter().map(|stems| letter_runs(stems, is_weak)), |_| false);
        Self { words, letters, holders, runs: run_holders.len() }
    }

    fn room(&self, nodes: usize) -> Room {
        Room { words: vec![0.0; self.holders.len()], letters: vec![0.0; self.runs], met_at: vec![u32::MAX; nodes] }
    }

    /// Returns edges with a similarity of at least `least` among `nodes` that `may_join` allows.
    ///
    /// Only pairs that share a word of their rarer part are compared: a pair with a cosine of at least
    /// [`LEAST_WORD_COSINE`] must share one, as the more common part alone is too short for it. Queries
    /// are processed in order of their words, rarest first, so that for a very common word the most
    /// similar queries are compared, and their vectors are adjacent in memory. Source: Bayardo, Ma &
    /// Srikant (2007), "Scaling up all pairs similarity search", section 4.
    pub(crate) fn edges(&self, nodes: &[u32], least: f32, may_join: impl Fn(u32, u32) -> bool + Sync) -> Vec<Edge> {
        let block = self.block(nodes);
        let room = || self.room(block.ordered.len());
        let edges = (0..block.ordered.len()).into_par_iter().with_min_len(LEAST_SHARE).map_init(room, |room, at| {
            let mut edges = Vec::new();
            self.compare(&block, at, room, &may_join, |a, b, likeness| {
                if likeness >= least {
                    edges.push(Edge { a: a.min(b), b: a.max(b), likeness });
                }
            });
            keep_strongest(&mut edges);
            edges
        });
        strongest(edges.flatten_iter().collect())
    }

    fn block(&self, nodes: &[u32]) -> Block {
        let mut ordered: Vec<Ordered> =
            nodes.iter().map(|node| Ordered { prefix: self.rarer_part(self.words.row(*node)), node: *node }).collect();
        ordered.sort_unstable_by(|a, b| (&a.prefix, a.node).cmp(&(&b.prefix, b.node)));
        let mut block =
            Block { ordered, words: Rows::default(), letters: Rows::default(), holders: NumberMap::default() };
        for (at, search) in block.ordered.iter().enumerate() {
            block.words.push(self.words.row(search.node).iter().copied());
            block.letters.push(self.letters.row(search.node).iter().copied());
            for feature in &search.prefix {
                block.holders.entry(*feature).or_default().push(at as u32);
            }
        }
        block
    }

    /// Similarity of a query with previous ones that share a word of their rarer parts.
    fn compare(
        &self, block: &Block, at: usize, room: &mut Room, may_join: impl Fn(u32, u32) -> bool,
        mut found: impl FnMut(u32, u32, f32),
    ) {
        let node = block.ordered[at].node;
        spread(&mut room.words, self.words.row(node));
        spread(&mut room.letters, self.letters.row(node));
        for feature in &block.ordered[at].prefix {
            for other in block.before(*feature, at).iter().rev().take(MOST_HOLDERS) {
                if std::mem::replace(&mut room.met_at[*other as usize], at as u32) == at as u32 {
                    continue;
                }
                if !may_join(node, block.ordered[*other as usize].node) {
                    continue;
                }
                let by_words = dot(&room.words, block.words.row(*other));
                if by_words < LEAST_WORD_COSINE {
                    continue;
                }
                let by_letters = dot(&room.letters, block.letters.row(*other));
                let likeness = WORD_WEIGHT * by_words + (1.0 - WORD_WEIGHT) * by_letters;
                found(node, block.ordered[*other as usize].node, likeness);
            }
        }
        clear(&mut room.words, self.words.row(node));
        clear(&mut room.letters, self.letters.row(node));
    }

    /// Returns the rarest features, up to where the rest is shorter than the minimum cosine.
    fn rarer_part(&self, vector: &[Weighted]) -> Vec<u32> {
        let mut by_rarity = vector.to_vec();
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

impl Block {
    /// Returns the queries before a position that have a feature in their rarer part, in order.
    fn before(&self, feature: u32, at: usize) -> &[u32] {
        let holders = self.holders.get(&feature).map(Vec::as_slice).unwrap_or_default();
        &holders[..holders.partition_point(|other| (*other as usize) < at)]
    }
}

/// Truncates edges to the [`MOST_NEIGHBOURS`] most similar.
fn keep_strongest(edges: &mut Vec<Edge>) {
    if edges.len() > MOST_NEIGHBOURS {
        edges.select_nth_unstable_by(MOST_NEIGHBOURS, Edge::stronger);
        edges.truncate(MOST_NEIGHBOURS);
    }
}

/// Keeps at most [`MOST_NEIGHBOURS`] edges per node, most similar first.
pub(super) fn strongest(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.par_sort_unstable_by(Edge::stronger);
    let nodes = edges.iter().map(|edge| edge.a.max(edge.b) as usize + 1).max().unwrap_or(0);
    let mut degree = vec![0_usize; nodes];
    edges.retain(|edge| {
        let ends = [edge.a as usize, edge.b as usize];
        let is_full = ends.iter().any(|node| degree[*node] >= MOST_NEIGHBOURS);
        if !is_full {
            ends.iter().for_each(|node| degree[*node] += 1);
        }
        !is_full
    });
    edges.shrink_to_fit();
    edges
}

/// Returns runs of three letters of each padded word that is not weak, as numbers; of all words if all are weak.
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

/// Returns vectors of length 1 and the number of texts with each feature.
fn weigh<F: Eq + Hash + Copy, T: IntoIterator<Item = F>>(
    texts: impl Iterator<Item = T>, is_weak: impl Fn(F) -> bool,
) -> (Rows, Vec<u32>) {
    let mut ids: HashMap<F, u32> = HashMap::new();
    let mut holders: Vec<u32> = Vec::new();
    let mut rows = Rows::default();
    let mut features: Vec<u32> = Vec::new();
    for text in texts {
        features.clear();
        for word in text {
            let next = ids.len() as u32;
            features.push(*ids.entry(word).or_insert(next));
        }
        holders.resize(ids.len(), 0);
        features.sort_unstable();
        features.chunk_by(|a, b| a == b).for_each(|run| holders[run[0] as usize] += 1);
        rows.push(features.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as f32)));
    }
    let mut strength = vec![1.0_f32; ids.len()];
    ids.iter().filter(|(word, _)| is_weak(**word)).for_each(|(_, id)| strength[*id as usize] = 0.5);
    let total = rows.ends.len() as f32;
    let mut start = 0;
    for end in &rows.ends {
        let vector = &mut rows.entries[start..*end as usize];
        start = *end as usize;
        for (feature, weight) in vector.iter_mut() {
            let at = *feature as usize;
            let rarity = 1.0 + (total / holders[at] as f32).ln() / 2.0;
            *weight = (1.0 + weight.ln()) * rarity * strength[at];
        }
        let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|(_, weight)| *weight /= length.max(f32::MIN_POSITIVE));
    }
    (rows, holders)
}

/// Sum of products of common features; one vector is dense, with 0 elsewhere.
fn dot(spread: &[f32], vector: &[Weighted]) -> f32 {
    vector.iter().map(|(feature, weight)| spread[*feature as usize] * weight).sum()
}

fn spread(room: &mut [f32], vector: &[Weighted]) {
    vector.iter().for_each(|(feature, weight)| room[*feature as usize] = *weight);
}

fn clear(room: &mut [f32], vector: &[Weighted]) {
    vector.iter().for_each(|(feature, _)| room[*feature as usize] = 0.0);
}
