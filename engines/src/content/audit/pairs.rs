//! Pairs of pages that should be one.

use std::collections::HashMap;

use super::params::AuditChecked;
use super::site::{LEAST_SHOWN, SECOND_PAGE, Site};
use crate::common::{Control, EngineError, checkpoint};
use crate::semantic::{self, Page, PagesInput};

/// Minimum number of words of a near-duplicate.
const LEAST_WORDS: u64 = 20;
/// Maximum number of pages of a query that are compared, those with most impressions.
const MOST_PER_QUERY: usize = 10;
/// Minimum share of a page in the impressions of a pair on its common queries.
const LEAST_SHARE: f64 = 0.2;
/// Lowest similarity at which a text counts as a copy.
const COPY: f64 = 0.95;

/// Why two pages should be one.
#[derive(Debug, Clone)]
pub(super) enum Tie {
    /// Near-duplicate texts, with their similarity.
    Text(f64),
    /// Common queries.
    Queries(Common),
}

/// Common queries of two pages.
#[derive(Debug, Clone, Default)]
pub(super) struct Common {
    /// The common query with most impressions.
    pub(super) query: usize,
    most: f64,
    pub(super) queries: usize,
    /// Impressions of the first and of the second page on common queries.
    pub(super) impressions: [f64; 2],
}

impl Tie {
    /// True if the text is a copy, so that nothing of it needs to be moved.
    pub(super) fn is_copy(&self) -> bool {
        matches!(self, Self::Text(likeness) if *likeness >= COPY)
    }
}

/// Ties of each page to others, the strongest first: near-duplicates before common queries.
pub(super) type Ties = HashMap<(usize, usize), Tie>;

/// A pair of pages with the similarity of their texts.
type Likeness = ((usize, usize), f64);

/// Finds pairs `(a, b)`, `a < b`.
pub(super) fn find(
    site: &Site<'_>, rank: &[usize], params: &AuditChecked, control: &dyn Control,
) -> Result<Ties, EngineError> {
    let mut ties = competing(site, rank, params, control)?;
    checkpoint(control)?;
    control.progress(30.0, "texts", "Comparing the texts");
    for (pair, likeness) in duplicates(site, params, control)? {
        ties.insert(pair, Tie::Text(likeness));
    }
    Ok(ties)
}

/// Near-duplicate texts, except pages of one template about different places or numbers.
fn duplicates(site: &Site<'_>, params: &AuditChecked, control: &dyn Control) -> Result<Vec<Likeness>, EngineError> {
    let is_text = |at: &usize| {
        let seen = &site.pages[*at];
        seen.is_living
            && seen.page.text.contains(char::is_alphanumeric)
            && seen.page.text.split_whitespace().take(LEAST_WORDS as usize).count() as u64 >= LEAST_WORDS
    };
    let compared: Vec<usize> = (0..site.pages.len()).filter(is_text).collect();
    if compared.len() < 2 {
        return Ok(Vec::new());
    }
    let page = |at: &usize| Page { url: at.to_string(), text: site.pages[*at].page.text.clone(), ..Page::default() };
    let input = PagesInput { pages: compared.iter().map(page).collect(), ..PagesInput::default() };
    let from = params.duplicate_from;
    let overlap =
        semantic::Parameters { duplicate_from: from, review_from: from, max_insights: 1, ..Default::default() }
            .check()?;
    let found = semantic::overlap(&input, &overlap, None, &Quiet(control))?;
    let number = |text: &str| text.parse::<usize>().unwrap_or_default();
    let pairs = found.pairs.iter().map(|pair| ((number(&pair.a), number(&pair.b)), pair.jaccard));
    Ok(pairs
        .map(|((a, b), likeness)| ((a.min(b), a.max(b)), likeness))
        .filter(|((a, b), _)| !site.pages[*a].topic.differs_in_a_name(&site.pages[*b].topic))
        .collect())
}

/// Pages that appear on the first two pages of results for the same queries, with a large part of their impressions.
fn competing(
    site: &Site<'_>, rank: &[usize], params: &AuditChecked, control: &dyn Control,
) -> Result<Ties, EngineError> {
    let mut shown: HashMap<usize, Vec<(usize, f64)>> = HashMap::new();
    let is_compared = |at: &usize| site.pages[*at].is_living && !site.pages[*at].is_home;
    for at in (0..site.pages.len()).filter(is_compared) {
        for row in site.rows_of(at) {
            let is_ranked = row.position.is_some_and(|position| position <= SECOND_PAGE);
            if is_ranked && row.impressions >= LEAST_SHOWN {
                shown.entry(row.query).or_default().push((at, row.impressions));
            }
        }
        if at % 500 == 0 {
            checkpoint(control)?;
        }
    }
    let mut commons: HashMap<(usize, usize), Common> = HashMap::new();
    let mut queries: Vec<(usize, Vec<(usize, f64)>)> = shown.into_iter().collect();
    queries.sort_by_key(|(query, _)| *query);
    for (index, (query, mut pages)) in queries.into_iter().enumerate() {
        if index % 5_000 == 0 {
            checkpoint(control)?;
        }
        pages.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        pages.truncate(MOST_PER_QUERY);
        pages.sort_by_key(|(page, _)| *page);
        for (first, (a, on_a)) in pages.iter().enumerate() {
            for (b, on_b) in &pages[first + 1..] {
                commons.entry((*a, *b)).or_default().add(query, *on_a, *on_b);
            }
        }
    }
    let ties = commons.into_iter().filter(|(pair, common)| is_competition(site, rank, params, *pair, common));
    Ok(ties.map(|(pair, common)| (pair, Tie::Queries(common))).collect())
}

/// True if the page that would go has most of its impressions on queries of the other one.
fn is_competition(
    site: &Site<'_>, rank: &[usize], params: &AuditChecked, (a, b): (usize, usize), common: &Common,
) -> bool {
    let [on_a, on_b] = common.impressions;
    let (other, shown) = if rank[a] > rank[b] { (a, on_a) } else { (b, on_b) };
    let total: f64 = site.rows_of(other).map(|row| row.impressions).sum();
    let is_enough = on_a.min(on_b) >= f64::from(params.min_impressions);
    let is_shared = on_a.min(on_b) >= LEAST_SHARE * (on_a + on_b);
    let overlaps = shown >= params.competing_from * total;
    is_enough && is_shared && overlaps && site.pages[a].topic.is_same(&site.pages[b].topic)
}

impl Common {
    fn add(&mut self, query: usize, on_a: f64, on_b: f64) {
        if on_a + on_b > self.most {
            (self.query, self.most) = (query, on_a + on_b);
        }
        self.queries += 1;
        self.impressions[0] += on_a;
        self.impressions[1] += on_b;
    }
}

/// Forwards cancellation and ignores the other engine's progress.
struct Quiet<'a>(&'a dyn Control);

impl Control for Quiet<'_> {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
