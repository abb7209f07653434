//! Completes a sign-in with the identity provider.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::Response,
};
use serde::Deserialize;
use shared::{
    domain::{account_token::TokenPurpose, now},
    store::{account_token, user},
};

use super::finish::{SignInAnswer, finish};
use crate::{
    auth::{cookie, key::hash_token},
    error::{ApiError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// Code from `/oauth/callback?code=`.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = OneTimeCode)]
pub struct Body {
    code: String,
}

/// Exchange an OAuth code for tokens.
///
/// The code works once, for one minute, in the browser that started the sign-in.
#[utoipa::path(
    post, path = "/api/auth/oauth/exchange", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = SignInAnswer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap, Json(body): Json<Body>,
) -> Result<Response> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let mut tx = state.db.begin().await?;
    let token = account_token::take(&mut tx, &hash_token(&body.code), TokenPurpose::SignIn, now()).await?;
    let browser = cookie::read_sign_in(&headers);
    let token = token.filter(|token| browser.is_some() && token.detail["browser"].as_str() == browser);
    let user = match token {
        Some(token) => user::find(&mut tx, token.user_id).await?,
        None => None,
    };
    let user = user.ok_or_else(|| ApiError::invalid("/code", "The sign-in has expired. Start again."))?;
    let mut response = finish(&state, tx, user, &context, "oidc").await?;
    response.headers_mut().append(header::SET_COOKIE, cookie::clear_sign_in(&state));
    Ok(response)
}
