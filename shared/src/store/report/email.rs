//! Emails a made report to its recipients, and stores a scheduled one with the end of its run.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use super::{
    super::{Result, Tx, mail, usage},
    issue::{NewReportIssue, insert_issue, mark_emailed},
};
use crate::{
    config::WorkspaceLimits,
    domain::{mail::NewMail, report::ReportContent, run::Run},
    mail::Letter,
    store::effect::{Applied, Apply, NewFindings},
};

/// A report as an email.
#[derive(Debug, Clone)]
pub struct ReportEmail {
    /// Name of the agency, shown as the sender.
    pub from_name: String,
    /// Subject and text.
    pub letter: Letter,
    /// Name of the attached file.
    pub file_name: String,
    /// The attached PDF.
    pub pdf: Arc<Vec<u8>>,
    /// Recipients.
    pub recipients: Vec<String>,
}

/// What happened to the emails of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReportEmailed {
    /// Stored for sending.
    pub sent: i64,
    /// Over the workspace's daily limit.
    pub refused: i64,
}

/// Stores the emails of an issue, as far as the workspace's daily limit allows.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn email(
    tx: &mut Tx, workspace_id: Uuid, issue_id: Uuid, email: &ReportEmail, limits: WorkspaceLimits, now: DateTime<Utc>,
) -> Result<ReportEmailed> {
    let wanted = i64::try_from(email.recipients.len()).unwrap_or(i64::MAX);
    let sent = usage::grant_emails(tx, limits, workspace_id, wanted, now).await?;
    for recipient in email.recipients.iter().take(usize::try_from(sent).unwrap_or(0)) {
        let attachment = Some((email.file_name.clone(), Vec::clone(&email.pdf)));
        let from_name = Some(email.from_name.clone());
        let new = NewMail { attachment, from_name, ..email.letter.clone().to(recipient) };
        mail::insert(tx, &new, now).await?;
    }
    let refused = wanted - sent;
    mark_emailed(tx, workspace_id, issue_id, (sent, refused), now).await?;
    Ok(ReportEmailed { sent, refused })
}

/// Effect: a scheduled report is stored and emailed.
#[derive(Debug)]
pub struct ReportRunEnd {
    /// Report.
    pub report_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Id of the issue.
    pub issue_id: Uuid,
    /// Its content.
    pub content: ReportContent,
    /// Its email; `None` without recipients.
    pub email: Option<ReportEmail>,
    /// Limits of the workspace.
    pub limits: WorkspaceLimits,
}

impl Apply for ReportRunEnd {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            let workspace_id = run.workspace_id;
            // A report that was deleted meanwhile is not sent.
            if super::find(&mut *tx, workspace_id, self.report_id).await?.is_none() {
                return Ok(Vec::new());
            }
            let new = NewReportIssue {
                id: self.issue_id,
                report_id: self.report_id,
                workspace_id,
                website_id: self.website_id,
                content: &self.content,
            };
            insert_issue(tx, &new).await?;
            if let Some(one) = &self.email {
                email(tx, workspace_id, self.issue_id, one, self.limits, now).await?;
            }
            Ok(Vec::new())
        }
        .boxed()
    }
}
