//! Websites, the subject of imports, runs and insights.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use super::{text_enum, website_settings::WebsiteSettings};

text_enum! {
    /// Kind of a website.
    WebsiteKind {
        /// A website of the user.
        Own = "own",
        /// The bundled example, with figures labelled as synthetic.
        Sample = "sample",
        /// A regional or trade site of the pipeline.
        Dominator = "dominator",
        /// A site of the pipeline for one market.
        Goldmine = "goldmine",
    }
}

/// A website with the totals of its committed imports.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Website {
    /// Time-ordered.
    pub id: Uuid,
    /// Display name.
    pub name: String,
    /// URL of its home page.
    pub url: String,
    /// The host of `url`, lower-cased, without `www.`.
    pub host: String,
    /// Kind.
    pub kind: WebsiteKind,
    /// Time when it was added.
    pub created_at: DateTime<Utc>,
    /// Time when it was archived; `None` if it is in use.
    pub archived_at: Option<DateTime<Utc>>,
    /// Facts and goals stated by the owner.
    pub settings: Json<WebsiteSettings>,
    /// Time of the last import.
    pub last_import_at: Option<DateTime<Utc>>,
    /// Number of distinct queries in its latest search report; without one, in its latest list of keywords; `None` without both.
    pub queries: Option<i64>,
    /// Clicks in that report.
    pub clicks: Option<i64>,
    /// Impressions in that report.
    pub impressions: Option<i64>,
    /// First day of that report, if known.
    pub first_day: Option<NaiveDate>,
    /// Last day of that report, if known.
    pub last_day: Option<NaiveDate>,
}
