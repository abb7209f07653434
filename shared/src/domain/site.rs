//! Sites of the pipeline: websites that are built, checked and deployed here.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{run::RunStatus, text_enum, website::WebsiteKind};

text_enum! {
    /// Kind of a site.
    SiteKind {
        /// One trade in one city.
        Goldmine = "goldmine",
        /// A trade over a region, with a page for each place.
        Dominator = "dominator",
    }
}

impl SiteKind {
    /// Returns the kind of its website.
    #[must_use]
    pub const fn website(self) -> WebsiteKind {
        match self {
            Self::Goldmine => WebsiteKind::Goldmine,
            Self::Dominator => WebsiteKind::Dominator,
        }
    }
}

text_enum! {
    /// Status of a site.
    SiteStatus {
        /// It was never built, or its build was cancelled.
        Draft = "draft",
        /// A run builds it.
        Building = "building",
        /// The checks forbid the deployment of its latest release.
        Blocked = "blocked",
        /// Its latest release waits for approval.
        Waiting = "waiting",
        /// Its latest release is approved and not deployed.
        Approved = "approved",
        /// A run deploys it.
        Deploying = "deploying",
        /// Its latest deployed release is live.
        Live = "live",
        /// The latest build or deployment failed. A release that was live stays live.
        Failed = "failed",
        /// It was taken offline.
        Offline = "offline",
    }
}

text_enum! {
    /// Kind of a page of a site.
    SitePageKind {
        /// Home.
        Home = "home",
        /// A service, such as emergency help, cost or choosing a business.
        Service = "service",
        /// A place of a dominator site.
        Area = "area",
        /// An article, listed in the feed.
        Article = "article",
        /// Who runs the site, and how it is made.
        About = "about",
        /// Form, telephone, email.
        Contact = "contact",
        /// Privacy policy.
        Privacy = "privacy",
        /// Terms of use.
        Terms = "terms",
    }
}

/// A place of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SitePlace {
    /// Id of the place in the reference data.
    pub id: String,
    /// Name with its state, such as `Tulsa, OK`.
    pub name: String,
}

/// A site with its live and its latest release.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Site {
    /// Id of its website.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Display name.
    pub name: String,
    /// URL of its home page.
    pub url: String,
    /// First label of its host name on the sites domain; unique in the installation.
    pub slug: String,
    /// Kind.
    pub kind: SiteKind,
    /// Slug of the vertical.
    pub vertical: String,
    /// Name of the vertical.
    pub vertical_name: String,
    /// Places.
    pub places: Json<Vec<SitePlace>>,
    /// Word of a theme of the crate `sites`, such as `harbor`.
    pub theme: String,
    /// Seed of its texts.
    pub seed: i64,
    /// Telephone number in E.164.
    pub phone: Option<String>,
    /// Whether the account states that it owns the number.
    pub phone_is_owned: bool,
    /// Whether calls to the number are recorded.
    pub phone_is_recorded: bool,
    /// Target; `None` for built-in hosting.
    pub target_id: Option<Uuid>,
    /// Form that receives its leads.
    pub lead_source_id: Option<Uuid>,
    /// Deployment that it belongs to.
    pub deployment_id: Option<Uuid>,
    /// Status.
    pub status: SiteStatus,
    /// Problem of the latest build or deployment, with the remedy.
    pub last_error: Option<String>,
    /// Latest run.
    pub run_id: Option<Uuid>,
    /// Its status; `None` if the run was deleted.
    pub run_status: Option<RunStatus>,
    /// Business that rents the site; its type belongs to the crate `sites`.
    pub tenant: Option<Json<Value>>,
    /// User who created it.
    pub created_by: Uuid,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change.
    pub updated_at: DateTime<Utc>,
    /// Time when it was deleted; `None` if it is in use.
    pub archived_at: Option<DateTime<Utc>>,
    /// Number of pages.
    pub pages: i64,
    /// Number of received leads without spam and duplicates.
    pub leads: i64,
    /// Release that visitors see.
    pub live_release_id: Option<Uuid>,
    /// Number of that release.
    pub live_number: Option<i32>,
    /// Address at which it was deployed.
    pub live_url: Option<String>,
    /// Time of that deployment.
    pub live_deployed_at: Option<DateTime<Utc>>,
    /// Latest release.
    pub latest_release_id: Option<Uuid>,
    /// Its number.
    pub latest_number: Option<i32>,
    /// Whether the checks forbid its deployment.
    pub latest_is_blocked: Option<bool>,
    /// Secret part of the address of its preview.
    pub latest_preview_key: Option<String>,
    /// Time of its approval.
    pub latest_approved_at: Option<DateTime<Utc>>,
    /// Time of its creation.
    pub latest_created_at: Option<DateTime<Utc>>,
}

impl Site {
    /// Returns the run at work, if there is one.
    #[must_use]
    pub fn run_at_work(&self) -> Option<Uuid> {
        self.run_id.filter(|_| self.run_status.is_some_and(|status| !status.is_final()))
    }
}

/// A page of a site.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SitePage {
    /// Path with slashes at both ends; `/` is the home page.
    pub path: String,
    /// Kind.
    pub kind: SitePageKind,
    /// Words in the navigation.
    pub label: String,
    /// Order in the navigation.
    pub position: i32,
    /// Name of the place that it is about.
    pub place: Option<String>,
    /// Whether a person added it: no plan writes or removes it.
    pub is_own: bool,
    /// Document with its text.
    pub document_id: Uuid,
    /// Title of the document.
    pub title: String,
    /// Words of the current version.
    pub words: Option<i32>,
    /// Time of the last version.
    pub updated_at: DateTime<Utc>,
}

text_enum! {
    /// DNS record that proved that a host name is under the control of the owner of its site.
    DomainProof {
        /// A TXT record with the token of the site.
        Txt = "txt",
        /// A CNAME record with the site's own name at built-in hosting.
        Cname = "cname",
        /// Address records with the addresses of built-in hosting. They prove no new host name, because all sites have the same.
        Address = "address",
    }
}

/// A custom host name of a site.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SiteDomain {
    /// Host name in lower case.
    pub host: String,
    /// Site.
    #[serde(skip)]
    pub website_id: Uuid,
    /// Part of the value of its TXT record, which is different for each claim.
    #[serde(skip)]
    pub token: String,
    /// When a DNS record proved it; `None` before it. Only then built-in hosting serves it.
    pub verified_at: Option<DateTime<Utc>>,
    /// Record that proved it.
    pub proof: Option<DomainProof>,
    /// Time of the latest check.
    pub checked_at: Option<DateTime<Utc>>,
    /// What the latest check did not find.
    pub problem: Option<String>,
}

/// A host name to check, with what its DNS records must have.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct DomainClaim {
    /// Host name in lower case.
    pub host: String,
    /// Site.
    pub website_id: Uuid,
    /// First label of the site's own host name.
    pub slug: String,
    /// Part of the value of its TXT record.
    pub token: String,
}

/// What visitors get of a site that is live.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct LiveSite {
    /// Id of its website.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// First label of its host name on the sites domain.
    pub slug: String,
    /// Release that visitors see.
    pub release_id: Uuid,
    /// Whether built-in hosting serves it; other targets serve it themselves.
    pub is_hosted: bool,
}
