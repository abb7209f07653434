//! Where a site is written: inside a folder that the operator allows, and never through a symlink.

use std::{
    fs, io,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Component, Path, PathBuf},
};

use crate::{TargetError, settings::fill};

/// Name of the symlink that is served.
pub(super) const CURRENT: &str = "current";
/// Name of the folder of releases.
pub(super) const RELEASES: &str = "releases";

/// Mode of new folders and files: the web server, which is another user, must read them. The process's own mask is for its
/// data directory, not for websites.
const FOLDER_MODE: u32 = 0o755;
const FILE_MODE: u32 = 0o644;

/// Returns the folder of a site. It need not exist.
///
/// # Errors
/// Returns [`TargetError::Settings`] if it is outside the folders that the operator allows, or a part of it is a symlink.
pub(super) fn resolve(template: &str, slug: &str, roots: &[PathBuf]) -> Result<PathBuf, TargetError> {
    let path = PathBuf::from(fill(template, slug));
    let refused = |detail: String| Err(TargetError::setting("path", detail));
    if path.components().any(|part| !matches!(part, Component::RootDir | Component::Normal(_))) {
        return refused("Enter an absolute path without . and ..".to_owned());
    }
    for root in roots {
        let Ok(real) = root.canonicalize() else { continue };
        let inside = [root, &real].into_iter().find_map(|root| path.strip_prefix(root).ok());
        let Some(inside) = inside.filter(|inside| !inside.as_os_str().is_empty()) else { continue };
        check_links(&real, inside)?;
        return Ok(real.join(inside));
    }
    let names: Vec<String> = roots.iter().map(|root| root.display().to_string()).collect();
    let listed = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    refused(format!(
        "Choose a folder inside one that the operator allows with MOTHERLODE_DEPLOY_FOLDERS. Allowed: {listed}."
    ))
}

/// Checks that no part below a folder is a symlink or a file. Parts need not exist.
pub(super) fn check_links(root: &Path, inside: &Path) -> Result<(), TargetError> {
    let mut path = root.to_owned();
    for part in inside.components() {
        path.push(part);
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(TargetError::InTheWay(format!("{} is not a folder; it", path.display()))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(TargetError::io(path.display().to_string(), &error)),
        }
    }
    Ok(())
}

/// Creates a folder and the folders above it, never through a symlink, and makes each lasting.
pub(super) fn create(root: &Path, inside: &Path) -> Result<(), TargetError> {
    check_links(root, inside)?;
    let mut path = root.to_owned();
    for part in inside.components() {
        let above = path.clone();
        path.push(part);
        match fs::create_dir(&path) {
            Ok(()) => {
                open_to_readers(&path);
                sync(&above)?;
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(TargetError::io(path.display().to_string(), &error)),
        }
    }
    check_links(root, inside)
}

/// Lets everybody read a new folder. A set-group-ID bit that it has from the folder above stays.
fn open_to_readers(folder: &Path) {
    // Some file systems have no modes: their mount options decide who reads.
    let _ = fs::metadata(folder).and_then(|found| {
        let mode = (found.permissions().mode() & 0o7777) | FOLDER_MODE;
        fs::set_permissions(folder, fs::Permissions::from_mode(mode))
    });
}

/// Makes the entries of a folder lasting.
pub(super) fn sync(folder: &Path) -> Result<(), TargetError> {
    let synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| TargetError::io(folder.display().to_string(), &error))
}

/// Writes a file in one step: under a temporary path, then renamed, both lasting.
pub(super) fn write(path: &Path, temporary: &Path, bytes: &[u8]) -> Result<(), TargetError> {
    let written = stage(temporary, bytes, None).and_then(|()| fs::rename(temporary, path));
    written.map_err(|error| {
        let _ = remove_file(temporary);
        TargetError::io(path.display().to_string(), &error)
    })
}

/// Writes a new file under a temporary path, lasting, with the mode of another file where there is one; otherwise
/// everybody may read it.
pub(super) fn stage(temporary: &Path, bytes: &[u8], like: Option<&fs::Metadata>) -> io::Result<()> {
    use io::Write as _;
    remove_file(temporary)?;
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(temporary)?;
    file.write_all(bytes)?;
    if let Some(like) = like {
        // Only the administrator may give files away; the mode is what the web server needs.
        let _ = std::os::unix::fs::fchown(&file, Some(like.uid()), Some(like.gid()));
        file.set_permissions(like.permissions())?;
    } else {
        // As for folders.
        let _ = file.set_permissions(fs::Permissions::from_mode(FILE_MODE));
    }
    file.sync_all()
}

/// Removes a file or a symlink, if there is one.
pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Removes a folder in a way that no half of it has a name that is used: it is renamed first.
pub(super) fn remove_folder(path: &Path, grave: &Path) -> Result<(), TargetError> {
    let failed = |error: &io::Error| TargetError::io(path.display().to_string(), error);
    if fs::symlink_metadata(grave).is_ok() {
        fs::remove_dir_all(grave).map_err(|error| failed(&error))?;
    }
    match fs::rename(path, grave) {
        Ok(()) => fs::remove_dir_all(grave).map_err(|error| failed(&error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(failed(&error)),
    }
}
