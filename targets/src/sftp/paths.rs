//! Paths of a release on the server.

use crate::owner;

/// Paths of a release on the server.
pub(super) struct Paths {
    base: String,
    id: String,
}

impl Paths {
    pub(super) fn new(base: &str, id: &str) -> Self {
        let base = base.trim_end_matches('/');
        Self { base: base.to_owned(), id: id.to_owned() }
    }

    /// Folder of the site.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// Returns a path in the folder of the site.
    pub(super) fn at(&self, name: &str) -> String {
        format!("{}/{name}", self.base)
    }

    /// Mark of the site.
    pub(super) fn mark(&self) -> String {
        self.at(owner::FILE)
    }

    /// Symlink that is served.
    pub(super) fn current(&self) -> String {
        self.at("current")
    }

    /// Folder of releases.
    pub(super) fn releases(&self) -> String {
        self.at("releases")
    }

    /// Target of the symlink.
    pub(super) fn link(&self) -> String {
        format!("releases/{}", self.id)
    }

    /// Folder of the complete release.
    pub(super) fn complete(&self) -> String {
        self.at(&self.link())
    }

    /// Folder of the release while it is uploaded.
    pub(super) fn partial(&self) -> String {
        self.at(&format!("releases/.partial-{}", self.id))
    }

    /// Name of a file while it is uploaded.
    pub(super) fn temporary(&self, number: usize) -> String {
        self.at(&format!("releases/.file-{}-{number}", self.id))
    }
}
