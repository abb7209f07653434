//! What a backup holds, and how to tell that it is whole.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The name of the manifest inside the archive; it is written last.
pub(crate) const NAME: &str = "manifest.json";
/// The layout that this program writes and reads.
pub(crate) const FORMAT: u32 = 1;
/// The database inside the archive.
pub(crate) const DATABASE: &str = "motherlode.db";
/// The secret that signs tokens.
pub(crate) const SECRET: &str = "secret";
/// The folder of uploads.
pub(crate) const UPLOADS: &str = "uploads";

/// The manifest.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Manifest {
    /// The layout of the archive.
    pub format: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The database's newest migration.
    pub schema: i64,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// Every other file of the archive.
    pub files: Vec<FileSum>,
}

/// One file of the archive.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileSum {
    /// Its path inside the archive.
    pub name: String,
    /// Its size unpacked.
    pub size_bytes: u64,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}
