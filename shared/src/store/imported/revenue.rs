//! Revenue.

use chrono::NaiveDate;
use uuid::Uuid;

use super::{current, pattern, with_import};
use crate::{
    domain::{
        Page, Pair, fetched,
        imported::{Imported, RecordFilter, Revenue, RevenueGroup},
    },
    store::{Executor, Result, macros::*},
};

/// Returns a page of a website's revenue, latest import first, in the order of the file.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn revenue(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &RecordFilter, limit: usize,
) -> Result<Page<Imported<Revenue>>> {
    let (batch, no) = Pair::unzip(filter.after);
    let rows = query_all!(
        executor.into(),
        Imported<Revenue>,
        current!(
            with_import!(
                "r.external_id, r.day, r.amount_cents, r.currency, r.kind, r.page, r.source, r.vertical, r.place"
            ),
            "revenue",
            " AND (CAST($3 AS TEXT) IS NULL OR LOWER(r.page) LIKE $3 ESCAPE '!' OR LOWER(r.source) LIKE $3 ESCAPE '!'
                   OR LOWER(r.vertical) LIKE $3 ESCAPE '!' OR LOWER(r.place) LIKE $3 ESCAPE '!'
                   OR LOWER(r.external_id) LIKE $3 ESCAPE '!')
              AND (CAST($4 AS TEXT) IS NULL OR r.kind = $4)
              AND (CAST($5 AS DATE) IS NULL OR r.day >= $5) AND (CAST($6 AS DATE) IS NULL OR r.day <= $6)
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

/// Returns a website's revenue by kind and currency.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn revenue_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<RevenueGroup>> {
    query_all!(
        executor.into(),
        RevenueGroup,
        current!(
            "r.kind, r.currency, COUNT(*) AS entries, CAST(SUM(r.amount_cents) AS BIGINT) AS amount_cents",
            "revenue",
            " GROUP BY r.kind, r.currency ORDER BY r.currency, SUM(r.amount_cents) DESC, r.kind LIMIT 50"
        ),
        workspace_id,
        website_id
    )
}

/// Returns the sums of a workspace's revenue up to a day by currency, in cents.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn revenue_totals(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, to: NaiveDate,
) -> Result<Vec<(String, i64)>> {
    let sql = "SELECT r.currency, CAST(SUM(r.amount_cents) AS BIGINT) FROM import_batches b
          JOIN imports ON imports.id = b.import_id JOIN revenue r ON r.batch_id = b.id
         WHERE imports.workspace_id = $1 AND b.committed AND NOT r.superseded AND r.day <= $2
           AND NOT EXISTS (SELECT 1 FROM revenue n JOIN import_batches nb ON nb.id = n.batch_id
             WHERE n.key = r.key AND nb.website_id = b.website_id AND nb.committed AND NOT n.superseded
               AND (n.batch_id > r.batch_id OR (n.batch_id = r.batch_id AND n.no > r.no)))
         GROUP BY r.currency ORDER BY r.currency";
    query_all!(executor.into(), (String, i64), sql, workspace_id, to)
}
