//! Changes of live files on real servers.

mod folder;
mod git;
mod git_faults;
mod git_http;
mod killed;
mod repositories;
mod s3;
mod sftp;

use serde_json::Value;
use targets::{
    Environment, TargetError,
    access::{Access, AccessKind, AccessSecrets, AccessSettings, AccessTested, FileChange, Listing, LiveFile},
};
use tokio_util::sync::CancellationToken;

/// Opens an access and calls it without a cancellation.
pub(crate) struct Files(pub(crate) Access);

impl Files {
    pub(crate) fn open(kind: AccessKind, settings: &Value, secrets: &Value, environment: Environment) -> Self {
        let settings = AccessSettings::parse(kind, settings).unwrap();
        Self(Access::new(settings, AccessSecrets::parse(kind, secrets).unwrap(), environment).unwrap())
    }

    pub(crate) async fn test(&self) -> Result<AccessTested, TargetError> {
        self.0.test(&CancellationToken::new()).await
    }

    pub(crate) async fn list(&self, folder: &str, most: usize) -> Result<Listing, TargetError> {
        self.0.list(folder, most, &CancellationToken::new()).await
    }

    pub(crate) async fn read(&self, path: &str) -> Result<Option<LiveFile>, TargetError> {
        self.0.read(path, &CancellationToken::new()).await
    }

    pub(crate) async fn replace(&self, path: &str, text: &str, expected: &str) -> Result<String, TargetError> {
        self.0.replace(path, text.as_bytes(), expected, &CancellationToken::new()).await
    }

    pub(crate) async fn create(&self, path: &str, text: &str) -> Result<String, TargetError> {
        self.0.create(path, text.as_bytes(), &CancellationToken::new()).await
    }

    pub(crate) async fn remove(&self, path: &str, expected: &str) -> Result<(), TargetError> {
        self.0.remove(path, expected, &CancellationToken::new()).await
    }

    pub(crate) async fn commit(&self, message: &str, files: &[FileChange]) -> Result<String, TargetError> {
        self.0.commit(message, files, &CancellationToken::new()).await
    }

    /// Returns the text of a file and its version.
    pub(crate) async fn text(&self, path: &str) -> (String, String) {
        let found = self.read(path).await.unwrap().unwrap();
        (String::from_utf8(found.bytes).unwrap(), found.version)
    }

    /// Does what every kind of access must do, with the files `index.html` and `about/index.html` of [`seed`].
    pub(crate) async fn behaves(&self) {
        self.test().await.unwrap();
        let listing = self.list("", 100).await.unwrap();
        let paths: Vec<&str> = listing.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!((paths.as_slice(), listing.is_cut), (["about/index.html", "index.html"].as_slice(), false));
        assert_eq!(listing.files[1].size, 12);
        assert_eq!(self.list("about", 100).await.unwrap().files.len(), 1);
        assert!(self.list("", 1).await.unwrap().is_cut);
        assert_eq!(self.list("none", 100).await.unwrap(), Listing::default());
        let (text, version) = self.text("index.html").await;
        assert_eq!((text.as_str(), version.as_str()), ("<h1>One</h1>", targets_sha("<h1>One</h1>").as_str()));
        assert_eq!(self.read("none.html").await.unwrap(), None);
        let new = self.replace("index.html", "<h1>Two</h1>", &version).await.unwrap();
        assert_eq!(self.text("index.html").await, ("<h1>Two</h1>".to_owned(), new.clone()));
        // Repeated, it is done already; from another version, it is refused.
        assert_eq!(self.replace("index.html", "<h1>Two</h1>", &version).await.unwrap(), new);
        assert_eq!(kind(self.replace("index.html", "<h1>Three</h1>", &version).await), "changed");
        assert_eq!(kind(self.replace("none.html", "x", &version).await), "changed");
        let made = self.create("new/deep/a b+ä.html", "new").await.unwrap();
        assert_eq!(self.create("new/deep/a b+ä.html", "new").await.unwrap(), made);
        assert_eq!(kind(self.create("new/deep/a b+ä.html", "other").await), "changed");
        assert_eq!(self.text("new/deep/a b+ä.html").await, ("new".to_owned(), made.clone()));
        assert_eq!(kind(self.remove("new/deep/a b+ä.html", &version).await), "changed");
        self.remove("new/deep/a b+ä.html", &made).await.unwrap();
        self.remove("new/deep/a b+ä.html", &made).await.unwrap();
        assert_eq!(self.read("new/deep/a b+ä.html").await.unwrap(), None);
        let empty = self.create("empty.txt", "").await.unwrap();
        assert_eq!(self.text("empty.txt").await, (String::new(), empty.clone()));
        self.replace("empty.txt", "full", &empty).await.unwrap();
        self.refuses_foreign_paths().await;
    }

    async fn refuses_foreign_paths(&self) {
        for path in ["", "/etc/passwd", "../x", "about/../../x", "a\\b", "a\0b", ".git/config", ".motherlode-x", "a//b"]
        {
            assert_eq!(kind(self.read(path).await), "path", "{path:?}");
            assert_eq!(kind(self.replace(path, "x", "0").await), "path", "{path:?}");
            assert_eq!(kind(self.create(path, "x").await), "path", "{path:?}");
            assert_eq!(kind(self.remove(path, "0").await), "path", "{path:?}");
            assert!(path.is_empty() || kind(self.list(path, 1).await) == "path", "{path:?}");
        }
        assert_eq!(kind(self.create("huge.html", &"x".repeat((8 << 20) + 1)).await), "too-large");
    }
}

pub(crate) use crate::world::kind;

/// Writes the files of [`Files::behaves`] into a folder.
pub(crate) fn seed(folder: &std::path::Path) {
    std::fs::create_dir_all(folder.join("about")).unwrap();
    std::fs::write(folder.join("index.html"), "<h1>One</h1>").unwrap();
    std::fs::write(folder.join("about/index.html"), "<h1>About</h1>").unwrap();
}

/// Returns the version of a text.
pub(crate) fn targets_sha(text: &str) -> String {
    targets::MemoryBlobs::default().add(text)
}

/// Returns the names in a folder, sorted.
pub(crate) fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
