//! What search engines read first on a page.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Facts of a page for previews. Texts have at most 1,000 characters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageFacts {
    /// Title.
    pub title: Option<String>,
    /// Meta description.
    pub description: Option<String>,
    /// First heading of level 1.
    pub heading: Option<String>,
    /// Canonical address, as written on the page.
    pub canonical: Option<String>,
    /// Content of the robots meta tag.
    pub robots: Option<String>,
    /// Language of the page, such as `en-US`.
    pub language: Option<String>,
    /// Encoding of the page, such as `UTF-8`.
    pub encoding: String,
    /// Types of its structured data in JSON-LD, without duplicates; at most 50.
    pub structured_data_types: Vec<String>,
    /// Number of titles.
    pub titles: u32,
    /// Number of meta descriptions.
    pub descriptions: u32,
    /// Number of headings of level 1.
    pub headings: u32,
    /// Number of links.
    pub links: u32,
}
