//! Reasons why a change or a page is refused.

/// Problem of a field of a change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} {problem}")]
pub struct FieldError {
    /// Name of the field as in JSON, such as `title`.
    pub field: &'static str,
    /// The problem, phrased to follow the field's name.
    pub problem: String,
}

impl FieldError {
    pub(crate) fn new(field: &'static str, problem: impl Into<String>) -> Self {
        Self { field, problem: problem.into() }
    }
}

/// Problem of a change in a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("changes[{index}].{error}")]
pub struct ListError {
    /// Position of the change, from 0; 0 also if the list itself has the problem.
    pub index: usize,
    /// Its problem.
    pub error: FieldError,
}

/// Reason why a page cannot be read or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// A change is invalid.
    #[error("{0}")]
    Change(#[from] FieldError),
    /// The page exceeds [`MOST_BYTES`](crate::MOST_BYTES).
    #[error("the page is larger than {most} bytes, the maximum")]
    TooLarge {
        /// Maximum number of bytes.
        most: usize,
    },
    /// The page contains more nested elements than the memory for it permits.
    #[error("the elements of the page are nested too deeply")]
    TooDeep,
    /// The page is in an encoding whose markup is not ASCII.
    #[error("the page is in the encoding {label}, which cannot be changed in place; save it as UTF-8")]
    Encoding {
        /// Name of the encoding.
        label: String,
    },
    /// Browsers disagree about the structure of the page.
    #[error("the markup of the page is ambiguous: {detail}")]
    Ambiguous {
        /// The ambiguous markup.
        detail: String,
    },
    /// An element that must be changed has no end.
    #[error("the {element} of the page has no end tag")]
    Unclosed {
        /// Name of the element.
        element: &'static str,
    },
    /// The caller cancelled.
    #[error("the work on the page was cancelled")]
    Cancelled,
}

impl ApplyError {
    /// Stable identifier of the reason.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Change(_) => "invalid-change",
            Self::TooLarge { .. } => "too-large",
            Self::TooDeep => "too-deep",
            Self::Encoding { .. } => "encoding",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Unclosed { .. } => "unclosed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Reason why a patch or a file of redirects cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The path of a file is not one of a website's folder.
    #[error("`{path}` is not a path of a file inside the folder of the website")]
    Path {
        /// The path.
        path: String,
    },
    /// A file exceeds [`MOST_BYTES`](crate::MOST_BYTES).
    #[error("`{path}` is larger than {most} bytes, the maximum")]
    TooLarge {
        /// Path or name of the file.
        path: String,
        /// Maximum number of bytes.
        most: usize,
    },
    /// A file is not text in UTF-8.
    #[error("`{path}` is not text in UTF-8")]
    NotText {
        /// Path or name of the file.
        path: String,
    },
    /// A file has a start marker of redirects without its end marker, or the reverse.
    #[error("`{path}` has only one of the two comments that enclose the redirects; remove it or add the other")]
    Markers {
        /// Name of the file.
        path: String,
    },
    /// A redirect is invalid.
    #[error("{0}")]
    Redirect(#[from] FieldError),
}
