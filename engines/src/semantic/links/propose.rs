//! Links that are missing.

use std::collections::{BTreeSet, HashMap};

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

/// Weights by term, terms ascending.
type Vector = Vec<(u32, f64)>;

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
    let (vectors, terms) = vectors(input, control)?;
    let holders = holders(&vectors, terms);
    let mut spread = vec![0.0; terms];
    let mut proposals = Vec::new();
    for (from, vector) in vectors.iter().enumerate() {
        if from % 50 == 0 {
            checkpoint(control)?;
        }
        if graph.out[from].len() >= MOST_LINKS {
            continue;
        }
        let near: BTreeSet<usize> =
            leading(vector).flat_map(|term| &holders[term as usize]).map(|page| *page as usize).collect();
        let is_open = |to: &usize| *to != from && graph.out[from].binary_search(to).is_err();
        vector.iter().for_each(|(term, weight)| spread[*term as usize] = *weight);
        let mut own: Vec<LinkProposal> = near
            .into_iter()
            .filter(is_open)
            .filter_map(|to| proposal(input, graph, ranks, (from, to), cosine(&spread, &vectors[to])))
            .collect();
        own.sort_by(order);
        proposals.extend(own.into_iter().take(params.max_links_per_page as usize));
        vector.iter().for_each(|(term, _)| spread[*term as usize] = 0.0);
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

/// Weights of the terms of every page. Terms are numbered in their order, so that a page takes little room.
fn vectors(input: &PagesInput, control: &dyn Control) -> Result<(Vec<Vector>, usize), EngineError> {
    let mut numbers: HashMap<Key, u32> = HashMap::new();
    let mut pages: Vec<Vec<(u32, u32)>> = Vec::with_capacity(input.pages.len());
    for (at, page) in input.pages.iter().enumerate() {
        if at % 50 == 0 {
            checkpoint(control)?;
        }
        let mut numbered = |(key, times): (Key, u32)| {
            let next = numbers.len() as u32;
            (*numbers.entry(key).or_insert(next), times)
        };
        pages.push(Terms::read(&page.text).counts.into_iter().map(&mut numbered).collect());
    }
    let place_of = places(&numbers);
    let mut holders = vec![0_u32; place_of.len()];
    for page in &mut pages {
        page.iter_mut().for_each(|(number, _)| *number = place_of[*number as usize]);
        page.sort_unstable();
        page.iter().for_each(|(term, _)| holders[*term as usize] += 1);
    }
    let total = pages.len() as f64;
    let weigh = |page: Vec<(u32, u32)>| {
        let rarity = |term: u32| (total / f64::from(holders[term as usize])).ln();
        let weights = page.iter().map(|(term, times)| (*term, (1.0 + f64::from(*times).ln()) * rarity(*term)));
        let mut weights: Vector = weights.filter(|(_, weight)| *weight > 0.0).collect();
        let length = weights.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
        weights.iter_mut().for_each(|(_, weight)| *weight /= length);
        weights
    };
    Ok((pages.into_iter().map(weigh).collect(), holders.len()))
}

/// The place of each numbered term in the order of terms.
fn places(numbers: &HashMap<Key, u32>) -> Vec<u32> {
    let mut ordered: Vec<(&Key, u32)> = numbers.iter().map(|(key, number)| (key, *number)).collect();
    ordered.sort_unstable();
    let mut places = vec![0; ordered.len()];
    for (place, (_, number)) in ordered.into_iter().enumerate() {
        places[number as usize] = place as u32;
    }
    places
}

/// The heaviest terms of a page.
fn leading(vector: &Vector) -> impl Iterator<Item = u32> {
    let mut terms = vector.clone();
    terms.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    terms.into_iter().take(LEADING).map(|(term, _)| term)
}

/// The pages that hold each term; none for a term that a crowd holds.
fn holders(vectors: &[Vector], terms: usize) -> Vec<Vec<u32>> {
    let mut counts = vec![0_usize; terms];
    vectors.iter().flatten().for_each(|(term, _)| counts[*term as usize] += 1);
    let mut holders = vec![Vec::new(); terms];
    for (at, vector) in vectors.iter().enumerate() {
        for (term, _) in vector.iter().filter(|(term, _)| counts[*term as usize] <= CROWD) {
            holders[*term as usize].push(at as u32);
        }
    }
    holders
}

/// Adds the products of a page's weights with those of another, spread out by term.
fn cosine(spread: &[f64], vector: &Vector) -> f64 {
    vector.iter().map(|(term, weight)| spread[*term as usize] * weight).sum()
}
