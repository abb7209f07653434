//! Lines of CSV (RFC 4180) that no spreadsheet takes for formulas.

use std::fmt::Write;

use shared::table::text_cell as text;

use super::view::KeywordView;

/// The columns, in order.
pub(super) const HEADER: &str = "query,intent,intentConfidence,cluster,clicks,impressions,ctr,position,expectedCtr,\
volume,volumeSource,cpcCents,page,wins,valueLowCents,valueMidCents,valueHighCents,currency,source,observedFrom,\
observedTo,difficulty,bidLowCents,bidHighCents\r\n";

/// Adds a line.
pub(super) fn push(lines: &mut String, row: &KeywordView) {
    let value = row.value.as_ref();
    let cells = [
        text(&row.query),
        optional(row.intent.as_deref()),
        number(Some(row.intent_confidence)),
        optional(row.cluster_head.as_deref()),
        row.clicks.to_string(),
        row.impressions.to_string(),
        number(row.ctr),
        number(row.position),
        number(row.expected_ctr),
        number(row.volume),
        optional(row.volume_source.as_deref()),
        number(row.cpc_cents),
        optional(row.page.as_deref()),
        text(&row.win_kinds.join(" ")),
        number(value.map(|value| value.low_cents)),
        number(value.map(|value| value.mid_cents)),
        number(value.map(|value| value.high_cents)),
        optional(value.map(|value| value.currency.as_str())),
        text(&row.source),
        number(row.observed_from),
        number(row.observed_to),
        number(row.market.as_ref().and_then(|market| market.difficulty)),
        number(row.market.as_ref().and_then(|market| market.bid_low_cents)),
        number(row.market.as_ref().and_then(|market| market.bid_high_cents)),
    ];
    // Writing to a string cannot fail.
    let _ = write!(lines, "{}\r\n", cells.join(","));
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn optional(value: Option<&str>) -> String {
    value.map_or_else(String::new, text)
}
