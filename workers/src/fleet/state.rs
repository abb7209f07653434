//! State shared by the parts of a worker.

use shared::{
    config::{Backends, FleetSettings},
    domain::run::Lane,
    uploads::Uploads,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    outbox::Outbox,
    share::{Shares, Times},
};
use crate::{held::HeldRuns, models::SharedModel};

/// State shared by the parts of a worker.
#[derive(Debug)]
pub(super) struct Fleet {
    /// Generated at every start.
    pub(super) id: Uuid,
    pub(super) settings: FleetSettings,
    pub(super) backends: Backends,
    pub(super) uploads: Uploads,
    pub(super) models: SharedModel,
    pub(super) vault: Option<shared::vault::Vault>,
    pub(super) held: HeldRuns,
    pub(super) outbox: Outbox,
    pub(super) shares: Shares,
    pub(super) times: Times,
    /// Set when no further run may start.
    pub(super) stop: CancellationToken,
}

impl Fleet {
    /// Returns how many slots of a lane one user may hold over all workers.
    pub(super) fn share(&self, lane: Lane) -> usize {
        self.shares.get(lane)
    }
}

/// Returns the lanes that a worker serves, with their slots.
pub(super) fn lanes(settings: &FleetSettings) -> impl Iterator<Item = (Lane, usize)> {
    let both = [(Lane::Interactive, settings.interactive_slots), (Lane::Batch, settings.batch_slots)];
    both.into_iter().filter(|(_, slots)| *slots > 0)
}
