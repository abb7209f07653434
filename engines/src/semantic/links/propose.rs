//! Proposals of internal links.

use super::super::{Checked, Page, PagesInput};
use super::anchor::{Names, Token};
use super::graph::Graph;
use super::output::LinkProposal;
use super::terms::Terms;
use crate::common::{Control, EngineError, checkpoint};

/// Number of leading terms by which a page is found.
const LEADING: usize = 12;
/// Maximum number of pages with the same leading term; more common terms are skipped.
const CROWD: usize = 400;
/// Minimum similarity of two pages. Below it, pages share hardly more than the trade and the town of the website.
const LEAST_RELEVANCE: f64 = 0.15;
/// Number of targets that are searched for an anchor, per link to propose.
const TRIED: usize = 3;
/// Maximum number of links on a page for proposing another.
const MOST_LINKS: usize = 100;

/// Weights by term, in ascending order of terms.
type Vector = Vec<(u32, f64)>;

/// A page in the form for comparison.
struct Compared {
    /// Its terms with the largest weight that other pages have too.
    leading: Vec<u32>,
    /// Weights of terms that other pages have too; the vector with all terms has length 1.
    shared: Vector,
}

/// Subject of a page: title, otherwise first heading, otherwise the words of its address.
pub(super) fn about(page: &Page) -> String {
    let heading = page.headings.first().map(|heading| heading.text.clone());
    let title = page.title.clone().filter(|title| !title.trim().is_empty()).or(heading);
    title.unwrap_or_else(|| page.url.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default().replace('-', " "))
}

/// Proposes links between similar pages without a link, best first.
///
/// Relevance: cosine of TF-IDF (Salton & Buckley 1988). Ordered by relevance x the PageRank that the link passes on.
pub(super) fn propose(
    input: &PagesInput, graph: &Graph, ranks: &[f64], params: &Checked, control: &dyn Control,
) -> Result<Vec<LinkProposal>, EngineError> {
    let (pages, terms) = compared(input, control)?;
    let names = Names::read(&input.pages);
    let holders = holders(&pages, terms);
    let mut spread = vec![0.0; terms];
    let mut proposals = Vec::new();
    for (from, page) in pages.iter().enumerate() {
        if from % 50 == 0 {
            checkpoint(control)?;
        }
        if graph.out[from].len() >= MOST_LINKS {
            continue;
        }
        page.shared.iter().for_each(|(term, weight)| spread[*term as usize] = *weight);
        let is_open = |to: &usize| *to != from && graph.out[from].binary_search(to).is_err();
        let mut near: Vec<(usize, f64)> = near(page, &holders)
            .into_iter()
            .filter(is_open)
            .map(|to| (to, cosine(&spread, &pages[to].shared)))
            .filter(|(_, relevance)| *relevance >= LEAST_RELEVANCE)
            .collect();
        let rank_passed = ranks[from] / (graph.out[from].len() + 1) as f64;
        near.sort_by(|a, b| {
            let url = |to: usize| &input.pages[to].url;
            worth(b.1, rank_passed).total_cmp(&worth(a.1, rank_passed)).then_with(|| url(a.0).cmp(url(b.0)))
        });
        let most = params.max_links_per_page as usize;
        // Finding an anchor reads the whole page, so it is done only for the best targets.
        near.truncate(TRIED * most);
        let text = if near.is_empty() { Vec::new() } else { names.text(&input.pages[from]) };
        let link = |(to, relevance)| proposal(input, (&names, &text), (from, to), relevance);
        let found = near.into_iter().filter_map(link);
        let mut found: Vec<LinkProposal> = found.map(|link| LinkProposal { rank_passed, ..link }).collect();
        found.sort_by_key(|link| !link.is_in_text);
        proposals.extend(found.into_iter().take(most));
        page.shared.iter().for_each(|(term, _)| spread[*term as usize] = 0.0);
    }
    proposals.sort_by(order);
    Ok(proposals)
}

fn worth(relevance: f64, rank_passed: f64) -> f64 {
    relevance * rank_passed.sqrt()
}

fn order(a: &LinkProposal, b: &LinkProposal) -> std::cmp::Ordering {
    let worth = |proposal: &LinkProposal| worth(proposal.relevance, proposal.rank_passed);
    worth(b).total_cmp(&worth(a)).then_with(|| (&a.from, &a.to).cmp(&(&b.from, &b.to)))
}

/// Returns the pages with one of a page's leading terms, in order.
fn near(page: &Compared, holders: &[Vec<u32>]) -> Vec<usize> {
    let mut near: Vec<usize> =
        page.leading.iter().flat_map(|term| &holders[*term as usize]).map(|at| *at as usize).collect();
    near.sort_unstable();
    near.dedup();
    near
}

/// Returns the link with its anchor: a phrase of the source that names the target, otherwise the target's name, for which a
/// place must be written. `None` for a target without a name.
fn proposal(
    input: &PagesInput, (names, text): (&Names, &[Token]), (from, to): (usize, usize), relevance: f64,
) -> Option<LinkProposal> {
    let (source, target) = (&input.pages[from], &input.pages[to]);
    let phrase = names.find(source, text, target);
    Some(LinkProposal {
        from: source.url.clone(),
        to: target.url.clone(),
        is_in_text: phrase.is_some(),
        anchor: phrase.or_else(|| names.name(target))?,
        relevance,
        rank_passed: 0.0,
    })
}

/// Returns the pages as weights of terms, and the number of terms.
///
/// A term of a single page only affects the length of its vector, so it is not stored. The others are numbered in
/// alphabetical order.
fn compared(input: &PagesInput, control: &dyn Control) -> Result<(Vec<Compared>, usize), EngineError> {
    let mut terms = Terms::default();
    let mut counts: Vec<Vec<(u32, u32)>> = Vec::with_capacity(input.pages.len());
    for (at, page) in input.pages.iter().enumerate() {
        if at % 50 == 0 {
            checkpoint(control)?;
        }
        counts.push(terms.count(&page.text));
    }
    let places = terms.places();
    drop(terms);
    let mut holders = vec![0_u32; places.len()];
    for page in &mut counts {
        page.iter_mut().for_each(|(number, _)| *number = places[*number as usize]);
        page.sort_unstable();
        page.iter().for_each(|(term, _)| holders[*term as usize] += 1);
    }
    drop(places);
    let mut shared = vec![None; holders.len()];
    let with_others = (0..holders.len()).filter(|term| holders[*term] > 1);
    let count = (0..).zip(with_others).map(|(number, term)| shared[term] = Some(number)).count();
    let total = counts.len() as f64;
    Ok((counts.into_iter().map(|page| weighed(page, total, &holders, &shared)).collect(), count))
}

fn weighed(page: Vec<(u32, u32)>, total: f64, holders: &[u32], shared: &[Option<u32>]) -> Compared {
    let rarity = |term: u32| (total / f64::from(holders[term as usize])).ln();
    let weights = page.iter().map(|(term, times)| (*term, (1.0 + f64::from(*times).ln()) * rarity(*term)));
    let mut weights: Vector = weights.filter(|(_, weight)| *weight > 0.0).collect();
    let length = weights.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
    weights.iter_mut().for_each(|(_, weight)| *weight /= length);
    Compared {
        leading: leading(&weights).into_iter().filter_map(|term| shared[term as usize]).collect(),
        shared: weights.iter().filter_map(|(term, weight)| Some((shared[*term as usize]?, *weight))).collect(),
    }
}

/// Returns the terms of a page with the largest weight.
fn leading(vector: &Vector) -> Vec<u32> {
    let mut terms = vector.clone();
    let heavier = |a: &(u32, f64), b: &(u32, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if terms.len() > LEADING {
        terms.select_nth_unstable_by(LEADING, heavier);
        terms.truncate(LEADING);
    }
    terms.into_iter().map(|(term, _)| term).collect()
}

/// Returns the pages with each term; none for a too common term.
fn holders(pages: &[Compared], terms: usize) -> Vec<Vec<u32>> {
    let mut counts = vec![0_usize; terms];
    pages.iter().flat_map(|page| &page.shared).for_each(|(term, _)| counts[*term as usize] += 1);
    let mut holders = vec![Vec::new(); terms];
    for (at, page) in pages.iter().enumerate() {
        for (term, _) in page.shared.iter().filter(|(term, _)| counts[*term as usize] <= CROWD) {
            holders[*term as usize].push(at as u32);
        }
    }
    holders
}

/// Adds the products of a page's weights with those of another, which is indexed by term.
fn cosine(spread: &[f64], vector: &Vector) -> f64 {
    vector.iter().map(|(term, weight)| spread[*term as usize] * weight).sum()
}
