//! Cloudflare Pages: direct upload, as Cloudflare's own command line does it.
//!
//! Bytes are uploaded by their hash; the deployment that names them is created last, and Cloudflare switches to it in
//! one step. So visitors see the release at the end of [`Cloudflare::publish`]. The commit message of a deployment names
//! site and release: a repeated upload finds it, and a deployment of another site is never replaced.

mod activate;
mod api;
mod assets;
mod hash;
mod multipart;
mod publish;

use self::api::Api;
use crate::{
    Activated, Blobs, CloudflareSettings, Environment, Progress, Published, Release, Remote, Settings, Stage,
    TargetError, TargetKind, Tested, Verified, http::Http, secret::TokenSecrets, verify::public,
};

/// Cloudflare Pages.
pub(crate) struct Cloudflare {
    settings: CloudflareSettings,
    secrets: TokenSecrets,
    environment: Environment,
    http: Http,
}

impl Cloudflare {
    pub(crate) fn new(
        settings: CloudflareSettings, secrets: TokenSecrets, environment: Environment,
    ) -> Result<Self, TargetError> {
        let http = Http::new(&environment, &[secrets.token.expose()])?;
        Ok(Self { settings, secrets, environment, http })
    }

    /// Lists the projects of the account.
    pub(crate) async fn test(&self) -> Result<Tested, TargetError> {
        let count = self.api("site")?.count_projects().await?;
        let detail = format!("The token is valid, and it can see {count} projects of the account.");
        Ok(Tested { detail, settings: None })
    }

    /// Uploads the bytes that Cloudflare lacks, and creates the deployment.
    pub(crate) async fn publish(
        &self, release: &Release, _: Option<&Remote>, blobs: &dyn Blobs, progress: &dyn Progress,
    ) -> Result<Published, TargetError> {
        let api = self.api(&release.site.slug)?;
        let remote = Remote::new(&Settings::CloudflarePages(self.settings.clone()), api.place(), release);
        publish::publish(&api, release, remote, blobs, progress).await
    }

    /// Switches to a deployment that exists.
    pub(crate) async fn activate(
        &self, release: &Release, remote: &Remote, _: &dyn Progress,
    ) -> Result<Activated, TargetError> {
        let api = self.known(release, remote)?;
        activate::activate(&api, remote).await?;
        Ok(Activated { remote: remote.clone(), url: remote.url.clone() })
    }

    /// Compares what visitors get.
    pub(crate) async fn verify(
        &self, release: &Release, remote: &Remote, stage: Stage, progress: &dyn Progress,
    ) -> Result<Verified, TargetError> {
        self.known(release, remote)?;
        let preview = remote.preview_url.as_ref().filter(|_| stage == Stage::Uploaded);
        let url = preview.or(remote.url.as_ref()).ok_or_else(|| TargetError::Missing("The address".to_owned()))?;
        public(&self.environment, url, remote, progress).await
    }

    /// Deletes a project that this product created.
    pub(crate) async fn remove(&self, release: &Release, remote: &Remote) -> Result<(), TargetError> {
        activate::remove(&self.known(release, remote)?, &release.site).await
    }

    fn api(&self, slug: &str) -> Result<Api<'_>, TargetError> {
        Api::new(&self.settings, &self.secrets, &self.http, self.environment.limits, slug)
    }

    fn known(&self, release: &Release, remote: &Remote) -> Result<Api<'_>, TargetError> {
        let api = self.api(&release.site.slug)?;
        remote.check_place(TargetKind::CloudflarePages, &api.place())?;
        Ok(api)
    }
}
