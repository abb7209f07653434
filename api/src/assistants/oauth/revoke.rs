//! Ends what a user allowed, at the assistant's own request (RFC 7009).

use axum::{
    Form,
    extract::{State, rejection::FormRejection},
    http::StatusCode,
};
use serde::Deserialize;
use serde_json::json;
use shared::store::{assistant_grant, audit::Action};

use super::failure::Failure;
use crate::{
    auth::{key::hash_token, session},
    extract::RequestContext,
    state::AppState,
};

/// Request of a client. The token proves who asks; its kind does not matter.
#[derive(Deserialize)]
pub(super) struct Body {
    token: Option<String>,
}

/// Unknown tokens have ended, so they succeed as well (RFC 7009, section 2.2).
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, body: Result<Form<Body>, FormRejection>,
) -> Result<StatusCode, Failure> {
    let Form(body) = body.map_err(|_| Failure::Request("Send the parameters as a form, each once."))?;
    let token = body.token.ok_or(Failure::Request("token is missing."))?;
    let mut tx = state.db.begin().await?;
    if let Some((user_id, id)) = assistant_grant::find_by_token(&mut tx, &hash_token(&token)).await? {
        assistant_grant::delete(&mut tx, user_id, id).await?;
        session::note(&mut tx, Some(user_id), Action::AssistantDisconnected, &context, json!({"id": id})).await?;
        tx.commit().await?;
    }
    Ok(StatusCode::OK)
}
