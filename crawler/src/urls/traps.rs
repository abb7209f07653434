//! Endless URL spaces: calendars, sessions in URLs, links that repeat their path.

use xxhash_rust::xxh3::xxh3_64;

use super::MAX_URL;

/// Segments of a path; more are a loop of relative links.
const MAX_SEGMENTS: usize = 32;
/// Times that one segment may occur in a path.
const MAX_REPEATS: usize = 3;
/// Query parameters of a URL.
const MAX_PARAMETERS: usize = 16;
/// Length from which a value that mixes letters and digits is taken for a session.
const SESSION_LENGTH: usize = 16;
/// Counters of patterns. Patterns that share one by chance reach their limit a little earlier.
const COUNTERS: usize = 1 << 18;

/// Returns true if the URL alone shows that it belongs to an endless space.
pub(crate) fn is_trap(url: &str) -> bool {
    if url.len() > MAX_URL {
        return true;
    }
    let (path, query) = split(url);
    let mut segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    if segments.len() > MAX_SEGMENTS || query.bytes().filter(|byte| *byte == b'&').count() >= MAX_PARAMETERS {
        return true;
    }
    if segments.len() <= MAX_REPEATS {
        return false;
    }
    segments.sort_unstable();
    segments.windows(MAX_REPEATS + 1).any(|same| same[0] == same[MAX_REPEATS])
}

/// Counts the URLs of each pattern, in memory of a fixed size.
pub(crate) struct Traps {
    counts: Box<[u32]>,
    /// Depth from which a pattern is limited.
    depth: u16,
    /// Maximum number of URLs of a pattern; 0 for no limit.
    most: u32,
}

impl Traps {
    pub(crate) fn new(depth: u16, most: u32) -> Self {
        Self { counts: vec![0; COUNTERS].into_boxed_slice(), depth, most }
    }

    /// Returns true if a new URL may be crawled, and counts it.
    ///
    /// A large site is wide: thousands of URLs of one pattern are few clicks away. An endless space is deep: each page
    /// links to the next, or it varies what does not matter (three parameters, a session). Only those are limited.
    pub(crate) fn admit(&mut self, url: &str, depth: u16) -> bool {
        if self.most == 0 {
            return true;
        }
        let (path, query) = split(url);
        let parameters = if query.is_empty() { 0 } else { query.split('&').count() };
        if depth < self.depth && parameters < 3 && !has_session(path, query) {
            return true;
        }
        let slot = usize::try_from(pattern(path, query)).unwrap_or_default() & (COUNTERS - 1);
        let count = &mut self.counts[slot];
        *count = count.saturating_add(1);
        *count <= self.most
    }
}

/// Splits the text behind the host into path and query.
fn split(url: &str) -> (&str, &str) {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.find('/').map_or("", |at| &rest[at..]);
    rest.split_once('?').unwrap_or((rest, ""))
}

fn has_session(path: &str, query: &str) -> bool {
    let values = query.split('&').filter_map(|pair| pair.split_once('=').map(|(_, value)| value));
    let parameters = path.split(';').skip(1).map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value));
    values.chain(parameters).any(|value| {
        value.len() >= SESSION_LENGTH
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && value.bytes().any(|byte| byte.is_ascii_digit())
            && value.bytes().any(|byte| byte.is_ascii_alphabetic())
    })
}

/// Hashes the path with every number as one sign, and the names of the parameters without their values.
fn pattern(path: &str, query: &str) -> u64 {
    let mut text = Vec::with_capacity(path.len());
    for byte in path.split(';').next().unwrap_or_default().bytes() {
        if !byte.is_ascii_digit() {
            text.push(byte);
        } else if text.last() != Some(&b'0') {
            text.push(b'0');
        }
    }
    for pair in query.split('&') {
        text.push(b'&');
        text.extend(pair.split('=').next().unwrap_or_default().bytes());
    }
    xxh3_64(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_trap_finds_loops_and_long_urls() {
        for trap in [
            format!("https://example.com/{}", "a".repeat(MAX_URL)),
            format!("https://example.com/{}", "a/b/".repeat(4)),
            format!("https://example.com/{}", (0..33).map(|n| format!("s{n}/")).collect::<String>()),
            format!("https://example.com/?{}", "a=1&".repeat(17)),
        ] {
            assert!(is_trap(&trap), "{trap}");
        }
        for fine in ["https://example.com/", "https://example.com/a/b/a/b/a/b?x=1", "https://example.com/2026/01/01/a"]
        {
            assert!(!is_trap(fine), "{fine}");
        }
    }

    #[test]
    fn admit_limits_deep_patterns_and_sessions_only() {
        let mut traps = Traps::new(10, 50);
        let mut admitted =
            |url: &dyn Fn(u32) -> String, depth| (0..1_000).filter(|n| traps.admit(&url(*n), depth)).count();
        assert_eq!(admitted(&|n| format!("https://example.com/products/{n}"), 2), 1_000);
        assert_eq!(admitted(&|n| format!("https://example.com/calendar/{n}/1"), 10), 50);
        assert_eq!(admitted(&|n| format!("https://example.com/calendar?month={n}"), 12), 50);
        assert_eq!(admitted(&|n| format!("https://example.com/list?a={n}&b=1&c=2"), 1), 50);
        assert_eq!(admitted(&|n| format!("https://example.com/cart?sid=0a1b2c3d4e5f6a{n:04}"), 1), 50);
        assert_eq!(admitted(&|n| format!("https://example.com/help;jsessionid=0A1B2C3D4E5F6A{n:04}"), 1), 50);
    }

    #[test]
    fn admit_without_a_limit_admits_all() {
        let mut traps = Traps::new(0, 0);
        assert!((0..1_000).all(|n| traps.admit(&format!("https://example.com/{n}"), 99)));
    }
}
