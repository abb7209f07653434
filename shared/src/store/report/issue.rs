//! Made reports, whose content never changes.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::super::{Executor, Result, Tx, macros::*};
use crate::domain::report::{ReportContent, ReportIssue};

/// Issues of a report that are kept.
const KEPT: i64 = 60;

/// A made report.
#[derive(Debug)]
pub struct NewReportIssue<'a> {
    /// Its id.
    pub id: Uuid,
    /// Report.
    pub report_id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Content.
    pub content: &'a ReportContent,
}

macro_rules! select {
    () => {
        "SELECT id, period_from, period_to, made_at, emailed_at, emails, refused_emails FROM report_issues "
    };
}

/// Stores a made report, and deletes the oldest ones beyond the latest sixty.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert_issue(tx: &mut Tx, new: &NewReportIssue<'_>) -> Result<()> {
    let NewReportIssue { id, report_id, workspace_id, website_id, content } = new;
    execute!(
        &mut *tx,
        "INSERT INTO report_issues (id, report_id, workspace_id, website_id, period_from, period_to, content, made_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        report_id,
        workspace_id,
        website_id,
        content.period.from,
        content.period.to,
        Json(content),
        content.made_at
    )?;
    let sql = "DELETE FROM report_issues WHERE report_id = $1 AND id NOT IN
                 (SELECT id FROM report_issues WHERE report_id = $1 ORDER BY id DESC LIMIT $2)";
    execute!(tx, sql, report_id, KEPT).map(|_| ())
}

/// Returns the issues of a report, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn issues(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, report_id: Uuid,
) -> Result<Vec<ReportIssue>> {
    let sql = concat!(select!(), "WHERE workspace_id = $1 AND report_id = $2 ORDER BY id DESC LIMIT $3");
    query_all!(executor.into(), ReportIssue, sql, workspace_id, report_id, KEPT)
}

/// Returns an issue of a report, without its content.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_issue(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, (report_id, id): (Uuid, Uuid),
) -> Result<Option<ReportIssue>> {
    let sql = concat!(select!(), "WHERE workspace_id = $1 AND report_id = $2 AND id = $3");
    query_opt!(executor.into(), ReportIssue, sql, workspace_id, report_id, id)
}

/// Returns the content of an issue.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn content(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, (report_id, id): (Uuid, Uuid),
) -> Result<Option<ReportContent>> {
    let sql = "SELECT content FROM report_issues WHERE workspace_id = $1 AND report_id = $2 AND id = $3";
    let found = query_opt!(executor.into(), (Json<ReportContent>,), sql, workspace_id, report_id, id)?;
    Ok(found.map(|(Json(content),)| content))
}

/// Returns the content of the latest issue of a report.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest_content(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, report_id: Uuid,
) -> Result<Option<ReportContent>> {
    let sql = "SELECT content FROM report_issues WHERE workspace_id = $1 AND report_id = $2 ORDER BY id DESC LIMIT 1";
    let found = query_opt!(executor.into(), (Json<ReportContent>,), sql, workspace_id, report_id)?;
    Ok(found.map(|(Json(content),)| content))
}

/// Returns the content of the latest issue of the report that is shared with a token, in this workspace if one is given;
/// `None` if it has none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn shared_content(
    executor: impl Into<Executor<'_>>, token_hash: &[u8], workspace_id: Option<Uuid>,
) -> Result<Option<ReportContent>> {
    let sql = "SELECT i.content FROM reports r JOIN report_issues i ON i.report_id = r.id
                WHERE r.token_hash = $1 AND ($2 IS NULL OR r.workspace_id = $2) ORDER BY i.id DESC LIMIT 1";
    let found = query_opt!(executor.into(), (Json<ReportContent>,), sql, token_hash, workspace_id)?;
    Ok(found.map(|(Json(content),)| content))
}

/// Returns true if a report of the workspace with an issue is shared with a token.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_shared(executor: impl Into<Executor<'_>>, token_hash: &[u8], workspace_id: Uuid) -> Result<bool> {
    let sql = "SELECT i.id FROM reports r JOIN report_issues i ON i.report_id = r.id
                WHERE r.token_hash = $1 AND r.workspace_id = $2 LIMIT 1";
    Ok(query_opt!(executor.into(), (Uuid,), sql, token_hash, workspace_id)?.is_some())
}

/// Deletes an issue of a report; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_issue(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, (report_id, id): (Uuid, Uuid),
) -> Result<bool> {
    let sql = "DELETE FROM report_issues WHERE workspace_id = $1 AND report_id = $2 AND id = $3";
    Ok(execute!(executor.into(), sql, workspace_id, report_id, id)? > 0)
}

/// Records that an issue was emailed.
pub(super) async fn mark_emailed(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, (sent, refused): (i64, i64), now: DateTime<Utc>,
) -> Result<()> {
    let sql = "UPDATE report_issues SET emailed_at = $3, emails = $4, refused_emails = $5
                WHERE id = $1 AND workspace_id = $2";
    execute!(tx, sql, id, workspace_id, now, sent, refused).map(|_| ())
}
