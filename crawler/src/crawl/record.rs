//! The record of a URL.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    fetch::Failure,
    frontier::Source,
    page::{Link, Page, Robots},
    render::Rendered,
};

/// What robots.txt says about a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RobotsDecision {
    /// It may be fetched.
    Allowed,
    /// It must not be fetched; it was not requested.
    Disallowed,
    /// robots.txt could not be fetched, which forbids all URLs of the host.
    Unreachable,
}

/// Problem of a redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RedirectProblem {
    /// The target led here.
    Loop,
    /// Too many redirects follow one another; the target is not fetched for it.
    TooLong,
    /// The target is missing or not a URL of the web.
    Invalid,
}

/// Target of a redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Redirect {
    /// Target, absolute if it is valid, otherwise as written.
    pub to: String,
    /// Problem, if there is one.
    pub problem: Option<RedirectProblem>,
}

/// What is known about a URL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Number of the URL in the order of discovery, from 0.
    pub id: u32,
    /// URL in normal form.
    pub url: String,
    /// Status of the response; none without one.
    pub status: Option<u16>,
    /// First title of the page.
    pub title: Option<String>,
    /// First meta description of the page.
    pub description: Option<String>,
    /// First canonical URL of the page's head or headers.
    pub canonical: Option<String>,
    /// Robots directives of the page and its headers.
    pub directives: Robots,
    /// Number of links on the page.
    pub link_count: u64,
    /// Steps from the start page or a sitemap.
    pub depth: u16,
    /// How the URL was discovered.
    pub source: Source,
    /// The page on which it was discovered.
    pub discovered_from: Option<String>,
    /// URLs that redirected here one after the other, the first one first.
    pub redirect_chain: Vec<String>,
    /// Target, if the URL redirects.
    pub redirect: Option<Redirect>,
    /// What robots.txt says.
    pub robots: RobotsDecision,
    /// Reason why there is no complete response.
    pub failure: Option<Failure>,
    /// Type of the response without parameters, such as `text/html`.
    pub content_type: Option<String>,
    /// Bytes of the unpacked body, if it was read.
    pub bytes: u64,
    /// Bytes of the body as sent.
    pub sent_bytes: u64,
    /// Whether the body exceeds the limit and was read in part.
    pub is_truncated: bool,
    /// Milliseconds until the headers of the response.
    pub response_ms: u64,
    /// Milliseconds until the response was complete.
    pub total_ms: u64,
    /// Number of retries.
    pub retries: u8,
    /// Time of the response.
    pub fetched_at: DateTime<Utc>,
    /// Headers that matter to search engines and caches, by their names in lower case.
    pub headers: BTreeMap<String, String>,
    /// Links of the page, if the settings ask for them but not for all facts, which contain them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// Facts of the page, if it is HTML and the settings ask for all.
    pub page: Option<Page>,
    /// The page as a browser renders it, if the settings ask for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rendered: Option<Rendered>,
}
