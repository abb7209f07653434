//! Shapes of what engines and imports store as JSON and the API passes on as it is, for the `OpenAPI` document: nothing
//! here runs.
#![expect(dead_code, reason = "the shapes describe JSON that is never read into them here")]

use chrono::NaiveDate;
use serde_json::Value;
use utoipa::ToSchema;

use crate::routes::money::Money;

/// Something that supports an insight.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct Evidence {
    /// Kind of fact, such as `query` or `factor`.
    r#type: String,
    /// Subject: the query, page or factor.
    r#ref: String,
    /// The figures.
    value: Value,
    /// Source of the figures.
    source: String,
    /// When they were observed; `null` when the data does not say.
    observed_at: Option<String>,
}

/// What to do about an insight.
#[derive(ToSchema)]
pub(crate) struct InsightAction {
    /// Stable word, such as `improve_page` or `rewrite_snippet`.
    kind: String,
    /// The text of the button.
    label: String,
    /// The page or query that it is about.
    target: Option<String>,
}

/// What a keyword is searched for.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub(crate) enum KeywordIntent {
    Informational,
    Commercial,
    Transactional,
    Navigational,
    Local,
}

/// 10 %, 50 % and 90 % points of an estimate.
#[derive(ToSchema)]
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
    /// Money a month; `null` when a factor is missing.
    impact: Option<Money>,
    /// Work, in minutes.
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

/// What a monthly value is based on.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) enum ValueBasis {
    LeadValue,
    ReplacementCost,
}

/// What joined the members of a cluster.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ClusterEvidence {
    kind: String,
    /// Smallest similarity of any two members, 0 to 1.
    min_similarity: f64,
    detail: String,
}

/// What a first look at an upload found.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ImportPreview {
    /// What the tables come in, such as `csv` or `zip`.
    container: String,
    files: Vec<ImportFile>,
    warnings: Vec<String>,
    /// The first hundred rows that an import would leave out.
    rejects: Vec<ImportReject>,
    /// Every reason for which rows would be left out, most rows first.
    reject_reasons: Vec<ImportRejectReason>,
}

/// One table of an upload.
#[derive(ToSchema)]
pub(crate) struct ImportFile {
    /// Name of the file, of the entry or of the sheet.
    name: String,
    /// Which export it is, such as `gsc_queries`.
    kind: String,
    encoding: Option<String>,
    delimiter: Option<String>,
    /// Language of its headers, if the export has several.
    locale: Option<String>,
    /// Rows under its header; 0 for the filters of an export. `null` where the file is too large to be read twice.
    rows: Option<u64>,
    /// How many of the rows an import accepts.
    accepted: Option<u64>,
    /// How many of the rows an import leaves out.
    rejected: Option<u64>,
    /// Columns that are read, with their fields.
    recognised: Vec<RecognisedColumn>,
    /// Ignored columns with reasons.
    ignored: Vec<IgnoredColumn>,
    /// First rows, with long cells shortened.
    sample: Vec<Vec<String>>,
    warnings: Vec<String>,
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

/// Which part of the search market the figures of an export cover; `null` where nothing was filtered.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
pub(crate) struct ImportMarket {
    search_type: Option<String>,
    /// The period as exported.
    date_range: Option<String>,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    country: Option<String>,
    device: Option<String>,
    query: Option<String>,
    page: Option<String>,
    appearance: Option<String>,
    /// Unknown filters, name and value as exported.
    other: Vec<Vec<String>>,
}

/// Why rows of a table were left out, and how many.
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

/// A row that was left out.
#[derive(ToSchema)]
pub(crate) struct ImportReject {
    file: String,
    line: u64,
    reason: String,
}
