//! State of a provider sign-in across its three steps. Nothing is stored: verifier and nonce are derived from the state
//! and the installation's secret, and the browser keeps the state in a cookie.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::auth::key::Keys;

/// Maximum duration of a sign-in.
pub const LIFETIME_SECONDS: i64 = 600;
const RANDOM_BYTES: usize = 16;
const TIME_BYTES: usize = 8;
const MAC_BYTES: usize = 16;

/// A provider sign-in in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ticket {
    state: String,
    verifier: String,
    nonce: String,
}

impl Ticket {
    /// Starts a sign-in.
    #[must_use]
    pub fn begin(keys: &Keys, now: DateTime<Utc>) -> Self {
        let random: [u8; RANDOM_BYTES] = rand::random();
        let mut bytes = random.to_vec();
        bytes.extend((now.timestamp() + LIFETIME_SECONDS).to_be_bytes());
        let mac = keys.derive("sign-in state", &bytes);
        bytes.extend(mac.iter().take(MAC_BYTES));
        Self::of(keys, BASE64_URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Resumes the sign-in with this state, if it is ours and has not expired.
    #[must_use]
    pub fn resume(keys: &Keys, state: &str, now: DateTime<Utc>) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(state).ok()?;
        let (said, mac) = bytes.split_at_checked(RANDOM_BYTES + TIME_BYTES)?;
        let ends: [u8; TIME_BYTES] = said.get(RANDOM_BYTES..)?.try_into().ok()?;
        let wanted = keys.derive("sign-in state", said);
        let is_ours =
            mac.len() == MAC_BYTES && mac.iter().zip(wanted).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0;
        (is_ours && now.timestamp() < i64::from_be_bytes(ends)).then(|| Self::of(keys, state.to_owned()))
    }

    fn of(keys: &Keys, state: String) -> Self {
        let text = |purpose| BASE64_URL_SAFE_NO_PAD.encode(keys.derive(purpose, state.as_bytes()));
        let (verifier, nonce) = (text("sign-in verifier"), text("sign-in nonce"));
        Self { state, verifier, nonce }
    }

    /// State, which the browser carries.
    #[must_use]
    pub fn state(&self) -> &str {
        &self.state
    }

    /// Nonce, which the provider includes in the token.
    #[must_use]
    pub fn nonce(&self) -> &str {
        &self.nonce
    }

    /// PKCE verifier.
    #[must_use]
    pub fn verifier(&self) -> &str {
        &self.verifier
    }

    /// PKCE challenge.
    #[must_use]
    pub fn challenge(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use shared::config::Secret;

    use super::*;

    #[test]
    fn only_what_is_ours_and_not_over_goes_on() {
        let keys = Keys::new(&Secret::new("a".to_owned()));
        let other = Keys::new(&Secret::new("b".to_owned()));
        let now = shared::domain::now();
        let ticket = Ticket::begin(&keys, now);
        assert_eq!(Ticket::resume(&keys, ticket.state(), now), Some(ticket.clone()));
        assert_eq!(Ticket::resume(&keys, ticket.state(), now + chrono::Duration::minutes(11)), None);
        assert_eq!(Ticket::resume(&other, ticket.state(), now), None);
        for odd in ["", "x", "AAAA", &ticket.state()[1..], &format!("{}A", ticket.state())] {
            assert_eq!(Ticket::resume(&keys, odd, now), None, "{odd}");
        }
        assert_ne!(Ticket::begin(&keys, now).state(), ticket.state());
    }
}
