//! Sitemaps that could not be read.

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Sitemaps of a crawl that are named at most.
const MOST: usize = 100;

/// Returns the sitemaps of a crawl that could not be read, from its folder: address and reason, such as
/// `https://example.com/sitemap.xml 404`, at most 100, in alphabetical order.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn unread_sitemaps(state: &Path) -> io::Result<Vec<String>> {
    let lines = match fs::read_to_string(file(state)) {
        Ok(lines) => lines,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    // A crawl that resumes reads the sitemaps again, and names them again.
    let lines: BTreeSet<&str> = lines.lines().collect();
    Ok(lines.into_iter().take(MOST).map(str::to_owned).collect())
}

/// Appends a sitemap with the reason why it could not be read.
pub(super) fn append(state: &Path, sitemap: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(file(state))?;
    file.write_all(format!("{sitemap}\n").as_bytes())
}

fn file(state: &Path) -> PathBuf {
    state.join("unread-sitemaps")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sitemaps_are_named_once_in_alphabetical_order() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(unread_sitemaps(dir.path()).unwrap(), [] as [&str; 0]);
        for sitemap in
            ["https://example.com/b.xml 404", "https://example.com/a.xml 500", "https://example.com/b.xml 404"]
        {
            append(dir.path(), sitemap).unwrap();
        }
        let expected = ["https://example.com/a.xml 500", "https://example.com/b.xml 404"];
        assert_eq!(unread_sitemaps(dir.path()).unwrap(), expected);
    }
}
