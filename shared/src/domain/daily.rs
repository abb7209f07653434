//! Daily search data of a website.

use serde::Serialize;

use super::text_enum;

text_enum! {
    /// Source of daily figures.
    DailySource {
        /// Daily totals of the export, including queries that it does not list.
        Days = "days",
        /// Sums of dated rows, without what the export omits.
        Detail = "detail",
    }
}

/// Clicks and impressions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DailyFigures {
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position weighted by impressions, from 1; `None` without impressions.
    pub position: Option<f64>,
}

/// One day of a website.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SiteDay {
    /// `YYYY-MM-DD`, in the time zone of the export (Search Console: Pacific).
    pub day: String,
    /// The value.
    #[serde(flatten)]
    pub figures: DailyFigures,
    /// Source, the same for all days of a series.
    pub source: DailySource,
}

/// One day of a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PageDay {
    /// The address.
    pub page: String,
    /// `YYYY-MM-DD`, in the time zone of the export (Search Console: Pacific).
    pub day: String,
    /// The value.
    #[serde(flatten)]
    pub figures: DailyFigures,
}
