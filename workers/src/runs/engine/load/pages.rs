//! Loads pages of the website and of competitors.

use std::collections::BTreeMap;

use engines::{common::Day, semantic};
use shared::{
    domain::observation::{ObservationKind, SeenPage},
    store::import,
};
use uuid::Uuid;

use super::{Loaded, host};
use crate::{context::RunContext, error::JobError};

/// Pages of the latest crawls and imports that are read, and bytes of their texts and links together.
const MOST_PAGES: usize = 100_000;
const MOST_BYTES: usize = 200_000_000;

/// A query with its top pages and the site's own page.
#[derive(Debug)]
pub(super) struct BesideWinners {
    pub(super) query: String,
    pub(super) page: Option<semantic::Page>,
    pub(super) winners: Vec<semantic::Page>,
}

/// Loads the top pages and the site's own page of a query. An empty query selects the one with most imported pages;
/// returns `None` if there is none.
pub(super) async fn beside_winners(
    context: &RunContext, query: &str, loaded: &mut Loaded,
) -> Result<Option<BesideWinners>, JobError> {
    let (own, others) = pages(context, loaded).await?;
    let asked = (!query.is_empty()).then(|| query.to_owned());
    let Some(query) = asked.or_else(|| commonest(&others)) else { return Ok(None) };
    let winners = about(&others, &query).cloned().map(page).collect();
    let mine = about(&own, &query).next().or_else(|| nearest(&own, &query)).cloned().map(page);
    Ok(Some(BesideWinners { query, page: mine, winners }))
}

/// Loads competitors' pages for a query.
pub(super) async fn winners(
    context: &RunContext, query: &str, loaded: &mut Loaded,
) -> Result<Vec<semantic::Page>, JobError> {
    if query.is_empty() {
        return Ok(Vec::new());
    }
    let (_, others) = pages(context, loaded).await?;
    Ok(about(&others, query).cloned().map(page).collect())
}

/// Loads competitors' pages for a query, at most `most` of the latest, without other pages of the website.
pub(super) async fn ranking(context: &RunContext, query: &str, most: i64) -> Result<Vec<semantic::Page>, JobError> {
    let Some(website_id) = context.run.website_id.filter(|_| !query.is_empty()) else { return Ok(Vec::new()) };
    let found = import::pages_of_query(&context.db, context.run.workspace_id, website_id, query, most).await?;
    let own = host(context).await?.unwrap_or_default();
    let is_other = |seen: &SeenPage| seen.host != own && seen.status.is_none_or(|status| status == 200);
    let latest: BTreeMap<String, SeenPage> =
        found.into_iter().rev().filter(is_other).map(|seen| (seen.url.clone(), seen)).collect();
    Ok(latest.into_values().map(page).collect())
}

fn about<'a>(pages: &'a [SeenPage], query: &'a str) -> impl Iterator<Item = &'a SeenPage> {
    pages.iter().filter(move |page| page.query.as_deref().is_some_and(|about| about.eq_ignore_ascii_case(query)))
}

/// Loads the latest version of each own page.
pub(super) async fn own(context: &RunContext, loaded: &mut Loaded) -> Result<Vec<SeenPage>, JobError> {
    Ok(pages(context, loaded).await?.0)
}

/// Loads the latest version of each own page, whatever its status, with the first day on which it was seen.
pub(super) async fn every_own(
    context: &RunContext, loaded: &mut Loaded,
) -> Result<Vec<(SeenPage, Option<Day>)>, JobError> {
    let (Some(website_id), Some(own)) = (context.run.website_id, host(context).await?) else { return Ok(Vec::new()) };
    let rows = seen_pages(context, website_id, loaded).await?;
    let mut seen: BTreeMap<String, (SeenPage, Option<Day>)> = BTreeMap::new();
    for page in rows.into_iter().filter(|page| page.host == own) {
        let day = page.observed_at.as_deref().and_then(Day::parse);
        let first = seen.get(&page.url).map_or(day, |(_, first)| (*first).min(day).or(*first));
        seen.insert(page.url.clone(), (page, first));
    }
    Ok(seen.into_values().collect())
}

/// Loads the latest version of each own page, and of each competitors' page with text for each query.
async fn pages(context: &RunContext, loaded: &mut Loaded) -> Result<(Vec<SeenPage>, Vec<SeenPage>), JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Default::default()) };
    let rows = seen_pages(context, website_id, loaded).await?;
    let host = host(context).await?.unwrap_or_default();
    let (mut own, mut others) = (BTreeMap::new(), BTreeMap::new());
    for page in rows.into_iter().filter(|page| page.status.is_none_or(|status| status == 200)) {
        if page.host == host {
            own.insert(page.url.clone(), page);
        } else if has_words(&page) {
            // A page may rank for several queries.
            others.insert((page.url.clone(), page.query.as_deref().map(str::to_lowercase)), page);
        }
    }
    Ok((own.into_values().collect(), others.into_values().collect()))
}

/// Loads the pages of the latest crawls and imports, within the memory of a run.
async fn seen_pages(context: &RunContext, website_id: Uuid, loaded: &mut Loaded) -> Result<Vec<SeenPage>, JobError> {
    let place = (context.run.workspace_id, website_id);
    let size = |page: &SeenPage| {
        page.text.as_ref().map_or(0, String::len)
            + page.links.iter().chain(&page.headings).map(String::len).sum::<usize>()
    };
    let most = (MOST_PAGES, MOST_BYTES);
    let (pages, is_cut) = import::read_latest(&context.db, place, ObservationKind::Page, most, size).await?;
    if is_cut {
        let number = pages.len();
        loaded.assumptions.push(format!(
            "Of the crawled and imported pages the first {number} of the latest were read: at most {MOST_PAGES}, and {} MB \
             of text",
            MOST_BYTES / 1_000_000
        ));
    }
    Ok(pages)
}

pub(super) fn has_words(page: &SeenPage) -> bool {
    page.text.as_deref().is_some_and(|text| text.chars().any(char::is_alphanumeric))
}

fn commonest(pages: &[SeenPage]) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for query in pages.iter().filter_map(|page| page.query.as_deref()) {
        *counts.entry(query).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, n)| *n).map(|(query, _)| query.to_owned())
}

/// Returns the page with the most words in common with a query in title, heading and address; `None` if none has any.
fn nearest<'a>(pages: &'a [SeenPage], query: &str) -> Option<&'a SeenPage> {
    let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let shared = |page: &SeenPage| {
        let text = [page.title.as_deref(), page.h1.as_deref(), Some(page.url.as_str())];
        let text = text.into_iter().flatten().collect::<Vec<_>>().join(" ").to_lowercase();
        words.iter().filter(|word| text.contains(word.as_str())).count()
    };
    pages.iter().filter(|page| shared(page) > 0).max_by_key(|page| shared(page))
}

/// Converts a page to the engine's type.
pub(super) fn page(seen: SeenPage) -> semantic::Page {
    let heading = |level: u8| move |text: String| semantic::Heading { level, text };
    let link = |url: String| semantic::Link { url, anchor: String::new() };
    semantic::Page {
        observed_at: seen.observed_at.as_deref().and_then(Day::parse),
        url: seen.url,
        title: seen.title,
        headings: seen.h1.into_iter().map(heading(1)).chain(seen.headings.into_iter().map(heading(2))).collect(),
        text: seen.text.unwrap_or_default(),
        links: seen.links.into_iter().map(link).collect(),
        schema_types: Vec::new(),
    }
}
