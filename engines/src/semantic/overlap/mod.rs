//! Which pages say the same.

mod output;
mod shingles;
mod sketch;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

pub use output::{OverlapOutput, OverlapPair, Verdict};
pub(crate) use shingles::{jaccard, shingles};

use super::input::check_pages;
use super::story::{Finding, action, evidence};
use super::{Checked, METHOD, METHOD_VERSION, Page, PagesInput};
use crate::common::{Control, EngineError, Insight, Severity, checkpoint};

/// Pages that share a band beyond which only neighbours are compared: a template that all pages hold.
const CROWD: usize = 200;

/// Pairs of pages that overlap: duplicates to merge, and pairs to review.
///
/// # Errors
/// [`EngineError::NoInput`] for fewer than 2 pages, [`EngineError::InvalidInput`] naming a page without
/// address or words, [`EngineError::TooLarge`], [`EngineError::Cancelled`].
pub fn overlap(input: &PagesInput, params: &Checked, control: &dyn Control) -> Result<OverlapOutput, EngineError> {
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
    let pairs = compare(&sets, input, params, control)?;
    control.progress(100.0, "done", "Done");
    Ok(OverlapOutput {
        insights: pairs.iter().take(params.max_insights as usize).map(|pair| insight(input, pair)).collect(),
        pages: input.pages.len(),
        pairs,
        notes: vec!["Likeness counts runs of five words; menus and footers should be left out of the text".to_owned()],
        assumptions: Vec::new(),
        needs: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

/// Exact likeness of every two pages that share a band.
fn compare(
    sets: &[Vec<u64>], input: &PagesInput, params: &Checked, control: &dyn Control,
) -> Result<Vec<OverlapPair>, EngineError> {
    let mut pairs = Vec::new();
    for (number, (a, b)) in candidates(sets).into_iter().enumerate() {
        if number % 1_000 == 0 {
            checkpoint(control)?;
        }
        let likeness = jaccard(&sets[a], &sets[b]);
        if likeness >= params.review_from {
            let distance = (sketch::sim_hash(&sets[a]) ^ sketch::sim_hash(&sets[b])).count_ones();
            let verdict = if likeness >= params.duplicate_from { Verdict::Merge } else { Verdict::Review };
            let url = |at: usize| input.pages[at].url.clone();
            pairs.push(OverlapPair { a: url(a), b: url(b), jaccard: likeness, sim_hash_distance: distance, verdict });
        }
    }
    pairs.sort_by(|x, y| y.jaccard.total_cmp(&x.jaccard).then_with(|| (&x.a, &x.b).cmp(&(&y.a, &y.b))));
    Ok(pairs)
}

/// Pairs of pages that share a band of their sketches.
fn candidates(sets: &[Vec<u64>]) -> BTreeSet<(usize, usize)> {
    let mut holders: BTreeMap<(usize, u64), Vec<usize>> = BTreeMap::new();
    for (page, set) in sets.iter().enumerate().filter(|(_, set)| !set.is_empty()) {
        for band in sketch::bands(&sketch::min_hash(set)) {
            holders.entry(band).or_default().push(page);
        }
    }
    let mut pairs = BTreeSet::new();
    for pages in holders.values() {
        for (at, a) in pages.iter().enumerate() {
            pairs.extend(pages[at + 1..].iter().take(CROWD).map(|b| (*a, *b)));
        }
    }
    pairs
}

fn insight(input: &PagesInput, pair: &OverlapPair) -> Insight {
    let is_merge = pair.verdict == Verdict::Merge;
    let seen = input.pages.iter().find(|page: &&Page| page.url == pair.a).and_then(|page| page.observed_at);
    let (kind, advice) = if is_merge {
        ("duplicate_pages", "Merge them and redirect one, or make each say what only it can")
    } else {
        ("similar_pages", "Read both; give each what only it can say")
    };
    let finding = Finding {
        kind,
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
        assumptions: vec!["The texts are the main text of the pages, without menus".to_owned()],
        action: action("merge_pages", advice, &pair.b),
        falsifier: "The two pages side by side share less than a third of their runs of five words".to_owned(),
    };
    finding.insight(input.as_of).as_fact()
}
