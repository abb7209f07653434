//! Versions of engines: champions and challengers.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::engine_version::{EngineVersion, NewVersion, PRIOR, VersionRole};

macro_rules! columns {
    () => {
        "id, engine_id, name, action, parameters, note, role, took_over_from, created_at, promoted_at"
    };
}

/// Lists the workspace's versions of an engine, or of all engines, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, engine_id: Option<&str>,
) -> Result<Vec<EngineVersion>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM engine_versions WHERE workspace_id = $1 AND ($2 IS NULL OR engine_id = $2) ORDER BY id"
    );
    query_all!(executor.into(), EngineVersion, sql, workspace_id, engine_id)
}

/// Returns a version of the workspace, within a transaction.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(tx: &mut Tx, workspace_id: Uuid, engine_id: &str, id: Uuid) -> Result<Option<EngineVersion>> {
    let sql =
        concat!("SELECT ", columns!(), " FROM engine_versions WHERE workspace_id = $1 AND engine_id = $2 AND id = $3");
    query_opt!(tx, EngineVersion, sql, workspace_id, engine_id, id)
}

/// Returns the champions of an engine's actions, last promoted first; other actions use the baseline.
async fn champions(tx: &mut Tx, workspace_id: Uuid, engine_id: &str) -> Result<Vec<EngineVersion>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM engine_versions WHERE workspace_id = $1 AND engine_id = $2 AND role = 'champion'
          ORDER BY promoted_at DESC, id DESC"
    );
    query_all!(tx, EngineVersion, sql, workspace_id, engine_id)
}

/// Stores a version as a challenger; returns `None` if the engine has one of that name.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, engine_id: &str, new: &NewVersion, now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let id = crate::domain::new_id();
    let written = execute!(
        tx,
        "INSERT INTO engine_versions (id, workspace_id, engine_id, name, action, parameters, note, role, created_by,
           created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'challenger', $8, $9)
         ON CONFLICT (workspace_id, engine_id, name) DO NOTHING",
        id,
        workspace_id,
        engine_id,
        &new.name,
        &new.action,
        Json(&new.parameters),
        &new.note,
        user_id,
        now
    )?;
    Ok((written > 0).then_some(id))
}

/// Promotes a challenger of its action; the previous champion becomes a challenger, so that the comparison continues. Returns
/// false if it is not a challenger.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn promote(tx: &mut Tx, workspace_id: Uuid, engine_id: &str, id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let challenger = find(tx, workspace_id, engine_id, id).await?;
    let Some(challenger) = challenger.filter(|one| one.role == VersionRole::Challenger) else { return Ok(false) };
    let champions = champions(tx, workspace_id, engine_id).await?;
    let before = champions.into_iter().find(|one| one.action == challenger.action);
    if let Some(before) = &before {
        set_role(tx, workspace_id, before.id, VersionRole::Challenger).await?;
    }
    let from = before.map_or_else(|| PRIOR.to_owned(), |before| before.name);
    let written = execute!(
        tx,
        "UPDATE engine_versions SET role = 'champion', took_over_from = $4, promoted_at = $5
          WHERE workspace_id = $1 AND engine_id = $2 AND id = $3 AND role = 'challenger'",
        workspace_id,
        engine_id,
        id,
        from,
        now
    )?;
    Ok(written > 0)
}

/// Rolls back the last promoted version to its predecessor, or to the baseline if that is not stored. Returns the names of
/// both; `None` if every action uses the baseline.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn roll_back(tx: &mut Tx, workspace_id: Uuid, engine_id: &str) -> Result<Option<(String, String)>> {
    let Some(current) = champions(tx, workspace_id, engine_id).await?.into_iter().next() else { return Ok(None) };
    set_role(tx, workspace_id, current.id, VersionRole::Retired).await?;
    let wanted = current.took_over_from.unwrap_or_else(|| PRIOR.to_owned());
    let written = execute!(
        tx,
        "UPDATE engine_versions SET role = 'champion' WHERE workspace_id = $1 AND engine_id = $2 AND name = $3",
        workspace_id,
        engine_id,
        &wanted
    )?;
    Ok(Some((current.name, if written > 0 { wanted } else { PRIOR.to_owned() })))
}

/// Resets every action to the baseline; returns the names of the previous champions, last promoted first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn reset(tx: &mut Tx, workspace_id: Uuid, engine_id: &str) -> Result<Vec<String>> {
    let champions = champions(tx, workspace_id, engine_id).await?;
    for current in &champions {
        set_role(tx, workspace_id, current.id, VersionRole::Retired).await?;
    }
    Ok(champions.into_iter().map(|one| one.name).collect())
}

/// Retires a challenger. Returns false if it is not a challenger.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn retire(tx: &mut Tx, workspace_id: Uuid, engine_id: &str, id: Uuid) -> Result<bool> {
    let written = execute!(
        tx,
        "UPDATE engine_versions SET role = 'retired'
          WHERE workspace_id = $1 AND engine_id = $2 AND id = $3 AND role = 'challenger'",
        workspace_id,
        engine_id,
        id
    )?;
    Ok(written > 0)
}

async fn set_role(tx: &mut Tx, workspace_id: Uuid, id: Uuid, role: VersionRole) -> Result<()> {
    let sql = "UPDATE engine_versions SET role = $3 WHERE workspace_id = $1 AND id = $2";
    execute!(tx, sql, workspace_id, id, role).map(|_| ())
}
