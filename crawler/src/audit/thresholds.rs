//! Limits of the checks and where they come from.

/// Characters and pixels of a title. Google cuts titles at about 600 pixels on desktops; 30 to 60 characters and 561
/// pixels are the defaults of Screaming Frog.
pub const TITLE_CHARS: (usize, usize) = (30, 60);
/// See [`TITLE_CHARS`].
pub const TITLE_PIXELS: u32 = 561;
/// Characters and pixels of a description: Screaming Frog's defaults.
pub const DESCRIPTION_CHARS: (usize, usize) = (70, 155);
/// See [`DESCRIPTION_CHARS`].
pub const DESCRIPTION_PIXELS: u32 = 985;
/// Milliseconds until the first byte: the upper end of "good" (web.dev, "Time to First Byte").
pub const SLOW_MS: u32 = 800;
/// Bytes of HTML: Google reads the first 2 MB of a page for Search (Google Search Central, "Googlebot", 2026).
pub const LARGE_BYTES: u64 = 2_000_000;
/// Bytes below which compression gains nothing: the default of nginx and CDNs is about one packet.
pub const COMPRESSIBLE_BYTES: u64 = 1_400;
/// Elements of a page: Lighthouse, `dom-size`, warns above 800 and fails above 1,400.
pub const MOST_ELEMENTS: u64 = 1_400;
/// Bytes of scripts inside the page, an estimate: they delay the first paint and are never cached.
pub const INLINE_SCRIPT_BYTES: u64 = 100_000;
/// Words of a main content: no search engine names a number; 200 is a usual setting of crawlers.
pub const THIN_WORDS: u64 = 200;
/// Share of text in the HTML: a usual setting of crawlers, without effect on rankings by itself.
pub const TEXT_SHARE: f64 = 0.1;
/// Words below which a page without scripts is empty.
pub const EMPTY_WORDS: u64 = 50;
/// Links of a page: Google's guideline of 2008 was 100; today "a few thousand at most" (Search Essentials).
pub const MOST_LINKS: u64 = 3_000;
/// Clicks from the start page: three is the usual advice, also in this project's own gate for sites.
pub const DEPTH: u32 = 3;
/// Linking pages below which an indexable page has few.
pub const FEW_INLINKS: u32 = 2;
/// Characters of an address: RFC 9110 asks for 8,000, crawlers warn at 115 (Screaming Frog) because longer ones are cut
/// in results.
pub const URL_CHARS: usize = 115;
/// Parameters of an address that make endless variants of a page.
pub const URL_PARAMETERS: usize = 2;
/// Seconds of `Strict-Transport-Security`: half a year; the preload list asks for a year.
pub const HSTS_SECONDS: u64 = 15_552_000;
/// Share of common shingles above which pages are nearly equal: between the 50 % of overlap and the 90 % of Screaming
/// Frog.
pub const NEAR_DUPLICATE: f64 = 0.8;
/// Redirects in a row: Googlebot follows ten, each costs a request.
pub const MOST_REDIRECTS: usize = 1;
/// Characters of a link's text that say nothing, and of an image's alternative text (WCAG advice: a sentence).
pub const ALT_CHARS: usize = 150;
