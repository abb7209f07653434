//! What a change of the password or the proof of an address ended, for the response and the email.

use serde::Serialize;
use serde_json::json;
use shared::{
    domain::account_token::TokenPurpose,
    store::{StoreError, Tx, audit::Action, recovery::Ended},
};
use uuid::Uuid;

use super::session;
use crate::{
    extract::{Json, RequestContext, Success},
    state::AppState,
};

/// Access that ended with the request.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EndedAccess)]
pub struct EndedAccess {
    /// Number of sessions.
    sessions: usize,
    /// Number of pending changes of the email address.
    email_changes: usize,
    /// Number of other pending links and unfinished sign-ins.
    links: usize,
    /// Number of API keys.
    api_keys: u64,
    /// Number of connected AI assistants.
    assistants: u64,
    /// Number of members removed from workspaces of the account.
    members: usize,
    /// Number of invitations.
    invitations: u64,
    /// Number of webhooks.
    webhooks: u64,
    /// Whether two-factor sign-in was turned off, because it was set up before the address was verified.
    two_factor: bool,
}

/// Acknowledgement with the access that ended.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = AccessEnded)]
pub struct Answer {
    success: Success,
    message: String,
    ended: EndedAccess,
}

impl From<&Ended> for EndedAccess {
    fn from(ended: &Ended) -> Self {
        let is_change = |purpose: &&TokenPurpose| **purpose == TokenPurpose::ChangeEmail;
        let email_changes = ended.tokens.iter().filter(is_change).count();
        Self {
            sessions: ended.sessions.len(),
            email_changes,
            links: ended.tokens.len() - email_changes,
            api_keys: ended.api_keys,
            assistants: ended.assistants,
            members: ended.members.len(),
            invitations: ended.invites,
            webhooks: ended.webhooks,
            two_factor: ended.two_factor,
        }
    }
}

impl EndedAccess {
    /// Returns a sentence that lists what ended; `None` if nothing did.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        let counts = [
            (self.sessions as u64, "session", "sessions"),
            (self.email_changes as u64, "pending change of the email address", "pending changes of the email address"),
            (self.links as u64, "pending link", "pending links"),
            (self.api_keys, "API key", "API keys"),
            (self.assistants, "connected assistant", "connected assistants"),
            (self.members as u64, "member of your workspaces", "members of your workspaces"),
            (self.invitations, "invitation", "invitations"),
            (self.webhooks, "webhook", "webhooks"),
        ];
        let named = |(count, one, many): &(u64, &str, &str)| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let mut parts: Vec<String> = counts.iter().filter_map(named).collect();
        if self.two_factor {
            parts.push("two-factor sign-in".to_owned());
        }
        (!parts.is_empty()).then(|| format!("This ended: {}.", parts.join(", ")))
    }
}

impl Answer {
    /// Returns the response with a message, followed by what ended.
    #[must_use]
    pub fn new(message: &str, ended: EndedAccess) -> Json<Self> {
        let message = [Some(message.to_owned()), ended.sentence()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Json(Self { success: Success, message, ended })
    }
}

/// Records removed members in the audit log, each with the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn note_members(
    tx: &mut Tx, user_id: Uuid, ended: &Ended, context: &RequestContext,
) -> Result<(), StoreError> {
    for (workspace_id, member_id) in &ended.members {
        let detail = json!({"workspaceId": workspace_id, "memberId": member_id, "reason": "address_verified"});
        session::note(tx, Some(user_id), Action::MemberRemoved, context, detail).await?;
    }
    Ok(())
}

/// Notifies every replica of the sessions that ended, after the commit.
pub fn publish(state: &AppState, user_id: Uuid, ended: &Ended) {
    session::tell_ended(state, user_id, &ended.sessions);
}
