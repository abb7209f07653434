//! Settings of a crawl.

use regex::{RegexSet, RegexSetBuilder};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::{render::Render, urls::ScopeKind};

/// Product token of the crawler in robots.txt.
pub(crate) const TOKEN: &str = "Motherlode";
/// Maximum number of patterns in a list, and bytes of each.
const MAX_PATTERNS: usize = 100;
const MAX_PATTERN: usize = 1_000;
/// Bytes of a compiled pattern.
const MAX_COMPILED: usize = 1 << 20;

/// Which facts of its pages a crawl records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Facts {
    /// Title, description, canonical URL, robots directives and links: five times as fast.
    Essential,
    /// All that an audit needs.
    #[default]
    All,
}

/// Settings of a crawl. Every field has a default and a range, which [`Settings::check`] checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Settings {
    /// Maximum number of URLs that are fetched, 1 to 10,000,000.
    pub max_pages: u64,
    /// Maximum number of steps from the start page or a sitemap, 0 to 10,000.
    pub max_depth: u16,
    /// Maximum time in seconds over all parts of a crawl that resumes, 1 or more; none for no limit.
    pub max_seconds: Option<u64>,
    /// Maximum number of received bytes of pages and sitemaps, 1 or more; none for no limit.
    pub max_bytes: Option<u64>,
    /// Maximum number of URLs that are discovered, 1 to 100,000,000.
    pub max_urls: u32,
    /// Regular expressions; if there are any, URLs must match one of them. The start URL is always fetched.
    pub include: Vec<String>,
    /// Regular expressions; URLs that match one of them are not fetched.
    pub exclude: Vec<String>,
    /// Hosts that belong to the site.
    pub scope: ScopeKind,
    /// Requests to one host at the same time, 1 to 64. Default: 2, or 16 for this computer.
    pub concurrency: Option<u16>,
    /// Milliseconds between two requests to one host, 0 to 60,000. Default: 250, or 0 for this computer. The site's
    /// `Crawl-delay` applies if it is longer.
    pub delay_ms: Option<u64>,
    /// URL of a page about this crawler and its operator, sent in the user agent.
    pub contact: Option<Url>,
    /// Whether links marked as `nofollow` are not followed, as search engines do.
    pub respects_nofollow: bool,
    /// Whether sitemaps are read.
    pub reads_sitemaps: bool,
    /// Query parameters that are removed from URLs, such as `utm_source`; at most 100.
    pub dropped_parameters: Vec<String>,
    /// Redirects that are followed one after the other, 0 to 20.
    pub max_hops: u8,
    /// Retries after a network failure, a 429 or a 5xx response, 0 to 5.
    pub retries: u8,
    /// Bytes of a page, 1 KiB to 100 MiB, as sent and as unpacked. The rest is not read.
    pub max_page_bytes: usize,
    /// Seconds to connect, 1 to 120.
    pub connect_seconds: u64,
    /// Seconds until the headers of a response, and between two of its pieces, 1 to 120.
    pub header_seconds: u64,
    /// Seconds until a response is complete, 1 to 600.
    pub body_seconds: u64,
    /// Bytes a second below which a response is given up, 0 to 1,000,000.
    pub min_rate: u64,
    /// Depth from which the URLs of one pattern are limited, because calendars and the like have no end; 1 to 10,000.
    pub trap_depth: u16,
    /// Maximum number of such URLs of one pattern, and of those with a session or that only combine known values of
    /// three and more parameters, 0 to 10,000,000; 0 for no limit.
    pub max_per_pattern: u32,
    /// Which facts of its pages are recorded.
    pub facts: Facts,
    /// Whether records contain the links of their page. The link graph is stored in any case.
    pub stores_links: bool,
    /// Whether records contain the main content of their page.
    pub stores_content: bool,
    /// Which pages a browser renders.
    pub render: Render,
    /// Number of rendered pages of a sample, 1 to 10,000.
    pub render_pages: u32,
    /// Seconds for which a page is rendered at most, 1 to 60.
    pub render_seconds: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_pages: 10_000,
            max_depth: 1_000,
            max_seconds: None,
            max_bytes: None,
            max_urls: 20_000_000,
            include: Vec::new(),
            exclude: Vec::new(),
            scope: ScopeKind::Host,
            concurrency: None,
            delay_ms: None,
            contact: None,
            respects_nofollow: true,
            reads_sitemaps: true,
            dropped_parameters: Vec::new(),
            max_hops: 10,
            retries: 2,
            max_page_bytes: 10 << 20,
            connect_seconds: 10,
            header_seconds: 20,
            body_seconds: 60,
            min_rate: 500,
            trap_depth: 16,
            max_per_pattern: 500,
            facts: Facts::All,
            stores_links: false,
            stores_content: false,
            render: Render::None,
            render_pages: 50,
            render_seconds: 10,
        }
    }
}

/// A setting outside its range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct SettingsError {
    /// Name of the field.
    pub field: &'static str,
    /// Problem and what to enter.
    pub message: String,
}

impl Settings {
    /// Checks all ranges.
    ///
    /// # Errors
    /// Returns the first field that is out of its range.
    pub fn check(&self) -> Result<(), SettingsError> {
        within("maxPages", self.max_pages, 1, 10_000_000)?;
        within("maxDepth", self.max_depth.into(), 0, 10_000)?;
        within("maxSeconds", self.max_seconds.unwrap_or(1), 1, u64::MAX)?;
        within("maxBytes", self.max_bytes.unwrap_or(1), 1, u64::MAX)?;
        within("maxUrls", self.max_urls.into(), 1, 100_000_000)?;
        within("concurrency", self.concurrency.unwrap_or(1).into(), 1, 64)?;
        within("delayMs", self.delay_ms.unwrap_or(0), 0, 60_000)?;
        within("maxHops", self.max_hops.into(), 0, 20)?;
        within("retries", self.retries.into(), 0, 5)?;
        within("maxPageBytes", self.max_page_bytes as u64, 1 << 10, 100 << 20)?;
        within("connectSeconds", self.connect_seconds, 1, 120)?;
        within("headerSeconds", self.header_seconds, 1, 120)?;
        within("bodySeconds", self.body_seconds, 1, 600)?;
        within("minRate", self.min_rate, 0, 1_000_000)?;
        within("trapDepth", self.trap_depth.into(), 1, 10_000)?;
        within("maxPerPattern", self.max_per_pattern.into(), 0, 10_000_000)?;
        within("renderPages", self.render_pages.into(), 1, 10_000)?;
        within("renderSeconds", self.render_seconds, 1, 60)?;
        within("droppedParameters", self.dropped_parameters.len() as u64, 0, MAX_PATTERNS as u64)?;
        patterns("include", &self.include)?;
        patterns("exclude", &self.exclude).map(|_| ())
    }

    /// User agent: name, version and where to complain.
    pub(crate) fn agent(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        match &self.contact {
            Some(contact) => format!("{TOKEN}/{version} (+{contact})"),
            None => format!("{TOKEN}/{version}"),
        }
    }

    pub(crate) fn included(&self) -> Result<RegexSet, SettingsError> {
        patterns("include", &self.include)
    }

    pub(crate) fn excluded(&self) -> Result<RegexSet, SettingsError> {
        patterns("exclude", &self.exclude)
    }
}

fn within(field: &'static str, value: u64, least: u64, most: u64) -> Result<(), SettingsError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let message = if most == u64::MAX {
        format!("enter {least} or more")
    } else {
        format!("enter a number from {least} to {most}")
    };
    Err(SettingsError { field, message })
}

fn patterns(field: &'static str, patterns: &[String]) -> Result<RegexSet, SettingsError> {
    within(field, patterns.len() as u64, 0, MAX_PATTERNS as u64)?;
    let wrong = |message: String| SettingsError { field, message };
    if patterns.iter().any(|pattern| pattern.len() > MAX_PATTERN) {
        return Err(wrong(format!("enter at most {MAX_PATTERN} characters")));
    }
    let set = RegexSetBuilder::new(patterns).size_limit(MAX_COMPILED).build();
    set.map_err(|error| wrong(format!("not a regular expression: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_names_the_field_out_of_range() {
        assert_eq!(Settings::default().check(), Ok(()));
        let error = |change: &dyn Fn(&mut Settings)| {
            let mut settings = Settings::default();
            change(&mut settings);
            settings.check().unwrap_err()
        };
        assert_eq!(
            error(&|settings| settings.max_pages = 0).to_string(),
            "maxPages: enter a number from 1 to 10000000"
        );
        assert_eq!(error(&|settings| settings.concurrency = Some(65)).field, "concurrency");
        assert_eq!(error(&|settings| settings.exclude = vec!["(".to_owned()]).field, "exclude");
        assert_eq!(error(&|settings| settings.include = vec!["(a{1000}){1000}".to_owned()]).field, "include");
    }

    #[test]
    fn agent_names_the_contact() {
        let settings = Settings { contact: Some("https://example.com/bot".parse().unwrap()), ..Settings::default() };
        assert!(
            settings.agent().ends_with(" (+https://example.com/bot)") && settings.agent().starts_with("Motherlode/")
        );
    }
}
