//! Converts the importer's records to rows of the store.

use serde_json::{Value, json};
use shared::store::import::SearchLine;

use crate::collect::import::{Dimension, KeywordRow, ObservedRow, Period, SearchRow};

/// Dimension under which a search row is stored.
const fn dimension(row: &SearchRow<'_>) -> &'static str {
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

/// Appends an observation to `out` as a JSON list, in the order that the store expects.
pub(super) fn push_observation(out: &mut String, row: &ObservedRow) -> Result<(), serde_json::Error> {
    let day = row.day.map(|day| day.to_string());
    let observed = &row.observed;
    out.push_str(&serde_json::to_string(&(observed.kind(), observed.subject(), day, observed))?);
    Ok(())
}

/// All fields of a keyword tool's row.
pub(super) fn keyword_body(row: &KeywordRow<'_>) -> Value {
    let volume = row.volume.map(|volume| json!({"low": volume.low, "high": volume.high, "basis": volume.basis}));
    let monthly: Vec<Value> = row.monthly.iter().map(|(month, n)| json!([month.to_string(), n])).collect();
    json!({
        "source": row.kind, "volume": volume, "difficulty": row.difficulty, "adsCompetition": row.ads_competition,
        "cpcCents": row.cost_per_click_cents(), "bidLowCents": row.bid_low_cents, "bidHighCents": row.bid_high_cents,
        "currency": row.currency, "country": row.country, "serpFeatures": row.serp_features, "page": row.page,
        "position": row.position, "previousPosition": row.previous_position, "traffic": row.traffic,
        "parent": row.parent, "monthly": monthly, "observedAt": row.observed_at.map(|day| day.to_string()),
    })
}
