//! Queries and pages of Bing. They are search rows with dimensions of their own, which nothing adds to Google's.

use uuid::Uuid;

use super::pattern;
use crate::{
    domain::{
        Page, Pair, fetched,
        imported::{BingGroup, BingRow, Imported, RecordFilter},
    },
    store::{Executor, Result, macros::*},
};

/// Returns a page of a website's rows in Bing, latest import first, in the order of the file. The group of the filter is
/// `query` or `page`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn bing_rows(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &RecordFilter, limit: usize,
) -> Result<Page<Imported<BingRow>>> {
    let (batch, no) = Pair::unzip(filter.after);
    let rows = query_all!(
        executor.into(),
        Imported<BingRow>,
        "SELECT r.batch_id, r.no, r.query, r.page, r.clicks, r.impressions, r.position,
                b.observed_from AS first_day, b.observed_to AS last_day,
                imports.id AS import_id, imports.file_name, imports.imported_at
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed
            AND r.dimension IN ('bing_query', 'bing_page')
            AND (CAST($3 AS TEXT) IS NULL OR LOWER(r.query) LIKE $3 ESCAPE '!' OR LOWER(r.page) LIKE $3 ESCAPE '!')
            AND (CAST($4 AS TEXT) IS NULL OR r.dimension = 'bing_' || $4)
            AND (CAST($5 AS DATE) IS NULL OR b.observed_to >= $5) AND (CAST($6 AS DATE) IS NULL OR b.observed_from <= $6)
            AND ($7 IS NULL OR r.batch_id < $7 OR (r.batch_id = $7 AND r.no > $8))
          ORDER BY r.batch_id DESC, r.no LIMIT $9",
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

/// Returns a website's reports of Bing, latest first. Their periods may overlap, so they are never added up.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn bing_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<BingGroup>> {
    query_all!(
        executor.into(),
        BingGroup,
        "SELECT imports.file_name, b.observed_from AS first_day, b.observed_to AS last_day,
                r.dimension = 'bing_page' AS is_by_page, COUNT(*) AS rows, CAST(SUM(r.clicks) AS BIGINT) AS clicks,
                CAST(SUM(r.impressions) AS BIGINT) AS impressions
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed
            AND r.dimension IN ('bing_query', 'bing_page')
          GROUP BY b.id, imports.file_name, b.observed_from, b.observed_to, r.dimension
          ORDER BY b.id DESC, r.dimension LIMIT 50",
        workspace_id,
        website_id
    )
}
