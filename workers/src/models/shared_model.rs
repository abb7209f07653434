//! The model of a process.

use std::sync::{Arc, Mutex, PoisonError};

use engines::semantic::SentenceModel;
use shared::config::ModelChoice;

use super::{ReadError, chosen, read};

/// Reads the chosen model when it is first needed, and shares it from then on: it lies in memory once, or not at all.
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

    /// The model; `None` where none is installed, which is looked for anew each time. Reading takes a while: not for a
    /// thread that others wait for.
    ///
    /// # Errors
    /// When the model is there and cannot be read, or the folder that was named is not there.
    pub fn load(&self) -> Result<Option<Arc<SentenceModel>>, ReadError> {
        // Held while reading, so that two runs at once do not read it twice. What a panic left is either all or nothing.
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
