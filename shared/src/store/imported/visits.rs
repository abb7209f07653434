//! Visits of crawlers in access logs.

use uuid::Uuid;

use crate::{
    domain::{
        Page, fetched,
        imported::{VisitFilter, VisitGroup, VisitSource},
    },
    store::{Executor, Result, macros::*},
};

/// Returns a page of a website's visits by crawler and directory, most requests first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn visit_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &VisitFilter, limit: usize,
) -> Result<Page<VisitGroup>> {
    let rows = query_all!(
        executor.into(),
        VisitGroup,
        "SELECT r.agent, r.purpose, r.directory, CAST(SUM(r.requests) AS BIGINT) AS requests,
                CAST(SUM(CASE WHEN r.status_class >= 4 THEN r.requests ELSE 0 END) AS BIGINT) AS failed,
                MIN(r.day) AS first_day, MAX(r.day) AS last_day
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN crawler_visits r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed
            AND (CAST($3 AS TEXT) IS NULL OR r.purpose = $3) AND (CAST($4 AS TEXT) IS NULL OR r.agent = $4)
            AND (CAST($5 AS TEXT) IS NULL OR r.directory = $5)
            AND (CAST($6 AS DATE) IS NULL OR r.day >= $6) AND (CAST($7 AS DATE) IS NULL OR r.day <= $7)
          GROUP BY r.agent, r.purpose, r.directory
          ORDER BY SUM(r.requests) DESC, r.agent, COALESCE(r.directory, '') LIMIT $8 OFFSET $9",
        workspace_id,
        website_id,
        filter.purpose.as_deref(),
        filter.agent.as_deref(),
        filter.directory.as_deref(),
        filter.from,
        filter.to,
        fetched(limit),
        filter.offset
    )?;
    let next = filter.offset.saturating_add(i64::try_from(limit).unwrap_or(i64::MAX));
    Ok(Page::from_rows(rows, limit, |_| next.to_string()))
}

/// Returns the last day of a website's logs and the file that has it; `None` without logs.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn visit_source(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<VisitSource>> {
    query_opt!(
        executor.into(),
        VisitSource,
        "SELECT r.day AS last_day, imports.file_name, imports.imported_at
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN crawler_visits r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed
          ORDER BY r.day DESC, b.id DESC LIMIT 1",
        workspace_id,
        website_id
    )
}
