//! Sources of leads.

use uuid::Uuid;

use super::super::{Executor, Result, macros::*};
use crate::domain::lead::LeadSource;

/// Maximum number of sources of a workspace.
pub const MOST_SOURCES: usize = 1_000;

macro_rules! columns {
    () => {
        "SELECT id, workspace_id, website_id, kind, key, name, vertical, place, consent_text, thanks_url, sealed_secret,
                min_seconds, is_enabled, created_at FROM lead_sources "
    };
}

/// Adds a source.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &LeadSource) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO lead_sources (id, workspace_id, website_id, kind, key, name, vertical, place, consent_text, thanks_url,
           sealed_secret, min_seconds, is_enabled, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        new.id,
        new.workspace_id,
        new.website_id,
        new.kind,
        &new.key,
        &new.name,
        new.vertical.as_deref(),
        new.place.as_deref(),
        &new.consent_text,
        new.thanks_url.as_deref(),
        &new.sealed_secret,
        new.min_seconds,
        new.is_enabled,
        new.created_at
    )
    .map(|_| ())
}

/// Changes a source of its workspace; returns false if there is none. Website, kind and key do not change.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(executor: impl Into<Executor<'_>>, changed: &LeadSource) -> Result<bool> {
    let updated = execute!(
        executor.into(),
        "UPDATE lead_sources SET name = $3, vertical = $4, place = $5, consent_text = $6, thanks_url = $7,
           sealed_secret = $8, min_seconds = $9, is_enabled = $10 WHERE id = $1 AND workspace_id = $2",
        changed.id,
        changed.workspace_id,
        &changed.name,
        changed.vertical.as_deref(),
        changed.place.as_deref(),
        &changed.consent_text,
        changed.thanks_url.as_deref(),
        &changed.sealed_secret,
        changed.min_seconds,
        changed.is_enabled
    )?;
    Ok(updated == 1)
}

/// Lists the workspace's sources, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<LeadSource>> {
    query_all!(executor.into(), LeadSource, concat!(columns!(), "WHERE workspace_id = $1 ORDER BY id"), workspace_id)
}

/// Returns a source of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<LeadSource>> {
    let sql = concat!(columns!(), "WHERE workspace_id = $1 AND id = $2");
    query_opt!(executor.into(), LeadSource, sql, workspace_id, id)
}

/// Returns an enabled source of whatever workspace by its key, unless its website is archived: for visitors, who have no
/// account.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_key(executor: impl Into<Executor<'_>>, key: &str) -> Result<Option<LeadSource>> {
    let sql = concat!(
        columns!(),
        "WHERE key = $1 AND is_enabled AND EXISTS (SELECT 1 FROM websites
           WHERE websites.id = lead_sources.website_id AND websites.archived_at IS NULL)"
    );
    query_opt!(executor.into(), LeadSource, sql, key)
}

/// Returns the email address for visitors of whoever runs the site of a source, also of a disabled one: for visitors whose form
/// is not received.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn fallback_email(executor: impl Into<Executor<'_>>, key: &str) -> Result<Option<String>> {
    let sql = "SELECT o.email FROM lead_sources s JOIN site_operators o ON o.workspace_id = s.workspace_id
                WHERE s.key = $1 AND o.email <> ''";
    Ok(query_opt!(executor.into(), (String,), sql, key)?.map(|(email,)| email))
}

/// Deletes a source of the workspace; returns false if there is none. Its leads remain.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM lead_sources WHERE workspace_id = $1 AND id = $2";
    Ok(execute!(executor.into(), sql, workspace_id, id)? == 1)
}
