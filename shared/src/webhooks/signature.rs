//! Signatures of webhook requests.

use std::fmt;

use data_encoding::{BASE64URL_NOPAD, HEXLOWER, HEXLOWER_PERMISSIVE};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::config::Secret;

/// Prefix of a webhook's secret.
const PREFIX: &str = "whsec_";

/// Secret that signs a webhook's requests. It is not stored, but derived from the webhook's nonce and the
/// installation's secret.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(String);

impl fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningSecret")
    }
}

impl SigningSecret {
    /// Derives the secret from a nonce.
    #[must_use]
    pub fn derive(installation: &Secret, nonce: &[u8]) -> Self {
        let key = Sha256::digest(installation.reveal().as_bytes());
        let mut mac = keyed(&key);
        mac.update(b"webhook\0");
        mac.update(nonce);
        Self(format!("{PREFIX}{}", BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())))
    }

    /// Wraps the text shown to the user.
    #[must_use]
    pub const fn from_text(text: String) -> Self {
        Self(text)
    }

    /// Returns the text, to be shown once.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the value of the signature header for a body that is sent at `seconds` since 1970.
    #[must_use]
    pub fn sign(&self, seconds: i64, body: &[u8]) -> String {
        format!("t={seconds},v1={}", HEXLOWER.encode(&self.mac(seconds, body).finalize().into_bytes()))
    }

    fn mac(&self, seconds: i64, body: &[u8]) -> Hmac<Sha256> {
        let mut mac = keyed(self.0.as_bytes());
        mac.update(format!("{seconds}.").as_bytes());
        mac.update(body);
        mac
    }
}

/// An HMAC. A key that is longer than a block (64 bytes) is hashed first (RFC 2104).
fn keyed(key: &[u8]) -> Hmac<Sha256> {
    if key.len() > 64 {
        return keyed(&Sha256::digest(key));
    }
    let mut block = [0; 64];
    for (place, byte) in block.iter_mut().zip(key) {
        *place = *byte;
    }
    Hmac::new(&block.into())
}

/// Verifies a signature header for a body, in constant time, like a receiver does.
#[must_use]
pub fn verify(secret: &SigningSecret, header: &str, body: &[u8]) -> bool {
    let field = |name: &str| header.split(',').find_map(|part| part.trim().strip_prefix(name));
    let seconds = field("t=").and_then(|text| text.parse::<i64>().ok());
    let signature = field("v1=").and_then(|hex| HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).ok());
    let (Some(seconds), Some(signature)) = (seconds, signature) else { return false };
    secret.mac(seconds, body).verify_slice(&signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_the_hmac_of_time_and_body() {
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac whsec_test
        let secret = SigningSecret::from_text("whsec_test".to_owned());
        let header = secret.sign(1_700_000_000, br#"{"a":1}"#);
        assert_eq!(header, "t=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789");
        assert!(verify(&secret, &header, br#"{"a":1}"#));
        assert!(!verify(&secret, &header, br#"{"a":2}"#));
        assert!(!verify(&secret, &header.replace("t=1700000000", "t=1700000001"), br#"{"a":1}"#));
        assert!(!verify(&secret, "v1=00", b""));
    }

    #[test]
    fn secrets_follow_from_the_nonce_and_the_installation() {
        let derive = |installation: &str, nonce: &[u8]| {
            SigningSecret::derive(&Secret::new(installation.to_owned()), nonce).reveal().to_owned()
        };
        assert_eq!(derive("a", b"1"), derive("a", b"1"));
        assert_ne!(derive("a", b"1"), derive("a", b"2"));
        assert_ne!(derive("a", b"1"), derive("b", b"1"));
        assert!(derive("a", b"1").starts_with("whsec_") && derive("a", b"1").len() < 64);
    }
}
