//! New files: limited in size, hashed and synced to disk.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use super::megabytes;
use crate::command::backup::archive::hex;

/// Writes bytes up to a limit.
#[derive(Debug)]
pub(super) struct Sink {
    file: File,
    path: PathBuf,
    sum: Sha256,
    bytes: u64,
    most: u64,
}

/// Size and checksum of a file.
#[derive(Debug)]
pub(super) struct Written {
    /// Number of bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// Computes size and checksum of an existing file.
pub(super) fn sum(path: &Path) -> io::Result<Written> {
    let (mut file, mut sum, mut bytes, mut buffer) = (File::open(path)?, Sha256::new(), 0, vec![0; 256 * 1024]);
    loop {
        let n = file.read(&mut buffer)?;
        if n == 0 {
            return Ok(Written { bytes, sha256: hex(&sum.finalize()) });
        }
        sum.update(&buffer[..n]);
        bytes += n as u64;
    }
}

impl Sink {
    /// Creates a new file of at most `most` bytes.
    pub(super) fn create(path: &Path, most: u64) -> anyhow::Result<Self> {
        let file = OpenOptions::new()
            .create_new(true)
            .write(true)
            .mode(0o600)
            .open(path)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(Self { file, path: path.to_owned(), sum: Sha256::new(), bytes: 0, most })
    }

    /// Number of bytes written.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes bytes; fails above the limit or on a full disk.
    pub(super) fn take(&mut self, piece: &[u8]) -> anyhow::Result<()> {
        self.bytes += piece.len() as u64;
        if self.bytes > self.most {
            let name = self.path.file_name().unwrap_or_default().to_string_lossy();
            bail!("{name} is larger than the {} that it may have", megabytes(self.most));
        }
        self.sum.update(piece);
        self.file.write_all(piece).with_context(|| format!("{} cannot be written", self.path.display()))
    }

    /// Writes all bytes of a reader; `what` names the damaged part if it cannot be read.
    pub(super) fn take_all(mut self, source: &mut dyn Read, what: &str) -> anyhow::Result<Written> {
        let mut buffer = vec![0; 256 * 1024];
        loop {
            match source.read(&mut buffer).with_context(|| format!("{what} is damaged or cannot be read"))? {
                0 => return self.finish(),
                n => self.take(&buffer[..n])?,
            }
        }
    }

    /// Syncs the complete file to disk.
    pub(super) fn finish(self) -> anyhow::Result<Written> {
        self.file.sync_all().with_context(|| format!("{} cannot be written", self.path.display()))?;
        Ok(Written { bytes: self.bytes, sha256: hex(&self.sum.finalize()) })
    }
}
