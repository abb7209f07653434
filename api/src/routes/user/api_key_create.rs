//! Creates an API key.

use axum::{extract::State, http::StatusCode};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        api_key::{Scope, Scopes},
        new_id, now,
    },
    store::{
        api_key::{self, NewApiKey},
        audit::Action,
    },
};

use super::api_key_list::ApiKeyView;
use crate::{
    auth::{
        account,
        key::{API_KEY_PREFIX, hash_token, random_token},
        session,
    },
    error::{ApiError, FieldError, Result},
    extract::{Json, Person, RequestContext, Success},
    state::AppState,
};

const NAME_CHARS: usize = 100;
const MOST: usize = 50;
/// Number of characters of the key shown in lists.
const SHOWN: usize = 8;

/// A new key.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewApiKey)]
pub struct Body {
    /// Purpose.
    name: String,
    /// Some of `read`, `write` (which includes reading) and `admin`.
    scopes: Vec<Scope>,
    /// Expiry; never if not set.
    expires_at: Option<DateTime<Utc>>,
}

/// The key, shown only once.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKeyCreated)]
pub struct Answer {
    success: Success,
    /// The key itself; the server stores only its hash.
    key: String,
    api_key: ApiKeyView,
}

/// Create an API key.
///
/// The key is returned only once. Where email is set up, requires a verified address. A user has at most 50 keys.
#[utoipa::path(
    post, path = "/api/user/api-keys", tag = "user", request_body = Body, responses((status = 201, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Answer>)> {
    let at = now();
    let (name, scopes) = checked(&body, at)?;
    let key = format!("{API_KEY_PREFIX}{}", random_token());
    let prefix: String = key.chars().take(SHOWN).collect();
    let hash = hash_token(&key);
    let id = new_id();
    let expires_at = body.expires_at;
    let new = NewApiKey { id, user_id: person.user_id, name: &name, prefix: &prefix, hash: &hash, scopes, expires_at };
    let mut tx = state.db.begin().await?;
    let user = account::lock(&mut tx, person).await?;
    account::require_verified(&state, &user)?;
    if api_key::list(&mut tx, person.user_id).await?.len() >= MOST {
        return Err(ApiError::Conflict(FieldError::new("", "You have 50 keys, the maximum. Delete one first.")));
    }
    api_key::insert(&mut tx, &new, at).await?;
    let detail = json!({"id": id, "name": name, "scopes": scopes.to_vec()});
    session::note(&mut tx, Some(person.user_id), Action::ApiKeyCreated, &context, detail).await?;
    tx.commit().await?;
    let found = api_key::list(&state.db, person.user_id).await?.into_iter().find(|key| key.id == id);
    let api_key = ApiKeyView::from(found.ok_or(ApiError::NotFound("key"))?);
    Ok((StatusCode::CREATED, Json(Answer { success: Success, key, api_key })))
}

fn checked(body: &Body, now: DateTime<Utc>) -> Result<(String, Scopes)> {
    let mut errors = Vec::new();
    let name = body.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > NAME_CHARS {
        errors.push(FieldError::new("/name", "Enter a name of at most 100 characters."));
    }
    if body.scopes.is_empty() {
        errors.push(FieldError::new("/scopes", "Choose at least one scope: read, write, admin."));
    }
    if body.expires_at.is_some_and(|end| end <= now) {
        errors.push(FieldError::new("/expiresAt", "The expiry must be in the future."));
    }
    if errors.is_empty() { Ok((name, body.scopes.iter().copied().collect())) } else { Err(ApiError::Invalid(errors)) }
}
