//! Allows an assistant what it asks for, or less.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        api_key::{Scope, Scopes},
        new_id, now,
    },
    store::assistant_grant::{self, NewGrant},
};

use crate::{
    assistants::oauth::{
        CODE,
        authorization::{Asked, Authorization},
        base,
        client::Client,
    },
    auth::{
        account,
        key::{hash_token, random_token},
    },
    error::{ApiError, FieldError, Result},
    extract::{Json, Person, Success},
    state::AppState,
};

/// Maximum number of connected assistants of a user.
const MOST: usize = 50;

/// The request of the assistant, and what the user allows.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AllowedToAssistant)]
pub struct Body {
    /// The parameters with which the assistant opened the page.
    request: Authorization,
    /// `read`, or `read` and `write`; no more than it asks for.
    scopes: Vec<Scope>,
}

/// Where the browser goes now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AssistantAllowed)]
pub struct Answer {
    success: Success,
    /// The redirect URI of the assistant with a code that works once, for five minutes.
    redirect_url: String,
}

/// Connect an AI assistant.
///
/// The assistant exchanges the code for tokens. They work at `/mcp` only. Where email is set up, requires a verified
/// address. A user has at most 50 connected assistants.
#[utoipa::path(
    post, path = "/api/assistants", tag = "assistants", request_body = Body, responses((status = 201, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, person: Person, headers: HeaderMap, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Answer>)> {
    let asked = body.request.check(&state, &headers)?;
    let scopes = allowed(&asked, &body.scopes)?;
    let (code, at) = (random_token(), now());
    let mut tx = state.db.begin().await?;
    let user = account::lock(&mut tx, person).await?;
    account::require_verified(&state, &user)?;
    if assistant_grant::list(&mut tx, person.user_id, at).await?.len() >= MOST {
        let most = "You have 50 connected assistants, the maximum. Disconnect one first.";
        return Err(ApiError::Conflict(FieldError::new("", most)));
    }
    let new = NewGrant {
        id: new_id(),
        user_id: person.user_id,
        name: &asked.client.name,
        redirect_uri: &body.request.redirect_uri,
        client_hash: &Client::hash(&body.request.client_id),
        scopes,
        code_hash: &hash_token(&code),
        code_challenge: body.request.code_challenge.as_deref().unwrap_or_default(),
        code_expires_at: at + CODE,
    };
    assistant_grant::insert(&mut tx, &new, at).await?;
    tx.commit().await?;
    let redirect_url = body.request.answer(&base(&state.settings, &headers), "code", &code);
    Ok((StatusCode::CREATED, Json(Answer { success: Success, redirect_url })))
}

fn allowed(asked: &Asked, scopes: &[Scope]) -> Result<Scopes> {
    if let Some(refusal) = asked.refusal {
        return Err(ApiError::invalid(
            "/request",
            format!("The assistant asks wrongly ({refusal}). Start again there."),
        ));
    }
    if scopes.is_empty() {
        return Err(ApiError::invalid("/scopes", "Choose at least one scope: read, write."));
    }
    if scopes.iter().any(|scope| !asked.scopes.allow(*scope)) {
        return Err(ApiError::invalid("/scopes", "Allow no more than the assistant asks for."));
    }
    Ok(scopes.iter().copied().collect())
}
