//! Links that are missing.

use std::collections::{BTreeMap, BTreeSet};

use super::super::terms::{Key, Terms};
use super::super::{Checked, Page, PagesInput};
use super::graph::Graph;
use super::output::LinkProposal;
use crate::common::{Control, EngineError, checkpoint};

/// Terms by which a page is found.
const LEADING: usize = 12;
/// Pages that hold a leading term beyond which the term leads nowhere.
const CROWD: usize = 400;
/// Likeness two pages must have.
const LEAST_RELEVANCE: f64 = 0.1;
/// Links that leave a page already beyond which none is proposed.
const MOST_LINKS: usize = 100;

type Vector = BTreeMap<Key, f64>;

/// What a page says it is about: title, else first heading, else the words of its address.
pub(super) fn about(page: &Page) -> String {
    let heading = page.headings.first().map(|heading| heading.text.clone());
    let title = page.title.clone().filter(|title| !title.trim().is_empty()).or(heading);
    title.unwrap_or_else(|| page.url.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default().replace('-', " "))
}

/// Links between pages that are about one thing and not yet linked, best first.
///
/// Relevance: cosine of TF-IDF (Salton & Buckley 1988). Ordered by relevance x the rank the link passes on.
pub(super) fn propose(
    input: &PagesInput, graph: &Graph, ranks: &[f64], params: &Checked, control: &dyn Control,
) -> Result<Vec<LinkProposal>, EngineError> {
    let terms: Vec<Terms> = input.pages.iter().map(|page| Terms::read(&page.text)).collect();
    checkpoint(control)?;
    let vectors = vectors(&terms);
    let holders = holders(&vectors);
    let mut proposals = Vec::new();
    for (from, vector) in vectors.iter().enumerate() {
        if from % 50 == 0 {
            checkpoint(control)?;
        }
        let near: BTreeSet<usize> = leading(vector).filter_map(|key| holders.get(key)).flatten().copied().collect();
        let is_open = |to: &usize| *to != from && graph.out[from].binary_search(to).is_err();
        if graph.out[from].len() >= MOST_LINKS {
            continue;
        }
        let mut own: Vec<LinkProposal> = near
            .into_iter()
            .filter(is_open)
            .filter_map(|to| proposal(input, graph, ranks, (from, to), cosine(vector, &vectors[to])))
            .collect();
        own.sort_by(order);
        proposals.extend(own.into_iter().take(params.max_links_per_page as usize));
    }
    proposals.sort_by(order);
    Ok(proposals)
}

fn order(a: &LinkProposal, b: &LinkProposal) -> std::cmp::Ordering {
    let worth = |proposal: &LinkProposal| proposal.relevance * proposal.rank_passed.sqrt();
    worth(b).total_cmp(&worth(a)).then_with(|| (&a.from, &a.to).cmp(&(&b.from, &b.to)))
}

fn proposal(
    input: &PagesInput, graph: &Graph, ranks: &[f64], (from, to): (usize, usize), relevance: f64,
) -> Option<LinkProposal> {
    if relevance < LEAST_RELEVANCE {
        return None;
    }
    let (source, target) = (&input.pages[from], &input.pages[to]);
    let (anchor, is_in_text) = anchor(source, target);
    Some(LinkProposal {
        from: source.url.clone(),
        to: target.url.clone(),
        anchor,
        is_in_text,
        relevance,
        rank_passed: ranks[from] / (graph.out[from].len() + 1) as f64,
    })
}

/// The longest run of the target's title that stands in the source's text; else the title.
fn anchor(source: &Page, target: &Page) -> (String, bool) {
    let title = about(target);
    let title = title.split(['|', '–', '—']).next().unwrap_or_default().trim().to_owned();
    let words: Vec<&str> = title.split_whitespace().collect();
    let text = source.text.to_lowercase();
    for length in (2..=words.len().min(6)).rev() {
        let stands = |run: &&[&str]| text.contains(&run.join(" ").to_lowercase());
        if let Some(run) = words.windows(length).find(stands) {
            return (run.join(" "), true);
        }
    }
    (title, false)
}

fn vectors(terms: &[Terms]) -> Vec<Vector> {
    let mut holders: BTreeMap<&Key, u32> = BTreeMap::new();
    terms.iter().flat_map(|page| page.counts.keys()).for_each(|key| *holders.entry(key).or_default() += 1);
    let total = terms.len() as f64;
    let rarity = |key: &Key| (total / f64::from(holders.get(key).copied().unwrap_or(1))).ln();
    let weigh = |page: &Terms| {
        let weights =
            page.counts.iter().map(|(key, times)| (key.clone(), (1.0 + f64::from(*times).ln()) * rarity(key)));
        let weights: Vector = weights.filter(|(_, weight)| *weight > 0.0).collect();
        let length = weights.values().map(|weight| weight * weight).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
        weights.into_iter().map(|(key, weight)| (key, weight / length)).collect()
    };
    terms.iter().map(weigh).collect()
}

/// The heaviest terms of a page.
fn leading(vector: &Vector) -> impl Iterator<Item = &Key> {
    let mut terms: Vec<(&Key, f64)> = vector.iter().map(|(key, weight)| (key, *weight)).collect();
    terms.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    terms.into_iter().take(LEADING).map(|(key, _)| key)
}

fn holders(vectors: &[Vector]) -> BTreeMap<&Key, Vec<usize>> {
    let mut holders: BTreeMap<&Key, Vec<usize>> = BTreeMap::new();
    for (at, vector) in vectors.iter().enumerate() {
        vector.keys().for_each(|key| holders.entry(key).or_default().push(at));
    }
    holders.retain(|_, pages| pages.len() <= CROWD);
    holders
}

fn cosine(a: &Vector, b: &Vector) -> f64 {
    a.iter().filter_map(|(key, weight)| Some(weight * b.get(key)?)).sum()
}
