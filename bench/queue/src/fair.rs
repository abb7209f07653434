//! Start latency of one user's runs while others have a backlog in the same lane.

use std::time::Duration;

use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        run::{NewRun, RunKind},
    },
    store::run,
};

use crate::{
    latency::{quantile, waits},
    setup::{Account, Bench},
};

/// Time for the first runs of the backlog to start.
const SETTLE: Duration = Duration::from_secs(3);

/// What the other users have queued.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Load {
    pub(crate) backlog: usize,
    pub(crate) users: usize,
    pub(crate) run_ms: u64,
    pub(crate) portfolio: bool,
    /// Whether nothing was measured of such runs before.
    pub(crate) unmeasured: bool,
}

impl Load {
    fn run(self, of: Account) -> NewRun {
        if self.portfolio {
            return portfolio(of);
        }
        let payload = json!({"sleepMs": self.run_ms, "echo": "x".repeat(170)});
        NewRun::new(of.workspace_id, of.user_id, RunKind::Probe, payload)
    }
}

/// Returns a run that chooses among 150 opportunities, which occupies a processor for a while.
fn portfolio(of: Account) -> NewRun {
    let number = |n: u32, factor: u32| (n * factor) % 997 + 50;
    let opportunity = |n: u32| {
        let mid = number(n, 104_729) * 100;
        json!({
            "id": n.to_string(), "vertical": (n % 7).to_string(), "lowCents": mid / 2, "midCents": mid,
            "highCents": mid * 2, "successProbability": 0.6, "costCents": number(n, 7_919) * 200,
            "hours": number(n, 1_299_709) / 10, "monthsToEffect": 3,
        })
    };
    let opportunities: Vec<Value> = (1..=150).map(opportunity).collect();
    let parameters = json!({"budgetCents": 3_000_000, "hours": 1_500, "hoursPerWeek": 20, "draws": 20_000});
    NewRun {
        engine_id: Some("strategic".to_owned()),
        action: Some("portfolio".to_owned()),
        ..NewRun::new(
            of.workspace_id,
            of.user_id,
            RunKind::Engine,
            json!({"input": {"opportunities": opportunities}, "parameters": parameters}),
        )
    }
}

/// Queues the backlog, then measures the time from the commit of each insert to the handler's first message.
pub(crate) async fn measure(bench: &Bench, load: Load, samples: u32, rate: u32) -> anyhow::Result<Value> {
    for _ in 0..load.users {
        let other = Account::new(&bench.backends).await?;
        measured_before(bench, load, other).await?;
        for first in (0..load.backlog).step_by(500) {
            let batch: Vec<NewRun> = (first..load.backlog.min(first + 500)).map(|_| load.run(other)).collect();
            let due = run::insert_many(&bench.backends.db, &batch).await?;
            bench.backends.queue.deliver(batch[0].lane, &due).await?;
        }
    }
    tokio::time::sleep(SETTLE).await;
    let before = waiting(bench).await?;
    let waits_ms = waits(bench, bench.account(), rate, samples).await?;
    Ok(json!({
        "what": "fair", "mode": bench.mode, "backlog": load.backlog, "users": load.users, "runMs": load.run_ms,
        "portfolio": load.portfolio, "ratePerSecond": rate, "asked": samples, "heard": waits_ms.len(),
        "p50Ms": quantile(&waits_ms, 50), "p99Ms": quantile(&waits_ms, 99), "maxMs": waits_ms.last(),
        "waitingBefore": before, "waitingAfter": waiting(bench).await?,
    }))
}

/// Stores the duration of the runs, as after the first of them: probes are expected to be short before.
async fn measured_before(bench: &Bench, load: Load, other: Account) -> anyhow::Result<()> {
    if load.portfolio || load.unmeasured {
        return Ok(());
    }
    // Names the workspace and the kind, and never starts.
    let never = NewRun { run_at: now() + Duration::from_secs(86_400), ..load.run(other) };
    let one = run::insert(&bench.backends.db, &never).await?.run;
    let ms = i64::try_from(load.run_ms)?;
    run::add_times(&bench.backends.db, &[(run::TimeOf::new(&one), ms)]).await?;
    Ok(())
}

/// Counts the runs that have not ended.
async fn waiting(bench: &Bench) -> anyhow::Result<i64> {
    Ok(run::depths(&bench.backends.db).await?.into_iter().map(|(_, _, n)| n).sum())
}
