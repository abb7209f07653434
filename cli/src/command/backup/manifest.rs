//! Manifest of a backup, which verifies its completeness.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// Name of the manifest in the archive; it is written last.
pub(crate) const NAME: &str = "manifest.json";
/// Version of the archive format.
pub(crate) const FORMAT: u32 = 1;
/// Name of the database in the archive.
pub(crate) const DATABASE: &str = "motherlode.db";
/// The secret that signs tokens.
pub(crate) const SECRET: &str = "secret";
/// The folder of uploads.
pub(crate) const UPLOADS: &str = "uploads";

/// Manifest of an archive.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Manifest {
    /// Version of the archive format.
    pub format: u32,
    /// Version of the program that wrote it.
    pub version: String,
    /// Latest migration of the database.
    pub schema: i64,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// All other files of the archive.
    pub files: Vec<FileSum>,
}

/// A file of the archive.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileSum {
    /// Path in the archive.
    pub name: String,
    /// Uncompressed size.
    pub size_bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}
