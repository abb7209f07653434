//! English and its words, with the words of the API, its connectors and dashboards.

use super::super::number::Decimal;
use super::{Language, Word};

/// English.
pub(super) const ENGLISH: Language = Language {
    code: "en",
    decimal: Decimal::Point,
    words: &[
        (
            Word::Query,
            &["Top queries", "Top query", "Query", "Queries", "Search query", "Search term", "Keyword", "Keywords"],
        ),
        (Word::Page, &["Top pages", "Top page", "Page", "Pages", "Landing page", "URL", "URLs", "Address"]),
        (Word::Date, &["Date", "Day"]),
        (Word::Country, &["Country", "Countries"]),
        (Word::Device, &["Device", "Devices", "Device category"]),
        (Word::Appearance, &["Search appearance", "SearchAppearance", "Search appearances", "search_appearance"]),
        (Word::SearchType, &["Search type", "search_type", "Type"]),
        (Word::Clicks, &["Clicks", "URL clicks", "Total clicks"]),
        (Word::Impressions, &["Impressions", "Impr.", "Total impressions"]),
        (Word::Ctr, &["CTR", "URL CTR", "Site CTR", "Average CTR", "Click-through rate"]),
        (Word::Position, &["Position", "Average position", "Avg. position", "Avg position", "Avg. Pos."]),
        (Word::Filter, &["Filter", "Filters"]),
        (Word::Value, &["Value", "Values"]),
    ],
};
