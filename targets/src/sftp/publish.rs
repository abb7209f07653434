//! Uploads a release into a folder with a temporary name, which gets its name when it is complete.

use std::collections::BTreeSet;

use futures::FutureExt as _;

use super::{connect::Connection, paths::Paths};
use crate::{
    Blobs, Limits, Phase, Progress, Published, Release, Remote, TargetError, blobs::read, owner, progress::Meter,
    release::ReleaseFile, work::all,
};

/// Longest mark of a site in bytes.
pub(super) const LONGEST_MARK: u64 = 4_096;

/// An upload.
pub(super) struct Work<'a> {
    pub(super) connection: &'a Connection,
    pub(super) paths: Paths,
    pub(super) limits: Limits,
    pub(super) release: &'a Release,
    pub(super) previous: Option<&'a Remote>,
}

impl Work<'_> {
    pub(super) async fn publish(
        &self, remote: Remote, blobs: &dyn Blobs, progress: &dyn Progress,
    ) -> Result<Published, TargetError> {
        let connection = self.connection;
        connection.create_folders(self.paths.base()).await?;
        self.claim().await?;
        connection.create_folder(&self.paths.releases()).await?;
        let complete = self.paths.complete();
        let is_complete = connection.find(&complete).await?.is_some();
        let folder = if is_complete { complete } else { self.paths.partial() };
        self.create_folders(&folder).await?;
        let missing = self.missing(&folder).await?;
        let meter = Meter::start(progress, Phase::Upload, missing.iter().map(|(_, file)| file.size));
        self.upload_all(&folder, &missing, blobs, &meter).await?;
        if !is_complete {
            connection.rename(&folder, &self.paths.complete()).await?;
        }
        let (uploaded, bytes) = meter.done();
        let skipped = self.release.files.len() as u64 - uploaded;
        Ok(Published { remote, is_live: false, uploaded, skipped, bytes })
    }

    /// Marks the folder as the site's, or checks its mark.
    async fn claim(&self) -> Result<(), TargetError> {
        let (connection, mark) = (self.connection, self.paths.mark());
        let place = format!("{} on {}", self.paths.base(), connection.host);
        if let Some(found) = connection.read(&mark, LONGEST_MARK).await? {
            return owner::check(&found, &self.release.site, &place);
        }
        if connection.find(&self.paths.current()).await?.is_some_and(|found| !found.file_type().is_symlink()) {
            return Err(TargetError::InTheWay(format!("{} on {}", self.paths.current(), connection.host)));
        }
        let temporary = self.paths.at(".motherlode.tmp");
        connection.write(&temporary, &owner::mark(&self.release.site)).await?;
        connection.rename(&temporary, &mark).await
    }

    /// Creates the folders of the release, outer ones first.
    async fn create_folders(&self, folder: &str) -> Result<(), TargetError> {
        self.connection.create_folder(folder).await?;
        let mut inside = BTreeSet::new();
        for file in &self.release.files {
            inside.extend(file.path.match_indices('/').filter_map(|(end, _)| file.path.get(..end)));
        }
        for name in inside {
            self.connection.create_folder(&format!("{folder}/{name}")).await?;
        }
        Ok(())
    }

    /// Returns the files that have to be sent, with their numbers; links those that the previous release has.
    ///
    /// A file has its name only after all its bytes, so its size suffices to recognise it.
    async fn missing(&self, folder: &str) -> Result<Vec<(usize, &ReleaseFile)>, TargetError> {
        let files = self.release.files.iter().enumerate();
        let checks = files.map(|(number, file)| self.check(folder, number, file).boxed()).collect();
        Ok(all(self.limits.parallel, checks).await?.into_iter().flatten().collect())
    }

    async fn check<'a>(
        &self, folder: &str, number: usize, file: &'a ReleaseFile,
    ) -> Result<Option<(usize, &'a ReleaseFile)>, TargetError> {
        let path = format!("{folder}/{}", file.path);
        let is_there = match self.connection.find(&path).await? {
            Some(found) => found.file_type().is_file() && found.size == Some(file.size),
            None => self.link(file, &path).await?,
        };
        Ok((!is_there).then_some((number, file)))
    }

    async fn link(&self, file: &ReleaseFile, path: &str) -> Result<bool, TargetError> {
        let Some(previous) = self.previous.filter(|previous| previous.has(file)) else { return Ok(false) };
        let from = format!("{}/{}/{}", self.paths.releases(), previous.release, file.path);
        let is_whole = |size: Option<u64>| size == Some(file.size);
        let found = self.connection.find(&from).await?;
        if !found.is_some_and(|found| found.file_type().is_file() && is_whole(found.size)) {
            return Ok(false);
        }
        self.connection.link(&from, path).await
    }

    async fn upload_all(
        &self, folder: &str, missing: &[(usize, &ReleaseFile)], blobs: &dyn Blobs, meter: &Meter<'_>,
    ) -> Result<(), TargetError> {
        let upload = |(number, file)| self.upload(folder, number, file, blobs, meter).boxed();
        all(self.limits.parallel, missing.iter().copied().map(upload).collect()).await.map(drop)
    }

    async fn upload(
        &self, folder: &str, number: usize, file: &ReleaseFile, blobs: &dyn Blobs, meter: &Meter<'_>,
    ) -> Result<(), TargetError> {
        let bytes = read(blobs, file).await?;
        let temporary = self.paths.temporary(number);
        self.connection.write(&temporary, &bytes).await?;
        self.connection.rename(&temporary, &format!("{folder}/{}", file.path)).await?;
        meter.add(file.size);
        Ok(())
    }
}
