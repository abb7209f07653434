//! Errors of engines.

/// Error of a run. There are no partial results: a run returns a result or one of these.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// The caller cancelled the run.
    #[error("the run was cancelled")]
    Cancelled,
    /// The input has no rows.
    #[error("no {what} given: {unlock}")]
    NoInput {
        /// Name of the missing rows, in the plural: `queries`.
        what: &'static str,
        /// Data that would enable the run.
        unlock: &'static str,
    },
    /// No row is valid; reports the first reason.
    #[error("none of the {rows} rows can be used; row {first_row}: {first_reason}")]
    NoUsableRow {
        /// Number of rows.
        rows: usize,
        /// Index of the first row, from 0.
        first_row: usize,
        /// Why it is invalid.
        first_reason: String,
    },
    /// A field of the input is out of range or malformed.
    #[error("input `{field}` {problem}")]
    InvalidInput {
        /// Path of the field in camelCase, as in JSON.
        field: String,
        /// Problem, phrased to follow the field's name.
        problem: String,
    },
    /// A parameter is out of range.
    #[error("parameter `{field}` {problem}")]
    InvalidParameter {
        /// Name of the parameter in camelCase, as in JSON.
        field: &'static str,
        /// Problem, phrased to follow the field's name.
        problem: String,
    },
    /// The requested number of clusters exceeds the number of texts.
    #[error("{clusters} clusters were asked for, but there are only {texts} texts")]
    TooManyClusters {
        /// Requested clusters.
        clusters: usize,
        /// Number of texts.
        texts: usize,
    },
    /// The input exceeds a limit of the engine.
    #[error("{got} {what} given, at most {limit} are taken in one run")]
    TooLarge {
        /// Name of the items, in the plural.
        what: &'static str,
        /// Number of items.
        got: usize,
        /// Maximum number of items.
        limit: usize,
    },
    /// A page about this work at this place would make no sense.
    #[error("no page about {what} in {place}: {why} (source: {by})")]
    NotHere {
        /// The work.
        what: String,
        /// The place.
        place: String,
        /// Reason, as a clause.
        why: String,
        /// Title and publisher of the source.
        by: String,
    },
    /// The input is valid but gives too little for a result that is worth having.
    #[error("only {got} {what}, at least {least} are needed: {add}")]
    TooLittle {
        /// Name of what is counted, in the plural.
        what: &'static str,
        /// Number of them.
        got: usize,
        /// Minimum.
        least: usize,
        /// What to add.
        add: String,
    },
}

impl EngineError {
    /// Stable identifier of the kind of failure, for the `type` of an error.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::NoInput { .. } => "no-input",
            Self::NoUsableRow { .. } => "no-usable-row",
            Self::InvalidInput { .. } => "invalid-input",
            Self::InvalidParameter { .. } => "invalid-parameter",
            Self::TooManyClusters { .. } => "too-many-clusters",
            Self::TooLarge { .. } => "too-large",
            Self::TooLittle { .. } => "too-little",
            Self::NotHere { .. } => "not-here",
        }
    }

    /// Checks numbers of items against their limits, before memory is taken for them: each with the name of its field and
    /// its limit.
    ///
    /// # Errors
    /// Returns [`EngineError::TooLarge`] for the first number over its limit.
    pub(crate) fn check_sizes(sizes: &[(&'static str, usize, usize)]) -> Result<(), Self> {
        match sizes.iter().find(|(_, got, limit)| got > limit) {
            Some(&(what, got, limit)) => Err(Self::TooLarge { what, got, limit }),
            None => Ok(()),
        }
    }

    /// Creates an [`EngineError::InvalidInput`].
    pub fn input(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::InvalidInput { field: field.into(), problem: problem.into() }
    }
}
