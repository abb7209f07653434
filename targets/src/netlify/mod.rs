//! Netlify: a deploy by digests.
//!
//! A deploy names the SHA-1 of each file; Netlify asks for those that it lacks, and switches to the deploy in one step
//! when it has all. So visitors see the release at the end of [`Netlify::publish`], unless the user stopped automatic
//! publishing; then [`Netlify::activate`] publishes it. The title of a deploy names site and release: an upload that
//! broke off is continued, and a deploy of another site is never replaced.
//! Source: Netlify API, "Deploy with the API", and its OpenAPI description.

mod activate;
mod api;
mod publish;

use self::api::Api;
use crate::{
    Activated, Blobs, Environment, NetlifySettings, Progress, Published, Release, Remote, Settings, Stage, TargetError,
    TargetKind, Tested, Verified, http::Http, secret::TokenSecrets, verify::public,
};

/// Netlify.
pub(crate) struct Netlify {
    settings: NetlifySettings,
    secrets: TokenSecrets,
    environment: Environment,
    http: Http,
}

impl Netlify {
    pub(crate) fn new(
        settings: NetlifySettings, secrets: TokenSecrets, environment: Environment,
    ) -> Result<Self, TargetError> {
        let http = Http::new(&environment, &[secrets.token.expose()])?;
        Ok(Self { settings, secrets, environment, http })
    }

    /// Lists the sites that the token can see.
    pub(crate) async fn test(&self) -> Result<Tested, TargetError> {
        let api = self.api("site")?;
        let found = api.find().await?;
        let detail = match found {
            Some(site) => format!("The token is valid, and it can see the site {}.", site.name),
            None if api.is_id() => return Err(TargetError::Missing(api.place())),
            None => "The token is valid. The site is created at the first deploy.".to_owned(),
        };
        Ok(Tested { detail, settings: None })
    }

    /// Creates a deploy and uploads the files that Netlify lacks.
    pub(crate) async fn publish(
        &self, release: &Release, _: Option<&Remote>, blobs: &dyn Blobs, progress: &dyn Progress,
    ) -> Result<Published, TargetError> {
        let api = self.api(&release.site.slug)?;
        let remote = Remote::new(&Settings::Netlify(self.settings.clone()), api.place(), release);
        publish::publish(&api, release, remote, blobs, progress).await
    }

    /// Publishes a deploy that exists.
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

    /// Deletes a site that this product created.
    pub(crate) async fn remove(&self, release: &Release, remote: &Remote) -> Result<(), TargetError> {
        activate::remove(&self.known(release, remote)?, &release.site).await
    }

    fn api(&self, slug: &str) -> Result<Api<'_>, TargetError> {
        Api::new(&self.settings, &self.secrets, &self.http, self.environment.limits, slug)
    }

    fn known(&self, release: &Release, remote: &Remote) -> Result<Api<'_>, TargetError> {
        let api = self.api(&release.site.slug)?;
        remote.check_place(TargetKind::Netlify, &api.place())?;
        Ok(api)
    }
}
