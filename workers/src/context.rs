//! What a handler has at hand.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use shared::{config::OutsideSettings, domain::run::Run, store::Db, uploads::Uploads};

use crate::{error::JobError, held::Holding, models::SharedModel};

/// A run's surroundings.
#[derive(Debug, Clone)]
pub struct RunContext {
    /// The run as claimed.
    pub run: Run,
    /// The store.
    pub db: Db,
    /// Uploaded files.
    pub uploads: Uploads,
    /// The sentence model, where there is one.
    pub models: SharedModel,
    /// What may be called for users.
    pub outside: OutsideSettings,
    holding: Arc<Holding>,
}

impl RunContext {
    pub(crate) fn new(
        db: Db, uploads: Uploads, models: SharedModel, outside: OutsideSettings, holding: Arc<Holding>,
    ) -> Self {
        Self { run: holding.run.clone(), db, uploads, models, outside, holding }
    }

    /// The run's parameters.
    ///
    /// # Errors
    /// [`JobError::Permanent`] when they are not what the handler expects.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T, JobError> {
        serde_json::from_value(self.run.payload.0.clone()).map_err(|error| {
            JobError::permanent("bad-parameters", format!("The parameters of the run are invalid: {error}."))
        })
    }

    /// Says how far the run is. Cheap: watchers hear of it at most ten times a second.
    pub fn progress(&self, percent: i32, stage: &str, message: &str) {
        self.holding.progress(percent, stage, message);
    }

    /// Whether work on it should stop: somebody cancelled it, or it is no longer this worker's.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.holding.stop.is_cancelled()
    }

    /// Runs `work` on a thread of its own, where it may compute for long.
    ///
    /// # Errors
    /// Those of `work`; a panic is a defect.
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
