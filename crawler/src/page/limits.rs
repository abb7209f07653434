//! Limits that bound memory and time for any page. Normal pages are far below them.

/// Nodes of a page's tree; the rest of the page is not read.
pub(crate) const MOST_NODES: usize = 1_500_000;
/// Nesting depth; deeper elements join their ancestors. Browsers do the same at 512.
pub(crate) const MOST_LEVELS: u16 = 512;
/// Words inside one tag or comment that spans many pieces.
pub(crate) const MOST_WORDS_IN_TAG: usize = 40_000;
/// Links of a page that are stored; all are counted.
pub const MOST_LINKS: usize = 10_000;
/// Images, headings, annotations and other items of a page that are stored; all are counted where a count is given.
pub const MOST_ITEMS: usize = 2_000;
/// Bytes of an address; search engines and servers refuse longer ones.
pub const MOST_URL_BYTES: usize = 4_096;
/// Bytes of a title, description, heading, anchor or other short text.
pub const MOST_TEXT_BYTES: usize = 2_000;
/// Bytes at the start of a page that are searched for its encoding, as in the HTML standard.
pub(crate) const PRESCAN_BYTES: usize = 1_024;
/// Bytes of the main content that facts contain.
pub const MOST_CONTENT: usize = 100_000;
