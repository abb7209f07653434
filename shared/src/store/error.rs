//! What can go wrong with the store.

/// An error of the store, sorted by what a caller can do about it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database did not answer, or not in time: trying again may help.
    #[error("the database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    /// The disk that holds the database is full.
    #[error("the disk that holds the database is full: free some space, then try again")]
    DiskFull(#[source] sqlx::Error),
    /// A row with this value exists already.
    #[error("a record with this {constraint} exists already")]
    Conflict {
        /// The constraint that was hurt, as the database names it.
        constraint: String,
    },
    /// A statement or a row is not what this program expects: a defect.
    #[error("unexpected answer of the database: {0}")]
    Unexpected(#[source] sqlx::Error),
    /// A stored value cannot be read: something else than this program wrote it, or the file is damaged.
    #[error("row {row} of {table} cannot be read: its {column}: {source}")]
    Corrupt {
        /// Which table.
        table: &'static str,
        /// Which column.
        column: &'static str,
        /// Which row: its key.
        row: String,
        /// What is wrong with the value.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The schema could not be brought up to date.
    #[error("migration failed: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A file beside the database could not be read or written.
    #[error("cannot use {path}: {source}")]
    File {
        /// Which file.
        path: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

impl StoreError {
    /// Reports a stored value that cannot be read.
    pub(crate) fn corrupt(
        table: &'static str, column: &'static str, row: impl ToString,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Self {
        Self::Corrupt { table, column, row: row.to_string(), source: source.into() }
    }

    /// Whether trying again may succeed.
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

/// PostgreSQL: classes 08 (connection), 57P (shutdown), 40 (deadlock, serialisation), 53 (resources);
/// SQLite: 5 busy, 6 locked, 10 I/O, 13 full, with their extended codes in the low byte.
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
