//! Reading an upload that lies in the database, a piece at a time.

use std::io::{self, Read, Seek, SeekFrom};

use tokio::runtime::Handle;
use uuid::Uuid;

use crate::store::{Db, import};

/// The size of every piece but the last.
pub(super) const CHUNK_BYTES: usize = 1 << 20;

/// A reader over pieces; blocks on the runtime that it was given.
#[derive(Debug)]
pub struct ChunkedReader {
    db: Db,
    runtime: Handle,
    import_id: Uuid,
    size_bytes: u64,
    position: u64,
    chunk: Option<(i64, Vec<u8>)>,
}

impl ChunkedReader {
    pub(super) const fn new(db: Db, runtime: Handle, import_id: Uuid, size_bytes: u64) -> Self {
        Self { db, runtime, import_id, size_bytes, position: 0, chunk: None }
    }

    fn load(&mut self, no: i64) -> io::Result<&[u8]> {
        if self.chunk.as_ref().is_none_or(|(held, _)| *held != no) {
            let bytes = self.runtime.block_on(import::chunk(&self.db, self.import_id, no)).map_err(io::Error::other)?;
            let bytes = bytes.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof))?;
            self.chunk = Some((no, bytes));
        }
        Ok(self.chunk.as_ref().map_or(&[], |(_, bytes)| bytes.as_slice()))
    }
}

impl Read for ChunkedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.position >= self.size_bytes || buffer.is_empty() {
            return Ok(0);
        }
        let size = CHUNK_BYTES as u64;
        let no = i64::try_from(self.position / size).map_err(io::Error::other)?;
        let offset = usize::try_from(self.position % size).map_err(io::Error::other)?;
        let chunk = self.load(no)?;
        let rest = chunk.get(offset..).unwrap_or_default();
        let n = rest.len().min(buffer.len());
        buffer[..n].copy_from_slice(&rest[..n]);
        self.position += n as u64;
        Ok(n)
    }
}

impl Seek for ChunkedReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::End(offset) => self.size_bytes.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        self.position = position.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.position)
    }
}
