//! Outcomes of runs that wait to be written.

use shared::store::run::Finish;
use tokio::sync::mpsc;

/// Capacity; [`Outbox::send`] waits when it is full.
const CAPACITY: usize = 1_000;

/// Accepts outcomes for the finisher.
#[derive(Debug, Clone)]
pub(super) struct Outbox(mpsc::Sender<Finish>);

impl Outbox {
    pub(super) fn new() -> (Self, mpsc::Receiver<Finish>) {
        let (outbox, inbox) = mpsc::channel(CAPACITY);
        (Self(outbox), inbox)
    }

    pub(super) async fn send(&self, finish: Finish) {
        if self.0.send(finish).await.is_err() {
            tracing::error!("an outcome came after the finisher had ended; another worker repeats the run");
        }
    }
}
