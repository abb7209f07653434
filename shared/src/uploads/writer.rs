//! Keeping bytes as they arrive.

use std::path::{Path, PathBuf};

use tokio::{fs::File, io::AsyncWriteExt};
use uuid::Uuid;

use super::{UploadError, chunked::CHUNK_BYTES};
use crate::store::{Db, import};

/// An upload on its way in.
#[derive(Debug)]
pub struct UploadWriter {
    import_id: Uuid,
    size_bytes: u64,
    to: To,
}

#[derive(Debug)]
enum To {
    File { file: File, path: PathBuf },
    Chunks { db: Db, next: i64, pending: Vec<u8> },
}

impl UploadWriter {
    pub(super) async fn file(folder: &Path, import_id: Uuid) -> Result<Self, UploadError> {
        tokio::fs::create_dir_all(folder).await?;
        let path = folder.join(import_id.to_string());
        let file = File::create(&path).await?;
        Ok(Self { import_id, size_bytes: 0, to: To::File { file, path } })
    }

    pub(super) const fn chunked(db: Db, import_id: Uuid) -> Self {
        Self { import_id, size_bytes: 0, to: To::Chunks { db, next: 0, pending: Vec::new() } }
    }

    /// Bytes taken so far.
    #[must_use]
    pub const fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Adds bytes.
    ///
    /// # Errors
    /// When they cannot be kept; then call [`Self::abort`].
    pub async fn append(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.size_bytes += bytes.len() as u64;
        match &mut self.to {
            To::File { file, .. } => file.write_all(bytes).await?,
            To::Chunks { db, next, pending } => {
                pending.extend_from_slice(bytes);
                while pending.len() >= CHUNK_BYTES {
                    let rest = pending.split_off(CHUNK_BYTES);
                    import::append_chunk(db, self.import_id, *next, pending).await?;
                    *next += 1;
                    *pending = rest;
                }
            }
        }
        Ok(())
    }

    /// Makes the upload complete and durable; answers its size.
    ///
    /// # Errors
    /// When its last bytes cannot be kept; then nothing of it is.
    pub async fn finish(mut self) -> Result<u64, UploadError> {
        let done = match &mut self.to {
            To::File { file, .. } => file.sync_all().await.map_err(UploadError::from),
            To::Chunks { pending, .. } if pending.is_empty() => Ok(()),
            To::Chunks { db, next, pending } => {
                import::append_chunk(db, self.import_id, *next, pending).await.map_err(UploadError::from)
            }
        };
        let size_bytes = self.size_bytes;
        match done {
            Ok(()) => Ok(size_bytes),
            Err(error) => {
                self.abort().await;
                Err(error)
            }
        }
    }

    /// Leaves nothing behind.
    pub async fn abort(self) {
        let gone = match self.to {
            To::File { path, .. } => tokio::fs::remove_file(path).await.map_err(UploadError::from),
            To::Chunks { db, .. } => import::delete_chunks(&db, self.import_id).await.map_err(UploadError::from),
        };
        if let Err(error) = gone {
            tracing::warn!(%error, import.id = %self.import_id, "a broken upload could not be deleted");
        }
    }
}
