//! Rows of Search Console by query, page and day.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{sync::BatchSource, text_enum};

text_enum! {
    /// Order of rows of Search Console.
    SearchPerformanceSort {
        /// Latest day first, then most clicks.
        Day = "day",
        /// Most clicks first.
        Clicks = "clicks",
        /// Most impressions first.
        Impressions = "impressions",
        /// Best position first.
        Position = "position",
        /// Text of the query.
        Query = "query",
    }
}

/// Clicks and impressions of a query and a page on a day.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SearchPerformanceRow {
    /// Batch of the row.
    #[serde(skip)]
    pub batch_id: i64,
    /// Number in the batch.
    #[serde(skip)]
    pub no: i64,
    /// Day, in the time zone of Search Console (Pacific).
    pub day: NaiveDate,
    /// Query; `null` where Search Console leaves it out.
    pub query: Option<String>,
    /// Page; `null` if the file has none.
    pub page: Option<String>,
    /// Device or country, if the file has one.
    pub facet: Option<String>,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position, from 1.
    pub position: Option<f64>,
    /// The import.
    pub import_id: Uuid,
    /// File name of the import, or name of the connection's data.
    pub file_name: String,
    /// Time of the import.
    pub imported_at: Option<DateTime<Utc>>,
}

/// An import or a connection with the days that are read from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SearchPerformanceSource {
    /// The import.
    pub import_id: Uuid,
    /// File name of the import, or name of the connection's data.
    pub file_name: String,
    /// Time of the import, or of the last fetch that stored rows.
    pub imported_at: Option<DateTime<Utc>>,
    /// `search_console` for a connection, `import` for a file.
    pub source: BatchSource,
    /// First day that is read from it.
    pub first_day: NaiveDate,
    /// Last day that is read from it.
    pub last_day: NaiveDate,
    /// Number of days that are read from it.
    pub days: i64,
}

/// Filter of rows of Search Console. Text filters ignore case.
#[derive(Debug, Clone, Default)]
pub struct SearchPerformanceFilter {
    /// Text in the query.
    pub query: Option<String>,
    /// Text in the page.
    pub page: Option<String>,
}
