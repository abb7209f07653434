//! Data directory of the embedded mode: a lock for one process and the secret.

use std::{
    fs::{self, File, OpenOptions, Permissions, TryLockError},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
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

/// Permission bits of group and others.
const OTHERS: u32 = 0o077;

/// Bit of folders that everybody writes to, such as /tmp; those are left as they are.
const STICKY: u32 = 0o1000;

/// Closes the directory and its files to other users of this machine: those that exist, and by the process's mask those
/// that it creates from now on.
fn close_to_others(path: &Path) -> io::Result<()> {
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(OTHERS));
    close(path)?;
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("motherlode.") || name == "secret" || name == "uploads" {
            close(&entry.path())?;
        }
    }
    match fs::read_dir(path.join("uploads")) {
        Ok(mut uploads) => uploads.try_for_each(|upload| close(&upload?.path())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn close(path: &Path) -> io::Result<()> {
    let mode = match fs::metadata(path) {
        Ok(found) => found.permissions().mode(),
        // A file of a running server, which has gone in the meantime.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & OTHERS == 0 || mode & STICKY != 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(mode & !OTHERS))
}

/// Like [`take`], but returns `None` if another process has locked it.
pub(crate) fn try_take(path: &Path) -> anyhow::Result<Option<DataDir>> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .with_context(|| format!("the data directory {} cannot be made", path.display()))?;
    if let Err(error) = close_to_others(path) {
        tracing::warn!(%error, "other users of this machine may read {}", path.display());
    }
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
