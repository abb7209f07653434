//! The importer's records as the store's rows.

use serde_json::{Value, json};

use crate::collect::import::{Dimension, KeywordRow, ObservedRow, Period, SearchRow};

/// The word under which a search row is stored.
pub(super) const fn dimension(row: &SearchRow<'_>) -> &'static str {
    match row.dimension {
        // A bulk export's line carries its day: it is detail, to be summed, not a total.
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

/// Adds a search row to `out` as a JSON list, in the order that the store expects.
pub(super) fn push_search_row(out: &mut String, row: &SearchRow<'_>) {
    out.push('[');
    push_text(out, Some(dimension(row)));
    out.push(',');
    push_text(
        out,
        Some(match row.period {
            Period::Current => "current",
            Period::Previous => "previous",
        }),
    );
    for text in [row.query, row.page] {
        out.push(',');
        push_text(out, text);
    }
    out.push(',');
    push_text(out, row.date.map(|day| day.to_string()).as_deref());
    out.push(',');
    push_text(out, row.country.or(row.device).or(row.appearance));
    out.push_str(&format!(",{},{},", row.clicks, row.impressions));
    match row.position {
        Some(position) if position.is_finite() => out.push_str(&position.to_string()),
        _ => out.push_str("null"),
    }
    out.push(']');
}

/// Adds an observation to `out` as a JSON list, in the order that the store expects.
pub(super) fn push_observation(out: &mut String, row: &ObservedRow) -> Result<(), serde_json::Error> {
    let day = row.day.map(|day| day.to_string());
    let observed = &row.observed;
    out.push_str(&serde_json::to_string(&(observed.kind(), observed.subject(), day, observed))?);
    Ok(())
}

/// A text as JSON.
fn push_text(out: &mut String, text: Option<&str>) {
    let Some(text) = text else { return out.push_str("null") };
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            // No database keeps NUL in text.
            '\0' => {}
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}

/// All that a keyword tool says of a search.
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
