//! A release as it is served: its files by path, with their headers.

use std::{collections::HashMap, sync::Arc};

use axum::http::{HeaderValue, header};
use uuid::Uuid;

use super::{
    redirects::{Moved, Redirects},
    rules::{Header, Rules},
};

/// Home page of a folder.
const INDEX: &str = "index.html";
/// Page for paths without a file.
const MISSING: &str = "404.html";
/// Letters of a digest in a tag: 128 bits.
const TAG_CHARS: usize = 32;
/// Memory of a file apart from its path.
const FILE_BYTES: usize = 300;

/// A file in a manifest.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    /// Path without a slash at its start.
    pub(super) path: String,
    /// Digest of its content, in hexadecimal letters.
    pub(super) sha256: String,
    /// Bytes of its content.
    pub(super) size: u64,
    /// Media type.
    pub(super) content_type: String,
}

/// A file of a release.
#[derive(Debug)]
pub(super) struct File {
    /// Digest of its content.
    pub(super) sha256: Arc<str>,
    /// Bytes of its content.
    pub(super) size: u64,
    /// Value of `ETag`. It is weak, because compression changes the bytes.
    pub(super) tag: HeaderValue,
    /// Media type.
    pub(super) content_type: HeaderValue,
    /// Headers of its path.
    pub(super) headers: Arc<[Header]>,
}

/// A release. It never changes.
#[derive(Debug)]
pub(super) struct Release {
    /// Id.
    pub(super) id: Uuid,
    files: HashMap<Box<str>, File>,
    redirects: Redirects,
    bytes: usize,
}

/// What a path of a release leads to.
#[derive(Debug)]
pub(super) enum Found<'a> {
    /// A file.
    File(&'a File),
    /// A folder whose path lacks its slash.
    Folder,
    /// Nothing; the page about it, if the release has one.
    Missing(Option<&'a File>),
}

impl Release {
    /// Creates a release from its manifest.
    pub(super) fn new(id: Uuid, listed: Vec<Listed>, rules: &Rules) -> Self {
        let mut known: Vec<Arc<[Header]>> = Vec::new();
        let mut files = HashMap::with_capacity(listed.len());
        let mut bytes = 0;
        for one in listed {
            let headers = rules.of(&address(&one.path));
            let shared = known.iter().find(|known| ***known == *headers).cloned();
            let headers = shared.unwrap_or_else(|| {
                let headers: Arc<[Header]> = headers.into();
                known.push(headers.clone());
                headers
            });
            bytes += FILE_BYTES + one.path.len();
            files.insert(one.path.clone().into_boxed_str(), File::new(&one, headers));
        }
        Self { id, files, redirects: Redirects::default(), bytes }
    }

    /// Adds redirects of old addresses.
    pub(super) fn with_redirects(self, redirects: Redirects) -> Self {
        Self { bytes: self.bytes + redirects.bytes(), redirects, ..self }
    }

    /// Returns where a decoded path without a file leads.
    pub(super) fn moved(&self, path: &str) -> Option<&Moved> {
        self.redirects.of(path)
    }

    /// Returns what a decoded path leads to.
    pub(super) fn find(&self, path: &str) -> Found<'_> {
        if path.is_empty() || path.ends_with('/') {
            return self.files.get(format!("{path}{INDEX}").as_str()).map_or_else(|| self.missing(), Found::File);
        }
        match self.files.get(path) {
            Some(file) => Found::File(file),
            None if self.files.contains_key(format!("{path}/{INDEX}").as_str()) => Found::Folder,
            None => self.missing(),
        }
    }

    /// Returns the answer for a path without a file.
    pub(super) fn missing(&self) -> Found<'_> {
        Found::Missing(self.files.get(MISSING))
    }

    /// Bytes of memory, estimated.
    pub(super) const fn bytes(&self) -> usize {
        self.bytes
    }
}

impl File {
    fn new(listed: &Listed, headers: Arc<[Header]>) -> Self {
        let digest: String = listed.sha256.chars().take(TAG_CHARS).collect();
        let text = |text: &str, otherwise| HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(otherwise));
        Self {
            sha256: listed.sha256.as_str().into(),
            size: listed.size,
            tag: text(&format!("W/\"{digest}\""), "W/\"\""),
            content_type: text(&listed.content_type, "application/octet-stream"),
            headers,
        }
    }

    /// Returns true for a page.
    pub(super) fn is_html(&self) -> bool {
        self.content_type.as_bytes().starts_with(b"text/html")
    }

    /// Returns the rule for caches: revalidate, unless the site's rules have another.
    pub(super) fn caching(&self) -> HeaderValue {
        let own = self.headers.iter().find(|(name, _)| *name == header::CACHE_CONTROL);
        own.map_or(HeaderValue::from_static("public, max-age=0, must-revalidate"), |(_, value)| value.clone())
    }
}

/// Returns the path at which visitors find a file.
fn address(path: &str) -> String {
    let folder = path.strip_suffix(INDEX).filter(|folder| folder.is_empty() || folder.ends_with('/'));
    format!("/{}", folder.unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(paths: &[&str]) -> Release {
        let listed = |path: &&str| Listed {
            path: (*path).to_owned(),
            sha256: format!("{:0>64}", path.len()),
            size: 1,
            content_type: "text/html; charset=utf-8".to_owned(),
        };
        let rules = Rules::parse("/cost/\n  X-A: 1\n/assets/*\n  Cache-Control: immutable\n");
        Release::new(Uuid::nil(), paths.iter().map(listed).collect(), &rules)
    }

    #[test]
    fn folders_have_an_index_and_a_slash() {
        let release = release(&["index.html", "cost/index.html", "assets/site.css", "404.html"]);
        for path in ["", "cost/", "cost/index.html", "assets/site.css"] {
            assert!(matches!(release.find(path), Found::File(_)), "{path}");
        }
        assert!(matches!(release.find("cost"), Found::Folder));
        for path in ["assets/", "assets", "none", "none/", "site.css/", "COST/"] {
            assert!(matches!(release.find(path), Found::Missing(Some(_))), "{path}");
        }
    }

    #[test]
    fn rules_apply_to_the_address_of_a_file() {
        let release = release(&["index.html", "cost/index.html", "assets/site.css"]);
        let Found::File(cost) = release.find("cost/") else { panic!("no page") };
        assert_eq!(cost.headers.len(), 1);
        let Found::File(style) = release.find("assets/site.css") else { panic!("no style") };
        assert_eq!(style.caching(), "immutable");
        let Found::File(home) = release.find("") else { panic!("no page") };
        assert!(home.headers.is_empty());
        assert_eq!(home.caching(), "public, max-age=0, must-revalidate");
        assert!(matches!(release.find("none"), Found::Missing(None)));
    }
}
