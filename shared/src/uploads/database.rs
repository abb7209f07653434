//! Uploads in the database: pieces of equal size, a last one that may be shorter, and an empty one that marks
//! completion.

use std::io::{Error, ErrorKind, Read, Seek, SeekFrom};

use tokio::runtime::Handle;
use uuid::Uuid;

use super::UploadError;
use crate::store::{Db, import};

/// Bytes per piece.
const PIECE: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct DatabaseWriter {
    db: Db,
    import_id: Uuid,
    buffer: Vec<u8>,
    pieces: i64,
    size: u64,
}

impl DatabaseWriter {
    pub(super) const fn new(db: Db, import_id: Uuid) -> Self {
        Self { db, import_id, buffer: Vec::new(), pieces: 0, size: 0 }
    }

    pub(super) async fn append(&mut self, mut bytes: &[u8]) -> Result<(), UploadError> {
        self.size += bytes.len() as u64;
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(PIECE - self.buffer.len()));
            self.buffer.extend_from_slice(now);
            bytes = rest;
            if self.buffer.len() == PIECE {
                self.write_out().await?;
            }
        }
        Ok(())
    }

    async fn write_out(&mut self) -> Result<(), UploadError> {
        import::append_chunk(&self.db, self.import_id, self.pieces, &self.buffer).await?;
        self.buffer.clear();
        self.pieces += 1;
        Ok(())
    }

    pub(super) async fn finish(mut self) -> Result<u64, UploadError> {
        match self.complete().await {
            Ok(()) => Ok(self.size),
            Err(error) => {
                self.abort().await?;
                Err(error)
            }
        }
    }

    /// Writes the rest, and the empty piece that marks completion.
    async fn complete(&mut self) -> Result<(), UploadError> {
        if !self.buffer.is_empty() {
            self.write_out().await?;
        }
        self.write_out().await
    }

    pub(super) async fn abort(self) -> Result<(), UploadError> {
        Ok(import::delete_chunks(&self.db, self.import_id).await?)
    }
}

/// Reads an upload from the database, with one piece in memory.
#[derive(Debug)]
pub struct DatabaseReader {
    db: Db,
    handle: Handle,
    import_id: Uuid,
    size: u64,
    position: u64,
    piece: Option<(u64, Vec<u8>)>,
}

impl DatabaseReader {
    pub(super) async fn open(db: Db, import_id: Uuid) -> Result<Self, UploadError> {
        let size = import::chunks_size(&db, import_id).await?.ok_or(UploadError::Missing(import_id))?;
        let handle = Handle::current();
        Ok(Self { db, handle, import_id, size: u64::try_from(size).unwrap_or(0), position: 0, piece: None })
    }

    /// Returns a piece, fetching it unless it is the current one.
    fn piece(&mut self, no: u64) -> std::io::Result<&[u8]> {
        if self.piece.as_ref().is_none_or(|(held, _)| *held != no) {
            self.piece = None;
            let fetch = import::chunk(&self.db, self.import_id, i64::try_from(no).unwrap_or(i64::MAX));
            let bytes = self.handle.block_on(fetch).map_err(Error::other)?;
            let bytes = bytes.ok_or_else(|| Error::new(ErrorKind::UnexpectedEof, "a piece of the upload is gone"))?;
            self.piece = Some((no, bytes));
        }
        Ok(self.piece.as_ref().map_or(&[], |(_, bytes)| bytes))
    }
}

impl Read for DatabaseReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.position >= self.size || buffer.is_empty() {
            return Ok(0);
        }
        let (no, offset) = (self.position / PIECE as u64, self.position % PIECE as u64);
        let piece = self.piece(no)?;
        let rest = piece.get(usize::try_from(offset).unwrap_or(usize::MAX)..).unwrap_or_default();
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        self.position += n as u64;
        Ok(n)
    }
}

impl Seek for DatabaseReader {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let target = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::End(offset) => self.size.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        self.position =
            target.ok_or_else(|| Error::new(ErrorKind::InvalidInput, "seek before the upload's first byte"))?;
        Ok(self.position)
    }
}
