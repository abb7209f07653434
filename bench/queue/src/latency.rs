//! Latency from enqueueing to start.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use shared::{
    bus::{Received, workspace_topic},
    domain::run::Lane,
    events::LiveEvent,
    store::run,
};
use tokio::sync::mpsc;
use uuid::Uuid;

use crate::setup::{Account, Bench};

/// Measures the time from the commit of each insert to the handler's first message.
pub(crate) async fn measure(bench: &Bench, rate: u32, seconds: u32) -> anyhow::Result<Value> {
    let waits_ms = waits(bench, bench.account(), rate, rate * seconds).await?;
    Ok(json!({
        "what": "latency", "mode": bench.mode, "ratePerSecond": rate, "asked": rate * seconds, "heard": waits_ms.len(),
        "p50Ms": quantile(&waits_ms, 50), "p99Ms": quantile(&waits_ms, 99), "maxMs": waits_ms.last(),
    }))
}

/// Starts runs of an account at a rate; returns their sorted waits in milliseconds, without runs that did not start.
pub(crate) async fn waits(bench: &Bench, account: Account, rate: u32, samples: u32) -> anyhow::Result<Vec<f64>> {
    let (heard, mut starts) = mpsc::unbounded_channel();
    let mut messages = bench.backends.bus.subscribe(&workspace_topic(account.workspace_id));
    tokio::time::sleep(Duration::from_millis(300)).await;
    let listening = tokio::spawn(async move {
        loop {
            if let Received::Message(text) = messages.receive().await
                && let Ok(event) = serde_json::from_str::<LiveEvent>(&text)
                && event.r#type == "run:progress"
                && heard.send((event.payload["runId"].clone(), Instant::now())).is_err()
            {
                return;
            }
        }
    });
    let mut committed: HashMap<Uuid, Instant> = HashMap::new();
    let mut tick = tokio::time::interval(Duration::from_secs(1) / rate);
    for _ in 0..samples {
        tick.tick().await;
        let new = account.probe(1);
        let inserted = run::insert(&bench.backends.db, &new).await?;
        committed.insert(new.id, Instant::now());
        bench.backends.queue.deliver(Lane::Interactive, &[inserted.run.delivery()]).await?;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    listening.abort();
    let mut waits_ms = Vec::new();
    while let Ok((id, at)) = starts.try_recv() {
        if let Some(begun) = id.as_str().and_then(|id| id.parse().ok()).and_then(|id: Uuid| committed.get(&id)) {
            waits_ms.push(at.saturating_duration_since(*begun).as_secs_f64() * 1000.0);
        }
    }
    waits_ms.sort_by(f64::total_cmp);
    Ok(waits_ms)
}

/// Nearest-rank quantile of sorted values.
pub(crate) fn quantile(sorted: &[f64], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied()
}
