//! Converts the importer's records to rows of the store.

use shared::{domain::keyword::ToolKeyword, store::import::SearchLine};

use crate::collect::import::{Dimension, FileKind, KeywordRow, Period, SearchRow};

/// Dimension under which a search row is stored.
const fn dimension(row: &SearchRow<'_>) -> &'static str {
    match (row.kind, row.dimension) {
        // Another search engine: never added to Google's figures.
        (FileKind::BingQueries, _) => return "bing_query",
        (FileKind::BingPages, _) => return "bing_page",
        _ => {}
    }
    match row.dimension {
        // A row of a bulk export has a day: it is detail to be summed, not a total.
        Dimension::Query if row.date.is_some() => "detail",
        Dimension::Query => "query",
        Dimension::Page => "page",
        Dimension::QueryPage => "detail",
        Dimension::Date => "date",
        Dimension::Country => "country",
        Dimension::Device => "device",
        Dimension::Appearance => "appearance",
    }
}

/// Converts a search row; counts above the maximum are capped.
pub(super) fn search_line<'a>(row: &SearchRow<'a>) -> SearchLine<'a> {
    let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    SearchLine {
        dimension: dimension(row),
        period: match row.period {
            Period::Current => "current",
            Period::Previous => "previous",
        },
        query: row.query,
        page: row.page,
        date: row.date,
        facet: row.country.or(row.device).or(row.appearance),
        clicks: count(row.clicks),
        impressions: count(row.impressions),
        position: row.position,
    }
}

/// Converts a keyword tool's row.
pub(super) fn tool_keyword(row: &KeywordRow<'_>) -> ToolKeyword {
    let text = |text: Option<&str>| text.map(stored);
    ToolKeyword {
        source: row.kind.as_str().to_owned(),
        volume: row.volume,
        difficulty: row.difficulty,
        ads_competition: row.ads_competition,
        cpc_cents: row.cost_per_click_cents(),
        bid_low_cents: row.bid_low_cents,
        bid_high_cents: row.bid_high_cents,
        currency: text(row.currency),
        country: text(row.country),
        intents: row.intents.iter().map(|intent| intent.as_str().to_owned()).collect(),
        serp_features: row.serp_features.iter().map(|feature| stored(feature)).collect(),
        page: text(row.page),
        position: row.position,
        previous_position: row.previous_position,
        previous_traffic: row.previous_traffic,
        previous_observed_at: row.previous_observed_at,
        traffic: row.traffic,
        parent: text(row.parent),
        monthly: row.monthly.clone(),
        trend: row.trend.clone(),
        observed_at: row.observed_at,
    }
}

/// The text without NUL, which no database stores.
pub(super) fn stored(text: &str) -> String {
    text.replace('\0', "")
}
