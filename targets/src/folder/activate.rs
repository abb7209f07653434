//! Points `current` at a release in one step, and removes old releases.

use std::{
    fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    time::SystemTime,
};

use super::{
    place::{CURRENT, RELEASES, check_links, remove_file, remove_folder, sync},
    publish::is_in_the_way,
};
use crate::{Release, TargetError, owner, release::check_id};

pub(super) fn activate(base: &Path, release: &Release, keep: u32) -> Result<(), TargetError> {
    let place = base.display().to_string();
    check_links(base, &Path::new(RELEASES).join(&release.id))?;
    let gone = || TargetError::Gone { release: release.id.clone(), place: place.clone() };
    let mark = fs::read(base.join(owner::FILE)).map_err(|_| gone())?;
    owner::check(&mark, &release.site, &place)?;
    if !base.join(RELEASES).join(&release.id).is_dir() {
        return Err(gone());
    }
    switch(base, &release.id)?;
    prune(base, &release.id, keep)
}

fn switch(base: &Path, id: &str) -> Result<(), TargetError> {
    let current = base.join(CURRENT);
    if is_in_the_way(&current) {
        return Err(TargetError::InTheWay(current.display().to_string()));
    }
    let temporary = base.join(".current");
    let switched = remove_file(&temporary)
        .and_then(|()| symlink(Path::new(RELEASES).join(id), &temporary))
        .and_then(|()| fs::rename(&temporary, &current));
    switched.map_err(|error| TargetError::io(current.display().to_string(), &error))?;
    sync(base)
}

/// Removes all but the newest releases and the live one, and what crashes left.
fn prune(base: &Path, live: &str, keep: u32) -> Result<(), TargetError> {
    let releases = base.join(RELEASES);
    let failed = |error: &io::Error| TargetError::io(releases.display().to_string(), error);
    let mut complete: Vec<(SystemTime, PathBuf)> = Vec::new();
    for entry in fs::read_dir(&releases).map_err(|error| failed(&error))? {
        let entry = entry.map_err(|error| failed(&error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if name.starts_with(".file-") {
            remove_file(&entry.path()).map_err(|error| failed(&error))?;
        } else if is_folder && (name.starts_with(".partial-") || name == ".old") {
            fs::remove_dir_all(entry.path()).map_err(|error| failed(&error))?;
        } else if is_folder && name != live && check_id("release id", &name).is_ok() {
            let time = entry.metadata().and_then(|found| found.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            complete.push((time, entry.path()));
        }
    }
    complete.sort();
    let old = complete.len().saturating_sub(keep.saturating_sub(1) as usize);
    complete.iter().take(old).try_for_each(|(_, path)| remove_folder(path, &releases.join(".old")))
}
