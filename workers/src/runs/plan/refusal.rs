//! Why an action of a plan is not executed.

use shared::store::StoreError;

use crate::error::JobError;

/// Reason why an action was not executed; nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    /// A failed precondition, as a sentence.
    #[error("{0}")]
    Unmet(String),
    /// The whole run cannot continue now.
    #[error(transparent)]
    Run(#[from] JobError),
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        Self::Run(error.into())
    }
}
