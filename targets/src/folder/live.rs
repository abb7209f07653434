//! The files that a web server serves from a folder of this machine.
//!
//! No symbolic link is followed below the folder. A file is replaced by a rename, so that visitors get the old or the
//! new bytes, and its mode stays. Between the last comparison and the rename is a moment in which the change of somebody
//! else would be lost: file systems have no rename on condition.

use std::{
    fs,
    io::{self, Read as _},
    os::unix::fs::OpenOptionsExt as _,
    path::{Path, PathBuf},
};

use futures::FutureExt as _;
use rustix::fs::OFlags;

use super::{
    blocking,
    place::{check_links, create, remove_file, resolve, stage, sync},
    test,
};
use crate::{
    Environment, FolderSettings, TargetError,
    access::{
        AccessTested, Listing, LiveFile,
        file::{Item, LONGEST_FILE, Need, Temporary, check_path, check_size, compare, parent, walk},
    },
    blobs::sha256,
};

/// The files of a folder.
pub(crate) struct FolderFiles {
    settings: FolderSettings,
    environment: Environment,
}

impl FolderFiles {
    pub(crate) const fn new(settings: FolderSettings, environment: Environment) -> Self {
        Self { settings, environment }
    }

    /// Checks that the operator allows the folder.
    pub(crate) fn check(&self) -> Result<(), TargetError> {
        resolve(&self.settings.path, "", &self.environment.folders).map(drop)
    }

    /// Checks that files in the folder can be written.
    pub(crate) async fn test(&self) -> Result<AccessTested, TargetError> {
        let root = self.root()?;
        let tested = blocking(move || test::test(&root)).await?;
        Ok(AccessTested { detail: tested.detail, settings: None })
    }

    pub(crate) async fn list(&self, folder: &str, most: usize) -> Result<Listing, TargetError> {
        let root = self.root()?;
        let open = |folder: String| {
            let root = root.clone();
            blocking(move || items(&root, &folder)).boxed()
        };
        walk(folder, most, open).await
    }

    pub(crate) async fn read(&self, path: &str) -> Result<Option<LiveFile>, TargetError> {
        let (root, path) = (self.root()?, path.to_owned());
        blocking(move || Ok(find(&root, &path)?.map(|found| found.file))).await
    }

    pub(crate) async fn replace(&self, path: &str, bytes: &[u8], expected: &str) -> Result<String, TargetError> {
        let (root, path, bytes, expected) = (self.root()?, path.to_owned(), bytes.to_vec(), expected.to_owned());
        blocking(move || replace(&root, &path, &bytes, &expected)).await
    }

    pub(crate) async fn create(&self, path: &str, bytes: &[u8]) -> Result<String, TargetError> {
        let (root, path, bytes) = (self.root()?, path.to_owned(), bytes.to_vec());
        blocking(move || create_file(&root, &path, &bytes)).await
    }

    pub(crate) async fn remove(&self, path: &str, expected: &str) -> Result<(), TargetError> {
        let (root, path, expected) = (self.root()?, path.to_owned(), expected.to_owned());
        blocking(move || remove(&root, &path, &expected)).await
    }

    /// Returns the folder, which must exist.
    fn root(&self) -> Result<PathBuf, TargetError> {
        let root = resolve(&self.settings.path, "", &self.environment.folders)?;
        if root.is_dir() { Ok(root) } else { Err(TargetError::Missing(root.display().to_string())) }
    }
}

/// A file and what stays when it is replaced.
struct Found {
    file: LiveFile,
    metadata: fs::Metadata,
}

/// Returns a regular file inside the root; `None` if there is none.
fn find(root: &Path, path: &str) -> Result<Option<Found>, TargetError> {
    check_links(root, Path::new(parent(path)))?;
    let (target, place) = (root.join(path), shown(root, path));
    let failed = |error: &io::Error| TargetError::io(place.clone(), error);
    match fs::symlink_metadata(&target) {
        Ok(found) if found.is_symlink() => return Err(TargetError::Path(path.to_owned())),
        Ok(found) if !found.is_file() => return Err(TargetError::InTheWay(place)),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(&error)),
    }
    // What was a file a moment ago may be a link or a pipe now.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let opened = fs::OpenOptions::new().read(true).custom_flags(flags).open(&target);
    let file = opened.map_err(|error| failed(&error))?;
    let metadata = file.metadata().map_err(|error| failed(&error))?;
    if !metadata.is_file() {
        return Err(TargetError::InTheWay(place));
    }
    check_size(&place, metadata.len())?;
    let mut bytes = Vec::new();
    file.take(LONGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    check_size(&place, bytes.len() as u64)?;
    Ok(Some(Found { file: LiveFile::new(bytes), metadata }))
}

fn replace(root: &Path, path: &str, bytes: &[u8], expected: &str) -> Result<String, TargetError> {
    let (found, wanted, place) = (find(root, path)?, sha256(bytes), shown(root, path));
    let need = |found: Option<&Found>| {
        compare(&place, found.map(|found| found.file.version.as_str()), Some(expected), Some(&wanted))
    };
    if need(found.as_ref())? == Need::Nothing {
        return Ok(wanted);
    }
    let temporary = write(root, path, bytes, &wanted, found.as_ref().map(|found| &found.metadata))?;
    // Again, since the write took time.
    let checked = find(root, path).and_then(|found| need(found.as_ref()));
    let renamed = checked
        .and_then(|_| fs::rename(&temporary, root.join(path)).map_err(|error| TargetError::io(place.clone(), &error)));
    if let Err(error) = renamed {
        let _ = remove_file(&temporary);
        return Err(error);
    }
    sync(&root.join(parent(path)))?;
    Ok(wanted)
}

fn create_file(root: &Path, path: &str, bytes: &[u8]) -> Result<String, TargetError> {
    let (wanted, place) = (sha256(bytes), shown(root, path));
    let need = || compare(&place, find(root, path)?.map(|found| found.file.version).as_deref(), None, Some(&wanted));
    if need()? == Need::Nothing {
        return Ok(wanted);
    }
    create(root, Path::new(parent(path)))?;
    let temporary = write(root, path, bytes, &wanted, None)?;
    // A second name, unlike a rename, never replaces what somebody else created in the meantime.
    let linked = fs::hard_link(&temporary, root.join(path));
    let _ = remove_file(&temporary);
    match linked {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            need()?;
        }
        linked => linked.map_err(|error| TargetError::io(place.clone(), &error))?,
    }
    sync(&root.join(parent(path)))?;
    Ok(wanted)
}

fn remove(root: &Path, path: &str, expected: &str) -> Result<(), TargetError> {
    let (found, place) = (find(root, path)?, shown(root, path));
    if compare(&place, found.map(|found| found.file.version).as_deref(), Some(expected), None)? == Need::Nothing {
        return Ok(());
    }
    remove_file(&root.join(path)).map_err(|error| TargetError::io(place, &error))?;
    sync(&root.join(parent(path)))
}

/// Writes the bytes beside the file, and removes what interrupted attempts left there.
fn write(
    root: &Path, path: &str, bytes: &[u8], version: &str, like: Option<&fs::Metadata>,
) -> Result<PathBuf, TargetError> {
    let (folder, names) = (root.join(parent(path)), Temporary::new(path, version));
    let temporary = folder.join(&names.name);
    let cleared = fs::read_dir(&folder).and_then(|entries| {
        entries
            .filter_map(Result::ok)
            .filter(|entry| names.is_left_over(&entry.file_name().to_string_lossy()))
            .try_for_each(|entry| remove_file(&entry.path()))
    });
    let staged = cleared.and_then(|()| stage(&temporary, bytes, like));
    staged.map_err(|error| {
        let _ = remove_file(&temporary);
        TargetError::io(shown(root, path), &error)
    })?;
    Ok(temporary)
}

/// Returns the folders and regular files in a folder; one that does not exist is empty.
fn items(root: &Path, folder: &str) -> Result<Vec<(String, Item)>, TargetError> {
    if !folder.is_empty() {
        check_path(folder)?;
    }
    check_links(root, Path::new(folder))?;
    let failed = |error: &io::Error| TargetError::io(shown(root, folder), error);
    let entries = match fs::read_dir(root.join(folder)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(&error)),
    };
    let mut items = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| failed(&error))?;
        let (Ok(name), Ok(found)) = (entry.file_name().into_string(), entry.metadata()) else { continue };
        if found.is_dir() {
            items.push((name, Item::Folder));
        } else if found.is_file() {
            items.push((name, Item::File(found.len())));
        }
    }
    Ok(items)
}

fn shown(root: &Path, path: &str) -> String {
    root.join(path).display().to_string()
}
