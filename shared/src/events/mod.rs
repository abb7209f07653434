//! Live events: what browsers are told.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    bus::{Bus, CONTROL, user_topic, workspace_topic},
    domain::run::{Progress, Run},
    store::event::StoredEvent,
};

/// An event as it travels on the bus and to the browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LiveEvent {
    /// Grows by one with each event that is kept for the user; `None` for those that nobody keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// When it happened.
    pub timestamp: DateTime<Utc>,
    /// Its name.
    pub r#type: String,
    /// What happened.
    pub payload: Value,
}

/// What workers are told.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Control {
    /// Drop this run.
    Cancel {
        /// Which run.
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

/// Sends events that were kept, each to its user.
pub fn publish_stored(bus: &Bus, events: Vec<StoredEvent>) {
    for stored in events {
        let topic = user_topic(stored.user_id);
        if let Some(message) = text(&LiveEvent::from(stored)) {
            bus.publish(&topic, message);
        }
    }
}

/// Sends an event that nobody keeps to the members of a workspace.
pub fn publish(bus: &Bus, workspace_id: Uuid, r#type: &str, payload: Value) {
    let event = LiveEvent { id: None, timestamp: crate::domain::now(), r#type: r#type.to_owned(), payload };
    if let Some(message) = text(&event) {
        bus.publish(&workspace_topic(workspace_id), message);
    }
}

/// Tells every replica that a sign-in of the user has ended, so that its live connections end too.
pub fn publish_session_ended(bus: &Bus, user_id: Uuid, session_id: Uuid) {
    let event = LiveEvent {
        id: None,
        timestamp: crate::domain::now(),
        r#type: "session:ended".to_owned(),
        payload: json!({"sessionId": session_id}),
    };
    if let Some(message) = text(&event) {
        bus.publish(&user_topic(user_id), message);
    }
}

/// Sends how far a run is.
pub fn publish_progress(bus: &Bus, run: &Run, progress: &Progress) {
    let payload = json!({
        "runId": run.id, "kind": run.kind, "engineId": run.engine_id, "websiteId": run.website_id,
        "percent": progress.percent, "stage": progress.stage, "message": progress.message,
    });
    publish(bus, run.workspace_id, "run:progress", payload);
}

/// Tells every worker to drop a run.
pub fn publish_cancel(bus: &Bus, id: Uuid) {
    if let Some(message) = text(&Control::Cancel { id }) {
        bus.publish(CONTROL, message);
    }
}
