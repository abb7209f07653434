//! Uploads as files: `ID.part` while they are written, `ID` once they are complete and synced.

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

use tokio::{
    fs::{File, OpenOptions},
    io::AsyncWriteExt,
};
use uuid::Uuid;

use super::UploadError;

/// Bytes buffered before writing.
const BUFFER: usize = 256 * 1024;

#[derive(Debug)]
pub(super) struct DirWriter {
    file: File,
    buffer: Vec<u8>,
    part: PathBuf,
    whole: PathBuf,
    size: u64,
}

fn paths(dir: &Path, import_id: Uuid) -> (PathBuf, PathBuf) {
    (dir.join(format!("{import_id}.part")), dir.join(import_id.to_string()))
}

fn file_error(path: &Path, source: std::io::Error) -> UploadError {
    match source.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => UploadError::DiskFull,
        _ => UploadError::File { path: path.to_owned(), source },
    }
}

impl DirWriter {
    pub(super) async fn create(dir: &Path, import_id: Uuid) -> Result<Self, UploadError> {
        tokio::fs::create_dir_all(dir).await.map_err(|error| file_error(dir, error))?;
        let (part, whole) = paths(dir, import_id);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        options.mode(0o600);
        let file = options.open(&part).await.map_err(|error| file_error(&part, error))?;
        Ok(Self { file, buffer: Vec::new(), part, whole, size: 0 })
    }

    pub(super) async fn append(&mut self, bytes: &[u8]) -> Result<(), UploadError> {
        self.size += bytes.len() as u64;
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER { self.write_out().await } else { Ok(()) }
    }

    async fn write_out(&mut self) -> Result<(), UploadError> {
        let written = self.file.write_all(&self.buffer).await;
        self.buffer.clear();
        written.map_err(|error| file_error(&self.part, error))
    }

    pub(super) async fn finish(mut self) -> Result<u64, UploadError> {
        let size = self.size;
        match self.complete().await {
            Ok(()) => Ok(size),
            Err(error) => {
                self.abort().await?;
                Err(error)
            }
        }
    }

    async fn complete(&mut self) -> Result<(), UploadError> {
        self.write_out().await?;
        self.file.flush().await.map_err(|error| file_error(&self.part, error))?;
        self.file.sync_all().await.map_err(|error| file_error(&self.part, error))?;
        tokio::fs::rename(&self.part, &self.whole).await.map_err(|error| file_error(&self.whole, error))?;
        sync_folder(&self.whole).await
    }

    pub(super) async fn abort(self) -> Result<(), UploadError> {
        drop(self.file);
        remove(&self.part).await?;
        remove(&self.whole).await
    }
}

/// Syncs a folder, so that a new name survives a power failure.
async fn sync_folder(file: &Path) -> Result<(), UploadError> {
    let Some(dir) = file.parent() else { return Ok(()) };
    let folder = File::open(dir).await.map_err(|error| file_error(dir, error))?;
    folder.sync_all().await.map_err(|error| file_error(dir, error))
}

pub(super) async fn open(dir: &Path, import_id: Uuid) -> Result<std::fs::File, UploadError> {
    let (_, whole) = paths(dir, import_id);
    match File::open(&whole).await {
        Ok(file) => Ok(file.into_std().await),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(UploadError::Missing(import_id)),
        Err(error) => Err(file_error(&whole, error)),
    }
}

pub(super) async fn delete(dir: &Path, import_id: Uuid) -> Result<(), UploadError> {
    let (part, whole) = paths(dir, import_id);
    remove(&part).await?;
    remove(&whole).await
}

async fn remove(path: &Path) -> Result<(), UploadError> {
    match tokio::fs::remove_file(path).await {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(file_error(path, error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_told_from_other_troubles() {
        let path = Path::new("/x");
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge] {
            assert!(matches!(file_error(path, kind.into()), UploadError::DiskFull));
        }
        assert!(matches!(file_error(path, ErrorKind::PermissionDenied.into()), UploadError::File { .. }));
    }
}
