//! Members of workspaces, and invitations.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::workspace::{Invite, Member, MemberRole};

/// Lists the members of a workspace in order of joining.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Member>> {
    query_all!(
        executor.into(),
        Member,
        "SELECT users.id AS user_id, users.email, users.name, users.avatar, members.role, members.created_at,
           (workspaces.personal AND members.created_at = workspaces.created_at) AS is_founder
           FROM members JOIN users ON users.id = members.user_id JOIN workspaces ON workspaces.id = members.workspace_id
          WHERE members.workspace_id = $1 ORDER BY members.created_at, users.id",
        workspace_id
    )
}

/// Returns a member and locks the membership until the end of the transaction.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_locked(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid) -> Result<Option<Member>> {
    let lock =
        tx.dialect("SELECT id FROM workspaces WHERE id = $1 FOR UPDATE", "SELECT id FROM workspaces WHERE id = $1");
    query_opt!(tx, (Uuid,), lock, workspace_id)?;
    query_opt!(
        tx,
        Member,
        "SELECT users.id AS user_id, users.email, users.name, users.avatar, members.role, members.created_at,
           (workspaces.personal AND members.created_at = workspaces.created_at) AS is_founder
           FROM members JOIN users ON users.id = members.user_id JOIN workspaces ON workspaces.id = members.workspace_id
          WHERE members.workspace_id = $1 AND members.user_id = $2",
        workspace_id,
        user_id
    )
}

/// Counts the owners of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count_owners(tx: &mut Tx, workspace_id: Uuid) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM members WHERE workspace_id = $1 AND role = $2";
    query_value!(tx, i64, sql, workspace_id, MemberRole::Owner)
}

/// Returns the owner of the workspace who joined first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn first_owner(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Option<Uuid>> {
    let sql = "SELECT user_id FROM members WHERE workspace_id = $1 AND role = $2 ORDER BY created_at, user_id LIMIT 1";
    Ok(query_opt!(executor.into(), (Uuid,), sql, workspace_id, MemberRole::Owner)?.map(|(user_id,)| user_id))
}

/// Counts the members of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(tx: &mut Tx, workspace_id: Uuid) -> Result<i64> {
    query_value!(tx, i64, "SELECT COUNT(*) FROM members WHERE workspace_id = $1", workspace_id)
}

/// Changes the role of a member.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_role(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, role: MemberRole) -> Result<()> {
    let sql = "UPDATE members SET role = $3 WHERE workspace_id = $1 AND user_id = $2";
    execute!(tx, sql, workspace_id, user_id, role).map(|_| ())
}

/// Removes a member.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM members WHERE workspace_id = $1 AND user_id = $2", workspace_id, user_id).map(|_| ())
}

/// An invitation to store.
#[derive(Debug, Clone)]
pub struct NewInvite<'a> {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Email address, trimmed and lower-cased.
    pub email: &'a str,
    /// Role.
    pub role: MemberRole,
    /// Hash of the link's token.
    pub token_hash: &'a [u8],
    /// Inviting user.
    pub invited_by: Uuid,
    /// End of validity.
    pub expires_at: DateTime<Utc>,
}

/// Stores an invitation, replacing an earlier one to the same address.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert_invite(tx: &mut Tx, new: &NewInvite<'_>, now: DateTime<Utc>) -> Result<()> {
    execute!(tx, "DELETE FROM invites WHERE workspace_id = $1 AND email = $2", new.workspace_id, new.email)?;
    execute!(
        tx,
        "INSERT INTO invites (id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.id,
        new.workspace_id,
        new.email,
        new.role,
        new.token_hash,
        new.invited_by,
        now,
        new.expires_at
    )
    .map(|_| ())
}

/// Lists the workspace's invitations that are valid at `now`, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list_invites(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, now: DateTime<Utc>,
) -> Result<Vec<Invite>> {
    query_all!(
        executor.into(),
        Invite,
        "SELECT id, workspace_id, email, role, created_at, expires_at FROM invites
          WHERE workspace_id = $1 AND expires_at > $2 ORDER BY id DESC",
        workspace_id,
        now
    )
}

/// Returns true if an invitation to the address is valid at `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_invited(executor: impl Into<Executor<'_>>, email: &str, now: DateTime<Utc>) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM invites WHERE email = $1 AND expires_at > $2";
    Ok(query_value!(executor.into(), i64, sql, email, now)? > 0)
}

/// Withdraws an invitation; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_invite(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    Ok(execute!(tx, "DELETE FROM invites WHERE workspace_id = $1 AND id = $2", workspace_id, id)? == 1)
}

/// Consumes an invitation if it is valid at `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn take_invite(tx: &mut Tx, token_hash: &[u8], now: DateTime<Utc>) -> Result<Option<Invite>> {
    write_opt!(
        tx,
        Invite,
        "DELETE FROM invites WHERE token_hash = $1 AND expires_at > $2
         RETURNING id, workspace_id, email, role, created_at, expires_at",
        token_hash,
        now
    )
}

/// Deletes invitations that expired before `before`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_ended_invites(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM invites WHERE expires_at < $1", before)
}
