//! Folder of models: one installation at a time, and a model appears only when it is complete.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::ErrorKind,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use workers::models;

/// Prefix of folders that are not complete models.
const UNDER_WAY: &str = ".under-way-";

/// Lock on the folder of models.
#[derive(Debug)]
pub(super) struct Place {
    models: PathBuf,
    _lock: File,
}

/// A temporary folder that is deleted unless it is installed.
#[derive(Debug)]
pub(super) struct Fresh {
    dir: PathBuf,
}

impl Place {
    /// Creates the folder if necessary and locks it. Deletes what a killed installation has left.
    pub(super) fn take(data_dir: &Path) -> anyhow::Result<Self> {
        let models = models::folder(data_dir);
        make(data_dir)?;
        make(&models)?;
        let file = models.join(".lock");
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(&file);
        let lock = lock.with_context(|| format!("{} cannot be written", models.display()))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another `motherlode model` is at work in {}", models.display()),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("{} cannot be locked", file.display()));
            }
        }
        let place = Self { models, _lock: lock };
        place.sweep()?;
        Ok(place)
    }

    /// Folder of a model by name.
    fn of(&self, name: &str) -> PathBuf {
        self.models.join(name)
    }

    /// Creates an empty folder next to the models.
    pub(super) fn fresh(&self) -> anyhow::Result<Fresh> {
        let dir = self.models.join(format!("{UNDER_WAY}{}", shared::domain::new_id()));
        make(&dir)?;
        Ok(Fresh { dir })
    }

    /// Moves a complete model to its name, replacing an existing one; returns whether there was one.
    pub(super) fn put(&self, fresh: Fresh, name: &str) -> anyhow::Result<bool> {
        let (target, aside) = (self.of(name), self.fresh()?);
        let was_there = target.exists();
        if was_there {
            rename(&target, &aside.dir.join(name))?;
        }
        if let Err(error) = rename(&fresh.dir, &target) {
            if was_there {
                rename(&aside.dir.join(name), &target)?;
            }
            return Err(error);
        }
        self.settle()?;
        Ok(was_there)
    }

    /// Deletes a model atomically; returns whether it existed.
    pub(super) fn remove(&self, name: &str) -> anyhow::Result<bool> {
        let aside = self.fresh()?;
        if !self.of(name).is_dir() {
            return Ok(false);
        }
        rename(&self.of(name), &aside.dir.join(name))?;
        self.settle()?;
        Ok(true)
    }

    /// Syncs the folder, so that names survive a power failure.
    fn settle(&self) -> anyhow::Result<()> {
        Ok(File::open(&self.models)?.sync_all()?)
    }

    /// With the lock held, temporary folders are abandoned.
    fn sweep(&self) -> anyhow::Result<()> {
        for entry in fs::read_dir(&self.models)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(UNDER_WAY) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }
}

impl Fresh {
    /// The folder.
    pub(super) fn path(&self) -> &Path {
        &self.dir
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        // An installed folder has been renamed by now.
        let _gone = fs::remove_dir_all(&self.dir);
    }
}

fn make(dir: &Path) -> anyhow::Result<()> {
    match DirBuilder::new().mode(0o700).recursive(true).create(dir) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!("{} is no directory", dir.display()),
        made => made.with_context(|| format!("{} cannot be made", dir.display())),
    }
}

fn rename(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::rename(from, to).with_context(|| format!("{} cannot be moved to {}", from.display(), to.display()))
}
