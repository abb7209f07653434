//! The temporary folder of a repository: private, removed at the end, and by the next access after a crash.

use std::{
    fs, io,
    os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use rustix::fs::{FlockOperation, flock};
use tempfile::TempDir;

use crate::TargetError;

/// Start of the names of all folders.
const PREFIX: &str = "motherlode-git-";
/// Name of the file that is locked while the folder is used.
const LOCK: &str = "lock";
/// Age below which a folder may still be about to lock its file.
const YOUNG: Duration = Duration::from_secs(60);

/// A temporary folder that only this user can read.
pub(super) struct WorkFolder {
    folder: TempDir,
    /// The system unlocks it if this process dies.
    _lock: fs::File,
}

impl WorkFolder {
    /// Creates a folder, after those of dead processes are removed.
    pub(super) fn new(now: SystemTime) -> Result<Self, TargetError> {
        let above = std::env::temp_dir();
        sweep(&above, now);
        let failed = |error: &io::Error| TargetError::io(above.display().to_string(), error);
        let private = fs::Permissions::from_mode(0o700);
        let created = tempfile::Builder::new().prefix(PREFIX).permissions(private).tempdir_in(&above);
        let folder = created.map_err(|error| failed(&error))?;
        let lock = fs::File::create(folder.path().join(LOCK)).map_err(|error| failed(&error))?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive).map_err(|error| failed(&error.into()))?;
        fs::create_dir(folder.path().join("home")).map_err(|error| failed(&error))?;
        Ok(Self { folder, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file that only this user can read.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), TargetError> {
        use io::Write as _;
        let path = self.path().join(name);
        let opened = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path);
        let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|error| TargetError::io(path.display().to_string(), &error))
    }

    /// Returns the text of a file; `None` if there is none.
    pub(super) fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path().join(name)).ok()
    }
}

/// Removes the folders of dead processes; they may hold a private key.
fn sweep(above: &Path, now: SystemTime) {
    let Ok(entries) = fs::read_dir(above) else { return };
    let is_own =
        |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(PREFIX));
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()).filter(is_own) {
        let is_old = fs::symlink_metadata(&path).is_ok_and(|found| {
            let age = found.modified().ok().and_then(|modified| now.duration_since(modified).ok());
            let is_ours = found.uid() == rustix::process::getuid().as_raw();
            found.is_dir() && is_ours && age.is_some_and(|age| age > YOUNG)
        });
        if !is_old {
            continue;
        }
        // Somebody who still works holds the lock.
        let lock = fs::File::open(path.join(LOCK));
        if lock.is_ok_and(|lock| flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_of_a_dead_process_is_removed_and_one_in_use_stays() {
        let above = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let path = above.path().join(name);
            fs::create_dir(&path).unwrap();
            (fs::File::create(path.join(LOCK)).unwrap(), path)
        };
        let (dead, used) = (make("motherlode-git-dead"), make("motherlode-git-used"));
        let (other, later) = (make("other"), SystemTime::now() + Duration::from_secs(120));
        flock(&used.0, FlockOperation::NonBlockingLockExclusive).unwrap();
        sweep(above.path(), SystemTime::now());
        assert!(dead.1.exists(), "it may be about to lock its file");
        sweep(above.path(), later);
        assert!(!dead.1.exists() && used.1.exists() && other.1.exists());
        drop(used.0);
        sweep(above.path(), later);
        assert!(!used.1.exists());
    }

    #[test]
    fn folder_is_private_and_removed_at_the_end() {
        let folder = WorkFolder::new(SystemTime::now()).unwrap();
        let path = folder.path().to_owned();
        folder.write("key", "secret").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(&path.join("key"))), (0o700, 0o600));
        drop(folder);
        assert!(!path.exists());
    }
}
