//! Keys derived from the installation's secret, one per purpose.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use shared::config::Secret;
pub use shared::domain::random_token;

/// Rotation period of the keys of access tokens.
const PERIOD_SECONDS: i64 = 7 * 24 * 3600;

/// Derives keys.
#[derive(Clone)]
pub struct Keys {
    mac: Hmac<Sha256>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Creates the keys of an installation.
    #[must_use]
    pub fn new(secret: &Secret) -> Self {
        // Hashed first, so that secrets of any length give a full-length key.
        let block = Sha256::digest(secret.reveal().as_bytes());
        Self { mac: Hmac::new(&padded(&block)) }
    }

    /// Computes HMAC-SHA-256 of `purpose` and `message`.
    #[must_use]
    pub fn derive(&self, purpose: &str, message: &[u8]) -> [u8; 32] {
        self.mac_of(purpose, message).finalize().into_bytes().into()
    }

    /// Returns true if `given` is what [`Keys::derive`] returns, in constant time.
    #[must_use]
    pub fn is_derived(&self, purpose: &str, message: &[u8], given: &[u8]) -> bool {
        self.mac_of(purpose, message).verify_slice(given).is_ok()
    }

    fn mac_of(&self, purpose: &str, message: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.mac.clone();
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(message);
        mac
    }

    /// Key that signs access tokens of a period.
    #[must_use]
    pub fn access(&self, kid: i64) -> [u8; 32] {
        self.derive("access token", &kid.to_be_bytes())
    }

    /// Returns the successor of the refresh token `predecessor`. It is derived, so that a repeated exchange returns the
    /// same token although only hashes are stored.
    #[must_use]
    pub fn successor(&self, predecessor: &str) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.derive("refresh token", predecessor.as_bytes()))
    }
}

/// Pads a key shorter than HMAC's block with zeros (RFC 2104, section 2).
fn padded(key: &[u8]) -> hmac::digest::Key<Hmac<Sha256>> {
    let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
    for (to, from) in block.iter_mut().zip(key) {
        *to = *from;
    }
    block
}

/// Period of `now`: the id of its signing key.
#[must_use]
pub fn period(now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(PERIOD_SECONDS)
}

/// Prefix of API keys.
pub const API_KEY_PREFIX: &str = "ml_";

/// Hash under which an opaque token is stored. Tokens are long and random, so a plain hash is sufficient.
#[must_use]
pub fn hash_token(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
