//! Import errors, each with what to do.

use std::error::Error;
use std::fmt;

/// Reason why the consumer of the records stopped reading.
#[derive(Debug)]
pub enum Stop {
    /// The user or a shutdown cancelled it.
    Cancelled,
    /// The records could not be stored.
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

/// Problem of a file; every message ends with what to do.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file is empty.
    #[error("{file} is empty. Export it again and upload the new file.")]
    Empty {
        /// Name of the file.
        file: String,
    },
    /// A header without rows.
    #[error("{file} has a header but no rows. Choose a longer period or fewer filters before exporting.")]
    NoRows {
        /// Name of the file.
        file: String,
    },
    /// An access log without a request of a known crawler.
    #[error(
        "{file} has no request of a known crawler. Choose a longer period, or log user agents: the combined format has them, the common format does not."
    )]
    NoCrawlers {
        /// Name of the file.
        file: String,
    },
    /// Recognised by its first bytes as a format without tables.
    #[error("{file} is {found}, not an export. Upload a .csv, .tsv, .zip or .xlsx file.")]
    NotAnExport {
        /// Name of the file.
        file: String,
        /// Format, with its article.
        found: &'static str,
    },
    /// A table in an unsupported container.
    #[error("{file} is {found}, which is not supported. {advice}")]
    UnsupportedFormat {
        /// Name of the file.
        file: String,
        /// Format, with its article.
        found: &'static str,
        /// What to do instead.
        advice: &'static str,
    },
    /// Bytes that are not text in any known encoding.
    #[error("{file} is not a text file. Upload a .csv, .tsv, .zip or .xlsx file.")]
    NotText {
        /// Name of the file.
        file: String,
    },
    /// No line is the header of a known export.
    #[error(
        "{file}: no known header found. Its first line reads: {found}. Choose its columns in the preview, or export the table again and do not change its header line. Known are {looked_for}."
    )]
    UnknownHeader {
        /// Name of the file.
        file: String,
        /// First line, shortened.
        found: String,
        /// Known headers.
        looked_for: String,
    },
    /// An archive or workbook without a known table.
    #[error(
        "{file} has no known table (it has: {held}). Upload the export as it was downloaded. Known are {looked_for}."
    )]
    NothingRecognised {
        /// Name of the archive or workbook.
        file: String,
        /// Names of its contents, shortened.
        held: String,
        /// Known headers.
        looked_for: String,
    },
    /// A known export without required columns.
    #[error(
        "{file} looks like {kind} but lacks {missing}. Its columns are: {found}. Export it again with all columns."
    )]
    MissingColumns {
        /// Name of the file.
        file: String,
        /// Recognised kind.
        kind: &'static str,
        /// Missing columns.
        missing: String,
        /// Existing columns, shortened.
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
        /// Maximum.
        limit: usize,
    },
    /// A line above the maximum length.
    #[error(
        "{file}, line {line}: the line is longer than {} KiB. Usually a quotation mark was opened and never closed, or the line breaks were lost. Export it again.",
        .limit >> 10
    )]
    RecordTooLong {
        /// Name of the file.
        file: String,
        /// Line of its start, from 1.
        line: u64,
        /// Maximum in bytes.
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
    /// The file is encrypted.
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
        /// Number of entries.
        found: u64,
        /// Maximum.
        limit: u64,
    },
    /// A workbook with more of something than any export has.
    #[error("{file} has more than {limit} {what}. Save the sheet with the export as a .csv file and upload that.")]
    TooManyElements {
        /// Name of the workbook.
        file: String,
        /// What it has too many of: sheets, cells, shared texts.
        what: &'static str,
        /// Maximum.
        limit: u64,
    },
    /// Decompresses to more than any export.
    #[error("{file} unpacks to more than {limit}. Upload the unpacked .csv file, or a smaller period.")]
    DecompressionBomb {
        /// Name of the file, and of the entry.
        file: String,
        /// Exceeded limit, as text.
        limit: String,
    },
    /// A damaged archive or workbook.
    #[error("{file} is damaged ({detail}). Download or export it again.")]
    Corrupt {
        /// Name of the file.
        file: String,
        /// Unreadable part.
        detail: String,
    },
    /// The consumer stopped reading.
    #[error("the import failed: {0}")]
    Stopped(#[source] Stop),
    /// The source could not be read.
    #[error("{file} could not be read: {source}. Try again.")]
    Io {
        /// Name of the file.
        file: String,
        /// I/O error.
        #[source]
        source: std::io::Error,
    },
}

impl ImportError {
    /// Stable slug of the kind of error, for problem types and logs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty { .. } => "import-empty",
            Self::NoRows { .. } => "import-no-rows",
            Self::NoCrawlers { .. } => "import-no-crawlers",
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
            Self::TooManyElements { .. } => "import-too-many-elements",
            Self::DecompressionBomb { .. } => "import-decompression-bomb",
            Self::Corrupt { .. } => "import-corrupt",
            Self::Stopped(_) => "import-stopped",
            Self::Io { .. } => "import-io",
        }
    }

    /// Returns true if reading the same file again may succeed: only after an error of the source or a stop.
    #[must_use]
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::Io { .. } | Self::Stopped(_))
    }
}
