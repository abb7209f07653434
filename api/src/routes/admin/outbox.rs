//! Lists pending and sent emails. Their text is included only without a mail server.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::mail::{Mail, MailStatus},
    store::mail,
};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Admin, Json, Limit, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of emails, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Outbox)]
pub struct Answer {
    success: Success,
    mails: Vec<MailView>,
    next_cursor: Option<String>,
}

/// An email.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Mail)]
pub struct MailView {
    id: Uuid,
    to: String,
    subject: String,
    /// Text; empty if a mail server sends it, because its links are secret.
    text: String,
    /// `waiting`, `sent`, `kept` (no mail server) or `failed`.
    status: MailStatus,
    attempts: i32,
    /// Error of the last attempt.
    error: Option<String>,
    created_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
}

impl MailView {
    fn of(mail: Mail, sends_mail: bool) -> Self {
        let text = if sends_mail { String::new() } else { mail.body_text };
        let Mail { id, recipient, subject, status, attempts, error, created_at, sent_at, .. } = mail;
        Self { id, to: recipient, subject, text, status, attempts, error, created_at, sent_at }
    }
}

/// List emails of the outbox.
///
/// Pending and sent emails. Their text is included only without a mail server. Administrators only.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "admin", params(Params), responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, _: Admin, Query(params): Query<Params>) -> Result<Json<Answer>> {
    let page = mail::list(&state.db, params.cursor, params.limit.get()).await?;
    let mails = page.items.into_iter().map(|mail| MailView::of(mail, state.settings.sends_mail)).collect();
    Ok(Json(Answer { success: Success, mails, next_cursor: page.next_cursor }))
}
