//! A release and its check: no path of a manifest can leave the place of the release.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// Maximum number of files. Limit of Cloudflare Pages.
pub const MOST_FILES: usize = 20_000;
/// Maximum bytes of a file. Limit of Cloudflare Pages.
pub const MOST_BYTES: u64 = 25 << 20;
/// Maximum bytes of all files.
const MOST_TOTAL: u64 = 2 << 30;
/// Longest path in bytes: with a prefix it fits the 1,024 bytes of an S3 key.
const LONGEST_PATH: usize = 700;
/// Longest name between two slashes in bytes, as of common file systems, less room for a suffix.
const LONGEST_NAME: usize = 200;
/// Name that this product keeps for its own files.
pub(crate) const OWN: &str = ".motherlode";
/// Home page, which every release has.
pub(crate) const HOME: &str = "index.html";

/// The site that a release belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SiteKey {
    /// Id, which never changes: a place of one site refuses every other.
    pub id: String,
    /// Replaces `{site}` in settings; lower-case letters, digits and hyphens.
    pub slug: String,
}

/// A file of a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReleaseFile {
    /// Path without a slash at its start, such as `areas/tulsa/index.html`.
    pub path: String,
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    pub sha256: String,
    /// Bytes.
    pub size: u64,
    /// Content type, such as `text/html; charset=utf-8`.
    pub content_type: String,
}

impl ReleaseFile {
    /// Returns true for a page.
    pub(crate) fn is_page(&self) -> bool {
        self.content_type.starts_with("text/html")
    }
}

/// A version of a site that is deployed as a whole. It never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// Id: letters, digits, hyphens and underscores.
    pub id: String,
    /// Site.
    pub site: SiteKey,
    /// Files.
    pub files: Vec<ReleaseFile>,
}

/// Why a release cannot be deployed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReleaseError {
    /// An id or slug has characters that a path may not have.
    #[error("the {0} may have at most 64 letters, digits, hyphens and underscores")]
    Id(&'static str),
    /// No home page.
    #[error("it has no index.html")]
    NoHome,
    /// Too many files.
    #[error("it has {0} files; at most 20,000 can be deployed")]
    TooManyFiles(usize),
    /// A file is too large.
    #[error("the file {0} is larger than 25 MiB")]
    TooLarge(String),
    /// All files are too large.
    #[error("its files are larger than 2 GiB together")]
    TooLargeTogether,
    /// A path leaves the release, or cannot be stored everywhere.
    #[error("the path {0} is not allowed")]
    Path(String),
    /// A path appears twice, or is both a file and a folder.
    #[error("the path {0} appears twice")]
    Twice(String),
    /// A digest is not one.
    #[error("the digest of {0} is not a SHA-256")]
    Digest(String),
    /// A content type is not one.
    #[error("the content type of {0} is not allowed")]
    ContentType(String),
}

impl Release {
    /// Checks ids, paths, digests, content types and limits.
    ///
    /// # Errors
    /// Returns the first [`ReleaseError`].
    pub fn check(&self) -> Result<(), ReleaseError> {
        check_id("release id", &self.id)?;
        check_id("site id", &self.site.id)?;
        check_slug(&self.site.slug)?;
        if self.files.len() > MOST_FILES {
            return Err(ReleaseError::TooManyFiles(self.files.len()));
        }
        for file in &self.files {
            check_file(file)?;
        }
        if self.files.iter().map(|file| file.size).sum::<u64>() > MOST_TOTAL {
            return Err(ReleaseError::TooLargeTogether);
        }
        check_tree(self.files.iter().map(|file| file.path.as_str()))
    }
}

fn check_file(file: &ReleaseFile) -> Result<(), ReleaseError> {
    if !is_safe(&file.path) {
        return Err(ReleaseError::Path(shown(&file.path)));
    }
    if !is_sha256(&file.sha256) {
        return Err(ReleaseError::Digest(shown(&file.path)));
    }
    if file.size > MOST_BYTES {
        return Err(ReleaseError::TooLarge(shown(&file.path)));
    }
    let kind = &file.content_type;
    let is_plain = kind.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if kind.len() > 200 || !kind.contains('/') || !is_plain {
        return Err(ReleaseError::ContentType(shown(&file.path)));
    }
    Ok(())
}

/// Checks that no path appears twice, none is a file and a folder, and there is a home page.
fn check_tree<'a>(paths: impl Iterator<Item = &'a str> + Clone) -> Result<(), ReleaseError> {
    let mut seen = BTreeSet::new();
    for path in paths.clone() {
        if !seen.insert(path) {
            return Err(ReleaseError::Twice(shown(path)));
        }
    }
    for path in paths {
        let folders = path.match_indices('/').filter_map(|(at, _)| path.get(..at));
        if let Some(folder) = folders.into_iter().find(|folder| seen.contains(folder)) {
            return Err(ReleaseError::Twice(shown(folder)));
        }
    }
    if seen.contains(HOME) { Ok(()) } else { Err(ReleaseError::NoHome) }
}

/// Returns true for a path that stays inside its release on every kind of target.
pub(crate) fn is_safe(path: &str) -> bool {
    path.len() <= LONGEST_PATH && !path.contains(['\\', ':']) && path.split('/').all(is_safe_name)
}

fn is_safe_name(name: &str) -> bool {
    let is_relative = matches!(name, "" | "." | "..");
    let has_control = name.chars().any(char::is_control);
    !is_relative && !has_control && name.len() <= LONGEST_NAME && !name.starts_with(OWN)
}

pub(crate) fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

pub(crate) fn check_id(what: &'static str, id: &str) -> Result<(), ReleaseError> {
    let is_plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if (1..=64).contains(&id.len()) && is_plain { Ok(()) } else { Err(ReleaseError::Id(what)) }
}

fn check_slug(slug: &str) -> Result<(), ReleaseError> {
    check_id("slug", slug)?;
    let is_plain = slug.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    if is_plain && !slug.starts_with('-') { Ok(()) } else { Err(ReleaseError::Id("slug")) }
}

/// Returns a path for a message: shortened, without control characters.
fn shown(path: &str) -> String {
    let text: String = path.chars().take(100).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    format!("'{text}'")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(paths: &[&str]) -> Release {
        let file = |path: &&str| ReleaseFile {
            path: (*path).to_owned(),
            sha256: "0".repeat(64),
            size: 1,
            content_type: "text/html".to_owned(),
        };
        let site = SiteKey { id: "w1".to_owned(), slug: "tulsa".to_owned() };
        Release { id: "r1".to_owned(), site, files: paths.iter().map(file).collect() }
    }

    #[test]
    fn path_outside_the_release_is_refused() {
        let long = "a/".repeat(400) + "b";
        let name = "a".repeat(201);
        for path in [
            "../x",
            "a/../../x",
            "/etc/passwd",
            "a\\b",
            "..\\x",
            "C:/x",
            "a\0b",
            "a\nb",
            "",
            "a//b",
            "a/",
            "./a",
            "a/.",
            ".motherlode/x",
            ".motherlode.json",
            "a/.motherlode",
            &long,
            &name,
        ] {
            assert!(matches!(release(&["index.html", path]).check(), Err(ReleaseError::Path(_))), "{path:?}");
        }
        for path in ["a/b.html", "..a", "a..b/c", ".well-known/x", "ä ö/ü%20+?#.html", "_headers"] {
            assert_eq!(release(&["index.html", path]).check(), Ok(()), "{path:?}");
        }
    }

    #[test]
    fn path_that_appears_twice_is_refused() {
        let twice = |path: &str| Err(ReleaseError::Twice(format!("'{path}'")));
        assert_eq!(release(&["index.html", "a", "a"]).check(), twice("a"));
        assert_eq!(release(&["index.html", "a.b", "a/b/c", "a/b"]).check(), twice("a/b"));
    }

    #[test]
    fn release_over_a_limit_is_refused() {
        assert_eq!(release(&["a.html"]).check(), Err(ReleaseError::NoHome));
        let mut large = release(&["index.html"]);
        large.files[0].size = MOST_BYTES + 1;
        assert_eq!(large.check(), Err(ReleaseError::TooLarge("'index.html'".to_owned())));
        let paths: Vec<String> = (0..MOST_FILES).map(|n| format!("{n}.html")).collect();
        let mut paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        paths.push("index.html");
        assert_eq!(release(&paths).check(), Err(ReleaseError::TooManyFiles(20_001)));
        let mut all = release(&paths[..100]);
        all.files.iter_mut().for_each(|file| file.size = MOST_BYTES);
        assert_eq!(all.check(), Err(ReleaseError::TooLargeTogether));
    }

    #[test]
    fn release_with_a_wrong_id_digest_or_type_is_refused() {
        for id in ["", "../x", "a/b", "a b", &"a".repeat(65)] {
            let wrong = Release { id: id.to_owned(), ..release(&["index.html"]) };
            assert_eq!(wrong.check(), Err(ReleaseError::Id("release id")), "{id}");
        }
        for slug in ["", "-a", "A", "a_b", "a.b", "ä"] {
            let site = SiteKey { id: "w".to_owned(), slug: slug.to_owned() };
            let wrong = Release { site, ..release(&["index.html"]) };
            assert_eq!(wrong.check(), Err(ReleaseError::Id("slug")), "{slug}");
        }
        for digest in ["", "0", &"A".repeat(64), &"g".repeat(64), &"0".repeat(65)] {
            let mut wrong = release(&["index.html"]);
            wrong.files[0].sha256 = digest.to_owned();
            assert_eq!(wrong.check(), Err(ReleaseError::Digest("'index.html'".to_owned())), "{digest}");
        }
        for kind in ["", "html", "text/html\r\nx: y", "text/ä"] {
            let mut wrong = release(&["index.html"]);
            wrong.files[0].content_type = kind.to_owned();
            assert_eq!(wrong.check(), Err(ReleaseError::ContentType("'index.html'".to_owned())), "{kind}");
        }
    }
}
