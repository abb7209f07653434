//! Throughput in runs per second.

use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::{Value, json};
use shared::{
    domain::run::{Lane, NewRun},
    store::{Db, run},
};
use uuid::Uuid;

use crate::setup::Bench;

const LOOK_EVERY: Duration = Duration::from_millis(5);
/// Pause after writing a backlog, until disks and databases are idle, so that its writing is not measured.
const SETTLE: Duration = Duration::from_secs(20);

/// Load: number of runs, runs per enqueue, callers, and progress updates per run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) runs: usize,
    pub(crate) bulk: usize,
    pub(crate) callers: usize,
    pub(crate) progress: u32,
}

/// Measures a load; with a backlog, first without and then with it, under the same conditions.
pub(crate) async fn throughput(bench: &Bench, load: Load, backlog: usize) -> anyhow::Result<Value> {
    let before = if backlog > 0 { Some(measure(bench, load).await?) } else { None };
    fill(bench, backlog).await?;
    let (enqueued, took) = measure(bench, load).await?;
    check(bench, backlog).await?;
    let Load { runs, bulk, callers, progress } = load;
    Ok(json!({
        "what": "throughput", "mode": bench.mode, "runs": runs, "bulk": bulk, "callers": callers, "progress": progress,
        "backlog": backlog, "seconds": took.as_secs_f64(), "runsPerSecond": rate(runs, took),
        "enqueuedPerSecond": rate(runs, enqueued), "runsPerSecondBefore": before.map(|(_, took)| rate(runs, took)),
    }))
}

/// Measures the time to enqueue all runs, and until all have ended.
async fn measure(bench: &Bench, load: Load) -> anyhow::Result<(Duration, Duration)> {
    let Load { runs, bulk, callers, progress } = load;
    let mut batches: Vec<Vec<NewRun>> = Vec::new();
    for first in (0..runs).step_by(bulk) {
        batches.push((first..runs.min(first + bulk)).map(|_| bench.probe(progress)).collect());
    }
    let share = batches.len().div_ceil(callers);
    let last_ids: Vec<Uuid> = batches.chunks(share).filter_map(|part| part.last()?.last().map(|run| run.id)).collect();
    let begun = Instant::now();
    for done in join_all(batches.chunks(share).map(|part| enqueue(bench, part)).collect()).await {
        done?;
    }
    let enqueued = begun.elapsed();
    wait_for_all(bench, &last_ids).await?;
    Ok((enqueued, begun.elapsed()))
}

async fn join_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut done = Vec::new();
    let mut pending: Vec<_> = futures.into_iter().map(Box::pin).collect();
    std::future::poll_fn(|cx| {
        pending.retain_mut(|future| match future.as_mut().poll(cx) {
            std::task::Poll::Ready(output) => {
                done.push(output);
                false
            }
            std::task::Poll::Pending => true,
        });
        if pending.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done
}

async fn enqueue(bench: &Bench, batches: &[Vec<NewRun>]) -> anyhow::Result<()> {
    for batch in batches {
        let due = run::insert_many(&bench.backends.db, batch).await?;
        bench.backends.queue.deliver(Lane::Interactive, &due).await?;
    }
    Ok(())
}

/// Inserts due runs for a lane without workers, which every query for due runs encounters.
async fn fill(bench: &Bench, backlog: usize) -> anyhow::Result<()> {
    for first in (0..backlog).step_by(5_000) {
        let batch: Vec<NewRun> =
            (first..backlog.min(first + 5_000)).map(|_| NewRun { lane: Lane::Batch, ..bench.probe(0) }).collect();
        let due = run::insert_many(&bench.backends.db, &batch).await?;
        bench.backends.queue.deliver(Lane::Batch, &due).await?;
    }
    if backlog > 0 {
        settle(&bench.backends.db).await?;
    }
    Ok(())
}

async fn settle(db: &Db) -> anyhow::Result<()> {
    if let Db::Postgres(pool) = db {
        sqlx::query("CHECKPOINT").execute(pool).await?;
        sqlx::query("VACUUM ANALYZE runs").execute(pool).await?;
    }
    ensure!(tokio::process::Command::new("sync").status().await?.success(), "the disks could not be flushed");
    tokio::time::sleep(SETTLE).await;
    Ok(())
}

/// Waits until the last run of every caller has ended and none is running. Ids are fetched in order, so all have been
/// claimed by then; neither check gets slower with a backlog.
async fn wait_for_all(bench: &Bench, last_ids: &[Uuid]) -> anyhow::Result<()> {
    for id in last_ids {
        while !run::find_any(&bench.backends.db, *id).await?.is_some_and(|run| run.status.is_final()) {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
    while run::running(&bench.backends.db, Lane::Interactive, bench.account().user_id).await? > 0 {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    Ok(())
}

/// Verifies after the measurement that every run has ended and the backlog is complete.
async fn check(bench: &Bench, backlog: usize) -> anyhow::Result<()> {
    let mut open = 0;
    for (lane, _, n) in run::depths(&bench.backends.db).await? {
        ensure!(lane == Lane::Batch, "{n} runs have not ended");
        open += n;
    }
    ensure!(usize::try_from(open)? == backlog, "{open} runs wait, not {backlog}");
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "counts of runs")]
fn rate(runs: usize, took: Duration) -> f64 {
    (runs as f64 / took.as_secs_f64()).round()
}
