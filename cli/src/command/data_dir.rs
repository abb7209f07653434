//! Data directory of the embedded mode: a lock for one process and the secret.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::Write,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

use anyhow::{Context, bail};
use rand::Rng;
use shared::config::Secret;

/// Lock on the data directory.
#[derive(Debug)]
pub(crate) struct DataDir {
    _lock: File,
}

/// Creates the directory if necessary and locks it for this process.
pub(crate) fn take(path: &Path) -> anyhow::Result<DataDir> {
    match try_take(path)? {
        Some(taken) => Ok(taken),
        None => {
            bail!("another motherlode process uses {}: stop it first, or choose another --data-dir", path.display())
        }
    }
}

/// Like [`take`], but returns `None` if another process has locked it.
pub(crate) fn try_take(path: &Path) -> anyhow::Result<Option<DataDir>> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .with_context(|| format!("the data directory {} cannot be made", path.display()))?;
    let file = path.join("motherlode.lock");
    let lock = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&file)
        .with_context(|| format!("the data directory {} cannot be written", path.display()))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(DataDir { _lock: lock })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("{} cannot be locked", file.display())),
    }
}

/// Returns the directory's secret, creating it at the first start; readable by its owner only.
pub(crate) fn secret(path: &Path) -> anyhow::Result<Secret> {
    let file = path.join("secret");
    if let Ok(text) = fs::read_to_string(&file) {
        return Ok(Secret::new(text.trim().to_owned()));
    }
    let bytes: [u8; 32] = rand::rng().random();
    let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut new = OpenOptions::new()
        .create_new(true)
        .write(true)
        .mode(0o600)
        .open(&file)
        .with_context(|| format!("{} cannot be written", file.display()))?;
    new.write_all(text.as_bytes())?;
    new.sync_all()?;
    Ok(Secret::new(text))
}
