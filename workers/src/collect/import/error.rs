//! Why an import could not be read: what is wrong, and what to do about it.

use std::error::Error;
use std::fmt;

/// Why the consumer of the records ended the reading.
#[derive(Debug)]
pub enum Stop {
    /// The user or a shutdown asked for it.
    Cancelled,
    /// The records could not be taken, for the reason given.
    Failed(Box<dyn Error + Send + Sync>),
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => formatter.write_str("it was cancelled"),
            Self::Failed(cause) => write!(formatter, "the rows could not be taken: {cause}"),
        }
    }
}

impl Error for Stop {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Cancelled => None,
            Self::Failed(cause) => Some(cause.as_ref()),
        }
    }
}

/// What is wrong with a file; every message ends with what to do.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// Nothing in it.
    #[error("{file} is empty. Export it again and upload the new file.")]
    Empty {
        /// Name of the file.
        file: String,
    },
    /// A header and no rows under it.
    #[error("{file} has a header but no rows. Choose a longer period or fewer filters before exporting.")]
    NoRows {
        /// Name of the file.
        file: String,
    },
    /// Known by its first bytes to be something that holds no table.
    #[error("{file} is {found}, not an export. Upload a .csv, .tsv, .zip or .xlsx file.")]
    NotAnExport {
        /// Name of the file.
        file: String,
        /// What it is, with its article.
        found: &'static str,
    },
    /// A table in a container that is not read.
    #[error("{file} is {found}, which is not supported. {advice}")]
    UnsupportedFormat {
        /// Name of the file.
        file: String,
        /// What it is, with its article.
        found: &'static str,
        /// What to do instead.
        advice: &'static str,
    },
    /// Bytes that are no text in any encoding looked for.
    #[error("{file} is not a text file. Upload a .csv, .tsv, .zip or .xlsx file.")]
    NotText {
        /// Name of the file.
        file: String,
    },
    /// No line that is the header of a known export.
    #[error(
        "{file}: no known header found. Its first line reads: {found}. Looked for {looked_for}. Export the table again and do not change its header line."
    )]
    UnknownHeader {
        /// Name of the file.
        file: String,
        /// The first line, shortened.
        found: String,
        /// The headers that would have been taken.
        looked_for: String,
    },
    /// An archive or workbook without one table that is known.
    #[error(
        "{file} has no known table (it has: {held}). Looked for {looked_for}. Upload the export as it was downloaded."
    )]
    NothingRecognised {
        /// Name of the archive or workbook.
        file: String,
        /// Names of what it holds, shortened.
        held: String,
        /// The headers that would have been taken.
        looked_for: String,
    },
    /// A known export that lacks columns it cannot do without.
    #[error(
        "{file} looks like {kind} but lacks {missing}. Its columns are: {found}. Export it again with all columns."
    )]
    MissingColumns {
        /// Name of the file.
        file: String,
        /// What it looks like.
        kind: &'static str,
        /// The columns that lack.
        missing: String,
        /// The columns that are there, shortened.
        found: String,
    },
    /// More columns than any export has.
    #[error(
        "{file}, line {line}: more than {limit} columns. Check that the file is the export itself and not a pivoted copy."
    )]
    TooManyColumns {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: u64,
        /// The most there may be.
        limit: usize,
    },
    /// A line too long to be a line of an export.
    #[error(
        "{file}, line {line}: the line is longer than {limit} bytes. Usually a quotation mark was opened and never closed, or the line breaks were lost. Export it again."
    )]
    RecordTooLong {
        /// Name of the file.
        file: String,
        /// Line on which it begins, from 1.
        line: u64,
        /// The most bytes there may be.
        limit: usize,
    },
    /// A line that is not an object of a JSON export.
    #[error(
        "{file}, line {line}: not a JSON object. Write one object on each line (newline-delimited JSON), or a list of them: [{{…}}, {{…}}]."
    )]
    NotJsonLines {
        /// Name of the file.
        file: String,
        /// Line, from 1.
        line: u64,
    },
    /// An archive inside an archive.
    #[error("{file} contains another archive ({entry}). Unpack it and upload the inner file.")]
    NestedArchive {
        /// Name of the archive.
        file: String,
        /// Name of the inner one.
        entry: String,
    },
    /// A password is needed.
    #[error("{file} is password-protected. Remove the password and upload it again.")]
    Encrypted {
        /// Name of the file.
        file: String,
    },
    /// An archive with too many entries.
    #[error("{file} lists {found} entries, more than {limit}. Upload the export as it was downloaded.")]
    TooManyEntries {
        /// Name of the archive.
        file: String,
        /// Entries it lists.
        found: u64,
        /// The most there may be.
        limit: u64,
    },
    /// Decompresses to far more than any export.
    #[error("{file} unpacks to more than {limit}. Upload the unpacked .csv file, or a smaller period.")]
    DecompressionBomb {
        /// Name of the file, and of the entry.
        file: String,
        /// The bound it broke, in words.
        limit: String,
    },
    /// A damaged archive or workbook.
    #[error("{file} is damaged ({detail}). Download or export it again.")]
    Corrupt {
        /// Name of the file.
        file: String,
        /// What could not be read.
        detail: String,
    },
    /// The consumer ended the reading.
    #[error("the import failed: {0}")]
    Stopped(#[source] Stop),
    /// The source could not be read.
    #[error("{file} could not be read: {source}. Try again.")]
    Io {
        /// Name of the file.
        file: String,
        /// The failure.
        #[source]
        source: std::io::Error,
    },
}

impl ImportError {
    /// A stable slug of the kind of error, for problem types and logs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "import-empty",
            Self::NoRows { .. } => "import-no-rows",
            Self::NotAnExport { .. } => "import-not-an-export",
            Self::UnsupportedFormat { .. } => "import-unsupported-format",
            Self::NotText { .. } => "import-not-text",
            Self::UnknownHeader { .. } => "import-unknown-header",
            Self::NothingRecognised { .. } => "import-nothing-recognised",
            Self::MissingColumns { .. } => "import-missing-columns",
            Self::TooManyColumns { .. } => "import-too-many-columns",
            Self::RecordTooLong { .. } => "import-record-too-long",
            Self::NotJsonLines { .. } => "import-not-json-lines",
            Self::NestedArchive { .. } => "import-nested-archive",
            Self::Encrypted { .. } => "import-encrypted",
            Self::TooManyEntries { .. } => "import-too-many-entries",
            Self::DecompressionBomb { .. } => "import-decompression-bomb",
            Self::Corrupt { .. } => "import-corrupt",
            Self::Stopped(_) => "import-stopped",
            Self::Io { .. } => "import-io",
        }
    }

    /// Whether the same file may be read on another try: only a failing source or a stop is worth it.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::Io { .. } | Self::Stopped(_))
    }
}
