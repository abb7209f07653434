//! Effects of runs: rows of other records, written in the transaction that ends the run, so that they are applied exactly
//! once.
//!
//! An effect belongs to the aggregate whose rows it writes: the aggregate's module declares its type and implements
//! [`Apply`] for it. [`super::run::finish`] uses only the trait. [`RunRules`] does the same for the end of a kind's runs.

use std::{fmt, sync::Arc};

use chrono::{DateTime, Utc};
use futures::{FutureExt, future::BoxFuture};
use uuid::Uuid;

use super::{Result, Tx};
use crate::domain::{
    event::NewEvent,
    run::{Run, RunError},
};

/// The events that a write causes.
pub type Applied<'a> = BoxFuture<'a, Result<Vec<NewEvent>>>;

/// Rows that a run writes for one aggregate.
pub trait Apply: fmt::Debug + Send + Sync {
    /// Writes the rows in the transaction that ends `run`. Returns the resulting events, and counts new findings in
    /// `found`.
    ///
    /// # Errors
    /// Returns an error if a statement fails; the transaction is then rolled back.
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, found: &'a mut NewFindings, now: DateTime<Utc>)
    -> Applied<'a>;
}

/// A type-erased effect. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Effect(Arc<dyn Apply>);

impl<T: Apply + 'static> From<T> for Effect {
    fn from(rows: T) -> Self {
        Self(Arc::new(rows))
    }
}

impl Effect {
    pub(super) fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        self.0.apply(tx, run, found, now)
    }
}

/// Rules for the end of a kind's runs, in addition to the effects of the run.
pub trait RunRules: fmt::Debug + Sync {
    /// Called after a success, for example to award achievements.
    ///
    /// # Errors
    /// Returns an error if a statement fails.
    fn succeeded<'a>(&'a self, _tx: &'a mut Tx, _run: &'a Run, _now: DateTime<Utc>) -> Applied<'a> {
        nothing()
    }

    /// Called after a failure, or a cancellation (`None`), to update the record that waits for the run.
    ///
    /// # Errors
    /// Returns an error if a statement fails.
    fn unsuccessful<'a>(
        &'a self, _tx: &'a mut Tx, _run: &'a Run, _error: Option<&'a RunError>, _now: DateTime<Utc>,
    ) -> Applied<'a> {
        nothing()
    }

    /// Returns true if the record of a parent cancels its children that have not begun, in pieces: their parent leaves them then.
    ///
    /// # Errors
    /// Returns an error if a statement fails.
    fn cancels_children<'a>(&'a self, _tx: &'a mut Tx, _run: &'a Run) -> BoxFuture<'a, Result<bool>> {
        std::future::ready(Ok(false)).boxed()
    }
}

fn nothing<'a>() -> Applied<'a> {
    std::future::ready(Ok(Vec::new())).boxed()
}

/// Rules of kinds without effects on other records.
#[derive(Debug)]
pub(super) struct NoRules;

impl RunRules for NoRules {}

/// New findings of a run, reported in one notification.
#[derive(Debug, Default)]
pub struct NewFindings {
    /// Number of insights.
    pub(super) insights: usize,
    /// Number of opportunities.
    pub(super) opportunities: usize,
    /// Title of the first finding.
    pub(super) first: Option<String>,
}

impl NewFindings {
    /// Counts insights by their events.
    pub(super) fn add_insights(&mut self, events: &[NewEvent]) {
        self.insights += events.len();
        self.note_first(events, "insight");
    }

    /// Counts opportunities; the events are of the best ones.
    pub(super) fn add_opportunities(&mut self, count: usize, events: &[NewEvent]) {
        self.opportunities += count;
        self.note_first(events, "opportunity");
    }

    fn note_first(&mut self, events: &[NewEvent], member: &str) {
        let title = events.first().and_then(|event| event.payload[member]["title"].as_str());
        self.first = self.first.take().or_else(|| title.map(str::to_owned));
    }
}

/// Engine and run that created a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Maker<'a> {
    pub(super) workspace_id: Uuid,
    pub(super) website_id: Option<Uuid>,
    pub(super) engine_id: &'a str,
    pub(super) run_id: Uuid,
}

impl<'a> Maker<'a> {
    pub(super) const fn new(run: &Run, engine_id: &'a str) -> Self {
        Self { workspace_id: run.workspace_id, website_id: run.website_id, engine_id, run_id: run.id }
    }
}
