//! Loads a website's pages and queries for the content audit.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engines::{
    common::Day,
    content::{AuditInput, AuditPage, PageLink, PageQuery, actions::Audit, has_pack},
    keyword,
    local::catalog::vertical_names,
};
use shared::{
    domain::{observation::SeenPage, sync::BatchPart},
    store::{
        crawl::{self, PageFilter, PageSort},
        import,
        pack::{self, PackKey},
        website,
    },
};
use uuid::Uuid;

use super::{super::keyword::load, Load, Loaded, as_of, count, pages, vitals};
use crate::{context::RunContext, error::JobError};

/// Maximum number of pages.
const MOST_PAGES: usize = 20_000;
/// URLs of the latest crawl whose status is read.
const MOST_CRAWLED: usize = 80_000;
/// Maximum number of bytes of the texts together.
const MOST_TEXT: usize = 80_000_000;
/// Days of the queries, the latest ones: older ones describe another website.
const DAYS: i32 = 120;
/// Rows per statement.
const ROWS_AT_ONCE: usize = 2_000;

impl Load for Audit {
    const KEEPS_INPUT: bool = false;

    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        let mut loaded = Loaded::default();
        input.as_of = input.as_of.or_else(|| as_of(context));
        let Some(website_id) = context.run.website_id else { return Ok(loaded) };
        let mut totals = Totals::default();
        if input.queries.is_empty() {
            totals = add_queries(context, website_id, input, &mut loaded).await?;
        }
        if input.pages.is_empty() {
            input.pages = site_pages(context, website_id, &totals, &mut loaded).await?;
        }
        if input.vitals.is_empty() {
            input.vitals = vitals::vitals(context, website_id).await?;
        }
        if input.vertical.is_none() && input.pack.is_none() {
            add_vertical(context, website_id, input).await?;
        }
        Ok(loaded)
    }
}

/// Clicks and impressions of pages in a report, by address.
type Totals = HashMap<String, (i64, i64)>;

/// Adds the queries by page of the latest days. If there are no days, adds the queries of the report, and returns its totals by page.
async fn add_queries(
    context: &RunContext, website_id: Uuid, input: &mut AuditInput, loaded: &mut Loaded,
) -> Result<Totals, JobError> {
    let found = match load::input(context, website_id).await {
        Ok(found) => found,
        // The audit also works on pages alone.
        Err(JobError::Permanent(error)) if error.r#type == "needs-data" => return Ok(Totals::default()),
        Err(error) => return Err(error),
    };
    if let Some((queries, days)) = daily(&found) {
        loaded.assumptions.push(format!("The queries cover the last {days} days with data"));
        (input.queries, input.period_days) = (queries, Some(f64::from(days)));
        return Ok(Totals::default());
    }
    let rows = found.queries.into_iter().filter_map(|row| {
        let page = row.page?;
        Some(PageQuery {
            query: row.query,
            page,
            clicks: row.clicks,
            impressions: row.impressions,
            position: row.position,
        })
    });
    input.queries = rows.collect();
    input.period_days = found.period_days.filter(|days| (1.0..=3_660.0).contains(days));
    report_pages(context, website_id).await
}

/// Adds up the history of the latest days by query and page; `None` if it names no pages.
fn daily(found: &keyword::Input) -> Option<(Vec<PageQuery>, i32)> {
    let history = &found.history;
    let last = history.lines().filter(|line| line.page.is_some()).map(|line| line.date).max()?;
    let from = last.plus(1 - DAYS);
    let first = history.lines().map(|line| line.date).filter(|date| *date >= from).min()?;
    let mut sums: HashMap<_, (f64, f64, f64, f64)> = HashMap::new();
    for line in history.lines().filter(|line| (from..=last).contains(&line.date)) {
        let Some(page) = line.page else { continue };
        let sum = sums.entry((line.query, page)).or_default();
        sum.0 += line.clicks;
        sum.1 += line.impressions;
        if let Some(position) = line.position {
            sum.2 += position * line.impressions;
            sum.3 += line.impressions;
        }
    }
    let mut rows: Vec<PageQuery> = sums
        .into_iter()
        .map(|((query, page), (clicks, impressions, weighted, weight))| PageQuery {
            query: history.name(query).to_owned(),
            page: history.name(page).to_owned(),
            clicks,
            impressions,
            position: (weight > 0.0).then(|| weighted / weight),
        })
        .collect();
    rows.sort_by(|a, b| (&a.query, &a.page).cmp(&(&b.query, &b.page)));
    Some((rows, last.since(first) + 1))
}

/// Returns the totals of the pages in the latest report that has them.
async fn report_pages(context: &RunContext, website_id: Uuid) -> Result<Totals, JobError> {
    for batch in import::batches(&context.db, context.run.workspace_id, website_id).await? {
        if batch.part == BatchPart::Days {
            continue;
        }
        let mut totals = Totals::default();
        let rows = import::count_search_rows(&context.db, batch.id).await?;
        for first in (0..rows).step_by(ROWS_AT_ONCE) {
            let numbers = first..first + i64::try_from(ROWS_AT_ONCE).unwrap_or(i64::MAX);
            let piece = import::search_rows(&context.db, batch.id, numbers).await?;
            for row in piece.rows()?.into_iter().filter(|row| &*row.dimension == "page" && &*row.period == "current") {
                if let Some(page) = row.page.as_deref() {
                    totals.insert(page.to_owned(), (row.clicks, row.impressions));
                }
            }
            if context.is_cancelled() {
                return Err(JobError::Cancelled);
            }
        }
        if !totals.is_empty() {
            return Ok(totals);
        }
    }
    Ok(Totals::default())
}

/// What the latest crawl found out about an address: its status, and whether search engines may list it.
type Crawled = BTreeMap<String, (Option<u16>, bool)>;

/// Returns the own pages in their latest version, and the addresses that the latest crawl found to be gone.
async fn site_pages(
    context: &RunContext, website_id: Uuid, totals: &Totals, loaded: &mut Loaded,
) -> Result<Vec<AuditPage>, JobError> {
    let crawled = crawled(context, website_id, loaded).await?;
    let seen = pages::every_own(context, loaded).await?;
    let earliest = seen.iter().filter_map(|(_, first)| *first).min();
    let known: BTreeSet<String> = seen.iter().map(|(page, _)| page.url.clone()).collect();
    let mut all: Vec<AuditPage> = Vec::with_capacity(seen.len());
    for (page, first) in seen.into_iter().filter(|(page, _)| is_address(&page.url)) {
        let state = crawled.get(&page.url).copied();
        all.push(audit_page(page, first.filter(|first| Some(*first) != earliest), state));
    }
    let gone = crawled
        .iter()
        .filter(|(url, (status, _))| matches!(status, Some(404 | 410)) && !known.contains(*url) && is_address(url));
    all.extend(gone.map(|(url, (status, _))| AuditPage { url: url.clone(), status: *status, ..AuditPage::default() }));
    for page in &mut all {
        if let Some((clicks, impressions)) = totals.get(&page.url) {
            (page.clicks, page.impressions) = (Some(count(*clicks)), Some(count(*impressions)));
        }
    }
    Ok(bounded(all, loaded))
}

/// Limits the number of pages and the size of their texts.
fn bounded(mut pages: Vec<AuditPage>, loaded: &mut Loaded) -> Vec<AuditPage> {
    if pages.len() > MOST_PAGES {
        loaded.assumptions.push(format!("Of {} pages the first {MOST_PAGES} by address were audited", pages.len()));
        pages.truncate(MOST_PAGES);
    }
    let (mut size, mut cut) = (0, 0);
    for page in &mut pages {
        size += page.text.len();
        if size > MOST_TEXT {
            page.text = String::new();
            cut += 1;
        }
    }
    if cut > 0 {
        loaded
            .assumptions
            .push(format!("The texts of {cut} pages were left out, because all texts together are too long"));
    }
    pages
}

/// Returns what the latest complete crawl found; empty without one.
async fn crawled(context: &RunContext, website_id: Uuid, loaded: &mut Loaded) -> Result<Crawled, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let crawls = crawl::list(db, workspace_id, Some(website_id), None, 20).await?;
    let Some(latest) = crawls.items.into_iter().find(|crawl| crawl.finished_at.is_some()) else {
        return Ok(Crawled::new());
    };
    let mut found = Crawled::new();
    let mut filter = PageFilter { sort: PageSort::Discovery, ..PageFilter::default() };
    loop {
        let page = crawl::page_list(db, workspace_id, latest.id, &filter, ROWS_AT_ONCE).await?;
        filter.after = page.items.last().map(|page| page.no);
        let has_more = page.next_cursor.is_some();
        for row in page.items {
            let status = row.status.and_then(|status| u16::try_from(status).ok());
            found.insert(row.url, (status.filter(|status| (100..=599).contains(status)), row.is_indexable));
        }
        if has_more && found.len() >= MOST_CRAWLED {
            loaded.assumptions.push(format!("Of the latest crawl the first {MOST_CRAWLED} URLs were read"));
        }
        if !has_more || found.len() >= MOST_CRAWLED {
            return Ok(found);
        }
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
    }
}

fn audit_page(seen: SeenPage, first_seen_at: Option<Day>, state: Option<(Option<u16>, bool)>) -> AuditPage {
    let link = |url: String| PageLink { url, anchor: String::new() };
    let (status, is_indexable) = state.map_or((seen.status, None), |(status, listed)| (status, Some(listed)));
    let is_living = status.is_none_or(|status| status == 200);
    AuditPage {
        url: seen.url,
        status: status.filter(|status| (100..=599).contains(status)),
        title: seen.title,
        description: seen.description,
        h1: seen.h1,
        headings: seen.headings,
        text: seen.text.unwrap_or_default(),
        words: seen.words,
        links: seen.links.into_iter().map(link).collect(),
        canonical: seen.canonical,
        is_indexable: is_indexable.filter(|_| is_living),
        clicks: None,
        impressions: None,
        first_seen_at,
        observed_at: seen.observed_at.as_deref().and_then(Day::parse),
    }
}

fn is_address(url: &str) -> bool {
    let begins = ["https://", "http://"].iter().any(|start| url.starts_with(start));
    begins && url.len() <= 2_048 && !url.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"".contains(c))
}

/// Sets the vertical of the website's market if it has a pack, and the workspace's own pack.
async fn add_vertical(context: &RunContext, website_id: Uuid, input: &mut AuditInput) -> Result<(), JobError> {
    let site = website::find(&context.db, context.run.workspace_id, website_id).await?;
    let Some(market) = site.and_then(|site| site.settings.0.market) else { return Ok(()) };
    let wanted = market.vertical.trim().to_lowercase();
    let is_it = |slug: &str, name: &str| slug == wanted || name.to_lowercase() == wanted;
    let Some(known) = vertical_names().find(|known| is_it(known.slug, known.name)) else { return Ok(()) };
    let key = PackKey { language: "en".to_owned(), vertical: known.slug.to_owned() };
    input.pack = pack::text(&context.db, context.run.workspace_id, &key).await?;
    input.vertical = has_pack(known.slug).then(|| known.slug.to_owned());
    Ok(())
}
