//! Workspaces and their members.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::workspace::{MemberRole, Membership};

/// Creates a workspace with its first owner.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, name: &str, is_personal: bool, owner: Uuid, now: DateTime<Utc>) -> Result<Uuid> {
    let id = crate::domain::new_id();
    execute!(
        tx,
        "INSERT INTO workspaces (id, name, personal, created_at) VALUES ($1, $2, $3, $4)",
        id,
        name,
        is_personal,
        now
    )?;
    insert_member(tx, id, owner, MemberRole::Owner, now).await?;
    Ok(id)
}

/// Locks the workspace until the end of the transaction, so that limits that are counted in it hold.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lock(tx: &mut Tx, id: Uuid) -> Result<()> {
    let sql = tx.dialect(
        "SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE",
        "SELECT id FROM workspaces WHERE id = $1",
    );
    query_opt!(tx, (Uuid,), sql, id).map(|_| ())
}

/// Adds a member.
///
/// # Errors
/// Returns an error if the query fails; a conflict if the user is a member.
pub async fn insert_member(tx: &mut Tx, id: Uuid, user_id: Uuid, role: MemberRole, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)",
        id,
        user_id,
        role,
        now
    )
    .map(|_| ())
}

// A personal workspace belongs to the user whose account was created at the same time. For members who joined later it
// is an ordinary workspace.
macro_rules! is_own {
    () => {
        "(workspaces.personal AND members.created_at = workspaces.created_at)"
    };
}

macro_rules! memberships {
    () => {
        concat!(
            "SELECT workspaces.id, workspaces.name, ",
            is_own!(),
            " AS personal, members.role, workspaces.created_at
               FROM members JOIN workspaces ON workspaces.id = members.workspace_id WHERE members.user_id = $1 "
        )
    };
}

/// Lists the user's workspaces, the personal one first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Vec<Membership>> {
    let sql = concat!(memberships!(), "ORDER BY ", is_own!(), " DESC, workspaces.id");
    query_all!(executor.into(), Membership, sql, user_id)
}

/// Returns one of the user's workspaces.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, user_id: Uuid, id: Uuid) -> Result<Option<Membership>> {
    let sql = concat!(memberships!(), "AND workspaces.id = $2");
    query_opt!(executor.into(), Membership, sql, user_id, id)
}

/// Returns the user's personal workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_personal(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Option<Membership>> {
    let sql = concat!(memberships!(), "AND ", is_own!());
    query_opt!(executor.into(), Membership, sql, user_id)
}

/// Renames the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_name(tx: &mut Tx, id: Uuid, name: &str) -> Result<()> {
    execute!(tx, "UPDATE workspaces SET name = $2 WHERE id = $1", id, name).map(|_| ())
}

macro_rules! of_batches {
    () => {
        " WHERE batch_id IN (SELECT import_batches.id FROM import_batches
           JOIN imports ON imports.id = import_batches.import_id WHERE imports.workspace_id = $1)"
    };
}

/// Deletes the workspace with all its data; returns the imports with uploads to delete.
///
/// Most tables are deleted with the workspace's row; the others are listed here. Running runs are cancelled instead,
/// because their workers still count them.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<Vec<Uuid>> {
    let imports = query_all!(tx, (Uuid,), "SELECT id FROM imports WHERE workspace_id = $1", id)?;
    for sql in [
        concat!("DELETE FROM search_rows", of_batches!()),
        concat!("DELETE FROM search_days", of_batches!()),
        concat!("DELETE FROM keyword_rows", of_batches!()),
        concat!("DELETE FROM observations", of_batches!()),
        concat!("DELETE FROM backlinks", of_batches!()),
        concat!("DELETE FROM page_sessions", of_batches!()),
        concat!("DELETE FROM leads", of_batches!()),
        concat!("DELETE FROM revenue", of_batches!()),
        concat!("DELETE FROM crawler_visits", of_batches!()),
        "DELETE FROM chat_messages WHERE room_id IN (SELECT id FROM websites WHERE workspace_id = $1)",
        "DELETE FROM keywords WHERE workspace_id = $1",
        "DELETE FROM clusters WHERE workspace_id = $1",
        "UPDATE runs SET cancel_requested = TRUE WHERE workspace_id = $1 AND status = 'running'",
        "DELETE FROM run_log WHERE run_id IN (SELECT id FROM runs WHERE workspace_id = $1 AND status <> 'running')",
        "DELETE FROM runs WHERE workspace_id = $1 AND status <> 'running'",
        "DELETE FROM workspaces WHERE id = $1",
    ] {
        execute!(tx, sql, id)?;
    }
    Ok(imports.into_iter().map(|(id,)| id).collect())
}
