//! Connections to data providers: credentials, budgets, calls and stored responses.

mod budget;
mod call;
mod evidence;
mod test;

pub use budget::{CallRate, NewCall, budget, reserve, set_budget, spent, spent_by_connection};
pub use call::{CallFilter, SpendBy, calls, delete_calls_older, lose_abandoned, settle, spend, spent_by_run, stats};
pub use evidence::{
    EvidenceFilter, NewEvidence, attach_evidence, cached, delete_expired_evidence, evidence, evidence_body,
    evidence_info, forget, insert_evidence, remember,
};
pub use test::{ConnectionTest, ConnectionTested};

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::{
    domain::{
        connection::{Budget, Connection, ConnectionStatus},
        event::{Audience, NewEvent},
    },
    vault::Sealed,
};

macro_rules! columns {
    () => {
        "id, workspace_id, provider, name, status, message, credentials, base_url, settings, account, day_budget_micros,
         month_budget_micros, test_run_id, created_at, tested_at, used_at"
    };
}

/// Live event of a connection whose status changed.
pub const EVENT: &str = "connection:status";

/// A new connection.
#[derive(Debug, Clone)]
pub struct NewConnection {
    /// Id, chosen by the caller because the credentials are sealed for it.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Key of the provider.
    pub provider: String,
    /// Name.
    pub name: String,
    /// Encrypted credentials.
    pub credentials: Option<Sealed>,
    /// Base address that overrides the provider's.
    pub base_url: Option<String>,
    /// Choices that are not secret.
    pub settings: Value,
    /// Budget.
    pub budget: Budget,
}

/// Adds a connection that was not tested yet.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &NewConnection, now: DateTime<Utc>) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO connections (id, workspace_id, provider, name, status, credentials, base_url, settings,
           day_budget_micros, month_budget_micros, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        new.id,
        new.workspace_id,
        &new.provider,
        &new.name,
        ConnectionStatus::Untested,
        &new.credentials,
        &new.base_url,
        Json(&new.settings),
        new.budget.day_budget_micros,
        new.budget.month_budget_micros,
        now
    )
    .map(|_| ())
}

/// Returns the workspace's connections, oldest first, without those that were removed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Connection>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM connections WHERE workspace_id = $1 AND disconnected_at IS NULL ORDER BY id"
    );
    query_all!(executor.into(), Connection, sql, workspace_id)
}

/// Returns one connection of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Connection>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM connections WHERE id = $1 AND workspace_id = $2 AND disconnected_at IS NULL"
    );
    query_opt!(executor.into(), Connection, sql, id, workspace_id)
}

/// Returns the connections of the workspace whose test has not ended.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn in_test(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Uuid>> {
    let sql = "SELECT c.id FROM connections c JOIN runs r ON r.id = c.test_run_id AND r.workspace_id = c.workspace_id
                WHERE c.workspace_id = $1 AND c.disconnected_at IS NULL AND r.finished_at IS NULL";
    let rows = query_all!(executor.into(), (Uuid,), sql, workspace_id)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the names of all connections of the workspace, also of those that were removed: their calls remain.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn names(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<(Uuid, String)>> {
    let sql = "SELECT id, name FROM connections WHERE workspace_id = $1 ORDER BY id";
    query_all!(executor.into(), (Uuid, String), sql, workspace_id)
}

/// Changes name, base address, choices and budget of one connection; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(executor: impl Into<Executor<'_>>, changed: &Connection) -> Result<bool> {
    let updated = execute!(
        executor.into(),
        "UPDATE connections SET name = $3, base_url = $4, settings = $5, day_budget_micros = $6, month_budget_micros = $7
          WHERE id = $1 AND workspace_id = $2 AND disconnected_at IS NULL",
        changed.id,
        changed.workspace_id,
        &changed.name,
        &changed.base_url,
        &changed.settings,
        changed.budget.day_budget_micros,
        changed.budget.month_budget_micros
    )?;
    Ok(updated == 1)
}

/// Replaces the credentials of one connection, which must be tested again; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn replace_credentials(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, sealed: &Sealed,
) -> Result<bool> {
    let mut executor = executor.into();
    forget(&mut executor, workspace_id, id).await?;
    let updated = execute!(
        executor,
        "UPDATE connections SET credentials = $3, status = $4, message = NULL, account = NULL
          WHERE id = $1 AND workspace_id = $2 AND disconnected_at IS NULL",
        id,
        workspace_id,
        sealed,
        ConnectionStatus::Untested
    )?;
    Ok(updated == 1)
}

/// Stores refreshed credentials in place of those that were read, which must be unchanged; returns false if they are not.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn refresh_credentials(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, read: &Sealed, refreshed: &Sealed,
) -> Result<bool> {
    let sql = "UPDATE connections SET credentials = $4
                WHERE id = $1 AND workspace_id = $2 AND credentials = $3 AND disconnected_at IS NULL";
    Ok(execute!(executor.into(), sql, id, workspace_id, read, refreshed)? == 1)
}

/// Records the run that tests a connection.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_test_run(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, run_id: Uuid) -> Result<()> {
    let sql = "UPDATE connections SET test_run_id = $3 WHERE id = $1 AND workspace_id = $2";
    execute!(executor.into(), sql, id, workspace_id, run_id).map(|_| ())
}

/// Changes the status of a connection. Returns the event to store; `None` if nothing changed or the connection was
/// removed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_status(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, status: ConnectionStatus, message: Option<&str>,
) -> Result<Option<NewEvent>> {
    let changed = write_opt!(
        tx,
        (String, String),
        "UPDATE connections SET status = $3, message = $4 WHERE id = $1 AND workspace_id = $2 AND disconnected_at IS NULL
           AND (status <> $3 OR COALESCE(message, '') <> COALESCE($4, '')) RETURNING provider, name",
        id,
        workspace_id,
        status,
        message
    )?;
    Ok(changed.map(|(provider, name)| event(workspace_id, id, &provider, &name, status, message)))
}

fn event(
    workspace_id: Uuid, id: Uuid, provider: &str, name: &str, status: ConnectionStatus, message: Option<&str>,
) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(workspace_id),
        r#type: EVENT,
        payload: json!({
            "connectionId": id, "workspaceId": workspace_id, "provider": provider, "name": name, "status": status,
            "message": message,
        }),
    }
}

/// Removes a connection and erases its credentials; its calls remain. Returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn disconnect(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<bool> {
    let mut executor = executor.into();
    forget(&mut executor, workspace_id, id).await?;
    let updated = execute!(
        executor,
        "UPDATE connections SET credentials = NULL, account = NULL, message = NULL, disconnected_at = $3
          WHERE id = $1 AND workspace_id = $2 AND disconnected_at IS NULL",
        id,
        workspace_id,
        now
    )?;
    Ok(updated == 1)
}

/// Returns all connections of the installation that have credentials, for checks by the operator.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn with_credentials(executor: impl Into<Executor<'_>>) -> Result<Vec<Connection>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM connections WHERE credentials IS NOT NULL AND disconnected_at IS NULL ORDER BY id LIMIT 10000"
    );
    query_all!(executor.into(), Connection, sql)
}
