//! What a profile states of a provider.

use serde::Serialize;

use super::{Capability, CredentialKind};

/// Requests that a provider allows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct RateLimit {
    /// Requests that may be sent at once.
    pub burst: u32,
    /// Requests a minute in the long run.
    pub per_minute: u32,
    /// Where the limit is published. Limits without a published source are cautious choices.
    pub source: &'static str,
}

/// What a provider is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Profile {
    /// Name on screens.
    pub name: &'static str,
    /// What it asks for.
    pub credentials: CredentialKind,
    /// Default base address, without a slash at its end. Settings can override it.
    pub base: &'static str,
    /// True if users enter an address of their own, such as a local model server.
    pub own_base: bool,
    /// Documentation.
    pub docs: &'static str,
    /// Page on which to get credentials.
    pub sign_up: &'static str,
    /// What it offers.
    pub capabilities: &'static [Capability],
    /// Requests that it allows.
    pub rate: RateLimit,
}

impl RateLimit {
    /// Source of a limit that the provider does not publish.
    pub(crate) const CAUTIOUS: &str = "cautious choice";

    pub(crate) const fn new(burst: u32, per_minute: u32, source: &'static str) -> Self {
        Self { burst, per_minute, source }
    }
}
