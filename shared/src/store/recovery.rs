//! Ends earlier access to an account: when its password changes, and when another person proves its address.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Result, Tx, account_token, macros::*, session, two_factor, user};
use crate::domain::{account_token::TokenPurpose, workspace::MemberRole};

/// What was ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Valid sessions.
    pub sessions: Vec<Uuid>,
    /// Purposes of the valid tokens: pending changes of the address, links and unfinished sign-ins.
    pub tokens: Vec<TokenPurpose>,
    /// Number of API keys.
    pub api_keys: u64,
    /// Number of connected AI assistants.
    pub assistants: u64,
    /// Removed members, each with the workspace.
    pub members: Vec<(Uuid, Uuid)>,
    /// Number of invitations.
    pub invites: u64,
    /// Number of webhooks.
    pub webhooks: u64,
    /// Whether there was a second factor.
    pub two_factor: bool,
}

/// Ends what a thief may have left: all pending tokens, all sessions except `keep`, and API keys that were created
/// before the address was verified.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn end_pending(tx: &mut Tx, user_id: Uuid, keep: Option<Uuid>, now: DateTime<Utc>) -> Result<Ended> {
    let tokens = account_token::end_all(tx, user_id, now).await?;
    let sessions = session::revoke_others(tx, user_id, keep, now).await?;
    let api_keys = execute!(
        tx,
        "DELETE FROM api_keys WHERE user_id = $1
            AND created_at < COALESCE((SELECT email_verified_at FROM users WHERE id = $1), $2)",
        user_id,
        now
    )?;
    let assistants = execute!(
        tx,
        "DELETE FROM assistant_grants WHERE user_id = $1
            AND created_at < COALESCE((SELECT email_verified_at FROM users WHERE id = $1), $2)",
        user_id,
        now
    )?;
    Ok(Ended { sessions, tokens, api_keys, assistants, ..Ended::default() })
}

/// Ends everything that gave access before another person proved the address: also the second factor, all API keys, and
/// in the workspaces that the account founded and owns all other members, invitations and webhooks.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn end_unproved(tx: &mut Tx, user_id: Uuid, now: DateTime<Utc>) -> Result<Ended> {
    let ended = end_pending(tx, user_id, None, now).await?;
    let api_keys = ended.api_keys + execute!(tx, "DELETE FROM api_keys WHERE user_id = $1", user_id)?;
    let assistants = ended.assistants + execute!(tx, "DELETE FROM assistant_grants WHERE user_id = $1", user_id)?;
    let two_factor = two_factor::delete(tx, user_id).await?;
    let (members, invites, webhooks) = end_shared(tx, user_id).await?;
    Ok(Ended { api_keys, assistants, members, invites, webhooks, two_factor, ..ended })
}

/// Ends what somebody who took over the account at `since` may have: the password, all sessions, pending tokens and API
/// keys, and the second factor and linked identities that were added since.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn end_takeover(tx: &mut Tx, user_id: Uuid, since: DateTime<Utc>, now: DateTime<Utc>) -> Result<Ended> {
    let ended = end_pending(tx, user_id, None, now).await?;
    let api_keys = ended.api_keys + execute!(tx, "DELETE FROM api_keys WHERE user_id = $1", user_id)?;
    let assistants = ended.assistants + execute!(tx, "DELETE FROM assistant_grants WHERE user_id = $1", user_id)?;
    let confirmed = two_factor::find(&mut *tx, user_id).await?.and_then(|second| second.confirmed_at);
    let two_factor = match confirmed {
        Some(at) if at >= since => two_factor::delete(tx, user_id).await?,
        _ => false,
    };
    execute!(tx, "DELETE FROM identities WHERE user_id = $1 AND created_at >= $2", user_id, since)?;
    user::clear_password(tx, user_id).await?;
    Ok(Ended { api_keys, assistants, two_factor, ..ended })
}

macro_rules! founded {
    () => {
        "workspace_id IN (SELECT workspaces.id FROM workspaces JOIN members AS own ON own.workspace_id = workspaces.id
           WHERE own.user_id = $1 AND own.role = $2 AND own.created_at = workspaces.created_at)"
    };
}

type Shared = (Vec<(Uuid, Uuid)>, u64, u64);

async fn end_shared(tx: &mut Tx, user_id: Uuid) -> Result<Shared> {
    let owner = MemberRole::Owner;
    let sql = concat!("DELETE FROM invites WHERE invited_by = $1 OR ", founded!());
    let invites = execute!(tx, sql, user_id, owner)?;
    let webhooks = execute!(tx, concat!("DELETE FROM webhooks WHERE ", founded!()), user_id, owner)?;
    let sql = concat!("DELETE FROM members WHERE user_id <> $1 AND ", founded!(), " RETURNING workspace_id, user_id");
    let members = write_all!(tx, (Uuid, Uuid), sql, user_id, owner)?;
    Ok((members, invites, webhooks))
}
