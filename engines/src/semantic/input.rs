//! Input of the semantic engine.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, EngineError};

/// Maximum number of pages per run.
pub const MAX_PAGES: usize = 50_000;
/// Maximum number of characters of all pages.
pub const MAX_CHARACTERS: usize = 400_000_000;

/// Minimum number of top-ranking pages: what they have in common needs two.
pub(crate) const LEAST_WINNERS: u32 = 2;

/// A crawled page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Page {
    /// Address. Must not be empty and must be unique.
    pub url: String,
    /// Title element.
    pub title: Option<String>,
    /// Headings in the order of the page.
    pub headings: Vec<Heading>,
    /// Main text, without navigation and footer.
    pub text: String,
    /// Links in the main text.
    pub links: Vec<Link>,
    /// Types of its structured data, such as `FAQPage`.
    pub schema_types: Vec<String>,
    /// Date of the crawl.
    pub observed_at: Option<Day>,
}

/// A heading.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Heading {
    /// Level, 1 to 6.
    pub level: u8,
    /// Text.
    pub text: String,
}

/// A link from a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Link {
    /// Target address, as absolute as the pages' own.
    pub url: String,
    /// Anchor text; empty for an image.
    pub anchor: String,
}

/// A page compared with the top-ranking pages of its query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CoverageInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// Query.
    pub query: String,
    /// Your page.
    pub page: Page,
    /// Top-ranking pages, best position first. At least 2; 5 to 10 are usual.
    pub winners: Vec<Page>,
}

/// Pages to compare or link with one another.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PagesInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// The pages of the site. At least 2.
    pub pages: Vec<Page>,
    /// Address of the home page; `None` uses the shortest address.
    pub home: Option<String>,
}

/// Input of a brief.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BriefInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// Query of the page.
    pub query: String,
    /// Top-ranking pages, best position first. At least 2.
    pub winners: Vec<Page>,
    /// Your page, if it exists.
    pub page: Option<Page>,
    /// Your facts, one statement each.
    pub facts: Vec<String>,
}

/// Validates the number and size of pages, and that each has an address and words.
pub(crate) fn check_pages(field: &'static str, pages: &[&Page], least: usize) -> Result<(), EngineError> {
    if pages.len() < least {
        return Err(EngineError::NoInput { what: "pages to compare", unlock: unlock(field) });
    }
    if pages.len() > MAX_PAGES {
        return Err(EngineError::TooLarge { what: "pages", got: pages.len(), limit: MAX_PAGES });
    }
    let size: usize = pages.iter().map(|page| page.text.len()).sum();
    if size > MAX_CHARACTERS {
        return Err(EngineError::TooLarge { what: "characters", got: size, limit: MAX_CHARACTERS });
    }
    let mut seen = std::collections::BTreeSet::new();
    for (at, page) in pages.iter().enumerate() {
        let url = page.url.trim();
        if url.is_empty() {
            return Err(EngineError::input(format!("{field}[{at}].url"), "must not be empty"));
        }
        if !seen.insert(url) {
            return Err(EngineError::input(format!("{field}[{at}].url"), format!("`{url}` is listed twice")));
        }
        if !page.text.chars().any(char::is_alphanumeric) {
            return Err(EngineError::input(
                format!("{field}[{at}].text"),
                "contains no words; crawl the main text of the page",
            ));
        }
    }
    Ok(())
}

fn unlock(field: &str) -> &'static str {
    match field {
        "winners" => {
            "import the texts of at least 2 pages of other websites that rank for the query: look the query up in a \
             search engine, and import a table of pages with the columns url, text and query (the query)"
        }
        "page" => "import or crawl the page of your site that the query is for",
        _ => "crawl at least 2 pages of the site",
    }
}
