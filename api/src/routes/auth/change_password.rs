//! Changes the caller's password.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, mail, recovery, user},
};

use super::check;
use crate::{
    account_mails,
    auth::{
        confirm,
        ended::{self, Answer, EndedAccess},
        session,
    },
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
/// Ends all other sessions of the caller, pending links and pending changes of the address, and API keys that were created
/// before the address was verified.
#[utoipa::path(
    post, path = "/api/auth/change-password", tag = "auth", request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
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
    let ended = recovery::end_pending(&mut tx, user.id, Some(person.session_id), at).await?;
    let access = EndedAccess::from(&ended);
    mail::insert(&mut tx, &account_mails::password_changed(&user.email, &access), at).await?;
    session::note(&mut tx, Some(user.id), Action::PasswordChanged, &context, json!({"ended": access})).await?;
    tx.commit().await?;
    ended::publish(&state, user.id, &ended);
    Ok(Answer::new("Password changed.", access))
}
