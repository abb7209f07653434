//! The setup code: who creates the first account, which becomes the administrator, must be able to read the server's
//! log, unless the request is made on this machine to a server that listens only there.

use shared::config::ApiSettings;
use url::Url;

use super::key::Keys;
use crate::layer::{context::RequestContext, host};

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH: usize = 12;

/// The installation's code, the same on all replicas.
#[must_use]
pub fn code(keys: &Keys) -> String {
    let bytes = keys.derive("set-up code", b"");
    bytes.iter().take(LENGTH).map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

/// Returns true if a request for the first account needs the code. A proxy makes remote requests look local: it shows by
/// a forwarding header, by another `Host`, or by a public URL of another host.
#[must_use]
pub fn is_needed(settings: &ApiSettings, context: &RequestContext) -> bool {
    !(context.is_local && settings.listen.is_loopback() && is_loopback(&settings.public_url))
}

/// Compares a code, ignoring case and grouping.
#[must_use]
pub fn matches(code: &str, given: &str) -> bool {
    let given: Vec<u8> = given.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_uppercase()).collect();
    // Compares all letters, so that timing does not reveal where they differ.
    given.len() == code.len() && given.iter().zip(code.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

fn is_loopback(public_url: &str) -> bool {
    Url::parse(public_url).is_ok_and(|url| url.host_str().is_some_and(host::is_loopback))
}
