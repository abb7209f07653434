//! Targets of deployments.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::deploy_target::DeployTarget;

/// Maximum number of targets of a workspace.
pub const MOST_TARGETS: usize = 100;

macro_rules! columns {
    () => {
        "SELECT t.id, t.workspace_id, t.kind, t.name, t.settings, t.sealed_secret, t.created_at,
                (SELECT COUNT(*) FROM sites JOIN websites w ON w.id = sites.website_id
                  WHERE sites.target_id = t.id AND w.archived_at IS NULL) AS sites
           FROM deploy_targets t WHERE t.workspace_id = $1 "
    };
}

/// Result of deleting a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetDeletion {
    /// Deleted.
    Deleted,
    /// This many sites are deployed there: give them another target first.
    InUse(i64),
    /// The workspace has no such target.
    NotFound,
}

/// Adds a target. Its number of sites is not stored.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &DeployTarget) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO deploy_targets (id, workspace_id, kind, name, settings, sealed_secret, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        new.id,
        new.workspace_id,
        new.kind,
        &new.name,
        &new.settings,
        &new.sealed_secret,
        new.created_at
    )
    .map(|_| ())
}

/// Lists the workspace's targets, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<DeployTarget>> {
    query_all!(executor.into(), DeployTarget, concat!(columns!(), "ORDER BY t.id"), workspace_id)
}

/// Returns a target of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<DeployTarget>> {
    query_opt!(executor.into(), DeployTarget, concat!(columns!(), "AND t.id = $2"), workspace_id, id)
}

/// Changes name, settings and credentials of a target of its workspace; returns false if there is none. The kind does not
/// change.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(executor: impl Into<Executor<'_>>, changed: &DeployTarget) -> Result<bool> {
    let updated = execute!(
        executor.into(),
        "UPDATE deploy_targets SET name = $3, settings = $4, sealed_secret = $5 WHERE id = $1 AND workspace_id = $2",
        changed.id,
        changed.workspace_id,
        &changed.name,
        &changed.settings,
        &changed.sealed_secret
    )?;
    Ok(updated == 1)
}

/// Replaces the settings of a target of the workspace, as its test returned them; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_settings(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, settings: &Value,
) -> Result<bool> {
    let sql = "UPDATE deploy_targets SET settings = $3 WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id, Json(settings))? == 1)
}

/// Deletes a target of the workspace that no site uses. Sites that were deleted lose it: if one is restored, it is at the
/// built-in hosting.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<TargetDeletion> {
    // The lock waits for sites that are about to use the target, so that the count holds.
    let sql = tx.dialect(
        "SELECT id FROM deploy_targets WHERE id = $1 AND workspace_id = $2 FOR UPDATE",
        "SELECT id FROM deploy_targets WHERE id = $1 AND workspace_id = $2",
    );
    if query_opt!(&mut *tx, (Uuid,), sql, id, workspace_id)?.is_none() {
        return Ok(TargetDeletion::NotFound);
    }
    let sql = "SELECT COUNT(*) FROM sites JOIN websites w ON w.id = sites.website_id
                WHERE sites.target_id = $1 AND w.archived_at IS NULL";
    let sites = query_value!(&mut *tx, i64, sql, id)?;
    if sites > 0 {
        return Ok(TargetDeletion::InUse(sites));
    }
    execute!(tx, "DELETE FROM deploy_targets WHERE id = $1", id)?;
    Ok(TargetDeletion::Deleted)
}
