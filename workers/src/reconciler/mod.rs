//! Reconciler: the holder of the lease delivers lost runs, recovers runs of dead workers, starts schedules, and deletes
//! expired rows.

mod retention;
mod schedules;

pub(crate) use schedules::next_tick;

use std::time::{Duration, Instant};

use shared::{
    config::{Backends, WorkspaceLimits},
    domain::{
        now,
        run::{Delivery, Lane, Run},
    },
    events,
    store::{
        Result, campaign, connection, crawl, deployment, import, lead, lease, ledger, rental, run, site, subscription,
    },
    uploads::Uploads,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

const EVERY: Duration = Duration::from_secs(1);
const LEASE: chrono::Duration = chrono::Duration::seconds(5);
/// Time of each round for deleting pages of crawls, and for deleting rows of imports.
const SWEEP: Duration = Duration::from_millis(500);
/// Maximum number of runs per round.
const AT_ONCE: i64 = 1_000;
/// Maximum number of leads per round.
const LEADS_AT_ONCE: i64 = 100;
/// Maximum number of wanted builds of sites per round.
const BUILDS_AT_ONCE: i64 = 20;
/// Maximum number of sites per round that get their next pages.
const GROWTH_AT_ONCE: i64 = 20;
/// Maximum number of deployments per round that get their next sites, and the time of each round for it.
const DEPLOYMENTS_AT_ONCE: i64 = 20;
const PLANNING: Duration = Duration::from_millis(500);
/// Maximum number of campaigns per round.
const CAMPAIGNS_AT_ONCE: i64 = 100;
/// Maximum number of rentals per round.
const RENTALS_AT_ONCE: i64 = 100;
/// Maximum number of workspaces per round whose provider calls are posted.
const WORKSPACES_AT_ONCE: i64 = 20;
/// Number of queued ids above which only few lost ones are delivered again per round.
const BUSY: usize = 20_000;
const AT_ONCE_WHEN_BUSY: i64 = 100;
/// Time after which a delivered run that was not claimed is delivered again. Most of them wait for their turn.
const DELIVER_AGAIN_AFTER: chrono::Duration = chrono::Duration::seconds(30);
/// Time after which a parked user has turns again. Ends of its runs normally unpark it earlier.
const PARKED_AT_MOST: Duration = Duration::from_secs(2);
/// Ids per push when the whole queue is filled again.
const REFILL: i64 = 10_000;

/// What the reconciler of a worker needs.
#[derive(Debug)]
pub(crate) struct Reconciler {
    /// The worker that holds the lease.
    pub(crate) worker_id: Uuid,
    pub(crate) backends: Backends,
    pub(crate) uploads: Uploads,
    /// Retention of finished runs and events.
    pub(crate) keep: Duration,
    /// Limits of each workspace.
    pub(crate) workspace: WorkspaceLimits,
    /// Maximum number of pages that a live site gains on a day (UTC).
    pub(crate) new_pages_per_day: u32,
    /// Set when the worker stops.
    pub(crate) stop: CancellationToken,
}

/// Reconciles every second while this worker holds the lease, until the worker stops.
pub(crate) async fn serve(reconciler: Reconciler) {
    let backends = &reconciler.backends;
    let mut tick = tokio::time::interval(EVERY);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut retention = retention::Clock::default();
    loop {
        tokio::select! {
            () = reconciler.stop.cancelled() => break,
            _ = tick.tick() => {}
        }
        match hold(backends, reconciler.worker_id).await {
            Ok(true) => {}
            Ok(false) => continue,
            Err(error) => {
                tracing::warn!(%error, "the reconciler cannot reach the database");
                continue;
            }
        }
        if let Err(error) = round(backends, reconciler.workspace, reconciler.new_pages_per_day).await {
            tracing::warn!(%error, "the reconciler could not finish its round");
        }
        retention.tick(backends, &reconciler.uploads, reconciler.keep).await;
    }
    if let Err(error) = lease::release(&backends.db, "reconciler", reconciler.worker_id).await {
        tracing::debug!(%error, "the reconciler's lease runs out by itself");
    }
}

async fn hold(backends: &Backends, worker_id: Uuid) -> Result<bool> {
    let at = now();
    lease::hold(&backends.db, "reconciler", worker_id, at, at + LEASE).await
}

async fn round(backends: &Backends, limits: WorkspaceLimits, new_pages_per_day: u32) -> Result<()> {
    schedules::fire(backends, limits).await?;
    offer_leads(backends, limits).await?;
    advance_rentals(backends).await?;
    start_campaigns(backends, limits).await?;
    sweep_deleted(backends).await?;
    create_sites(backends).await?;
    cancel_deployments(backends).await?;
    build_sites(backends, limits).await?;
    grow_sites(backends, limits, new_pages_per_day).await?;
    let (back, told) = run::requeue_expired(&backends.db, now(), AT_ONCE).await?;
    if !back.is_empty() {
        tracing::info!(runs = back.len(), "taking up the runs of a worker that was not heard of");
        deliver(backends, &back).await;
    }
    events::publish_stored(&backends.bus, told);
    connection::lose_abandoned(&backends.db, now()).await?;
    post_provider_costs(backends).await?;
    events::publish_stored(&backends.bus, subscription::advance(&backends.db, now()).await?);
    for lane in Lane::ALL {
        if let Err(error) = backends.queue.unpark_since(*lane, PARKED_AT_MOST).await {
            tracing::warn!(%error, "the queue does not answer");
        }
    }
    match backends.queue.was_intact().await {
        Ok(true) => redeliver(backends).await,
        Ok(false) => refill(backends).await,
        Err(error) => {
            tracing::warn!(%error, "the queue does not answer");
            Ok(())
        }
    }
}

/// Posts what calls of providers cost in the ledger, once their runs have ended.
async fn post_provider_costs(backends: &Backends) -> Result<()> {
    for workspace_id in ledger::with_unposted_calls(&backends.db, WORKSPACES_AT_ONCE).await? {
        let stored = ledger::post_provider_costs(&backends.db, workspace_id, now()).await?;
        events::publish_stored(&backends.bus, stored);
    }
    Ok(())
}

/// Offers waiting leads to the buyers. The server offers a lead when it arrives; these found no buyer then, or the server
/// ended before.
async fn offer_leads(backends: &Backends, limits: WorkspaceLimits) -> Result<()> {
    for (workspace_id, id) in lead::due(&backends.db, now(), LEADS_AT_ONCE).await? {
        let stored = lead::route(&backends.db, limits, (workspace_id, id), now()).await?;
        events::publish_stored(&backends.bus, stored);
    }
    Ok(())
}

/// Issues invoices of rent that are due, and ends rentals after their last day. One that fails does not stop the others.
async fn advance_rentals(backends: &Backends) -> Result<()> {
    for (workspace_id, id) in rental::due(&backends.db, now(), RENTALS_AT_ONCE).await? {
        match rental::advance(&backends.db, (workspace_id, id), now()).await {
            Ok(stored) => events::publish_stored(&backends.bus, stored),
            Err(error) => tracing::warn!(%error, rental.id = %id, "a rental could not be invoiced; trying again"),
        }
    }
    Ok(())
}

/// Deletes pages of crawls that were deleted, and rows of imports of deleted websites, in pieces, each for a part of the round.
async fn sweep_deleted(backends: &Backends) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < SWEEP && crawl::sweep(&backends.db).await? {}
    let begun = Instant::now();
    while begun.elapsed() < SWEEP && import::sweep_dropped(&backends.db).await? {}
    Ok(())
}

/// Creates planned sites of large deployments, some hundreds of each in a round, for a part of the round. A deployment that fails
/// does not stop the others.
async fn create_sites(backends: &Backends) -> Result<()> {
    let begun = Instant::now();
    for (workspace_id, id) in deployment::with_planned(&backends.db, DEPLOYMENTS_AT_ONCE).await? {
        if begun.elapsed() >= PLANNING {
            break;
        }
        let created = match deployment::create_planned(&backends.db, (workspace_id, id), now()).await {
            Ok(created) => created,
            Err(error) => {
                tracing::warn!(%error, deployment.id = %id, "planned sites could not be created; trying again");
                continue;
            }
        };
        events::publish_stored(&backends.bus, created.events);
        if let Err(error) = backends.queue.deliver(Lane::Batch, &created.due).await {
            tracing::warn!(%error, "builds of new sites are delivered later");
        }
    }
    Ok(())
}

/// Goes on with deployments that are being cancelled, for a part of the round.
async fn cancel_deployments(backends: &Backends) -> Result<()> {
    let begun = Instant::now();
    for (workspace_id, id) in deployment::being_cancelled(&backends.db, DEPLOYMENTS_AT_ONCE).await? {
        while begun.elapsed() < PLANNING {
            let piece = deployment::cancel_piece(&backends.db, (workspace_id, id), now()).await?;
            events::publish_stored(&backends.bus, piece.events);
            piece.held.into_iter().for_each(|run| events::publish_cancel(&backends.bus, run));
            if piece.is_done {
                break;
            }
        }
    }
    Ok(())
}

/// Starts builds of sites that something else asked for, such as the end of a rental. The server starts most of them itself; these
/// had a run at work then.
async fn build_sites(backends: &Backends, limits: WorkspaceLimits) -> Result<()> {
    for (run, stored) in site::start_wanted(&backends.db, limits, None, BUILDS_AT_ONCE, now()).await? {
        if let Err(error) = backends.queue.deliver(run.lane, &[run.delivery()]).await {
            tracing::warn!(%error, "the queue does not answer; the run is delivered later");
        }
        events::publish_stored(&backends.bus, stored);
    }
    Ok(())
}

/// Starts builds of the next planned pages of live sites. One that fails does not stop the others.
async fn grow_sites(backends: &Backends, limits: WorkspaceLimits, per_day: u32) -> Result<()> {
    for (workspace_id, id) in site::due_growth(&backends.db, now(), GROWTH_AT_ONCE).await? {
        match site::start_growth(&backends.db, limits, per_day, (workspace_id, id), now()).await {
            Ok(Some((run, stored))) => {
                events::publish_stored(&backends.bus, stored);
                if let Err(error) = backends.queue.deliver(run.lane, &[run.delivery()]).await {
                    tracing::warn!(%error, "a build of new pages is delivered later");
                }
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, site.id = %id, "new pages could not be started; trying again"),
        }
    }
    Ok(())
}

/// Starts the steps of campaigns that are due, one for each campaign and day. One that fails does not stop the others.
async fn start_campaigns(backends: &Backends, limits: WorkspaceLimits) -> Result<()> {
    for (workspace_id, id) in campaign::due(&backends.db, now(), CAMPAIGNS_AT_ONCE).await? {
        match campaign::start_day(&backends.db, limits, (workspace_id, id), now()).await {
            Ok(begun) => {
                events::publish_stored(&backends.bus, begun.events);
                let runs: Vec<Delivery> = begun.run.iter().map(Run::delivery).collect();
                if let Err(error) = backends.queue.deliver(Lane::Batch, &runs).await {
                    tracing::warn!(%error, "a step of a campaign is delivered later");
                }
            }
            Err(error) => {
                tracing::warn!(%error, campaign.id = %id, "a step of a campaign could not be started; trying again")
            }
        }
    }
    Ok(())
}

/// Delivers runs that should have been claimed by now.
async fn redeliver(backends: &Backends) -> Result<()> {
    let mut waiting = 0;
    for lane in Lane::ALL {
        waiting += backends.queue.depth(*lane).await.unwrap_or(0);
    }
    let limit = if waiting > BUSY { AT_ONCE_WHEN_BUSY } else { AT_ONCE };
    let at = now();
    let due = run::due(&backends.db, at, limit).await?;
    if due.is_empty() || !deliver(backends, &due).await {
        return Ok(());
    }
    let ids: Vec<Uuid> = due.iter().map(|due| due.id).collect();
    run::postpone(&backends.db, &ids, at + DELIVER_AGAIN_AFTER).await
}

/// Delivers all queued runs: after a flush, on a new server, or at the embedded mode's start.
async fn refill(backends: &Backends) -> Result<()> {
    let (mut after, mut count) = (Uuid::nil(), 0);
    loop {
        let waiting = run::waiting(&backends.db, now(), after, REFILL).await?;
        let Some(last) = waiting.last() else { break };
        after = last.id;
        count += waiting.len();
        deliver(backends, &waiting).await;
    }
    if count > 0 {
        tracing::info!(runs = count, "the queue was empty or new: everything that waits is delivered again");
    }
    Ok(())
}

/// Returns true if all could be delivered.
async fn deliver(backends: &Backends, due: &[run::Due]) -> bool {
    for lane in Lane::ALL {
        let runs: Vec<Delivery> = due.iter().filter(|due| due.lane == *lane).map(run::Due::delivery).collect();
        if let Err(error) = backends.queue.deliver(*lane, &runs).await {
            tracing::warn!(%error, runs = runs.len(), "runs could not be delivered; trying again");
            return false;
        }
    }
    true
}
