//! Undoes a change of the email address with the link that went to the old address.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now},
    store::{account_token, audit::Action, mail, recovery, user},
};

use super::verify_email::{Body, taken, void};
use crate::{
    account_mails,
    auth::{
        ended::{self, Answer, EndedAccess},
        key::hash_token,
        link, session,
    },
    error::{ApiError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// Undo a change of the email address.
///
/// Uses the token of the notice to the old address, which is valid for two days. Restores that address and ends what a thief
/// may have: the password, all sessions and API keys, pending links, and the second factor and linked sign-ins that were
/// added since the change. Sends a link to choose a new password to the restored address.
#[utoipa::path(
    post, path = "/api/auth/undo-email-change", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let at = now();
    let mut tx = state.db.begin().await?;
    let hash = hash_token(&body.token);
    let token = account_token::take(&mut tx, &hash, TokenPurpose::UndoEmailChange, at).await?.ok_or_else(void)?;
    let known = user::find(&mut tx, token.user_id).await?.ok_or_else(void)?;
    let email = token.detail["email"].as_str().ok_or_else(void)?;
    let since: DateTime<Utc> =
        serde_json::from_value(token.detail["changedAt"].clone()).map_err(ApiError::unexpected)?;
    user::set_email(&mut tx, known.id, email, at).await.map_err(taken)?;
    let ended = recovery::end_takeover(&mut tx, known.id, since, at).await?;
    let restored = user::find(&mut tx, known.id).await?.ok_or_else(void)?;
    link::send_reset(&state, &mut tx, &restored, at).await?;
    mail::insert(&mut tx, &account_mails::email_change_undone(&known.email, email), at).await?;
    let access = EndedAccess::from(&ended);
    let detail = json!({"from": known.email, "to": email, "ended": access});
    session::note(&mut tx, Some(known.id), Action::EmailChangeUndone, &context, detail).await?;
    tx.commit().await?;
    ended::publish(&state, known.id, &ended);
    let message = "Your email address is restored. Choose a new password: we sent you a link.";
    Ok(Answer::new(message, access))
}
