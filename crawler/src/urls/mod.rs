//! Which URLs are the same, which belong to the crawl, and which are endless.

mod normalise;
mod ports;
mod scope;
mod traps;

pub use normalise::{StartError, normalise, parse_start};
pub(crate) use ports::is_safe;
pub(crate) use scope::Scope;
pub use scope::ScopeKind;
pub(crate) use traps::{Traps, is_trap};

/// Bytes of a URL; longer ones are not fetched.
pub const MAX_URL: usize = 2_048;
