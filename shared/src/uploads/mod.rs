//! Uploaded bytes between the request that brings them and the runs that read them.
//!
//! They lie in a folder where one machine does all the work, and in the database where replicas share no disk.
//! Either way they are written in pieces of a bounded size, and a half-written upload is never readable.

mod database;
mod digest;
mod dir;

use std::{
    io::{Read, Seek, SeekFrom},
    path::PathBuf,
};

use uuid::Uuid;

use crate::store::{Db, StoreError};
use database::{DatabaseReader, DatabaseWriter};
pub use digest::FileDigest;
use dir::DirWriter;

/// Where uploads lie.
#[derive(Debug, Clone)]
pub enum Uploads {
    /// Each a file in this folder, named by its import's id.
    Dir(PathBuf),
    /// Each in pieces of one mebibyte in the database.
    Database(Db),
}

/// What goes wrong with an upload.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// There is no room for it.
    #[error("the disk that holds uploads is full: free some space, then try again")]
    DiskFull,
    /// Its bytes are not there: never finished, or deleted since.
    #[error("the bytes of upload {0} are no longer there: upload the file again")]
    Missing(Uuid),
    /// The folder of uploads cannot be used.
    #[error("cannot use {path}: {source}")]
    File {
        /// Path.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The database that holds uploads cannot be used.
    #[error(transparent)]
    Store(StoreError),
}

impl From<StoreError> for UploadError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::DiskFull(_) => Self::DiskFull,
            other => Self::Store(other),
        }
    }
}

impl Uploads {
    /// In `dir`, or in the database where there is none.
    #[must_use]
    pub fn new(dir: Option<PathBuf>, db: &Db) -> Self {
        dir.map_or_else(|| Self::Database(db.clone()), Self::Dir)
    }

    /// Begins to keep the bytes of an import, whose row must exist.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub async fn writer(&self, import_id: Uuid) -> Result<Writer, UploadError> {
        Ok(Writer(match self {
            Self::Dir(dir) => Place::Dir(DirWriter::create(dir, import_id).await?),
            Self::Database(db) => Place::Database(DatabaseWriter::new(db.clone(), import_id)),
        }))
    }

    /// Opens a finished upload for blocking code: use the reader inside `spawn_blocking` of the runtime that
    /// called this.
    ///
    /// # Errors
    /// [`UploadError::Missing`] when there is none; else those of the folder or the database.
    pub async fn reader(&self, import_id: Uuid) -> Result<Reader, UploadError> {
        Ok(match self {
            Self::Dir(dir) => Reader::Dir(dir::open(dir, import_id).await?),
            Self::Database(db) => Reader::Database(DatabaseReader::open(db.clone(), import_id).await?),
        })
    }

    /// Forgets the bytes of an import, finished or not; harmless when there are none.
    ///
    /// # Errors
    /// Those of the folder or the database.
    pub async fn delete(&self, import_id: Uuid) -> Result<(), UploadError> {
        match self {
            Self::Dir(dir) => dir::delete(dir, import_id).await,
            Self::Database(db) => Ok(crate::store::import::delete_chunks(db, import_id).await?),
        }
    }
}

/// Takes the bytes of one upload in order.
#[derive(Debug)]
pub struct Writer(Place);

#[derive(Debug)]
enum Place {
    Dir(DirWriter),
    Database(DatabaseWriter),
}

impl Writer {
    /// Adds bytes at the end.
    ///
    /// # Errors
    /// [`UploadError::DiskFull`] and others; then [`Writer::abort`] is to be called.
    pub async fn append(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        match &mut self.0 {
            Place::Dir(writer) => writer.append(bytes).await,
            Place::Database(writer) => writer.append(bytes).await,
        }
    }

    /// Makes the upload durable and readable; answers its size in bytes.
    ///
    /// # Errors
    /// As [`Writer::append`]; then nothing of it is left.
    pub async fn finish(self) -> Result<u64, UploadError> {
        match self.0 {
            Place::Dir(writer) => writer.finish().await,
            Place::Database(writer) => writer.finish().await,
        }
    }

    /// Leaves nothing of it behind.
    ///
    /// # Errors
    /// Those of the folder or the database.
    pub async fn abort(self) -> Result<(), UploadError> {
        match self.0 {
            Place::Dir(writer) => writer.abort().await,
            Place::Database(writer) => writer.abort().await,
        }
    }
}

/// Reads one finished upload, blocking.
#[derive(Debug)]
pub enum Reader {
    /// A file.
    Dir(std::fs::File),
    /// Pieces in the database, fetched as they are needed.
    Database(DatabaseReader),
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Self::Dir(file) => file.read(buffer),
            Self::Database(reader) => reader.read(buffer),
        }
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        match self {
            Self::Dir(file) => file.seek(to),
            Self::Database(reader) => reader.seek(to),
        }
    }
}
