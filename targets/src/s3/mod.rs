//! S3-compatible storage.
//!
//! ~~~text
//! <prefix>/.motherlode/site.json            the site that the prefix belongs to
//! <prefix>/.motherlode/blobs/<sha256>       bytes of files, uploaded once
//! <prefix>/.motherlode/releases/<id>.json   digests of a release, so that its bytes are kept
//! <prefix>/.motherlode/live.json            what the visible keys hold
//! <prefix>/<path>                           what visitors see
//! ~~~
//!
//! A bucket has **no atomic switch**. The upload touches nothing that visitors see. The switch then copies inside the
//! bucket, without sending bytes: assets first, then pages, the home page last; what the release no longer has is
//! deleted at the end. So during the switch, and after a crash in it,
//!
//! - each file is whole: the old one or the new one, since a copy replaces a key in one step;
//! - a new page is never visible without its new assets;
//! - an old page may show new assets with the same name, and old and new pages are mixed for a moment;
//! - no page is missing that both releases have.
//!
//! Before the first copy, `live.json` marks the changing keys as unknown, so that a repeated switch copies them again
//! and a crash never leaves a stale key. Keys that this product did not write are neither replaced nor deleted, except
//! under a path that a release has itself.

mod activate;
mod client;
mod error;
mod live;
mod publish;
mod records;
mod remove;
mod sign;
mod test;
mod verify;
mod xml;

use self::client::Bucket;
pub(crate) use self::live::S3Files;
use crate::{
    Activated, Blobs, Environment, Progress, Published, Release, Remote, S3Settings, Settings, Stage, TargetError,
    TargetKind, Tested, Verified, http::Http, secret::S3Secrets, settings::fill, verify::public,
};

/// S3-compatible storage.
pub(crate) struct S3 {
    settings: S3Settings,
    secrets: S3Secrets,
    environment: Environment,
    http: Http,
}

impl S3 {
    pub(crate) fn new(settings: S3Settings, secrets: S3Secrets, environment: Environment) -> Result<Self, TargetError> {
        let token = secrets.session_token.as_ref().map_or("", crate::Secret::expose);
        let http = Http::new(&environment, &[secrets.secret_access_key.expose(), token])?;
        Ok(Self { settings, secrets, environment, http })
    }

    /// Writes, reads, copies, lists and deletes an object.
    pub(crate) async fn test(&self) -> Result<Tested, TargetError> {
        test::test(&self.bucket("site")?).await
    }

    /// Uploads the bytes that the bucket lacks.
    pub(crate) async fn publish(
        &self, release: &Release, _: Option<&Remote>, blobs: &dyn Blobs, progress: &dyn Progress,
    ) -> Result<Published, TargetError> {
        let bucket = self.bucket(&release.site.slug)?;
        let remote = Remote::new(&Settings::S3(self.settings.clone()), bucket.place(), release);
        publish::publish(&bucket, release, remote, blobs, progress).await
    }

    /// Copies the release to the visible keys.
    pub(crate) async fn activate(
        &self, release: &Release, remote: &Remote, progress: &dyn Progress,
    ) -> Result<Activated, TargetError> {
        let bucket = self.known(release, remote)?;
        activate::activate(&bucket, release, self.settings.keep, progress).await?;
        let url = self.settings.public_url.as_ref().map(|url| fill(url, &remote.site.slug));
        Ok(Activated { remote: Remote { url: url.clone(), ..remote.clone() }, url })
    }

    /// Compares a sample.
    pub(crate) async fn verify(
        &self, release: &Release, remote: &Remote, stage: Stage, progress: &dyn Progress,
    ) -> Result<Verified, TargetError> {
        let bucket = self.known(release, remote)?;
        if let (Stage::Live, Some(url)) = (stage, &remote.url) {
            return public(&self.environment, url, remote, progress).await;
        }
        verify::verify(&bucket, remote, stage, progress).await
    }

    /// Deletes the keys that this product wrote.
    pub(crate) async fn remove(&self, release: &Release, remote: &Remote) -> Result<(), TargetError> {
        remove::remove(&self.known(release, remote)?, &release.site).await
    }

    fn bucket(&self, slug: &str) -> Result<Bucket<'_>, TargetError> {
        Bucket::new(&self.settings, &self.secrets, &self.environment, &self.http, slug)
    }

    fn known(&self, release: &Release, remote: &Remote) -> Result<Bucket<'_>, TargetError> {
        let bucket = self.bucket(&release.site.slug)?;
        remote.check_place(TargetKind::S3, &bucket.place())?;
        Ok(bucket)
    }
}
