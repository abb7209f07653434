//! Reports about websites, and their issues.

mod domain;
mod email;
mod issue;

pub use domain::{domain, domain_by_host, due_domain, record_domain, remove_domain, set_domain, verified_host};
pub use email::{ReportEmail, ReportEmailed, ReportRunEnd, email};
pub use issue::{
    NewReportIssue, content, delete_issue, find_issue, insert_issue, is_shared, issues, latest_content, shared_content,
};

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::{
    domain::report::{Report, ReportBody},
    vault::Sealed,
};

macro_rules! select {
    () => {
        "SELECT r.id, r.workspace_id, r.website_id, w.name AS website_name, r.title, r.days, r.sections, r.brand_name,
                r.accent, (r.logo IS NOT NULL) AS has_logo, r.frequency, r.hour, r.time_zone, r.recipients, r.schedule_id,
                r.shared_at,
                (SELECT i.id FROM report_issues i WHERE i.report_id = r.id ORDER BY i.id DESC LIMIT 1) AS latest_issue_id,
                (SELECT i.made_at FROM report_issues i WHERE i.report_id = r.id ORDER BY i.id DESC LIMIT 1)
                  AS latest_made_at,
                r.created_at, r.updated_at
           FROM reports r JOIN websites w ON w.id = r.website_id "
    };
}

/// Returns the reports of the workspace, newest first; of one website if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>, most: i64,
) -> Result<Vec<Report>> {
    let sql = concat!(
        select!(),
        "WHERE r.workspace_id = $1 AND ($2 IS NULL OR r.website_id = $2) ORDER BY r.id DESC LIMIT $3"
    );
    query_all!(executor.into(), Report, sql, workspace_id, website_id, most)
}

/// Returns a report of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Report>> {
    let sql = concat!(select!(), "WHERE r.workspace_id = $1 AND r.id = $2");
    query_opt!(executor.into(), Report, sql, workspace_id, id)
}

/// Stores a new report.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, (workspace_id, website_id, user_id): (Uuid, Uuid, Uuid), id: Uuid, body: &ReportBody,
    now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO reports (id, workspace_id, website_id, created_by, title, days, sections, brand_name, accent,
           frequency, hour, time_zone, recipients, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)",
        id,
        workspace_id,
        website_id,
        user_id,
        &body.title,
        body.days,
        Json(&body.sections),
        &body.brand_name,
        &body.accent,
        body.frequency,
        body.hour,
        &body.time_zone,
        Json(&body.recipients),
        now
    )
    .map(|_| ())
}

/// Updates a report of the workspace; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(tx: &mut Tx, workspace_id: Uuid, id: Uuid, body: &ReportBody, now: DateTime<Utc>) -> Result<bool> {
    let changed = execute!(
        tx,
        "UPDATE reports SET title = $3, days = $4, sections = $5, brand_name = $6, accent = $7, frequency = $8, hour = $9,
           time_zone = $10, recipients = $11, updated_at = $12 WHERE id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        &body.title,
        body.days,
        Json(&body.sections),
        &body.brand_name,
        &body.accent,
        body.frequency,
        body.hour,
        &body.time_zone,
        Json(&body.recipients),
        now
    )?;
    Ok(changed > 0)
}

/// Sets the schedule of a report.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_schedule(tx: &mut Tx, workspace_id: Uuid, id: Uuid, schedule_id: Option<Uuid>) -> Result<()> {
    let sql = "UPDATE reports SET schedule_id = $3 WHERE id = $1 AND workspace_id = $2";
    execute!(tx, sql, id, workspace_id, schedule_id).map(|_| ())
}

/// Deletes a report of the workspace with its issues; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM report_issues WHERE report_id = $1 AND workspace_id = $2";
    execute!(&mut *tx, sql, id, workspace_id)?;
    Ok(execute!(tx, "DELETE FROM reports WHERE id = $1 AND workspace_id = $2", id, workspace_id)? > 0)
}

/// Sets or removes the logo of a report, with its media type; returns false if the report does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_logo(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, logo: Option<(&[u8], &str)>, now: DateTime<Utc>,
) -> Result<bool> {
    let (bytes, media_type) = logo.unzip();
    let sql = "UPDATE reports SET logo = $3, logo_type = $4, updated_at = $5 WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id, bytes, media_type, now)? > 0)
}

/// Returns the logo of a report with its media type.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn logo(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Option<(Vec<u8>, String)>> {
    let sql = "SELECT logo, logo_type FROM reports WHERE id = $1 AND workspace_id = $2 AND logo IS NOT NULL
                 AND logo_type IS NOT NULL";
    query_opt!(executor.into(), (Vec<u8>, String), sql, id, workspace_id)
}

/// Shares a report by a link: its token's hash, and the link itself, sealed for emails. An earlier link ends. Returns false
/// if the report does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn share(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, token_hash: &[u8], link: &Sealed,
    now: DateTime<Utc>,
) -> Result<bool> {
    let sql =
        "UPDATE reports SET token_hash = $3, link_sealed = $4, shared_at = $5 WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id, token_hash, link, now)? > 0)
}

/// Ends the link of a report; returns false if the report does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn end_sharing(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "UPDATE reports SET token_hash = NULL, link_sealed = NULL, shared_at = NULL
                WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id)? > 0)
}

/// Returns the sealed link of a shared report.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sealed_link(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Sealed>> {
    let sql = "SELECT link_sealed FROM reports WHERE id = $1 AND workspace_id = $2 AND link_sealed IS NOT NULL";
    let found = query_opt!(executor.into(), (Vec<u8>,), sql, id, workspace_id)?;
    Ok(found.map(|(bytes,)| Sealed::from_bytes(bytes)))
}
