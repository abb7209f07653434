//! Files of a live website, as all kinds of access return them.

use std::collections::BTreeSet;

use futures::future::BoxFuture;

use crate::{
    TargetError,
    blobs::sha256,
    release::{OWN, is_safe},
};

/// Maximum bytes of a file that is read or written: more than any page that can be edited.
pub const LONGEST_FILE: u64 = 8 << 20;
/// Maximum number of files of a commit.
pub const MOST_CHANGES: usize = 2_000;

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveFile {
    /// Bytes.
    pub bytes: Vec<u8>,
    /// Version: SHA-256 of the bytes in lower-case hexadecimal, for every kind of access.
    pub version: String,
}

impl LiveFile {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { version: sha256(&bytes), bytes }
    }
}

/// Files below a folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Regular files, sorted by path. Symbolic links are not followed.
    pub files: Vec<Entry>,
    /// True if there are more files.
    pub is_cut: bool,
}

/// A file of a listing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Path below the root of the website, without a slash at its start.
    pub path: String,
    /// Bytes.
    pub size: u64,
}

impl Listing {
    /// Sorts the files and keeps at most so many.
    pub(crate) fn new(mut files: Vec<Entry>, most: usize, is_cut: bool) -> Self {
        files.retain(|file| check_path(&file.path).is_ok());
        files.sort();
        let is_cut = is_cut || files.len() > most;
        files.truncate(most);
        Self { files, is_cut }
    }
}

/// A change of one file in a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Path below the root of the website, without a slash at its start.
    pub path: String,
    /// New bytes; `None` to remove the file.
    pub bytes: Option<Vec<u8>>,
    /// Version that the change was prepared for; `None` if the file must not exist.
    pub expected: Option<String>,
}

/// What to do with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Nothing: an earlier attempt did it.
    Nothing,
    /// The change.
    Change,
}

/// Compares what is there with what a change expects and wants. Repeating a completed change needs nothing.
///
/// # Errors
/// Returns [`TargetError::Changed`] if somebody else changed the file.
pub(crate) fn compare(
    place: &str, found: Option<&str>, expected: Option<&str>, wanted: Option<&str>,
) -> Result<Need, TargetError> {
    match () {
        () if found == wanted => Ok(Need::Nothing),
        () if found == expected => Ok(Need::Change),
        () => Err(TargetError::Changed(place.to_owned())),
    }
}

/// Something in a folder: a folder, or a regular file with its bytes. Nothing else is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Item {
    Folder,
    File(u64),
}

/// Maximum number of folders of a listing.
const MOST_FOLDERS: usize = 20_000;

/// Lists the files below a folder, folder by folder in the order of their paths.
pub(crate) async fn walk<'a>(
    folder: &str, most: usize, open: impl Fn(String) -> BoxFuture<'a, Result<Vec<(String, Item)>, TargetError>>,
) -> Result<Listing, TargetError> {
    let mut waiting = BTreeSet::from([folder.to_owned()]);
    let (mut files, mut opened) = (Vec::new(), 0);
    while let Some(folder) = waiting.pop_first() {
        if files.len() > most || opened >= MOST_FOLDERS {
            return Ok(Listing::new(files, most, true));
        }
        opened += 1;
        for (name, item) in open(folder.clone()).await? {
            let path = join(&folder, &name);
            match item {
                _ if check_path(&path).is_err() => {}
                Item::Folder => drop(waiting.insert(path)),
                Item::File(size) => files.push(Entry { path, size }),
            }
        }
    }
    Ok(Listing::new(files, most, false))
}

/// Joins two paths with a slash; either may be empty.
pub(crate) fn join(folder: &str, name: &str) -> String {
    match (folder, name) {
        ("", _) => name.to_owned(),
        (_, "") => folder.to_owned(),
        _ => format!("{}/{name}", folder.trim_end_matches('/')),
    }
}

/// Returns the folder of a path; empty for the root.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Name of a file while it is written, beside its final name.
pub(crate) struct Temporary {
    /// Start of all temporary names of a path.
    pub(crate) start: String,
    /// Name for these bytes, so that two writers never share one.
    pub(crate) name: String,
}

impl Temporary {
    pub(crate) fn new(path: &str, version: &str) -> Self {
        let of_path = sha256(path.as_bytes());
        let start = format!("{OWN}-{}-", of_path.get(..16).unwrap_or_default());
        let name = format!("{start}{}", version.get(..16).unwrap_or_default());
        Self { start, name }
    }

    /// Returns true for a name that an interrupted attempt with other bytes left.
    pub(crate) fn is_left_over(&self, name: &str) -> bool {
        name != self.name && name.starts_with(&self.start)
    }
}

/// Checks a path below the root of a website.
///
/// # Errors
/// Returns [`TargetError::Path`] if it leaves the root, or names a file of this product or of Git.
pub(crate) fn check_path(path: &str) -> Result<(), TargetError> {
    let is_git = |name: &str| name.eq_ignore_ascii_case(".git");
    if is_safe(path) && !path.split('/').any(is_git) {
        return Ok(());
    }
    Err(TargetError::Path(crate::error::short(path)))
}

/// Checks the number of bytes of a file.
///
/// # Errors
/// Returns [`TargetError::TooLarge`] if there are more than [`LONGEST_FILE`].
pub(crate) fn check_size(place: &str, size: u64) -> Result<(), TargetError> {
    if size <= LONGEST_FILE {
        return Ok(());
    }
    Err(TargetError::TooLarge { place: place.to_owned(), most: LONGEST_FILE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_outside_the_root_or_of_git_is_refused() {
        for path in
            ["", "/a", "../a", "a/../../b", "a//b", "a\\b", "a\0b", ".git/config", "a/.GIT/hooks/x", ".motherlode-x"]
        {
            assert_eq!(check_path(path).unwrap_err().kind(), "path", "{path:?}");
        }
        for path in ["index.html", "a/b c/ä.html", ".htaccess", ".well-known/x", "_redirects", ".github/x", "a.git/x"]
        {
            assert_eq!(check_path(path), Ok(()), "{path}");
        }
    }

    #[test]
    fn comparison_knows_repeated_and_foreign_changes() {
        let compare = |found, expected, wanted| compare("a.html", found, expected, wanted);
        assert_eq!(compare(Some("1"), Some("1"), Some("2")), Ok(Need::Change));
        assert_eq!(compare(Some("2"), Some("1"), Some("2")), Ok(Need::Nothing));
        assert_eq!(compare(None, Some("1"), None), Ok(Need::Nothing));
        assert_eq!(compare(None, None, Some("1")), Ok(Need::Change));
        for (found, expected, wanted) in [
            (Some("3"), Some("1"), Some("2")),
            (None, Some("1"), Some("2")),
            (Some("3"), None, Some("1")),
            (Some("3"), Some("1"), None),
        ] {
            assert_eq!(compare(found, expected, wanted).unwrap_err().kind(), "changed");
        }
    }
}
