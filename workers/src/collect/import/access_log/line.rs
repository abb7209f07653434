//! A line of an access log.

use chrono::{DateTime, NaiveDate};
use crawler::audit::directories::directory_of;

use super::agents::{self, Crawler};
use super::json;

/// What is kept of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// Day in UTC.
    pub(super) day: NaiveDate,
    /// Crawler that it claims to be; `None` for another visitor.
    pub(super) crawler: Option<Crawler>,
    /// First part of the path with slashes; `None` if it has none that can be shown.
    pub(super) directory: Option<String>,
    /// First digit of the status, 1 to 5.
    pub(super) status_class: u8,
}

impl Request {
    /// Returns what is kept of the parts of a line; `None` if the status is none.
    pub(super) fn new(day: NaiveDate, user_agent: &[u8], target: &[u8], status: u16) -> Option<Self> {
        let status_class = u8::try_from(status / 100).ok().filter(|class| (1..=5).contains(class))?;
        let crawler = agents::claimed(user_agent);
        let directory = crawler.and_then(|_| directory(target));
        Some(Self { day, crawler, directory, status_class })
    }
}

/// Parses a line; `None` if it is no request in a known format.
pub(super) fn parse(line: &[u8]) -> Option<Request> {
    if line.starts_with(b"{") { json::parse(line) } else { parse_text(line) }
}

/// Parses the common format (`host ident user [time] "request" status bytes`) and the combined one, which adds the referrer
/// and the user agent. Further words before and after are ignored.
fn parse_text(line: &[u8]) -> Option<Request> {
    let open = memchr::memchr(b'[', line)?;
    let close = open + memchr::memchr(b']', line.get(open..)?)?;
    let day = day_of_log(std::str::from_utf8(line.get(open + 1..close)?).ok()?)?;
    let (request, rest) = quoted(line.get(close + 1..)?.trim_ascii_start())?;
    let (status, rest) = word(rest.trim_ascii_start());
    let status = std::str::from_utf8(status).ok()?.parse().ok()?;
    let (_, rest) = word(rest.trim_ascii_start());
    // The common format ends here.
    let user_agent = quoted(rest.trim_ascii_start()).and_then(|(_, rest)| quoted(rest.trim_ascii_start()));
    let target = request.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
    Request::new(day, user_agent.map_or(&[][..], |(agent, _)| agent), target, status)
}

/// Returns the day in UTC of a time such as `10/Oct/2026:13:55:36 -0700`.
pub(super) fn day_of_log(time: &str) -> Option<NaiveDate> {
    DateTime::parse_from_str(time, "%d/%b/%Y:%H:%M:%S %z").ok().map(|time| time.to_utc().date_naive())
}

/// Splits a quoted text from what follows. Servers write quotation marks in it as `\"` or `\x22`.
fn quoted(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.strip_prefix(b"\"")?;
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\\', text.get(at..)?)?;
        if text.get(at) == Some(&b'"') {
            return Some((text.get(..at)?, text.get(at + 1..)?));
        }
        at += 2;
    }
}

/// Splits a word from what follows.
fn word(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(memchr::memchr(b' ', text).unwrap_or(text.len()))
}

/// Returns the directory of a request target: of its path, also where the target is a whole URL.
fn directory(target: &[u8]) -> Option<String> {
    let target = std::str::from_utf8(target).ok()?;
    let target = match target.split_once("://") {
        Some((_, rest)) if !target.starts_with('/') => rest.find('/').map_or("/", |slash| &rest[slash..]),
        _ => target,
    };
    directory_of(target.split(['?', '#']).next()?).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str) -> Option<(String, Option<&'static str>, Option<String>, u8)> {
        let found = parse(line.as_bytes())?;
        Some((found.day.to_string(), found.crawler.map(|crawler| crawler.name), found.directory, found.status_class))
    }

    fn combined(request: &str, status: &str, agent: &str) -> String {
        format!("203.0.113.9 - - [10/Nov/2026:23:30:00 -0700] \"{request}\" {status} 512 \"-\" \"{agent}\"")
    }

    #[test]
    fn combined_format_has_day_in_utc_crawler_directory_and_class() {
        let found = of(&combined("GET /blog/a?x=1 HTTP/1.1", "404", "GPTBot/1.2"));
        assert_eq!(found, Some(("2026-11-11".into(), Some("GPTBot"), Some("/blog/".into()), 4)));
        let escaped = of(&combined("GET /a HTTP/1.1", "200", r#"x \"GPTBot\" y"#));
        assert_eq!(escaped, Some(("2026-11-11".into(), Some("GPTBot"), Some("/".into()), 2)));
        let absolute = of(&combined("GET http://a.test/shop/x HTTP/1.1", "301", "ClaudeBot"));
        assert_eq!(absolute.map(|found| found.2), Some(Some("/shop/".into())));
        let host = format!("a.test:443 {}", combined("GET /b/c HTTP/2.0", "200", "bingbot"));
        assert_eq!(of(&host).map(|found| found.2), Some(Some("/b/".into())));
    }

    #[test]
    fn common_format_names_no_crawler() {
        let line = r#"203.0.113.9 - frank [10/Oct/2026:13:55:36 +0000] "GET /a/b HTTP/1.0" 200 2326"#;
        assert_eq!(of(line), Some(("2026-10-10".into(), None, None, 2)));
    }

    #[test]
    fn other_lines_are_no_requests() {
        for line in [
            "",
            "2026-11-10 10:00:00 GET /",
            "[10/Oct/2026:13:55:36 +0000]",
            "a - - [40/Oct/2026:13:55:36 +0000] \"GET / HTTP/1.0\" 200 1",
            "a - - [10/Oct/2026:13:55:36 +0000] \"GET / HTTP/1.0 200 1",
            "a - - [10/Oct/2026:13:55:36 +0000] \"GET / HTTP/1.0\" 999 1",
            "a - - [10/Oct/2026:13:55:36 +0000] \"GET / HTTP/1.0\\",
            "{\"status\": 200}",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }

    #[test]
    fn paths_that_cannot_be_shown_have_no_directory() {
        for target in ["*", "-", "/\u{1b}x/y", &format!("/{}/x", "a".repeat(200))] {
            assert_eq!(of(&combined(&format!("GET {target} HTTP/1.1"), "200", "GPTBot")).unwrap().2, None, "{target}");
        }
    }
}
