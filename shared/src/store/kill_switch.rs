//! Kill switches: one per workspace, one for the whole installation.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::plan::KillSwitch;

/// Key of the operator's row.
const OPERATOR: &str = "operator";

/// Scope of a switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// One workspace.
    Workspace(Uuid),
    /// The whole installation.
    Operator,
}

impl Scope {
    fn key(self) -> String {
        match self {
            Self::Workspace(id) => id.to_string(),
            Self::Operator => OPERATOR.to_owned(),
        }
    }
}

/// Returns the state of a switch; `None` for a workspace that never used it, which means off.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, scope: Scope) -> Result<Option<KillSwitch>> {
    let sql = "SELECT is_on, reason, changed_by, changed_at FROM kill_switches WHERE scope = $1";
    query_opt!(executor.into(), KillSwitch, sql, scope.key())
}

/// Changes a switch. Waits for steps that are being written; after its commit no step follows.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set(
    tx: &mut Tx, scope: Scope, is_on: bool, reason: &str, changed_by: Option<Uuid>, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO kill_switches (scope, is_on, reason, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (scope) DO UPDATE SET is_on = excluded.is_on, reason = excluded.reason,
           changed_by = excluded.changed_by, changed_at = excluded.changed_at",
        scope.key(),
        is_on,
        reason,
        changed_by,
        now
    )
    .map(|_| ())
}

/// Returns whether execution is stopped for the workspace. Locks the switches until the end of the transaction.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_stopped(tx: &mut Tx, workspace_id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let own = Scope::Workspace(workspace_id).key();
    // A missing row cannot be locked.
    execute!(
        tx,
        "INSERT INTO kill_switches (scope, is_on, reason, changed_at) VALUES ($1, $2, '', $3)
         ON CONFLICT (scope) DO NOTHING",
        &own,
        false,
        now
    )?;
    let sql = tx.dialect(
        "SELECT is_on FROM kill_switches WHERE scope IN ($1, $2) FOR SHARE",
        "SELECT is_on FROM kill_switches WHERE scope IN ($1, $2)",
    );
    let rows = query_all!(tx, (bool,), sql, &own, OPERATOR)?;
    Ok(rows.iter().any(|(is_on,)| *is_on))
}
