//! A website, in responses.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use shared::domain::website::{Website, WebsiteKind};
use uuid::Uuid;

use super::settings::SettingsView;

/// A website with the totals of its latest search report.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Website)]
pub struct WebsiteView {
    pub id: Uuid,
    pub name: String,
    /// URL of its home page.
    pub url: String,
    /// The host of `url`, without `www.`.
    pub host: String,
    /// `own`, `sample`, `dominator` or `goldmine`.
    pub kind: WebsiteKind,
    /// Whether its data are simulated.
    pub simulated: bool,
    pub created_at: DateTime<Utc>,
    /// Time at which it was archived; `null` for an active website.
    pub archived_at: Option<DateTime<Utc>>,
    /// Settings: defaults of engine runs.
    pub settings: SettingsView,
    pub last_import_at: Option<DateTime<Utc>>,
    /// Number of distinct queries; `null` before the first import of queries.
    pub queries: Option<i64>,
    pub clicks: Option<i64>,
    pub impressions: Option<i64>,
    /// First day of the report with these totals, if known.
    pub first_day: Option<NaiveDate>,
    /// Last day of that report, if known.
    pub last_day: Option<NaiveDate>,
}

impl From<Website> for WebsiteView {
    fn from(site: Website) -> Self {
        Self {
            id: site.id,
            name: site.name,
            url: site.url,
            host: site.host,
            kind: site.kind,
            simulated: site.kind == WebsiteKind::Sample,
            created_at: site.created_at,
            archived_at: site.archived_at,
            settings: site.settings.0.into(),
            last_import_at: site.last_import_at,
            queries: site.queries,
            clicks: site.clicks,
            impressions: site.impressions,
            first_day: site.first_day,
            last_day: site.last_day,
        }
    }
}
