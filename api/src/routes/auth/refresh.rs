//! Exchanges a refresh token for a new token pair.

use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::answer::TokenPair;
use crate::{
    auth::session,
    error::Result,
    extract::{Json, RequestContext, Success},
    layer::guard,
    state::AppState,
};

/// The refresh token.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RefreshRequest)]
pub struct Body {
    refresh_token: String,
}

/// The new token pair.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Refreshed)]
pub struct Answer {
    success: Success,
    data: Data,
}

/// Compatibility field with the access token.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = RefreshedData)]
pub struct Data {
    tokens: TokenPair,
    /// The same as `tokens.accessToken`.
    token: String,
}

/// Refresh the tokens.
///
/// Each refresh token can be exchanged once. Within 20 seconds, and while its successor is unused, it returns the same
/// successor again; after that it ends the session.
#[utoipa::path(
    post, path = "/api/auth/refresh", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    guard::count(&state, guard::REFRESH, &context.network()).await?;
    let tokens = session::refresh(&state, &body.refresh_token, &context, shared::domain::now()).await?;
    let tokens = TokenPair::from(tokens);
    let token = tokens.access_token().to_owned();
    Ok(Json(Answer { success: Success, data: Data { tokens, token } }))
}
