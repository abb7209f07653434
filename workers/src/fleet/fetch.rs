//! Fetches ids and claims their runs: as many as there are free slots, by one statement.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::Duration,
};

use shared::{
    domain::{now, run::Lane},
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
        let next = async { fleet.backends.queue.fetch(lane, room.free().await).await };
        let ids = tokio::select! {
            biased;
            () = fleet.stop.cancelled() => return,
            ids = next => ids,
        };
        let claim = claim(&fleet, lane, &ids).await;
        park(&fleet, lane, &claim.over_limit).await;
        pass_on(&fleet, lane, &ids, &claim).await;
        hand_over(&fleet, claim, &room, &claimed).await;
    }
}

/// Claims runs, and retries while the database does not respond; the reconciler knows the ids in any case.
async fn claim(fleet: &Fleet, lane: Lane, ids: &[Uuid]) -> Claim {
    let mut pause = RETRY_AFTER;
    loop {
        let at = now();
        let lease_until = at + fleet.settings.lease;
        let claim = run::claim(&fleet.backends.db, lane, ids, fleet.id, fleet.settings.per_user, at, lease_until).await;
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

/// Parks runs over their user's limit until a run of that user ends.
async fn park(fleet: &Fleet, lane: Lane, over_limit: &[(Uuid, Uuid)]) {
    let mut by_user: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
    for (user, id) in over_limit {
        by_user.entry(*user).or_default().push(*id);
    }
    for (user, ids) in by_user {
        let parked = fleet.backends.queue.park(lane, user, &ids).await;
        match parked {
            Ok(()) => unpark_if_free(fleet, lane, user).await,
            Err(error) => tracing::warn!(%error, "runs could not be parked; they are delivered again later"),
        }
    }
}

/// A run of the user may have ended between the claim and the parking; without this check the parked runs would wait.
async fn unpark_if_free(fleet: &Fleet, lane: Lane, user: Uuid) {
    let Ok(running) = run::running(&fleet.backends.db, lane, user).await else { return };
    let free = usize::try_from(fleet.settings.per_user - running).unwrap_or(0);
    if free > 0
        && let Err(error) = fleet.backends.queue.unpark(lane, user, free).await
    {
        tracing::warn!(%error, "parked runs could not be delivered; they are delivered later");
    }
}

/// Ids that were already claimed (deliveries may repeat) leave capacity of their users, which others use.
async fn pass_on(fleet: &Fleet, lane: Lane, ids: &[Uuid], claim: &Claim) {
    let known: HashSet<Uuid> =
        claim.runs.iter().map(|run| run.id).chain(claim.over_limit.iter().map(|(_, id)| *id)).collect();
    let stale: Vec<Uuid> = ids.iter().copied().filter(|id| !known.contains(id)).collect();
    if stale.is_empty() {
        return;
    }
    for user in run::users_of(&fleet.backends.db, &stale).await.unwrap_or_default() {
        unpark_if_free(fleet, lane, user).await;
    }
}

async fn hand_over(fleet: &Fleet, claim: Claim, room: &Arc<Room>, claimed: &mpsc::Sender<Claimed>) {
    for run in claim.runs {
        let waited = run.started_at.map_or(0.0, |at| seconds(at - run.run_at.max(run.created_at)));
        metrics::histogram!("motherlode_run_wait_seconds", "lane" => run.lane.as_str(), "kind" => run.kind.as_str())
            .record(waited);
        let holding = Arc::new(Holding::new(run, fleet.backends.bus.clone()));
        fleet.held.insert(holding.clone());
        if claimed.send(Claimed { holding, place: room.take() }).await.is_err() {
            return;
        }
    }
}

fn seconds(duration: chrono::Duration) -> f64 {
    duration.to_std().map_or(0.0, |duration| duration.as_secs_f64())
}
