//! Errors of the store.

use crate::domain::usage::OverLimit;

/// An error of the store, by what a caller can do about it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not respond, or not in time; a retry may succeed.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// The disk that holds the database is full.
    #[error("the disk that holds the database is full: free some space, then try again")]
    DiskFull(#[source] sqlx::Error),
    /// A row with this value exists.
    #[error("a record with this {constraint} exists already")]
    Conflict {
        /// Violated constraint, as named by the database.
        constraint: String,
    },
    /// The workspace exceeds a limit of the operator.
    #[error("{0}")]
    OverLimit(OverLimit),
    /// Unexpected statement or row: a defect.
    #[error("unexpected answer of the database: {0}")]
    Unexpected(#[source] sqlx::Error),
    /// A stored value is invalid: it was not written by this program, or the file is damaged.
    #[error("row {row} of {table} cannot be read: its {column}: {source}")]
    Corrupt {
        /// Table.
        table: &'static str,
        /// Column.
        column: &'static str,
        /// Key of the row.
        row: String,
        /// Problem of the value.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The schema could not be migrated.
    #[error("migration failed: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A file outside the database could not be read or written.
    #[error("cannot use {path}: {source}")]
    File {
        /// Path.
        path: String,
        /// I/O error.
        #[source]
        source: std::io::Error,
    },
}

impl StoreError {
    /// Creates an error for an invalid stored value.
    pub(crate) fn corrupt(
        table: &'static str, column: &'static str, row: impl ToString,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Corrupt { table, column, row: row.to_string(), source: source.into() }
    }

    /// Returns true if a retry may succeed.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::DiskFull(_))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        use sqlx::error::ErrorKind;
        match &error {
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_) => Self::Unavailable(error),
            sqlx::Error::Database(database) => {
                let code = database.code().unwrap_or_default().into_owned();
                if database.kind() == ErrorKind::UniqueViolation {
                    let constraint = database.constraint().unwrap_or(database.message()).to_owned();
                    return Self::Conflict { constraint };
                }
                sort_by_code(&code, error)
            }
            _ => Self::Unexpected(error),
        }
    }
}

/// Classifies by code. PostgreSQL: classes 08 (connection), 57P (shutdown), 40 (deadlock, serialisation), 53
/// (resources); SQLite: 5 busy, 6 locked, 10 I/O, 13 full, with their extended codes in the low byte.
fn sort_by_code(code: &str, error: sqlx::Error) -> StoreError {
    let low_byte = code.parse::<u32>().ok().filter(|_| code.len() <= 4).map(|n| n & 0xff);
    match low_byte {
        Some(13) => return StoreError::DiskFull(error),
        Some(5 | 6 | 10) => return StoreError::Unavailable(error),
        _ => {}
    }
    if code == "53100" {
        return StoreError::DiskFull(error);
    }
    let transient = ["08", "57P", "40", "53", "55P03"].iter().any(|class| code.starts_with(class));
    if transient { StoreError::Unavailable(error) } else { StoreError::Unexpected(error) }
}
