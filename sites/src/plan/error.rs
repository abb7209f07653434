//! Why a site cannot be planned.

use engines::common::EngineError;
use thiserror::Error;

/// Why a site cannot be planned.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum PlanError {
    /// The caller cancelled.
    #[error("the plan was cancelled")]
    Cancelled,
    /// A field of the input is missing or malformed.
    #[error("`{field}` {problem}")]
    Invalid {
        /// Path of the field in camelCase, as in JSON.
        field: String,
        /// Problem, phrased to follow the field's name.
        problem: String,
    },
    /// The content engine refused the input of a page.
    #[error("page {path}: {error}")]
    Page {
        /// Path of the page.
        path: String,
        /// What the engine reports.
        error: EngineError,
    },
}

impl PlanError {
    pub(super) fn invalid(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Invalid { field: field.into(), problem: problem.into() }
    }
}
