//! An SFTP server: releases beside each other, and the symlink `current` that a web server serves.
//!
//! ~~~text
//! <path>/.motherlode.json         the site that the folder belongs to
//! <path>/current                  -> releases/<id>, replaced by a rename (extension posix-rename@openssh.com)
//! <path>/releases/<id>/           complete: it gets this name after all its files
//! <path>/releases/.partial-<id>/  a release that is being uploaded; a file gets its name after all its bytes
//! ~~~
//!
//! Files that the previous release has are linked on the server (extension hardlink@openssh.com), so that only what
//! changed is sent; each release is whole, and none needs another one or a store of bytes that would have to be cleaned.
//! A server without that extension gets all files. A server without symlinks or without the atomic rename is refused.

mod activate;
mod connect;
mod error;
mod files;
mod live;
mod paths;
mod publish;
mod remove;
mod test;
mod verify;

pub(crate) use self::live::SftpFiles;
use self::{connect::Connection, paths::Paths};
use crate::{
    Activated, Blobs, Environment, Progress, Published, Release, Remote, Settings, SftpSettings, Stage, TargetError,
    TargetKind, Tested, Verified, secret::SftpSecrets, settings::fill, verify::public,
};

/// An SFTP server.
pub(crate) struct Sftp {
    settings: SftpSettings,
    secrets: SftpSecrets,
    environment: Environment,
}

impl Sftp {
    pub(crate) const fn new(settings: SftpSettings, secrets: SftpSecrets, environment: Environment) -> Self {
        Self { settings, secrets, environment }
    }

    /// Connects and tries what a deploy does; returns the settings with the host key at the first time.
    pub(crate) async fn test(&self) -> Result<Tested, TargetError> {
        let connection = self.connect().await?;
        test::test(&connection, &fill(&self.settings.path, "site")).await?;
        let key = connection.host_key.clone();
        let detail = format!("{} accepts uploads. Its host key is {key}.", connection.host);
        let is_new = self.settings.host_key.is_none();
        let settings = SftpSettings { host_key: Some(key), ..self.settings.clone() };
        Ok(Tested { detail, settings: is_new.then_some(Settings::Sftp(settings)) })
    }

    /// Uploads a release beside the one that is served.
    pub(crate) async fn publish(
        &self, release: &Release, previous: Option<&Remote>, blobs: &dyn Blobs, progress: &dyn Progress,
    ) -> Result<Published, TargetError> {
        let place = self.place(&release.site.slug);
        let remote = Remote::new(&Settings::Sftp(self.settings.clone()), place.clone(), release);
        let previous = previous.filter(|previous| previous.check_place(TargetKind::Sftp, &place).is_ok());
        let connection = self.known_server().await?;
        let work = publish::Work {
            connection: &connection,
            paths: self.paths(release),
            limits: self.environment.limits,
            release,
            previous,
        };
        work.publish(remote, blobs, progress).await
    }

    /// Points `current` at a release.
    pub(crate) async fn activate(
        &self, release: &Release, remote: &Remote, _: &dyn Progress,
    ) -> Result<Activated, TargetError> {
        let connection = self.known(remote).await?;
        activate::activate(&connection, &self.paths(release), release, self.settings.keep).await?;
        let url = self.settings.public_url.as_ref().map(|url| fill(url, &remote.site.slug));
        Ok(Activated { remote: Remote { url: url.clone(), ..remote.clone() }, url })
    }

    /// Compares a sample.
    pub(crate) async fn verify(
        &self, release: &Release, remote: &Remote, stage: Stage, progress: &dyn Progress,
    ) -> Result<Verified, TargetError> {
        if let (Stage::Live, Some(url)) = (stage, &remote.url) {
            remote.check_place(TargetKind::Sftp, &self.place(&remote.site.slug))?;
            return public(&self.environment, url, remote, progress).await;
        }
        let connection = self.known(remote).await?;
        verify::verify(&connection, &self.paths(release), remote, stage, self.environment.limits.sample, progress).await
    }

    /// Removes the symlink and the releases.
    pub(crate) async fn remove(&self, release: &Release, remote: &Remote) -> Result<(), TargetError> {
        let connection = self.known(remote).await?;
        remove::remove(&connection, &self.paths(release), &release.site).await
    }

    fn place(&self, slug: &str) -> String {
        let SftpSettings { host, port, user, path, .. } = &self.settings;
        format!("sftp://{user}@{host}:{port}/{}", fill(path, slug))
    }

    fn paths(&self, release: &Release) -> Paths {
        Paths::new(&fill(&self.settings.path, &release.site.slug), &release.id)
    }

    async fn known(&self, remote: &Remote) -> Result<Connection, TargetError> {
        remote.check_place(TargetKind::Sftp, &self.place(&remote.site.slug))?;
        self.known_server().await
    }

    /// Connects to a server whose key is stored.
    async fn known_server(&self) -> Result<Connection, TargetError> {
        if self.settings.host_key.is_none() {
            return Err(TargetError::HostKeyUnknown(self.settings.host.clone()));
        }
        self.connect().await
    }

    async fn connect(&self) -> Result<Connection, TargetError> {
        connect::connect(&self.settings, &self.secrets, &self.environment).await
    }
}
