//! Input of the analysis of links.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;

/// Maximum number of links per run, at about 700 bytes each with their JSON.
pub(super) const MAX_LINKS: usize = 500_000;
/// Maximum number of pages with a status per run.
pub(super) const MAX_PAGES: usize = 200_000;
/// Maximum number of rivals per run.
pub(super) const MAX_RIVALS: usize = 1_000;

/// Links of other websites to your site and to its rivals, and the status of your pages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LinksInput {
    /// The day of the analysis. Validity starts here.
    pub as_of: Option<Day>,
    /// Host of your site, such as `www.example.com`, including its subdomains.
    pub site: String,
    /// Hosts of the rivals. Without any, each other site that the links point to is a rival.
    pub rivals: Vec<String>,
    /// Links to your site and to its rivals, as providers report them.
    pub links: Vec<Link>,
    /// Status of the pages of your site.
    pub pages: Vec<LinkedPage>,
}

/// A link according to one provider.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Link {
    /// Provider, such as `ahrefs`.
    pub provider: String,
    /// Page with the link.
    pub source_url: String,
    /// Registrable domain of that page; empty takes the host of the address.
    pub source_domain: String,
    /// Linked page.
    pub target_url: String,
    /// Registrable domain of the linked page; empty takes the host of the address.
    pub target_domain: String,
    /// False with `nofollow`, `ugc` or `sponsored`; `None` if the provider does not state it.
    pub is_followed: Option<bool>,
    /// Whether the provider reports the link as lost.
    pub is_lost: bool,
    /// Day on which the provider no longer found it.
    pub lost_on: Option<Day>,
    /// Day on which the provider last saw it.
    pub last_seen: Option<Day>,
    /// Day on which the row was imported or fetched.
    pub observed_at: Option<Day>,
    /// The provider's figure of the linking site or page.
    pub authority: Option<f64>,
    /// Name of that figure, such as `Ahrefs domain rating`.
    pub authority_name: Option<String>,
}

/// Status of a page of your site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct LinkedPage {
    /// Address.
    pub url: String,
    /// HTTP status; `None` without a response.
    pub status: Option<u16>,
    /// Target of its redirect.
    pub redirect: Option<String>,
    /// Day of the response.
    pub observed_at: Option<Day>,
    /// Source of the status, such as `crawl`.
    pub source: String,
}
