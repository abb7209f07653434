//! Path parameters.

use axum::{
    extract::{FromRequestParts, RawPathParams, rejection::PathRejection},
    http::request::Parts,
};
use serde::de::DeserializeOwned;

use super::control;
use crate::error::ApiError;

/// Path parameters. A malformed id is not found; control characters are invalid.
#[derive(Debug, Clone, Copy)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if let Ok(raw) = RawPathParams::from_request_parts(parts, state).await {
            control::check_pairs(raw.iter())?;
        }
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(_)) => Err(ApiError::NotFound("record")),
            Err(rejection) => Err(ApiError::unexpected(rejection)),
        }
    }
}
