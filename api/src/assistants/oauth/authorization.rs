//! A client's request for a user's permission (RFC 6749, section 4.1.1; RFC 7636, section 4.3), as the page of the app
//! received it.

use axum::http::HeaderMap;
use serde::Deserialize;
use shared::domain::api_key::{Scope, Scopes};
use url::Url;
use utoipa::{IntoParams, ToSchema};

use super::{base, client::Client, is_ours};
use crate::{error::ApiError, state::AppState};

/// Length of a SHA-256 in base64url.
const CHALLENGE_CHARS: usize = 43;
const STATE_BYTES: usize = 2_000;

/// Parameters of the page that a client opened.
#[derive(Debug, Clone, Deserialize, IntoParams, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[schema(as = AssistantRequest)]
pub struct Authorization {
    /// `client_id`: id that the assistant got by registering.
    pub client_id: String,
    /// `redirect_uri`: where the answer goes; one that the assistant registered.
    pub redirect_uri: String,
    /// `response_type`: must be `code`.
    pub response_type: Option<String>,
    /// `code_challenge`: SHA-256 of the assistant's verifier in base64url.
    pub code_challenge: Option<String>,
    /// `code_challenge_method`: must be `S256`.
    pub code_challenge_method: Option<String>,
    /// `scope`: `read`, `write` or both, separated by a space. Default: both.
    pub scope: Option<String>,
    /// `state`: returned to the assistant.
    pub state: Option<String>,
    /// `resource`: address of the tools.
    pub resource: Option<String>,
}

/// What an assistant asks for, checked.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The assistant.
    pub client: Client,
    /// What it asks for.
    pub scopes: Scopes,
    /// Why it cannot be allowed, as OAuth names it; `None` if a user may decide.
    pub refusal: Option<&'static str>,
}

impl Authorization {
    /// Checks what a client asks for.
    ///
    /// # Errors
    /// Returns [`ApiError::Invalid`] if the client or its redirect URI is unknown. Then nothing may be sent to that URI.
    pub fn check(&self, state: &AppState, headers: &HeaderMap) -> Result<Asked, ApiError> {
        let client = Client::find(&state.keys, &self.client_id).ok_or_else(|| {
            ApiError::invalid("/clientId", "This assistant is not registered here. Start again in the assistant.")
        })?;
        if !client.may_receive_at(&self.redirect_uri) {
            return Err(ApiError::invalid(
                "/redirectUri",
                "The assistant did not register this address for the answer.",
            ));
        }
        if self.state.as_ref().is_some_and(|state| state.len() > STATE_BYTES) {
            return Err(ApiError::invalid("/state", "The state is longer than 2,000 bytes."));
        }
        let scopes = self.scopes();
        let refusal = self.refusal(scopes.is_some(), &base(&state.settings, headers));
        Ok(Asked { client, scopes: scopes.unwrap_or_default(), refusal })
    }

    fn refusal(&self, has_scopes: bool, base: &str) -> Option<&'static str> {
        let challenge = self.code_challenge.as_deref().unwrap_or_default();
        let is_sealed = self.code_challenge_method.as_deref() == Some("S256")
            && challenge.len() == CHALLENGE_CHARS
            && challenge.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if self.response_type.as_deref() != Some("code") {
            Some("unsupported_response_type")
        } else if !is_sealed {
            Some("invalid_request")
        } else if !has_scopes {
            Some("invalid_scope")
        } else if self.resource.as_deref().is_some_and(|resource| !is_ours(resource, base)) {
            Some("invalid_target")
        } else {
            None
        }
    }

    /// Scopes asked for; `None` if no assistant can have any of them. Others are ignored (RFC 6749, section 3.3).
    fn scopes(&self) -> Option<Scopes> {
        let asked = self.scope.as_deref().unwrap_or_default();
        if asked.trim().is_empty() {
            return Some([Scope::Write].into_iter().collect());
        }
        let known: Vec<Scope> = asked.split_whitespace().filter_map(allowable).collect();
        (!known.is_empty()).then(|| known.into_iter().collect())
    }

    /// Returns the redirect URI with these parameters, the state and the issuer (RFC 9207).
    #[must_use]
    pub fn answer(&self, base: &str, name: &str, value: &str) -> String {
        let Ok(mut url) = Url::parse(&self.redirect_uri) else { return self.redirect_uri.clone() };
        {
            let mut pairs = url.query_pairs_mut();
            pairs.append_pair(name, value).append_pair("iss", base);
            if let Some(state) = &self.state {
                pairs.append_pair("state", state);
            }
        }
        url.into()
    }
}

/// Administration stays with people.
fn allowable(name: &str) -> Option<Scope> {
    match name {
        "read" => Some(Scope::Read),
        "write" => Some(Scope::Write),
        _ => None,
    }
}
