//! Changes of title, description and first heading.

use super::super::width::is_title_ok;
use super::output::{PageChange, PageChangeKind};
use super::params::AuditChecked;
use super::plain::plain;
use super::reading::{Reading, is_latin};
use super::site::{Query, Row, Site};
use super::topic::core;
use crate::common::count;
use crate::text::{Stemmer, fold};

/// Average position up to which a title that works stays as it is.
const WORKS: f64 = 3.5;
/// Last average position at which a query says what a page is about.
const LAST_POSITION: f64 = 30.0;
/// Minimum length of a description in Latin letters, and its maximum.
const DESCRIPTION: std::ops::RangeInclusive<usize> = 70..=155;
/// Minimum length of a title, and its maximum in other scripts, in characters.
const SHORTEST: usize = 15;

/// The query that a page should serve first: the one with most impressions.
pub(super) fn main_query<'a>(site: &'a Site<'_>, at: usize, params: &AuditChecked) -> Option<(&'a Query, Row)> {
    let least = f64::from(params.min_query_impressions);
    let row = site.rows_of(at).find(|row| {
        row.impressions >= least
            && row.position.is_none_or(|position| position <= LAST_POSITION)
            && !site.queries[row.query].stems.is_empty()
    })?;
    Some((&site.queries[row.query], *row))
}

/// Returns a new title if the present one is missing, is cut off, or does not name the main query of a page that is about it
/// and does not rank at the top.
pub(super) fn title(site: &Site<'_>, reading: &Reading<'_>, main: Option<(&Query, Row)>) -> Option<PageChange> {
    let title = reading.page.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    let is_at_top = |row: Row| row.position.is_some_and(|position| position <= WORKS);
    let unnamed =
        main.filter(|(query, row)| !reading.is_in_title(query) && reading.is_in_text(query) && !is_at_top(*row));
    let reason = match (title, unnamed) {
        (None, _) => "The page has no title".to_owned(),
        (Some(_), Some((query, row))) => format!(
            "The title does not mention “{}” ({} impressions{})",
            query.text,
            count(row.impressions),
            row.position.map(|position| format!(", position {position:.1}")).unwrap_or_default()
        ),
        (Some(title), None) => {
            if main.is_some_and(|(_, row)| is_at_top(row)) || !is_cut(title) {
                return None;
            }
            "The title is wider than search results show".to_owned()
        }
    };
    let wanted = unnamed.or(main).map(|(query, _)| query).filter(|query| reading.is_in_text(query));
    let after = proposal(site, reading, title, wanted, unnamed.is_some());
    Some(PageChange {
        before: title.map(plain),
        after,
        queries: unnamed.iter().map(|(query, _)| query.text.clone()).collect(),
        ..PageChange::new(PageChangeKind::Title, reason)
    })
}

fn is_cut(title: &str) -> bool {
    is_latin(title) && !is_title_ok(title) && title.chars().count() > SHORTEST * 2
}

/// Returns the first wording that fits and differs from the present title.
fn proposal(
    site: &Site<'_>, reading: &Reading<'_>, title: Option<&str>, query: Option<&Query>, must_name: bool,
) -> Option<String> {
    let name = site.name.as_deref().map(plain);
    let core = title.map(|title| plain(core(title, site.name.as_deref()))).filter(|core| !core.is_empty());
    let h1 = reading.page.h1.as_deref().map(plain).filter(|h1| !h1.is_empty());
    let query_text = query.map(|query| plain(&reading.written(query)));
    let mut bases: Vec<String> = Vec::new();
    if let Some(query) = query_text.as_ref().filter(|_| must_name || title.is_none()) {
        bases.extend(core.as_ref().map(|core| format!("{query}: {core}")));
        bases.extend(h1.as_ref().filter(|h1| core.as_ref() != Some(h1)).map(|h1| format!("{query}: {h1}")));
        bases.push(query.clone());
    }
    if !must_name {
        bases.extend(core.into_iter().chain(h1).chain(query_text));
    }
    let with_name = |base: &String| name.as_ref().map(|name| format!("{base} | {name}"));
    let candidates = bases.iter().flat_map(|base| with_name(base).into_iter().chain([base.clone()]));
    candidates.into_iter().find(|text| {
        let fits = if is_latin(text) { is_title_ok(text) } else { (4..=32).contains(&text.chars().count()) };
        fits && title != Some(text.as_str()) && has_no_repeat(text)
    })
}

/// False for a title with one word more than twice, ignoring short words.
pub(in crate::content) fn has_no_repeat(text: &str) -> bool {
    let folded = fold(text);
    let words: Vec<&str> = folded.split(' ').filter(|word| word.chars().count() > 3).collect();
    words.iter().all(|word| words.iter().filter(|other| other == &word).count() <= 2)
}

/// Returns a description from the page's own sentences if it has none, or one too short to say anything.
pub(super) fn description(
    site: &Site<'_>, reading: &Reading<'_>, main: Option<(&Query, Row)>, stemmer: &Stemmer,
) -> Option<PageChange> {
    let present = reading.page.description.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let is_short = present.is_some_and(|text| is_latin(text) && text.chars().count() < *DESCRIPTION.start());
    if !site.has_descriptions || !reading.has_text() || present.is_some() && !is_short {
        return None;
    }
    let first = main.and_then(|(query, _)| reading.about(query, stemmer)).unwrap_or(0);
    let reason = match present {
        None => "The page has no description".to_owned(),
        Some(text) => format!("The description has {} characters", text.chars().count()),
    };
    Some(PageChange {
        before: present.map(plain),
        after: own_words(reading, first),
        source: Some("sentences of the page".to_owned()),
        ..PageChange::new(PageChangeKind::Description, reason)
    })
}

/// Joins sentences from `first` on until they have the length of a description; `None` if none fits.
fn own_words(reading: &Reading<'_>, first: usize) -> Option<String> {
    let mut text = String::new();
    for at in first..reading.sentences.len().min(first + 6) {
        let next = reading.sentence(at);
        let longer = if text.is_empty() { next } else { format!("{text} {next}") };
        if longer.chars().count() > *DESCRIPTION.end() {
            break;
        }
        text = longer;
        if DESCRIPTION.contains(&text.chars().count()) {
            return Some(text);
        }
    }
    None
}

/// Returns a first heading for a page without one: its title without the name of the website.
pub(super) fn heading(site: &Site<'_>, reading: &Reading<'_>) -> Option<PageChange> {
    let has_heading = reading.page.h1.as_deref().is_some_and(|h1| !h1.trim().is_empty());
    if has_heading || !site.has_headings {
        return None;
    }
    let title = reading.page.title.as_deref().map(|title| plain(core(title, site.name.as_deref())));
    let after = title.filter(|title| !title.is_empty());
    Some(PageChange { after, ..PageChange::new(PageChangeKind::Heading, "The page has no first heading".to_owned()) })
}
