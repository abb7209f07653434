//! Websites.

mod delete;

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

pub use delete::{Deletion, delete};

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    website::{Website, WebsiteKind},
    website_settings::WebsiteSettings,
};

macro_rules! columns {
    () => {
        "websites.id, websites.name, websites.url, websites.host, websites.kind, websites.created_at,
         websites.archived_at, websites.settings,
         (SELECT MAX(imports.imported_at) FROM imports
           WHERE imports.website_id = websites.id AND imports.status = 'imported') AS last_import_at,
         totals.queries, totals.clicks, totals.impressions, totals.observed_from AS first_day,
         totals.observed_to AS last_day"
    };
}

// The totals come from the search report with the latest day, or the day of its import if its days are unknown. Lists of
// keyword tools have queries but no impressions: they count only without a report.
macro_rules! from {
    () => {
        " FROM websites LEFT JOIN import_batches AS totals ON totals.id = (
            SELECT newest.id FROM import_batches AS newest
             WHERE newest.website_id = websites.id AND newest.committed AND newest.queries > 0
             ORDER BY CASE WHEN newest.impressions > 0 THEN 0 ELSE 1 END,
               COALESCE(CAST(newest.observed_to AS TEXT), CAST(newest.created_at AS TEXT)) DESC, newest.id DESC LIMIT 1) "
    };
}

/// A website to store.
#[derive(Debug, Clone)]
pub struct NewWebsite {
    /// Display name.
    pub name: String,
    /// URL of its home page.
    pub url: String,
    /// The host of `url`, lower-cased, without `www.`.
    pub host: String,
    /// Kind.
    pub kind: WebsiteKind,
}

/// Adds a website to the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, workspace_id: Uuid, new: &NewWebsite, now: DateTime<Utc>) -> Result<Uuid> {
    let id = crate::domain::new_id();
    execute!(
        tx,
        "INSERT INTO websites (id, workspace_id, name, url, host, kind, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id,
        workspace_id,
        &new.name,
        &new.url,
        &new.host,
        new.kind,
        now
    )?;
    Ok(id)
}

/// Returns the workspace's website with this host and kind, if it exists.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_host(tx: &mut Tx, workspace_id: Uuid, host: &str, kind: WebsiteKind) -> Result<Option<Uuid>> {
    let row = query_opt!(
        tx,
        (Uuid,),
        "SELECT id FROM websites WHERE workspace_id = $1 AND host = $2 AND kind = $3 AND archived_at IS NULL ORDER BY id",
        workspace_id,
        host,
        kind
    )?;
    Ok(row.map(|(id,)| id))
}

/// Returns a website of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Website>> {
    let sql = concat!("SELECT ", columns!(), from!(), "WHERE websites.workspace_id = $1 AND websites.id = $2");
    query_opt!(executor.into(), Website, sql, workspace_id, id)
}

/// Returns true if a website belongs to the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn exists(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "SELECT id FROM websites WHERE id = $1 AND workspace_id = $2";
    Ok(query_opt!(executor.into(), (Uuid,), sql, id, workspace_id)?.is_some())
}

/// Returns the host of a website in use, of whatever workspace: for reports of its visitors, who have no account.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn host(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<Option<String>> {
    let sql = "SELECT host FROM websites WHERE id = $1 AND archived_at IS NULL";
    Ok(query_opt!(executor.into(), (String,), sql, id)?.map(|(host,)| host))
}

/// Lists the workspace's archived websites, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list_archived(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Website>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        from!(),
        "WHERE websites.workspace_id = $1 AND websites.archived_at IS NOT NULL ORDER BY websites.id"
    );
    query_all!(executor.into(), Website, sql, workspace_id)
}

/// Lists the workspace's websites that are not archived, oldest first; of one kind if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, kind: Option<WebsiteKind>,
) -> Result<Vec<Website>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        from!(),
        "WHERE websites.workspace_id = $1 AND ($2 IS NULL OR websites.kind = $2) AND websites.archived_at IS NULL
         ORDER BY websites.id"
    );
    query_all!(executor.into(), Website, sql, workspace_id, kind)
}

/// Renames a website and replaces its settings; returns false if the workspace has no such website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(tx: &mut Tx, workspace_id: Uuid, id: Uuid, name: &str, settings: &WebsiteSettings) -> Result<bool> {
    let sql = "UPDATE websites SET name = $3, settings = $4 WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(tx, sql, id, workspace_id, name, Json(settings))? == 1)
}

/// Archives a website, or restores it with `None`; returns false if the workspace has no such website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_archived(tx: &mut Tx, workspace_id: Uuid, id: Uuid, at: Option<DateTime<Utc>>) -> Result<bool> {
    let sql = "UPDATE websites SET archived_at = $3 WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(tx, sql, id, workspace_id, at)? == 1)
}
