//! What all tests need: sites, releases, and an environment that may call this machine.

use std::{collections::BTreeMap, path::PathBuf, sync::Mutex, time::Duration};

use net::addresses::AddressGuard;
use serde_json::Value;
use targets::{
    Activated, Environment, Limits, MemoryBlobs, Published, Release, ReleaseFile, Remote, Secrets, Settings, Silent,
    SiteKey, Stage, Step, Target, TargetError, TargetKind, Verified,
};
use tokio_util::sync::CancellationToken;

/// A release and its bytes.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) release: Release,
    pub(crate) blobs: MemoryBlobs,
    pub(crate) contents: BTreeMap<String, Vec<u8>>,
}

/// Makes a release of the site `w1` with these files.
pub(crate) fn site(id: &str, files: &[(&str, &str)]) -> Site {
    let mut blobs = MemoryBlobs::default();
    let file = |(path, text): &(&str, &str)| ReleaseFile {
        path: (*path).to_owned(),
        sha256: blobs.add(*text),
        size: text.len() as u64,
        content_type: content_type(path).to_owned(),
    };
    let files_of = files.iter().map(file).collect();
    let key = SiteKey { id: "w1".to_owned(), slug: "tulsa".to_owned() };
    let contents = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
    Site { release: Release { id: id.to_owned(), site: key, files: files_of }, blobs, contents }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css",
        Some("xml") => "application/xml",
        _ => "application/octet-stream",
    }
}

/// A first release.
pub(crate) fn first() -> Site {
    site(
        "r1",
        &[
            ("index.html", "<h1>One</h1>"),
            ("about/index.html", "<h1>About</h1>"),
            ("old.html", "<h1>Old</h1>"),
            ("style.css", "h1 { color: red }"),
            ("copy.css", "h1 { color: red }"),
            ("a b/ä+%20.html", "<h1>Names</h1>"),
        ],
    )
}

/// A second release: the home page and a style are changed, a page is new, and one is gone.
pub(crate) fn second() -> Site {
    site(
        "r2",
        &[
            ("index.html", "<h1>Two</h1>"),
            ("about/index.html", "<h1>About</h1>"),
            ("new/deep/index.html", "<h1>New</h1>"),
            ("style.css", "h1 { color: blue }"),
            ("copy.css", "h1 { color: red }"),
            ("a b/ä+%20.html", "<h1>Names</h1>"),
        ],
    )
}

/// The same release of another site.
pub(crate) fn of_another(mut site: Site) -> Site {
    site.release.site.id = "w2".to_owned();
    site
}

/// Limits that make tests fast.
pub(crate) fn limits() -> Limits {
    Limits {
        request: Duration::from_secs(5),
        operation: Duration::from_secs(60),
        parallel: 3,
        attempts: 3,
        pause: Duration::from_millis(5),
        longest_pause: Duration::from_millis(200),
        looks: 3,
        ..Limits::default()
    }
}

/// An environment that may call this machine.
pub(crate) fn environment() -> Environment {
    let guard = AddressGuard::allowing(vec!["127.0.0.0/8".parse().unwrap()]);
    Environment { limits: limits(), ..Environment::new(guard, Vec::new()) }
}

/// An environment with a folder that targets may use.
pub(crate) fn with_folder(folder: PathBuf) -> Environment {
    Environment { folders: vec![folder], ..environment() }
}

/// A target and the environment around it.
pub(crate) struct Door(pub(crate) Target);

impl Door {
    pub(crate) fn open(kind: TargetKind, settings: &Value, secrets: &Value, environment: Environment) -> Self {
        let settings = Settings::parse(kind, settings).unwrap();
        Self(Target::new(settings, Secrets::parse(kind, secrets).unwrap(), environment).unwrap())
    }

    pub(crate) async fn publish(&self, site: &Site, previous: Option<&Remote>) -> Result<Published, TargetError> {
        self.0.publish(&site.release, previous, &site.blobs, &Silent, &CancellationToken::new()).await
    }

    pub(crate) async fn activate(&self, remote: &Remote) -> Result<Activated, TargetError> {
        self.0.activate(remote, &Silent, &CancellationToken::new()).await
    }

    pub(crate) async fn verify(&self, remote: &Remote, stage: Stage) -> Result<Verified, TargetError> {
        self.0.verify(remote, stage, &Silent, &CancellationToken::new()).await
    }

    pub(crate) async fn remove(&self, remote: &Remote) -> Result<(), TargetError> {
        self.0.remove(remote, &CancellationToken::new()).await
    }

    pub(crate) async fn test(&self) -> Result<targets::Tested, TargetError> {
        self.0.test(&CancellationToken::new()).await
    }

    /// Publishes and activates.
    pub(crate) async fn deploy(&self, site: &Site, previous: Option<&Remote>) -> Result<Remote, TargetError> {
        let published = self.publish(site, previous).await?;
        Ok(self.activate(&published.remote).await?.remote)
    }
}

/// Reports of progress, in their order.
#[derive(Default)]
pub(crate) struct Steps(pub(crate) Mutex<Vec<Step>>);

impl targets::Progress for Steps {
    fn report(&self, step: &Step) {
        self.0.lock().unwrap().push(*step);
    }
}

/// Returns the kind of an error.
pub(crate) fn kind<T: std::fmt::Debug>(result: Result<T, TargetError>) -> &'static str {
    result.unwrap_err().kind()
}
