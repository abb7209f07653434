//! Access to the live files of websites.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, macros::*};
use crate::domain::edit::WebsiteAccess;

macro_rules! select {
    () => {
        "SELECT website_id, workspace_id, kind, settings, sealed_secret, base_url, tested_at, created_at, updated_at
           FROM website_access WHERE workspace_id = $1 "
    };
}

/// Returns the access to a website of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<WebsiteAccess>> {
    query_opt!(executor.into(), WebsiteAccess, concat!(select!(), "AND website_id = $2"), workspace_id, website_id)
}

/// Lists the workspace's accesses, by website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<WebsiteAccess>> {
    query_all!(executor.into(), WebsiteAccess, concat!(select!(), "ORDER BY website_id"), workspace_id)
}

/// Stores the access to a website of its workspace in place of the previous one; returns false if there is no such website. It
/// was not tested.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn put(executor: impl Into<Executor<'_>>, new: &WebsiteAccess) -> Result<bool> {
    let stored = execute!(
        executor.into(),
        "INSERT INTO website_access (website_id, workspace_id, kind, settings, sealed_secret, base_url, tested_at,
           created_at, updated_at)
         SELECT id, workspace_id, $3, $4, $5, $6, NULL, $7, $8 FROM websites WHERE id = $1 AND workspace_id = $2
         ON CONFLICT (website_id) DO UPDATE SET kind = excluded.kind, settings = excluded.settings,
           sealed_secret = excluded.sealed_secret, base_url = excluded.base_url, tested_at = NULL,
           updated_at = excluded.updated_at",
        new.website_id,
        new.workspace_id,
        new.kind,
        &new.settings,
        &new.sealed_secret,
        &new.base_url,
        new.created_at,
        new.updated_at
    )?;
    Ok(stored > 0)
}

/// Stores that a test succeeded, with the settings that it completed, unless the access was changed since it was read.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_tested(
    executor: impl Into<Executor<'_>>, tested: &WebsiteAccess, settings: Option<&Value>, now: DateTime<Utc>,
) -> Result<bool> {
    let changed = execute!(
        executor.into(),
        "UPDATE website_access SET tested_at = $4, settings = COALESCE($5, settings)
          WHERE website_id = $1 AND workspace_id = $2 AND updated_at = $3",
        tested.website_id,
        tested.workspace_id,
        tested.updated_at,
        now,
        settings.map(Json)
    )?;
    Ok(changed > 0)
}

/// Deletes the access to a website of the workspace; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM website_access WHERE website_id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, website_id, workspace_id)? > 0)
}
