//! Changes the caller's password.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now},
    store::{account_token, audit::Action, mail, session as sessions, user},
};

use super::{answer::Told, check};
use crate::{
    account_mails,
    auth::{confirm, session},
    error::{ApiError, Result},
    extract::{Json, Person, RequestContext},
    state::AppState,
};

/// The password that is, and the one to be.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasswordChange)]
pub struct Body {
    /// Current password. Accounts without one omit it and must have signed in within the last ten minutes.
    #[schema(format = Password)]
    current_password: Option<String>,
    #[schema(min_length = 8, format = Password)]
    new_password: String,
}

/// Change the password.
///
/// Ends all other sessions of the caller.
#[utoipa::path(
    post, path = "/api/auth/change-password", tag = "auth", request_body = Body, responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<Json<Told>> {
    let mut errors = Vec::new();
    check::password_at(&body.new_password, "/newPassword", &mut errors);
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let user = confirm::identity(&state, person, body.current_password.as_deref(), "/currentPassword").await?;
    let password = state.passwords.hash(body.new_password).await?;
    let at = now();
    let mut tx = state.db.begin().await?;
    user::set_password(&mut tx, user.id, &password).await?;
    account_token::delete_all(&mut tx, user.id, TokenPurpose::ResetPassword).await?;
    let ended = sessions::revoke_others(&mut tx, user.id, Some(person.session_id), at).await?;
    mail::insert(&mut tx, &account_mails::password_changed(&user.email), at).await?;
    let detail = json!({"sessionsEnded": ended.len()});
    session::note(&mut tx, Some(user.id), Action::PasswordChanged, &context, detail).await?;
    tx.commit().await?;
    session::tell_ended(&state, user.id, &ended);
    Ok(Told::new("Password changed."))
}
