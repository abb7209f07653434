//! The session cookie: httpOnly, `SameSite=Lax`, and secure if the server uses TLS.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::state::AppState;

const NAME: &str = "motherlode_session";

/// Cookie that ties a provider sign-in to the browser that started it.
const SIGN_IN: &str = "motherlode-sign-in";
const SIGN_IN_PATH: &str = "/api/auth/oauth";

/// Cookie that ties Google's consent to the browser that asked for it.
const CONSENT: &str = "motherlode-consent";
const CONSENT_PATH: &str = "/api/connections/google";

/// Cookie of a browser that has signed in before.
const DEVICE: &str = "motherlode-device";
const DEVICE_PATH: &str = "/api/auth";
const DEVICE_SECONDS: i64 = 365 * 24 * 3600;

/// Header that marks the browser as known.
#[must_use]
pub fn set_device(state: &AppState, value: &str) -> HeaderValue {
    build(state, DEVICE, DEVICE_PATH, value, DEVICE_SECONDS)
}

/// Returns the mark of a known browser.
#[must_use]
pub fn read_device(headers: &HeaderMap) -> Option<&str> {
    named(headers, DEVICE)
}

/// Header that sets the session cookie.
#[must_use]
pub fn set(state: &AppState, token: &str) -> HeaderValue {
    build(state, NAME, "/", token, super::SESSION.num_seconds())
}

/// Header that stores the state of a provider sign-in.
#[must_use]
pub fn set_sign_in(state: &AppState, value: &str) -> HeaderValue {
    build(state, SIGN_IN, SIGN_IN_PATH, value, super::issuer::LIFETIME_SECONDS)
}

/// Header that clears that state.
#[must_use]
pub fn clear_sign_in(state: &AppState) -> HeaderValue {
    build(state, SIGN_IN, SIGN_IN_PATH, "", 0)
}

/// Header that stores the state of a request for Google's consent; an empty one clears it.
#[must_use]
pub fn set_consent(state: &AppState, value: &str) -> HeaderValue {
    let seconds = if value.is_empty() { 0 } else { super::issuer::LIFETIME_SECONDS };
    build(state, CONSENT, CONSENT_PATH, value, seconds)
}

/// Returns the state of the request for Google's consent that this browser started.
#[must_use]
pub fn read_consent(headers: &HeaderMap) -> Option<&str> {
    named(headers, CONSENT)
}

/// Header that clears the session cookie.
#[must_use]
pub fn clear(state: &AppState) -> HeaderValue {
    build(state, NAME, "/", "", 0)
}

fn build(state: &AppState, name: &str, path: &str, value: &str, seconds: i64) -> HeaderValue {
    let secure = if state.is_secure() { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}");
    // Tokens are base64url, so this is always a valid header.
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""))
}

/// Returns the session token from a request's cookies.
#[must_use]
pub fn read(headers: &HeaderMap) -> Option<&str> {
    named(headers, NAME)
}

/// Returns the state of the provider sign-in that this browser started.
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
