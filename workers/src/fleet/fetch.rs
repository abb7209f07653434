//! Takes ids and claims their runs: as many as there are free slots, by one statement.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use shared::{
    domain::{
        now,
        run::{Delivery, Lane},
    },
    queue::Taken,
    store::run::{self, Claim},
};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{execute::Claimed, room::Room, state::Fleet};
use crate::held::Holding;

const RETRY_AFTER: Duration = Duration::from_millis(100);
const RETRY_AT_MOST_AFTER: Duration = Duration::from_secs(2);

/// Claims runs of a lane and passes them on, until the worker stops.
pub(super) async fn serve(fleet: Arc<Fleet>, lane: Lane, room: Arc<Room>, claimed: mpsc::Sender<Claimed>) {
    loop {
        let taken = tokio::select! {
            biased;
            () = fleet.stop.cancelled() => return,
            taken = take(&fleet, lane, &room) => taken,
        };
        let share = fleet.share(lane);
        // Only short runs are prefetched, so a user may hold more of them than slots.
        let classes = [(true, taken.short, share.saturating_mul(room.ahead())), (false, taken.long, share)];
        for (is_short, ids, most) in classes {
            if ids.is_empty() {
                continue;
            }
            let claim = claim(&fleet, lane, &ids, is_short, most).await;
            deliver_as_long(&fleet, lane, &claim.long).await;
            park(&fleet, lane, &claim.over_limit, most).await;
            hand_over(&fleet, claim, &room, &claimed).await;
        }
    }
}

/// Waits until there is capacity and runs that may use it, and takes their ids.
async fn take(fleet: &Fleet, lane: Lane, room: &Room) -> Taken {
    loop {
        let want = room.free().await;
        let taken = fleet.backends.queue.take(lane, want).await;
        if !taken.is_empty() {
            return taken;
        }
        tokio::select! {
            () = fleet.backends.queue.wait(lane, want.long > 0) => {}
            () = room.free_for_long(), if want.long == 0 => {}
        }
    }
}

/// Claims runs, and retries while the database does not respond; the reconciler knows the ids in any case.
async fn claim(fleet: &Fleet, lane: Lane, ids: &[Uuid], is_short: bool, most: usize) -> Claim {
    let per_user = limit(fleet, most);
    let mut pause = RETRY_AFTER;
    loop {
        let at = now();
        let lease_until = at + fleet.settings.lease;
        let db = &fleet.backends.db;
        let claim = if is_short {
            run::claim_short(db, lane, ids, fleet.id, per_user, at, lease_until).await
        } else {
            run::claim(db, lane, ids, fleet.id, per_user, at, lease_until).await
        };
        match claim {
            Ok(claim) => return claim,
            Err(error) if error.is_transient() && !fleet.stop.is_cancelled() => {
                tracing::warn!(%error, run.lane = %lane, "runs could not be claimed; trying again");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(RETRY_AT_MOST_AFTER);
            }
            Err(error) => {
                tracing::error!(%error, run.lane = %lane, "runs could not be claimed");
                return Claim::default();
            }
        }
    }
}

/// Returns the maximum number of runs of a user in the lane: the operator's limit, or the user's share `most`.
fn limit(fleet: &Fleet, most: usize) -> i32 {
    fleet.settings.per_user.min(i32::try_from(most).unwrap_or(i32::MAX))
}

/// Delivers runs again that were queued as short and are expected to be long by now.
async fn deliver_as_long(fleet: &Fleet, lane: Lane, runs: &[Delivery]) {
    if let Err(error) = fleet.backends.queue.deliver(lane, runs).await {
        tracing::warn!(%error, "runs could not be delivered as long ones; the reconciler delivers them later");
    }
}

/// Parks runs over their user's limit until a run of that user ends.
async fn park(fleet: &Fleet, lane: Lane, over_limit: &[Delivery], most: usize) {
    if over_limit.is_empty() {
        return;
    }
    if let Err(error) = fleet.backends.queue.park(lane, over_limit).await {
        return tracing::warn!(%error, "runs could not be parked; they are delivered again later");
    }
    let users: BTreeSet<Uuid> = over_limit.iter().map(|run| run.user_id).collect();
    for user in users {
        unpark_if_free(fleet, lane, user, most).await;
    }
}

/// A run of the user may have ended between the claim and the parking; without this check the parked runs would wait.
async fn unpark_if_free(fleet: &Fleet, lane: Lane, user: Uuid, most: usize) {
    let Ok(running) = run::running(&fleet.backends.db, lane, user).await else { return };
    if running < limit(fleet, most)
        && let Err(error) = fleet.backends.queue.unpark(lane, user).await
    {
        tracing::warn!(%error, "a parked user has no turns until the reconciler unparks it");
    }
}

async fn hand_over(fleet: &Fleet, claim: Claim, room: &Arc<Room>, claimed: &mpsc::Sender<Claimed>) {
    for run in claim.runs {
        let waited = run.started_at.map_or(0.0, |at| seconds(at - run.run_at.max(run.created_at)));
        metrics::histogram!("motherlode_run_wait_seconds", "lane" => run.lane.as_str(), "kind" => run.kind.as_str())
            .record(waited);
        let place = room.take(run.user_id, run.is_short);
        let holding = Arc::new(Holding::new(run, fleet.backends.bus.clone()));
        fleet.held.insert(holding.clone());
        if claimed.send(Claimed { holding, place }).await.is_err() {
            return;
        }
    }
}

fn seconds(duration: chrono::Duration) -> f64 {
    duration.to_std().map_or(0.0, |duration| duration.as_secs_f64())
}
