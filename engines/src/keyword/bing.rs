//! Figures of Bing next to those of Google. They are never added up: the same search is not made in both, and positions of one
//! search engine say nothing about the other.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rows::Entry;
use crate::common::{Day, EngineError, count};
use crate::text::fold;

/// Source of rows of Bing.
pub(crate) const BING: &str = "bing_webmaster";
/// Maximum number of rows.
const MOST_ROWS: usize = 200_000;
/// Maximum number of queries listed.
const LISTED: usize = 500;

/// Queries of Bing Webmaster Tools in a period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BingQueries {
    /// First day.
    pub from: Option<Day>,
    /// Last day.
    pub to: Option<Day>,
    /// The queries, one row each.
    pub queries: Vec<BingQuery>,
}

/// A query in Bing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct BingQuery {
    /// The query as it was typed.
    pub query: String,
    /// Clicks in the period.
    pub clicks: f64,
    /// Impressions in the period.
    pub impressions: f64,
    /// Average position, from 1; `None` if unknown.
    pub position: Option<f64>,
}

/// Figures of Bing, to compare with the figures of the analysed queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BingReport {
    /// First day.
    pub from: Option<Day>,
    /// Last day.
    pub to: Option<Day>,
    /// Clicks in Bing of all its queries.
    pub clicks: f64,
    /// Impressions in Bing of all its queries.
    pub impressions: f64,
    /// Number of queries with impressions in Bing.
    pub queries: usize,
    /// Number of these without impressions in Google.
    pub only_in_bing: usize,
    /// Queries by impressions in Bing, at most 500.
    pub rows: Vec<BingRow>,
}

/// A query in Bing and in Google. The periods can differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BingRow {
    /// Query.
    pub query: String,
    /// Clicks in Bing.
    pub bing_clicks: f64,
    /// Impressions in Bing.
    pub bing_impressions: f64,
    /// Average position in Bing.
    pub bing_position: Option<f64>,
    /// Clicks in Google; `None` if the query has no impressions there.
    pub google_clicks: Option<f64>,
    /// Impressions in Google.
    pub google_impressions: Option<f64>,
    /// Average position in Google.
    pub google_position: Option<f64>,
}

/// Sums of a query: as typed, clicks, impressions, position x impressions, impressions with a position.
type Sums<'a> = (&'a str, f64, f64, f64, f64);

/// Compares the queries of Bing with the analysed ones; `None` without any.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] or [`EngineError::InvalidInput`].
pub(super) fn report(bing: Option<&BingQueries>, entries: &[Entry]) -> Result<Option<BingReport>, EngineError> {
    let Some(bing) = bing.filter(|bing| !bing.queries.is_empty()) else { return Ok(None) };
    EngineError::check_sizes(&[("`bing.queries`", bing.queries.len(), MOST_ROWS)])?;
    let mut sums: BTreeMap<String, Sums<'_>> = BTreeMap::new();
    for (at, row) in bing.queries.iter().enumerate() {
        let figures = [row.clicks, row.impressions, row.position.unwrap_or(1.0)];
        if figures.iter().any(|figure| !(0.0..=1e12).contains(figure)) {
            return Err(EngineError::input(format!("bing.queries[{at}]"), "must have figures of 0 or more"));
        }
        let sum = sums.entry(fold(&row.query)).or_insert((row.query.trim(), 0.0, 0.0, 0.0, 0.0));
        (sum.1, sum.2) = (sum.1 + row.clicks, sum.2 + row.impressions);
        if let Some(position) = row.position {
            (sum.3, sum.4) = (sum.3 + position * row.impressions, sum.4 + row.impressions);
        }
    }
    sums.retain(|folded, sum| !folded.is_empty() && sum.2 > 0.0);
    let google: BTreeMap<&str, &Entry> =
        entries.iter().filter(|entry| entry.impressions > 0.0).map(|entry| (entry.folded.as_str(), entry)).collect();
    let mut rows: Vec<BingRow> =
        sums.iter().map(|(folded, sum)| row(*sum, google.get(folded.as_str()).copied())).collect();
    rows.sort_by(|a, b| b.bing_impressions.total_cmp(&a.bing_impressions).then_with(|| a.query.cmp(&b.query)));
    let mut report = BingReport {
        from: bing.from,
        to: bing.to,
        clicks: rows.iter().map(|row| row.bing_clicks).sum(),
        impressions: rows.iter().map(|row| row.bing_impressions).sum(),
        queries: rows.len(),
        only_in_bing: rows.iter().filter(|row| row.google_impressions.is_none()).count(),
        rows,
    };
    report.rows.truncate(LISTED);
    Ok(Some(report))
}

fn row((query, clicks, impressions, weighted, weight): Sums<'_>, google: Option<&Entry>) -> BingRow {
    BingRow {
        query: query.to_owned(),
        bing_clicks: clicks,
        bing_impressions: impressions,
        bing_position: (weight > 0.0).then(|| weighted / weight),
        google_clicks: google.map(|entry| entry.clicks),
        google_impressions: google.map(|entry| entry.impressions),
        google_position: google.and_then(|entry| entry.position),
    }
}

/// What a reader must know about figures of Bing in a run.
pub(super) fn notes(report: Option<&BingReport>, entries: &[Entry]) -> Vec<String> {
    let mut notes = Vec::new();
    let of_bing = entries.iter().filter(|entry| entry.source.as_deref() == Some(BING)).count();
    if of_bing > 0 {
        let queries = if of_bing == 1 { "1 query is".to_owned() } else { format!("{of_bing} queries are") };
        notes.push(format!(
            "{queries} of Bing Webmaster Tools, because the website has no data of Search Console: clicks, impressions and positions are those in Bing, and demand is a lower bound of searches in Bing. The CTR curve was measured in Google."
        ));
    }
    if let Some(BingReport { from, to, clicks, impressions, queries, only_in_bing, .. }) = report {
        let period = match (from, to) {
            (Some(from), Some(to)) => format!(", {from} to {to}"),
            _ => String::new(),
        };
        notes.push(format!(
            "Bing Webmaster Tools{period}: {} clicks and {} impressions of {} queries, {} of them without impressions in Google. They are listed apart and count in no other figure of this analysis.",
            count(*clicks), count(*impressions), count(*queries as f64), count(*only_in_bing as f64)
        ));
    }
    notes
}
