//! Where the bytes of a release come from.

use std::collections::BTreeMap;

use futures::future::{BoxFuture, FutureExt as _};
use sha2::{Digest as _, Sha256};

use crate::{TargetError, release::ReleaseFile};

/// Gives the raw bytes of files by their SHA-256, in lower-case hexadecimal.
pub trait Blobs: Send + Sync {
    /// Returns the bytes of a file.
    fn read<'a>(&'a self, sha256: &'a str) -> BoxFuture<'a, Result<Vec<u8>, BlobError>>;
}

/// Reason why the bytes of a file could not be read from the own store.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BlobError(String);

impl BlobError {
    /// Creates an error with a message for the log.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// Files in memory, for tests.
#[derive(Debug, Clone, Default)]
pub struct MemoryBlobs(BTreeMap<String, Vec<u8>>);

impl MemoryBlobs {
    /// Adds a file and returns its SHA-256.
    pub fn add(&mut self, bytes: impl Into<Vec<u8>>) -> String {
        let bytes = bytes.into();
        let sha256 = sha256(&bytes);
        self.0.insert(sha256.clone(), bytes);
        sha256
    }
}

impl Blobs for MemoryBlobs {
    fn read<'a>(&'a self, sha256: &'a str) -> BoxFuture<'a, Result<Vec<u8>, BlobError>> {
        let found = self.0.get(sha256).cloned().ok_or_else(|| BlobError::new(format!("no file {sha256}")));
        std::future::ready(found).boxed()
    }
}

/// Returns the SHA-256 of bytes in lower-case hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Returns bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// Reads a file of a release and checks that it is the one that the manifest names.
pub(crate) async fn read(blobs: &dyn Blobs, file: &ReleaseFile) -> Result<Vec<u8>, TargetError> {
    let broken = |reason: String| TargetError::Blob { path: file.path.clone(), reason };
    let bytes = blobs.read(&file.sha256).await.map_err(|error| broken(error.to_string()))?;
    if bytes.len() as u64 != file.size || sha256(&bytes) != file.sha256 {
        return Err(broken("its bytes are not those of the manifest".to_owned()));
    }
    Ok(bytes)
}
