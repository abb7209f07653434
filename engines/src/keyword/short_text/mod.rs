//! Groups of short texts.
//!
//! With a number of groups: k-means on a latent semantic space initialises a mixture of word
//! distributions, which separates short texts better; a tempered mixture, which preserves small
//! groups, replaces it if it fits the nearest-neighbour graph clearly better. Without a number: the
//! complete linkage of the keyword clusters, which finds tight groups.
//!
//! Sources: Deerwester et al. (1990), "Indexing by latent semantic analysis"; Nigam et al. (2000),
//! "Text classification from labeled and unlabeled documents using EM", section 3; Ueda & Nakano
//! (1998), "Deterministic annealing EM algorithm"; Newman (2006), "Modularity and community structure
//! in networks"; Rakib et al. (2020), "Enhancement of short text clustering by iterative
//! classification", for the idea of correcting a first clustering by a model learned from it.

mod graph;
mod kmeans;
mod mixture;
mod space;
mod vector;

use graph::Graph;
use mixture::{Start, mixture};
use vector::Bag;

use super::cluster::{MEANING_SIMILARITY, Meaning, text_groups};
use crate::common::{Control, EngineError, checkpoint};
use crate::embedding::SentenceModel;
use crate::stat::SplitMix64;

/// Dimensions of the latent space per group.
const DIMENSIONS: f64 = 1.0;
/// Minimum gain in modularity for using the tempered mixture.
const CLEARLY: f64 = 0.02;
/// Maximum number of texts x groups: the size of the membership table.
const MOST_CELLS: usize = 50_000_000;
/// Minimum similarity for joining texts if no number of groups is given.
const LIKENESS: f64 = 0.5;

/// Returns the group of each text, numbered from 0 by first member.
///
/// Without a number of groups, texts are joined if they are similar in words and letters, or in meaning if there is a
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
            divide(&bags, count, seed, control)?
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
    match texts.saturating_mul(clusters) {
        cells if cells > MOST_CELLS => {
            Err(EngineError::TooLarge { what: "texts x clusters", got: cells, limit: MOST_CELLS })
        }
        _ => Ok(()),
    }
}

fn divide(bags: &Bag, count: usize, seed: u64, control: &dyn Control) -> Result<Vec<u32>, EngineError> {
    if count == 1 || bags.counts.features == 0 {
        return Ok(vec![0; bags.counts.rows.len()]);
    }
    let mut random = SplitMix64::new(seed);
    let weighted = bags.counts.weighted();
    control.progress(10.0, "space", "Computing topics");
    let dimensions = (DIMENSIONS * count as f64).round() as usize;
    let points = space::embed(&weighted, dimensions.max(2), &mut random);
    checkpoint(control)?;
    control.progress(35.0, "divide", "Clustering the texts");
    let first = kmeans::divide(&points, count, &mut random);
    checkpoint(control)?;
    control.progress(60.0, "mixture", "Refining the clusters");
    let start = Start { groups: &first, count };
    let plain = mixture(&bags.counts, start, 0.05, 1.0);
    let graph = Graph::nearest(&weighted);
    let (mut chosen, bar) = (None, graph.modularity(&plain) + CLEARLY);
    for (smoothing, sharpness) in [(0.05, 1.0), (0.1, 1.5)] {
        checkpoint(control)?;
        let tempered = mixture(&weighted, start, smoothing, sharpness);
        let fit = graph.modularity(&tempered);
        if fit > chosen.as_ref().map_or(bar, |(best, _)| *best) {
            chosen = Some((fit, tempered));
        }
    }
    Ok(chosen.map_or(plain, |(_, groups)| groups))
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
