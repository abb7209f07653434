//! Live events for browsers.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    bus::{Bus, CONTROL, SITES, user_topic, workspace_topic},
    domain::run::{Progress, Run},
    store::event::StoredEvent,
};

/// An event on the bus and in the browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LiveEvent {
    /// Sequence number of a user's stored events; `None` for events that are not stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// Time of the event.
    pub timestamp: DateTime<Utc>,
    /// Name of the event.
    pub r#type: String,
    /// Payload.
    pub payload: Value,
}

/// A message to workers.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Control {
    /// Cancels a run.
    Cancel {
        /// Id of the run.
        id: Uuid,
    },
}

impl From<StoredEvent> for LiveEvent {
    fn from(stored: StoredEvent) -> Self {
        Self { id: Some(stored.id), timestamp: stored.created_at, r#type: stored.r#type, payload: stored.payload.0 }
    }
}

fn text(value: &impl Serialize) -> Option<crate::bus::Message> {
    match serde_json::to_string(value) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "an event could not be written as JSON");
            None
        }
    }
}

/// Publishes stored events to their users.
pub fn publish_stored(bus: &Bus, events: Vec<StoredEvent>) {
    for stored in events {
        let topic = user_topic(stored.user_id);
        if let Some(message) = text(&LiveEvent::from(stored)) {
            bus.publish(&topic, message);
        }
    }
}

/// Publishes an event that is not stored to the members of a workspace.
pub fn publish(bus: &Bus, workspace_id: Uuid, r#type: &str, payload: Value) {
    let event = LiveEvent { id: None, timestamp: crate::domain::now(), r#type: r#type.to_owned(), payload };
    if let Some(message) = text(&event) {
        bus.publish(&workspace_topic(workspace_id), message);
    }
}

/// Notifies built-in hosting on every replica that a site's live release or host names have changed.
pub fn publish_site_changed(bus: &Bus, website_id: Uuid) {
    bus.publish(SITES, website_id.to_string().into());
}

/// Type of [`publish_membership_ended`]'s event.
pub const MEMBERSHIP_ENDED: &str = "session:membership-ended";

/// Notifies every replica that a session has ended, so that its live connections are closed.
pub fn publish_session_ended(bus: &Bus, user_id: Uuid, session_id: Uuid) {
    publish_to_hub(bus, user_id, "session:ended", json!({"sessionId": session_id}));
}

/// Notifies every replica that a user is no longer a member of a workspace, so that the user's live connections are
/// closed. Clients connect again, without the workspace.
pub fn publish_membership_ended(bus: &Bus, user_id: Uuid, workspace_id: Uuid) {
    publish_to_hub(bus, user_id, MEMBERSHIP_ENDED, json!({"workspaceId": workspace_id}));
}

fn publish_to_hub(bus: &Bus, user_id: Uuid, r#type: &str, payload: Value) {
    let event = LiveEvent { id: None, timestamp: crate::domain::now(), r#type: r#type.to_owned(), payload };
    if let Some(message) = text(&event) {
        bus.publish(&user_topic(user_id), message);
    }
}

/// Publishes the progress of a run.
pub fn publish_progress(bus: &Bus, run: &Run, progress: &Progress) {
    let payload = json!({
        "runId": run.id, "kind": run.kind, "engineId": run.engine_id, "websiteId": run.website_id,
        "percent": progress.percent, "stage": progress.stage, "message": progress.message,
    });
    publish(bus, run.workspace_id, "run:progress", payload);
}

/// Notifies every worker to cancel a run.
pub fn publish_cancel(bus: &Bus, id: Uuid) {
    if let Some(message) = text(&Control::Cancel { id }) {
        bus.publish(CONTROL, message);
    }
}
