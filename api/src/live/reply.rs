//! Messages of the hub itself.

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};

use super::{close::Close, outlet::Outlet};
use crate::error::ApiError;

/// Builds a frame of channel 1.
pub(super) fn frame(event_type: &str, payload: &Value) -> Utf8Bytes {
    json!({"timestamp": shared::domain::now(), "type": event_type, "payload": payload}).to_string().into()
}

/// Formats the reason of a rejected message like the error catalogue.
pub(super) fn problem(error: &ApiError) -> Value {
    let kind = error.kind();
    if kind.status.is_server_error() {
        tracing::error!(%error, "a live message failed");
    }
    json!({
        "code": kind.slug, "message": error.detail(), "error": error.detail(), "status": kind.status.as_u16(),
        "errors": error.fields(),
    })
}

/// Notifies a new client that it is connected, with the id of the last event.
pub(super) fn connected(outlet: &Outlet, last_id: Option<i64>) {
    let pass = outlet.pass();
    let payload = json!({"userId": pass.user_id, "lastEventId": last_id, "expiresAt": pass.expires_at});
    say(outlet, "connected", &payload);
}

/// Reports how many missed events have been sent. If not complete, the client must reload the tables.
pub(super) fn replayed(outlet: &Outlet, count: usize, is_complete: bool, last_id: i64) {
    say(outlet, "replayed", &json!({"count": count, "complete": is_complete, "lastEventId": last_id}));
}

fn say(outlet: &Outlet, event_type: &str, payload: &Value) {
    let taken = match (outlet.plain(), outlet.socket()) {
        (Some(wire), _) => wire.send(frame(event_type, payload)),
        (_, Some(wire)) => wire.emit(event_type, payload),
        _ => true,
    };
    if !taken {
        outlet.close(Close::TooSlow);
    }
}
