//! Pages of the figures of keyword tools, as they were imported or fetched.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::observations::{ImportedObservation, escaped};
use crate::{
    domain::{Page, Pair, fetched},
    store::{Executor, Result, macros::*},
};

/// Filter of figures of keyword tools.
#[derive(Debug, Clone, Default)]
pub struct KeywordFigureFilter {
    /// Text in the keyword, case-insensitive.
    pub contains: Option<String>,
    /// Tool, such as `keyword_planner`.
    pub source: Option<String>,
    /// First day of the figures. Those without a day are left out.
    pub from: Option<NaiveDate>,
    /// Last day of the figures. Those without a day are left out.
    pub to: Option<NaiveDate>,
    /// Batch and number of the last row of the previous page.
    pub after: Option<Pair<i64, i64>>,
}

macro_rules! page {
    ($day:literal) => {
        concat!(
            "SELECT r.batch_id, r.no, r.keyword AS subject, ",
            $day,
            " AS day, r.body, imports.id AS import_id, imports.file_name, imports.imported_at
               FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN keyword_rows r ON r.batch_id = b.id
              WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed
                AND (CAST($3 AS TEXT) IS NULL OR LOWER(r.keyword) LIKE $3 ESCAPE '!')
                AND (CAST($4 AS TEXT) IS NULL OR r.body ->> 'source' = $4)
                AND ($5 IS NULL OR ",
            $day,
            " >= $5) AND ($6 IS NULL OR ",
            $day,
            " <= $6)
                AND ($7 IS NULL OR r.batch_id < $7 OR (r.batch_id = $7 AND r.no > $8))
              ORDER BY r.batch_id DESC, r.no LIMIT $9"
        )
    };
}

/// Returns a page of a website's figures of keyword tools, latest import first, in the order of the import. The subject is
/// the keyword, the body a [`crate::domain::keyword::ToolKeyword`].
///
/// # Errors
/// Returns an error if the query fails.
pub async fn keyword_figures(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &KeywordFigureFilter, limit: usize,
) -> Result<Page<ImportedObservation>> {
    let mut executor = executor.into();
    let sql = executor.dialect(page!("CAST(r.body ->> 'observedAt' AS date)"), page!("r.body ->> 'observedAt'"));
    let (batch, no) = Pair::unzip(filter.after);
    let contains = filter.contains.as_ref().map(|text| format!("%{}%", escaped(&text.to_lowercase())));
    let rows = query_all!(
        executor,
        ImportedObservation,
        sql,
        workspace_id,
        website_id,
        contains,
        filter.source.as_deref(),
        filter.from,
        filter.to,
        batch,
        no,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| Pair(row.batch_id, row.no).to_string()))
}

#[derive(sqlx_macros::FromRow)]
struct Count {
    rows: i64,
    imported_at: Option<DateTime<Utc>>,
}

/// Counts a website's figures of keyword tools; returns the number and the time of the latest import with some.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn keyword_figure_count(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<(i64, Option<DateTime<Utc>>)> {
    let sql = "SELECT COUNT(*) AS rows, MAX(imports.imported_at) AS imported_at
                 FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN keyword_rows r ON r.batch_id = b.id
                WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed";
    let count = query_opt!(executor.into(), Count, sql, workspace_id, website_id)?;
    Ok(count.map_or((0, None), |count| (count.rows, count.imported_at)))
}
