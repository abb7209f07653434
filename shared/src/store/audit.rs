//! The audit log of security events.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, StoreError, Tx, macros::*};
use crate::domain::{Page, fetched};

/// A security event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// An account was created.
    Registered,
    /// Somebody tried to register the address of an existing account.
    RegistrationRepeated,
    /// A user signed in.
    SignedIn,
    /// A sign-in failed.
    SignInRefused,
    /// A user signed out.
    SignedOut,
    /// A session was used for the first time on a day.
    Seen,
    /// A refresh token was used twice, which ended its session.
    RefreshReused,
    /// A session was ended from another one.
    SessionEnded,
    /// An operator changed an account's role.
    RoleChanged,
    /// An operator set a password.
    PasswordSet,
    /// A verification link was requested.
    VerificationSent,
    /// The address was verified.
    EmailVerified,
    /// A password reset link was requested.
    ResetRequested,
    /// A new password was set with such a link.
    PasswordReset,
    /// The password was changed by its user.
    PasswordChanged,
    /// A change of the address was requested.
    EmailChangeRequested,
    /// The address was changed.
    EmailChanged,
    /// A change of the address was undone with the link of its notice.
    EmailChangeUndone,
    /// A sign-in waits for its second factor.
    SecondFactorAsked,
    /// A second factor was wrong.
    SecondFactorRefused,
    /// A recovery code was used.
    RecoveryCodeUsed,
    /// Two-factor sign-in was enabled.
    TwoFactorEnabled,
    /// Two-factor sign-in was disabled.
    TwoFactorDisabled,
    /// The recovery codes were replaced.
    RecoveryCodesRenewed,
    /// An identity provider's account was linked.
    IdentityLinked,
    /// An API key was created.
    ApiKeyCreated,
    /// An API key was deleted.
    ApiKeyDeleted,
    /// An AI assistant was connected.
    AssistantConnected,
    /// An AI assistant was disconnected.
    AssistantDisconnected,
    /// A workspace was created.
    WorkspaceCreated,
    /// A workspace was deleted with all its data.
    WorkspaceDeleted,
    /// A website was deleted with all its data.
    WebsiteDeleted,
    /// A person was invited to a workspace.
    MemberInvited,
    /// An invitation was withdrawn.
    InviteRevoked,
    /// A user joined a workspace.
    MemberJoined,
    /// A member's role was changed.
    MemberRoleChanged,
    /// A member left or was removed.
    MemberRemoved,
    /// An administrator changed a subscription.
    PlanChanged,
    /// An administrator disabled an account.
    AccountDisabled,
    /// An administrator enabled an account.
    AccountEnabled,
    /// An account was deleted.
    AccountDeleted,
    /// A user exported all their data.
    DataExported,
    /// Steps of a plan were approved.
    PlanApproved,
    /// Steps of a plan were rejected.
    PlanRejected,
    /// Execution of a plan was started or continued.
    PlanApplied,
    /// A plan was undone on request.
    PlanUndone,
    /// Execution was stopped.
    KillSwitchOn,
    /// Execution was resumed.
    KillSwitchOff,
    /// A price of a data provider was replaced or reset.
    PriceChanged,
    /// A version of an engine was stored as a challenger.
    VersionStored,
    /// A version of an engine was promoted to champion.
    VersionPromoted,
    /// The champion was rolled back to the previous version.
    VersionRolledBack,
    /// The champion was reset to the baseline.
    VersionReset,
    /// A challenger was retired.
    VersionRetired,
    /// A buyer of leads was added.
    BuyerAdded,
    /// A buyer of leads was changed.
    BuyerChanged,
    /// A buyer of leads was deleted.
    BuyerDeleted,
    /// An entry was added to the ledger by hand.
    LedgerPosted,
    /// Personal data of leads were erased by hand.
    LeadErased,
    /// The settings of leads were changed.
    LeadSettingsChanged,
    /// A website was offered to a business.
    RentalAdded,
    /// The record or the terms of a rental were changed.
    RentalChanged,
    /// The status of a rental was changed.
    RentalMoved,
    /// The status of an invoice was changed.
    InvoiceMoved,
    /// An invoice was emailed to its tenant.
    InvoiceEmailed,
    /// A release of a site was approved.
    ReleaseApproved,
    /// The deployment of a release was started.
    SiteDeployed,
    /// An edit of a website was approved.
    EditApproved,
    /// An edit of a website was undone on request.
    EditUndone,
    /// The access to a website was changed or deleted.
    AccessChanged,
    /// A campaign was launched.
    CampaignLaunched,
    /// A campaign was resumed.
    CampaignResumed,
    /// A campaign was stopped.
    CampaignStopped,
    /// The domain of a workspace for shared reports was set.
    ReportDomainSet,
    /// A DNS record proved the domain of a workspace for shared reports.
    ReportDomainVerified,
    /// The domain of a workspace for shared reports was removed.
    ReportDomainRemoved,
    /// A site was taken offline.
    SiteTakenOffline,
    /// The growth of a site was paused.
    SiteGrowthPaused,
    /// The growth of a site was resumed.
    SiteGrowthResumed,
    /// A site was deleted.
    SiteDeleted,
    /// A deployment of several sites was approved and started.
    DeploymentApproved,
    /// A deployment of several sites was cancelled.
    DeploymentCancelled,
}

impl Action {
    /// Returns the stored word.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "a line for each event")]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Registered => "account.registered",
            Self::RegistrationRepeated => "account.registration_repeated",
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
            Self::EmailChangeUndone => "email.change_undone",
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
            Self::AssistantConnected => "assistant.connected",
            Self::AssistantDisconnected => "assistant.disconnected",
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
            Self::PriceChanged => "price.changed",
            Self::VersionStored => "engine_version.stored",
            Self::VersionPromoted => "engine_version.promoted",
            Self::VersionRolledBack => "engine_version.rolled_back",
            Self::VersionReset => "engine_version.reset",
            Self::VersionRetired => "engine_version.retired",
            Self::BuyerAdded => "buyer.added",
            Self::BuyerChanged => "buyer.changed",
            Self::BuyerDeleted => "buyer.deleted",
            Self::LedgerPosted => "ledger.posted",
            Self::LeadErased => "lead.erased",
            Self::LeadSettingsChanged => "lead_settings.changed",
            Self::RentalAdded => "rental.added",
            Self::RentalChanged => "rental.changed",
            Self::RentalMoved => "rental.moved",
            Self::InvoiceMoved => "invoice.moved",
            Self::InvoiceEmailed => "invoice.emailed",
            Self::ReleaseApproved => "release.approved",
            Self::CampaignLaunched => "campaign.launched",
            Self::CampaignResumed => "campaign.resumed",
            Self::CampaignStopped => "campaign.stopped",
            Self::SiteDeployed => "site.deployed",
            Self::EditApproved => "edit.approved",
            Self::EditUndone => "edit.undone",
            Self::AccessChanged => "website_access.changed",
            Self::ReportDomainSet => "report_domain.set",
            Self::ReportDomainVerified => "report_domain.verified",
            Self::ReportDomainRemoved => "report_domain.removed",
            Self::SiteTakenOffline => "site.taken_offline",
            Self::SiteGrowthPaused => "site.growth_paused",
            Self::SiteGrowthResumed => "site.growth_resumed",
            Self::SiteDeleted => "site.deleted",
            Self::DeploymentApproved => "deployment.approved",
            Self::DeploymentCancelled => "deployment.cancelled",
        }
    }
}

/// An entry to store.
#[derive(Debug, Clone)]
pub struct NewAudit<'a> {
    /// Account; `None` without one.
    pub user_id: Option<Uuid>,
    /// Event.
    pub action: Action,
    /// Address of the client.
    pub address: &'a str,
    /// User agent of the client.
    pub user_agent: &'a str,
    /// Further data, as a JSON object; never a secret.
    pub detail: Value,
}

/// A stored entry.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    /// Time-ordered.
    pub id: Uuid,
    /// Time of the event.
    pub at: DateTime<Utc>,
    /// Account.
    pub user_id: Option<Uuid>,
    /// Event.
    pub action: String,
    /// Address of the client.
    pub address: String,
    /// User agent of the client.
    pub user_agent: String,
    /// Further data.
    pub detail: Json<Value>,
}

/// Adds an entry in the transaction of its event.
///
/// # Errors
/// Returns an error if the query fails.
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

/// Lists the entries of a user, or of all users, newest first.
///
/// # Errors
/// Returns an error if the query fails.
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

/// Returns the UTC days on which the user was active, newest first, within the last year.
///
/// # Errors
/// Returns an error if the query fails.
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
