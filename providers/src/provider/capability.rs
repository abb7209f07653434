//! What providers offer.

use serde::{Deserialize, Serialize};

/// Kind of data that a provider offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// Clicks, impressions and positions of the user's own sites.
    SearchAnalytics,
    /// Sessions and conversions of the user's own sites.
    SiteAnalytics,
    /// Search results.
    Serp,
    /// Local results around a place.
    LocalResults,
    /// Search volumes and prices of clicks.
    Volumes,
    /// Keyword difficulty.
    Difficulty,
    /// Keywords for which a domain ranks.
    RankedKeywords,
    /// Links from other sites.
    Backlinks,
    /// Ideas for keywords.
    Suggestions,
    /// Page speed in the laboratory.
    PageSpeed,
    /// Page speed as visitors had it.
    FieldData,
    /// Answers of assistants, with citations.
    Answers,
    /// Written text, as a stream where needed.
    Writing,
}

impl Capability {
    /// Name on screens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SearchAnalytics => "Search analytics",
            Self::SiteAnalytics => "Site analytics",
            Self::Serp => "Search results",
            Self::LocalResults => "Local results",
            Self::Volumes => "Search volumes",
            Self::Difficulty => "Keyword difficulty",
            Self::RankedKeywords => "Ranked keywords",
            Self::Backlinks => "Backlinks",
            Self::Suggestions => "Keyword ideas",
            Self::PageSpeed => "Page speed",
            Self::FieldData => "Field data",
            Self::Answers => "AI answers",
            Self::Writing => "Writing",
        }
    }
}
