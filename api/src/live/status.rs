//! Status of engines: workers report that a run of an engine has started or ended, and the hub sends the engine's
//! overall status, a little later and aggregated.

use std::{
    collections::{BTreeSet, HashSet},
    time::Duration,
};

use serde_json::{Value, json};
use shared::store::{self, Db};
use tokio::time::Instant;
use uuid::Uuid;

use super::relayed::Relayed;

/// Event that workers send as a signal, and that clients receive with data.
pub(super) const ENGINE_STATUS: &str = "engine:status";
/// Changes within this time are sent together.
const GATHER: Duration = Duration::from_millis(150);

/// Maximum number of runs read together; of more, the latest determine the status of their engines.
const AT_ONCE: usize = 64;

/// Engines with a possibly changed status.
#[derive(Debug, Default)]
pub(super) struct Statuses {
    runs: BTreeSet<Uuid>,
    due: Option<Instant>,
}

impl Statuses {
    /// Records an event that changes the status of an engine.
    pub(super) fn note(&mut self, relayed: &Relayed) {
        let about = relayed.about();
        let is_of_engine = relayed.event.r#type == ENGINE_STATUS || about.engine_id.is_some();
        if let Some(run_id) = about.run_id.filter(|_| is_of_engine) {
            self.runs.insert(run_id);
            if self.runs.len() > AT_ONCE {
                self.runs.pop_first();
            }
            self.due.get_or_insert(Instant::now() + GATHER);
        }
    }

    /// Time of the next notification.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Returns the statuses to send, only for engines of `workspaces`.
    pub(super) async fn read(&mut self, db: &Db, workspaces: &[Uuid]) -> Vec<Value> {
        self.due = None;
        let mut told = Vec::new();
        let mut seen = HashSet::new();
        for run_id in std::mem::take(&mut self.runs) {
            let run = match store::run::find_any(db, run_id).await {
                Ok(Some(run)) if workspaces.contains(&run.workspace_id) => run,
                Ok(_) => continue,
                Err(error) => {
                    tracing::warn!(%error, "an engine's status could not be read");
                    continue;
                }
            };
            if !seen.insert((run.workspace_id, run.engine_id.clone(), run.website_id)) {
                continue;
            }
            match crate::routes::engines::view::of_run(db, &run).await {
                Ok(Some(engine)) => told.push(json!({"engine": engine, "websiteId": run.website_id})),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "an engine's status could not be reckoned"),
            }
        }
        told
    }
}
