//! Contents of files.

use std::io::Read;

use bytes::Bytes;
use flate2::read::GzDecoder;
use shared::store::{self, StoreError};

use super::{
    Hosting,
    release::{File, Release},
};

/// Larger files are unpacked on another thread.
const INLINE_BYTES: u64 = 256 << 10;

/// Reason why the content of a file is not available.
#[derive(Debug, thiserror::Error)]
pub(super) enum ContentError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store has no such content, which is a defect.
    #[error("the content is missing")]
    Missing,
    /// The stored content cannot be unpacked.
    #[error("the content is damaged: {0}")]
    Damaged(#[from] std::io::Error),
    /// The server stops.
    #[error("the server stops")]
    Stopping,
}

impl Hosting {
    /// Returns the content of a file, compressed with gzip or not.
    pub(super) async fn content(&self, release: &Release, file: &File, is_packed: bool) -> Result<Bytes, ContentError> {
        let key = (file.sha256.clone(), is_packed);
        if let Some(bytes) = self.0.contents.get(&key) {
            return Ok(bytes);
        }
        let bytes = if is_packed { self.packed(release, file).await? } else { self.plain(release, file).await? };
        self.0.contents.insert(key, bytes.clone(), bytes.len());
        Ok(bytes)
    }

    async fn packed(&self, release: &Release, file: &File) -> Result<Bytes, ContentError> {
        let _turn = self.0.look_ups.acquire().await.map_err(|_| ContentError::Stopping)?;
        // Somebody else may have read it in the meantime.
        if let Some(bytes) = self.0.contents.get(&(file.sha256.clone(), true)) {
            return Ok(bytes);
        }
        let blob = store::release::blob(&self.0.db, release.id, &file.sha256).await?.ok_or(ContentError::Missing)?;
        Ok(blob.bytes.into())
    }

    async fn plain(&self, release: &Release, file: &File) -> Result<Bytes, ContentError> {
        let key = (file.sha256.clone(), true);
        let packed = match self.0.contents.get(&key) {
            Some(packed) => packed,
            None => self.packed(release, file).await?,
        };
        self.0.contents.insert(key, packed.clone(), packed.len());
        let size = file.size;
        if size <= INLINE_BYTES {
            return Ok(unpack(&packed, size)?);
        }
        let unpacked = tokio::task::spawn_blocking(move || unpack(&packed, size)).await;
        Ok(unpacked.map_err(|_| ContentError::Stopping)??)
    }
}

/// Unpacks at most `size` bytes; fails if there are more.
pub(super) fn unpack(packed: &[u8], size: u64) -> std::io::Result<Bytes> {
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
    let read = GzDecoder::new(packed).take(size.saturating_add(1)).read_to_end(&mut bytes)?;
    if u64::try_from(read).is_ok_and(|read| read == size) {
        return Ok(bytes.into());
    }
    Err(std::io::Error::new(std::io::ErrorKind::InvalidData, "another size than in the list of files"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn unpacking_stops_at_the_listed_size() {
        let zeros = packed(&vec![0; 10 << 20]);
        assert_eq!(unpack(&zeros, 10 << 20).expect("all of it").len(), 10 << 20);
        assert!(unpack(&zeros, 1_000).is_err(), "a bomb");
        assert!(unpack(&zeros, 11 << 20).is_err(), "too short");
        assert!(unpack(b"no gzip", 7).is_err());
        assert!(unpack(&zeros[..zeros.len() / 2], 10 << 20).is_err(), "cut");
        assert_eq!(unpack(&packed(b""), 0).expect("nothing").len(), 0);
    }
}
