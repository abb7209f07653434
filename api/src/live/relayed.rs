//! Relayed events: parsed once, shared by all connections.

use axum::extract::ws::Utf8Bytes;
use serde::Deserialize;
use serde_json::Value;
use shared::{events::LiveEvent, store::event::StoredEvent};
use uuid::Uuid;

use super::channel::{Route, route};

/// An event with its frame for channel 1.
#[derive(Debug)]
pub(crate) struct Relayed {
    /// Event.
    pub(crate) event: LiveEvent,
    /// Recipients.
    pub(crate) route: Route,
    /// The whole event as JSON.
    pub(crate) frame: Utf8Bytes,
}

/// Subject fields that several kinds of events have.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct About {
    pub(crate) run_id: Option<Uuid>,
    pub(crate) parent_id: Option<Uuid>,
    pub(crate) engine_id: Option<String>,
    pub(crate) website_id: Option<Uuid>,
    pub(crate) room_id: Option<Uuid>,
    pub(crate) session_id: Option<Uuid>,
}

impl Relayed {
    /// Parses a message of the bus; `None` for events unknown to clients.
    pub(crate) fn from_message(text: &str) -> Option<Self> {
        let event: LiveEvent = match serde_json::from_str(text) {
            Ok(event) => event,
            Err(error) => {
                tracing::warn!(%error, "a message on the bus is no event");
                return None;
            }
        };
        let route = route(&event.r#type)?;
        Some(Self { event, route, frame: text.into() })
    }

    /// Converts a stored event; `None` for events unknown to clients.
    pub(crate) fn from_stored(stored: StoredEvent) -> Option<Self> {
        Self::from_event(stored.into())
    }

    /// Converts an event of this process; `None` for events unknown to clients.
    pub(crate) fn from_event(event: LiveEvent) -> Option<Self> {
        let route = route(&event.r#type)?;
        let frame = serde_json::to_string(&event).ok()?;
        Some(Self { event, route, frame: frame.into() })
    }

    /// Returns its subject: fields of its payload, or of the single object in it.
    pub(crate) fn about(&self) -> About {
        let payload = &self.event.payload;
        let inner = ["insight", "opportunity", "engine"].iter().find_map(|name| payload.get(name)).unwrap_or(payload);
        About::deserialize(inner).unwrap_or_default()
    }

    /// Returns its payload.
    pub(crate) const fn payload(&self) -> &Value {
        &self.event.payload
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_what_came_over_the_bus() {
        let text = r#"{"id":7,"timestamp":"2026-11-21T05:00:00Z","type":"run:finished","payload":{"runId":null}}"#;
        let relayed = Relayed::from_message(text).unwrap();
        assert_eq!(relayed.frame.as_str(), text);
        assert_eq!(relayed.event.id, Some(7));
    }

    #[test]
    fn an_insight_says_which_website_it_is_about() {
        let text = r#"{"timestamp":"2026-11-21T05:00:00Z","type":"engine:insight",
            "payload":{"insight":{"websiteId":"0193a000-0000-7000-8000-000000000001","engineId":"keyword"}}}"#;
        let about = Relayed::from_message(text).unwrap().about();
        assert!(about.website_id.is_some());
        assert_eq!(about.engine_id.as_deref(), Some("keyword"));
    }

    #[test]
    fn what_is_no_event_is_passed_over() {
        assert!(Relayed::from_message("[]").is_none());
        assert!(Relayed::from_message(r#"{"timestamp":"2026-11-21T05:00:00Z","type":"x","payload":1}"#).is_none());
    }
}
