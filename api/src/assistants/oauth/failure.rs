//! Errors as OAuth has them (RFC 6749, section 5.2; RFC 7591, section 3.2.2).

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use shared::store::StoreError;

use crate::error::ApiError;

/// Reason for which a client is refused.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The request lacks something, or is wrong.
    #[error("invalid_request: {0}")]
    Request(&'static str),
    /// This installation did not make the id of the client.
    #[error("invalid_client")]
    Client,
    /// The code or the refresh token is unknown, used, expired, or of another client.
    #[error("invalid_grant")]
    Grant,
    /// The way of asking is not supported.
    #[error("unsupported_grant_type")]
    GrantType,
    /// The tokens are asked for another server.
    #[error("invalid_target")]
    Target,
    /// What a client registers is wrong; the sentence names it.
    #[error("invalid_client_metadata: {0}")]
    Registration(String),
    /// Our own error.
    #[error(transparent)]
    Own(#[from] ApiError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Own(error.into())
    }
}

/// Body of a refusal.
#[derive(Serialize)]
struct Body {
    error: &'static str,
    error_description: String,
}

impl Failure {
    fn body(&self) -> Option<Body> {
        let (error, error_description) = match self {
            Self::Request(reason) => ("invalid_request", (*reason).to_owned()),
            Self::Client => ("invalid_client", "client_id is unknown here. Register the client again.".to_owned()),
            Self::Grant => ("invalid_grant", "It is unknown, used or expired. Ask the user again.".to_owned()),
            Self::GrantType => {
                ("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.".to_owned())
            }
            Self::Target => ("invalid_target", "resource is not the address of the tools of this server.".to_owned()),
            Self::Registration(reason) => ("invalid_client_metadata", reason.clone()),
            Self::Own(_) => return None,
        };
        Some(Body { error, error_description })
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = self.body();
        match (self, body) {
            (Self::Own(error), _) => error.into_response(),
            (_, body) => {
                let mut response = (StatusCode::BAD_REQUEST, Json(body)).into_response();
                response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
                response
            }
        }
    }
}
