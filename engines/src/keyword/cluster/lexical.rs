//! Likeness by words and letters.

use std::collections::HashMap;
use std::hash::Hash;

use super::linkage::Edge;
use crate::common::NumberMap;

/// Weight of the words in the likeness; the rest is the letters'.
const WORD_WEIGHT: f32 = 0.65;
/// Cosine of the words below which two searches are never joined, however alike their letters.
const LEAST_WORD_COSINE: f32 = 0.4;
/// Holders of one word that are looked at for a search: the nearest in order of their words.
const MOST_HOLDERS: usize = 500;
/// Neighbours kept of a node.
const MOST_NEIGHBOURS: usize = 60;

/// A feature and its weight.
type Weighted = (u32, f32);

/// Sparse vectors of length 1, features ascending, one after another in one list.
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

/// Word and letter vectors of some searches.
#[derive(Debug)]
pub(crate) struct Vectors {
    words: Rows,
    letters: Rows,
    /// Searches that hold a word feature.
    holders: Vec<u32>,
    /// Letter features in all.
    runs: usize,
}

/// A search as it is compared with those before it.
struct Ordered {
    prefix: Vec<u32>,
    node: u32,
}

/// Room for comparing one search with many: its weights by feature, and which searches were met.
struct Room {
    words: Vec<f32>,
    letters: Vec<f32>,
    met_at: Vec<u32>,
    /// Places in order of the searches that hold a feature in their rarer part.
    index: NumberMap<u32, Vec<u32>>,
}

impl Vectors {
    /// Vectors of word stems and of 3-letter runs, each of length 1.
    ///
    /// `texts[node]`: its stems. Weight: (1 + ln tf) x (1 + ln(n / df) / 2), half of it for words that
    /// `is_weak` names. The 1 keeps the words that all searches of a site share: in `door installation`
    /// and `siding installation` they are what differs.
    /// Source: Salton & Buckley (1988), "Term-weighting approaches in automatic text retrieval", with
    /// the idf damped.
    pub(crate) fn new(texts: &[&[String]], is_weak: fn(&str) -> bool) -> Self {
        let words = texts.iter().map(|stems| stems.iter().map(String::as_str));
        let (words, holders) = weigh(words, is_weak);
        let (letters, run_holders) = weigh(texts.iter().map(|stems| letter_runs(stems, is_weak)), |_| false);
        Self { words, letters, holders, runs: run_holders.len() }
    }

    fn room(&self, nodes: usize) -> Room {
        Room {
            words: vec![0.0; self.holders.len()],
            letters: vec![0.0; self.runs],
            met_at: vec![u32::MAX; nodes],
            index: NumberMap::default(),
        }
    }

    /// Edges of at least `least` likeness among `nodes` that `may_join` admits.
    ///
    /// Only pairs that share a word of their rarer part are looked at: a pair with a cosine of at least
    /// [`LEAST_WORD_COSINE`] must share one, as the commoner part alone is too short for it. Searches are
    /// taken in order of their words, rarest first, so that of a word held by very many the most alike
    /// are met, and their vectors lie side by side.
    /// Source: Bayardo, Ma & Srikant (2007), "Scaling up all pairs similarity search", section 4.
    pub(crate) fn edges(&self, nodes: &[u32], least: f32, may_join: impl Fn(u32, u32) -> bool) -> Vec<Edge> {
        let mut ordered: Vec<Ordered> =
            nodes.iter().map(|node| Ordered { prefix: self.rarer_part(self.words.row(*node)), node: *node }).collect();
        ordered.sort_unstable_by(|a, b| (&a.prefix, a.node).cmp(&(&b.prefix, b.node)));
        let mut nearby = (Rows::default(), Rows::default());
        for search in &ordered {
            nearby.0.push(self.words.row(search.node).iter().copied());
            nearby.1.push(self.letters.row(search.node).iter().copied());
        }
        let mut edges = Vec::new();
        let mut room = self.room(ordered.len());
        for at in 0..ordered.len() {
            let first = edges.len();
            self.compare(&ordered, (&nearby.0, &nearby.1), at, &mut room, &may_join, |a, b, likeness| {
                if likeness >= least {
                    edges.push(Edge { a: a.min(b), b: a.max(b), likeness });
                }
            });
            keep_strongest(&mut edges, first);
            for feature in &ordered[at].prefix {
                room.index.entry(*feature).or_default().push(at as u32);
            }
        }
        strongest(edges)
    }

    /// Likeness of a search with those before it that share a word of their rarer parts.
    fn compare(
        &self, ordered: &[Ordered], (words, letters): (&Rows, &Rows), at: usize, room: &mut Room,
        may_join: impl Fn(u32, u32) -> bool, mut found: impl FnMut(u32, u32, f32),
    ) {
        let node = ordered[at].node;
        spread(&mut room.words, self.words.row(node));
        spread(&mut room.letters, self.letters.row(node));
        for feature in &ordered[at].prefix {
            let Some(holders) = room.index.get(feature) else { continue };
            for other in holders.iter().rev().take(MOST_HOLDERS) {
                if std::mem::replace(&mut room.met_at[*other as usize], at as u32) == at as u32 {
                    continue;
                }
                let by_words = dot(&room.words, words.row(*other));
                if by_words < LEAST_WORD_COSINE || !may_join(node, ordered[*other as usize].node) {
                    continue;
                }
                let by_letters = dot(&room.letters, letters.row(*other));
                found(node, ordered[*other as usize].node, WORD_WEIGHT * by_words + (1.0 - WORD_WEIGHT) * by_letters);
            }
        }
        clear(&mut room.words, self.words.row(node));
        clear(&mut room.letters, self.letters.row(node));
    }

    /// The rarest features, up to where what is left is shorter than the least cosine.
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

/// Cuts the edges from `first` on to the [`MOST_NEIGHBOURS`] most alike.
fn keep_strongest(edges: &mut Vec<Edge>, first: usize) {
    if edges.len() - first > MOST_NEIGHBOURS {
        edges[first..].select_nth_unstable_by(MOST_NEIGHBOURS, Edge::stronger);
        edges.truncate(first + MOST_NEIGHBOURS);
    }
}

/// Keeps at most [`MOST_NEIGHBOURS`] edges a node, the most alike; the most alike first.
pub(super) fn strongest(mut edges: Vec<Edge>) -> Vec<Edge> {
    edges.sort_unstable_by(Edge::stronger);
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

/// Sum of products of common features; the one vector is spread out by feature, 0 elsewhere.
fn dot(spread: &[f32], vector: &[Weighted]) -> f32 {
    vector.iter().map(|(feature, weight)| spread[*feature as usize] * weight).sum()
}

fn spread(room: &mut [f32], vector: &[Weighted]) {
    vector.iter().for_each(|(feature, weight)| room[*feature as usize] = *weight);
}

fn clear(room: &mut [f32], vector: &[Weighted]) {
    vector.iter().for_each(|(feature, _)| room[*feature as usize] = 0.0);
}
