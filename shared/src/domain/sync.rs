//! Data that connections fetch by themselves.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{connection::ConnectionStatus, run::RunStatus, text_enum};

text_enum! {
    /// Origin of a batch of search rows.
    BatchSource {
        /// An uploaded file.
        Import = "import",
        /// A connection to Search Console.
        SearchConsole = "search_console",
        /// A connection to Bing Webmaster Tools.
        BingWebmaster = "bing_webmaster",
    }
}

text_enum! {
    /// Content of a batch of search rows.
    BatchPart {
        /// The tables of an uploaded file.
        All = "all",
        /// Figures by day.
        Days = "days",
        /// Sums of queries over a period.
        Report = "report",
    }
}

/// Days in sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
}

/// Data source of a website: a connection, and how far it is.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SyncSource {
    /// Connection.
    pub connection_id: Uuid,
    /// Key of the provider.
    pub provider: String,
    /// Name of the connection.
    pub name: String,
    /// Status of the connection.
    pub status: ConnectionStatus,
    /// Message about the status of the connection.
    pub message: Option<String>,
    /// Property, site or origin at the provider.
    pub property: String,
    /// Import that holds its rows, if they are search rows.
    pub import_id: Option<Uuid>,
    /// Run that fetches, or fetched last.
    pub run_id: Option<Uuid>,
    /// Status of that run.
    pub run_status: Option<RunStatus>,
    /// Progress of that run, 0 to 100.
    pub percent: Option<i32>,
    /// Error of the last run, if it failed.
    pub error: Option<String>,
    /// Last time at which everything was fetched.
    pub synced_at: Option<DateTime<Utc>>,
    /// First day that is stored.
    pub first_day: Option<NaiveDate>,
    /// Last day that is stored.
    pub last_day: Option<NaiveDate>,
    /// Last day whose figures no longer change.
    pub last_final_day: Option<NaiveDate>,
    /// First day that is to be fetched.
    pub wanted_from: Option<NaiveDate>,
    /// Number of stored rows.
    pub rows: i64,
}
