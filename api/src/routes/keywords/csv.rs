//! Lines of CSV (RFC 4180) that no spreadsheet takes for formulas.

use std::fmt::Write;

use serde_json::Value;
use shared::table::{Unit, cell, number_cell, text_cell as text};

use super::view::KeywordView;

/// Headers of the columns, with their units.
pub(super) const HEADER: &str = "Query,Intent,Intent confidence (%),Cluster,Clicks,Impressions,CTR (%),\
Average position,Expected CTR (%),Search volume (per month),Volume source,CPC,Page,Quick wins,\
Monthly value low,Monthly value mid,Monthly value high,Currency,Source,First day,Last day,\
Difficulty (0-100),Low bid,High bid\r\n";

/// Adds a line.
pub(super) fn push(lines: &mut String, row: &KeywordView) {
    let value = row.value.as_ref();
    let cells = [
        text(&row.query),
        optional(row.intent.as_deref()),
        rounded(Some(row.intent_confidence), Unit::Percent),
        optional(row.cluster_head.as_deref()),
        row.clicks.to_string(),
        row.impressions.to_string(),
        rounded(row.ctr, Unit::Percent),
        rounded(row.position, Unit::Decimals(1)),
        rounded(row.expected_ctr, Unit::Percent),
        rounded(row.volume, Unit::Decimals(0)),
        optional(row.volume_source.as_deref()),
        money(row.cpc_cents),
        optional(row.page.as_deref()),
        text(&row.win_kinds.join(" ")),
        money(value.map(|value| value.low_cents)),
        money(value.map(|value| value.mid_cents)),
        money(value.map(|value| value.high_cents)),
        optional(value.map(|value| value.currency.as_str())),
        text(&row.source),
        number(row.observed_from),
        number(row.observed_to),
        rounded(row.market.as_ref().and_then(|market| market.difficulty), Unit::Decimals(0)),
        money(row.market.as_ref().and_then(|market| market.bid_low_cents)),
        money(row.market.as_ref().and_then(|market| market.bid_high_cents)),
    ];
    // Writing to a string cannot fail.
    let _ = write!(lines, "{}\r\n", cells.join(","));
}

fn rounded(value: Option<f64>, unit: Unit) -> String {
    value.map_or_else(String::new, |value| number_cell(value, unit))
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn money(cents: Option<impl Into<Value>>) -> String {
    cents.map_or_else(String::new, |cents| cell(&cents.into(), Unit::Money))
}

fn optional(value: Option<&str>) -> String {
    value.map_or_else(String::new, text)
}
