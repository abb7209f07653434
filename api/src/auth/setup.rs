//! The setup code: who creates the first account, which becomes the administrator, must be able to read the server's
//! log, unless the server listens only locally.

use shared::config::ApiSettings;
use url::{Host, Url};

use super::key::Keys;

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH: usize = 12;

/// The installation's code, the same on all replicas; `None` if it is not required.
#[must_use]
pub fn code(settings: &ApiSettings, keys: &Keys) -> Option<String> {
    if settings.listen.is_loopback() && is_loopback(&settings.public_url) {
        return None;
    }
    let bytes = keys.derive("set-up code", b"");
    let letters = bytes.iter().take(LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    Some(letters.collect())
}

/// Compares a code, ignoring case and grouping.
#[must_use]
pub fn matches(code: &str, given: &str) -> bool {
    let given: Vec<u8> = given.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_uppercase()).collect();
    // Compares all letters, so that timing does not reveal where they differ.
    given.len() == code.len() && given.iter().zip(code.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Returns true if the browser is on this machine. A proxy in front makes it false.
fn is_loopback(public_url: &str) -> bool {
    let url = Url::parse(public_url).ok();
    match url.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
