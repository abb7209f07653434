//! Installs the unpacked files and moves existing ones aside.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use anyhow::Context;
use shared::domain::now;

use crate::command::backup::manifest;

/// Moves the files of `fresh` into `data_dir`; returns where existing files were moved, if any.
pub(crate) fn into_place(fresh: &Path, data_dir: &Path) -> anyhow::Result<Option<PathBuf>> {
    let aside = data_dir.join(format!("replaced-{}", now().format("%Y%m%d-%H%M%S%.3f")));
    let mut is_used = false;
    let database = manifest::DATABASE;
    let (log, index) = (format!("{database}-wal"), format!("{database}-shm"));
    for name in [database, &log, &index, manifest::SECRET, manifest::UPLOADS] {
        let old = data_dir.join(name);
        if old.exists() {
            fs::create_dir_all(&aside)?;
            is_used = true;
            fs::rename(&old, aside.join(name)).with_context(|| format!("{} cannot be moved aside", old.display()))?;
        }
    }
    // The database is last: without it, a directory is not an installation.
    for name in [manifest::UPLOADS, manifest::SECRET, database] {
        let new = fresh.join(name);
        if new.exists() {
            fs::rename(&new, data_dir.join(name)).with_context(|| format!("{name} cannot be put in place"))?;
        }
    }
    File::open(data_dir)?.sync_all()?;
    Ok(is_used.then_some(aside))
}
