//! Leads.

use uuid::Uuid;

use super::{current, pattern, with_import};
use crate::{
    domain::{
        Page, Pair, fetched,
        imported::{Imported, Lead, LeadGroup, RecordFilter},
    },
    store::{Executor, Result, macros::*},
};

/// Returns a page of a website's leads, latest import first, in the order of the file.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn leads(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &RecordFilter, limit: usize,
) -> Result<Page<Imported<Lead>>> {
    let (batch, no) = Pair::unzip(filter.after);
    let rows = query_all!(
        executor.into(),
        Imported<Lead>,
        current!(
            with_import!("r.external_id, r.day, r.page, r.keyword, r.source, r.status, r.value_cents, r.currency"),
            "leads",
            " AND (CAST($3 AS TEXT) IS NULL OR LOWER(r.page) LIKE $3 ESCAPE '!' OR LOWER(r.keyword) LIKE $3 ESCAPE '!'
                   OR LOWER(r.source) LIKE $3 ESCAPE '!' OR LOWER(r.external_id) LIKE $3 ESCAPE '!')
              AND (CAST($4 AS TEXT) IS NULL OR r.status = $4)
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

/// Returns a website's leads by status and currency.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lead_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<LeadGroup>> {
    query_all!(
        executor.into(),
        LeadGroup,
        current!(
            "r.status, r.currency, COUNT(*) AS leads, CAST(SUM(r.value_cents) AS BIGINT) AS value_cents",
            "leads",
            " GROUP BY r.status, r.currency ORDER BY COUNT(*) DESC, r.status, r.currency LIMIT 50"
        ),
        workspace_id,
        website_id
    )
}

/// Returns the number of leads of the user's own workspaces; `None` if no lead was ever imported.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lead_count(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Option<i64>> {
    let sql = "SELECT COUNT(*) FROM import_batches b JOIN imports ON imports.id = b.import_id
          JOIN leads r ON r.batch_id = b.id
         WHERE imports.workspace_id = $1 AND b.committed AND NOT r.superseded
           AND NOT EXISTS (SELECT 1 FROM leads n JOIN import_batches nb ON nb.id = n.batch_id
             WHERE n.key = r.key AND nb.website_id = b.website_id AND nb.committed AND NOT n.superseded
               AND (n.batch_id > r.batch_id OR (n.batch_id = r.batch_id AND n.no > r.no)))";
    let count = query_value!(executor.into(), i64, sql, workspace_id)?;
    Ok(Some(count).filter(|count| *count > 0))
}
