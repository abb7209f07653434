//! Imports: exports of other tools that are read into the store.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of an import.
    ImportStatus {
        /// Uploaded and inspected; no rows are stored yet.
        Previewed = "previewed",
        /// A run is reading it.
        Importing = "importing",
        /// Its rows are stored.
        Imported = "imported",
        /// Its rows were removed again.
        Undone = "undone",
        /// It failed; `error` has the reason.
        Failed = "failed",
    }
}

/// An import as stored.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Import {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Website; `None` until it is committed.
    pub website_id: Option<Uuid>,
    /// User who uploaded it.
    pub user_id: Uuid,
    /// Name on the user's computer.
    pub file_name: String,
    /// Size of the uploaded file, in bytes.
    pub size_bytes: i64,
    /// Status.
    pub status: ImportStatus,
    /// Result of the inspection (the importer's `Preview`).
    pub preview: Json<Value>,
    /// Number of stored rows.
    pub rows: i64,
    /// Number of rejected rows.
    pub rejected: i64,
    /// The first rejected rows with file, line and reason.
    pub rejects: Json<Value>,
    /// Run that reads or removed it.
    pub run_id: Option<Uuid>,
    /// Error of a failed import.
    pub error: Option<String>,
    /// Time of the upload.
    pub created_at: DateTime<Utc>,
    /// Time at which its rows were stored.
    pub imported_at: Option<DateTime<Utc>>,
}

/// A file of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportFile {
    /// Uploaded name, without folders.
    pub name: String,
    /// Size, in bytes.
    pub size_bytes: i64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// A file of an upload that was imported before.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct DuplicateFile {
    /// Name in the upload.
    pub file_name: String,
    /// The earlier import.
    pub import_id: Uuid,
    /// Name of the earlier import.
    pub import_file_name: String,
    /// When the earlier import was completed; `None` while it is being read.
    pub imported_at: Option<DateTime<Utc>>,
    /// Website of the earlier import.
    pub website_id: Option<Uuid>,
    /// Name of that website.
    pub website_name: Option<String>,
}

impl DuplicateFile {
    /// Returns a sentence with the name and time of the earlier import.
    #[must_use]
    pub fn sentence(&self) -> String {
        let website = self.website_name.as_ref().map(|name| format!(" for {name}")).unwrap_or_default();
        let import = if self.import_file_name == self.file_name {
            String::new()
        } else {
            format!(" as part of {}", self.import_file_name)
        };
        match self.imported_at {
            Some(at) => format!("{} was imported on {}{import}{website}.", self.file_name, at.format("%-d %B %Y")),
            None => format!("{} is being imported{import}{website}.", self.file_name),
        }
    }
}
