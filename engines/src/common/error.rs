//! Why a run gave no result.

/// Why a run gave no result. Nothing is half-answered: a run returns a result or one of these.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// The caller asked the run to stop.
    #[error("the run was cancelled")]
    Cancelled,
    /// The input holds no row at all.
    #[error("no {what} given: {unlock}")]
    NoInput {
        /// What is missing, in the plural: `queries`.
        what: &'static str,
        /// What would unlock the run.
        unlock: &'static str,
    },
    /// Every row was unusable; the first reason is told.
    #[error("none of the {rows} rows can be used; row {first_row}: {first_reason}")]
    NoUsableRow {
        /// Rows given.
        rows: usize,
        /// Index of the first row, from 0.
        first_row: usize,
        /// Why it cannot be used.
        first_reason: String,
    },
    /// A field of the input is outside what it may be.
    #[error("input `{field}` {problem}")]
    InvalidInput {
        /// Path of the field in camelCase, as in JSON.
        field: String,
        /// What is wrong with it, to be read after the field's name.
        problem: String,
    },
    /// A parameter is outside what it may be.
    #[error("parameter `{field}` {problem}")]
    InvalidParameter {
        /// Name of the parameter in camelCase, as in JSON.
        field: &'static str,
        /// What is wrong with it, to be read after the field's name.
        problem: String,
    },
    /// More clusters asked for than there are texts.
    #[error("{clusters} clusters were asked for, but there are only {texts} texts")]
    TooManyClusters {
        /// Clusters asked for.
        clusters: usize,
        /// Texts given.
        texts: usize,
    },
    /// The input is larger than this engine takes.
    #[error("{got} {what} given, at most {limit} are taken in one run")]
    TooLarge {
        /// What there is too much of, in the plural.
        what: &'static str,
        /// How many were given.
        got: usize,
        /// The most that is taken.
        limit: usize,
    },
}

impl EngineError {
    /// Stable word for the kind of failure, for the `type` of an error answer.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::NoInput { .. } => "no-input",
            Self::NoUsableRow { .. } => "no-usable-row",
            Self::InvalidInput { .. } => "invalid-input",
            Self::InvalidParameter { .. } => "invalid-parameter",
            Self::TooManyClusters { .. } => "too-many-clusters",
            Self::TooLarge { .. } => "too-large",
        }
    }

    /// An [`EngineError::InvalidInput`].
    pub fn input(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::InvalidInput { field: field.into(), problem: problem.into() }
    }
}
