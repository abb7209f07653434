//! The session cookie: httpOnly, `SameSite=Lax`, and for TLS alone where the server is reached over it.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::state::AppState;

const NAME: &str = "motherlode_session";

/// The header that sets it.
#[must_use]
pub fn set(state: &AppState, token: &str) -> HeaderValue {
    build(state, token, super::SESSION.num_seconds())
}

/// The header that takes it away.
#[must_use]
pub fn clear(state: &AppState) -> HeaderValue {
    build(state, "", 0)
}

fn build(state: &AppState, value: &str, seconds: i64) -> HeaderValue {
    let secure = if state.is_secure() { "; Secure" } else { "" };
    let text = format!("{NAME}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    // Tokens are base64url, so this always is a header.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

/// The token in a request's cookies.
#[must_use]
pub fn read(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, value)| *name == NAME && !value.is_empty())
        .map(|(_, value)| value)
}
