//! URLs that sitemaps list, which pages may link to as well.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use xxhash_rust::xxh3::xxh3_64;

/// The URLs listed in the sitemaps of a crawl, as hashes.
#[derive(Debug, Default)]
pub struct Listed(HashSet<u64>);

impl Listed {
    /// Reads those of a crawl from its folder; none if it read no sitemap.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(state: &Path) -> io::Result<Self> {
        let bytes = match fs::read(file(state)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let (hashes, _) = bytes.as_chunks();
        Ok(Self(hashes.iter().map(|hash| u64::from_le_bytes(*hash)).collect()))
    }

    /// Returns true if a sitemap lists the URL, which is in normal form.
    #[must_use]
    pub fn has(&self, url: &str) -> bool {
        self.0.contains(&xxh3_64(url.as_bytes()))
    }
}

/// Appends URLs of a sitemap. A sitemap that is read again repeats its URLs, which changes nothing.
pub(super) fn append(state: &Path, urls: &[String]) -> io::Result<()> {
    let bytes: Vec<u8> = urls.iter().flat_map(|url| xxh3_64(url.as_bytes()).to_le_bytes()).collect();
    open(state)?.write_all(&bytes)
}

fn open(state: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(file(state))
}

fn file(state: &Path) -> PathBuf {
    state.join("listed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_urls_are_found_and_others_are_not() {
        let dir = tempfile::tempdir().unwrap();
        assert!(!Listed::read(dir.path()).unwrap().has("https://example.com/"));
        append(dir.path(), &["https://example.com/".to_owned()]).unwrap();
        append(dir.path(), &["https://example.com/a".to_owned(), "https://example.com/".to_owned()]).unwrap();
        let listed = Listed::read(dir.path()).unwrap();
        assert!(listed.has("https://example.com/") && listed.has("https://example.com/a"));
        assert!(!listed.has("https://example.com/b"));
    }
}
