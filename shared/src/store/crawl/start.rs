//! Starts crawls: the crawl, the import that will hold its pages, and its run.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{NewCrawl, insert, stored_urls};
use crate::{
    config::WorkspaceLimits,
    domain::{
        crawl::CrawlPlan,
        new_id,
        run::{NewRun, RunKind, RunStatus},
        schedule::Schedule,
        usage::{OverLimit, UsageLimit},
        website::Website,
    },
    store::{
        Executor, Result, StoreError, Tx,
        import::{self, NewImport},
        run::{self, Inserted},
        schedule, workspace,
    },
};

/// Stores a crawl of a website of the run's workspace with its run. The caller delivers the run.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not start another run today or store that many URLs, or an error if
/// a query fails.
pub async fn start(
    tx: &mut Tx, limits: WorkspaceLimits, website: &Website, plan: CrawlPlan, run: NewRun, now: DateTime<Utc>,
) -> Result<(Uuid, Inserted)> {
    let (id, import_id) = (new_id(), new_id());
    let run = NewRun { website_id: Some(website.id), payload: json!({ "crawlId": id }), ..run };
    let (workspace_id, user_id) = (run.workspace_id, run.user_id);
    let file_name = format!("Crawl of {}", website.host);
    let wanted = plan.settings.get("maxPages").and_then(Value::as_i64).unwrap_or(0);
    check_room(tx, limits, workspace_id, wanted, now).await?;
    let import = NewImport { id: import_id, workspace_id, website_id: Some(website.id), user_id, file_name };
    import::insert(&mut *tx, &import, now).await?;
    let inserted = run::insert_counted(&mut *tx, limits, &run).await?;
    // An import of this transaction can always begin.
    import::begin(&mut *tx, workspace_id, import_id, website.id, run.id).await?;
    let (url, settings) = (plan.url, plan.settings);
    let new = NewCrawl { id, workspace_id, website_id: website.id, user_id, run_id: run.id, import_id, url, settings };
    insert(tx, &new, now).await?;
    Ok((id, inserted))
}

/// Checks that the workspace may store the URLs of one more crawl; the workspace stays locked until the end of the transaction.
async fn check_room(
    tx: &mut Tx, limits: WorkspaceLimits, workspace_id: Uuid, wanted: i64, at: DateTime<Utc>,
) -> Result<()> {
    let Some(most) = limits.crawl_urls else { return Ok(()) };
    workspace::lock(tx, workspace_id).await?;
    let used = stored_urls(tx, workspace_id).await?;
    if used.saturating_add(wanted) <= most {
        return Ok(());
    }
    Err(StoreError::OverLimit(OverLimit { limit: UsageLimit::Crawls, used, wanted, most, at }))
}

/// Returns the schedule of a website's crawls.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn scheduled(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<Schedule>> {
    let all = schedule::list(executor, workspace_id).await?;
    Ok(all.into_iter().find(|row| row.kind == RunKind::Crawl && row.website_id == Some(website_id)))
}

/// Returns whether the latest crawl of a website has not ended.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_under_way(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<bool> {
    let latest = super::list(executor, workspace_id, Some(website_id), None, 1).await?;
    Ok(latest.items.iter().any(|crawl| crawl.status.is_some_and(|status: RunStatus| !status.is_final())))
}

impl CrawlPlan {
    /// Returns what a schedule crawls; `None` if it is not a schedule of crawls.
    #[must_use]
    pub fn of_schedule(schedule: &Schedule) -> Option<Self> {
        let payload: &Value = &schedule.payload.0;
        (schedule.kind == RunKind::Crawl).then(|| serde_json::from_value(payload.clone()).ok()).flatten()
    }
}
