//! Clusters: queries that one page can target.

mod lexical;
mod linkage;
mod meaning;
mod serp;
mod summary;

use std::collections::{BTreeMap, HashMap};

pub(crate) use meaning::Meaning;
pub(crate) use summary::{Facts, sum_cents, sum_volume, summarise};

use super::intent::{differ, is_work_or_question};
use super::key::PROVIDER;
use super::output::{ClusterEvidenceKind, Intent};
use crate::common::{Control, EngineError, checkpoint};

/// Default minimum cosine of sentence vectors to join two texts. `community_detection` of sentence-transformers uses
/// .75; among a hundred queries of one trade this joined vinyl with composite siding, and suppliers with installers.
/// Queries that differ in one distinctive word can still be above it.
pub(crate) const MEANING_SIMILARITY: f64 = 0.8;

/// Features of a query for grouping.
#[derive(Debug, Clone)]
pub(crate) struct Item<'a> {
    /// Stems of its words without place and function words, in order.
    pub(crate) stems: Vec<String>,
    /// Shared by close variants.
    pub(crate) key: &'a str,
    pub(crate) place: Option<&'a str>,
    pub(crate) intent: Option<Intent>,
    /// Types of work and of customer in its words.
    pub(crate) service: u16,
    pub(crate) results: &'a [String],
}

/// Queries of one group and what joined them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    pub(crate) members: Vec<u32>,
    pub(crate) kind: ClusterEvidenceKind,
    pub(crate) least: f64,
}

/// Minimum similarities for joining two queries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Joins<'a> {
    /// Common results in the top 10.
    pub(crate) serp_overlap: u32,
    /// Similarity of words and letters.
    pub(crate) similarity: f64,
    pub(crate) meaning: Option<&'a Meaning<'a>>,
}

/// Groups queries: by common results if SERPs are known, otherwise by words and letters, and by meaning if there is a
/// sentence model.
///
/// Close variants are one node from the start. Queries that name different places never share a group; of different
/// intents only local and transactional may. Without SERPs, different types of work (repair, replacement) need separate
/// pages.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(crate) fn group(items: &[Item<'_>], joins: Joins<'_>, control: &dyn Control) -> Result<Vec<Group>, EngineError> {
    let nodes = variants(items);
    let (with_results, without): (Vec<u32>, Vec<u32>) =
        (0..nodes.len() as u32).partition(|node| !first(items, &nodes, *node).results.is_empty());
    let mut groups = by_results(items, &nodes, &with_results, joins.serp_overlap);
    checkpoint(control)?;
    groups.extend(by_words(items, &nodes, &without, joins, control)?);
    groups.sort_by_key(|group| group.members.first().copied());
    Ok(groups)
}

/// Groups close variants by their key and place: a node holds the indices of its items.
fn variants(items: &[Item<'_>]) -> Vec<Vec<u32>> {
    let mut at: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    let mut nodes: Vec<Vec<u32>> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let next = nodes.len();
        let node = *at.entry((item.key, item.place)).or_insert(next);
        if node == next {
            nodes.push(Vec::new());
        }
        nodes[node].push(index as u32);
    }
    nodes
}

fn first<'a, 'b>(items: &'b [Item<'a>], nodes: &[Vec<u32>], node: u32) -> &'b Item<'a> {
    &items[nodes[node as usize][0] as usize]
}

/// Place that separates pages: `near me` counts as no place.
fn place_block<'a>(item: &Item<'a>) -> &'a str {
    item.place.filter(|place| *place != "near me").unwrap_or_default()
}

fn may_share_page(a: Option<Intent>, b: Option<Intent>) -> bool {
    use Intent::{Local, Transactional};
    match (a, b) {
        (Some(Local), Some(Transactional)) | (Some(Transactional), Some(Local)) => true,
        (Some(a), Some(b)) => a == b,
        _ => true,
    }
}

fn by_results(items: &[Item<'_>], nodes: &[Vec<u32>], chosen: &[u32], overlap: u32) -> Vec<Group> {
    let results: Vec<Vec<String>> = chosen.iter().map(|node| first(items, nodes, *node).results.to_vec()).collect();
    let edges = serp::edges(&results, overlap, |a, b| {
        let item = |at: u32| first(items, nodes, chosen[at as usize]);
        place_block(item(a)) == place_block(item(b))
    });
    collect(nodes, chosen, Joined { edges, alone: Vec::new() }, ClusterEvidenceKind::SerpOverlap)
}

fn by_words(
    items: &[Item<'_>], nodes: &[Vec<u32>], chosen: &[u32], joins: Joins<'_>, control: &dyn Control,
) -> Result<Vec<Group>, EngineError> {
    let texts: Vec<&[String]> = chosen.iter().map(|node| first(items, nodes, *node).stems.as_slice()).collect();
    let vectors = lexical::Vectors::new(&texts, |stem| stem == PROVIDER || is_work_or_question(stem));
    let mut blocks: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (at, node) in chosen.iter().enumerate() {
        blocks.entry(place_block(first(items, nodes, *node))).or_default().push(at as u32);
    }
    let text_of: Vec<u32> = chosen.iter().map(|node| nodes[*node as usize][0]).collect();
    let compared = joins.meaning.map(|meaning| meaning.compare(&text_of, control)).transpose()?;
    let wants = |node: &u32| (first(items, nodes, *node).intent, first(items, nodes, *node).service);
    let wants: Vec<(Option<Intent>, u16)> = chosen.iter().map(wants).collect();
    let may_join = |a: u32, b: u32| {
        let (one, other) = (wants[a as usize], wants[b as usize]);
        may_share_page(one.0, other.0) && !differ(one.1, other.1)
    };
    let mut joined = Joined::default();
    for block in blocks.values() {
        checkpoint(control)?;
        let by_meaning = compared.as_ref().map(|compared| compared.edges(block, may_join)).unwrap_or_default();
        joined.add(vectors.edges(block, joins.similarity as f32, may_join), by_meaning);
    }
    Ok(collect(nodes, chosen, joined, ClusterEvidenceKind::Lexical))
}

/// Similar pairs.
#[derive(Debug, Default)]
struct Joined {
    /// Edges by words or meaning, whichever is larger.
    edges: Vec<linkage::Edge>,
    /// Pairs joined by meaning only.
    alone: Vec<(u32, u32)>,
}

impl Joined {
    fn add(&mut self, by_words: Vec<linkage::Edge>, by_meaning: Vec<linkage::Edge>) {
        if by_meaning.is_empty() {
            return self.edges.extend(by_words);
        }
        let mut likeness: BTreeMap<(u32, u32), f32> =
            by_words.iter().map(|edge| ((edge.a, edge.b), edge.likeness)).collect();
        for edge in &by_meaning {
            let pair = (edge.a, edge.b);
            match likeness.get_mut(&pair) {
                Some(known) => *known = known.max(edge.likeness),
                None => {
                    likeness.insert(pair, edge.likeness);
                    self.alone.push(pair);
                }
            }
        }
        self.edges.extend(likeness.into_iter().map(|((a, b), likeness)| linkage::Edge { a, b, likeness }));
    }
}

fn collect(nodes: &[Vec<u32>], chosen: &[u32], joined: Joined, kind: ClusterEvidenceKind) -> Vec<Group> {
    let (group_of, least) = linkage::complete_linkage(chosen.len(), joined.edges);
    let mut groups: Vec<Group> =
        least.iter().map(|least| Group { members: Vec::new(), kind, least: f64::from(*least) }).collect();
    let mut node_counts = vec![0_usize; groups.len()];
    for (at, group) in group_of.iter().enumerate() {
        groups[*group as usize].members.extend(&nodes[chosen[at] as usize]);
        node_counts[*group as usize] += 1;
    }
    for (a, b) in joined.alone {
        let (a, b) = (group_of[a as usize], group_of[b as usize]);
        if a == b {
            groups[a as usize].kind = ClusterEvidenceKind::Meaning;
        }
    }
    for (group, count) in groups.iter_mut().zip(node_counts) {
        group.members.sort_unstable();
        if count == 1 {
            group.kind = match group.members.len() {
                1 => ClusterEvidenceKind::Single,
                _ => ClusterEvidenceKind::Variants,
            };
        }
    }
    groups
}

/// Groups texts by words and letters, and by meaning if there is a sentence model; returns the group of each text.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(crate) fn text_groups(
    stems: &[Vec<String>], similarity: f64, meaning: Option<&Meaning<'_>>, control: &dyn Control,
) -> Result<Vec<u32>, EngineError> {
    let texts: Vec<&[String]> = stems.iter().map(Vec::as_slice).collect();
    let vectors = lexical::Vectors::new(&texts, |_| false);
    let all: Vec<u32> = (0..stems.len() as u32).collect();
    let compared = meaning.map(|meaning| meaning.compare(&all, control)).transpose()?;
    let by_meaning = compared.map(|compared| compared.edges(&all, |_, _| true)).unwrap_or_default();
    let mut joined = Joined::default();
    joined.add(vectors.edges(&all, similarity as f32, |_, _| true), by_meaning);
    Ok(linkage::complete_linkage(stems.len(), joined.edges).0)
}
