//! The set-up code: who makes the first account, and so becomes administrator, must be able to read what the
//! server prints, unless nobody but this machine can reach it.

use shared::config::ApiSettings;
use url::{Host, Url};

use super::key::Keys;

/// Letters and digits that are not mistaken for each other.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH: usize = 12;

/// The installation's code, the same for all its replicas; `None` where it is not asked for.
#[must_use]
pub fn code(settings: &ApiSettings, keys: &Keys) -> Option<String> {
    if settings.listen.is_loopback() && is_loopback(&settings.public_url) {
        return None;
    }
    let bytes = keys.derive("set-up code", b"");
    let letters = bytes.iter().take(LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
    Some(letters.collect())
}

/// Whether `given` is `code`, whatever its case and however it is grouped.
#[must_use]
pub fn matches(code: &str, given: &str) -> bool {
    let given: Vec<u8> = given.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_uppercase()).collect();
    // Compares all letters, so that time tells nothing of where they differ.
    given.len() == code.len() && given.iter().zip(code.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Whether a browser that uses this address is on this machine. A proxy in front makes it not so.
fn is_loopback(public_url: &str) -> bool {
    let url = Url::parse(public_url).ok();
    match url.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
