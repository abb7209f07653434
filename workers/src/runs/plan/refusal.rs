//! Why an action of a plan was not done.

use shared::store::StoreError;

use crate::error::JobError;

/// Why an action was not done; nothing of it was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// A precondition does not hold, as a sentence.
    #[error("{0}")]
    Unmet(String),
    /// The run as a whole cannot go on now.
    #[error(transparent)]
    Run(#[from] JobError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}
