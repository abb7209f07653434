//! Links from other sites.

use serde::{Deserialize, Serialize};

use crate::json;

/// Which links are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BacklinkMode {
    /// Every link.
    AsIs,
    /// The best link of each domain.
    #[default]
    OnePerDomain,
    /// The best link of each anchor.
    OnePerAnchor,
}

/// Figures of all links to a domain or page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BacklinkSummary {
    /// Rank of the target, from 0 to 100.
    #[serde(default, deserialize_with = "json::number")]
    pub rank: Option<f64>,
    /// Links.
    #[serde(default, deserialize_with = "json::count")]
    pub backlinks: Option<u64>,
    /// Domains and subdomains with a link.
    #[serde(default, deserialize_with = "json::count")]
    pub referring_domains: Option<u64>,
    /// Registrable domains with a link.
    #[serde(default, deserialize_with = "json::count")]
    pub referring_main_domains: Option<u64>,
    /// Links to pages that do not exist.
    #[serde(default, deserialize_with = "json::count")]
    pub broken_backlinks: Option<u64>,
    /// Average spam score of the links, from 0 to 100.
    #[serde(default, deserialize_with = "json::number")]
    pub backlinks_spam_score: Option<f64>,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Backlink {
    /// Page with the link.
    pub url_from: String,
    /// Linked page.
    pub url_to: String,
    /// Domain with the link.
    #[serde(default, deserialize_with = "json::text")]
    pub domain_from: Option<String>,
    /// Text of the link.
    #[serde(default, deserialize_with = "json::text")]
    pub anchor: Option<String>,
    /// False for links that search engines are asked not to follow.
    #[serde(default, deserialize_with = "json::lenient")]
    pub dofollow: Option<bool>,
    /// Rank of the page with the link, from 0 to 100.
    #[serde(default, deserialize_with = "json::number")]
    pub page_from_rank: Option<f64>,
    /// Rank of its domain, from 0 to 100.
    #[serde(default, deserialize_with = "json::number")]
    pub domain_from_rank: Option<f64>,
    /// When the link was first seen, as the provider writes it.
    #[serde(default, deserialize_with = "json::text")]
    pub first_seen: Option<String>,
    /// True if the link has disappeared.
    #[serde(default, deserialize_with = "json::lenient")]
    pub is_lost: Option<bool>,
}

/// A page of links.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BacklinkPage {
    /// All links that there are.
    #[serde(default, rename = "total_count", deserialize_with = "json::count")]
    pub total: Option<u64>,
    /// Links of this page.
    #[serde(default, rename = "items", deserialize_with = "json::entries")]
    pub links: Vec<Backlink>,
}
