//! The sentence model of a process.

use std::sync::{Arc, Mutex, PoisonError};

use engines::embedding::SentenceModel;
use shared::config::ModelChoice;

use super::{ReadError, chosen, read};

/// Reads the selected model on first use and shares it, so that it is in memory at most once.
#[derive(Debug, Clone, Default)]
pub struct SharedModel {
    choice: ModelChoice,
    held: Arc<Mutex<Option<Arc<SentenceModel>>>>,
}

impl SharedModel {
    /// Creates a model that is read when it is first needed.
    #[must_use]
    pub fn new(choice: ModelChoice) -> Self {
        Self { choice, held: Arc::default() }
    }

    /// Returns the model; `None` if none is installed, which is checked again each time. Reading is slow, so do not
    /// call it on an async thread.
    ///
    /// # Errors
    /// Returns an error if the model cannot be read, or the configured folder does not exist.
    pub fn load(&self) -> Result<Option<Arc<SentenceModel>>, ReadError> {
        // Locked while reading, so that concurrent runs do not read it twice. After a panic the value is either complete
        // or empty.
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.is_none() {
            *held = self.fresh()?.map(Arc::new);
        }
        Ok(held.clone())
    }

    fn fresh(&self) -> Result<Option<SentenceModel>, ReadError> {
        let unreadable = |source| ReadError::File { path: self.choice.place(), source };
        let Some(dir) = chosen(&self.choice).map_err(unreadable)? else { return Ok(None) };
        let model = read(&dir)?;
        tracing::info!(dir = %dir.display(), dimensions = model.dimensions(), "the sentence model is read");
        Ok(Some(model))
    }
}
