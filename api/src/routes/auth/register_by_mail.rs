//! Registration where email is set up: the response is the same for known and unknown addresses, and the account is used
//! once its address is verified.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{
        StoreError,
        audit::Action,
        mail,
        user::{self, NewUser},
    },
};

use super::answer::Told;
use crate::{
    account_mails,
    auth::{constant_time, link, registration, session},
    error::{ApiError, Result},
    extract::RequestContext,
    layer::guard,
    state::AppState,
};

/// Creates the account, or notifies the owner of the address that there is one.
///
/// # Errors
/// Returns [`crate::error::ApiError::RateLimited`] if too many emails were requested, or an error if a query fails.
pub(super) async fn register(
    state: &AppState, context: &RequestContext, new: NewUser, password: String,
) -> Result<Response> {
    guard::count(state, guard::MAIL_PER_ADDRESS, &context.network()).await?;
    guard::count(state, guard::RESEND, &new.email).await?;
    constant_time::answer(store(state, context, new, password)).await?;
    let told = Told::new("Open the link that we sent you to finish the registration.");
    Ok((StatusCode::ACCEPTED, told).into_response())
}

async fn store(state: &AppState, context: &RequestContext, mut new: NewUser, password: String) -> Result<()> {
    new.password_hash = Some(state.passwords.hash(password).await?);
    if user::find_by_email(&state.db, &new.email).await?.is_some() {
        return notify_owner(state, context, &new.email).await;
    }
    match create(state, context, &new).await {
        Err(ApiError::Store(StoreError::Conflict { .. })) => notify_owner(state, context, &new.email).await,
        created => created,
    }
}

/// Creates the account. Whether the address may register is checked again after the insert, because the invitation may
/// have been withdrawn while the password was hashed.
async fn create(state: &AppState, context: &RequestContext, new: &NewUser) -> Result<()> {
    let at = now();
    let mut tx = state.db.begin().await?;
    let told = user::insert(&mut tx, new, at).await?;
    registration::check(state, &mut tx, &new.email).await?;
    session::note(&mut tx, Some(new.id), Action::Registered, context, json!({"role": new.role})).await?;
    link::send_verification(state, &mut tx, new.id, &new.email, at).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    Ok(())
}

async fn notify_owner(state: &AppState, context: &RequestContext, email: &str) -> Result<()> {
    let mut tx = state.db.begin().await?;
    let owner = user::find_by_email(&mut tx, email).await?.map(|user| user.id);
    session::note(&mut tx, owner, Action::RegistrationRepeated, context, json!({})).await?;
    mail::insert(&mut tx, &account_mails::account_exists(state, email), now()).await?;
    Ok(tx.commit().await?)
}
