//! Data that connections fetch by themselves: sources, their batches and their schedules.
//!
//! Search rows are stored in batches of an import of the connection, so the engines read them as they read uploaded exports.
//! Unlike those of an upload, a batch is committed as soon as its days are complete: a run that ends early keeps them.

mod batch;
mod claim;
mod effect;
mod schedule;

use uuid::Uuid;

pub use batch::{NewBatch, StoredDays, WindowEnd, begin_batch, commit_window, stored_days};
pub(super) use batch::{hold, last_whole_day};
pub use claim::{Claim, Target, claim, note_plan};
pub(super) use effect::SyncRun;
pub use effect::{SyncEnd, access_lost};
pub use schedule::{schedule, schedules, unschedule};

use super::{Executor, Result, macros::*};
use crate::domain::sync::SyncSource;

macro_rules! sources {
    ($condition:literal) => {
        concat!(
            "SELECT c.id AS connection_id, c.provider, c.name, c.status, c.message,
               COALESCE(s.property, c.settings ->> 'property', c.settings ->> 'site', '') AS property,
               s.import_id, s.run_id, r.status AS run_status, r.percent, s.error, s.synced_at, s.first_day, s.last_day,
               s.last_final_day, s.wanted_from, COALESCE(s.rows, 0) AS rows
              FROM connections c
              LEFT JOIN sync_sources s ON s.connection_id = c.id AND s.workspace_id = $1 AND s.website_id = $2
              LEFT JOIN runs r ON r.id = s.run_id AND r.workspace_id = $1
             WHERE c.workspace_id = $1 AND c.disconnected_at IS NULL AND c.settings ->> 'websiteId' = $3
               AND c.provider IN ('search_console', 'bing_webmaster', 'google_analytics', 'chrome_ux_report',
                 'page_speed')",
            $condition,
            " ORDER BY c.id"
        )
    };
}

/// Returns the data sources of a website: the connections that name it in their settings, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sources(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<SyncSource>> {
    query_all!(executor.into(), SyncSource, sources!(""), workspace_id, website_id, website_id.to_string())
}

/// Returns one data source of a website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn source(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, connection_id: Uuid,
) -> Result<Option<SyncSource>> {
    let text = website_id.to_string();
    query_opt!(executor.into(), SyncSource, sources!(" AND c.id = $4"), workspace_id, website_id, text, connection_id)
}

/// Returns the pages of a website with the most clicks in its latest report of pages.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn pages_by_clicks(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, most: i64,
) -> Result<Vec<String>> {
    let sql =
        "SELECT r.page FROM search_rows r WHERE r.dimension = 'page' AND r.period = 'current' AND r.page IS NOT NULL
                 AND r.batch_id = (SELECT b.id FROM import_batches b JOIN imports ON imports.id = b.import_id
                   WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND b.part <> 'days'
                     AND EXISTS (SELECT 1 FROM search_rows p WHERE p.batch_id = b.id AND p.dimension = 'page')
                   ORDER BY CASE b.part WHEN 'report' THEN 0 ELSE 1 END, b.id DESC LIMIT 1)
                GROUP BY r.page ORDER BY SUM(r.clicks) DESC, r.page LIMIT $3";
    let rows = query_all!(executor.into(), (String,), sql, workspace_id, website_id, most)?;
    Ok(rows.into_iter().map(|(page,)| page).collect())
}
