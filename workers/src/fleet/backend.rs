//! Claimed runs as an apalis backend.
//!
//! apalis calls the handlers. Its Redis storage is not used, because leases, attempts and retries are stored in the
//! run's row (see ARCHITECTURE.md). This backend only passes on the runs that the fetcher has claimed.

use std::{
    convert::Infallible,
    task::{Context, Poll},
};

use apalis_core::{
    backend::{Backend, BackendConfig, finalize::Ephemeral},
    task::{Task, task_id::RandomId},
    worker::context::WorkerContext,
};
use tokio::sync::mpsc;
use tower::layer::util::Identity;

use super::execute::Claimed;

/// Yields claimed runs until the fetcher stops; then stops the worker, which would otherwise wait for a signal.
#[derive(Debug)]
pub(super) struct ClaimedRuns(pub(super) mpsc::Receiver<Claimed>);

impl Backend for ClaimedRuns {
    type Task = Task<Claimed>;
    type Error = Infallible;

    fn poll_ready(&mut self, _: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn poll_next(
        &mut self, cx: &mut Context<'_>, worker: &WorkerContext,
    ) -> Poll<Option<Result<Self::Task, Infallible>>> {
        let next = self.0.poll_recv(cx);
        if matches!(next, Poll::Ready(None))
            && let Err(error) = worker.stop()
        {
            tracing::error!(%error, "the worker frame cannot stop");
        }
        next.map(|next| next.map(|claimed| Ok(Task::new(claimed))))
    }

    fn poll_close(&mut self, _: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }
}

impl BackendConfig for ClaimedRuns {
    type Args = Claimed;
    type Id = RandomId;
    type Kind = Ephemeral;
    type Config = ();
    type Layer = Identity;

    fn config(&self) -> &() {
        &()
    }

    fn middleware(&mut self, _: &mut WorkerContext) -> Identity {
        Identity::new()
    }
}
