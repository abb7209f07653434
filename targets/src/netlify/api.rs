//! The calls of Netlify's API that deploys need.

use std::collections::BTreeMap;

use bytes::Bytes;
use reqwest::{
    Method,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::{Deserialize, Serialize};

use crate::{
    Limits, NetlifySettings, SiteKey, TargetError,
    http::{Http, Repeat, Service},
    owner,
    secret::TokenSecrets,
    settings::{SITE, fill},
};

/// Deploys in which one of the same release is looked for.
const LATEST: &str = "30";

/// The site of a release at Netlify.
pub(super) struct Api<'a> {
    service: Service<'a>,
    pub(super) limits: Limits,
    /// Name or id.
    site: String,
    /// True if each site of this product has one of its own.
    pub(super) is_own: bool,
}

/// A site.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Site {
    pub(super) id: String,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    ssl_url: Option<String>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    pub(super) published_deploy: Option<Deploy>,
}

/// A deploy.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Deploy {
    pub(super) id: String,
    #[serde(default)]
    pub(super) state: String,
    /// SHA-1 of the files that are to be uploaded.
    #[serde(default)]
    pub(super) required: Option<Vec<String>>,
    #[serde(default)]
    pub(super) title: Option<String>,
    #[serde(default)]
    pub(super) deploy_ssl_url: Option<String>,
    #[serde(default)]
    pub(super) error_message: Option<String>,
}

#[derive(Serialize)]
struct NewSite<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct NewDeploy<'a> {
    files: &'a BTreeMap<String, String>,
    draft: bool,
    r#async: bool,
}

impl Site {
    pub(super) fn address(&self) -> Option<String> {
        self.ssl_url.clone().or_else(|| self.url.clone()).filter(|url| !url.is_empty())
    }
}

impl<'a> Api<'a> {
    pub(super) fn new(
        settings: &'a NetlifySettings, secrets: &'a TokenSecrets, http: &'a Http, limits: Limits, slug: &str,
    ) -> Result<Self, TargetError> {
        let site = fill(&settings.site, slug);
        let wrong = |_| TargetError::setting("apiUrl", "Enter an address such as https://api.netlify.com.");
        let base = settings.api_url.parse().map_err(wrong)?;
        let place = format!("The site {site} at Netlify");
        let service = Service { http, base, token: secrets.token.expose().to_owned(), place };
        Ok(Self { service, limits, site, is_own: settings.site.contains(SITE) })
    }

    /// Returns where the site is, for messages and records.
    pub(super) fn place(&self) -> String {
        self.service.place.clone()
    }

    /// Returns true if the setting is an id, not a name.
    pub(super) fn is_id(&self) -> bool {
        let lengths: Vec<usize> = self.site.split('-').map(str::len).collect();
        lengths == [8, 4, 4, 4, 12] && self.site.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
    }

    /// Finds the site among those that the token can see.
    pub(super) async fn find(&self) -> Result<Option<Site>, TargetError> {
        let mut call = self.service.call(Method::GET, &["api", "v1", "sites"])?;
        call.url.query_pairs_mut().append_pair("filter", "all").append_pair("per_page", "100");
        if !self.is_id() {
            call.url.query_pairs_mut().append_pair("name", &self.site);
        }
        let sites: Vec<Site> = self.service.json(&call).await?;
        let found = sites.into_iter().find(|site| site.name == self.site || site.id == self.site);
        match found {
            None if self.is_id() => self.get(&self.site).await,
            found => Ok(found),
        }
    }

    /// Returns a site by its id.
    pub(super) async fn get(&self, id: &str) -> Result<Option<Site>, TargetError> {
        let call = self.service.call(Method::GET, &["api", "v1", "sites", id])?;
        match self.service.json(&call).await {
            Err(TargetError::Missing(_)) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Creates the site.
    pub(super) async fn create(&self) -> Result<Site, TargetError> {
        let body = NewSite { name: &self.site };
        let call = self.service.call_with(Method::POST, &["api", "v1", "sites"], &body)?;
        match self.service.json(&call).await {
            Err(TargetError::Rejected { status: 422, .. }) => {
                Err(TargetError::InTheWay(format!("A site of somebody else with the name {} at Netlify", self.site)))
            }
            other => other,
        }
    }

    /// Returns the latest deploys of a site.
    pub(super) async fn deploys(&self, site: &str) -> Result<Vec<Deploy>, TargetError> {
        let mut call = self.service.call(Method::GET, &["api", "v1", "sites", site, "deploys"])?;
        call.url.query_pairs_mut().append_pair("per_page", LATEST);
        self.service.json(&call).await
    }

    /// Creates a deploy of files by path and SHA-1.
    pub(super) async fn create_deploy(
        &self, site: &str, title: &str, files: &BTreeMap<String, String>,
    ) -> Result<Deploy, TargetError> {
        let body = NewDeploy { files, draft: false, r#async: false };
        let mut call = self.service.call_with(Method::POST, &["api", "v1", "sites", site, "deploys"], &body)?;
        call.url.query_pairs_mut().append_pair("title", title);
        self.service.json(&call).await
    }

    /// Returns a deploy.
    pub(super) async fn deploy(&self, id: &str) -> Result<Deploy, TargetError> {
        self.service.json(&self.service.call(Method::GET, &["api", "v1", "deploys", id])?).await
    }

    /// Uploads a file of a deploy.
    pub(super) async fn upload(&self, deploy: &str, path: &str, bytes: Vec<u8>) -> Result<(), TargetError> {
        let mut names = vec!["api", "v1", "deploys", deploy, "files"];
        names.extend(path.split('/'));
        let mut call = self.service.call(Method::PUT, &names)?;
        call.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
        call.body = Bytes::from(bytes);
        self.service.send(&call).await.map(drop)
    }

    /// Publishes a deploy that exists; returns false if it does not exist any more.
    pub(super) async fn restore(&self, site: &str, deploy: &str) -> Result<bool, TargetError> {
        let path = ["api", "v1", "sites", site, "deploys", deploy, "restore"];
        let mut call = self.service.call(Method::POST, &path)?;
        call.repeat = Repeat::Safe;
        match self.service.send(&call).await {
            Err(TargetError::Missing(_)) => Ok(false),
            other => other.map(|_| true),
        }
    }

    /// Deletes a site.
    pub(super) async fn delete(&self, site: &str) -> Result<(), TargetError> {
        match self.service.send(&self.service.call(Method::DELETE, &["api", "v1", "sites", site])?).await {
            Err(TargetError::Missing(_)) => Ok(()),
            other => other.map(drop),
        }
    }

    /// Checks that a site shows nothing, or a release of this site.
    ///
    /// A site that the settings name without `{site}` may show a deploy of somebody else: it is replaced on purpose.
    pub(super) fn check_owner(&self, found: &Site, site: &SiteKey) -> Result<(), TargetError> {
        let Some(deploy) = &found.published_deploy else { return Ok(()) };
        match deploy.title.as_deref().and_then(owner::site_of) {
            Some(id) if id == site.id => Ok(()),
            Some(_) => Err(TargetError::Occupied(self.place())),
            None if self.is_own => Err(TargetError::InTheWay(format!("Another deploy of {}", self.place()))),
            None => Ok(()),
        }
    }

    /// Returns the error of a deploy that Netlify could not process.
    pub(super) fn failed(&self, deploy: &Deploy) -> TargetError {
        let message = self.service.http.words(deploy.error_message.as_deref().unwrap_or_default());
        TargetError::Failed { host: "Netlify".to_owned(), message }
    }
}
