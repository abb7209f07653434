//! One shape for all targets.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::{
    Activated, Blobs, Environment, Progress, Published, Release, Remote, Secrets, Settings, Stage, TargetError,
    TargetKind, Tested, Verified, cloudflare::Cloudflare, folder::Folder, netlify::Netlify, s3::S3, sftp::Sftp,
    work::within,
};

/// A place where releases are published.
///
/// Dropping the future of an operation, like a crash, leaves a state from which the operation can be repeated.
pub struct Target {
    kind: TargetKind,
    limit: Duration,
    service: Service,
}

enum Service {
    Folder(Folder),
    S3(S3),
    Sftp(Sftp),
    Netlify(Netlify),
    Cloudflare(Cloudflare),
}

/// Runs the same operation on each kind of target.
macro_rules! each {
    ($target:expr, $name:ident, $($argument:expr),*) => {
        match &$target.service {
            Service::Folder(service) => service.$name($($argument),*).await,
            Service::S3(service) => service.$name($($argument),*).await,
            Service::Sftp(service) => service.$name($($argument),*).await,
            Service::Netlify(service) => service.$name($($argument),*).await,
            Service::Cloudflare(service) => service.$name($($argument),*).await,
        }
    };
}

impl Target {
    /// Creates a target.
    ///
    /// # Errors
    /// Returns [`TargetError::Settings`] if the secrets are those of another kind of target.
    pub fn new(settings: Settings, secrets: Secrets, environment: Environment) -> Result<Self, TargetError> {
        let (kind, limit) = (settings.kind(), environment.limits.operation);
        let service = match (settings, secrets) {
            (Settings::Folder(settings), Secrets::Folder) => Service::Folder(Folder::new(settings, environment)),
            (Settings::S3(settings), Secrets::S3(secrets)) => Service::S3(S3::new(settings, secrets, environment)?),
            (Settings::Sftp(settings), Secrets::Sftp(secrets)) => {
                Service::Sftp(Sftp::new(settings, secrets, environment))
            }
            (Settings::Netlify(settings), Secrets::Netlify(secrets)) => {
                Service::Netlify(Netlify::new(settings, secrets, environment)?)
            }
            (Settings::CloudflarePages(settings), Secrets::CloudflarePages(secrets)) => {
                Service::Cloudflare(Cloudflare::new(settings, secrets, environment)?)
            }
            _ => return Err(TargetError::setting("kind", "The secrets are those of another kind of target.")),
        };
        Ok(Self { kind, limit, service })
    }

    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> TargetKind {
        self.kind
    }

    /// Checks what needs no call: a folder must be inside those that the operator allows.
    ///
    /// # Errors
    /// Returns a [`TargetError`] that names what to correct.
    pub fn check(&self) -> Result<(), TargetError> {
        match &self.service {
            Service::Folder(folder) => folder.check(),
            Service::S3(_) | Service::Sftp(_) | Service::Netlify(_) | Service::Cloudflare(_) => Ok(()),
        }
    }

    /// Checks credentials and access, without a lasting change.
    ///
    /// # Errors
    /// Returns a [`TargetError`] that names what to correct.
    pub async fn test(&self, cancel: &CancellationToken) -> Result<Tested, TargetError> {
        self.within(cancel, async { each!(self, test,) }).await
    }

    /// Uploads what is missing of a release. Visitors see the previous release until [`Self::activate`], unless the
    /// result is live already: Netlify and Cloudflare Pages switch themselves, in one step, at the end.
    ///
    /// `previous` is the record of an earlier release of the site; its files are not uploaded again.
    ///
    /// # Errors
    /// Returns a [`TargetError`]. What was uploaded until then is not uploaded again.
    pub async fn publish(
        &self, release: &Release, previous: Option<&Remote>, blobs: &dyn Blobs, progress: &dyn Progress,
        cancel: &CancellationToken,
    ) -> Result<Published, TargetError> {
        release.check()?;
        let previous = previous.filter(|previous| previous.is_safe());
        self.within(cancel, async { each!(self, publish, release, previous, blobs, progress) }).await
    }

    /// Switches visitors to an uploaded release, without an upload: the end of a deploy, and the rollback.
    ///
    /// # Errors
    /// Returns [`TargetError::Gone`] if the release is no longer stored, [`TargetError::Moved`] if it was uploaded to
    /// another place than the settings name, or another [`TargetError`].
    pub async fn activate(
        &self, remote: &Remote, progress: &dyn Progress, cancel: &CancellationToken,
    ) -> Result<Activated, TargetError> {
        let release = remote.to_release()?;
        self.within(cancel, async { each!(self, activate, &release, remote, progress) }).await
    }

    /// Reads the home page and a sample of files back and compares their digests: through the public address where
    /// there is one, otherwise through the target's own protocol.
    ///
    /// # Errors
    /// Returns [`TargetError::Mismatch`] if a file differs, or another [`TargetError`].
    pub async fn verify(
        &self, remote: &Remote, stage: Stage, progress: &dyn Progress, cancel: &CancellationToken,
    ) -> Result<Verified, TargetError> {
        let release = remote.to_release()?;
        self.within(cancel, async { each!(self, verify, &release, remote, stage, progress) }).await
    }

    /// Takes a site offline: removes what was published there, and nothing else.
    ///
    /// # Errors
    /// Returns a [`TargetError`]. Repeating it removes the rest.
    pub async fn remove(&self, remote: &Remote, cancel: &CancellationToken) -> Result<(), TargetError> {
        let release = remote.to_release()?;
        self.within(cancel, async { each!(self, remove, &release, remote) }).await
    }

    async fn within<T>(
        &self, cancel: &CancellationToken, work: impl Future<Output = Result<T, TargetError>>,
    ) -> Result<T, TargetError> {
        within(&format!("The target ({})", self.kind.as_str()), self.limit, cancel, work).await
    }
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Target({})", self.kind.as_str())
    }
}
