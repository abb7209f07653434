//! Why a site cannot be rendered.

use thiserror::Error;

/// Why a site cannot be rendered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RenderError {
    /// A field of the site is missing or malformed.
    #[error("`{field}` {problem}")]
    Invalid {
        /// Path of the field in camelCase, as in JSON.
        field: String,
        /// Problem, phrased to follow the field's name.
        problem: String,
    },
    /// The site exceeds a limit.
    #[error("{got} {what} given, at most {limit} are rendered")]
    TooLarge {
        /// Name of the items, in the plural.
        what: &'static str,
        /// Number of items.
        got: usize,
        /// Maximum number of items.
        limit: usize,
    },
    /// The preview picture could not be encoded.
    #[error("the preview picture could not be encoded: {0}")]
    Picture(String),
}

impl RenderError {
    pub(super) fn invalid(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::Invalid { field: field.into(), problem: problem.into() }
    }
}
