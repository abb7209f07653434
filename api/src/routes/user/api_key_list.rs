//! Lists the caller's API keys.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::api_key::{ApiKey, Scope},
    store::api_key,
};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Person, Success},
    state::AppState,
};

/// All keys, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKeys)]
pub struct Answer {
    success: Success,
    api_keys: Vec<ApiKeyView>,
}

/// An API key without its secret.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ApiKey)]
pub struct ApiKeyView {
    id: Uuid,
    name: String,
    /// Prefix of the key.
    prefix: String,
    /// Some of `read`, `write` and `admin`.
    #[schema(value_type = Vec<Scope>)]
    scopes: Vec<String>,
    created_at: DateTime<Utc>,
    /// Time of last use, to the hour.
    last_used_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
}

impl From<ApiKey> for ApiKeyView {
    fn from(key: ApiKey) -> Self {
        let ApiKey { id, name, prefix, scopes, created_at, last_used_at, expires_at } = key;
        let scopes = scopes.iter().map(ToString::to_string).collect();
        Self { id, name, prefix, scopes, created_at, last_used_at, expires_at }
    }
}

/// List API keys.
#[utoipa::path(get, path = "/api/user/api-keys", tag = "user", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, person: Person) -> Result<Json<Answer>> {
    let keys = api_key::list(&state.db, person.user_id).await?;
    Ok(Json(Answer { success: Success, api_keys: keys.into_iter().map(ApiKeyView::from).collect() }))
}
