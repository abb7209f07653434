//! Input of the fixes of a page.

use crate::common::EngineError;
use crate::semantic;

use super::output::{LighthouseAudit, SearchFacts};

/// Maximum length of a keyword, in characters.
pub const MOST_KEYWORD: usize = 200;
/// Maximum length of an address, in bytes.
const LONGEST_URL: usize = 2_048;
/// Maximum number of bytes of the page's text and headings together.
const MOST_TEXT: usize = 2_000_000;
/// Maximum number of issues, top pages and own pages, each.
const MOST_PARTS: usize = 500;

/// A page and what is known about it and its keyword.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FixInput {
    /// Address that was asked for.
    pub url: String,
    /// Keyword that the page should appear for.
    pub keyword: String,
    /// Time of the request, RFC 3339.
    pub observed_at: String,
    /// Status of the last response.
    pub status: Option<u16>,
    /// First redirect of the address: its status and its target.
    pub redirect: Option<(u16, String)>,
    /// Facts of the page; `None` if the address has no HTML page.
    pub page: Option<PageFacts>,
    /// Issues that the crawler found.
    pub issues: Vec<PageIssue>,
    /// SEO audits of Lighthouse: the score, 0 to 100, and the audits.
    pub lighthouse: Option<(u8, Vec<LighthouseAudit>)>,
    /// Figures of the keyword.
    pub search: SearchFacts,
    /// Pages that rank for the keyword, with their texts.
    pub rivals: Vec<semantic::Page>,
    /// Own pages whose text has the keyword and that do not link to the page.
    pub mentions: Vec<Mention>,
}

/// Facts of an HTML page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageFacts {
    /// Address after redirects.
    pub url: String,
    /// Title.
    pub title: Option<String>,
    /// Meta description.
    pub description: Option<String>,
    /// First heading of level 1.
    pub h1: Option<String>,
    /// Other headings.
    pub headings: Vec<String>,
    /// Main text, without navigation and footer.
    pub text: String,
    /// Number of words of the main text.
    pub words: u64,
    /// Canonical address.
    pub canonical: Option<String>,
    /// Whether search engines may show the page under this address.
    pub is_indexable: bool,
    /// Declared language, as written.
    pub language: Option<String>,
    /// Language of the text, as an ISO 639-3 code; `None` if that is not certain.
    pub detected_language: Option<String>,
    /// Types of its structured data.
    pub types: Vec<String>,
    /// Milliseconds until the headers of the response.
    pub response_ms: u64,
}

/// An issue that the crawler found on the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageIssue {
    /// Stable name, such as `alt-missing`.
    pub key: String,
    /// How much it matters.
    pub severity: IssueSeverity,
    /// Part of the audit, such as `images`.
    pub category: String,
    /// What is wrong.
    pub title: String,
    /// Why it matters.
    pub why: String,
    /// How to fix it.
    pub fix: String,
    /// Number of places.
    pub count: u64,
    /// First places.
    pub evidence: Vec<String>,
}

/// How much an issue matters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum IssueSeverity {
    /// Good to know.
    #[default]
    Notice,
    /// Costs visits.
    Warning,
    /// Keeps pages out of results or breaks them.
    Error,
}

/// An own page that mentions the keyword.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mention {
    /// Address.
    pub url: String,
    /// The words as they are written there.
    pub anchor: String,
}

impl FixInput {
    /// Checks sizes and the keyword.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        if self.url.is_empty() || self.url.len() > LONGEST_URL {
            return Err(EngineError::input("url", "must be an address of at most 2,048 bytes"));
        }
        if self.keyword.trim().is_empty() || self.keyword.chars().count() > MOST_KEYWORD {
            return Err(EngineError::input("keyword", "must have 1 to 200 characters"));
        }
        let page = self.page.as_ref();
        let text = page.map_or(0, |page| page.text.len() + page.headings.iter().map(String::len).sum::<usize>());
        EngineError::check_sizes(&[
            ("bytes of `page`", text, MOST_TEXT),
            ("`issues`", self.issues.len(), MOST_PARTS),
            ("`rivals`", self.rivals.len(), MOST_PARTS),
            ("`mentions`", self.mentions.len(), MOST_PARTS),
        ])
    }
}
