//! Endless URL spaces: calendars, sessions in URLs, links that repeat their path.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

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
/// Parameters that must vary before combinations of their values are limited.
const VARYING: u32 = 3;
/// Mark of a pattern that some URL has; the lower bits mark its parameters that vary.
const KNOWN: u32 = 1 << 31;
/// Bits that remember values of parameters: with a million values, one of a thousand new ones is taken for known.
const VALUES: usize = 1 << 26;
/// Bits that remember dropped URLs. Of more than a million, some are not counted.
const DROPPED: usize = 1 << 23;

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
    /// Which parameters of each pattern vary.
    varying: Box<[u32]>,
    values: Filter,
    dropped: Filter,
    /// Depth from which a pattern is limited.
    depth: u16,
    /// Maximum number of URLs of a pattern; 0 for no limit.
    most: u32,
}

impl Traps {
    pub(crate) fn new(depth: u16, most: u32) -> Self {
        let counters = || vec![0; COUNTERS].into_boxed_slice();
        let (values, dropped) = (Filter::new(VALUES), Filter::new(DROPPED));
        Self { counts: counters(), varying: counters(), values, dropped, depth, most }
    }

    /// Notes a dropped URL. Returns true if it was not dropped before.
    pub(crate) fn note_dropped(&mut self, url: &str) -> bool {
        self.dropped.insert(xxh3_64(url.as_bytes()))
    }

    /// Returns true if a new URL may be crawled, and counts it.
    ///
    /// A large site is wide: thousands of URLs of one pattern are few clicks away. An endless space is deep: each page
    /// links to the next, or it combines the same values again and again (three parameters and more, as filters do), or
    /// it varies a session. Only those are limited. A value that is new, such as the number of an article, is a page.
    pub(crate) fn admit(&mut self, url: &str, depth: u16) -> bool {
        if self.most == 0 {
            return true;
        }
        let (path, query) = split(url);
        let pattern = pattern(path, query);
        let slot = usize::try_from(pattern).unwrap_or_default() & (COUNTERS - 1);
        if depth < self.depth && !has_session(path, query) && !self.is_combination(slot, pattern, query) {
            return true;
        }
        let count = &mut self.counts[slot];
        *count = count.saturating_add(1);
        *count <= self.most
    }

    /// Returns true if a URL only combines known values of three or more parameters that vary. Notes its values.
    fn is_combination(&mut self, slot: usize, pattern: u64, query: &str) -> bool {
        if query.split('&').count() < VARYING as usize {
            return false;
        }
        let varying = &mut self.varying[slot];
        let (is_first, mut has_new) = (*varying & KNOWN == 0, false);
        for (pair, number) in query.split('&').take(MAX_PARAMETERS).zip(0_u32..) {
            if self.values.insert(xxh3_64_with_seed(pair.as_bytes(), pattern ^ u64::from(number))) {
                has_new = true;
                *varying |= if is_first { 0 } else { 1 << number };
            }
        }
        *varying |= KNOWN;
        !has_new && (*varying & !KNOWN).count_ones() >= VARYING
    }
}

/// A set that takes a few members for known that are not (Bloom, 1970), in memory of a fixed size.
struct Filter(Box<[u64]>);

impl Filter {
    /// Creates a set with a number of bits that is a power of two.
    fn new(bits: usize) -> Self {
        Self(vec![0; bits / 64].into_boxed_slice())
    }

    /// Adds a hash. Returns true if it is new.
    fn insert(&mut self, hash: u64) -> bool {
        let last = self.0.len() * 64 - 1;
        let places = [hash, hash.rotate_right(32)].map(|part| usize::try_from(part).unwrap_or_default() & last);
        let mut is_new = false;
        for place in places {
            let word = &mut self.0[place / 64];
            is_new |= *word >> (place % 64) & 1 == 0;
            *word |= 1 << (place % 64);
        }
        is_new
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
        assert_eq!(admitted(&|n| format!("https://example.com/cart?sid=0a1b2c3d4e5f6a{n:04}"), 1), 50);
        assert_eq!(admitted(&|n| format!("https://example.com/help;jsessionid=0A1B2C3D4E5F6A{n:04}"), 1), 50);
    }

    #[test]
    fn admit_limits_combinations_of_values_but_not_new_values() {
        let mut traps = Traps::new(10, 50);
        let mut admitted =
            |count: u32, url: &dyn Fn(u32) -> String| (0..count).filter(|n| traps.admit(&url(*n), 1)).count();
        let article = |n| format!("https://example.com/index.php?option=com_content&view=article&id={n}");
        assert_eq!(admitted(1_000, &article), 1_000, "one parameter varies");
        let of_menu = |n| format!("https://example.com/index.php?catid={}&id={n}&Itemid={}", n % 20, n % 7);
        assert_eq!(admitted(1_000, &of_menu), 1_000, "each has a number of its own");
        let paged = |n| format!("https://example.com/list?all=1&page={}&topic={}", n % 40, n / 40);
        assert_eq!(admitted(1_000, &paged), 1_000, "two parameters vary");
        let filtered = |n| format!("https://example.com/shop?color={}&size={}&sort={}", n % 10, n / 10 % 10, n / 100);
        let combinations = admitted(1_000, &filtered);
        // A hundred before the third parameter varies, fifty combinations, and nine with a new value.
        assert_eq!(combinations, 100 + 50 + 9);
    }

    #[test]
    fn dropped_url_is_new_once() {
        let mut traps = Traps::new(10, 50);
        let urls: Vec<String> = (0..1_000).map(|n| format!("https://example.com/{n}")).collect();
        assert_eq!(urls.iter().chain(&urls).filter(|url| traps.note_dropped(url)).count(), 1_000);
    }

    #[test]
    fn admit_without_a_limit_admits_all() {
        let mut traps = Traps::new(0, 0);
        assert!((0..1_000).all(|n| traps.admit(&format!("https://example.com/{n}"), 99)));
    }
}
