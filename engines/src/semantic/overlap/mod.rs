//! Finds overlapping pages.

mod output;
mod shingles;
mod sketch;
mod topic;

use std::collections::HashMap;

use serde_json::json;

pub use output::{OverlapOutput, OverlapPair, Verdict};
pub(crate) use shingles::{jaccard, shingles};

use super::SIGNATURE;
use super::finding::{DAYS_VALID, action, evidence};
use super::input::check_pages;
use super::{Checked, METHOD, METHOD_VERSION, Page, PagesInput};
use crate::common::{Control, EngineError, Finding, Insight, Severity, checkpoint};
use crate::embedding::SentenceModel;

/// Number of pages with a common band above which only neighbours are compared: a template that all pages contain.
const CROWD: usize = 200;
/// Maximum number of pairs listed, the most similar, because pages of one template form millions.
const MOST_PAIRS: usize = 2_000;

/// Finds pairs of overlapping pages: duplicates to merge, and pairs to review; with a sentence model also pages on the
/// same topic in other words.
///
/// # Errors
/// Returns [`EngineError::NoInput`] for fewer than 2 pages, [`EngineError::InvalidInput`] for a page without address
/// or words, [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn overlap(
    input: &PagesInput, params: &Checked, model: Option<&SentenceModel>, control: &dyn Control,
) -> Result<OverlapOutput, EngineError> {
    check_pages("pages", &input.pages.iter().collect::<Vec<_>>(), 2)?;
    let mut sets = Vec::with_capacity(input.pages.len());
    for (at, page) in input.pages.iter().enumerate() {
        if at % 100 == 0 {
            checkpoint(control)?;
            control.progress(60.0 * at as f64 / input.pages.len() as f64, "read", "Reading the pages");
        }
        sets.push(shingles(&page.text));
    }
    control.progress(60.0, "compare", "Comparing the pages");
    let (mut pairs, mut found) = compare(&sets, input, params, control)?;
    if let Some(model) = model {
        control.progress(80.0, "topics", "Comparing topics");
        let same = topic::same(&input.pages, model, params.same_topic_from, control)?;
        found += add_topics(&mut pairs, same, &sets, input);
    }
    control.progress(100.0, "done", "Done");
    Ok(OverlapOutput {
        insights: pairs.iter().take(params.max_insights as usize).map(|pair| insight(input, params, pair)).collect(),
        pages: input.pages.len(),
        pairs_found: found,
        pairs,
        notes: notes(model.is_some()),
        assumptions: Vec::new(),
        needs: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

/// Returns the exact similarity of pairs of pages that share a band, most similar first, and the
/// number of overlapping pairs.
fn compare(
    sets: &[Vec<u64>], input: &PagesInput, params: &Checked, control: &dyn Control,
) -> Result<(Vec<OverlapPair>, usize), EngineError> {
    let bands = Bands::of(sets);
    let mut found: Vec<(f64, usize, usize)> = Vec::new();
    for (a, set) in sets.iter().enumerate() {
        if a % 50 == 0 {
            checkpoint(control)?;
        }
        let likeness = bands.later_neighbours(a).into_iter().map(|b| (jaccard(set, &sets[b]), a, b));
        found.extend(likeness.filter(|(likeness, ..)| *likeness >= params.review_from));
    }
    let url = |at: usize| &input.pages[at].url;
    found.sort_by(|x, y| y.0.total_cmp(&x.0).then_with(|| (url(x.1), url(x.2)).cmp(&(url(y.1), url(y.2)))));
    let verdict = |likeness| if likeness >= params.duplicate_from { Verdict::Merge } else { Verdict::Review };
    let pair = |(likeness, a, b): &(f64, usize, usize)| OverlapPair {
        verdict: verdict(*likeness),
        ..alike(*likeness, *a, *b, sets, input)
    };
    Ok((found.iter().take(MOST_PAIRS).map(pair).collect(), found.len()))
}

fn alike(likeness: f64, a: usize, b: usize, sets: &[Vec<u64>], input: &PagesInput) -> OverlapPair {
    OverlapPair {
        a: input.pages[a].url.clone(),
        b: input.pages[b].url.clone(),
        jaccard: likeness,
        sim_hash_distance: (sketch::sim_hash(&sets[a]) ^ sketch::sim_hash(&sets[b])).count_ones(),
        meaning: None,
        verdict: Verdict::Review,
    }
}

/// Adds the semantic similarity to known pairs, followed by pairs found by it alone; returns their number.
fn add_topics(
    pairs: &mut Vec<OverlapPair>, same: Vec<(f64, usize, usize)>, sets: &[Vec<u64>], input: &PagesInput,
) -> usize {
    let key = |a: &str, b: &str| if a < b { (a.to_owned(), b.to_owned()) } else { (b.to_owned(), a.to_owned()) };
    let known: HashMap<(String, String), usize> =
        pairs.iter().enumerate().map(|(at, pair)| (key(&pair.a, &pair.b), at)).collect();
    let mut added = 0;
    for (likeness, a, b) in same {
        match known.get(&key(&input.pages[a].url, &input.pages[b].url)) {
            Some(at) => pairs[*at].meaning = Some(likeness),
            None => {
                added += 1;
                if pairs.len() >= MOST_PAIRS {
                    continue;
                }
                let shared = jaccard(&sets[a], &sets[b]);
                pairs.push(OverlapPair { meaning: Some(likeness), ..alike(shared, a, b, sets, input) });
            }
        }
    }
    added
}

fn notes(has_model: bool) -> Vec<String> {
    let words = "Similarity is measured on sequences of five words; exclude menus and footers from the text";
    let meaning = "A sentence model is installed: pages are also compared by the meaning of their titles and first headings, the first 2,000 of them";
    [Some(words), has_model.then_some(meaning)].into_iter().flatten().map(str::to_owned).collect()
}

/// Pages by band of their sketches.
struct Bands {
    /// For each band: its value and the page, sorted.
    orders: Vec<Vec<(u64, u32)>>,
    /// For each band: the index of each page in that order.
    places: Vec<Vec<u32>>,
}

impl Bands {
    fn of(sets: &[Vec<u64>]) -> Self {
        let mut orders: Vec<Vec<(u64, u32)>> = vec![Vec::new(); sketch::BANDS];
        for (page, set) in sets.iter().enumerate() {
            let minima = sketch::min_hash(set);
            sketch::bands(&minima).zip(&mut orders).for_each(|(band, order)| order.push((band, page as u32)));
        }
        let mut places = vec![vec![0; sets.len()]; sketch::BANDS];
        for (order, places) in orders.iter_mut().zip(&mut places) {
            order.sort_unstable();
            order.iter().enumerate().for_each(|(place, (_, page))| places[*page as usize] = place as u32);
        }
        Self { orders, places }
    }

    /// Returns pages after this one that share a band with it, at most [`CROWD`] per band, ascending.
    fn later_neighbours(&self, page: usize) -> Vec<usize> {
        let of_band = |(order, places): (&'_ Vec<(u64, u32)>, &Vec<u32>)| {
            let place = places[page] as usize;
            let band = order[place].0;
            let alike = order[place + 1..].iter().take(CROWD).take_while(move |(other, _)| *other == band);
            alike.map(|(_, page)| *page as usize).collect::<Vec<_>>()
        };
        let mut pages: Vec<usize> = self.orders.iter().zip(&self.places).flat_map(of_band).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }
}

fn insight(input: &PagesInput, params: &Checked, pair: &OverlapPair) -> Insight {
    if pair.jaccard < params.review_from {
        return same_topic(input, pair);
    }
    let is_merge = pair.verdict == Verdict::Merge;
    let seen = input.pages.iter().find(|page: &&Page| page.url == pair.a).and_then(|page| page.observed_at);
    let (kind, advice) = if is_merge {
        ("duplicate_pages", "Merge the pages and redirect one, or make their content different")
    } else {
        ("similar_pages", "Review both pages and make their content different")
    };
    let finding = Finding {
        kind,
        subject: format!("{}|{}", pair.a, pair.b),
        title: format!("{} and {} share {:.0} % of their text", pair.a, pair.b, 100.0 * pair.jaccard),
        severity: if is_merge { Severity::Warning } else { Severity::Info },
        confidence: if is_merge { 0.95 } else { 0.6 },
        effort_minutes: if is_merge { 60 } else { 30 },
        evidence: vec![evidence(
            "jaccard",
            &format!("{} | {}", pair.a, pair.b),
            json!({ "jaccard": pair.jaccard, "simHashDistance": pair.sim_hash_distance }),
            seen,
        )],
        assumptions: vec!["The texts are the main content of the pages, without menus".to_owned()],
        action: action("merge_pages", advice, &pair.b),
        falsifier: "The two pages share less than a third of their sequences of five words".to_owned(),
        days_valid: DAYS_VALID,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of).as_fact()
}

fn same_topic(input: &PagesInput, pair: &OverlapPair) -> Insight {
    let seen = input.pages.iter().find(|page: &&Page| page.url == pair.a).and_then(|page| page.observed_at);
    let finding = Finding {
        kind: "same_topic_pages",
        subject: format!("{}|{}", pair.a, pair.b),
        title: format!("{} and {} cover the same topic", pair.a, pair.b),
        severity: Severity::Info,
        confidence: 0.5,
        effort_minutes: 30,
        evidence: vec![evidence(
            "meaning",
            &format!("{} | {}", pair.a, pair.b),
            json!({ "meaning": pair.meaning, "jaccard": pair.jaccard }),
            seen,
        )],
        assumptions: vec!["Title and first heading describe the topic of a page".to_owned()],
        action: action("merge_pages", "Review both pages: merge them, or target a different query with each", &pair.b),
        falsifier: "No query shows both pages".to_owned(),
        days_valid: DAYS_VALID,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}
