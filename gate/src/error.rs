//! Errors of the gate.

use engines::common::{Control, EngineError};

/// Error of a check that could not finish. There is no partial report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// The caller cancelled.
    #[error("the check was cancelled")]
    Cancelled,
    /// The site or the portfolio is too large.
    #[error("{got} {what} given, at most {limit} are checked at once")]
    TooLarge {
        /// Name of the items, in the plural.
        what: &'static str,
        /// Number of items.
        got: usize,
        /// Maximum number of items.
        limit: usize,
    },
    /// A field is out of range or malformed.
    #[error("`{field}` {problem}")]
    InvalidInput {
        /// Path of the field in camelCase, as in JSON.
        field: String,
        /// Problem, phrased to follow the field's name.
        problem: String,
    },
    /// A stored page is similar by its sketch, and its shingles were not given.
    #[error("the shingles of the page {path} of the site {site} are needed to compare it")]
    MissingShingles {
        /// Id of the site.
        site: String,
        /// Path of the page.
        path: String,
    },
    /// Stored bytes are not a sketch or a set of shingles.
    #[error("the stored sketch {problem}")]
    Sketch {
        /// Problem, phrased to follow `the stored sketch`.
        problem: &'static str,
    },
}

impl GateError {
    /// Creates a [`GateError::InvalidInput`].
    pub(crate) fn input(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::InvalidInput { field: field.into(), problem: problem.into() }
    }
}

impl From<EngineError> for GateError {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Cancelled => Self::Cancelled,
            EngineError::TooLarge { what, got, limit } => Self::TooLarge { what, got, limit },
            EngineError::InvalidInput { field, problem } => Self::InvalidInput { field, problem },
            other => Self::input("site", other.to_string()),
        }
    }
}

/// Stops if the caller cancelled.
pub(crate) fn checkpoint(control: &dyn Control) -> Result<(), GateError> {
    if control.is_cancelled() { Err(GateError::Cancelled) } else { Ok(()) }
}
