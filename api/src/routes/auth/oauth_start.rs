//! Redirects the browser to the identity provider.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Redirect, Response},
};
use url::form_urlencoded;

use crate::{
    auth::{cookie, issuer::Ticket},
    error::Result,
    extract::RequestContext,
    layer::guard,
    state::AppState,
};

/// Returns the callback URL for the provider.
pub(super) fn back(state: &AppState) -> String {
    format!("{}/api/auth/oauth/callback", state.settings.public_url)
}

/// Redirects to the app's page that completes the sign-in, with a query parameter.
pub(super) fn to_app(name: &str, value: &str) -> Redirect {
    let query: String = form_urlencoded::Serializer::new(String::new()).append_pair(name, value).finish();
    Redirect::to(&format!("/oauth/callback?{query}"))
}

/// Redirect to the identity provider.
///
/// Google, unless another provider is configured. Errors are shown on a page of the app.
#[utoipa::path(
    get, path = "/api/login", tag = "auth", security(()),
    responses((status = 303, description = "To the provider, or to `/oauth/callback?error=…`."))
)]
pub async fn handler(State(state): State<AppState>, context: RequestContext) -> Result<Response> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let Some(issuer) = &state.issuer else {
        let missing = "Sign-in with Google is not set up on this installation. Sign in with your password.";
        return Ok(to_app("error", missing).into_response());
    };
    let ticket = Ticket::begin(&state.keys, shared::domain::now());
    match issuer.authorization_url(&ticket, &back(&state)).await {
        Ok(url) => {
            let cookie = cookie::set_sign_in(&state, ticket.state());
            Ok(([(header::SET_COOKIE, cookie)], Redirect::to(url.as_str())).into_response())
        }
        Err(error) => {
            tracing::warn!(error = ?error, "a sign-in by the identity provider could not begin");
            Ok(to_app("error", &error.to_string()).into_response())
        }
    }
}
