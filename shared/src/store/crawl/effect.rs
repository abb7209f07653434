//! What a run of a crawl leaves behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        crawl::{AiDirectories, CrawlReport},
        event::NewEvent,
        run::{Run, RunError},
    },
    store::{
        Result, Tx,
        effect::{Applied, Apply, NewFindings, RunRules},
        import::{self, ImportEnd, ImportRun},
        macros::*,
    },
};

use super::deletion;

/// Crawls of a website that are kept, and URLs of all of them together.
const KEPT: i64 = 20;
const KEPT_URLS: i64 = 2_000_000;

/// Effect: a crawl is complete, and the engines read its pages instead of the pages of earlier crawls.
#[derive(Debug)]
pub struct CrawlEnd {
    /// The crawl.
    pub crawl_id: Uuid,
    /// What it found.
    pub report: CrawlReport,
    /// What AI crawlers may use of each directory.
    pub ai: AiDirectories,
    /// The pages as an import.
    pub import: ImportEnd,
}

impl Apply for CrawlEnd {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        end(tx, run, self, found, now).boxed()
    }
}

/// Rules of runs that crawl.
#[derive(Debug)]
pub(in crate::store) struct CrawlRun;

impl RunRules for CrawlRun {
    fn succeeded<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, now: DateTime<Utc>) -> Applied<'a> {
        ImportRun.succeeded(tx, run, now)
    }

    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            deletion::drop_pages(tx, run.id).await?;
            ImportRun.unsuccessful(tx, run, error, now).await
        }
        .boxed()
    }
}

async fn end(
    tx: &mut Tx, run: &Run, end: &CrawlEnd, found: &mut NewFindings, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sql = "UPDATE crawls SET finished_at = $2, report = $3, ai_directories = $4 WHERE id = $1";
    execute!(tx, sql, end.crawl_id, now, Json(&end.report), Json(&end.ai))?;
    let before = "SELECT import_id FROM crawls WHERE workspace_id = $1 AND website_id = $2 AND id < $3
                    AND import_id IN (SELECT id FROM imports WHERE status = 'imported')";
    for (import_id,) in query_all!(tx, (Uuid,), before, run.workspace_id, run.website_id, end.crawl_id)? {
        import::withdraw(tx, import_id).await?;
    }
    deletion::delete_old(tx, (run.workspace_id, run.website_id), (KEPT, KEPT_URLS), now).await?;
    // An upload has a size from its end on; a crawl has that of its pages.
    let bytes = end.report.bytes.max(1);
    execute!(tx, "UPDATE imports SET size_bytes = $2 WHERE id = $1", end.import.import_id, bytes)?;
    end.import.apply(tx, run, found, now).await
}
