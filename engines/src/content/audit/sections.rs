//! Queries that a page does not mention, and sections that answer them.

use std::collections::{BTreeMap, BTreeSet};

use super::answers::Answers;
use super::output::{MissingQuery, PageChange, PageChangeKind};
use super::params::AuditChecked;
use super::reading::Reading;
use super::site::Site;
use crate::common::count;

/// Maximum number of listed queries of a page.
const MOST_LISTED: usize = 20;
/// Maximum number of new sections of a page.
const MOST_SECTIONS: usize = 5;
/// Maximum number of queries named with a section.
const MOST_NAMED: usize = 8;
/// Stems of words that say only that the reader looks for a business: no section is about them.
const OF_A_SEARCH: [&str; 11] =
    ["servic", "compani", "contractor", "provid", "profession", "expert", "local", "near", "nearbi", "best", "top"];
/// Stems of words for a low price, and of what a page that speaks of its price has.
const LOW_PRICE: [&str; 3] = ["cheap", "afford", "inexpens"];
const PRICE: [&str; 4] = ["cost", "price", "charg", "fee"];
/// Last average position at which a query says that a page is nearly about it.
const LAST_POSITION: f64 = 50.0;

/// Lists queries with impressions that the title or the text does not mention.
pub(super) fn missing(site: &Site<'_>, at: usize, reading: &Reading<'_>, params: &AuditChecked) -> Vec<MissingQuery> {
    let least = f64::from(params.min_query_impressions);
    let listed = site.rows_of(at).filter(|row| row.impressions >= least).filter_map(|row| {
        let query = &site.queries[row.query];
        let is_in_title = reading.is_in_title(query);
        // Without the text nothing is known to be missing from it.
        let is_in_text = !reading.has_text() || reading.is_in_text(query);
        (!is_in_title || !is_in_text).then(|| MissingQuery {
            query: query.text.clone(),
            clicks: row.clicks,
            impressions: row.impressions,
            position: row.position,
            is_in_title,
            is_in_text,
        })
    });
    listed.take(MOST_LISTED).collect()
}

/// Proposes a section for each group of queries with the same missing words, most impressions first.
pub(super) fn sections(
    site: &Site<'_>, at: usize, reading: &Reading<'_>, answers: &Answers<'_>, params: &AuditChecked,
) -> Vec<PageChange> {
    if !reading.has_text() {
        return Vec::new();
    }
    let least = f64::from(params.min_query_impressions);
    let mut groups: BTreeMap<BTreeSet<String>, (f64, Vec<usize>)> = BTreeMap::new();
    for row in site.rows_of(at).filter(|row| row.impressions >= least) {
        let is_near = row.position.is_none_or(|position| position <= LAST_POSITION);
        let query = &site.queries[row.query];
        let absent = subject(reading.missing(query), reading);
        // A page about one place is not extended to another.
        let is_elsewhere = absent.is_subset(&query.place);
        if is_near && !absent.is_empty() && !is_elsewhere {
            let group = groups.entry(absent).or_default();
            group.0 += row.impressions;
            group.1.push(row.query);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by(|a, b| b.1.0.total_cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    let mut used = BTreeSet::new();
    let mut changes = Vec::new();
    for (absent, (impressions, queries)) in groups {
        if changes.len() == MOST_SECTIONS {
            break;
        }
        let change = section(site, reading, answers, (&absent, impressions, &queries));
        // Two groups that one text answers are one section.
        if change.fact_ids.iter().all(|id| used.insert(id.clone())) {
            changes.push(change);
        }
    }
    changes
}

/// Leaves out of missing words what no section can be about.
fn subject(mut absent: BTreeSet<String>, reading: &Reading<'_>) -> BTreeSet<String> {
    absent.retain(|stem| !OF_A_SEARCH.contains(&stem.as_str()));
    if PRICE.iter().any(|stem| reading.has(stem)) {
        absent.retain(|stem| !LOW_PRICE.contains(&stem.as_str()));
    }
    absent
}

fn section(
    site: &Site<'_>, reading: &Reading<'_>, answers: &Answers<'_>,
    (absent, impressions, queries): (&BTreeSet<String>, f64, &[usize]),
) -> PageChange {
    let first = &site.queries[queries[0]];
    let answer = queries.iter().find_map(|query| answers.find(&site.queries[*query], absent));
    let named: Vec<String> = queries.iter().take(MOST_NAMED).map(|query| site.queries[*query].text.clone()).collect();
    let others = match queries.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let reason = format!(
        "The text does not mention “{}”{others} ({} impressions){}",
        first.text,
        count(impressions),
        if answer.is_some() { "" } else { "; no given fact answers it: write it from what the business knows" }
    );
    let mut change = PageChange { queries: named, ..PageChange::new(PageChangeKind::AddSection, reason) };
    change.heading = Some(reading.written(first));
    if let Some(answer) = answer {
        change.heading = answer.heading.or(change.heading);
        change.after = Some(answer.text);
        change.fact_ids = vec![answer.id];
        change.source = Some(answer.source);
        change.sources = answer.sources;
    }
    change
}
