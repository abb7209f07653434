//! Schemas of JSON that engines and imports store and the API passes on unchanged. Only for the `OpenAPI` document.
#![expect(dead_code, reason = "the shapes describe JSON that is never read into them here")]

use chrono::NaiveDate;
use serde_json::Value;
use utoipa::ToSchema;

use crate::routes::money::Money;

/// A fact that supports an insight.
#[derive(serde::Serialize, ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct Evidence {
    /// Kind of fact, such as `query` or `factor`.
    r#type: String,
    /// Subject: the query, page or factor.
    r#ref: String,
    /// The value.
    value: Value,
    /// Source of the figures.
    source: String,
    /// Time of the observation; `null` if unknown.
    observed_at: Option<String>,
}

/// Evidence of an opportunity: the facts of the insight, empty for one that a user entered; or the figures of a quick win.
#[derive(serde::Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum OpportunityEvidence {
    Facts(Vec<Evidence>),
    Win(WinEvidence),
}

/// Figures of a quick win of a keyword.
#[derive(serde::Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WinEvidence {
    /// Observation, in a sentence with its figures.
    detail: String,
    /// Page; `null` if unknown.
    page: Option<String>,
    /// Confidence, 0 to 1.
    confidence: f64,
    /// Clicks a month that can be gained; `null` if unknown.
    clicks_gained: Option<Interval>,
}

/// Recommended action of an insight.
#[derive(ToSchema)]
pub(crate) struct InsightAction {
    /// Stable identifier, such as `improve_page` or `rewrite_snippet`.
    kind: String,
    /// Label of the button.
    label: String,
    /// Page or query of the action.
    target: Option<String>,
}

/// Search intent of a keyword.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(crate) enum KeywordIntent {
    Informational,
    Commercial,
    Transactional,
    Navigational,
    Local,
}

/// Interval of an estimate: 10 % quantile, median and 90 % quantile.
#[derive(serde::Serialize, ToSchema)]
#[schema(as = Estimate)]
pub(crate) struct Interval {
    low: f64,
    mid: f64,
    high: f64,
    mean: f64,
}

/// A quick win of a keyword.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct KeywordWin {
    kind: WinKind,
    /// Observation, in a sentence with its figures.
    detail: String,
    /// Monthly value; `null` if a factor is missing.
    impact: Option<Money>,
    /// What the monthly value is; `null` without one, and in results of earlier versions.
    value_basis: Option<ValueBasis>,
    /// Effort, in minutes.
    effort_minutes: Option<u32>,
}

/// The kind of a quick win.
#[derive(ToSchema)]
#[schema(as = KeywordWinKind, rename_all = "snake_case")]
pub(crate) enum WinKind {
    StrikingDistance,
    CtrGap,
    Cannibalisation,
    Decay,
    Rising,
    Feature,
}

/// Basis of a monthly value.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) enum ValueBasis {
    LeadValue,
    ReplacementCost,
}

/// Evidence that joined the members of a cluster.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ClusterEvidence {
    kind: String,
    /// Smallest similarity of any two members, 0 to 1.
    min_similarity: f64,
    detail: String,
}

/// Result of inspecting an upload.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ImportPreview {
    /// Container of the tables, such as `csv` or `zip`.
    container: String,
    files: Vec<ImportFile>,
    warnings: Vec<String>,
    /// The first hundred rows that an import would reject.
    rejects: Vec<ImportReject>,
    /// Reasons for rejecting rows, most rows first.
    reject_reasons: Vec<ImportRejectReason>,
    /// What the rows of a table with a `mapping` can be; empty without one.
    targets: Vec<ImportTarget>,
}

/// What the rows of a table can be.
#[derive(ToSchema)]
pub(crate) struct ImportTarget {
    /// Identifier, such as `leads`.
    name: String,
    label: String,
    fields: Vec<ImportTargetField>,
}

/// A field that a column can be read as.
#[derive(ToSchema)]
pub(crate) struct ImportTargetField {
    name: String,
    label: String,
    /// Whether rows cannot be read without it.
    required: bool,
}

/// A table whose columns can be assigned.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ImportMapping {
    /// Identifies the headers of the table.
    fingerprint: String,
    /// Headers in the order of the table.
    headers: Vec<String>,
    /// What the rows probably are, or what was recognised; `null` without a guess.
    target: Option<String>,
    /// Probable, recognised or assigned field of each column; `null`: not read.
    columns: Vec<Option<String>>,
    currency: Option<String>,
    /// Whether an earlier file with these headers was assigned like this.
    is_saved: bool,
    /// Whether the table is read like this.
    is_applied: bool,
}

/// One table of an upload.
#[derive(ToSchema)]
pub(crate) struct ImportFile {
    /// Name of the file, of the entry or of the sheet.
    name: String,
    /// Kind of export, such as `gsc_queries`.
    kind: String,
    encoding: Option<String>,
    delimiter: Option<String>,
    /// Language of its headers, if the export has several.
    locale: Option<String>,
    /// Number of rows under its header; 0 for the filters of an export. `null` if the file is too large to be read
    /// twice.
    rows: Option<u64>,
    /// Number of rows that an import accepts.
    accepted: Option<u64>,
    /// Number of rows that an import rejects.
    rejected: Option<u64>,
    /// Columns that are read, with their fields.
    recognised: Vec<RecognisedColumn>,
    /// Ignored columns with reasons.
    ignored: Vec<IgnoredColumn>,
    /// First rows, with long cells shortened.
    sample: Vec<Vec<String>>,
    warnings: Vec<String>,
    /// Assignment of its columns; `null` where it cannot be changed, as in reports of Search Console.
    mapping: Option<ImportMapping>,
}

/// A column that is read.
#[derive(ToSchema)]
pub(crate) struct RecognisedColumn {
    header: String,
    field: String,
}

/// An ignored column.
#[derive(ToSchema)]
pub(crate) struct IgnoredColumn {
    header: String,
    reason: String,
}

/// Part of the search market covered by an export; `null` without filters.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ImportMarket {
    search_type: Option<String>,
    /// The period as exported.
    date_range: Option<String>,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    /// Whether the export compares two periods. Absent in imports from before such exports were read.
    #[schema(required = false)]
    is_comparison: Option<bool>,
    /// First day of the period that is compared with.
    #[schema(required = false)]
    previous_from: Option<NaiveDate>,
    /// Last day of that period.
    #[schema(required = false)]
    previous_to: Option<NaiveDate>,
    country: Option<String>,
    device: Option<String>,
    query: Option<String>,
    page: Option<String>,
    appearance: Option<String>,
    /// Unknown filters, name and value as exported.
    other: Vec<Vec<String>>,
}

/// Reason for rejecting rows of a table, with their number.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ImportRejectReason {
    /// The table; empty for the group of all further reasons.
    file: String,
    reason: String,
    rows: u64,
    /// Line of the first such row.
    first_line: Option<u64>,
}

/// A rejected row.
#[derive(ToSchema)]
pub(crate) struct ImportReject {
    file: String,
    line: u64,
    reason: String,
}
