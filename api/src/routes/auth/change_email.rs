//! Asks for another address; it counts once the link that goes to it was followed.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now, user::User},
    store::{account_token, audit::Action, mail, user},
};

use super::{answer::Told, check};
use crate::{
    account_mails,
    auth::{account, confirm, constant_time, link, session},
    error::{ApiError, FieldError, Result},
    extract::{Json, Person, RequestContext},
    layer::guard,
    state::AppState,
};

/// The address to be.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EmailChange)]
pub struct Body {
    new_email: String,
    /// Current password. Accounts without one omit it and must have signed in within the last ten minutes.
    #[schema(format = Password)]
    password: Option<String>,
}

/// Request a change of the email address.
///
/// Sends a verification link to the new address; the change takes effect once it is opened in a session of the account. The
/// old address is notified. Where email is set up, the response does not reveal whether the new address has an account:
/// its owner is notified instead.
#[utoipa::path(
    post, path = "/api/auth/change-email", tag = "auth", request_body = Body, responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<Json<Told>> {
    let mut errors = Vec::new();
    let email = check::email_at(&body.new_email, "/newEmail", &mut errors);
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    guard::count(&state, guard::RESEND, &email).await?;
    let user = confirm::identity(&state, person, body.password.as_deref(), "/password").await?;
    let is_own = email == user.email;
    if (is_own || !state.settings.sends_mail) && user::find_by_email(&state.db, &email).await?.is_some() {
        let detail = "An account with this email address already exists.";
        return Err(ApiError::Conflict(FieldError::new("/newEmail", detail)));
    }
    constant_time::answer(request(&state, &context, person, &user, &email)).await?;
    Ok(Told::new("Open the link that we sent to the new address."))
}

/// Stores the request and notifies both addresses. The owner of an address with an account gets no link.
async fn request(state: &AppState, context: &RequestContext, person: Person, user: &User, email: &str) -> Result<()> {
    let at = now();
    let mut tx = state.db.begin().await?;
    account::lock(&mut tx, person).await?;
    account_token::delete_all(&mut tx, user.id, TokenPurpose::ChangeEmail).await?;
    let letter = if user::find_by_email(&mut tx, email).await?.is_some() {
        account_mails::address_in_use(email)
    } else {
        let token = link::issue(&mut tx, user.id, TokenPurpose::ChangeEmail, json!({"email": email}), at).await?;
        account_mails::change_email(state, email, &token)
    };
    mail::insert(&mut tx, &letter, at).await?;
    let notice = account_mails::email_changes(
        &user.email,
        email,
        "A change of the email address of your account was requested. New address:",
    );
    mail::insert(&mut tx, &notice, at).await?;
    session::note(&mut tx, Some(user.id), Action::EmailChangeRequested, context, json!({"to": email})).await?;
    Ok(tx.commit().await?)
}
