//! Time-based one-time passwords: six digits, thirty seconds each, as in authenticator apps.
//!
//! Source: RFC 6238 (TOTP) over RFC 4226 (HOTP), with SHA-1, which these apps support.

use chrono::{DateTime, Utc};
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha1::Sha1;

use super::key::Keys;

const STEP_SECONDS: i64 = 30;
const SECRET_BYTES: usize = 20;
const ISSUER: &str = "Motherlode";

/// Secret of a second factor. It is not stored, but derived from a nonce and the installation's secret.
#[derive(Clone)]
pub struct Totp(Vec<u8>);

impl std::fmt::Debug for Totp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Totp")
    }
}

impl Totp {
    /// Derives the secret from a nonce.
    #[must_use]
    pub fn of(keys: &Keys, nonce: &[u8]) -> Self {
        Self(keys.derive("second factor", nonce).into_iter().take(SECRET_BYTES).collect())
    }

    /// Secret in base 32, for typing.
    #[must_use]
    pub fn to_base32(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// URL for the QR code of authenticator apps.
    #[must_use]
    pub fn url(&self, email: &str) -> String {
        let label = utf8_percent_encode(email, NON_ALPHANUMERIC);
        format!("otpauth://totp/{ISSUER}:{label}?secret={}&issuer={ISSUER}", self.to_base32())
    }

    /// Code at a time.
    #[must_use]
    pub fn code(&self, at: DateTime<Utc>) -> String {
        self.code_of(step(at))
    }

    /// Returns the time step of a code: the current one, or an adjacent one because clocks differ.
    #[must_use]
    pub fn step_of(&self, code: &str, at: DateTime<Utc>) -> Option<i64> {
        let now = step(at);
        [now, now - 1, now + 1].into_iter().find(|step| self.code_of(*step) == code)
    }

    fn code_of(&self, step: i64) -> String {
        // HMAC accepts keys of any length.
        let Ok(mut mac) = Hmac::<Sha1>::new_from_slice(&self.0) else { return String::new() };
        mac.update(&step.to_be_bytes());
        let hash = mac.finalize().into_bytes();
        let offset = usize::from(hash[19] & 0xf);
        let number = hash.iter().skip(offset).take(4).fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        format!("{:06}", (number & 0x7fff_ffff) % 1_000_000)
    }
}

fn step(at: DateTime<Utc>) -> i64 {
    at.timestamp().div_euclid(STEP_SECONDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SHA-1 rows of RFC 6238, appendix B, truncated to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let totp = Totp(b"12345678901234567890".to_vec());
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(totp.code(DateTime::from_timestamp(seconds, 0).unwrap()), code, "{seconds}");
        }
    }

    #[test]
    fn clocks_may_differ_by_a_step() {
        let totp = Totp(b"12345678901234567890".to_vec());
        let at = DateTime::from_timestamp(1_234_567_890, 0).unwrap();
        let code = totp.code(at);
        for (seconds, expected) in
            [(-60, None), (-30, Some(step(at))), (0, Some(step(at))), (30, Some(step(at))), (60, None)]
        {
            assert_eq!(totp.step_of(&code, at + chrono::Duration::seconds(seconds)), expected, "{seconds}");
        }
        assert_eq!(totp.step_of("", at), None);
    }

    #[test]
    fn apps_can_read_the_address() {
        let totp = Totp(b"12345678901234567890".to_vec());
        let url =
            "otpauth://totp/Motherlode:ada%40example%2Ecom?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Motherlode";
        assert_eq!(totp.url("ada@example.com"), url);
    }
}
