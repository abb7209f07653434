//! Limits of workspaces, and of sign-ins and emails about accounts.

use super::Finding;
use crate::options::{ThrottleArgs, WorkspaceArgs};

/// Reports the limits of each workspace.
pub(super) fn of_workspaces(args: &WorkspaceArgs) -> Finding {
    let limits = [
        args.workspace_storage_mib.map(|mib| format!("{mib} MiB of storage")),
        args.workspace_runs_per_day.map(|runs| format!("{runs} runs a day")),
        args.workspace_emails_per_day.map(|emails| format!("{emails} emails a day")),
    ];
    let set: Vec<String> = limits.into_iter().flatten().collect();
    let found = if set.is_empty() { "none".to_owned() } else { format!("each: {}", set.join(", ")) };
    Finding::ok("workspace limits", found)
}

/// Reports the limits of sign-ins and of emails about accounts.
pub(super) fn of_sign_ins(args: &ThrottleArgs) -> Finding {
    let found = format!(
        "sign-ins: {} per address and {} per browser in 5 minutes, {} per account in 15; new accounts: {} per address in \
         10 minutes; emails: {} per address and {} per recipient in 15 minutes; renewed sessions: {} per address and \
         minute; links: {} per address in 5 minutes; invitations: {} per user and hour",
        args.sign_ins_per_address,
        args.sign_ins_per_browser,
        args.sign_ins_per_account,
        args.registrations_per_address,
        args.emails_per_address,
        args.emails_per_recipient,
        args.refreshes_per_address,
        args.links_per_address,
        args.invitations_per_user
    );
    Finding::ok("sign-in limits", found)
}
