//! Imports: exports of other tools, read into the store.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of an import.
    ImportStatus {
        /// Uploaded and looked at; nothing is stored of it yet.
        Previewed = "previewed",
        /// A run is reading it.
        Importing = "importing",
        /// Its rows count.
        Imported = "imported",
        /// Its rows were taken out again.
        Undone = "undone",
        /// It could not be read; `error` says why.
        Failed = "failed",
    }
}

/// An import as stored.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Import {
    /// Time-ordered.
    pub id: Uuid,
    /// Whose it is.
    pub workspace_id: Uuid,
    /// The website it is for; `None` until it is committed.
    pub website_id: Option<Uuid>,
    /// Who uploaded it.
    pub user_id: Uuid,
    /// As the user's computer calls it.
    pub file_name: String,
    /// Of the uploaded file.
    pub size_bytes: i64,
    /// Status.
    pub status: ImportStatus,
    /// What a first look found (the importer's `Preview`).
    pub preview: Json<Value>,
    /// Rows that count.
    pub rows: i64,
    /// Rows that were refused.
    pub rejected: i64,
    /// The first refused rows with file, line and reason.
    pub rejects: Json<Value>,
    /// The run that reads it or took it out.
    pub run_id: Option<Uuid>,
    /// Why it failed.
    pub error: Option<String>,
    /// When it was uploaded.
    pub created_at: DateTime<Utc>,
    /// When its rows began to count.
    pub imported_at: Option<DateTime<Utc>>,
}

/// A file of an upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportFile {
    /// Its name as uploaded, without folders.
    pub name: String,
    /// Its size.
    pub size_bytes: i64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// A file of an upload that was imported before.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct DuplicateFile {
    /// Its name in the upload.
    pub file_name: String,
    /// The earlier import.
    pub import_id: Uuid,
    /// Name of the earlier import.
    pub import_file_name: String,
    /// When the earlier import was completed; `None` while it is being read.
    pub imported_at: Option<DateTime<Utc>>,
    /// The website of the earlier import.
    pub website_id: Option<Uuid>,
    /// Name of that website.
    pub website_name: Option<String>,
}

impl DuplicateFile {
    /// Says when and as what the file was imported.
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
