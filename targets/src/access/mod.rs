//! Access to the live files of a website where they are: a folder, a bucket, an SFTP server or a Git repository.

#[expect(dead_code, reason = "the operations are added next")]
mod file;
#[expect(dead_code, reason = "the operations are added next")]
mod git;
mod secrets;
mod settings;

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::{Environment, TargetError, work::within};

pub use self::{
    file::{Entry, FileChange, LONGEST_FILE, Listing, LiveFile, MOST_CHANGES},
    secrets::{AccessSecrets, GitSecrets},
    settings::{AccessKind, AccessSettings, GitSettings},
};

/// Access to the live files of a website.
///
/// Paths are relative to the root of the website, without a slash at their start, such as `areas/tulsa/index.html`.
/// Dropping the future of an operation, like a crash, leaves a state from which the operation can be repeated: what is
/// done already is not done twice.
pub struct Access {
    kind: AccessKind,
    limit: Duration,
}

/// Result of a test.
#[derive(Debug, Clone)]
pub struct AccessTested {
    /// What was found, in one sentence.
    pub detail: String,
    /// Settings to store, if the test completed them: the host key of an SSH server.
    pub settings: Option<AccessSettings>,
}

impl Access {
    /// Creates an access. It connects at the first operation.
    ///
    /// # Errors
    /// Returns [`TargetError::Settings`] if the secrets are those of another kind of access.
    pub fn new(
        settings: AccessSettings, secrets: AccessSecrets, environment: Environment,
    ) -> Result<Self, TargetError> {
        let (kind, limit) = (settings.kind(), environment.limits.operation);
        let is_same = match &secrets {
            AccessSecrets::Target(secrets) => kind.target() == Some(secrets.kind()),
            AccessSecrets::Git(_) => kind == AccessKind::Git,
        };
        if !is_same {
            return Err(TargetError::setting("kind", "The secrets are those of another kind of access."));
        }
        Ok(Self { kind, limit })
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> AccessKind {
        self.kind
    }

    /// Checks what needs no call: a folder must be inside those that the operator allows.
    ///
    /// # Errors
    /// Returns a [`TargetError`] that names what to correct.
    pub fn check(&self) -> Result<(), TargetError> {
        self.pending()
    }

    /// Checks credentials, and that files can be read and written, without a lasting change.
    ///
    /// # Errors
    /// Returns a [`TargetError`] that names what to correct.
    pub async fn test(&self, cancel: &CancellationToken) -> Result<AccessTested, TargetError> {
        self.within(cancel, async { self.pending() }).await
    }

    /// Lists at most so many files below a folder; an empty text is the root. A folder that does not exist is empty.
    ///
    /// # Errors
    /// Returns a [`TargetError`].
    pub async fn list(&self, folder: &str, most: usize, cancel: &CancellationToken) -> Result<Listing, TargetError> {
        let _ = (folder, most);
        self.within(cancel, async { self.pending() }).await
    }

    /// Reads a file of at most [`LONGEST_FILE`] bytes; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns [`TargetError::TooLarge`], [`TargetError::Path`], [`TargetError::InTheWay`] for something that is not a
    /// regular file inside the root, or another [`TargetError`].
    pub async fn read(&self, path: &str, cancel: &CancellationToken) -> Result<Option<LiveFile>, TargetError> {
        let _ = path;
        self.within(cancel, async { self.pending() }).await
    }

    /// Replaces a file in one step: visitors get the old or the new bytes. Returns the new version.
    ///
    /// It succeeds without a change if the file has the new bytes already. For Git it is a commit.
    ///
    /// # Errors
    /// Returns [`TargetError::Changed`] if the file has another version than expected or is gone, or another
    /// [`TargetError`].
    pub async fn replace(
        &self, path: &str, bytes: &[u8], expected: &str, cancel: &CancellationToken,
    ) -> Result<String, TargetError> {
        let _ = (path, bytes, expected);
        self.within(cancel, async { self.pending() }).await
    }

    /// Creates a file and the folders above it, and returns its version.
    ///
    /// It succeeds without a change if the file has these bytes already. For Git it is a commit.
    ///
    /// # Errors
    /// Returns [`TargetError::Changed`] if there is a file with other bytes, or another [`TargetError`].
    pub async fn create(&self, path: &str, bytes: &[u8], cancel: &CancellationToken) -> Result<String, TargetError> {
        let _ = (path, bytes);
        self.within(cancel, async { self.pending() }).await
    }

    /// Removes a file. It succeeds without a change if there is none. Folders stay. For Git it is a commit.
    ///
    /// # Errors
    /// Returns [`TargetError::Changed`] if the file has another version than expected, or another [`TargetError`].
    pub async fn remove(&self, path: &str, expected: &str, cancel: &CancellationToken) -> Result<(), TargetError> {
        let _ = (path, expected);
        self.within(cancel, async { self.pending() }).await
    }

    /// Changes a set of files in one commit, pushes it to the branch, and returns its id. Only for [`AccessKind::Git`].
    ///
    /// If the branch has all the changes already, it returns the id of the newest commit of the branch.
    ///
    /// # Errors
    /// Returns [`TargetError::Changed`] if a file has another version than expected, or somebody pushed at the same
    /// time; [`TargetError::Unsupported`] for other kinds; or another [`TargetError`]. Then nothing was pushed, except
    /// after [`TargetError::Unreachable`] and [`TargetError::Timeout`]: repeat it.
    pub async fn commit(
        &self, message: &str, files: &[FileChange], cancel: &CancellationToken,
    ) -> Result<String, TargetError> {
        let _ = (message, files);
        self.within(cancel, async { self.pending() }).await
    }

    fn pending<T>(&self) -> Result<T, TargetError> {
        Err(TargetError::Unsupported {
            place: format!("The access ({})", self.kind.as_str()),
            feature: "this operation",
            advice: "Update the server.",
        })
    }

    async fn within<T>(
        &self, cancel: &CancellationToken, work: impl Future<Output = Result<T, TargetError>>,
    ) -> Result<T, TargetError> {
        within(&format!("The access ({})", self.kind.as_str()), self.limit, cancel, work).await
    }
}

impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Access({})", self.kind.as_str())
    }
}
