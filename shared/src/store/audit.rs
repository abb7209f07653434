//! The audit log: every security event, who caused it and from where.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, StoreError, Tx, macros::*};
use crate::domain::{Page, fetched};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// An account was made.
    Registered,
    /// Somebody signed in.
    SignedIn,
    /// Somebody tried to sign in in vain.
    SignInRefused,
    /// Somebody signed out.
    SignedOut,
    /// A session was used for the first time on a day.
    Seen,
    /// A refresh token came a second time: its family was ended.
    RefreshReused,
    /// A session was ended from another one.
    SessionEnded,
    /// An operator changed an account's role.
    RoleChanged,
    /// An operator set a password.
    PasswordSet,
    /// A link that proves the address was asked for.
    VerificationSent,
    /// The address was proved.
    EmailVerified,
    /// A link that sets a new password was asked for.
    ResetRequested,
    /// A new password was set by such a link.
    PasswordReset,
    /// The password was changed by its user.
    PasswordChanged,
    /// Another address was asked for.
    EmailChangeRequested,
    /// The address was changed.
    EmailChanged,
    /// A sign-in waits for its second factor.
    SecondFactorAsked,
    /// A second factor was wrong.
    SecondFactorRefused,
    /// A recovery code was used up.
    RecoveryCodeUsed,
    /// Two-factor was switched on.
    TwoFactorEnabled,
    /// Two-factor was switched off.
    TwoFactorDisabled,
    /// New recovery codes took the place of the old ones.
    RecoveryCodesRenewed,
    /// An identity provider's account was linked.
    IdentityLinked,
    /// An API key was made.
    ApiKeyCreated,
    /// An API key was deleted.
    ApiKeyDeleted,
    /// A workspace was made.
    WorkspaceCreated,
    /// A workspace was deleted, with everything in it.
    WorkspaceDeleted,
    /// A website was deleted, with everything about it.
    WebsiteDeleted,
    /// Somebody was invited to a workspace.
    MemberInvited,
    /// An invitation was taken back.
    InviteRevoked,
    /// Somebody joined a workspace.
    MemberJoined,
    /// A member's role was changed.
    MemberRoleChanged,
    /// A member left or was removed.
    MemberRemoved,
    /// An administrator changed a subscription.
    PlanChanged,
    /// An administrator shut an account out.
    AccountDisabled,
    /// An administrator let an account in again.
    AccountEnabled,
    /// An account was deleted.
    AccountDeleted,
    /// Somebody fetched all their data.
    DataExported,
    /// Somebody said yes to steps of a plan.
    PlanApproved,
    /// Somebody said no to steps of a plan.
    PlanRejected,
    /// Somebody had a plan go on.
    PlanApplied,
    /// Somebody had a plan taken back.
    PlanUndone,
    /// Somebody stopped all acting.
    KillSwitchOn,
    /// Somebody let acting go on.
    KillSwitchOff,
    /// A version of an engine was stored to challenge the one in charge.
    VersionStored,
    /// A version of an engine was put in charge.
    VersionPromoted,
    /// The version in charge gave way to the one before it.
    VersionRolledBack,
    /// The version in charge gave way to the prior.
    VersionReset,
    /// A challenger was taken out of the comparison.
    VersionRetired,
}

impl Action {
    /// The word under which it is kept.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Registered => "account.registered",
            Self::SignedIn => "session.signed_in",
            Self::SignInRefused => "session.refused",
            Self::SignedOut => "session.signed_out",
            Self::Seen => "session.seen",
            Self::RefreshReused => "session.refresh_reused",
            Self::SessionEnded => "session.ended",
            Self::RoleChanged => "account.role_changed",
            Self::PasswordSet => "account.password_set",
            Self::VerificationSent => "email.verification_sent",
            Self::EmailVerified => "email.verified",
            Self::ResetRequested => "password.reset_requested",
            Self::PasswordReset => "password.reset",
            Self::PasswordChanged => "password.changed",
            Self::EmailChangeRequested => "email.change_requested",
            Self::EmailChanged => "email.changed",
            Self::SecondFactorAsked => "second_factor.asked",
            Self::SecondFactorRefused => "second_factor.refused",
            Self::RecoveryCodeUsed => "second_factor.recovery_code_used",
            Self::TwoFactorEnabled => "second_factor.enabled",
            Self::TwoFactorDisabled => "second_factor.disabled",
            Self::RecoveryCodesRenewed => "second_factor.codes_renewed",
            Self::IdentityLinked => "identity.linked",
            Self::ApiKeyCreated => "api_key.created",
            Self::ApiKeyDeleted => "api_key.deleted",
            Self::WorkspaceCreated => "workspace.created",
            Self::WorkspaceDeleted => "workspace.deleted",
            Self::WebsiteDeleted => "website.deleted",
            Self::MemberInvited => "member.invited",
            Self::InviteRevoked => "member.invite_revoked",
            Self::MemberJoined => "member.joined",
            Self::MemberRoleChanged => "member.role_changed",
            Self::MemberRemoved => "member.removed",
            Self::PlanChanged => "account.plan_changed",
            Self::AccountDisabled => "account.disabled",
            Self::AccountEnabled => "account.enabled",
            Self::AccountDeleted => "account.deleted",
            Self::DataExported => "account.exported",
            Self::PlanApproved => "plan.approved",
            Self::PlanRejected => "plan.rejected",
            Self::PlanApplied => "plan.applied",
            Self::PlanUndone => "plan.undone",
            Self::KillSwitchOn => "kill_switch.on",
            Self::KillSwitchOff => "kill_switch.off",
            Self::VersionStored => "engine_version.stored",
            Self::VersionPromoted => "engine_version.promoted",
            Self::VersionRolledBack => "engine_version.rolled_back",
            Self::VersionReset => "engine_version.reset",
            Self::VersionRetired => "engine_version.retired",
        }
    }
}

/// A line to be.
#[derive(Debug, Clone)]
pub struct NewAudit<'a> {
    /// Whose account it is about; `None` where there is none.
    pub user_id: Option<Uuid>,
    /// What happened.
    pub action: Action,
    /// From where.
    pub address: &'a str,
    /// What the client calls itself.
    pub user_agent: &'a str,
    /// The rest, as a JSON object; never a secret.
    pub detail: Value,
}

/// A line as kept.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    /// Time-ordered.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
    /// Whose account it is about.
    pub user_id: Option<Uuid>,
    /// What happened.
    pub action: String,
    /// From where.
    pub address: String,
    /// What the client calls itself.
    pub user_agent: String,
    /// The rest.
    pub detail: Json<Value>,
}

/// Adds a line, as part of the transaction that it is about.
///
/// # Errors
/// Those of the database.
pub async fn insert(tx: &mut Tx, new: &NewAudit<'_>, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO audit_log (id, at, user_id, action, address, user_agent, detail)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        crate::domain::new_id(),
        now,
        new.user_id,
        new.action.as_str(),
        new.address,
        new.user_agent,
        Json(&new.detail)
    )
    .map(|_| ())
}

/// The lines of one user, or of all, newest first.
///
/// # Errors
/// Those of the database.
pub async fn list(
    executor: impl Into<Executor<'_>>, user_id: Option<Uuid>, before: Option<Uuid>, limit: usize,
) -> Result<Page<AuditLine>> {
    let rows = query_all!(
        executor.into(),
        AuditLine,
        "SELECT id, at, user_id, action, address, user_agent, detail FROM audit_log
          WHERE ($1 IS NULL OR user_id = $1) AND ($2 IS NULL OR id < $2) ORDER BY id DESC LIMIT $3",
        user_id,
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |line| line.id.to_string()))
}

/// The UTC days on which the user was seen, newest first, at most the last year's.
///
/// # Errors
/// Those of the database.
pub async fn days_seen(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Vec<NaiveDate>> {
    let rows = query_all!(
        executor.into(),
        (String,),
        "SELECT DISTINCT substr(CAST(at AS TEXT), 1, 10) AS day FROM audit_log
          WHERE user_id = $1 AND action IN ('account.registered', 'session.signed_in', 'session.seen')
          ORDER BY day DESC LIMIT 366",
        user_id
    )?;
    let read = |(day,): &(String,)| {
        let unreadable = |error: chrono::ParseError| StoreError::corrupt("audit_log", "at", user_id, error);
        day.parse().map_err(unreadable)
    };
    rows.iter().map(read).collect()
}
