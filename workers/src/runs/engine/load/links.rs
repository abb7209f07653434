//! Loads links of other websites, and the status of the pages that they point to.

use std::collections::BTreeMap;

use engines::competitive::{Link, LinkedPage, LinksInput, actions::Links};
use serde_json::Value;
use shared::{
    domain::{
        Pair,
        imported::{Backlink, Imported, RecordFilter},
        lead_settings::LeadSettings,
    },
    store::{
        crawl::{self, PageFilter, PageSort},
        imported, lead_settings,
    },
};
use uuid::Uuid;

use super::{Load, Loaded, answers, day, host, pages};
use crate::{context::RunContext, error::JobError};

/// Most links of a run; the latest imports come first.
const MOST_LINKS: usize = 200_000;
/// Most pages with a status, of the latest crawl in the order of discovery.
const MOST_PAGES: usize = 100_000;
/// Rows per statement.
const ROWS_AT_ONCE: usize = 5_000;

impl Load for Links {
    async fn load(context: &RunContext, input: &mut LinksInput) -> Result<Loaded, JobError> {
        let mut loaded = Loaded::default();
        // Imports and crawls are moments: their day is the day in the workspace's time zone, as all its days are.
        let calendar = lead_settings::find(&context.db, context.run.workspace_id).await?;
        input.as_of = input.as_of.or_else(|| day(calendar.day(context.run.created_at)));
        if input.site.is_empty() {
            input.site = host(context).await?.unwrap_or_default();
        }
        let Some(website_id) = context.run.website_id else { return Ok(loaded) };
        if input.rivals.is_empty() {
            input.rivals = answers::rivals(context).await?;
        }
        if input.links.is_empty() {
            input.links = links(context, website_id, &calendar, &mut loaded).await?;
        }
        if input.pages.is_empty() {
            input.pages = statuses(context, website_id, &calendar, &mut loaded).await?;
        }
        Ok(loaded)
    }
}

/// Loads the current links of all providers, latest import first.
async fn links(
    context: &RunContext, website_id: Uuid, calendar: &LeadSettings, loaded: &mut Loaded,
) -> Result<Vec<Link>, JobError> {
    let mut links = Vec::new();
    let mut filter = RecordFilter::default();
    loop {
        let page =
            imported::backlinks(&context.db, context.run.workspace_id, website_id, &filter, ROWS_AT_ONCE).await?;
        links.extend(page.items.into_iter().map(|row| link(row, calendar)));
        let Some(next) = page.next_cursor.as_deref().and_then(|cursor| cursor.parse::<Pair<i64, i64>>().ok()) else {
            return Ok(links);
        };
        if links.len() >= MOST_LINKS {
            loaded.assumptions.push(format!("Only {MOST_LINKS} links of the latest imports were read"));
            return Ok(links);
        }
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        filter.after = Some(next);
    }
}

fn link(row: Imported<Backlink>, calendar: &LeadSettings) -> Link {
    let Imported { record, imported_at, .. } = row;
    let target = providers::web::host(&record.target_url).unwrap_or_default();
    Link {
        source_domain: providers::web::registrable(&record.source_host),
        target_domain: providers::web::registrable(&target),
        is_followed: is_followed(&record),
        provider: record.provider,
        source_url: record.source_url,
        target_url: record.target_url,
        is_lost: record.is_lost,
        lost_on: record.lost_on.and_then(day),
        last_seen: record.last_seen.and_then(day),
        observed_at: imported_at.and_then(|at| day(calendar.day(at))),
        authority: record.authority,
        authority_name: record.authority_name,
    }
}

/// A link with any of the three relations is not followed. It is followed if the provider states that it has no `nofollow`.
fn is_followed(link: &Backlink) -> Option<bool> {
    let relations = [link.is_nofollow, link.is_ugc, link.is_sponsored];
    if relations.contains(&Some(true)) { Some(false) } else { link.is_nofollow.map(|nofollow| !nofollow) }
}

/// Loads the status of the own pages: of the latest complete crawl, otherwise of imported pages.
async fn statuses(
    context: &RunContext, website_id: Uuid, calendar: &LeadSettings, loaded: &mut Loaded,
) -> Result<Vec<LinkedPage>, JobError> {
    let mut found = BTreeMap::new();
    for (page, _) in pages::every_own(context, loaded).await? {
        let observed_at = page.observed_at.as_deref().and_then(engines::common::Day::parse);
        let status = page.status.filter(|status| (100..=599).contains(status));
        let source = "imported pages".to_owned();
        found.insert(page.url.clone(), LinkedPage { url: page.url, status, redirect: None, observed_at, source });
    }
    let is_cut = crawled(context, website_id, calendar, &mut found).await?;
    if is_cut || found.len() > MOST_PAGES {
        let cut = format!("Only {MOST_PAGES} pages of the website were compared with the links");
        loaded.assumptions.push(cut);
    }
    Ok(found.into_values().take(MOST_PAGES).collect())
}

/// Adds the status of the pages in the latest complete crawl, which counts more than that of an import. Returns whether it has more
/// pages than are read.
async fn crawled(
    context: &RunContext, website_id: Uuid, calendar: &LeadSettings, found: &mut BTreeMap<String, LinkedPage>,
) -> Result<bool, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let crawls = crawl::list(db, workspace_id, Some(website_id), None, 20).await?;
    let Some((latest, finished)) = crawls.items.into_iter().find_map(|one| Some((one.id, one.finished_at?))) else {
        return Ok(false);
    };
    let observed = calendar.day(finished);
    let mut filter = PageFilter { sort: PageSort::Discovery, ..PageFilter::default() };
    loop {
        let page = crawl::page_list(db, workspace_id, latest, &filter, ROWS_AT_ONCE).await?;
        filter.after = page.items.last().map(|page| page.no);
        let has_more = page.next_cursor.is_some();
        for row in page.items {
            let status = row.status.and_then(|status| u16::try_from(status).ok());
            let redirect = row.facts.get("redirect").and_then(Value::as_str).map(str::to_owned);
            let source = "crawl".to_owned();
            let page = LinkedPage { url: row.url, status, redirect, observed_at: day(observed), source };
            found.insert(page.url.clone(), page);
        }
        if !has_more || found.len() >= MOST_PAGES {
            return Ok(has_more);
        }
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
    }
}
