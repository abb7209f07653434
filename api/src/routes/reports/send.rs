//! Emails an issue of a report to its recipients.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode};
use serde::Serialize;
use shared::{
    domain::now,
    store::report::{self, ReportEmail},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pdf;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    layer::guard,
    state::AppState,
};

/// What happened to the emails.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSent)]
pub(super) struct Sent {
    success: Success,
    /// Emails that are sent.
    emails: i64,
    /// Emails that are not sent, because the workspace has reached its daily limit.
    refused_emails: i64,
    /// Whether a mail server is set up; otherwise the emails stay in the outbox.
    is_delivered: bool,
}

/// Email an issue of a report.
///
/// Sends the headline figures, the link if the report is shared, and the PDF to the report's recipients, as far as the
/// workspace's daily limit allows. Requires an editor.
#[utoipa::path(
    post, path = "/api/reports/{id}/issues/{issue}/send", tag = "reports",
    params(("id" = Uuid, Path), ("issue" = Uuid, Path)), responses((status = 202, body = Sent))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path((id, issue_id)): Path<(Uuid, Uuid)>,
) -> Result<(StatusCode, Json<Sent>)> {
    let workspace_id = member.workspace_id;
    let found = super::find(&state, workspace_id, id).await?;
    let content = report::content(&state.db, workspace_id, (id, issue_id)).await?;
    let content = content.ok_or(ApiError::NotFound("report"))?;
    let recipients = found.recipients.0;
    if recipients.is_empty() {
        let detail = "The report has no recipients. Add an email address to its settings.";
        return Err(ApiError::Conflict(FieldError::new("/recipients", detail)));
    }
    guard::count(&state, guard::REPORT_EMAIL, &format!("{workspace_id}:{id}")).await?;
    let sealed = report::sealed_link(&state.db, workspace_id, id).await?;
    let fields = sealed.and_then(|sealed| state.vault.open(workspace_id, id, &sealed).ok());
    let link = fields.as_ref().and_then(|fields| fields.get("link")).map(|link| link.reveal().to_owned());
    let host = report::verified_host(&state.db, workspace_id).await?;
    let origin = host.map(|host| state.settings.sites.origin(&host));
    let link = link.map(|link| reports::link(&link, origin.as_deref()));
    let letter = reports::letter(&content, link.as_deref());
    let file_name = reports::file_name(&content);
    let from_name = content.brand.name.clone();
    let email = ReportEmail { from_name, letter, file_name, pdf: Arc::new(pdf::set(content).await?), recipients };
    let mut tx = state.db.begin().await?;
    let emailed = report::email(&mut tx, workspace_id, issue_id, &email, state.settings.workspace, now()).await?;
    tx.commit().await?;
    let is_delivered = state.settings.sends_mail;
    let sent = Sent { success: Success, emails: emailed.sent, refused_emails: emailed.refused, is_delivered };
    Ok((StatusCode::ACCEPTED, Json(sent)))
}
