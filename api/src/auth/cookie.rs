//! The session cookie: httpOnly, `SameSite=Lax`, and for TLS alone where the server is reached over it.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::state::AppState;

const NAME: &str = "motherlode_session";

/// Ties a sign-in by an identity provider to the browser that began it.
const SIGN_IN: &str = "motherlode-sign-in";
const SIGN_IN_PATH: &str = "/api/auth/oauth";

/// The header that sets it.
#[must_use]
pub fn set(state: &AppState, token: &str) -> HeaderValue {
    build(state, NAME, "/", token, super::SESSION.num_seconds())
}

/// The header that keeps a sign-in's state in the browser while it is under way.
#[must_use]
pub fn set_sign_in(state: &AppState, value: &str) -> HeaderValue {
    build(state, SIGN_IN, SIGN_IN_PATH, value, super::issuer::LIFETIME_SECONDS)
}

/// The header that ends that.
#[must_use]
pub fn clear_sign_in(state: &AppState) -> HeaderValue {
    build(state, SIGN_IN, SIGN_IN_PATH, "", 0)
}

/// The header that takes it away.
#[must_use]
pub fn clear(state: &AppState) -> HeaderValue {
    build(state, NAME, "/", "", 0)
}

fn build(state: &AppState, name: &str, path: &str, value: &str, seconds: i64) -> HeaderValue {
    let secure = if state.is_secure() { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    // Tokens are base64url, so this always is a header.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

/// The token in a request's cookies.
#[must_use]
pub fn read(headers: &HeaderMap) -> Option<&str> {
    named(headers, NAME)
}

/// The state of the sign-in by an identity provider that this browser began.
#[must_use]
pub fn read_sign_in(headers: &HeaderMap) -> Option<&str> {
    named(headers, SIGN_IN)
}

fn named<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| *name == wanted && !value.is_empty())
        .map(|(_, value)| value)
}
