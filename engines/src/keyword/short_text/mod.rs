//! Groups of short texts.
//!
//! With a number of groups: k-means on a latent semantic space, joined with built-in vectors of English words and with the
//! vectors of a sentence model if there is one, initialises a mixture of word distributions, which separates short texts
//! better. With a sentence model the mixture is of words and directions of sentence vectors; without one, a tempered mixture,
//! which preserves small groups, replaces it if it fits the nearest-neighbour graph clearly better. Without a
//! number: the complete linkage of the keyword clusters, which finds tight groups.
//!
//! Sources: Deerwester et al. (1990), "Indexing by latent semantic analysis"; Nigam et al. (2000),
//! "Text classification from labeled and unlabeled documents using EM", section 3; Ueda & Nakano
//! (1998), "Deterministic annealing EM algorithm"; Newman (2006), "Modularity and community structure
//! in networks"; Pennington, Socher & Manning (2014), "GloVe: global vectors for word representation"; Rakib et al.
//! (2020), "Enhancement of short text clustering by iterative classification", for the idea of correcting a first
//! clustering by a model learned from it.

mod fill;
mod graph;
mod kmeans;
mod meaning;
mod mixture;
mod space;
mod vector;
mod widen;

use graph::Graph;
use mixture::{Start, mixture};
use vector::{Bag, Matrix};

use super::cluster::{MEANING_SIMILARITY, Meaning, text_groups};
use crate::common::{Control, EngineError, checkpoint};
use crate::embedding::SentenceModel;
use crate::stat::SplitMix64;
use crate::text::VECTOR_SIZE;

/// Dimensions of the latent space per group.
const DIMENSIONS: f64 = 1.0;
/// Maximum number of texts with vectors of the sentence model: a vector takes about three milliseconds.
const MOST_EMBEDDED: usize = 3_000;
/// Maximum number of first clusterings that are refined; one replaces an earlier one
/// if it fits the graph of nearest texts clearly better.
const TRIES: usize = 8;
/// Maximum number of texts x groups in all tries.
const TRIED_CELLS: usize = 1_000_000;
/// Maximum number of dimensions: the time to compute them grows with their square.
const MOST_DIMENSIONS: usize = 100;
/// Maximum number of groups for vectors of words: small groups differ in names and other single words, not in topics.
const MOST_TOPICS: usize = VECTOR_SIZE;
/// Maximum number of texts to add similar words to, which makes the matrix several times as large.
const MOST_WIDENED: usize = 10_000;
/// Length of a sentence vector in points of a first clustering; word vectors have a length of 1 or the root of 2.
const SENTENCE: f32 = 2.0;
/// Minimum gain in modularity for using the tempered mixture.
const CLEARLY: f64 = 0.02;
/// Maximum number of texts for a given number of groups, and of texts x groups, which determine the time: about ten seconds
/// on one core.
const MOST_DIVIDED: usize = 10_000;
const MOST_CELLS: usize = 3_000_000;
/// Minimum similarity for joining texts if no number of groups is given.
const LIKENESS: f64 = 0.5;

/// Returns the group of each text, numbered from 0 by first member.
///
/// A given number of groups is returned, or as many as there are different texts. Without a number, texts are joined if they are similar in words and letters, or in meaning if there is a
/// sentence model.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without texts, [`EngineError::InvalidParameter`] for 0 groups,
/// [`EngineError::TooManyClusters`], [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn cluster_texts(
    texts: &[&str], clusters: Option<usize>, seed: u64, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<Vec<u32>, EngineError> {
    if texts.is_empty() {
        return Err(EngineError::NoInput { what: "texts", unlock: "give one text a line" });
    }
    control.progress(0.0, "read", "Reading the texts");
    let bags = vector::read(texts);
    let groups = match clusters {
        None => alike(texts, &bags, model, control)?,
        Some(count) => {
            check_count(texts.len(), count)?;
            let mut groups = divide(texts, &bags, count, (seed, model), control)?;
            fill::fill(&mut groups, count, &bags, &bags.counts.weighted(), control)?;
            groups
        }
    };
    control.progress(100.0, "done", "Done");
    Ok(numbered(&groups))
}

fn alike(
    texts: &[&str], bags: &Bag, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<Vec<u32>, EngineError> {
    let meaning = model.map(|model| Meaning {
        model,
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        weights: vec![1.0; texts.len()],
        least: MEANING_SIMILARITY,
    });
    text_groups(&bags.stems, LIKENESS, meaning.as_ref(), control)
}

fn check_count(texts: usize, clusters: usize) -> Result<(), EngineError> {
    if clusters == 0 {
        let problem = "must be at least 1".to_owned();
        return Err(EngineError::InvalidParameter { field: "clusters", problem });
    }
    if clusters > texts {
        return Err(EngineError::TooManyClusters { clusters, texts });
    }
    if texts > MOST_DIVIDED {
        let what = "texts with a number of groups";
        return Err(EngineError::TooLarge { what, got: texts, limit: MOST_DIVIDED });
    }
    match texts.saturating_mul(clusters) {
        cells if cells > MOST_CELLS => {
            Err(EngineError::TooLarge { what: "texts x clusters", got: cells, limit: MOST_CELLS })
        }
        _ => Ok(()),
    }
}

fn divide(
    texts: &[&str], bags: &Bag, count: usize, (seed, model): (u64, Option<&SentenceModel>), control: &dyn Control,
) -> Result<Vec<u32>, EngineError> {
    if count == 1 || bags.counts.features == 0 {
        return Ok(vec![0; bags.counts.rows.len()]);
    }
    let mut random = SplitMix64::new(seed);
    let weighted = bags.counts.weighted();
    control.progress(10.0, "space", "Computing topics");
    let vectors = match model.filter(|_| texts.len() <= MOST_EMBEDDED) {
        Some(model) => Some(sentences(model, texts, control)?),
        None => None,
    };
    let mut points = topics(bags, &weighted, count, &mut random, control)?;
    if let Some(vectors) = &vectors {
        join(&mut points, vectors);
    }
    // In many small groups, the words alone decide.
    let vectors = vectors.as_deref().filter(|_| count <= MOST_TOPICS);
    checkpoint(control)?;
    control.progress(35.0, "divide", "Clustering the texts");
    let graph = Graph::nearest(&weighted);
    let mut best: Option<(f64, Vec<u32>)> = None;
    // With sentence vectors all tries are of the same kind, so the best fit is used.
    let bar = if vectors.is_some() { 0.0 } else { CLEARLY };
    let tries = (TRIED_CELLS / bags.counts.rows.len().saturating_mul(count)).clamp(1, TRIES);
    for attempt in 0..tries {
        let starts = if attempt == 0 { kmeans::STARTS } else { 1 };
        let first = kmeans::divide(&points, count, starts, &mut random, control)?;
        control.progress(60.0, "mixture", "Refining the clusters");
        let (fit, groups) = refine(bags, &weighted, &graph, Start { groups: &first, count, vectors }, control)?;
        if best.as_ref().is_none_or(|(known, _)| fit > *known + bar) {
            best = Some((fit, groups));
        }
    }
    Ok(best.map_or_else(|| vec![0; texts.len()], |(_, groups)| groups))
}

/// Returns sentence vectors, from which the mean of all texts is subtracted, of length 1.
fn sentences(model: &SentenceModel, texts: &[&str], control: &dyn Control) -> Result<Vec<Vec<f32>>, EngineError> {
    let mut vectors = model.embed(texts, 1, control)?;
    meaning::centre(&mut vectors);
    Ok(vectors)
}

/// Adds the dimensions of sentence vectors to points of words.
fn join(points: &mut [Vec<f32>], vectors: &[Vec<f32>]) {
    for (point, vector) in points.iter_mut().zip(vectors) {
        point.extend(vector.iter().map(|value| SENTENCE * value));
    }
}

/// Returns points of the latent space. For English texts in few groups the space is of their words and similar ones,
/// and half of each point's squared length is the mean vector of its words, which joins texts without a common word.
fn topics(
    bags: &Bag, weighted: &Matrix, count: usize, random: &mut SplitMix64, control: &dyn Control,
) -> Result<Vec<Vec<f32>>, EngineError> {
    let dimensions = ((DIMENSIONS * count as f64).round() as usize).clamp(2, MOST_DIMENSIONS);
    let meanings = if count <= MOST_TOPICS { meaning::embed(&bags.stems, control)? } else { None };
    let Some(meanings) = meanings else { return Ok(space::embed(weighted, dimensions, random)) };
    let mut points = if bags.stems.len() <= MOST_WIDENED {
        space::embed(&widen::widen(weighted, bags, control)?, dimensions, random)
    } else {
        space::embed(weighted, dimensions, random)
    };
    points.iter_mut().zip(meanings).for_each(|(point, meaning)| point.extend(meaning));
    Ok(points)
}

/// Returns the groups of the mixture that fits the graph, and their modularity.
fn refine(
    bags: &Bag, weighted: &Matrix, graph: &Graph, start: Start<'_>, control: &dyn Control,
) -> Result<(f64, Vec<u32>), EngineError> {
    let plain = mixture(&bags.counts, start, (0.05, 1.0), control)?;
    let fit = graph.modularity(&plain);
    if start.vectors.is_some() {
        return Ok((fit, plain));
    }
    let (mut chosen, bar) = ((fit, plain), fit + CLEARLY);
    for prior in [(0.05, 1.0), (0.1, 1.5)] {
        let tempered = mixture(weighted, start, prior, control)?;
        let fit = graph.modularity(&tempered);
        if fit > chosen.0.max(bar) {
            chosen = (fit, tempered);
        }
    }
    Ok(chosen)
}

/// Number of different texts, which bounds the number of groups; texts with the same words are one.
pub(crate) fn different_texts(texts: &[&str]) -> usize {
    fill::different(&vector::read(texts))
}

fn numbered(groups: &[u32]) -> Vec<u32> {
    let mut numbers = std::collections::HashMap::new();
    groups
        .iter()
        .map(|group| {
            let next = numbers.len() as u32;
            *numbers.entry(*group).or_insert(next)
        })
        .collect()
}
