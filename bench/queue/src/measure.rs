//! Runs a second.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        run::{Lane, NewRun},
    },
    store::run,
};
use uuid::Uuid;

use crate::setup::Bench;

pub(crate) async fn throughput(
    bench: &Bench, runs: usize, bulk: usize, callers: usize, progress: u32, backlog: usize,
) -> anyhow::Result<Value> {
    fill(bench, backlog).await?;
    let mut batches: Vec<Vec<NewRun>> = Vec::new();
    for first in (0..runs).step_by(bulk) {
        batches.push((first..runs.min(first + bulk)).map(|_| bench.probe(progress)).collect());
    }
    let last_ids: Vec<Uuid> = batches.iter().filter_map(|batch| batch.last().map(|run| run.id)).collect();
    let begun = Instant::now();
    let share = batches.len().div_ceil(callers);
    let mut enqueuing = Vec::new();
    for part in batches.chunks(share) {
        enqueuing.push(enqueue(bench, part));
    }
    for done in join_all(enqueuing).await {
        done?;
    }
    let enqueued = begun.elapsed();
    wait_for_all(bench, backlog, last_ids.last().copied()).await?;
    let took = begun.elapsed();
    Ok(json!({
        "what": "throughput", "mode": bench.mode, "runs": runs, "bulk": bulk, "callers": callers, "progress": progress,
        "backlog": backlog, "seconds": took.as_secs_f64(), "runsPerSecond": rate(runs, took),
        "enqueuedPerSecond": rate(runs, enqueued),
    }))
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
        let ids = run::insert_many(&bench.backends.db, batch).await?;
        bench.backends.queue.deliver(Lane::Interactive, &ids).await?;
    }
    Ok(())
}

/// Runs that are due in a year: they lie in the table, and nobody may touch them.
async fn fill(bench: &Bench, backlog: usize) -> anyhow::Result<()> {
    let later = now() + chrono::Duration::days(365);
    for first in (0..backlog).step_by(5_000) {
        let batch: Vec<NewRun> =
            (first..backlog.min(first + 5_000)).map(|_| NewRun { run_at: later, ..bench.probe(0) }).collect();
        run::insert_many(&bench.backends.db, &batch).await?;
    }
    Ok(())
}

async fn wait_for_all(bench: &Bench, backlog: usize, last: Option<Uuid>) -> anyhow::Result<()> {
    // Looking at one row costs nothing; counting only begins when that one has ended.
    while let Some(id) = last {
        let ended = run::find_any(&bench.backends.db, id).await?.is_some_and(|run| run.status.is_final());
        if ended {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    loop {
        let open: i64 = run::depths(&bench.backends.db).await?.iter().map(|(_, _, n)| n).sum();
        if usize::try_from(open)? <= backlog {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of runs")]
fn rate(runs: usize, took: Duration) -> f64 {
    (runs as f64 / took.as_secs_f64()).round()
}
