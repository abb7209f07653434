//! Errors of an attempt, and their consequences.

use shared::{domain::run::RunError, store::StoreError, uploads::UploadError};

/// Error of a handler, by consequence.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A retry may succeed: retries with growing pauses, up to the kind's maximum.
    #[error("{}", .0.detail)]
    Transient(RunError),
    /// A retry cannot succeed: the run fails, with a message that its user can act on.
    #[error("{}", .0.detail)]
    Permanent(RunError),
    /// Something that is none of its faults holds the run back: it is tried again later, and the attempt does not count.
    #[error("{}", .0.detail)]
    Postponed(RunError),
    /// The run was cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl JobError {
    /// Creates an error for which a retry cannot succeed.
    pub fn permanent(r#type: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Permanent(RunError::new(r#type, detail))
    }

    /// Creates an error for which a retry may succeed.
    pub fn transient(r#type: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Transient(RunError::new(r#type, detail))
    }

    /// Creates an error for a defect of this program: details are logged and not shown to the user.
    pub fn defect(error: &dyn std::fmt::Display) -> Self {
        tracing::error!(%error, "a run met a defect");
        Self::permanent("internal", "An internal error occurred. The operator can find details in the log.")
    }
}

impl From<StoreError> for JobError {
    fn from(error: StoreError) -> Self {
        if let StoreError::OverLimit(over) = &error {
            return Self::permanent(format!("{}-limit", over.limit), over.to_string());
        }
        if error.is_transient() {
            tracing::warn!(%error, "a run could not reach the database");
            return Self::transient("database-unavailable", "The database did not respond.");
        }
        Self::defect(&error)
    }
}

impl From<UploadError> for JobError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::Missing(_) => Self::permanent("upload-gone", "The file no longer exists. Upload it again."),
            UploadError::DiskFull => Self::transient("disk-full", "The disk that holds uploads is full."),
            UploadError::Store(error) => error.into(),
            UploadError::File { .. } => Self::defect(&error),
        }
    }
}
