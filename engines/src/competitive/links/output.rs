//! Output of the analysis of links.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight};

/// Output of `links`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinksOutput {
    /// Pages with live links that no longer answer or that redirect to the home page, most followed domains first.
    pub reclaim: Vec<ReclaimPage>,
    /// Sites by provider, most referring domains first. Figures of different providers are not comparable.
    pub sites: Vec<LinkSite>,
    /// Domains that link to at least two rivals and not to you, most rivals first.
    pub prospects: Vec<LinkProspect>,
    /// Why the link gap was not computed; `None` if it was, so that no prospects mean a gap of 0 domains.
    pub gap_not_computed: Option<String>,
    /// The links that the analysis read, by provider.
    pub sources: Vec<LinkSource>,
    /// Number of your pages with live links whose status is known.
    pub checked_pages: usize,
    /// Number of your pages with live links whose status is unknown, because no crawl contains them.
    pub unchecked_pages: usize,
    /// Insights, at most `maxInsights`.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Number of domains by their best link.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkCounts {
    /// Domains with a live link.
    pub referring_domains: u32,
    /// Domains with a live link that is followed.
    pub followed: u32,
    /// Domains whose live links all have `nofollow`, `ugc` or `sponsored`.
    pub not_followed: u32,
    /// Domains with a live link of which no provider states whether it is followed.
    pub unknown: u32,
    /// Domains with lost links only, which do not count as referring domains.
    pub lost: u32,
}

/// Problem of a page with links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LinkProblem {
    /// The page, or the page that it redirects to, answers 404 or 410.
    Gone,
    /// The page redirects to the home page, which search engines may treat as a page that is gone.
    RedirectsHome,
}

/// A page whose links can be regained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReclaimPage {
    /// Address, as it is linked.
    pub url: String,
    /// Problem.
    pub problem: LinkProblem,
    /// Status of the page.
    pub status: u16,
    /// Last address of its redirects; `None` without a redirect.
    pub leads_to: Option<String>,
    /// Domains that link to it.
    pub domains: LinkCounts,
    /// Linking pages of the first domains, those with followed links first.
    pub linked_from: Vec<String>,
    /// Living page with the most similar address; `None` if none is similar.
    pub replacement: Option<String>,
    /// What to do.
    pub fix: String,
    /// Providers of the links.
    pub providers: Vec<String>,
    /// Day of the latest row about its links.
    pub links_as_of: Option<Day>,
    /// Day of the status.
    pub checked_at: Option<Day>,
    /// Source of the status.
    pub status_source: String,
}

/// Referring domains of a site according to one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkSite {
    /// Provider.
    pub provider: String,
    /// Site.
    pub domain: String,
    /// Whether it is your site.
    pub is_own: bool,
    /// Domains that link to it.
    pub domains: LinkCounts,
    /// Day of the latest row.
    pub as_of: Option<Day>,
}

/// A domain that links to rivals and not to you.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkProspect {
    /// Linking domain.
    pub domain: String,
    /// Rivals that it links to.
    pub rivals: Vec<String>,
    /// Number of rivals with a followed link.
    pub followed_rivals: u32,
    /// Whether it linked to you before: the link is lost.
    pub linked_before: bool,
    /// A page of the domain with a link to a rival.
    pub example: String,
    /// Highest figure of the provider about the domain or its page.
    pub authority: Option<f64>,
    /// Name of that figure. Figures with different names are not comparable.
    pub authority_name: Option<String>,
}

/// Links of one provider that the analysis read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkSource {
    /// Provider.
    pub provider: String,
    /// Number of links, including lost ones.
    pub links: u32,
    /// Number of links that the provider reports as lost.
    pub lost: u32,
    /// Earliest day on which a row was imported or fetched.
    pub from: Option<Day>,
    /// Latest day.
    pub to: Option<Day>,
}
