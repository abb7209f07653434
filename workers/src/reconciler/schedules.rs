//! Starts schedules: each scheduled time starts one run, whichever worker sees it.

use chrono::{DateTime, Utc};
use shared::{
    config::{Backends, WorkspaceLimits},
    domain::{
        crawl::CrawlPlan,
        cron::Cron,
        keyword_data::KeywordOrder,
        now,
        run::{Lane, NewRun, RunKind},
        schedule::Schedule,
        website::Website,
    },
    store::{Result, StoreError, crawl, keyword, run, schedule, website},
};
use uuid::Uuid;

/// Starts the runs of due schedules. Times missed without a worker start one run, not many. A time at which the workspace
/// has reached a limit starts none, nor does one at which the previous crawl still runs or no keyword data are left to fetch,
/// and the schedule states why.
pub(super) async fn fire(backends: &Backends, limits: WorkspaceLimits) -> Result<()> {
    let at = now();
    for due in schedule::due(&backends.db, at).await? {
        let Some(tick) = due.next_at else { continue };
        let work = match work_of(backends, &due).await? {
            Ok(work) => work,
            Err(reason) => {
                skip(backends, &due, tick, at, reason).await?;
                continue;
            }
        };
        match start(backends, limits, &due, work, (tick, at)).await {
            Err(StoreError::OverLimit(over)) => skip(backends, &due, tick, at, &over.to_string()).await?,
            started => started?,
        }
    }
    Ok(())
}

/// What a schedule starts.
enum Work {
    Run,
    Crawl(Box<Website>, CrawlPlan),
}

/// Returns what a schedule starts, or the reason why it starts nothing.
async fn work_of(backends: &Backends, due: &Schedule) -> Result<std::result::Result<Work, &'static str>> {
    let Some(website_id) = due.website_id else { return Ok(Ok(Work::Run)) };
    match due.kind {
        RunKind::Crawl => crawl_of(backends, due, website_id).await,
        RunKind::KeywordData => keyword_data_of(backends, due, website_id).await,
        _ => Ok(Ok(Work::Run)),
    }
}

/// Returns a run that fetches keyword data, or the reason why there is none: without anything to fetch it would fail.
async fn keyword_data_of(
    backends: &Backends, due: &Schedule, website_id: Uuid,
) -> Result<std::result::Result<Work, &'static str>> {
    let Ok(order) = serde_json::from_value::<KeywordOrder>(due.payload.0.clone()) else {
        return Ok(Err("Its settings cannot be read. Schedule the keyword data again."));
    };
    let website = website::find(&backends.db, due.workspace_id, website_id).await?;
    if website.is_none_or(|website| website.archived_at.is_some()) {
        return Ok(Err("Its website is archived."));
    }
    let wanted = keyword::wanted(&backends.db, due.workspace_id, &order).await?;
    if !order.wants_with(wanted.keywords.len()) {
        return Ok(Err("There were no keywords without figures to fetch."));
    }
    Ok(Ok(Work::Run))
}

async fn crawl_of(
    backends: &Backends, due: &Schedule, website_id: Uuid,
) -> Result<std::result::Result<Work, &'static str>> {
    let Some(plan) = CrawlPlan::of_schedule(due) else {
        return Ok(Err("Its settings cannot be read. Schedule the crawls again."));
    };
    let website = website::find(&backends.db, due.workspace_id, website_id).await?;
    let Some(website) = website.filter(|website| website.archived_at.is_none()) else {
        return Ok(Err("Its website is archived."));
    };
    if crawl::is_under_way(&backends.db, due.workspace_id, website_id).await? {
        return Ok(Err("The previous crawl was still running."));
    }
    Ok(Ok(Work::Crawl(Box::new(website), plan)))
}

async fn start(
    backends: &Backends, limits: WorkspaceLimits, due: &Schedule, work: Work,
    (tick, at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<()> {
    let mut tx = backends.db.begin().await?;
    if !schedule::advance(&mut tx, due.id, tick, next_of(due, at)).await? {
        return Ok(());
    }
    if !due.kind.is_schedulable() {
        tracing::warn!(schedule.id = %due.id, run.kind = %due.kind, "a schedule of a kind that none may start is switched off");
        return tx.commit().await;
    }
    let new = new_run(due, tick);
    let lane = new.lane;
    let inserted = match work {
        Work::Run => run::insert_counted(&mut tx, limits, &new).await?,
        Work::Crawl(website, plan) => crawl::start(&mut tx, limits, &website, plan, new, at).await?.1,
    };
    schedule::note_run(&mut tx, due.id, inserted.run.id).await?;
    tx.commit().await?;
    if let Err(error) = backends.queue.deliver(lane, &[inserted.run.delivery()]).await {
        tracing::warn!(%error, "a scheduled run is delivered later");
    }
    Ok(())
}

/// Moves a schedule to its next time without a run.
async fn skip(backends: &Backends, due: &Schedule, tick: DateTime<Utc>, at: DateTime<Utc>, reason: &str) -> Result<()> {
    let mut tx = backends.db.begin().await?;
    if schedule::advance(&mut tx, due.id, tick, next_of(due, at)).await? {
        schedule::note_skipped(&mut tx, due.id, tick, reason).await?;
        tx.commit().await?;
        tracing::info!(schedule.id = %due.id, workspace.id = %due.workspace_id, reason, "a schedule started no run");
    }
    Ok(())
}

/// Returns the tick after `at`; `None` switches the schedule off.
fn next_of(due: &Schedule, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    due.kind.is_schedulable().then(|| next_tick(&due.cron, &due.time_zone, at)).flatten()
}

fn new_run(due: &Schedule, tick: DateTime<Utc>) -> NewRun {
    NewRun {
        website_id: due.website_id,
        engine_id: due.engine_id.clone(),
        action: due.action.clone(),
        lane: Lane::Batch,
        idempotency_key: Some(format!("schedule:{}:{}", due.id, tick.timestamp())),
        ..NewRun::new(due.workspace_id, due.user_id, due.kind, due.payload.0.clone())
    }
}

/// Returns the first tick after `after`; `None` when there is none or the schedule cannot be read.
pub(crate) fn next_tick(expression: &str, time_zone: &str, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    match Cron::parse(expression, time_zone) {
        Ok(cron) => cron.next(after),
        Err(error) => {
            tracing::warn!(%error, schedule.cron = expression, "a schedule cannot be read and is switched off");
            None
        }
    }
}
