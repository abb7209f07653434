//! A scheduled report: makes it, sets its PDF and emails it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{new_id, report::Report},
    store::{
        report::{self, ReportEmail, ReportRunEnd},
        website,
    },
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError, runs::done::Done};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    report_id: Uuid,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { report_id } = context.payload()?;
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let gone = || JobError::permanent("report-gone", "The report or its website no longer exists.");
    let found = report::find(db, workspace_id, report_id).await?.ok_or_else(gone)?;
    let website = website::find(db, workspace_id, found.website_id).await?;
    let website = website.filter(|website| website.archived_at.is_none()).ok_or_else(gone)?;
    let order = reports::Order { report: &found, website: &website, at: context.run.created_at };
    let content = reports::make(db, order).await?;
    let link = link(context, &found).await?;
    let letter = reports::letter(&content, link.as_deref());
    let file_name = reports::file_name(&content);
    let from_name = content.brand.name.clone();
    let (content, pdf) = tokio::task::spawn_blocking(move || {
        let pdf = reports::pdf(&content);
        (content, pdf)
    })
    .await
    .map_err(|error| JobError::permanent("pdf", format!("The PDF could not be made: {error}.")))?;
    let pdf = pdf.map_err(|error| JobError::permanent("pdf", format!("The PDF could not be made: {error}.")))?;
    let issue_id = new_id();
    let result = json!({
        "reportId": report_id, "issueId": issue_id, "recipients": found.recipients.0.len(), "from": content.period.from,
        "to": content.period.to,
    });
    let recipients = found.recipients.0;
    let email =
        (!recipients.is_empty()).then(|| ReportEmail { from_name, letter, file_name, pdf: Arc::new(pdf), recipients });
    let limits = context.workspace;
    let end = ReportRunEnd { report_id, website_id: website.id, issue_id, content, email, limits };
    Ok(Done { result, effects: vec![end.into()] })
}

/// Returns the link of a shared report, with the domain of the workspace if that is verified; if this worker can open it.
async fn link(context: &RunContext, report: &Report) -> Result<Option<String>, JobError> {
    let Some(sealed) = report::sealed_link(&context.db, report.workspace_id, report.id).await? else { return Ok(None) };
    let opened = context.vault.as_ref().and_then(|vault| vault.open(report.workspace_id, report.id, &sealed).ok());
    let host = report::verified_host(&context.db, report.workspace_id).await?;
    let origin = host.map(|host| context.sites.origin(&host));
    let link = opened.as_ref().and_then(|fields| fields.get("link"));
    Ok(link.map(|link| reports::link(link.reveal(), origin.as_deref())))
}
