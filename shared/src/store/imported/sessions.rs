//! Sessions of landing pages and sources.

use uuid::Uuid;

use super::{current, pattern, with_import};
use crate::{
    domain::{
        Page, Pair, fetched,
        imported::{Imported, PageSessions, RecordFilter, SessionPeriod},
    },
    store::{Executor, Result, macros::*},
};

/// Returns a page of a website's sessions, latest import first, in the order of the file.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sessions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &RecordFilter, limit: usize,
) -> Result<Page<Imported<PageSessions>>> {
    let (batch, no) = Pair::unzip(filter.after);
    let rows = query_all!(
        executor.into(),
        Imported<PageSessions>,
        current!(
            with_import!(
                "r.first_day, r.last_day, r.page, r.source, r.medium, r.channel, r.sessions, r.engaged_sessions, r.users,
                 r.key_events, r.revenue_cents, r.currency"
            ),
            "page_sessions",
            " AND (CAST($3 AS TEXT) IS NULL OR LOWER(r.page) LIKE $3 ESCAPE '!' OR LOWER(r.source) LIKE $3 ESCAPE '!'
                   OR LOWER(r.channel) LIKE $3 ESCAPE '!')
              AND (CAST($4 AS TEXT) IS NULL OR r.channel = $4 OR r.source = $4)
              AND (CAST($5 AS DATE) IS NULL OR r.last_day >= $5) AND (CAST($6 AS DATE) IS NULL OR r.first_day <= $6)
              AND ($7 IS NULL OR r.batch_id < $7 OR (r.batch_id = $7 AND r.no > $8))
            ORDER BY r.batch_id DESC, r.no LIMIT $9"
        ),
        workspace_id,
        website_id,
        pattern(filter.contains.as_deref()),
        filter.group.as_deref(),
        filter.from,
        filter.to,
        batch,
        no,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| Pair(row.batch_id, row.no).to_string()))
}

/// Returns a website's sessions by period and dimension, latest first. Periods may overlap and dimensions count the same
/// sessions, so they are never added up.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn session_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<SessionPeriod>> {
    query_all!(
        executor.into(),
        SessionPeriod,
        current!(
            "r.first_day, r.last_day, r.page IS NOT NULL AS is_by_page, COUNT(*) AS rows,
             CAST(SUM(r.sessions) AS BIGINT) AS sessions, CAST(SUM(r.key_events) AS BIGINT) AS key_events",
            "page_sessions",
            " GROUP BY r.first_day, r.last_day, r.page IS NOT NULL
              ORDER BY r.last_day DESC, r.first_day DESC, is_by_page DESC LIMIT 50"
        ),
        workspace_id,
        website_id
    )
}
