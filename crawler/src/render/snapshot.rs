//! What the browser has rendered.

/// A rendered page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Snapshot {
    /// HTML of the document.
    pub(crate) html: String,
    /// Whether the HTML was longer.
    pub(crate) is_truncated: bool,
    /// Whether the page came to rest before its time was over.
    pub(crate) is_complete: bool,
    /// First other address that the page went to.
    pub(crate) target: Option<String>,
    /// First errors of scripts.
    pub(crate) errors: Vec<String>,
    pub(crate) error_count: u64,
    /// Requests of the page, apart from images, fonts and media, which are not loaded.
    pub(crate) requests: u32,
    /// Requests that failed.
    pub(crate) failed: u32,
    /// Requests that robots.txt forbids.
    pub(crate) blocked: u32,
    /// Received bytes.
    pub(crate) bytes: u64,
    /// Milliseconds.
    pub(crate) total_ms: u64,
}
