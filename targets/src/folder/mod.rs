//! A folder of this machine: releases beside each other, and the symlink `current` that a web server serves.
//!
//! ~~~text
//! <path>/.motherlode.json     the site that the folder belongs to
//! <path>/current              -> releases/<id>, replaced by a rename
//! <path>/releases/<id>/       complete: it gets this name after all its bytes are on the disk
//! <path>/releases/.partial-<id>/  a release that is being written
//! ~~~

mod activate;
mod live;
mod place;
mod publish;
mod remove;
mod test;
mod verify;

use std::path::PathBuf;

pub(crate) use self::live::FolderFiles;
use crate::{
    Activated, Blobs, Environment, FolderSettings, Progress, Published, Release, Remote, Settings, Stage, TargetError,
    TargetKind, Tested, Verified, verify::public,
};

/// A folder of this machine.
pub(crate) struct Folder {
    settings: FolderSettings,
    environment: Environment,
}

impl Folder {
    pub(crate) const fn new(settings: FolderSettings, environment: Environment) -> Self {
        Self { settings, environment }
    }

    /// Checks that the operator allows the folder.
    pub(crate) fn check(&self) -> Result<(), TargetError> {
        self.place("site").map(|_| ())
    }

    /// Checks that the folder can be written to.
    pub(crate) async fn test(&self) -> Result<Tested, TargetError> {
        let path = self.place("site")?;
        blocking(move || test::test(&path)).await
    }

    /// Writes a release beside the one that is served.
    pub(crate) async fn publish(
        &self, release: &Release, _: Option<&Remote>, blobs: &dyn Blobs, progress: &dyn Progress,
    ) -> Result<Published, TargetError> {
        let base = self.place(&release.site.slug)?;
        let settings = Settings::Folder(self.settings.clone());
        let remote = Remote::new(&settings, base.display().to_string(), release);
        publish::publish(base, release, remote, blobs, progress).await
    }

    /// Points `current` at a release.
    pub(crate) async fn activate(
        &self, release: &Release, remote: &Remote, _: &dyn Progress,
    ) -> Result<Activated, TargetError> {
        let base = self.known(release, remote)?;
        let (release, keep) = (release.clone(), self.settings.keep);
        blocking(move || activate::activate(&base, &release, keep)).await?;
        let url = self.settings.public_url.as_ref().map(|url| crate::settings::fill(url, &remote.site.slug));
        Ok(Activated { remote: Remote { url: url.clone(), ..remote.clone() }, url })
    }

    /// Compares the files with the release.
    pub(crate) async fn verify(
        &self, release: &Release, remote: &Remote, stage: Stage, progress: &dyn Progress,
    ) -> Result<Verified, TargetError> {
        let base = self.known(release, remote)?;
        if let (Stage::Live, Some(url)) = (stage, &remote.url) {
            return public(&self.environment, url, remote, progress).await;
        }
        let (release, remote) = (release.clone(), remote.clone());
        let checked = blocking(move || verify::verify(&base, &release, &remote, stage)).await?;
        Ok(Verified { checked, is_public: false })
    }

    /// Removes the symlink and the releases.
    pub(crate) async fn remove(&self, release: &Release, remote: &Remote) -> Result<(), TargetError> {
        let base = self.known(release, remote)?;
        let site = remote.site.clone();
        blocking(move || remove::remove(&base, &site)).await
    }

    fn place(&self, slug: &str) -> Result<PathBuf, TargetError> {
        place::resolve(&self.settings.path, slug, &self.environment.folders)
    }

    fn known(&self, release: &Release, remote: &Remote) -> Result<PathBuf, TargetError> {
        let base = self.place(&release.site.slug)?;
        remote.check_place(TargetKind::Folder, &base.display().to_string())?;
        Ok(base)
    }
}

/// Runs work that waits for the disk.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, TargetError> + Send + 'static,
) -> Result<T, TargetError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| TargetError::Storage { place: "The folder".to_owned(), reason: error.to_string() })?
}
