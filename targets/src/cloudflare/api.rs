//! The calls of Cloudflare's API that deploys need.

use reqwest::{
    Method,
    header::{CONTENT_TYPE, HeaderValue},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::multipart::{Part, encode};
use crate::{
    CloudflareSettings, Limits, SiteKey, TargetError,
    http::{Call, Http, Repeat, Service},
    owner,
    secret::TokenSecrets,
    settings::{SITE, fill},
};

/// Codes of errors that say that the token is wrong, whatever the status.
const WRONG_TOKEN: [u64; 4] = [6003, 6111, 9109, 10000];
/// Code of an error that says that there is no such project.
const NO_PROJECT: u64 = 8_000_007;

/// The project of a site.
pub(super) struct Api<'a> {
    pub(super) service: Service<'a>,
    pub(super) limits: Limits,
    account: &'a str,
    pub(super) project: String,
    branch: &'a str,
    /// True if each site of this product has a project of its own.
    pub(super) is_own: bool,
}

/// Envelope of every answer.
#[derive(Debug, Deserialize)]
struct Envelope<T> {
    success: bool,
    #[serde(default)]
    errors: Vec<Problem>,
    result: Option<T>,
}

#[derive(Debug, Default, Deserialize)]
struct Problem {
    #[serde(default)]
    code: u64,
    #[serde(default)]
    message: String,
}

/// A project.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Project {
    pub(super) subdomain: Option<String>,
    pub(super) production_branch: Option<String>,
    /// What visitors see.
    pub(super) canonical_deployment: Option<Deployment>,
}

/// A deployment.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Deployment {
    pub(super) id: String,
    #[serde(default)]
    pub(super) url: Option<String>,
    #[serde(default)]
    pub(super) latest_stage: Option<StageState>,
    #[serde(default)]
    deployment_trigger: Option<Trigger>,
}

/// How far a deployment is.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct StageState {
    pub(super) name: String,
    pub(super) status: String,
}

#[derive(Debug, Clone, Deserialize)]
struct Trigger {
    metadata: Option<Metadata>,
}

#[derive(Debug, Clone, Deserialize)]
struct Metadata {
    commit_message: Option<String>,
}

#[derive(Serialize)]
struct NewProject<'a> {
    name: &'a str,
    production_branch: &'a str,
}

impl Deployment {
    pub(super) fn title(&self) -> Option<&str> {
        self.deployment_trigger.as_ref()?.metadata.as_ref()?.commit_message.as_deref()
    }

    /// Returns true if visitors can see it.
    pub(super) fn is_ready(&self) -> bool {
        self.latest_stage.as_ref().is_some_and(|stage| stage.name == "deploy" && stage.status == "success")
    }
}

impl<'a> Api<'a> {
    pub(super) fn new(
        settings: &'a CloudflareSettings, secrets: &'a TokenSecrets, http: &'a Http, limits: Limits, slug: &str,
    ) -> Result<Self, TargetError> {
        let project = fill(&settings.project, slug);
        let wrong = |_| TargetError::setting("apiUrl", "Enter an address such as https://api.cloudflare.com.");
        let base = settings.api_url.parse().map_err(wrong)?;
        let place = format!("The project {project} at Cloudflare Pages");
        let service = Service { http, base, token: secrets.token.expose().to_owned(), place };
        let (account, branch) = (&settings.account_id, &settings.branch);
        Ok(Self { service, limits, account, project, branch, is_own: settings.project.contains(SITE) })
    }

    /// Returns where the site is, for messages and records.
    pub(super) fn place(&self) -> String {
        self.service.place.clone()
    }

    /// Counts the projects of the account, at most 10.
    pub(super) async fn count_projects(&self) -> Result<usize, TargetError> {
        let path = ["client", "v4", "accounts", self.account, "pages", "projects"];
        let mut call = self.service.call(Method::GET, &path)?;
        call.url.query_pairs_mut().append_pair("per_page", "10");
        let projects: Vec<serde::de::IgnoredAny> = self.send(&call).await?;
        Ok(projects.len())
    }

    /// Returns the project; `None` if it does not exist.
    pub(super) async fn find(&self) -> Result<Option<Project>, TargetError> {
        match self.send(&self.service.call(Method::GET, &self.path(&[]))?).await {
            Err(TargetError::Missing(_)) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Creates the project.
    pub(super) async fn create(&self) -> Result<Project, TargetError> {
        let body = NewProject { name: &self.project, production_branch: self.branch };
        let path = ["client", "v4", "accounts", self.account, "pages", "projects"];
        self.send(&self.service.call_with(Method::POST, &path, &body)?).await
    }

    /// Deletes the project.
    pub(super) async fn delete(&self) -> Result<(), TargetError> {
        let call = self.service.call(Method::DELETE, &self.path(&[]))?;
        match self.send_any::<serde::de::IgnoredAny>(&call).await {
            Err(TargetError::Missing(_)) => Ok(()),
            other => other.map(drop),
        }
    }

    /// Returns the latest deployments that visitors could see.
    pub(super) async fn deployments(&self) -> Result<Vec<Deployment>, TargetError> {
        let mut call = self.service.call(Method::GET, &self.path(&["deployments"]))?;
        call.url.query_pairs_mut().append_pair("env", "production");
        self.send(&call).await
    }

    /// Returns a deployment.
    pub(super) async fn deployment(&self, id: &str) -> Result<Deployment, TargetError> {
        self.send(&self.service.call(Method::GET, &self.path(&["deployments", id]))?).await
    }

    /// Creates a deployment.
    pub(super) async fn deploy(&self, parts: &[Part]) -> Result<Deployment, TargetError> {
        let mut call = self.service.call(Method::POST, &self.path(&["deployments"]))?;
        let (kind, body) = encode(parts);
        if let Ok(kind) = HeaderValue::try_from(kind) {
            call.headers.insert(CONTENT_TYPE, kind);
        }
        call.body = body.into();
        self.send(&call).await
    }

    /// Switches to a deployment; returns false if it does not exist any more.
    pub(super) async fn roll_back(&self, id: &str) -> Result<bool, TargetError> {
        let mut call = self.service.call(Method::POST, &self.path(&["deployments", id, "rollback"]))?;
        call.repeat = Repeat::Safe;
        match self.send_any::<serde::de::IgnoredAny>(&call).await {
            Err(TargetError::Missing(_)) => Ok(false),
            other => other.map(|_| true),
        }
    }

    /// Returns a path of the project.
    pub(super) fn path<'b>(&'b self, rest: &[&'b str]) -> Vec<&'b str> {
        let mut path = vec!["client", "v4", "accounts", self.account, "pages", "projects", self.project.as_str()];
        path.extend(rest);
        path
    }

    /// Sends a request and returns the result of its envelope.
    pub(super) async fn send<T: DeserializeOwned>(&self, call: &Call) -> Result<T, TargetError> {
        let missing = || TargetError::Unreadable { host: call.host(), reason: "it has no result".to_owned() };
        self.send_any(call).await?.ok_or_else(missing)
    }

    /// Sends a request whose answer may have no result.
    pub(super) async fn send_any<T: DeserializeOwned>(&self, call: &Call) -> Result<Option<T>, TargetError> {
        let reply = self.service.http.send(call).await?;
        let problems = reply.json::<Envelope<serde::de::IgnoredAny>>().map(|envelope| envelope.errors);
        let problem = problems.unwrap_or_default().into_iter().next().unwrap_or_default();
        let message = self.service.http.words(&problem.message);
        match self.service.error(&reply) {
            // Codes are more exact than statuses: a wrong token is 400 or 403 at times.
            Some(_) if WRONG_TOKEN.contains(&problem.code) => {
                return Err(TargetError::Credentials { host: reply.host, message });
            }
            Some(_) if problem.code == NO_PROJECT => return Err(TargetError::Missing(self.place())),
            Some(error) => return Err(error),
            None => {}
        }
        let envelope: Envelope<T> = reply.json()?;
        if !envelope.success {
            return Err(TargetError::Rejected { host: reply.host, status: reply.status, message });
        }
        Ok(envelope.result)
    }

    /// Checks that the project shows nothing, or a release of this site.
    ///
    /// A project that the settings name without `{site}` may show something else: it is replaced on purpose.
    pub(super) fn check_owner(&self, found: &Project, site: &SiteKey) -> Result<(), TargetError> {
        let Some(deployment) = &found.canonical_deployment else { return Ok(()) };
        match deployment.title().and_then(owner::site_of) {
            Some(id) if id == site.id => Ok(()),
            Some(_) => Err(TargetError::Occupied(self.place())),
            None if self.is_own => Err(TargetError::InTheWay(format!("Another deployment of {}", self.place()))),
            None => Ok(()),
        }
    }
}
