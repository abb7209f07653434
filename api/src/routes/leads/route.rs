//! Receives a lead and offers it to the buyers.

use shared::{
    domain::{
        lead::{LeadSource, LeadStatus},
        now,
    },
    events,
    store::lead::{self, NewLead, Received},
};

use crate::{
    error::{ApiError, Result},
    state::AppState,
};

/// Stores a lead, publishes it, and offers a qualified one to the buyers. If that fails, the lead waits: the reconciler
/// offers it again.
pub(super) async fn receive(state: &AppState, source: &LeadSource, new: &NewLead) -> Result<()> {
    match lead::receive(&state.db, source, new, now()).await? {
        Received::Stored { id, status, events } => {
            events::publish_stored(&state.bus, events);
            if status == LeadStatus::Qualified {
                offer(state, source.workspace_id, id).await;
            }
            Ok(())
        }
        Received::Repeated => Ok(()),
        Received::Closed => Err(ApiError::NotFound("form")),
    }
}

/// Offers a qualified lead to the buyers.
pub(super) async fn offer(state: &AppState, workspace_id: uuid::Uuid, id: uuid::Uuid) {
    match lead::route(&state.db, state.settings.workspace, (workspace_id, id), now()).await {
        Ok(events) => events::publish_stored(&state.bus, events),
        Err(error) => tracing::warn!(%error, lead.id = %id, "a lead could not be offered; trying again"),
    }
}
