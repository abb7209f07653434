//! Imports: exports of other tools that are read into the store.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{imported::ConflictRule, text_enum};

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
    /// How it is read.
    pub options: Json<ImportOptions>,
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

/// How an upload is read, as far as its user states it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ImportOptions {
    /// Days of the export, if the file does not have them.
    pub period: Option<Days>,
    /// Days of the period with which the export compares its own.
    pub previous_period: Option<Days>,
    /// Columns of tables that are not recognised.
    pub mappings: Vec<ColumnMapping>,
    /// Which row counts if the website already has one about the same thing: a backlink of the same provider, sessions of
    /// the same page and period, a lead or amount with the same id.
    pub conflicts: ConflictRule,
}

/// A period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Days {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
}

/// Meaning of the columns of a table, as assigned by a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ColumnMapping {
    /// Identifies the headers of the table.
    pub fingerprint: String,
    /// What the rows are, such as `leads`.
    pub target: String,
    /// Field of each column, in the order of the table; `null`: not read.
    pub columns: Vec<Option<String>>,
    /// Currency of its amounts, if no column has it: an ISO code.
    #[serde(default)]
    pub currency: Option<String>,
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
