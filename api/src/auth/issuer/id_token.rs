//! Verification of ID tokens by OpenID Connect Core 1.0, section 3.1.3.7.

use jsonwebtoken::{Algorithm, DecodingKey, Validation, jwk::JwkSet};
use serde::Deserialize;

use super::IssuerError;

/// Asymmetric signature algorithms.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// The identity that the provider asserts.
#[derive(Debug, Clone, Deserialize)]
pub struct Identity {
    /// The provider's constant id of the user.
    pub sub: String,
    /// Email address.
    pub email: Option<String>,
    /// Whether the provider has verified it. Some providers send a string.
    #[serde(default, deserialize_with = "truth")]
    pub email_verified: bool,
    /// Full name.
    pub name: Option<String>,
    /// The first name.
    pub given_name: Option<String>,
    /// The last name.
    pub family_name: Option<String>,
    nonce: Option<String>,
}

fn truth<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(value == serde_json::Value::Bool(true) || value == "true")
}

/// Verifies a token and returns its identity.
pub(super) fn read(
    token: &str, keys: &JwkSet, issuer: &str, client_id: &str, nonce: &str,
) -> Result<Identity, IssuerError> {
    let header = jsonwebtoken::decode_header(token).map_err(|_| IssuerError::Nonsense("no token"))?;
    if !ALGORITHMS.contains(&header.alg) {
        return Err(IssuerError::Nonsense("a token that is not signed as it must be"));
    }
    let key = match &header.kid {
        Some(kid) => keys.keys.iter().find(|key| key.common.key_id.as_ref() == Some(kid)),
        None => keys.keys.first().filter(|_| keys.keys.len() == 1),
    };
    let key = key.ok_or(IssuerError::Nonsense("a token signed by an unknown key"))?;
    let key = DecodingKey::from_jwk(key).map_err(|_| IssuerError::Nonsense("a key that cannot be read"))?;
    let mut rules = Validation::new(header.alg);
    rules.set_issuer(&[issuer]);
    rules.set_audience(&[client_id]);
    rules.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    rules.validate_nbf = true;
    let identity = jsonwebtoken::decode::<Identity>(token, &key, &rules).map_err(|_| IssuerError::Mismatch)?.claims;
    if identity.nonce.as_deref() == Some(nonce) { Ok(identity) } else { Err(IssuerError::Mismatch) }
}
