//! The header `Idempotency-Key`: a repeated request does not start another run.

use axum::{extract::FromRequestParts, http::request::Parts};

use crate::error::ApiError;

const CHARS: usize = 200;

/// Idempotency key of a request, if any.
#[derive(Debug, Clone, Default)]
pub(crate) struct IdempotencyKey(pub(crate) Option<String>);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let key = value.to_str().unwrap_or_default().trim();
        check(key)?;
        Ok(Self(Some(key.to_owned())))
    }
}

/// Checks the length of a key.
///
/// # Errors
/// Returns [`ApiError::Invalid`] if it is empty or too long.
pub(crate) fn check(key: &str) -> Result<(), ApiError> {
    if key.is_empty() || key.len() > CHARS || !key.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Err(ApiError::invalid("/Idempotency-Key", format!("must be 1 to {CHARS} visible ASCII characters")));
    }
    Ok(())
}
