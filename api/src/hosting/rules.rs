//! The file `_headers` of a site: headers by path, as static hosts read them.
//!
//! A line without indentation is a path, with `*` at its end for all that begins with it; the indented lines after it are
//! headers. If several rules set a header, the last one counts.

use axum::http::{HeaderName, HeaderValue, header};

/// Name of the file.
pub(super) const FILE: &str = "_headers";
/// Bytes that are read of it.
pub(super) const MOST_BYTES: u64 = 64 << 10;
/// Rules that are read of it.
const MOST_RULES: usize = 100;
/// Headers of a rule.
const MOST_HEADERS: usize = 30;

/// Headers that describe the message itself, which only the server knows, and cookies, which sites have none of.
const OWN: [HeaderName; 14] = [
    header::CONNECTION,
    header::CONTENT_ENCODING,
    header::CONTENT_LENGTH,
    header::CONTENT_RANGE,
    header::DATE,
    header::ETAG,
    header::LAST_MODIFIED,
    header::LOCATION,
    header::SET_COOKIE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    header::VARY,
    header::WWW_AUTHENTICATE,
];

/// A header.
pub(super) type Header = (HeaderName, HeaderValue);

/// Rules of a site.
#[derive(Debug, Default)]
pub(super) struct Rules(Vec<Rule>);

#[derive(Debug)]
struct Rule {
    path: String,
    is_prefix: bool,
    headers: Vec<Header>,
}

impl Rules {
    /// Reads the file; lines that cannot be read are left out.
    pub(super) fn parse(text: &str) -> Self {
        let mut rules: Vec<Rule> = Vec::new();
        for line in text.lines() {
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if !line.starts_with([' ', '\t']) {
                if rules.len() >= MOST_RULES {
                    break;
                }
                let path = content.strip_suffix('*');
                let is_prefix = path.is_some();
                rules.push(Rule { path: path.unwrap_or(content).to_owned(), is_prefix, headers: Vec::new() });
            } else if let (Some(rule), Some(header)) = (rules.last_mut(), header(content))
                && rule.headers.len() < MOST_HEADERS
            {
                rule.headers.push(header);
            }
        }
        Self(rules)
    }

    /// Returns the headers of a path, which begins with a slash.
    pub(super) fn of(&self, path: &str) -> Vec<Header> {
        let mut headers: Vec<Header> = Vec::new();
        let fits = |rule: &&Rule| if rule.is_prefix { path.starts_with(&rule.path) } else { path == rule.path };
        for (name, value) in self.0.iter().filter(fits).flat_map(|rule| &rule.headers) {
            match headers.iter_mut().find(|(known, _)| known == name) {
                Some((_, known)) => known.clone_from(value),
                None => headers.push((name.clone(), value.clone())),
            }
        }
        headers
    }
}

fn header(line: &str) -> Option<Header> {
    let (name, value) = line.split_once(':')?;
    let name: HeaderName = name.trim().parse().ok()?;
    let value = HeaderValue::from_str(value.trim()).ok()?;
    (!OWN.contains(&name)).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Headers\n/*\n  X-Content-Type-Options: nosniff\n  Cache-Control: no-cache\n\n/assets/*\n  \
                        Cache-Control: public, max-age=31536000, immutable\n/404.html\n\tX-Robots-Tag: noindex\n";

    fn of(text: &str, path: &str) -> Vec<(String, String)> {
        let headers = Rules::parse(text).of(path);
        headers.iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect()
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn last_rule_of_a_path_counts() {
        let sniff = pair("x-content-type-options", "nosniff");
        assert_eq!(of(FILE, "/cost/"), [sniff.clone(), pair("cache-control", "no-cache")]);
        let asset = of(FILE, "/assets/site.css");
        assert_eq!(asset, [sniff, pair("cache-control", "public, max-age=31536000, immutable")]);
        assert_eq!(of(FILE, "/404.html").last(), Some(&pair("x-robots-tag", "noindex")));
    }

    #[test]
    fn headers_of_the_message_and_broken_lines_are_left_out() {
        let text = "  X-Early: 1\n/*\n  Set-Cookie: a=b\n  Content-Length: 5\n  Location: https://evil.example/\n  no colon\n  bad \
                    name: x\n  X-Fine: yes\r\n";
        assert_eq!(of(text, "/"), [pair("x-fine", "yes")]);
        let many = (0..1_000).map(|no| format!("/{no}\n  X-A: {no}\n")).collect::<String>();
        assert_eq!(of(&many, "/99").len() + of(&many, "/100").len(), 1, "a hundred rules");
    }
}
