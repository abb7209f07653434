//! Handles cancellations from the bus, and delayed progress.

use std::{sync::Arc, time::Duration};

use shared::{
    bus::{CONTROL, Received},
    events::Control,
};
use tokio_util::sync::CancellationToken;

use super::state::Fleet;

/// Stops cancelled runs. The heartbeat finds cancellations that the bus lost.
pub(super) async fn controls(fleet: Arc<Fleet>, end: CancellationToken) {
    let mut messages = fleet.backends.bus.subscribe(CONTROL);
    loop {
        let received = tokio::select! {
            () = end.cancelled() => return,
            received = messages.receive() => received,
        };
        let Received::Message(message) = received else { continue };
        match serde_json::from_str(&message) {
            Ok(Control::Cancel { id }) => fleet.held.stop(id),
            Err(error) => tracing::warn!(%error, "a control message cannot be read"),
        }
    }
}

/// Sends progress that was delayed by the rate limit.
pub(super) async fn progress(fleet: Arc<Fleet>, end: CancellationToken) {
    let mut tick = tokio::time::interval(Duration::from_millis(100));
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = end.cancelled() => return,
            _ = tick.tick() => {}
        }
        for holding in fleet.held.all() {
            holding.tell_late();
        }
    }
}
