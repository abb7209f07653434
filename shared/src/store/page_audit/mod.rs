//! Audits of single pages for a keyword.

mod effect;
mod start;

use uuid::Uuid;

pub use effect::PageAuditEnd;
pub use start::start;

use super::{Executor, Result, macros::*};
use crate::domain::{
    Page, fetched,
    page_audit::{PageAudit, PageAuditReport},
};

macro_rules! columns {
    ($fixes:literal) => {
        concat!(
            "SELECT id, website_id, user_id, run_id, url, keyword, created_at, finished_at, ",
            $fixes,
            " AS fixes, (SELECT runs.status FROM runs WHERE runs.id = page_audits.run_id) AS status,
              (SELECT runs.error FROM runs WHERE runs.id = page_audits.run_id) AS error FROM page_audits "
        )
    };
}

macro_rules! selected {
    ($tail:literal) => {
        (
            concat!(columns!("CAST(jsonb_array_length(report -> 'fixes') AS BIGINT)"), $tail),
            concat!(columns!("json_array_length(report, '$.fixes')"), $tail),
        )
    };
}

/// Returns an audit of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<PageAudit>> {
    let mut executor = executor.into();
    let (postgres, sqlite) = selected!("WHERE id = $1 AND workspace_id = $2");
    let sql = executor.dialect(postgres, sqlite);
    query_opt!(executor, PageAudit, sql, id, workspace_id)
}

/// Returns the report of an audit of the workspace; `None` before its end.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn report(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Option<PageAuditReport>> {
    let sql = "SELECT report FROM page_audits WHERE id = $1 AND workspace_id = $2 AND report IS NOT NULL";
    Ok(query_opt!(executor.into(), (PageAuditReport,), sql, id, workspace_id)?.map(|(report,)| report))
}

/// Lists the audits of the workspace, of a website if given, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>, before: Option<Uuid>, limit: usize,
) -> Result<Page<PageAudit>> {
    let mut executor = executor.into();
    let (postgres, sqlite) = selected!(
        "WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2) AND ($3 IS NULL OR id < $3)
         ORDER BY id DESC LIMIT $4"
    );
    let sql = executor.dialect(postgres, sqlite);
    let rows = query_all!(executor, PageAudit, sql, workspace_id, website_id, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}
