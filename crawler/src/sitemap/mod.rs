//! Sitemaps: XML, an index of others, or plain text. Any bytes are accepted, in pieces, with bounded memory.

mod entities;
mod scan;

pub use scan::{Entry, Scanner};

/// Bytes of one unpacked sitemap, as in the protocol.
pub const MAX_BYTES: usize = 50 << 20;
/// Maximum number of sitemaps of a crawl.
pub const MAX_FILES: usize = 2_000;
/// URLs of one sitemap, as in the protocol.
pub const MAX_ENTRIES: usize = 50_000;
