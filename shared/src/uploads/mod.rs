//! Uploaded bytes, stored between the request that receives them and the runs that read them.
//!
//! They are stored in a folder if one machine does all the work, and in the database if replicas share no disk. In both
//! cases they are written in pieces of bounded size, and an incomplete upload is never readable.

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

/// Storage of uploads.
#[derive(Debug, Clone)]
pub enum Uploads {
    /// Files in this folder, named by the import's id.
    Dir(PathBuf),
    /// Pieces of one mebibyte in the database.
    Database(Db),
}

/// Error of an upload.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// No space left.
    #[error("the disk that holds uploads is full: free some space, then try again")]
    DiskFull,
    /// The bytes do not exist: the upload was never finished, or has been deleted.
    #[error("the bytes of upload {0} are no longer there: upload the file again")]
    Missing(Uuid),
    /// The folder of uploads is not accessible.
    #[error("cannot use {path}: {source}")]
    File {
        /// Path.
        path: PathBuf,
        /// Error of the system.
        #[source]
        source: std::io::Error,
    },
    /// The database of uploads failed.
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
    /// Creates the storage in `dir`, or in the database without one.
    #[must_use]
    pub fn new(dir: Option<PathBuf>, db: &Db) -> Self {
        dir.map_or_else(|| Self::Database(db.clone()), Self::Dir)
    }

    /// Starts an upload for an import, which must have a row.
    /// # Errors
    /// Returns an error if the folder is not writable.
    pub async fn writer(&self, import_id: Uuid) -> Result<Writer, UploadError> {
        Ok(Writer(match self {
            Self::Dir(dir) => Place::Dir(DirWriter::create(dir, import_id).await?),
            Self::Database(db) => Place::Database(DatabaseWriter::new(db.clone(), import_id)),
        }))
    }

    /// Opens a finished upload for blocking code: use the reader inside `spawn_blocking` of the runtime that called
    /// this.
    ///
    /// # Errors
    /// Returns [`UploadError::Missing`] if there is none, or an error of the folder or the database.
    pub async fn reader(&self, import_id: Uuid) -> Result<Reader, UploadError> {
        Ok(match self {
            Self::Dir(dir) => Reader::Dir(dir::open(dir, import_id).await?),
            Self::Database(db) => Reader::Database(DatabaseReader::open(db.clone(), import_id).await?),
        })
    }

    /// Deletes the bytes of an import, finished or not; does nothing if there are none.
    /// # Errors
    /// Returns an error of the folder or the database.
    pub async fn delete(&self, import_id: Uuid) -> Result<(), UploadError> {
        match self {
            Self::Dir(dir) => dir::delete(dir, import_id).await,
            Self::Database(db) => Ok(crate::store::import::delete_chunks(db, import_id).await?),
        }
    }
}

/// Writes the bytes of one upload in order.
#[derive(Debug)]
pub struct Writer(Place);

#[derive(Debug)]
enum Place {
    Dir(DirWriter),
    Database(DatabaseWriter),
}

impl Writer {
    /// Appends bytes.
    /// # Errors
    /// Returns [`UploadError::DiskFull`] or another error; call [`Writer::abort`] then.
    pub async fn append(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        match &mut self.0 {
            Place::Dir(writer) => writer.append(bytes).await,
            Place::Database(writer) => writer.append(bytes).await,
        }
    }

    /// Makes the upload durable and readable; returns its size in bytes.
    /// # Errors
    /// Same as [`Writer::append`]; the upload is deleted then.
    pub async fn finish(self) -> Result<u64, UploadError> {
        match self.0 {
            Place::Dir(writer) => writer.finish().await,
            Place::Database(writer) => writer.finish().await,
        }
    }

    /// Deletes the unfinished upload.
    /// # Errors
    /// Returns an error of the folder or the database.
    pub async fn abort(self) -> Result<(), UploadError> {
        match self.0 {
            Place::Dir(writer) => writer.abort().await,
            Place::Database(writer) => writer.abort().await,
        }
    }
}

/// Blocking reader of a finished upload.
#[derive(Debug)]
pub enum Reader {
    /// A file.
    Dir(std::fs::File),
    /// Pieces in the database, fetched as needed.
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
