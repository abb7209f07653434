//! Contents of files before and after edits.

use std::io::{Read, Write};

use flate2::{Compression, GzBuilder, read::GzDecoder};
use sha2::{Digest, Sha256};
use shared::{
    domain::release::Blob,
    store::{edit, release},
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Returns the SHA-256 of bytes, hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Compresses bytes; the same bytes give the same result.
pub(super) fn pack(bytes: &[u8]) -> Result<Blob, JobError> {
    let mut writer = GzBuilder::new().mtime(0).write(Vec::new(), Compression::new(9));
    writer.write_all(bytes).map_err(|error| JobError::defect(&error))?;
    let packed = writer.finish().map_err(|error| JobError::defect(&error))?;
    Ok(Blob { sha256: sha256(bytes), bytes: packed, size: i64::try_from(bytes.len()).unwrap_or(i64::MAX) })
}

fn unpack(blob: &Blob) -> Option<Vec<u8>> {
    let size = u64::try_from(blob.size).ok()?;
    let mut bytes = Vec::new();
    // One byte more than stated shows that it is too long, whatever follows.
    GzDecoder::new(blob.bytes.as_slice()).take(size.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    (sha256(&bytes) == blob.sha256).then_some(bytes)
}

/// Returns the content of a file of an edit.
pub(super) async fn content(context: &RunContext, edit_id: Uuid, sha256: &str) -> Result<Vec<u8>, JobError> {
    let found = edit::blob(&context.db, context.run.workspace_id, edit_id, sha256).await?;
    found.as_ref().and_then(unpack).ok_or_else(|| {
        JobError::permanent("damaged-edit", "The stored content of a file is damaged. Prepare the edit again.")
    })
}

/// Returns the content of a file of a release.
pub(super) async fn of_release(context: &RunContext, release_id: Uuid, sha256: &str) -> Result<Vec<u8>, JobError> {
    let found = release::blob(&context.db, release_id, sha256).await?;
    found.as_ref().and_then(unpack).ok_or_else(|| {
        JobError::permanent("damaged-release", "A file of the live release is damaged. Build the site again.")
    })
}
