//! Websites: what imports, runs and insights are about.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use super::{text_enum, website_settings::WebsiteSettings};

text_enum! {
    /// What kind of site it is.
    WebsiteKind {
        /// A site that the user runs.
        Own = "own",
        /// The bundled example; its figures are synthetic and say so.
        Sample = "sample",
        /// A site of the pipeline over a region or a trade.
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
    /// How people call it.
    pub name: String,
    /// Its home page.
    pub url: String,
    /// The host of `url`, lower-cased, without `www.`.
    pub host: String,
    /// What kind of site it is.
    pub kind: WebsiteKind,
    /// When it was added.
    pub created_at: DateTime<Utc>,
    /// When it was archived; `None` for one in use.
    pub archived_at: Option<DateTime<Utc>>,
    /// Facts that its owner states, and goals.
    pub settings: Json<WebsiteSettings>,
    /// When data was last imported for it.
    pub last_import_at: Option<DateTime<Utc>>,
    /// Distinct searches known from its newest import of searches; `None` before one.
    pub queries: Option<i64>,
    /// Clicks in that import.
    pub clicks: Option<i64>,
    /// Impressions in that import.
    pub impressions: Option<i64>,
}
