//! Limits of request URIs.

/// Maximum length of the path and query of a request.
pub(crate) const MAX_CHARS: usize = 8_000;
