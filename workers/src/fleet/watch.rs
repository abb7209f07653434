//! Cancellations from the bus, and progress that had to wait.

use std::{sync::Arc, time::Duration};

use shared::{
    bus::{CONTROL, Received},
    events::Control,
};
use tokio_util::sync::CancellationToken;

use super::state::Fleet;

/// Ends work on runs that somebody cancelled. What the bus loses, the heartbeat finds.
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

/// Tells watchers of progress that came too soon after the last.
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
