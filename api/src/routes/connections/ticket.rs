//! State of a request for Google's consent. Nothing is stored: the state names the user, the workspace and the connection
//! and is signed, and the verifier is derived from it. The browser keeps it in a cookie.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use providers::Provider;
use uuid::Uuid;

use crate::auth::{issuer::LIFETIME_SECONDS, key::Keys};

const PURPOSE: &str = "provider consent state";
const SIGNED: usize = 16 + 8 + 3 * 16 + 2;

/// What is connected when the user agrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wanted {
    /// User who asked.
    pub(super) user_id: Uuid,
    /// Workspace.
    pub(super) workspace_id: Uuid,
    /// Connection.
    pub(super) connection_id: Uuid,
    /// Provider.
    pub(super) provider: Provider,
    /// Whether the connection is still to be created.
    pub(super) is_new: bool,
}

/// A request for consent in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ticket {
    /// What is connected.
    pub(super) wanted: Wanted,
    state: String,
}

impl Ticket {
    /// Starts a request.
    pub(super) fn begin(keys: &Keys, wanted: Wanted, random: [u8; 16], now: DateTime<Utc>) -> Self {
        let mut bytes = random.to_vec();
        bytes.extend((now.timestamp() + LIFETIME_SECONDS).to_be_bytes());
        for id in [wanted.user_id, wanted.workspace_id, wanted.connection_id] {
            bytes.extend(id.as_bytes());
        }
        let place = Provider::ALL.iter().position(|provider| *provider == wanted.provider).unwrap_or_default();
        bytes.push(u8::try_from(place).unwrap_or_default());
        bytes.push(u8::from(wanted.is_new));
        let mac = keys.derive(PURPOSE, &bytes);
        bytes.extend(mac);
        Self { wanted, state: BASE64_URL_SAFE_NO_PAD.encode(bytes) }
    }

    /// Resumes the request with this state, if it is of this installation and has not expired.
    pub(super) fn resume(keys: &Keys, state: &str, now: DateTime<Utc>) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(state).ok()?;
        let (signed, mac) = bytes.split_at_checked(SIGNED)?;
        if !keys.is_derived(PURPOSE, signed, mac) {
            return None;
        }
        let ends = i64::from_be_bytes(signed.get(16..24)?.try_into().ok()?);
        let id = |at: usize| Uuid::from_slice(signed.get(at..at + 16)?).ok();
        let wanted = Wanted {
            user_id: id(24)?,
            workspace_id: id(40)?,
            connection_id: id(56)?,
            provider: *Provider::ALL.get(usize::from(*signed.get(72)?))?,
            is_new: *signed.get(73)? == 1,
        };
        (now.timestamp() < ends).then(|| Self { wanted, state: state.to_owned() })
    }

    /// State, which the browser carries.
    pub(super) fn state(&self) -> &str {
        &self.state
    }

    /// Random bytes of the PKCE verifier.
    pub(super) fn verifier(&self, keys: &Keys) -> [u8; 32] {
        keys.derive("provider consent verifier", self.state.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use shared::config::Secret;

    use super::*;

    #[test]
    fn state_of_another_installation_changed_or_late_is_refused() {
        let keys = Keys::new(&Secret::new("a".to_owned()));
        let other = Keys::new(&Secret::new("b".to_owned()));
        let now = shared::domain::now();
        let id = Uuid::from_u128;
        let provider = Provider::GoogleAnalytics;
        let wanted = Wanted { user_id: id(1), workspace_id: id(2), connection_id: id(3), provider, is_new: true };
        let ticket = Ticket::begin(&keys, wanted, [7; 16], now);
        assert_eq!(Ticket::resume(&keys, ticket.state(), now), Some(ticket.clone()));
        assert_eq!(Ticket::resume(&keys, ticket.state(), now + chrono::Duration::minutes(11)), None);
        assert_eq!(Ticket::resume(&other, ticket.state(), now), None);
        for at in 0..ticket.state().len() {
            let mut odd = ticket.state().to_owned();
            let letter = if odd.as_bytes()[at] == b'A' { "B" } else { "A" };
            odd.replace_range(at..=at, letter);
            let resumed = Ticket::resume(&keys, &odd, now);
            assert!(resumed.is_none(), "{at}");
        }
        assert_eq!(Ticket::resume(&keys, "", now), None);
    }
}
