//! The folder of models: one installation at a time, which shows only when it is whole.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::ErrorKind,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use workers::models;

/// What begins the names of folders that are no models yet, or no longer.
const UNDER_WAY: &str = ".under-way-";

/// The folder of models, held for this process.
#[derive(Debug)]
pub(super) struct Place {
    models: PathBuf,
    _lock: File,
}

/// A folder that is deleted with all that is in it, unless it was put in place.
#[derive(Debug)]
pub(super) struct Fresh {
    dir: PathBuf,
}

impl Place {
    /// Makes the folder if need be and takes it. What a killed installation has left is deleted.
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

    /// Where a model of this name is, or will be.
    fn of(&self, name: &str) -> PathBuf {
        self.models.join(name)
    }

    /// An empty folder beside the models.
    pub(super) fn fresh(&self) -> anyhow::Result<Fresh> {
        let dir = self.models.join(format!("{UNDER_WAY}{}", shared::domain::new_id()));
        make(&dir)?;
        Ok(Fresh { dir })
    }

    /// Shows a whole model under its name, in place of one that was there; answers whether one was.
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

    /// Deletes a model at one stroke; answers whether it was there.
    pub(super) fn remove(&self, name: &str) -> anyhow::Result<bool> {
        let aside = self.fresh()?;
        if !self.of(name).is_dir() {
            return Ok(false);
        }
        rename(&self.of(name), &aside.dir.join(name))?;
        self.settle()?;
        Ok(true)
    }

    /// Makes names last through a power cut.
    fn settle(&self) -> anyhow::Result<()> {
        Ok(File::open(&self.models)?.sync_all()?)
    }

    /// With the lock held, what is under way is nobody's.
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
        // In place, it has another name by now.
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
