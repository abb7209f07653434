//! Crawls a website, audits its pages and makes them an import that the engines read.

mod ai;
mod compare;
mod external;
mod fetch;
pub(super) mod fixes;
pub(super) mod folder;
mod links;
mod page;
mod read;
mod redirects;
mod report;
pub(super) mod robots;

use std::collections::BTreeMap;

use crawler::Cancel;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        crawl::{AiDirectories, Crawl, CrawlReport},
        notification::{NewNotification, NotificationKind},
        now,
        opportunity::{Opportunity, OpportunityStatus},
    },
    store::{
        crawl::{self, CrawlEnd},
        import::{self, ImportEnd},
        opportunity::{self, NewOpportunities},
        website,
    },
    words::counted,
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError, runs::done::Done};
use compare::Before;
use external::External;
use folder::Folder;
use read::{Found, Reader, Target};

/// Opportunities of a website that are looked through.
const MOST_OPPORTUNITIES: i64 = 5_000;

/// Message if the operator has disabled fetching pages.
const OFF: &str = "The operator has switched off fetching pages (MOTHERLODE_FETCH_PAGES).";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    crawl_id: Uuid,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { crawl_id } = context.payload()?;
    let wanted = crawl::find(&context.db, context.run.workspace_id, crawl_id).await?;
    let wanted = wanted.ok_or_else(|| JobError::permanent("crawl-gone", "The crawl no longer exists."))?;
    if !context.outside.fetches_pages {
        return Err(JobError::permanent("switched-off", OFF));
    }
    // Deletes what a previous attempt left; the pages that it fetched are kept in the folder.
    crawl::clear(&context.db, crawl_id).await?;
    import::delete_batch(&context.db, wanted.import_id, None).await?;
    let folder = Folder::of(context);
    let totals = fetch::fetch(context, &wanted, &folder).await?;
    let rules = robots::fetch(context, &wanted.url).await?;
    let before = Before::load(context, &wanted).await?;
    let (import_id, website_id) = (wanted.import_id, wanted.website_id);
    let batch_id = import::begin_batch(&context.db, import_id, website_id, context.run.attempt, now()).await?;
    let (state, id, start) = (folder.clone(), wanted.id, wanted.url.clone());
    let is_complete = totals.stopped.is_none();
    let site = website::find(&context.db, context.run.workspace_id, website_id).await?;
    let host = site.map(|site| site.host).unwrap_or_default();
    let external = External::new(&wanted)?;
    let cancel = Cancel::default();
    let stop = cancel.clone();
    let reader = move |context| {
        let target = Target { crawl_id: id, batch_id, start: &start, host: &host };
        Reader::open(context, &target, rules, before, &state, &cancel)?.read(external, is_complete)
    };
    // The second future never ends: it only sets the flag, and the first then ends by itself.
    let found = tokio::select! {
        found = context.compute(reader) => found?,
        never = fetch::stop_with(context, &stop) => match never {},
    };
    folder.delete();
    if found.rows == 0 {
        return Err(nothing_found(&wanted, &found));
    }
    let report = CrawlReport {
        fetched: count(totals.fetched),
        blocked: count(totals.blocked),
        bytes: count(totals.bytes),
        elapsed_ms: count(totals.elapsed_ms),
        stopped: fetch::stopped(&totals),
        left_out: Some(count(totals.trapped)),
        ..found.report
    };
    let implemented = implemented(context, website_id).await?;
    let opportunities = found.fixes.opportunities(website_id, &implemented);
    let mut done = done(context, &wanted, batch_id, found.rows, (report, found.ai));
    if !opportunities.is_empty() {
        done.effects.push(NewOpportunities(opportunities).into());
    }
    Ok(done)
}

/// Returns the number of implemented opportunities of each category of issues.
async fn implemented(context: &RunContext, website_id: Uuid) -> Result<BTreeMap<String, usize>, JobError> {
    let found = opportunity::list(&context.db, context.run.workspace_id, Some(website_id), MOST_OPPORTUNITIES).await?;
    let is_done = |one: &Opportunity| one.status == OpportunityStatus::Implemented;
    let categories = found.into_iter().filter(is_done).map(|one| one.body.0.category);
    let mut counts = BTreeMap::new();
    for category in categories.filter(|category| category.starts_with(fixes::CATEGORY)) {
        *counts.entry(category).or_default() += 1;
    }
    Ok(counts)
}

fn done(
    context: &RunContext, crawl: &Crawl, batch_id: i64, rows: i64, (report, ai): (CrawlReport, AiDirectories),
) -> Done {
    let issues: i64 = report.issues.iter().map(|issue| issue.pages).sum();
    let pages = counted(report.pages, "page", "pages");
    let message = format!("{}: {pages}, {}.", crawl.url, counted(issues, "issue", "issues"));
    let notification = NewNotification::new(NotificationKind::Import, "success", "Crawl finished", message)
        .about("crawl", crawl.id, format!("/crawl/{}", crawl.id))
        .within(context.run.workspace_id);
    let import = ImportEnd {
        import_id: crawl.import_id,
        batch_id,
        rows,
        rejected: 0,
        kinds: vec!["pages".to_owned()],
        rejects: json!({"rows": [], "reasons": []}),
        totals: (0, 0, 0),
        observed: (Some(now().date_naive()), Some(now().date_naive())),
    };
    let result = json!({"crawlId": crawl.id, "pages": report.pages, "issues": issues});
    let end = CrawlEnd { crawl_id: crawl.id, report, ai, import };
    Done { result, effects: vec![end.into(), notification.into()] }
}

fn nothing_found(crawl: &Crawl, found: &Found) -> JobError {
    let why = found.first_failure.as_deref().unwrap_or("It has no HTML pages.");
    JobError::permanent("no-pages", format!("No page of {} could be read. {why}", crawl.url))
}

fn count(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
