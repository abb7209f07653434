//! Writes to the operator: kept, and mailed to every administrator.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use shared::{
    domain::now,
    escape,
    store::{
        contact::{self, NewMessage},
        mail,
    },
};

use crate::{
    account_mails,
    error::{ApiError, FieldError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    routes::auth::{answer::Told, check},
    state::AppState,
};

const MESSAGE_CHARS: usize = 5_000;

/// A message to the operator.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = ContactMessage)]
pub struct Body {
    name: String,
    email: String,
    #[schema(max_length = 5000)]
    message: String,
}

/// Send a message to the operator.
///
/// No account is needed.
#[utoipa::path(
    post, path = "/api/contact", tag = "contact", security(()), request_body = Body,
    responses((status = 201, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Told>)> {
    let address = context.address.to_string();
    guard::count(&state, guard::CONTACT, &context.network()).await?;
    let (name, email, message) = checked(&body)?;
    let at = now();
    let administrators = contact::administrators(&state.db).await?;
    let mut tx = state.db.begin().await?;
    let new = NewMessage { name: &name, email: &email, message: &message, address: &address };
    contact::insert(&mut tx, &new, at).await?;
    for administrator in administrators {
        mail::insert(&mut tx, &account_mails::contact(&administrator, &name, &email, &message), at).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Told::new("Your message was sent. The operator will answer by email.")))
}

fn checked(body: &Body) -> Result<(String, String, String)> {
    let mut errors = Vec::new();
    let name = check::name(&body.name, "/name", "name", &mut errors);
    let email = check::email(&body.email, &mut errors);
    let message = escape::controls_in_lines(body.message.trim());
    if message.is_empty() {
        errors.push(FieldError::new("/message", "Write a message."));
    } else if message.chars().count() > MESSAGE_CHARS {
        errors.push(FieldError::new("/message", "A message may be at most 5000 letters."));
    }
    if errors.is_empty() { Ok((name, email, message)) } else { Err(ApiError::Invalid(errors)) }
}
