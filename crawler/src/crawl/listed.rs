//! URLs that sitemaps list, which pages may link to as well.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use xxhash_rust::xxh3::xxh3_64;

use crate::disk::Table;

/// The URLs listed in the sitemaps of a crawl, as hashes on disk.
#[derive(Debug)]
pub struct Listed(Table<8>);

impl Listed {
    /// Reads those of a crawl from its folder; none if it read no sitemap.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(state: &Path) -> io::Result<Self> {
        let mut listed = Table::create(state)?;
        let mut file = match File::open(file(state)) {
            Ok(file) => BufReader::new(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self(listed)),
            Err(error) => return Err(error),
        };
        let mut hash = [0; 8];
        loop {
            match file.read_exact(&mut hash) {
                Ok(()) => listed.insert(u64::from_le_bytes(hash))?,
                // A crawl that was killed may have written a part of the last one.
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(Self(listed)),
                Err(error) => return Err(error),
            };
        }
    }

    /// Returns true if a sitemap lists the URL, which is in normal form.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn has(&self, url: &str) -> io::Result<bool> {
        Ok(!self.0.is_empty() && self.0.find(xxh3_64(url.as_bytes()))?.is_some())
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
        let has = |url: &str| Listed::read(dir.path()).unwrap().has(url).unwrap();
        assert!(!has("https://example.com/"));
        append(dir.path(), &["https://example.com/".to_owned()]).unwrap();
        append(dir.path(), &["https://example.com/a".to_owned(), "https://example.com/".to_owned()]).unwrap();
        assert!(has("https://example.com/") && has("https://example.com/a"));
        assert!(!has("https://example.com/b"));
    }
}
