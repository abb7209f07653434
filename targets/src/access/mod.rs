//! Access to the live files of a website where they are: a folder, a bucket, an SFTP server or a Git repository.
//!
//! | access | a write | two people at the same time |
//! |---|---|---|
//! | folder | temporary file and rename | compared right before the rename |
//! | SFTP | temporary file and rename (`posix-rename@openssh.com`) | compared right before the rename |
//! | S3 | one conditional request | refused by the storage (`If-Match`) |
//! | Git | one commit for a set of files, pushed | refused by the server (`--force-with-lease`) |
//!
//! The version of a file is the SHA-256 of its bytes everywhere, so that the caller compares it with what it stored.
//! Whoever writes names the version that the change was prepared for: another one is [`TargetError::Changed`], the wanted
//! one is success. So every operation can be repeated after a crash at any byte, and none is done twice.
//!
//! Connections, host keys, allowed addresses, limits and secrets are those of the deploy targets. Git needs the program
//! `git`, and `ssh` for addresses of SSH. Repositories on the own disk are not offered: their configuration would run
//! programs here.

pub(crate) mod file;
mod git;
mod secrets;
mod settings;

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use self::{file::check_path, git::GitFiles};
use crate::{
    Environment, Secrets, TargetError, blobs::sha256, folder::FolderFiles, s3::S3Files, sftp::SftpFiles, work::within,
};

pub use self::{
    file::{Entry, FileChange, LONGEST_FILE, Listing, LiveFile, MOST_CHANGES},
    secrets::{AccessSecrets, GitSecrets},
    settings::{AccessKind, AccessSettings, GitSettings},
};

/// Access to the live files of a website.
///
/// Paths are relative to the root of the website, without a slash at their start, such as `areas/tulsa/index.html`.
/// Dropping the future of an operation, like a crash, leaves a state from which the operation can be repeated: what is
/// done already is not done twice. After a cancellation, a time-out or a crash, a server may still complete the
/// last write that it got: read the file before you rely on it.
pub struct Access {
    kind: AccessKind,
    limit: Duration,
    service: Service,
}

enum Service {
    Folder(FolderFiles),
    S3(S3Files),
    Sftp(SftpFiles),
    Git(Box<GitFiles>),
}

/// Runs the same operation on each kind of access, and another one on Git.
macro_rules! each {
    ($access:expr, $name:ident($($argument:expr),*), $git:ident => $other:expr) => {
        match &$access.service {
            Service::Folder(service) => service.$name($($argument),*).await,
            Service::S3(service) => service.$name($($argument),*).await,
            Service::Sftp(service) => service.$name($($argument),*).await,
            Service::Git($git) => $other,
        }
    };
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
        let service = match (settings, secrets) {
            (AccessSettings::Folder(settings), AccessSecrets::Target(Secrets::Folder)) => {
                Service::Folder(FolderFiles::new(settings, environment))
            }
            (AccessSettings::S3(settings), AccessSecrets::Target(Secrets::S3(secrets))) => {
                Service::S3(S3Files::new(settings, secrets, environment)?)
            }
            (AccessSettings::Sftp(settings), AccessSecrets::Target(Secrets::Sftp(secrets))) => {
                Service::Sftp(SftpFiles::new(settings, secrets, environment))
            }
            (AccessSettings::Git(settings), AccessSecrets::Git(secrets)) => {
                Service::Git(Box::new(GitFiles::new(settings, secrets, environment)?))
            }
            _ => return Err(TargetError::setting("kind", "The secrets are those of another kind of access.")),
        };
        Ok(Self { kind, limit, service })
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
        match &self.service {
            Service::Folder(folder) => folder.check(),
            Service::S3(_) | Service::Sftp(_) | Service::Git(_) => Ok(()),
        }
    }

    /// Checks credentials, and that files can be read and written, without a lasting change.
    ///
    /// # Errors
    /// Returns a [`TargetError`] that names what to correct.
    pub async fn test(&self, cancel: &CancellationToken) -> Result<AccessTested, TargetError> {
        self.within(cancel, async { each!(self, test(), git => git.test().await) }).await
    }

    /// Lists at most so many files below a folder; an empty text is the root. A folder that does not exist is empty.
    ///
    /// # Errors
    /// Returns a [`TargetError`].
    pub async fn list(&self, folder: &str, most: usize, cancel: &CancellationToken) -> Result<Listing, TargetError> {
        if !folder.is_empty() {
            check_path(folder)?;
        }
        self.within(cancel, async { each!(self, list(folder, most), git => git.list(folder, most).await) }).await
    }

    /// Reads a file of at most [`LONGEST_FILE`] bytes; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns [`TargetError::TooLarge`], [`TargetError::Path`], [`TargetError::InTheWay`] for something that is not a
    /// regular file inside the root, or another [`TargetError`].
    pub async fn read(&self, path: &str, cancel: &CancellationToken) -> Result<Option<LiveFile>, TargetError> {
        check_path(path)?;
        self.within(cancel, async { each!(self, read(path), git => git.read(path).await) }).await
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
        check(path, bytes)?;
        let work = async {
            each!(self, replace(path, bytes, expected), git => {
                git.change(change(path, Some(bytes), Some(expected))).await.map(|()| sha256(bytes))
            })
        };
        self.within(cancel, work).await
    }

    /// Creates a file and the folders above it, and returns its version.
    ///
    /// It succeeds without a change if the file has these bytes already. For Git it is a commit.
    ///
    /// # Errors
    /// Returns [`TargetError::Changed`] if there is a file with other bytes, or another [`TargetError`].
    pub async fn create(&self, path: &str, bytes: &[u8], cancel: &CancellationToken) -> Result<String, TargetError> {
        check(path, bytes)?;
        let work = async {
            each!(self, create(path, bytes), git => {
                git.change(change(path, Some(bytes), None)).await.map(|()| sha256(bytes))
            })
        };
        self.within(cancel, work).await
    }

    /// Removes a file. It succeeds without a change if there is none. Folders stay. For Git it is a commit.
    ///
    /// # Errors
    /// Returns [`TargetError::Changed`] if the file has another version than expected, or another [`TargetError`].
    pub async fn remove(&self, path: &str, expected: &str, cancel: &CancellationToken) -> Result<(), TargetError> {
        check_path(path)?;
        let work =
            async { each!(self, remove(path, expected), git => git.change(change(path, None, Some(expected))).await) };
        self.within(cancel, work).await
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
        let work = async {
            match &self.service {
                Service::Git(git) => git.commit(message, files).await,
                Service::Folder(_) | Service::S3(_) | Service::Sftp(_) => Err(self.no_commits()),
            }
        };
        self.within(cancel, work).await
    }

    fn no_commits(&self) -> TargetError {
        TargetError::Unsupported {
            place: format!("The access ({})", self.kind.as_str()),
            feature: "commits",
            advice: "Change its files one by one.",
        }
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

/// Checks what is written where.
fn check(path: &str, bytes: &[u8]) -> Result<(), TargetError> {
    check_path(path)?;
    file::check_size(path, bytes.len() as u64)
}

fn change(path: &str, bytes: Option<&[u8]>, expected: Option<&str>) -> FileChange {
    FileChange { path: path.to_owned(), bytes: bytes.map(<[u8]>::to_vec), expected: expected.map(str::to_owned) }
}
