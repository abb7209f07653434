//! Context of a handler.

use std::{path::PathBuf, sync::Arc};

use serde::de::DeserializeOwned;
use shared::{
    config::{FleetSettings, OutsideSettings, SiteSettings, WorkspaceLimits},
    domain::run::Run,
    store::{Db, event::StoredEvent},
    uploads::Uploads,
    vault::Vault,
};
use tokio_util::sync::CancellationToken;

use crate::{error::JobError, held::Holding, models::SharedModel};

/// A run with its environment.
#[derive(Debug, Clone)]
pub struct RunContext {
    /// The run as claimed.
    pub run: Run,
    /// The store.
    pub db: Db,
    /// Uploaded files.
    pub uploads: Uploads,
    /// The sentence model, if installed.
    pub models: SharedModel,
    /// What may be called for users.
    pub outside: OutsideSettings,
    /// Limits of each workspace.
    pub workspace: WorkspaceLimits,
    /// Opens credentials of providers; `None` if this worker was not given the installation's secret.
    pub vault: Option<Vault>,
    /// Folder of crawls on this machine.
    pub crawl_dir: PathBuf,
    /// Sites that are built and deployed.
    pub sites: SiteSettings,
    holding: Arc<Holding>,
}

impl RunContext {
    pub(crate) fn new(
        db: Db, uploads: Uploads, models: SharedModel, settings: &FleetSettings, vault: Option<Vault>,
        holding: Arc<Holding>,
    ) -> Self {
        let (outside, workspace) = (settings.outside.clone(), settings.workspace);
        let (crawl_dir, sites) = (settings.crawl_dir.clone(), settings.sites.clone());
        Self { run: holding.run.clone(), db, uploads, models, outside, workspace, vault, crawl_dir, sites, holding }
    }

    /// Parses the run's parameters.
    ///
    /// # Errors
    /// Returns [`JobError::Permanent`] if they do not match the handler.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T, JobError> {
        serde_json::from_value(self.run.payload.0.clone()).map_err(|error| {
            JobError::permanent("bad-parameters", format!("The parameters of the run are invalid: {error}."))
        })
    }

    /// Reports progress. Cheap: watchers are notified at most ten times a second.
    pub fn progress(&self, percent: i32, stage: &str, message: &str) {
        self.holding.progress(percent, stage, message);
    }

    /// Sends an event that is not stored to the members of the run's workspace.
    pub fn publish(&self, r#type: &str, payload: serde_json::Value) {
        self.holding.publish(r#type, payload);
    }

    /// Sends stored events.
    pub fn publish_stored(&self, stored: Vec<StoredEvent>) {
        self.holding.publish_stored(stored);
    }

    /// Returns true if work should stop: the run was cancelled or lost to another worker.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.holding.stop.is_cancelled()
    }

    /// Returns the token that is cancelled when work should stop.
    #[must_use]
    pub fn stop(&self) -> CancellationToken {
        self.holding.stop.clone()
    }

    /// Runs `work` on a separate thread, where it may compute for a long time.
    ///
    /// # Errors
    /// Returns the errors of `work`; a panic is a defect.
    pub async fn compute<T, F>(&self, work: F) -> Result<T, JobError>
    where
        T: Send + 'static,
        F: FnOnce(Self) -> Result<T, JobError> + Send + 'static,
    {
        let context = self.clone();
        match tokio::task::spawn_blocking(move || work(context)).await {
            Ok(done) => done,
            Err(error) => Err(JobError::defect(&error)),
        }
    }
}
