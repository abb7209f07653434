//! Group commit of outcomes: all that arrive during a commit are written in the next one.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use shared::{
    domain::{
        now,
        run::{RunError, RunKind},
    },
    events,
    store::run::{self, Finish, Finished, Outcome},
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::state::Fleet;

/// Maximum number of outcomes in a transaction.
const AT_ONCE: usize = 500;
const RETRY_AFTER: Duration = Duration::from_millis(100);
const RETRY_AT_MOST_AFTER: Duration = Duration::from_secs(2);

/// Writes outcomes until `end` is set and none is left.
pub(super) async fn serve(fleet: Arc<Fleet>, mut inbox: mpsc::Receiver<Finish>, end: CancellationToken) {
    let mut batch = Vec::with_capacity(AT_ONCE);
    loop {
        tokio::select! {
            biased;
            n = inbox.recv_many(&mut batch, AT_ONCE) => if n == 0 { return },
            () = end.cancelled() => return,
        }
        // Outcomes with many rows get a separate transaction, so that they do not delay others.
        let (heavy, light): (Vec<_>, Vec<_>) = batch.drain(..).partition(|done: &Finish| !done.effects.is_empty());
        for done in heavy {
            tokio::spawn(write(fleet.clone(), vec![done]));
        }
        if !light.is_empty() {
            write(fleet.clone(), light).await;
        }
    }
}

/// Writes a batch, retrying while the database does not respond; the fencing token protects its runs meanwhile.
async fn write(fleet: Arc<Fleet>, mut batch: Vec<Finish>) {
    let mut pause = RETRY_AFTER;
    loop {
        match run::finish(&fleet.backends.db, &batch, now()).await {
            Ok(finished) => return tell(&fleet, &batch, finished).await,
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, runs = batch.len(), "outcomes could not be written; trying again");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(RETRY_AT_MOST_AFTER);
            }
            Err(error) => {
                tracing::error!(%error, runs = batch.len(), "outcomes cannot be written");
                return write_singly(fleet, std::mem::take(&mut batch)).await;
            }
        }
    }
}

/// Writes outcomes one by one, so that one that the database rejects fails only its own run.
async fn write_singly(fleet: Arc<Fleet>, batch: Vec<Finish>) {
    if let [only] = batch.as_slice() {
        let error =
            RunError::new("internal", "Its result could not be stored. The operator finds the details in the log.");
        let failed = Finish { run: only.run.clone(), outcome: Outcome::Failed(error), effects: Vec::new() };
        if matches!(only.outcome, Outcome::Failed(_)) && only.effects.is_empty() {
            fleet.held.remove(only.run.id, only.run.attempt);
            return;
        }
        return Box::pin(write(fleet, vec![failed])).await;
    }
    for done in batch {
        Box::pin(write(fleet.clone(), vec![done])).await;
    }
}

async fn tell(fleet: &Fleet, batch: &[Finish], finished: Finished) {
    let mut freed = BTreeSet::new();
    for done in batch {
        fleet.held.remove(done.run.id, done.run.attempt);
        if finished.accepted.contains(&done.run.id) {
            freed.insert((done.run.lane, done.run.user_id));
            if let (RunKind::SiteDeploy, Some(website_id)) = (done.run.kind, done.run.website_id) {
                events::publish_site_changed(&fleet.backends.bus, website_id);
            }
        } else {
            tracing::warn!(run.id = %done.run.id, run.attempt = done.run.attempt, "an outcome came too late and does not count");
            metrics::counter!("motherlode_runs_fenced_total").increment(1);
        }
    }
    events::publish_stored(&fleet.backends.bus, finished.events);
    for (lane, user) in freed {
        if let Err(error) = fleet.backends.queue.unpark(lane, user).await {
            tracing::warn!(%error, "a parked user has no turns until the reconciler unparks it");
        }
    }
}
