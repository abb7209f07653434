//! Records visits. Events of a short time are written in one transaction, and an event is answered once it is stored.

mod fold;
mod known;
mod visitor;

use std::{collections::HashSet, sync::Arc, time::Duration};

use chrono::TimeDelta;
use shared::{
    domain::{now, visit::PAUSE_MINUTES},
    store::{
        self, Db, StoreError,
        visit::{self, Batch},
    },
};
use tokio::sync::{mpsc, oneshot};
use uuid::Uuid;

pub(crate) use fold::{Did, Event};
use fold::{Fold, Open};
pub(crate) use known::Known;
pub(crate) use visitor::Visitors;

/// Events that wait; more are refused.
const MOST_WAITING: usize = 20_000;
/// Events of one transaction.
const MOST_AT_ONCE: usize = 5_000;
/// Time in which events are collected. Nobody waits for the answer.
const COLLECT: Duration = Duration::from_millis(50);

/// Reason why an event was not recorded.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RecordError {
    /// Too many events wait.
    #[error("too many events wait to be stored")]
    Full,
    /// The database did not take them.
    #[error("the event could not be stored")]
    Failed,
}

type Reply = oneshot::Sender<Result<(), RecordError>>;

/// Takes events; cheap to clone.
#[derive(Debug, Clone)]
pub struct Recorder(mpsc::Sender<(Event, Reply)>);

impl Recorder {
    /// Starts recording in a task, which ends when the last recorder is dropped.
    #[must_use]
    pub fn start(db: Db) -> Self {
        let (sender, events) = mpsc::channel(MOST_WAITING);
        tokio::spawn(run(db, events));
        Self(sender)
    }

    /// Records an event; returns once it is stored.
    ///
    /// # Errors
    /// Returns a [`RecordError`] if it is not.
    pub(crate) async fn record(&self, event: Event) -> Result<(), RecordError> {
        let (reply, answer) = oneshot::channel();
        self.0.try_send((event, reply)).map_err(|_| RecordError::Full)?;
        answer.await.unwrap_or(Err(RecordError::Failed))
    }
}

async fn run(db: Db, mut events: mpsc::Receiver<(Event, Reply)>) {
    let mut open = Open::default();
    let mut taken = Vec::new();
    while events.recv_many(&mut taken, MOST_AT_ONCE).await > 0 {
        tokio::time::sleep(COLLECT).await;
        while taken.len() < MOST_AT_ONCE
            && let Ok(next) = events.try_recv()
        {
            taken.push(next);
        }
        let (batch, replies): (Vec<Event>, Vec<Reply>) = taken.drain(..).unzip();
        let outcome = store_all(&db, &mut open, batch).await;
        if let Err(error) = &outcome {
            tracing::warn!(%error, "visits could not be stored");
        }
        for reply in replies {
            // A client that has gone needs no answer.
            let _ = reply.send(outcome.as_ref().copied().map_err(|_| RecordError::Failed));
        }
    }
}

/// Stores the events; if that fails, once more without those of websites that were deleted meanwhile.
async fn store_all(db: &Db, open: &mut Open, events: Vec<Event>) -> Result<(), StoreError> {
    if store_once(db, open, &events).await.is_ok() {
        return Ok(());
    }
    let websites: HashSet<Uuid> = events.iter().map(|event| event.website_id).collect();
    let mut gone = HashSet::new();
    for id in websites {
        if store::website::host(db, id).await?.is_none() {
            gone.insert(id);
        }
    }
    let left: Vec<Event> = events.into_iter().filter(|event| !gone.contains(&event.website_id)).collect();
    store_once(db, open, &left).await
}

async fn store_once(db: &Db, open: &mut Open, events: &[Event]) -> Result<(), StoreError> {
    let at = now();
    open.close(at);
    let unknown: Vec<i64> = events.iter().filter_map(Event::visitor).filter(|id| !open.has(*id)).collect();
    if !unknown.is_empty() {
        open.add(visit::open(db, &unknown, at - TimeDelta::minutes(PAUSE_MINUTES)).await?);
    }
    let mut fold = Fold::new(open);
    for event in events {
        fold.add(event);
    }
    let (batch, changed) = fold.finish();
    write(db, &batch).await?;
    open.merge(changed);
    Ok(())
}

async fn write(db: &Db, batch: &Batch) -> Result<(), StoreError> {
    let mut tx = db.begin().await?;
    visit::record(&mut tx, batch).await?;
    tx.commit().await
}

/// What recording needs, shared by all requests.
#[derive(Debug, Clone)]
pub struct Visits {
    /// Takes events.
    pub(crate) recorder: Recorder,
    /// Websites with beacons.
    pub(crate) known: Arc<Known>,
    /// Hashes visitors.
    pub(crate) visitors: Arc<Visitors>,
}

impl Visits {
    /// Starts recording.
    #[must_use]
    pub fn start(db: &Db) -> Self {
        let (known, visitors) = (Arc::default(), Arc::default());
        Self { recorder: Recorder::start(db.clone()), known, visitors }
    }
}
